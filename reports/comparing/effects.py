# SPDX-License-Identifier: BSD-3-Clause
"""What differs between two campaigns: effects, intervals, and which of them are more than chance.

All arrays have one entry a cell. Effects are differences of mean logarithms, new less base.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import special

from comparing.launches import Floats, Moments

LEVEL = 0.05  # of intervals, and the share of false ones among the cells called changed
MANY = 20  # cells, fewer of which say nothing about the machine or about the spread of chance
NORMAL_MAD = 1.4826  # standard deviation of a normal distribution by its MAD
CUT = 2.5  # standard deviations from the centre beyond which a cell does not describe the others
FAR = 1e9  # standard errors


class Centre(NamedTuple):
    """Where most of some values are, how wide they lie there, and how many these are."""

    middle: float
    spread: float
    count: int


@dataclass(frozen=True)
class Effects:
    """The comparison of all cells; where `tested` is false, effect, interval, p and q are NaN.

    `shift` is the machine's, in logarithms, with its interval; it was taken out of `effect`
    where `shifted`. `state` and `spread` are those of state_of and spread_of.
    """

    tested: np.ndarray
    base: Floats
    new: Floats
    effect: Floats
    low: Floats
    high: Floats
    p: Floats
    q: Floats
    shift: float
    shift_interval: tuple[float, float]
    shifted: bool
    state: float
    spread: float


def centre_of(values: Floats) -> Centre:
    """Median and MAD of the values that lie together, however up to half of the others lie.

    Together are those within CUT standard deviations of the middle of the shortest half; its
    width gives the first standard deviation (least median of squares and one reweighting:
    Rousseeuw, "Least median of squares regression", JASA 79 (1984), 871-880).
    """
    ordered = np.sort(values)
    half = len(ordered) // 2 + 1
    widths = ordered[half - 1 :] - ordered[: len(ordered) - half + 1]
    least = int(np.argmin(widths))
    middle, radius = ordered[least] + widths[least] / 2, widths[least] / 2
    near = ordered[np.abs(ordered - middle) <= CUT * NORMAL_MAD * radius]
    median = float(np.median(near))
    return Centre(median, float(NORMAL_MAD * np.median(np.abs(near - median))), len(near))


def median_interval(centre: Centre) -> tuple[float, float]:
    """95 % interval of the median of normal values, of which `centre` was computed."""
    half = -special.ndtri(LEVEL / 2) * centre.spread * np.sqrt(np.pi / 2 / centre.count)
    return centre.middle - half, centre.middle + half


def freedom_of(side: Moments) -> Floats:
    """Degrees of freedom of each variance; NaN with fewer than two units."""
    return np.where(side.n > 1, side.n - 1.0, np.nan)


def welch(base: Moments, new: Moments) -> tuple[Floats, Floats]:
    """Standard error of the difference of means, and its degrees of freedom.

    Welch, "The generalization of Student's problem when several different population variances
    are involved", Biometrika 34 (1947), 28-35; degrees of freedom by Satterthwaite (1946).
    """
    freedom = freedom_of(base), freedom_of(new)
    one, other = (s.squares / f / (f + 1) for s, f in zip((base, new), freedom, strict=True))
    both, parts = one + other, one**2 / freedom[0] + other**2 / freedom[1]
    return np.sqrt(both), np.divide(both**2, parts, out=np.minimum(*freedom), where=parts > 0)


def state_of(effect: Floats, error: Floats) -> float:
    """Standard deviation of what differs from campaign to campaign within a cell, beside launches.

    A variance between campaigns as meta-analysis knows it between studies (DerSimonian and Laird,
    "Meta-analysis in clinical trials", Controlled Clinical Trials 7 (1986), 177-188), by medians
    instead of sums. The more precise half of the cells shows it best.
    """
    precise = error <= np.median(error)
    between = centre_of(effect[precise]).spread ** 2 - np.median(error[precise] ** 2)
    return float(np.sqrt(max(0.0, between)))


def widened(error: Floats, freedom: Floats, state: float) -> tuple[Floats, Floats]:
    """Errors with the state in them, and their degrees of freedom: the state is known well."""
    total = np.hypot(error, state)
    share = np.divide(total, error, out=np.ones(len(error)), where=error > 0)
    return total, np.minimum(freedom * share**4, FAR)


def t_of(effect: Floats, error: Floats) -> Floats:
    """Effects in standard errors; those without any error are as good as infinitely far."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(effect == 0, 0.0, np.clip(effect / error, -FAR, FAR))


def spread_of(t: Floats, freedom: Floats) -> float:
    """How many times as wide as chance makes them the t values of unchanged cells lie, at least 1.

    The empirical null of Efron, "Large-scale simultaneous hypothesis testing", JASA 99 (2004),
    96-104: what differs between campaigns beside the program shows in most cells. Each value is
    scaled so that the quartiles of its t distribution are the normal's, between which MAD looks.
    """
    scaled = t * special.ndtri(0.75) / special.stdtrit(freedom, 0.75)
    return max(1.0, centre_of(scaled).spread)


def adjusted(p: Floats) -> Floats:
    """The least rate of false discoveries at which each is one: Benjamini and Hochberg,
    "Controlling the false discovery rate", J. R. Stat. Soc. B 57 (1995), 289-300."""
    order = np.argsort(p)[::-1]
    rank = np.arange(len(p), 0, -1)
    q = np.empty(len(p))
    q[order] = np.minimum.accumulate(p[order] * len(p) / rank)
    return np.minimum(q, 1.0)


def effects_of(base: Moments, new: Moments, absolute: bool) -> Effects:
    """Compare each cell of two campaigns; `absolute`: with what the whole machine changed."""
    tested = (base.n > 1) & (new.n > 1)
    effect = np.where(tested, new.mean - base.mean, np.nan)
    error, freedom = welch(base, new)
    many = int(tested.sum()) >= MANY
    all_cells = centre_of(effect[tested]) if tested.any() else Centre(np.nan, np.nan, 1)
    shifted = many and not absolute
    if shifted:
        effect = effect - all_cells.middle
    state = state_of(effect[tested], error[tested]) if many else 0.0
    error, freedom = widened(error, freedom, state)
    t = t_of(effect, error)
    spread = spread_of(t[tested], freedom[tested]) if many else 1.0
    p = 2 * special.stdtr(freedom, -np.abs(t) / spread)
    q = np.full(len(p), np.nan)
    q[tested] = adjusted(p[tested])
    half = special.stdtrit(freedom, 1 - LEVEL / 2) * error * spread
    return Effects(
        tested, base.mean, new.mean, effect, effect - half, effect + half, p, q,
        all_cells.middle, median_interval(all_cells), shifted, state, spread,
    )  # fmt: skip


def aligned(sides: list[Moments]) -> Moments:
    """Repeated campaigns as one: each first loses what sets its machine apart from the others'."""
    together = np.all([side.n > 0 for side in sides], axis=0)
    if len(sides) > 1 and together.sum() >= MANY:
        means = np.array([side.mean for side in sides])[:, together]
        apart = [centre_of(one).middle for one in means - means.mean(axis=0)]
        apart = np.array(apart) - np.mean(apart)
        sides = [side.moved(-by) for side, by in zip(sides, apart, strict=True)]
    whole = sides[0]
    for side in sides[1:]:
        whole = whole.pooled(side)
    return whole
