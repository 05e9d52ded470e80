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
    """Each launch has values, one for each round; None is a missing one.

    One-way analysis of variance with random effects, for unequal counts (S. Searle, G. Casella and
    C. McCulloch, "Variance Components", 1992, section 3.6). None if there are no two launches, or
    none with two values.
    """
    logs = [[math.log(value) for value in values if value] for values in launches]
    taken = [values for values in logs if values]
    counts = [len(values) for values in taken]
    count = sum(counts)
    if len(taken) < 2 or count == len(taken):
        return None
    means = [mean(values) for values in taken]
    within = math.fsum((value - centre) ** 2
                       for values, centre in zip(taken, means, strict=True) for value in values)
    whole = math.fsum(value for values in taken for value in values) / count
    between = math.fsum(n * (centre - whole) ** 2 for n, centre in zip(counts, means, strict=True))
    typical = (count - sum(n * n for n in counts) / count) / (len(taken) - 1)
    rounds = within / (count - len(taken))
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
