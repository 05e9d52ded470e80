# SPDX-License-Identifier: BSD-3-Clause
"""The pseudomedian of a few values, and its interval.

The pseudomedian of a distribution is the median of the mean of two independent values; of a
symmetric one it is the median. Its estimate is the median of the Walsh averages, the means of any
two values and of each with itself (J. Hodges and E. Lehmann, "Estimates of location based on rank
tests", Annals of Mathematical Statistics 34, 1963). Its interval lies between two of them, chosen
by the exact distribution of Wilcoxon's signed ranks (M. Hollander, D. Wolfe and E. Chicken,
"Nonparametric Statistical Methods", 2014, section 3.3).
"""

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from comops.statistics.intervals import CONFIDENCE, Interval

if TYPE_CHECKING:
    import numpy as np


@cache
def _tails(count: int) -> "np.ndarray":
    """The probability of each sum of signed ranks or less, below the middle."""
    import numpy as np

    most = count * (count + 1) // 4 + 1
    chances = np.zeros(most)
    chances[0] = 1.0
    for rank in range(1, count + 1):
        chances[rank:] += chances[:max(most - rank, 0)].copy()
        chances /= 2
    return chances.cumsum()


@cache
def rank_of(count: int, confidence: float = CONFIDENCE) -> int:
    """Which of the sorted Walsh averages of `count` values, from each end, bounds the interval of
    their pseudomedian; 0: none. Fewer than 6 values cannot reach 95 %."""
    return int(_tails(count).searchsorted((1 - confidence) / 2, "right"))


def walsh_averages(values: "np.ndarray") -> "np.ndarray":
    """The Walsh averages of the last axis, ascending."""
    first, second = _pairs(values.shape[-1])
    averages = values[..., first] + values[..., second]
    averages /= 2
    averages.sort()
    return averages


@lru_cache(maxsize=8)  # ratios of one group mostly have the same number of launches
def _pairs(count: int) -> tuple["np.ndarray", "np.ndarray"]:
    import numpy as np

    return np.triu_indices(count)


def pseudomedian(averages: "np.ndarray") -> "np.ndarray":
    """The median of sorted Walsh averages, at least one."""
    last = averages.shape[-1] - 1
    return (averages[..., last // 2] + averages[..., (last + 1) // 2]) / 2


def interval_of(averages: "np.ndarray", count: int, confidence: float = CONFIDENCE
                ) -> Interval | None:
    """The interval of the pseudomedian of so many values, from their sorted Walsh averages; None if
    they are too few."""
    rank = rank_of(count, confidence)
    return (averages[..., rank - 1], averages[..., -rank]) if rank else None
