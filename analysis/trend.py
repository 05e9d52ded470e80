# SPDX-License-Identifier: BSD-3-Clause
"""Whether values in order have a trend."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

LEAST = 6  # values


class Trend(NamedTuple):
    """The probability of such an order without a trend, and the change from first to last value."""

    chance: float
    change: float


def trend_of(values: Sequence[float]) -> Trend | None:
    """Mann and Kendall's two-sided test, and Theil and Sen's slope; None of fewer than LEAST.

    The probability is by the normal approximation with continuity correction and ties (M. Kendall,
    "Rank Correlation Methods", 1975, chapter 4).
    """
    import numpy as np

    n = len(values)
    if n < LEAST:
        return None
    array = np.asarray(values, float)
    first, second = np.triu_indices(n, 1)
    apart = array[second] - array[first]
    s = abs(int(np.sign(apart).sum()))
    ties = sum(t * (t - 1) * (2 * t + 5) for t in Counter(values).values())
    variance = (n * (n - 1) * (2 * n + 5) - ties) / 18
    chance = math.erfc(max(s - 1, 0) / math.sqrt(2 * variance)) if variance > 0 else 1.0
    return Trend(chance, float(np.median(apart / (second - first))) * (n - 1))
