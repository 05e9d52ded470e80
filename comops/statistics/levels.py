# SPDX-License-Identifier: BSD-3-Clause
"""The variances of values between launches, and between the rounds of one launch.

T. Kalibera and R. Jones, "Rigorous benchmarking in reasonable time", ISMM 2013, sections 6 and 7.
"""

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np


ROUNDS_FIRST = 3  # of a launch, odd, before anything is known
POOLED = 6  # launches


class Levels(NamedTuple):
    """Variances of the logarithms of the values, hence of relative deviations.

    `launches` is what would remain with infinitely many rounds in each launch.
    """

    launches: float
    rounds: float

    @property
    def spread(self) -> dict[str, float]:
        """Relative standard deviations, as records have them."""
        return {"launches": math.sqrt(self.launches), "rounds": math.sqrt(self.rounds)}

    @property
    def ratio(self) -> float:
        """The variance of launches over that of rounds; infinite if rounds do not differ."""
        return self.launches / self.rounds if self.rounds > 0 else math.inf


class LaunchMoments(NamedTuple):
    """The logarithms of the values of each launch, the last axis: how many, their mean, and the sum
    of the squares of their deviations from it."""

    count: "np.ndarray"
    mean: "np.ndarray"
    squares: "np.ndarray"

    def levels(self) -> tuple["np.ndarray", "np.ndarray", "np.ndarray"]:
        """The members of Levels, and whether they are known.

        One-way analysis of variance with random effects, for unequal counts (S. Searle, G. Casella
        and C. McCulloch, "Variance Components", 1992, section 3.6).
        """
        import numpy as np

        taken, count = (self.count > 0).sum(axis=-1), self.count.sum(axis=-1)
        between_free, within_free = np.maximum(taken - 1, 1), np.maximum(count - taken, 1)
        whole = (self.count * self.mean).sum(axis=-1) / np.maximum(count, 1)
        between = (self.count * (self.mean - whole[..., None]) ** 2).sum(axis=-1) / between_free
        typical = count - (self.count**2).sum(axis=-1) / np.maximum(count, 1)
        rounds = self.squares.sum(axis=-1) / within_free
        known = (taken > 1) & (count > taken)
        launches = (between - rounds) * between_free / np.where(known, typical, 1)
        return np.maximum(launches, 0), rounds, known


def levels_of(logs: "np.ndarray") -> Levels | None:
    """From the logarithms of values, [launch, round], NaN where there is none; None if there are no
    two launches, or none with two values."""
    import numpy as np

    known = ~np.isnan(logs)
    count, values = known.sum(axis=1), np.where(known, logs, 0.0)
    means = values.sum(axis=1) / np.maximum(count, 1)
    squares = (np.where(known, values - means[:, None], 0.0) ** 2).sum(axis=1)
    variances = LaunchMoments(count, means, squares).levels()
    return Levels(*map(float, variances[:2])) if variances[2] else None


def ratio_shrunk(ratio: float, launches: int, pooled: float) -> float:
    """Levels.ratio of a group of so many launches, shrunk towards that of all groups, which counts
    as much as POOLED launches: that of a few launches is uncertain and often 0."""
    return (launches * ratio + POOLED * pooled) / (launches + POOLED)


def levels_rounds(ratio: float, launch_cost: float, round_cost: float, before: int) -> int:
    """How many rounds the next launch of a group should have, so that the mean over launches is as
    precise as possible in the given time, sqrt(launch_cost / round_cost / ratio), but at least as
    many as take twice as long as what is lost to the launch.

    `ratio`: Levels.ratio; `launch_cost`: of everything but the launch's rounds; `before`: rounds of
    the last one. The number at most doubles, plus one, because the ratio is uncertain. It is odd:
    the median of an odd number of values has the same median as they have.
    """
    cost = round_cost * ratio
    best = math.sqrt(launch_cost / cost) if cost > 0 else math.inf
    best = max(best, 2 * launch_cost / round_cost)
    most = 2 * before + 1
    return min(2 * int(min(best, most) / 2) + 1, most)  # 0 to 2 becomes 1, 2 to 4 becomes 3
