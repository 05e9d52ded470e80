# SPDX-License-Identifier: BSD-3-Clause
"""Whether what was seen may be chance: Student's t distribution, for any positive, not necessarily
integer, degrees of freedom; p-values of several hypotheses; and whether values in order have a
trend."""

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

MANY = 3000  # degrees of freedom from which the normal transform is as accurate
ACCURATE = 1e-15  # relative
TERMS = 1000
STEPS = 50  # of Newton's method, whose error after a step is about the square of the step
NEAR = 1e-7
TREND_LEAST = 6  # values

normal_quantile = NormalDist().inv_cdf


def beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method.

    Press et al., Numerical Recipes, section 6.4.
    """
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, TERMS):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + factor * d)
            c = 1 + factor / c
            value *= c * d
        if abs(c * d - 1) < ACCURATE:
            break
    return value


def normal_of(t: float, freedom: float) -> float:
    """The normal value with the same tail as t: Hill, CACM algorithm 395 (1970)."""
    shifted = freedom - 0.5
    scale = 48 * shifted**2
    square = shifted * math.log1p(t * t / freedom)
    z = math.sqrt(square)
    correction = (((-0.4 * square - 3.3) * square - 24) * square - 85.5) / (
        0.8 * square**2 + 100 + scale
    )
    return z * (1 + (correction + square + 3) / scale)


def tail(t: float, freedom: float) -> float:
    """The probability of a value above t >= 0."""
    if freedom >= MANY:
        return math.erfc(normal_of(t, freedom) / math.sqrt(2)) / 2
    a, b, x = freedom / 2, 0.5, freedom / (freedom + t * t)
    if t == 0:
        return 0.5
    complement = t * t / (freedom + t * t)
    gammas = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    scale = math.exp(gammas + a * math.log(x) + b * math.log(complement))
    if x < (a + 1) / (a + b + 2):
        return scale * beta_fraction(a, b, x) / a / 2
    return (1 - scale * beta_fraction(b, a, complement) / b) / 2


def density(t: float, freedom: float) -> float:
    power = (freedom + 1) / 2
    gammas = math.lgamma(power) - math.lgamma(freedom / 2)
    exponential = math.exp(gammas - power * math.log1p(t * t / freedom))
    return exponential / math.sqrt(math.pi * freedom)


@lru_cache(maxsize=4096)  # a comparison asks for each of its values some ten times
def quantile(probability: float, freedom: float) -> float:
    """The value that is exceeded with probability 1 - `probability`, which is above 0.5.

    Newton's method, started from Abramowitz and Stegun 26.7.5.
    """
    z = normal_quantile(probability)
    t = (
        z
        + (z**3 + z) / 4 / freedom
        + (5 * z**5 + 16 * z**3 + 3 * z) / 96 / freedom**2
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384 / freedom**3
    )
    for _ in range(STEPS):
        step = (tail(t, freedom) - (1 - probability)) / density(t, freedom)
        t = max(t + step, t / 2)
        if abs(step) < NEAR * t:
            break
    return t


def discoveries(p: "np.ndarray", level: float) -> "np.ndarray":
    """Which p-values, of any shape, are discoveries: at most `level` of these are false.

    The procedure of Benjamini and Hochberg (J. R. Stat. Soc. B 57, 1995).
    """
    import numpy as np

    ordered = np.sort(p, axis=None)
    below = np.flatnonzero(ordered <= level * np.arange(1, p.size + 1) / p.size)
    return p <= ordered[below[-1]] if len(below) else np.zeros(p.shape, dtype=bool)


def simes(p_values: Sequence[tuple[float, float]]) -> float:
    """The p-value of the hypothesis that all are true, of p-values with weights.

    Simes, Biometrika 73 (1986), 751-754; weights as by Benjamini and Hochberg, Scandinavian Journal
    of Statistics 24 (1997), 407-418.
    """
    whole = sum(weight for _, weight in p_values)
    least, before = 1.0, 0.0
    for p, weight in sorted(p_values):
        before += weight
        least = min(least, p * whole / before)
    return least


def holm(p_values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Adjusted p-values (S. Holm, Scandinavian Journal of Statistics 6, 1979)."""
    order = sorted(range(len(p_values)), key=lambda at: p_values[at] / weights[at])
    left, most, adjusted = sum(weights), 0.0, [1.0] * len(p_values)
    for at in order:
        most = max(most, min(1.0, p_values[at] * left / weights[at]))
        adjusted[at] = most
        left -= weights[at]
    return adjusted


def rank_sum(values: "np.ndarray", other: "np.ndarray") -> float:
    """The p-value of the hypothesis that both are of one distribution: Mann and Whitney's two-sided
    test, by the normal approximation with continuity correction and ties (E. Lehmann,
    "Nonparametrics", 1975, section 1.4)."""
    import numpy as np

    n, every = len(values) + len(other), np.concatenate([values, other])
    s = abs(int(np.sign(np.subtract.outer(values, other)).sum()))
    ties = np.unique(every, return_counts=True)[1]
    variance = len(values) * len(other) / 3 * (n + 1 - int((ties**3 - ties).sum()) / n / (n - 1))
    return math.erfc(max(s - 1, 0) / math.sqrt(2 * variance)) if variance > 0 else 1.0


class Trend(NamedTuple):
    """The probability of such an order without a trend, and the change from first to last value."""

    chance: float
    change: float


def trend_of(values: Sequence[float]) -> Trend | None:
    """Mann and Kendall's two-sided test, and Theil and Sen's slope; None of fewer than
    TREND_LEAST.

    The probability is by the normal approximation with continuity correction and ties (M. Kendall,
    "Rank Correlation Methods", 1975, chapter 4).
    """
    import numpy as np

    n = len(values)
    if n < TREND_LEAST:
        return None
    array = np.asarray(values, float)
    first, second = np.triu_indices(n, 1)
    apart = array[second] - array[first]
    s = abs(int(np.sign(apart).sum()))
    ties = sum(t * (t - 1) * (2 * t + 5) for t in Counter(values).values())
    variance = (n * (n - 1) * (2 * n + 5) - ties) / 18
    chance = math.erfc(max(s - 1, 0) / math.sqrt(2 * variance)) if variance > 0 else 1.0
    return Trend(chance, float(np.median(apart / (second - first))) * (n - 1))
