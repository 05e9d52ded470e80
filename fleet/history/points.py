# SPDX-License-Identifier: BSD-3-Clause
"""Change points of many series at once: E-divisive, and Student's test of what it finds.

D. S. Matteson and N. A. James, "A nonparametric approach for multiple change point analysis of
multivariate data", J. Am. Stat. Assoc. 109 (2014): a series is split where the distances between
both sides exceed those within them most. As in Apache Otava, a t test says whether a split is
significant; its p-value is multiplied by the number of splits, because the best one was chosen. So
must a sign test, with the tail that all series have together, which single values far off do not
deceive. False discoveries are controlled over all series. Then each part is split again.

PELT of `ruptures` 1.1.10 is no replacement: it gives no p-value, takes a hundred times as long, and
whatever its cost and penalty, it takes two far values for a change or misses a step among heavy
tails in the planted histories of tests/fleet/test_change.py.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from analysis.rows import median_rows
from analysis.significance import discoveries, quantile, tail

LEAST = 3  # values on each side of a split
BATCH = 2_000_000  # distances that are in memory at a time
NO_SPLIT = -1
HARDLY = 1e-9  # relative: the least scatter of values
NEVER = 1e-12  # a probability


class Point(NamedTuple):
    """The series changed by the value at `split`; `effect` is the change of its mean."""

    series: int
    split: int
    effect: float
    p: float


def energies(values: np.ndarray) -> np.ndarray:
    """How different both sides of each split are, [split, series]; -inf where a side is too short.

    `values` [time, series] may be NaN. Split k is before value k; the first is 0.
    """
    known = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    apart = np.abs(filled[:, None] - filled) * (known[:, None] & known)
    sums = apart.cumsum(axis=0).cumsum(axis=1)
    at = np.arange(len(values))
    zero = np.zeros((1, values.shape[1]))
    first = np.concatenate([zero, sums[at[:-1], at[:-1]]])  # both orders of each pair
    upto = np.concatenate([zero, sums[at[:-1], -1]])
    whole = sums[-1, -1]
    across = upto - first
    second = whole - first - 2 * across
    n = np.concatenate([zero, known.cumsum(axis=0)[:-1]])
    m = known.sum(axis=0) - n
    with np.errstate(divide="ignore", invalid="ignore"):
        energy = 2 * across / (n * m) - first / (n * (n - 1)) - second / (m * (m - 1))
        found = n * m / (n + m) * energy
    return np.where((n >= LEAST) & (m >= LEAST), found, -math.inf)


def best_splits(values: np.ndarray) -> np.ndarray:
    """For each series, the split at which its sides differ most; NO_SPLIT if it is too short."""
    splits = np.full(values.shape[1], NO_SPLIT)
    step = max(1, BATCH // max(len(values), 1) ** 2)
    for start in range(0, values.shape[1] if len(values) else 0, step):
        energy = energies(values[:, start:start + step])
        best = energy.argmax(axis=0)
        possible = np.isfinite(energy[best, np.arange(len(best))])
        splits[start:start + step] = np.where(possible, best, NO_SPLIT)
    return splits


def sides_of(values: np.ndarray, splits: np.ndarray) -> list[np.ndarray]:
    """The values before and from the splits, NaN on the other side."""
    before = np.arange(len(values))[:, None] < splits
    return [np.where(before, values, np.nan), np.where(before, np.nan, values)]


def student(values: np.ndarray, splits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """t and its degrees of freedom of each series at its split, equal variances; 0 without one."""
    sides = sides_of(values, splits)
    counts = [np.maximum((~np.isnan(side)).sum(axis=0), 1) for side in sides]
    means = [np.nansum(side, axis=0) / count for side, count in zip(sides, counts, strict=True)]
    squares = sum(np.nansum((side - mean) ** 2, axis=0)
                  for side, mean in zip(sides, means, strict=True))
    freedom = np.maximum(sum(counts) - 2, 1)
    error = np.sqrt(squares / freedom * sum(1 / count for count in counts))
    t = np.where(splits == NO_SPLIT, 0.0, (means[1] - means[0]) / np.maximum(error, 1e-12))
    return t, freedom


class Scatter(NamedTuple):
    """How values scatter around the medians of both sides.

    `scale` [series] is the median absolute deviation, `tail` the deviations of all series in these
    units, in ascending order: the tail that noise has here, whatever its distribution.
    """

    scale: np.ndarray
    tail: np.ndarray

    def beyond(self, deviation: float) -> float:
        """The probability of a value this many scales above the median."""
        below = int(np.searchsorted(self.tail, deviation))
        return (len(self.tail) - below + 1) / (2 * (len(self.tail) + 1))


def middle(values: np.ndarray) -> np.ndarray:
    """The median of each column, NaN of one without values."""
    return median_rows(np.ascontiguousarray(values.T))


def scatter_of(values: np.ndarray, splits: np.ndarray) -> Scatter:
    """The scatter around the medians of both sides, so that a change does not add to it."""
    deviations = np.vstack([np.abs(side - middle(side)) for side in sides_of(values, splits)])
    scale = np.maximum(middle(deviations), HARDLY)
    relative = (deviations / scale)[~np.isnan(deviations)]
    return Scatter(scale, np.sort(relative))


def sign_test(count: int, beyond: float) -> float:
    """The two-sided p-value of a side of `count` values whose median has this tail probability.

    At least half of them lie there by chance: values that are far off for themselves, however far,
    are no change.
    """
    half = (count + 1) // 2
    chances = (math.comb(count, at) * beyond**at * (1 - beyond)**(count - at)
               for at in range(half, count + 1))
    return min(1.0, 2 * math.fsum(chances))


def p_values(
    values: np.ndarray, splits: np.ndarray, scatter: Scatter, level: float
) -> np.ndarray:
    """The larger of Student's test and the sign test; 1 if that cannot be below `level`.

    The one takes a single far value in a short side for a change, the other several.
    """
    t, freedom = student(values, splits)
    known = ~np.isnan(values)
    possible = np.maximum(known.sum(axis=0) - 2 * LEAST + 1, 1)
    first, second = map(middle, sides_of(values, splits))
    p = np.ones(values.shape[1])
    least = quantile(1 - max(level, NEVER) / 2, float(freedom.max(initial=1)))
    for at in np.flatnonzero((splits != NO_SPLIT) & (np.abs(t) >= least)):
        before = int(known[:splits[at], at].sum())
        count = min(before, int(known[:, at].sum()) - before)
        moved = scatter.beyond(abs(second[at] - first[at]) / scatter.scale[at])
        chosen = 2 * tail(abs(float(t[at])), float(freedom[at])) * possible[at]
        p[at] = min(1.0, max(chosen, sign_test(count, moved)))
    return p


def change_points(values: np.ndarray, level: float, smallest: float) -> list[Point]:
    """All change points of series [time, series] at this false discovery rate.

    Of these, only changes of more than `smallest` are kept.
    """
    splits = best_splits(values)
    scatter = scatter_of(values, splits)
    p = p_values(values, splits, scatter, level)
    found = discoveries(p, level)
    limit = level * int(found.sum()) / max(p.size, 1)
    first = [Point(int(series), int(splits[series]), 0.0, float(p[series]))
             for series in np.flatnonzero(found)]
    by_series: dict[int, list[Point]] = {}
    for point in sorted(split_again(values, first, scatter, limit)):
        by_series.setdefault(point.series, []).append(point)
    return [point for series, points in by_series.items()
            for point in measured(values[:, series], points) if abs(point.effect) > smallest]


class Part(NamedTuple):
    """The values of a series from `low` to before `high`."""

    series: int
    low: int
    high: int

    def sides(self, split: int) -> list["Part"]:
        """What lies before and from the split, if it is long enough to be split again."""
        both = self._replace(high=split), self._replace(low=split)
        return [side for side in both if side.high - side.low >= 2 * LEAST]


def split_again(
    values: np.ndarray, points: Sequence[Point], scatter: Scatter, limit: float
) -> list[Point]:
    """The points, and those of their sides and of these sides' sides with a p-value of at most
    `limit`."""
    found = list(points)
    parts = [side for point in points
             for side in Part(point.series, 0, len(values)).sides(point.split)]
    while parts:
        series, low, high = np.array(parts).T
        at = np.arange(len(values))[:, None]
        columns = np.where((low <= at) & (at < high), values[:, series], np.nan)
        splits = best_splits(columns)
        here = scatter._replace(scale=scatter_of(columns, splits).scale)
        p = p_values(columns, splits, here, limit)
        inner = np.flatnonzero((splits != NO_SPLIT) & (p <= limit))
        found += [Point(parts[one].series, int(splits[one]), 0.0, float(p[one])) for one in inner]
        parts = [side for one in inner for side in parts[one].sides(int(splits[one]))]
    return found


def measured(column: np.ndarray, points: list[Point]) -> list[Point]:
    """Points with their effects on medians, from the previous point to the next."""
    ends = [0, *(point.split for point in points), len(column)]
    known = [part[~np.isnan(part)] for part in np.split(column, ends[1:-1])]
    middles = [float(np.median(part)) for part in known]
    return [point._replace(effect=after - before)
            for point, before, after in zip(points, middles, middles[1:], strict=False)]
