# SPDX-License-Identifier: BSD-3-Clause
"""One ratio for several comparisons: the mean of the logarithms of theirs.

Each comparison has the location of its launches (comparing/launches.py). Cells of one launch have
its processes and pages in common, so launches are the clusters of the estimate's variance
(comparing/contrasts.py), whichever launches a comparison was in.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from analysis.cells import Cell
from analysis.comparing.contrasts import Estimate
from analysis.comparing.launches import Series, series_of
from analysis.decisions import decision_of
from analysis.intervals import CONFIDENCE, CONFIDENCE_EQUIVALENCE, Interval
from analysis.ratios import LAUNCHES, ratios_of_launches
from analysis.verdicts import KINDS, sides_of


class Pooled(NamedTuple):
    """The time of b over that of a in so many comparisons; `launches`: the most of one."""

    ratio: float
    ci95: Interval
    ci90: Interval
    comparisons: int
    launches: int

    @property
    def decision(self) -> str:
        return decision_of(self.ci95, self.ci90)


def series_between(a: Cell, b: Cell, before: int = 0) -> Series | None:
    """The ratios of the launches of two cells; None if there are fewer than two. `before`: launches
    of earlier stages."""
    ratios = ratios_of_launches(a, b)
    numbers = [before + number for number in ratios]
    return series_of(list(ratios.values()), numbers) if len(ratios) > 1 else None


def same_code_of(cells: Sequence[Cell], before: int = 0) -> list[Series]:
    """The same code in processes over threads at each size of a table, over the first library of
    each path: the fastest of several would be too fast."""
    rows: dict[tuple[int, str], list[Cell]] = {}
    for cell in cells:
        rows.setdefault((cell.key["bytes"], cell.key["mode"]), []).append(cell)
    pairs = [[side[0] for side in sides_of(KINDS["same-code"], row) if side]
             for row in rows.values()]
    found = [series_between(*pair, before) for pair in pairs if len(pair) == 2]
    return [one for one in found if one]


def estimate_of(some: Sequence[Series]) -> Estimate:
    """Their mean, with launches of the same number as clusters. Degrees of freedom as by
    Satterthwaite from the variances of the series, at most those of the launches."""
    count, longest = len(some), max(len(one.parts) for one in some)
    sums = [math.fsum(one.parts[at] for one in some if at < len(one.parts)) / count
            for at in range(longest)]
    variances = [math.fsum(part * part for part in one.parts) for one in some]
    weighted = sum(v * v / (one.n - 1) for v, one in zip(variances, some, strict=True))
    freedom = sum(variances) ** 2 / weighted if weighted else 1.0
    launches = max(one.n for one in some)
    return Estimate(math.fsum(one.mean for one in some) / count,
                    math.sqrt(math.fsum(one * one for one in sums)),
                    max(min(freedom, launches - 1.0), 1.0))


def pooled_of(some: Sequence[Series]) -> Pooled | None:
    """None without a comparison that has launches for an interval."""
    known = [one for one in some if one.n >= LAUNCHES]
    if not known:
        return None
    estimate = estimate_of(known)

    def interval(confidence: float) -> Interval:
        half = estimate.reach((1 + confidence) / 2)
        return math.exp(estimate.effect - half), math.exp(estimate.effect + half)

    return Pooled(math.exp(estimate.effect), interval(CONFIDENCE),
                  interval(CONFIDENCE_EQUIVALENCE), len(known), max(one.n for one in known))
