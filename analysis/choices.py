# SPDX-License-Identifier: BSD-3-Clause
"""What the trials of tuning decide: ratios of another way's time to that of the fixed values, which
stay unless the trial is clear."""

import math
from collections.abc import Sequence

CLEARLY = 0.05  # two trials on an idle machine differ by less


def choice_fastest(ratios: Sequence[float]) -> int:
    """The way with the least ratio, numbered from 1, or 0, the fixed one, unless that ratio is
    clearly below 1. NaN: not tried."""
    least, best = 1 - CLEARLY, 0
    for way, ratio in enumerate(ratios, start=1):
        if ratio < least:
            least, best = ratio, way
    return best


def choice_limit(lines: Sequence[int], ratios: Sequence[float], fixed: int) -> int:
    """The number of lines up to which the other way is faster.

    It is the last of the ascending `lines` up to which that way is slower at no step. Up to `fixed`
    lines only a clear loss refuses it; beyond, only a clear gain accepts it. NaN: not tried.
    """
    limit = 0
    for step, ratio in zip(lines, ratios, strict=True):
        if math.isnan(ratio):
            return max(limit, fixed)
        if ratio > (1 + CLEARLY if step <= fixed else 1 - CLEARLY):
            return limit
        limit = step
    return limit
