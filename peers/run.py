# SPDX-License-Identifier: BSD-3-Clause
"""One run: obtains the peers, measures, and makes the tables."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager

from campaign import barrier_section, campaign_run, library_try, lost_notes, operation_sections
from obtain import MPI_PEERS, PEERS
from ours import Comops, Results
from outside import (
    LARGE_LEAST,
    ceiling_section,
    copy_comparison,
    imb_comparisons,
    imb_section,
    latency_comparison,
    latency_section,
    read_comparison,
)
from programs import Unavailable, complain
from tables import Section
from turns import Comparison, turns_take


class Run:
    """What was asked for, the peers that are `here`, and `notes` about what is missing."""

    def __init__(self, options: Namespace, comops: Comops) -> None:
        self.options = options
        self.comops = comops
        self.notes: list[str] = []
        self.lost = False
        self.here = {}
        folder = options.folder.resolve()
        for name in options.peers:
            with self.optional(name):
                self.here[name] = PEERS[name].obtain(folder, PEERS[name].version)

    @contextmanager
    def optional(self, name: str) -> Iterator[None]:
        """Turns a failure of something dispensable into a note."""
        try:
            yield
        except (Unavailable, OSError) as error:
            self.notes.append(f"without {name}: {error}")
            complain(self.notes[-1])

    def campaign(self) -> Results:
        """Ours and the MPI libraries; Unavailable if nothing can be measured."""
        libraries = {}
        for name in [name for name in MPI_PEERS if name in self.here]:
            with self.optional(name):
                library_try(self.comops, name, self.here[name])
                libraries[name] = self.here[name]
        complain(f"measuring threads and mpi{''.join(f', mpi@{name}' for name in libraries)}")
        options = self.options
        return campaign_run(self.comops, options.patterns, options.sizes, options.turns, libraries)

    def imb(self, pus: list[int]) -> list[Comparison]:
        """With the Intel MPI Benchmarks."""
        with self.optional("imb"):
            if "imb" in self.here:
                return imb_comparisons(self.comops, self.here["imb"] / "bin/IMB-MPI1",
                                       self.options.sizes, pus)
        return []

    def latency(self, pus: list[int]) -> list[Comparison]:
        """With core-to-core-latency."""
        program = self.here.get("core-to-core-latency")
        return [latency_comparison(self.comops, program, pus)] if program else []

    def ceilings(self, pus: list[int]) -> list[Comparison]:
        """Of large messages, if there are any."""
        large = [size for size in self.options.sizes if size >= LARGE_LEAST]
        made = []
        if large:
            with self.optional("remote read"):
                made.append(read_comparison(self.comops, large))
        if large and "likwid-bench" in self.here:
            with self.optional("likwid-bench"):
                made.append(copy_comparison(self.comops, self.here["likwid-bench"], large, pus))
        return made

    def sections(self, results: Results) -> list[Section]:
        """Takes the turns and makes all tables."""
        pus = results.pus()
        imb, latency, ceilings = self.imb(pus), self.latency(pus), self.ceilings(pus)
        comparisons = [*imb, *latency, *ceilings]
        turns_take(comparisons, self.options.turns)
        lost = [*(note for each in comparisons for note in each.notes()), *lost_notes(results)]
        self.notes += lost
        self.lost = bool(lost)
        summary, *details = operation_sections(results, self.options.patterns)
        sections = [summary, barrier_section(results), latency_section(latency),
                    ceiling_section(ceilings), imb_section(imb), *details]
        return [section for section in sections if section.rows]
