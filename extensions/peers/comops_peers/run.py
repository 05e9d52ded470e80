# SPDX-License-Identifier: BSD-3-Clause
"""One run: obtains the peers, measures, and makes the tables."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from comops.common.durations import duration_text
from comops.reports.words.formats import plural
from comops.results.read import Campaign
from comops_peers import ceilings, epcc, imb, osu
from comops_peers.libraries import (campaign_words, copies_section, library_try, lost_notes,
                                    operation_sections)
from comops_peers.obtain import MPI_PEERS, PEERS
from comops_peers.programs import Comops, Unavailable, note, pus_of
from comops_peers.tables import Section
from comops_peers.turns import PeerComparison, turns_take

Make = Callable[[Comops, Path, list[int], list[int]], list[PeerComparison]]
MAKERS: dict[str, Make] = {
    "imb": imb.comparisons, "osu": osu.comparisons,
    "core-to-core-latency": ceilings.latency_comparisons, "epcc": epcc.comparisons,
    "likwid-bench": ceilings.copy_comparisons,
}


class Run:
    """The request, the peers that are `here`, and `notes` about what is missing."""

    def __init__(self, options: Namespace, comops: Comops) -> None:
        self.options = options
        self.comops = comops
        self.notes: list[str] = []
        self.lost = False
        self.here: dict[str, Path | None] = {}  # None: not asked for
        self.libraries: dict[str, Path] = {}
        folder = options.folder.resolve()
        for name in options.peers:
            with self.optional(name):
                self.here[name] = PEERS[name].obtain(folder, PEERS[name].version)
        self.here |= {"epcc": options.epcc, "osu": options.osu}
        if not ceilings.large_of(options.sizes):
            self.here["likwid-bench"] = None

    @contextmanager
    def optional(self, name: str) -> Iterator[None]:
        """Turns the failure of an optional part into a note."""
        try:
            yield
        except (Unavailable, OSError) as error:
            self.notes.append(f"without {name}: {error}")
            note(self.notes[-1])

    def campaign(self) -> Campaign:
        """Ours and the MPI libraries; Unavailable if nothing can be measured."""
        libraries = self.libraries
        for name in filter(self.here.get, MPI_PEERS):
            with self.optional(name):
                library_try(self.comops, name, self.here[name])
                libraries[name] = self.here[name]
        words = campaign_words(self.comops, self.options.patterns, self.options.sizes, libraries)
        budget = self.options.budget or self.comops.planned(*words)
        programs = list(filter(self.here.get, MAKERS))
        note(f"measuring threads and mpi{''.join(f', mpi@{name}' for name in libraries)}: "
             f"{duration_text(budget)}" + (
                 f"; then {plural(self.options.turns, 'turn')} with {', '.join(programs)}: the "
                 "first tells how long they take" if programs else ""))
        return self.comops.run(*words, "--budget", str(budget))

    def comparisons(self, pus: list[int]) -> dict[str, list[PeerComparison]]:
        """What is compared with each peer: nothing with one that is not available."""
        sizes = self.options.sizes
        made: dict[str, list[PeerComparison]] = {name: [] for name in MAKERS}
        for name, make in MAKERS.items():
            if place := self.here.get(name):
                with self.optional(name):
                    made[name] = make(self.comops, place, sizes, pus)
        return made

    def sections(self, results: Campaign) -> list[Section]:
        """Takes the turns and makes all tables."""
        made = self.comparisons(pus_of(results))
        copies = []
        with self.optional("the number of copies"):
            copies.append(copies_section(self.comops, self.libraries))
        every = [comparison for comparisons in made.values() for comparison in comparisons]
        turns_take(every, self.options.turns)
        lost = [*(note for each in every for note in each.notes()), *lost_notes(results)]
        (summary, *details), missing = operation_sections(results, self.options.patterns)
        self.notes += lost + missing
        self.lost = bool(lost)
        sections = [summary, ceilings.latency_section(made["core-to-core-latency"]),
                    ceilings.section(made["likwid-bench"]), *copies,
                    imb.section(made["imb"]), osu.section(made["osu"]),
                    epcc.section(made["epcc"]), *details]
        return [section for section in sections if section.rows]
