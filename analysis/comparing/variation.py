# SPDX-License-Identifier: BSD-3-Clause
"""Variation between campaigns that neither launches nor canaries show.

A variance between campaigns like that between studies in a meta-analysis (Paule and Mandel,
J. Res. Natl. Bur. Stand. 87, 1982, 377-385), by a median instead of a sum, so that the few cells
that really changed do not count. It is taken from differences within an implementation (of its
sizes from their mean) and within a path (of its implementations from their median), which a change
of all of them leaves as they are: it never says what the machine did to all.
"""

import math
from collections.abc import Sequence
from itertools import groupby
from statistics import median

from analysis.comparing.contrasts import Cell, Estimate, estimate_of, less, mean_of
from analysis.comparing.hierarchy import Variation, names_of, node_of
from analysis.student import quantile

FEWEST = 20  # differences that describe a variance
SIZES = 3  # of an implementation, or implementations of a path, that can be distinguished
STEPS = 50
QUARTILE = 0.75
# The median of n values |normal| / its quartile has the standard deviation 1 / (2 sqrt(n) f), with
# their density f = 2 x 0.6745 x phi(0.6745) at 1; 1.645 times that, without the root.
CHANCE = 1.645 / (2 * 0.4287)


def variance_of(differences: Sequence[Estimate]) -> float:
    """The variance that makes the median of |difference| / error that of chance.

    0 for few differences, or where chance alone has such a median in one of 20 campaigns.
    """
    if len(differences) < FEWEST:
        return 0.0
    limits = [quantile(QUARTILE, one.freedom) for one in differences]

    def excess(variance: float) -> float:
        return median(
            abs(one.effect) / (limit * max(math.hypot(one.error, math.sqrt(variance)), 1e-12))
            for one, limit in zip(differences, limits, strict=True)
        )

    low, high = 0.0, max(one.effect**2 for one in differences) * 4
    if excess(low) <= 1 + CHANCE / math.sqrt(len(differences)):
        return 0.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 1 else (low, middle)
    return high


def scaled(estimate: Estimate, count: int) -> Estimate:
    """A difference from the mean of `count`, of which it is one, as wide as from the truth."""
    by = math.sqrt(count / (count - 1))
    return estimate._replace(effect=estimate.effect * by, error=estimate.error * by)


def cell_differences(cells: Sequence[Cell]) -> list[Estimate]:
    """By how much each size of an implementation differs from the mean of its sizes."""
    found = []
    for _, group in groupby(cells, lambda cell: names_of(cell.key)[-1]):
        sizes = list(group)
        if len(sizes) < SIZES:
            continue
        mean = mean_of([one.contrasts[0] for one in sizes], [1.0] * len(sizes))
        for one in sizes:
            gap = estimate_of(less(one.contrasts[0], mean), one.launches)
            found.append(scaled(gap, len(sizes)))
    return found


def implementation_differences(cells: Sequence[Cell], cell: float) -> list[Estimate]:
    """By how much each implementation of a path differs from their median."""
    found = []
    for _, path in groupby(cells, lambda one: names_of(one.key)[1]):
        lines = [list(line) for _, line in groupby(path, lambda one: names_of(one.key)[-1])]
        nodes = [node_of("implementation", line, Variation(cell)) for line in lines]
        middle = median(node.effect for node in nodes)
        if len(nodes) >= SIZES:
            found += [
                scaled(node.estimates[0]._replace(effect=node.effect - middle), len(nodes))
                for node in nodes
            ]
    return found


def variation_of(cells: Sequence[Cell]) -> Variation:
    """Both variances; 0 if there are too few cells."""
    cell = variance_of(cell_differences(cells))
    return Variation(cell, variance_of(implementation_differences(cells, cell)))
