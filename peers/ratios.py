# SPDX-License-Identifier: BSD-3-Clause
"""Ratios of two alternating measurements."""

import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from analysis.intervals import median, median_interval


class Ratio(NamedTuple):
    """A median of ratios and its interval; fewer than six turns give no interval."""

    value: float
    low: float | None = None
    high: float | None = None

    def is_within(self, least: float, most: float) -> bool | None:
        """None if it is not, but the interval overlaps or is unknown."""
        if least <= self.value <= most:
            return True
        if self.low is None or self.high is None or (self.low <= most and self.high >= least):
            return None
        return False

    def inverse(self) -> "Ratio":
        if self.low is None or self.high is None:
            return Ratio(1 / self.value)
        return Ratio(1 / self.value, 1 / self.high, 1 / self.low)


def ratio_of(above: Sequence[float], below: Sequence[float]) -> Ratio:
    """Turn by turn, so that what slows down both cancels."""
    ratios = [a / b for a, b in zip(above, below, strict=True)]
    return Ratio(median(ratios), *(median_interval(ratios) or ()))


def mean_geometric(ratios: Iterable[Ratio]) -> float:
    """Over sizes, equally weighted."""
    return statistics.geometric_mean([ratio.value for ratio in ratios])
