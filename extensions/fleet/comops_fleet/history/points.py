# SPDX-License-Identifier: BSD-3-Clause
"""Change points of series: PELT with squared errors (R. Killick, P. Fearnhead and I. A. Eckley,
J. Am. Stat. Assoc. 107, 2012), by `ruptures`.

Squared errors take a single value far off for a change. So values are first drawn towards the
running median, to within FAR scales. A change must save more than the square of Student's t that
chance exceeds at any split of any series with the probability `level`.
"""

import math
from typing import NamedTuple

import numpy as np

from comops.statistics.intervals import CONSISTENT
from comops.statistics.significance import quantile

LEAST = 3  # values on each side of a split
AROUND = 2 * LEAST + 1  # values of the running median, which fewer than LEAST cannot move
FAR = 4.0
HARDLY = 1e-9  # relative: the least scatter of values


class Point(NamedTuple):
    """The series changed by the value at `split`; `effect` is the change of its median."""

    series: int
    split: int
    effect: float


def standardized(values: np.ndarray) -> np.ndarray:
    """The values in units of their scatter, without those far off."""
    around = np.lib.stride_tricks.sliding_window_view(np.pad(values, LEAST, "reflect"), AROUND)
    middle = np.median(around, axis=1)
    scale = CONSISTENT * np.median(np.abs(np.diff(values))) / math.sqrt(2)
    scatter = np.clip(values - middle, -FAR * scale, FAR * scale)
    return (middle + scatter) / max(float(scatter.std()), HARDLY)


def change_points(values: np.ndarray, level: float, smallest: float) -> list[Point]:
    """The changes of series [time, series] by more than `smallest`; values may be NaN."""
    from ruptures import KernelCPD  # late: only a check needs it, and it takes half a second

    points = []
    splits = max(len(values) - 2 * LEAST + 1, 1) * values.shape[1]
    for series, column in enumerate(values.T):
        known = np.flatnonzero(~np.isnan(column))
        if len(known) < 2 * LEAST:
            continue
        least = quantile(1 - level / splits / 2, len(known) - 2)
        search = KernelCPD(kernel="linear", min_size=LEAST)
        scaled = standardized(column[known])[:, None]
        places = search.fit_predict(scaled, pen=least**2)[:-1]
        middles = [float(np.median(part)) for part in np.split(column[known], places)]
        points += [Point(series, int(known[place]), after - before)
                   for place, before, after in zip(places, middles, middles[1:], strict=False)]
    return [point for point in points if abs(point.effect) > smallest]
