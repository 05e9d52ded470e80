# SPDX-License-Identifier: BSD-3-Clause
"""How much good nodes differ from each other, learnt from the fleet itself.

A node is slow if it is slower than nodes of this fleet are by chance. Their spread, and how
heavy the tails of that spread are, differs from fleet to fleet; it is told by the nodes on the fast
side, which no fault that slows nodes has touched.
"""

import math
from functools import cache
from typing import NamedTuple

import numpy as np

from analysis.intervals import CONSISTENT
from analysis.significance import MANY, quantile, tail

FEW = 20  # nodes, below which the median absolute deviation is too uncertain
LEAST = 3  # nodes: of two that differ, either may be the odd one
LEVEL = 0.05
WEIGHTS = tuple(at / 100 for at in range(51))  # of tails: 1 / degrees of freedom
INFORMATION = 1.5  # of one value about the weight, near the normal distribution
NEAR = 1.0  # scales within which no value is worth a test
HARDLY = 1e-12  # relative: the least difference of nodes


class Null(NamedTuple):
    """Student's t with a centre and a scale: good nodes differ like this."""

    centre: float
    scale: float
    freedom: float

    def scores(self, values: np.ndarray) -> np.ndarray:
        return (values - self.centre) / self.scale

    def p(self, values: np.ndarray) -> np.ndarray:
        """The probability of a value as large as each; 1 within NEAR, and of NaN."""
        scores = self.scores(values)
        found = np.ones(len(values))
        for at in np.flatnonzero(scores > NEAR):
            found[at] = tail(float(scores[at]), self.freedom)
        return found

    def limit(self, level: float) -> float:
        """The value above which the probability is `level`."""
        return self.centre + self.scale * quantile(1 - level, self.freedom)


def null_of(values: np.ndarray) -> Null | None:
    """The distribution of a stratum's values, NaN if unknown; None of fewer than LEAST."""
    known = np.sort(values[~np.isnan(values)])
    if len(known) < LEAST:
        return None
    return few(known) if len(known) < FEW else many(known)


def few(known: np.ndarray) -> Null:
    """The nodes that remain when the slow ones are removed: Rosner's generalized ESD, one-sided.

    B. Rosner, Technometrics 25 (1983). A node that does not belong to the others is compared with
    them alone, so that it does not hide itself; at most every third node is a suspect. His levels
    are too liberal for so few nodes, so they are shared by all numbers of suspects.
    """
    most = max(1, (len(known) - 1) // 3)
    for suspects in range(most, 0, -1):
        rest = known[:-suspects]
        null = prediction(rest)
        p = tail(max(0.0, float(null.scores(known[-suspects]))), null.freedom)
        if p * (len(rest) + 1) * most <= LEVEL:
            return null
    return prediction(known)


def prediction(rest: np.ndarray) -> Null:
    """The range in which one more node like these would be."""
    scale = float(np.std(rest, ddof=1)) * math.sqrt(1 + 1 / len(rest))
    return Null(float(np.mean(rest)), max(scale, HARDLY), len(rest) - 1)


def many(known: np.ndarray) -> Null:
    """Centre and scale by the median and the median absolute deviation, tails by the fast half.

    The tails' weight, 1 / degrees of freedom, is the most likely one plus its standard error: a
    fleet must be large before its tails may be called light.
    """
    centre = float(np.median(known))
    deviation = max(float(np.median(np.abs(known - centre))), HARDLY)
    fast = (centre - known[known <= centre]) / deviation
    likely = max(WEIGHTS, key=lambda weight: likelihood(fast, weight))
    weight = likely + 1 / math.sqrt(INFORMATION * len(fast))
    freedom = 1 / weight
    return Null(centre, deviation / quartile(freedom), freedom)


@cache
def quartile(freedom: float) -> float:
    """The upper quartile of Student's t, with its limit of many degrees of freedom."""
    return 1 / CONSISTENT if freedom >= MANY else quantile(0.75, freedom)


def likelihood(fast: np.ndarray, weight: float) -> float:
    """The log likelihood of deviations in units of their median, but for a constant."""
    if weight == 0:
        scale = quartile(MANY)
        scores = fast * scale
        return len(fast) * math.log(scale / math.sqrt(2 * math.pi)) - float(scores @ scores) / 2
    freedom = 1 / weight
    scale = quartile(freedom)
    power = (freedom + 1) / 2
    constant = math.lgamma(power) - math.lgamma(freedom / 2) - math.log(math.pi * freedom) / 2
    return len(fast) * (constant + math.log(scale)) - power * float(
        np.log1p((fast * scale) ** 2 / freedom).sum()
    )
