# SPDX-License-Identifier: BSD-3-Clause
"""By how much cells changed, beyond what the canaries that can bound them drifted.

An effect is a difference of mean logarithms, new minus base. A cell's time is not corrected: it is
a sum of parts, and each part may be bound by a canary or by none. So there is one contrast for each
way in which canaries may bind: the cell's effect less the canaries' with the largest shares that
they can have. A statement about a cell, or about several, holds if it holds for every contrast.
"""

import math
from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from analysis.comparing.launches import ROUNDS, Launches
from analysis.significance import quantile, tail
from records.keys import CellKey

LINE = 64  # bytes: longer messages are copied, besides being handed over
CACHED = 128 << 10  # bytes that the canary of the caches copies; more may lie in memory
FAR = 1e9  # standard errors, or degrees of freedom

# Which canaries may bind together; the first, none, is the cell's own effect.
BINDINGS = ((), ("handover",), ("cache",), ("memory",), ("arithmetic",),
            ("handover", "cache"), ("handover", "memory"))


class Contrast(NamedTuple):
    """A weighted mean of cells less canaries: its effect, and what each launch adds to it.

    The variance of each side is the sum of its squared parts (launches as clusters: Liang and
    Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73, 1986).
    """

    effect: float
    base: list[float]
    new: list[float]


class Cell(NamedTuple):
    """A cell on both sides: a contrast for each of BINDINGS, and the launches of each side."""

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


def shares_of(key: CellKey, latency: float, binding: Sequence[str]) -> dict[str, float]:
    """The largest shares of the cell's time that the canaries can bind together.

    At most `latency` of the time is the hand-over's; only a message longer than a cache line is
    copied, and only one that is longer than what the canary of the caches copies, or whose buffers
    are cold, through memory.
    """
    copied = key.bytes > LINE
    through = {"cache": copied, "memory": key.bytes > CACHED or (copied and key.buffers == "cold")}
    shares, left = {}, 1.0
    for name in binding:
        shares[name] = latency if name == "handover" else left * through.get(name, True)
        left -= shares[name]
    return shares


def side_of(campaigns: Sequence[Launches], key: CellKey, shares: dict[str, float]
            ) -> tuple[float, list[float]]:
    """Mean and parts of one side; of repeated campaigns each that has the cell counts as much."""
    mean, parts = 0.0, []
    many = sum(has(campaign, key) for campaign in campaigns)
    for campaign in campaigns:
        row = [0.0] * campaign.launches_most
        parts.append(row)
        if not has(campaign, key):
            continue
        canaries = campaign.beside.get(key, {})
        series = [(campaign.cells[key], 1.0)]
        series += [(canaries[name], -share) for name, share in shares.items() if share]
        for one, weight in series:
            mean += weight * one.mean / many
            for at, part in enumerate(one.parts):
                row[at] += weight * part / many
    return mean, [part for row in parts for part in row]


def has(campaign: Launches, key: CellKey) -> bool:
    return key in campaign.cells and len(campaign.cells[key].parts) > 1


def cell_of(sides: Sequence[Sequence[Launches]], key: CellKey, latency: float) -> Cell:
    """The contrasts of a cell that both sides can test; an unknown canary does not bind."""
    known = set.intersection(*(set(one.beside.get(key, ())) for side in sides for one in side
                               if has(one, key)))
    contrasts = []
    for binding in BINDINGS:
        shares = shares_of(key, latency, [name for name in binding if name in known])
        if ROUNDS in known and "handover" in shares:  # nearer to the cell's blocks
            shares[ROUNDS] = shares.pop("handover")
        (base, base_parts), (new, new_parts) = (side_of(side, key, shares) for side in sides)
        contrasts.append(Contrast(new - base, base_parts, new_parts))
    launches = [sum(one.cells[key].n for one in side if has(one, key)) for side in sides]
    return Cell(key, contrasts, (launches[0], launches[1]))


def mean_of(contrasts: Sequence[Contrast], weights: Sequence[float]) -> Contrast:
    """Their weighted mean; what a launch adds to several adds up."""
    whole = math.fsum(weights)
    shares = [weight / whole for weight in weights]
    base, new = ([sum(map(mul, launch, shares)) for launch in zip(*side, strict=True)]
                 for side in ([one.base for one in contrasts], [one.new for one in contrasts]))
    return Contrast(math.fsum(map(mul, (one.effect for one in contrasts), shares)), base, new)


def less(one: Contrast, other: Contrast) -> Contrast:
    """The difference of two contrasts."""
    sides = zip((one.base, one.new), (other.base, other.new), strict=True)
    return Contrast(one.effect - other.effect,
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
