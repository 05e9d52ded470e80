# SPDX-License-Identifier: BSD-3-Clause
"""By how much cells changed: differences of mean logarithms, new minus base."""

import math
from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from comops.results.keys import CellKey
from comops.statistics.comparing.launches import Launches
from comops.statistics.significance import quantile, tail

FAR = 1e9  # standard errors, or degrees of freedom


class Contrast(NamedTuple):
    """A weighted mean of cells, or the difference of two: its effect, and what each launch adds.

    The variance of each side is the sum of its squared parts (launches as clusters: Liang and
    Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73, 1986).
    """

    effect: float
    base: list[float]
    new: list[float]


class ComparedCell(NamedTuple):
    """A cell on both sides: its own contrast, then those beyond what others did; and the launches
    of each side."""

    key: CellKey
    contrasts: list[Contrast]
    launches: tuple[int, int]


class Estimate(NamedTuple):
    """An effect with its standard error and degrees of freedom."""

    effect: float
    error: float
    freedom: float

    def above(self, bound: float) -> float:
        """The p-value of the hypothesis that the effect is at most `bound`."""
        t = t_of(self.effect - bound, self.error)
        return tail(t, self.freedom) if t >= 0 else 1 - tail(-t, self.freedom)

    def below(self, bound: float) -> float:
        """The p-value of the hypothesis that the effect is at least -`bound`."""
        return self._replace(effect=-self.effect).above(bound)

    def reach(self, probability: float) -> float:
        """Half of the interval whose each end is beyond with 1 - `probability`."""
        return quantile(probability, self.freedom) * self.error


def t_of(effect: float, error: float) -> float:
    """The effect in standard errors, very large without any error."""
    if effect == 0:
        return 0.0
    return max(-FAR, min(effect / error, FAR)) if error > 0 else math.copysign(FAR, effect)


def side_of(campaigns: Sequence[Launches], key: CellKey) -> tuple[float, list[float]]:
    """Mean and parts of one side; of repeated campaigns each that has the cell counts as much."""
    mean, parts = 0.0, []
    many = sum(has(campaign, key) for campaign in campaigns)
    for campaign in campaigns:
        row = [0.0] * campaign.launches_most
        if has(campaign, key):
            cell = campaign.cells[key]
            mean += cell.mean / many
            row[:len(cell.parts)] = [part / many for part in cell.parts]
        parts += row
    return mean, parts


def has(campaign: Launches, key: CellKey) -> bool:
    return key in campaign.cells and len(campaign.cells[key].parts) > 1


def cell_of(sides: Sequence[Sequence[Launches]], key: CellKey) -> ComparedCell:
    """A cell that both sides can test, with its own contrast."""
    (base, base_parts), (new, new_parts) = (side_of(side, key) for side in sides)
    launches = [sum(campaign.cells[key].n for campaign in side if has(campaign, key))
                for side in sides]
    return ComparedCell(key, [Contrast(new - base, base_parts, new_parts)],
                        (launches[0], launches[1]))


def mean_of(contrasts: Sequence[Contrast], weights: Sequence[float]) -> Contrast:
    """Their weighted mean; what a launch adds to several adds up."""
    whole = math.fsum(weights)
    shares = [weight / whole for weight in weights]
    effects, *sides = zip(*contrasts, strict=True)
    base, new = ([sum(map(mul, launch, shares)) for launch in zip(*side, strict=True)]
                 for side in sides)
    return Contrast(math.fsum(map(mul, effects, shares)), base, new)


def less(contrast: Contrast, other: Contrast) -> Contrast:
    """The difference of two contrasts."""
    sides = zip((contrast.base, contrast.new), (other.base, other.new), strict=True)
    return Contrast(contrast.effect - other.effect,
                    *([a - b for a, b in zip(*two, strict=True)] for two in sides))


def estimate_of(contrast: Contrast, launches: tuple[int, int], extra: float = 0.0) -> Estimate:
    """Error and degrees of freedom (Welch 1947, Satterthwaite 1946).

    `extra` is a variance that is known well.
    """
    variances = [math.fsum(part * part for part in side) for side in contrast[1:]]
    total = sum(variances)
    parts = sum(v * v / (n - 1) for v, n in zip(variances, launches, strict=True))
    freedom = total**2 / parts if parts > 0 else min(launches) - 1
    if extra and total:
        freedom *= ((total + extra) / total) ** 2
    return Estimate(contrast.effect, math.sqrt(total + extra), min(max(freedom, 1.0), FAR))
