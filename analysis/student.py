# SPDX-License-Identifier: BSD-3-Clause
"""Student's t distribution for any positive, not necessarily integer, degrees of freedom."""

import math
from statistics import NormalDist

MANY = 3000  # degrees of freedom from which the normal transform is as accurate
ACCURATE = 1e-15  # relative
TERMS = 1000
STEPS = 50  # of Newton's method, whose error after a step is about the square of the step
NEAR = 1e-7

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
