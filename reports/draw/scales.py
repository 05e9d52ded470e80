# SPDX-License-Identifier: BSD-3-Clause
"""Logarithmic axes: places of values, and ticks, at least three; axes.js has the same ticks."""

import math
from itertools import count
from typing import NamedTuple

FACTORS = ((1,), (1, 2, 5))  # of powers of ten
STEPS = (5, 2, 1)  # times a power of ten, between even ticks
LEAST = 3


class LogScale(NamedTuple):
    """A logarithmic axis from `low`, drawn at `start`, to `high`, drawn at `end`."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The coordinate; values beyond an end are drawn at it."""
        value = min(max(value, self.low), self.high)
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)


def even_ticks(low: float, high: float) -> list[float]:
    """LEAST or more multiples of the longest step that has as many."""
    for power in count(math.ceil(math.log10(high - low)), -1):
        for step in (factor * 10.0**power for factor in STEPS):
            found = [at * step for at in range(math.ceil(low / step), math.floor(high / step) + 1)]
            if len(found) >= LEAST:
                return found
    return []


def log_ticks(low: float, high: float) -> list[float]:
    """Powers of ten; where too few fit, 2 and 5 times them too; where these do not, even steps."""
    powers = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2)
    for factors in FACTORS:
        found = [factor * 10.0**power for power in powers for factor in factors]
        found = [tick for tick in found if low <= tick <= high]
        if len(found) >= LEAST:
            return found
    return even_ticks(low, high)
