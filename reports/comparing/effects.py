# SPDX-License-Identifier: BSD-3-Clause
"""What differs between two campaigns: effects, their intervals, and which are significant.

Effects are differences of mean logarithms, new minus base.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import NamedTuple

from comparing.launches import Moments
from comparing.student import normal_quantile, quantile, tail

LEVEL = 0.05  # of intervals, and the false discovery rate of changed cells
MANY = 20  # the fewest cells that describe the machine or the spread of unchanged cells
NORMAL_MAD = 1.4826  # standard deviation of a normal distribution / its MAD
CUT = 2.5  # standard deviations from the centre beyond which a cell is an outlier
FAR = 1e9  # standard errors, or degrees of freedom


class Centre(NamedTuple):
    """The centre of most of some values, their standard deviation, and their number."""

    middle: float
    spread: float
    count: int


class Effect(NamedTuple):
    """The effect on one cell with its interval, p-value and corrected p-value."""

    effect: float
    low: float
    high: float
    p: float
    q: float


@dataclass(frozen=True)
class Effects:
    """The effects on all cells, None where a cell could not be tested.

    `shift` is the machine's, with its interval; it was removed from the effects if `shifted`.
    `state` and `spread` are those of state_of and spread_of.
    """

    cells: list[Effect | None]
    shift: float
    shift_interval: tuple[float, float]
    shifted: bool
    state: float
    spread: float

    @property
    def tested(self) -> int:
        return sum(one is not None for one in self.cells)


def centre_of(values: Sequence[float]) -> Centre:
    """Median and MAD without outliers, which may be up to half of the values.

    Outliers are those beyond CUT standard deviations of the middle of the shortest half, whose
    width gives the first standard deviation (least median of squares and one reweighting:
    Rousseeuw, "Least median of squares regression", JASA 79 (1984), 871-880).
    """
    ordered = sorted(values)
    half = len(ordered) // 2
    width, low = min((high - low, low) for low, high in zip(ordered, ordered[half:], strict=False))
    middle, radius = low + width / 2, CUT * NORMAL_MAD * width / 2
    near = [one for one in ordered if abs(one - middle) <= radius]
    centre = median(near)
    return Centre(centre, NORMAL_MAD * median(abs(one - centre) for one in near), len(near))


def median_interval(centre: Centre) -> tuple[float, float]:
    """95 % interval of the median of the normal values that `centre` describes."""
    half = normal_quantile(1 - LEVEL / 2) * centre.spread * math.sqrt(math.pi / 2 / centre.count)
    return centre.middle - half, centre.middle + half


def welch(base: Moments, new: Moments) -> tuple[float, float]:
    """Standard error of the difference of means, and its degrees of freedom.

    Welch, "The generalization of Student's problem when several different population variances
    are involved", Biometrika 34 (1947), 28-35; degrees of freedom by Satterthwaite (1946).
    """
    one, other = (side.squares / (side.n - 1) / side.n for side in (base, new))
    parts = one**2 / (base.n - 1) + other**2 / (new.n - 1)
    freedom = (one + other) ** 2 / parts if parts > 0 else min(base.n, new.n) - 1
    return math.sqrt(one + other), freedom


def state_of(effects: Sequence[float], errors: Sequence[float]) -> float:
    """Standard deviation of the variation of a cell between campaigns, beyond that of launches.

    A variance between campaigns like that between studies in a meta-analysis (DerSimonian and
    Laird, "Meta-analysis in clinical trials", Controlled Clinical Trials 7 (1986), 177-188), by
    medians instead of sums. It is estimated from the more precise half of the cells.
    """
    limit = median(errors)
    precise = [(one, error) for one, error in zip(effects, errors, strict=True) if error <= limit]
    within = median(error**2 for _, error in precise)
    return math.sqrt(max(0.0, centre_of([one for one, _ in precise]).spread ** 2 - within))


def widened(error: float, freedom: float, state: float) -> tuple[float, float]:
    """The error including the state, and its degrees of freedom: the state is known well."""
    total = math.hypot(error, state)
    return total, min(freedom * (total / error if error > 0 else 1) ** 4, FAR)


def t_of(effect: float, error: float) -> float:
    """The effect in standard errors, very large without any error."""
    if effect == 0:
        return 0.0
    return max(-FAR, min(effect / error, FAR)) if error > 0 else math.copysign(FAR, effect)


def spread_of(t_values: Sequence[float], freedoms: Sequence[float]) -> float:
    """The spread of the t values of unchanged cells relative to that of chance, at least 1.

    The empirical null of Efron, "Large-scale simultaneous hypothesis testing", JASA 99 (2004),
    96-104: other differences between campaigns show in most cells. Each value is scaled such that
    the quartiles of its t distribution, which the MAD estimates, are the normal ones.
    """
    normal = normal_quantile(0.75)
    scaled = [t * normal / quantile(0.75, f) for t, f in zip(t_values, freedoms, strict=True)]
    return max(1.0, centre_of(scaled).spread)


def adjusted(p_values: Sequence[float]) -> list[float]:
    """The least false discovery rate at which each is a discovery: Benjamini and Hochberg,
    "Controlling the false discovery rate", J. R. Stat. Soc. B 57 (1995), 289-300."""
    least, corrected = 1.0, [1.0] * len(p_values)
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for rank in range(len(order), 0, -1):
        at = order[rank - 1]
        least = corrected[at] = min(least, p_values[at] * len(order) / rank)
    return corrected


def effects_of(base: Sequence[Moments], new: Sequence[Moments], absolute: bool) -> Effects:
    """Compare each cell of two campaigns; `absolute`: without removing the machine's shift."""
    tested = [at for at in range(len(base)) if min(base[at].n, new[at].n) > 1]
    effects = [new[at].mean - base[at].mean for at in tested]
    errors = [welch(base[at], new[at]) for at in tested]
    many = len(tested) >= MANY
    machine = centre_of(effects) if tested else Centre(0.0, 0.0, 1)
    if many and not absolute:
        effects = [one - machine.middle for one in effects]
    state = state_of(effects, [error for error, _ in errors]) if many else 0.0
    errors = [widened(*one, state) for one in errors]
    t_values = [t_of(one, error) for one, (error, _) in zip(effects, errors, strict=True)]
    spread = spread_of(t_values, [freedom for _, freedom in errors]) if many else 1.0
    p_values = [2 * tail(abs(t) / spread, f) for t, (_, f) in zip(t_values, errors, strict=True)]
    cells: list[Effect | None] = [None] * len(base)
    rows = zip(tested, effects, errors, p_values, adjusted(p_values), strict=True)
    for at, effect, (error, freedom), p, q in rows:
        half = quantile(1 - LEVEL / 2, freedom) * error * spread
        cells[at] = Effect(effect, effect - half, effect + half, p, q)
    interval = median_interval(machine)
    return Effects(cells, machine.middle, interval, many and not absolute, state, spread)


def aligned(sides: Sequence[Sequence[Moments]]) -> list[Moments]:
    """Repeated campaigns pooled, after removing the shifts between their machines."""
    common = [cells for cells in zip(*sides, strict=True) if all(one.n for one in cells)]
    if len(sides) > 1 and len(common) >= MANY:
        means = [[one.mean for one in cells] for cells in common]
        gaps = ([one - fmean(cells) for one in cells] for cells in means)
        shifts = [centre_of(side).middle for side in zip(*gaps, strict=True)]
        shifts = [one - fmean(shifts) for one in shifts]
        sides = [[one.shifted(-by) for one in side] for side, by in zip(sides, shifts, strict=True)]
    pooled = list(sides[0])
    for side in sides[1:]:
        pooled = [one.pooled(other) for one, other in zip(pooled, side, strict=True)]
    return pooled
