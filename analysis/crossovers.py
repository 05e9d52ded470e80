# SPDX-License-Identifier: BSD-3-Clause
"""The sizes at which the faster of two changes."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from analysis.intervals import Interval

LOW, RATIO, HIGH = 0, 1, 2


class RatioPoint(NamedTuple):
    """The time of b over the time of a at this size, with its 95 % interval; `faster`: 1 if a is,
    -1 if b is, 0 if neither is shown to be (analysis.decisions)."""

    bytes: float
    ratio: float
    ci95: Interval
    faster: int

    def curve(self, which: int) -> float:
        return (self.ci95[0], self.ratio, self.ci95[1])[which]


class Crossover(NamedTuple):
    """`a_below`: a is the faster one below this size, b above; otherwise the reverse.

    `ci95` is of bytes; `before` and `after` are the sizes around it at which one is faster.
    """

    bytes: float
    ci95: Interval
    a_below: bool
    before: float
    after: float


def _crossing(points: Sequence[RatioPoint], which: int) -> float:
    """Where the curve first crosses 1, coming from the first point: it has different sides at both
    ends."""
    above = points[0].curve(which) > 1
    at = next(at for at, point in enumerate(points) if (point.curve(which) > 1) != above)
    one, other = points[at - 1], points[at]
    from_, to = math.log(one.curve(which)), math.log(other.curve(which))
    return one.bytes * (other.bytes / one.bytes) ** (from_ / (from_ - to))


def _between(points: Sequence[RatioPoint]) -> Crossover:
    """The first and the last point have different sides."""
    backwards = points[::-1]
    a_below = points[0].faster > 0
    # Noise may make the ratio cross back and forth: the middle of the first and the last crossing.
    middle = math.sqrt(_crossing(points, RATIO) * _crossing(backwards, RATIO))
    first, last = (LOW, HIGH) if a_below else (HIGH, LOW)
    ci95 = _crossing(points, first), _crossing(backwards, last)
    return Crossover(middle, ci95, a_below, points[0].bytes, points[-1].bytes)


def crossovers_of(points: Sequence[RatioPoint]) -> Iterator[Crossover]:
    """All crossovers that the intervals support.

    They lie between two sizes at which one is faster and then the other, with no such size in
    between. Between sizes log(ratio) is interpolated over log(bytes). `ci95` contains every size at
    which the interpolated interval of the ratio contains 1 (the inversion of a test; Casella and
    Berger, "Statistical Inference", section 9.2). Points are in ascending order of bytes, above 0.
    """
    decided = [at for at, point in enumerate(points) if point.faster]
    for before, after in zip(decided, decided[1:], strict=False):
        if points[before].faster != points[after].faster:
            yield _between(points[before : after + 1])
