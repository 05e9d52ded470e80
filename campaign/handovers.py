# SPDX-License-Identifier: BSD-3-Clause
"""Rounds are divided by the distance that the ranks had (analysis/handovers.py): what is concluded
of a table rests on the rounds of its most frequent class."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.findings import FoundDistance
from analysis.handovers import (
    LAUNCHES_LEAST, Classes, Distance, Handovers, Rounds, distances_of, same_distance,
)
from analysis.modes import of_one_state
from analysis.verdicts import KINDS, verdict_of
from campaign.planning.plan import group_key

if TYPE_CHECKING:
    from analysis.cells import Cell
    from campaign.groups import GroupState
    from campaign.planning.plan import Group

Record = dict[str, Any]
_Placed = tuple[str, int]  # a placement and its ranks


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
        return [classes in (None, one) for one in self.rounds.classes]

    def suffices(self, cells: "Sequence[Cell]") -> bool:
        """Whether the rounds that are used have launches for an interval, or are in all launches.
        """
        kept = self.kept(self.used)
        return all(kept) or all(
            _launches(cell, kept) >= min(len(cell.launches), LAUNCHES_LEAST)
            for cell in cells if cell.valid)

    def cells(self, cells: "list[Cell]") -> "list[Cell]":
        """With the rounds that are used, those at other distances apart."""
        kept = self.kept(self.used)
        others = [one not in (None, self.used) for one in self.rounds.classes]
        return cells if all(kept) else [cell.of_rounds(kept, others) for cell in cells]


class _Usual(NamedTuple):
    """The classes of some rounds, and the shortest and longest hand-over of the most frequent one;
    None: all rounds are void."""

    distances: list[Distance]
    ns: tuple[float, float] | None


def _usual_of(seen: Sequence[Handovers]) -> _Usual | None:
    """None if nothing was measured."""
    distances = distances_of([ns for one in seen for some in one for ns in some])
    if not distances:
        return None
    rounds = Rounds.of(seen, distances)
    return _Usual(distances, rounds.ns(rounds.usual) if rounds.usual else None)


@dataclass
class HandoversSeen:
    """The hand-overs of all rounds of each placement in a campaign."""

    _ended: dict[_Placed, list[Handovers]] = field(default_factory=lambda: defaultdict(list))
    _used: dict[int, tuple[float, float]] = field(default_factory=dict)  # ns, of each table
    _known: dict[_Placed, tuple[int, "_Usual | None"]] = field(default_factory=dict)  # by rounds

    def divide(self, state: "GroupState", states: "Sequence[GroupState]") -> Division | None:
        """The rounds of a group so far; None if nothing was measured, or the method prescribes
        them. `states`: those of its stage."""
        if state.cells[0].method.rounds:
            return None
        known = self._usual(_placed(state.group), states)
        if not known:
            return None
        rounds = Rounds.of(state.handovers, known.distances)
        wanted = self._used.get(state.group.table) or known.ns
        used = next((one for one in rounds.ranked()
                     if wanted and same_distance(rounds.ns(one), wanted)), None)
        division = Division(rounds, used)
        return division if division.suffices(state.cells) else Division(rounds, None)

    def _usual(self, placed: _Placed, states: "Sequence[GroupState]") -> "_Usual | None":
        """What all rounds of a placement so far have."""
        some = [other for other in states if _placed(other.group) == placed]
        count = len(self._ended[placed]) + sum(len(other.handovers) for other in some)
        if self._known.get(placed, (-1,))[0] != count:
            seen = self._ended[placed] + [one for other in some for one in other.handovers]
            self._known[placed] = count, _usual_of(seen)
        return self._known[placed][1]

    def end(self, state: "GroupState") -> None:
        """The first group that ends decides which class its table uses."""
        division = state.division
        if division and division.used is not None:
            self._used.setdefault(state.group.table, division.rounds.ns(division.used))

    def end_stage(self, states: "Sequence[GroupState]") -> None:
        for state in states:
            self._ended[_placed(state.group)] += state.handovers


def _placed(group: "Group") -> _Placed:
    return group.placement.name, group.ranks


def other_distances(states: "Sequence[GroupState]") -> list[FoundDistance]:
    """A table's verdicts at the distances that its results do not use. A group counts where it has
    at least LAUNCHES_LEAST launches at that distance, and its ratio does not use their rounds."""
    found: dict[tuple[int, int], FoundDistance] = {}
    total = sum(len(state.handovers) for state in states)
    for state in states:
        elsewhere = verdict_of(KINDS["best"], state.cells).ratio.elsewhere
        if not (division := state.division) or (elsewhere and elsewhere.used):
            continue
        for one, count in division.rounds.ranked().items():
            whole, kept = [cell.whole or cell for cell in state.cells], division.kept(one)
            launches = max((_launches(cell, kept) for cell in whole if cell.valid), default=0)
            if one == division.used or launches < LAUNCHES_LEAST:
                continue
            cells = of_one_state([cell.of_rounds(kept) for cell in whole])
            low, high = division.rounds.ns(one)
            known = found.setdefault((round(low), round(high)), FoundDistance(low, high))
            known.share += count / total
            known.verdicts.append((state.group.bytes, verdict_of(KINDS["best"], cells)))
    return list(found.values())


def _launches(cell: "Cell", kept: Sequence[bool]) -> int:
    """How many have any of these rounds."""
    return sum(map(bool, cell.counts_of(kept)))


def rounds_record(state: "GroupState", division: Division) -> Record:
    """The hand-overs of a group's rounds, and how they were divided."""
    rounds = division.rounds
    known = {one: at for at, one in enumerate(rounds.ranked())}
    return {
        "record": "rounds", **group_key(state.group, state.cells[0].key["method"]),
        "before_ns": [list(one.before) for one in state.handovers],
        "after_ns": [list(one.after) for one in state.handovers],
        "distances": [{"handover_ns": [rounds.distances[at].median for at in one], "rounds": many}
                      for one, many in rounds.ranked().items()],
        "classes": [None if one is None else known[one] for one in rounds.classes],
        "used": None if division.used is None else known[division.used], "void": rounds.void}
