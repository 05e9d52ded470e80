# SPDX-License-Identifier: BSD-3-Clause
"""Where the ranks were: the hand-overs of a cache line before and after each round, and the classes
of distance that they show.

A hypervisor may move cores while the guest sees the same caches all the time. A hand-over then
takes 10, 28 or 110 ns between the same two ranks, and a median over all rounds is that of no
machine.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

# Values are of one class unless this factor lies between neighbours; a value that has less than
# SHARE_LEAST of all within half of that factor is a core that moved meanwhile, or was interrupted.
GAP, SHARE_LEAST, FEWEST = 1.2, 0.01, 2
SEVERAL = 0.02  # the share of the rounds from which on a second class is a fact of the machine
LAUNCHES_LEAST = 6  # of another class that is reported too: fewer have no interval


class Handovers(NamedTuple):
    """Between rank 0 and the others that were measured, before and after a round, ns, one way;
    empty: not measured."""

    before: tuple[float, ...] = ()
    after: tuple[float, ...] = ()


class HandoverClass(NamedTuple):
    """A class of hand-overs, ns."""

    low: float
    high: float
    median: float


T = TypeVar("T")
Classes = tuple[int, ...]  # of each pair of ranks, an index of the distances


def distances_of(values: Sequence[float]) -> list[HandoverClass]:
    """The classes of hand-overs, ascending; none if no two values are close to each other.

    They lie between the gaps of their own histogram: no distance is known in advance.
    """
    import numpy as np

    ordered = np.sort(np.asarray(values, float))
    near = math.sqrt(GAP)
    neighbours = (np.searchsorted(ordered, ordered * near, "right")
                  - np.searchsorted(ordered, ordered / near))
    kept = ordered[neighbours >= max(SHARE_LEAST * len(ordered), FEWEST)]
    parts = np.split(kept, np.flatnonzero(kept[1:] > GAP * kept[:-1]) + 1)
    return [HandoverClass(float(part[0]) / near, float(part[-1]) * near, float(np.median(part)))
            for part in parts if len(part)]


@dataclass(frozen=True)
class Rounds:
    """Rounds divided into classes. `classes`: of each round, None where it changed from before to
    after, or is none of the `distances`: such a round is void."""

    distances: list[HandoverClass]
    classes: list[Classes | None]

    @classmethod
    def of(cls, rounds: Iterable[Handovers], distances: list[HandoverClass]) -> "Rounds":
        return cls(distances, [_class_of(handovers, distances) for handovers in rounds])

    @classmethod
    def by_their_own(cls, rounds: Sequence[Handovers]) -> "Rounds":
        """Divided by the distances that these rounds show themselves."""
        return cls.of(rounds, distances_of([ns for handovers in rounds for times in handovers
                                            for ns in times]))

    def usual_ones(self, values: Sequence[T]) -> list[T]:
        """The values of the most frequent class, given one for each round."""
        return [value for value, place in zip(values, self.classes, strict=True)
                if place is not None and place == self.usual]

    @property
    def void(self) -> int:
        return self.classes.count(None)

    @property
    def usual(self) -> Classes | None:
        """The most frequent class; None if all rounds are void."""
        return next(iter(self.ranked()), None)

    def ranked(self) -> dict[Classes, int]:
        """How many rounds each class has, the most frequent one first."""
        return dict(Counter(class_ for class_ in self.classes if class_ is not None).most_common())

    def ns(self, classes: Classes) -> tuple[float, float]:
        """The shortest and the longest of its distances."""
        medians = [self.distances[class_].median for class_ in classes]
        return min(medians), max(medians)


def _class_of(handovers: Handovers, distances: Sequence[HandoverClass]) -> Classes | None:
    known = [tuple(next((at for at, distance in enumerate(distances)
                         if distance.low <= ns <= distance.high), -1) for ns in times)
             for times in handovers if times]
    if not known or known[0] != known[-1] or -1 in known[0]:
        return None
    return known[0]


class HandoverSummary(NamedTuple):
    """What the hand-overs of some rounds say. `classes`: shortest and longest hand-over between
    rank 0 and another rank, ns, and the share of the rounds, the most frequent class first; `void`:
    the share of the rounds in which it changed; `mixed`: the share of the groups in
    which no class had enough launches, so that their results are those of all rounds."""

    classes: list[tuple[float, float, float]]
    void: float
    rounds: int
    mixed: float = 0.0

    @property
    def moves(self) -> bool:
        """The cores were moved: there is a second class, or rounds in which it changed."""
        return self.void >= SEVERAL or any(share >= SEVERAL for *_, share in self.classes[1:])

    @property
    def contradicts(self) -> bool:
        """hwloc describes one distance for each pair of ranks, but these had several."""
        return any(share >= SEVERAL for *_, share in self.classes[1:])


def same_distance(ns: Sequence[float], other: Sequence[float]) -> bool:
    """Two classes are the same though other rounds have moved their medians a little. Without a
    distance both are 0."""
    return all(a == b or (a * b > 0 and 0.8 < a / b < 1.25)
               for a, b in zip(ns, other, strict=True))


class MeasuredPlacement(NamedTuple):
    """A placement: its name; how near its ranks are by the machine's description, the least and the
    most of rank 0 and another one, as the depth of the smallest part that has both; the shortest
    and the longest hand-over of its most frequent class, ns."""

    name: str
    depths: tuple[int, int]
    ns: tuple[float, float]


def contradictions(known: Sequence[MeasuredPlacement]
                   ) -> list[tuple[MeasuredPlacement, MeasuredPlacement]]:
    """Pairs of placements that are measured the other way round: all ranks of the first are nearer
    by the description, but farther as measured."""
    return [(near, far) for near in known for far in known
            if near.depths[0] > far.depths[1] and near.ns[1] > GAP * far.ns[0]]


def measured_of(rounds: Sequence[Handovers]) -> HandoverSummary | None:
    """What they say, by classes of their own; None if nothing was measured."""
    if not any(values for handovers in rounds for values in handovers):
        return None
    known, count = Rounds.by_their_own(rounds), len(rounds)
    classes = [(*known.ns(indices), many / count) for indices, many in known.ranked().items()]
    return HandoverSummary(classes, known.void / count, count)
