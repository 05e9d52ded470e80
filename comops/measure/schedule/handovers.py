# SPDX-License-Identifier: BSD-3-Clause
"""Rounds are divided by the distance that the ranks had (statistics/handovers.py): what is
concluded of a table rests on the rounds of its most frequent class."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from comops.results.plan import Group, group_key
from comops.statistics.cells import Cell
from comops.statistics.findings import FoundDistance
from comops.statistics.handovers import LAUNCHES_LEAST, Classes, Handovers, Rounds
from comops.statistics.modes import of_one_state
from comops.statistics.verdicts import KINDS, verdict_of

Record = dict[str, Any]


@dataclass(frozen=True)
class Division:
    """The rounds of a group, by class; `used` is the class of its results. None: all rounds,
    because no class has enough launches for an interval."""

    rounds: Rounds
    used: Classes | None

    @property
    def ns(self) -> tuple[float, float] | None:
        """The shortest and the longest hand-over of the rounds that are used; None for all."""
        return self.rounds.ns(self.used) if self.used is not None else None

    def kept(self, classes: Classes | None) -> list[bool]:
        """Which rounds have this class; all of them for None."""
        return [classes in (None, class_) for class_ in self.rounds.classes]

    def suffices(self, cells: Sequence[Cell]) -> bool:
        """Whether the rounds that are used have launches for an interval, or are in all launches.
        """
        kept = self.kept(self.used)
        return all(kept) or all(
            _launches(cell, kept) >= min(len(cell.launches), LAUNCHES_LEAST)
            for cell in cells if cell.valid)

    def cells(self, cells: list[Cell]) -> list[Cell]:
        """With the rounds that are used, those at other distances apart."""
        kept = self.kept(self.used)
        others = [class_ not in (None, self.used) for class_ in self.rounds.classes]
        return cells if all(kept) else [cell.of_rounds(kept, others) for cell in cells]


def other_distances(groups: Sequence[tuple[int, Sequence[Cell], Division | None]]
                    ) -> list[FoundDistance]:
    """A table's verdicts at the distances that its results do not use, of the bytes, cells and
    rounds of its groups. A group counts where it has at least LAUNCHES_LEAST launches at that
    distance, and its ratio does not use their rounds."""
    distances: dict[tuple[int, int], FoundDistance] = {}
    total = sum(len(division.rounds.classes) for _, _, division in groups if division)
    for size, cells, division in groups:
        elsewhere = verdict_of(KINDS["best"], cells).ratio.elsewhere
        if not division or (elsewhere and elsewhere.used):
            continue
        for classes, count in division.rounds.ranked().items():
            whole, kept = [cell.whole or cell for cell in cells], division.kept(classes)
            launches = max((_launches(cell, kept) for cell in whole if cell.valid), default=0)
            if classes == division.used or launches < LAUNCHES_LEAST:
                continue
            there = of_one_state([cell.of_rounds(kept) for cell in whole])
            low, high = division.rounds.ns(classes)
            known = distances.setdefault((round(low), round(high)), FoundDistance(low, high))
            known.share += count / total
            known.verdicts.append((size, verdict_of(KINDS["best"], there)))
    return list(distances.values())


def _launches(cell: Cell, kept: Sequence[bool]) -> int:
    """How many have any of these rounds."""
    return sum(map(bool, cell.counts_of(kept)))


def rounds_record(group: Group, method: str, seen: Sequence[Handovers], division: Division
                  ) -> Record:
    """The hand-overs of a group's rounds, and how they were divided."""
    rounds = division.rounds
    known = {classes: at for at, classes in enumerate(rounds.ranked())}
    return {
        "record": "rounds", **group_key(group, method),
        "before_ns": [list(handovers.before) for handovers in seen],
        "after_ns": [list(handovers.after) for handovers in seen],
        "distances": [{"handover_ns": [rounds.distances[at].median for at in classes],
                       "rounds": many} for classes, many in rounds.ranked().items()],
        "classes": [None if classes is None else known[classes] for classes in rounds.classes],
        "used": None if division.used is None else known[division.used], "void": rounds.void}
