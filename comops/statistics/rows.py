# SPDX-License-Identifier: BSD-3-Clause
"""Medians of many rows at once, in which values are missing, with their intervals, and robust
spreads.

A row is the last axis; NaN is a missing value, and the result of a row without values.
"""

from typing import NamedTuple

import numpy as np

from comops.statistics.intervals import CONSISTENT, rank_of


class Rows(NamedTuple):
    """Rows in ascending order, NaN last, and how many values each has."""

    ordered: np.ndarray
    count: np.ndarray

    def at(self, index: np.ndarray) -> np.ndarray:
        """The value at an index of each row."""
        most = max(self.ordered.shape[-1] - 1, 0)
        index = np.clip(index, 0, most)[..., None]
        return np.take_along_axis(self.ordered, index, -1)[..., 0]

    def median(self) -> np.ndarray:
        if not self.ordered.shape[-1]:
            return np.full(self.count.shape, np.nan)
        rows, count = self.ordered.reshape(-1, self.ordered.shape[-1]), self.count.ravel()
        at = np.arange(len(rows))
        middle = (rows[at, (count - 1) // 2] + rows[at, count // 2]) / 2
        return middle.reshape(self.count.shape)

    def interval(self) -> tuple[np.ndarray, np.ndarray]:
        """The ends of the medians' intervals, as those of statistics/intervals.py."""
        counts, which = np.unique(self.count, return_inverse=True)
        ranks = np.array([rank_of(int(count)) for count in counts], int)[which]
        ranks = ranks.reshape(self.count.shape)
        low, high = self.at(ranks - 1), self.at(self.count - ranks)
        return np.where(ranks, low, np.nan), np.where(ranks, high, np.nan)


def rows_of(values: np.ndarray) -> Rows:
    return Rows(np.sort(values), values.shape[-1] - np.isnan(values).sum(axis=-1))


def median_rows(values: np.ndarray) -> np.ndarray:
    return rows_of(values).median()


class Medians(NamedTuple):
    """The median of each row, its 95 % interval (NaN of too few values), their number."""

    value: np.ndarray
    low: np.ndarray
    high: np.ndarray
    count: np.ndarray


def medians(values: np.ndarray) -> Medians:
    rows = rows_of(values)
    return Medians(rows.median(), *rows.interval(), rows.count)


def spreads(values: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """The robust standard deviation of each row around its centre."""
    return CONSISTENT * median_rows(np.abs(values - centres[..., None]))
