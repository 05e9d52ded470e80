# SPDX-License-Identifier: BSD-3-Clause
"""How long a campaign would have to run to decide what it left open."""

import math
from collections.abc import Sequence

from analysis.decisions import MARGIN
from analysis.intervals import Interval, rank_of
from analysis.ratios import Ratio

LAUNCHES = next(count for count in range(1, 100) if rank_of(count))  # that an interval needs
STEPS = (1, 2, 3, 4, 6, 8, 10, 15, 20, 30, 45, 60)  # minutes
SHARE = 0.5  # of the open comparisons should be decided


def _half_width(interval: Interval) -> float:
    """Of the logarithm."""
    return math.log(interval[1] / interval[0]) / 2


def time_needed(ratio: Ratio) -> float:
    """Times the time that was spent. A width shrinks as the square root of the time; the interval
    must exclude 1, or lie within the margin. Without an interval, what an interval needs."""
    if not ratio.ci95 or not ratio.ci90:
        return max(LAUNCHES / max(ratio.launches, 1), 1.0)
    centre, margin = abs(math.log(ratio.value)), math.log(MARGIN)
    faster = (_half_width(ratio.ci95) / centre) ** 2 if centre else math.inf
    within = margin - centre
    equivalent = (_half_width(ratio.ci90) / within) ** 2 if within > 0 else math.inf
    return max(min(faster, equivalent), 1.0)


def budget_for(ratios: Sequence[Ratio], spent: float) -> tuple[float, int] | None:
    """Seconds in which at least SHARE of these ratios should be decided, and how many; None if an
    hour is too short. `spent`: seconds of the campaign."""
    needed = sorted(time_needed(ratio) * spent for ratio in ratios)
    for minutes in STEPS:
        decided = sum(one <= 60 * minutes for one in needed)
        if 60 * minutes > spent and decided >= SHARE * len(needed):
            return 60.0 * minutes, decided
    return None
