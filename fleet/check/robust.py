# SPDX-License-Identifier: BSD-3-Clause
"""Medians of rows in which values are missing, with their intervals, and robust spreads.

All arrays are [row, value]; NaN is a missing value, and the result of a row without values.
"""

from typing import NamedTuple

import numpy as np

CONSISTENT = 1.4826  # times the median absolute deviation: the standard deviation of normal values
NORMAL_95 = 1.959964
LEAST = 6  # values whose range holds their median with a probability of 95 %


class Medians(NamedTuple):
    """The median of each row, its 95 % interval (NaN of fewer than LEAST values), their number."""

    value: np.ndarray
    low: np.ndarray
    high: np.ndarray
    count: np.ndarray


def medians(rows: np.ndarray) -> Medians:
    """The interval is from order statistics: no distribution is assumed, nor is it symmetric."""
    ordered = np.sort(rows, axis=1)  # NaN comes last
    count = rows.shape[1] - np.isnan(rows).sum(axis=1)
    at = np.arange(len(rows))
    last = np.maximum(count - 1, 0)
    middle = (ordered[at, last // 2] + ordered[at, np.minimum((last + 1) // 2, last)]) / 2
    outside = np.maximum((count - NORMAL_95 * np.sqrt(count)) / 2, 1).astype(int) - 1
    known = count >= LEAST
    low = np.where(known, ordered[at, np.minimum(outside, last)], np.nan)
    high = np.where(known, ordered[at, np.maximum(last - outside, 0)], np.nan)
    return Medians(middle, low, high, count)


def spreads(rows: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """The robust standard deviation of each row around its centre."""
    return CONSISTENT * medians(np.abs(rows - centres[:, None])).value
