# SPDX-License-Identifier: BSD-3-Clause
"""Ratios of two alternating measurements."""

import math
import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from common.catalogue import CATALOGUE

CONFIDENCE = CATALOGUE["statistics"]["confidence"]


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


def interval_rank(count: int) -> int:
    """Which of `count` sorted values, from each end, bounds the median's interval; 0 if none does.

    Le Boudec, Performance Evaluation of Computer and Communication Systems, 2010, theorem 2.1.
    """
    rank, outside = 0, 0.0
    while True:
        outside += math.comb(count, rank) * 0.5**count
        if 1 - 2 * outside < CONFIDENCE:
            return rank
        rank += 1


def ratio_of(above: Sequence[float], below: Sequence[float]) -> Ratio:
    """Turn by turn, so that what slows down both cancels."""
    ratios = sorted(a / b for a, b in zip(above, below, strict=True))
    rank = interval_rank(len(ratios))
    ends = (ratios[rank - 1], ratios[-rank]) if rank else ()
    return Ratio(statistics.median(ratios), *ends)


def mean_geometric(ratios: Iterable[Ratio]) -> float:
    """Over sizes, equally weighted."""
    return statistics.geometric_mean([ratio.value for ratio in ratios])
