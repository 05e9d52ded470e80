# SPDX-License-Identifier: BSD-3-Clause
"""The variances of values between launches, and between the rounds of one launch.

T. Kalibera and R. Jones, "Rigorous benchmarking in reasonable time", ISMM 2013, sections 6 and 7.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from analysis.intervals import mean


class Levels(NamedTuple):
    """Variances of the logarithms of the values, hence of relative deviations.

    `launches` is what would remain with infinitely many rounds in each launch.
    """

    launches: float
    rounds: float

    @property
    def deviations(self) -> tuple[float, float]:
        """Relative standard deviations of launches and of rounds."""
        return math.sqrt(self.launches), math.sqrt(self.rounds)


def levels_estimate(launches: Iterable[Sequence[float | None]]) -> Levels | None:
    """Each launch has values, one for each round; None or NaN is a missing one.

    One-way analysis of variance with random effects, for unequal counts (S. Searle, G. Casella and
    C. McCulloch, "Variance Components", 1992, section 3.6). None if there are no two launches, or
    none with two values.
    """
    return levels_of(map(launch_of, launches))


class Launch(NamedTuple):
    """The logarithms of a launch's values: how many, their mean, and the sum of the squares of
    their deviations from it."""

    count: int
    mean: float
    squares: float


def launch_of(values: Iterable[float | None]) -> Launch:
    logs = [math.log(value) for value in values if value and value > 0]
    centre = mean(logs) if logs else 0.0
    return Launch(len(logs), centre, math.fsum((value - centre) ** 2 for value in logs))


def levels_of(launches: Iterable[Launch]) -> Levels | None:
    """As levels_estimate."""
    taken = [launch for launch in launches if launch.count]
    count = sum(launch.count for launch in taken)
    if len(taken) < 2 or count == len(taken):
        return None
    whole = math.fsum(launch.count * launch.mean for launch in taken) / count
    between = math.fsum(launch.count * (launch.mean - whole) ** 2 for launch in taken)
    typical = (count - sum(launch.count**2 for launch in taken) / count) / (len(taken) - 1)
    rounds = math.fsum(launch.squares for launch in taken) / (count - len(taken))
    return Levels(max((between / (len(taken) - 1) - rounds) / typical, 0.0), rounds)


def levels_rounds(levels: Levels, launch_cost: float, round_cost: float, most: int) -> int:
    """How many rounds a launch should have, so that the mean over launches is as precise as
    possible in the given time.

    sqrt(launch_cost / round_cost * rounds / launches); the launch's own cost is that of everything
    but its rounds. Rounded to an odd number from 1 to `most`, itself odd: the median of an odd
    number of values has the same median as they have.
    """
    if not levels.rounds > 0:
        return 1
    cost = round_cost * levels.launches
    best = math.sqrt(launch_cost * levels.rounds / cost) if cost > 0 else math.inf
    return min(2 * int(min(best, most) / 2) + 1, most)  # 0 to 2 becomes 1, 2 to 4 becomes 3
