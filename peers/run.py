# SPDX-License-Identifier: BSD-3-Clause
"""One run: obtains the peers, measures, and makes the tables."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from peers.campaign import barrier_section, campaign_run, library_try, lost_notes, operation_sections
from peers.copies import copies_section
from peers.epcc import epcc_comparisons, epcc_section
from peers.obtain import MPI_PEERS, PEERS
from peers.osu import osu_comparisons, osu_section
from peers.ours import Comops, Results
from peers.outside import (
    LARGE_LEAST, ceiling_section, copy_comparison, imb_comparisons, imb_section, latency_comparison,
    latency_section, read_comparison,
)
from peers.programs import Unavailable, note
from peers.tables import Section
from peers.turns import Comparison, turns_take


class Run:
    """The request, the peers that are `here`, and `notes` about what is missing."""

    def __init__(self, options: Namespace, comops: Comops) -> None:
        self.options = options
        self.comops = comops
        self.notes: list[str] = []
        self.lost = False
        self.here: dict[str, Path] = {}
        self.libraries: dict[str, Path] = {}
        folder = options.folder.resolve()
        for name in options.peers:
            with self.optional(name):
                self.here[name] = PEERS[name].obtain(folder, PEERS[name].version)
        given = {"epcc": options.epcc, "osu": options.osu}
        self.here |= {name: place for name, place in given.items() if place}

    @contextmanager
    def optional(self, name: str) -> Iterator[None]:
        """Turns the failure of an optional part into a note."""
        try:
            yield
        except (Unavailable, OSError) as error:
            self.notes.append(f"without {name}: {error}")
            note(self.notes[-1])

    def campaign(self) -> Results:
        """Ours and the MPI libraries; Unavailable if nothing can be measured."""
        libraries = self.libraries
        for name in filter(self.here.get, MPI_PEERS):
            with self.optional(name):
                library_try(self.comops, name, self.here[name])
                libraries[name] = self.here[name]
        note(f"measuring threads and mpi{''.join(f', mpi@{name}' for name in libraries)}")
        options = self.options
        return campaign_run(self.comops, options.patterns, options.sizes, options.turns, libraries)

    def made(self, name: str, make: Callable[[Path], list[Comparison]]) -> list[Comparison]:
        """Comparisons with a peer; none if it is not available."""
        if name in self.here:
            with self.optional(name):
                return make(self.here[name])
        return []

    def sections(self, results: Results) -> list[Section]:
        """Takes the turns and makes all tables."""
        comops, sizes, pus = self.comops, self.options.sizes, results.pus()
        imb = self.made("imb", lambda prefix: imb_comparisons(
            comops, prefix / "bin/IMB-MPI1", sizes, pus))
        osu = self.made("osu", lambda folder: osu_comparisons(comops, folder, sizes, pus))
        latency = self.made("core-to-core-latency", lambda program: [
            latency_comparison(comops, program, pus)])
        epcc = self.made("epcc", lambda program: epcc_comparisons(comops, program, pus))
        ceilings = []
        large = [size for size in sizes if size >= LARGE_LEAST]
        if large:
            with self.optional("remote read"):
                ceilings.append(read_comparison(comops, large))
            ceilings += self.made("likwid-bench", lambda program: [
                copy_comparison(comops, program, large, pus)])
        copies = []
        with self.optional("the number of copies"):
            copies.append(copies_section(comops, self.libraries))
        comparisons = [*imb, *osu, *latency, *epcc, *ceilings]
        turns_take(comparisons, self.options.turns)
        lost = [*(note for each in comparisons for note in each.notes()), *lost_notes(results)]
        self.notes += lost
        self.lost = bool(lost)
        summary, *details = operation_sections(results, self.options.patterns)
        sections = [summary, barrier_section(results), latency_section(latency),
                    ceiling_section(ceilings), *copies, imb_section(imb), osu_section(osu),
                    epcc_section(epcc), *details]
        return [section for section in sections if section.rows]
