# SPDX-License-Identifier: BSD-3-Clause
"""Medians, means and distribution-free intervals of a few values."""

from collections.abc import Iterable, Sequence
from functools import cache
from math import comb, exp, fsum, log, sqrt
from statistics import fmean as mean, median
from typing import TYPE_CHECKING

from comops.statistics.significance import quantile

if TYPE_CHECKING:
    import numpy as np

Interval = tuple[float, float]  # low, high

CONFIDENCE = 0.95  # of all intervals
CONFIDENCE_EQUIVALENCE = 0.9  # of those for equivalence: two one-sided tests at 5 %
OUTLIER = 1.8  # the least multiple of the median that is an outlier (Luecke 2004, section 2)
CONSISTENT = 1.4826  # times the median absolute deviation: normal values' standard deviation
CAMPAIGNS_LEAST = 3  # before there is an interval of the next one
FAR = 6  # in units of the square root of a count: what is below has a probability of 1e-31


def midmean(values: Iterable[float]) -> float:
    """The mean of the middle half of at least one value."""
    ordered = sorted(values)
    cut = len(ordered) // 4
    return mean(ordered[cut : len(ordered) - cut])


def midmean_of(values: "np.ndarray") -> float:
    """The same of a NumPy array, which becomes sorted."""
    values.sort()
    cut = len(values) // 4
    return float(values[cut : len(values) - cut].sum()) / (len(values) - 2 * cut)


def _filter(trials: Sequence[float]) -> tuple[list[float], float]:
    """The trials that stay, in ascending order, and the largest value that one may have."""
    ordered = sorted(trials[1:])
    tenth = len(ordered) // 10
    limit = OUTLIER * median(ordered)
    kept = sum(trial <= limit for trial in ordered)
    if len(ordered) - kept > tenth:
        kept = len(ordered) - tenth
        limit = ordered[kept - 1]
    return ordered[:kept], limit


def filtered_mean(trials: Sequence[float]) -> float:
    """Luecke, Spanoyannis and Kraeva 2004, section 2: the mean without outliers.

    The first trial is dropped, and so are those above 1.8 times the median of the rest, but at most
    the largest tenth.
    """
    return mean(_filter(trials)[0]) if len(trials) > 1 else trials[0]


def dropped(trials: Sequence[float]) -> list[int]:
    """Indices of the trials that filtered_mean leaves out."""
    if len(trials) < 2:
        return []
    limit = _filter(trials)[1]
    return [at for at, trial in enumerate(trials) if at == 0 or trial > limit]


@cache
def rank_of(count: int, confidence: float = CONFIDENCE) -> int:
    """Which of `count` sorted values, from each end, bounds the interval of their median; 0: none.

    The narrowest symmetric pair of order statistics that covers the median of independent values
    with at least this confidence, from the binomial distribution (Le Boudec, "Performance
    Evaluation of Computer and Communication Systems", 2010, theorem 2.1; Hoefler and Belli, SC
    2015, rule 8). Fewer than 6 values cannot reach 95 %.
    """
    tail = (1 - confidence) / 2
    rank = max(int(count / 2 - FAR * sqrt(count)), 0)
    below = chance = comb(count, rank) / (1 << count)  # of `rank` of so many fair coins
    while below <= tail:
        rank += 1
        chance *= (count - rank + 1) / rank
        below += chance
    return rank


def median_interval(values: Iterable[float]) -> Interval | None:
    """The interval of the values' median; None if there are too few."""
    ordered = sorted(values)
    rank = rank_of(len(ordered))
    return (ordered[rank - 1], ordered[-rank]) if rank else None


def next_interval(ratios: Sequence[float]) -> Interval | None:
    """What holds the ratio of the next campaign in 95 %, from the ratios of campaigns, which vary
    for what lasts a whole campaign and for what varies within one; None of fewer than
    CAMPAIGNS_LEAST.

    Student's prediction interval for one more value of a normal distribution, whose mean and
    variance are estimated (Hahn and Meeker, "Statistical Intervals", 1991, section 4.7), of the
    logarithms, so that the inverse ratios have the inverse interval. Order statistics would need
    39 campaigns.
    """
    count = len(ratios)
    if count < CAMPAIGNS_LEAST:
        return None
    logs = [log(ratio) for ratio in ratios]
    centre = mean(logs)
    variance = fsum((value - centre) ** 2 for value in logs) / (count - 1)
    half = quantile((1 + CONFIDENCE) / 2, count - 1) * sqrt(variance * (1 + 1 / count))
    return exp(centre - half), exp(centre + half)


def relative_half_width(interval: Interval, centre: float) -> float:
    """(high - low) / 2 relative to `centre`."""
    return (interval[1] - interval[0]) / 2 / centre


def hull(interval: Interval | None, other: Interval | None) -> Interval | None:
    """The smallest interval that contains both; None without one of them."""
    return (min(interval[0], other[0]), max(interval[1], other[1])) if interval and other else None


def side(ratio: Interval) -> int:
    """1 if the interval of a ratio lies above 1, -1 if below, 0 if it contains 1."""
    return (ratio[0] > 1) - (ratio[1] < 1)
