# SPDX-License-Identifier: BSD-3-Clause
"""The ratio of the times of two cells, and how long a campaign would have to run to decide what it
left open."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from analysis.cells import Cell
from analysis.decisions import MARGIN, decision_exact, decision_of
from analysis.intervals import (
    CONFIDENCE_EQUIVALENCE, Interval, median_interval, median_ratio, rank_of, relative_half_width,
    side,
)
from analysis.levels import Levels, levels_estimate
from analysis.times import block_times, launch_times, medians_of_launches, of_launches, present


@dataclass(frozen=True)
class Ratio:
    """The time of b over the time of a.

    `value` is NaN if there is none; `ci95` and `ci90` are both there or both None; `rounds` and
    `launches` are those that both cells have, no rounds for cells that have none in common;
    `levels` are those of the ratios of the blocks; `exact`: of simulated times, which repeat.
    """

    value: float
    ci95: Interval | None = None
    ci90: Interval | None = None
    rounds: int = 0
    launches: int = 0
    levels: Levels | None = None
    exact: bool = False

    @property
    def decision(self) -> str:
        """What it allows to be said of a."""
        return decision_exact(self.value) if self.exact else decision_of(self.ci95, self.ci90)

    @property
    def side(self) -> int:
        """1 if a is shown to be faster, by however little; -1 if b is; 0 if neither."""
        if self.exact:
            return (self.value > 1) - (self.value < 1)
        return side(self.ci95) if self.ci95 else 0

    @property
    def half_width(self) -> float:
        """Half the width of its interval over the ratio; infinite without one."""
        return relative_half_width(self.ci95, self.value) if self.ci95 else math.inf


def _ratio(by_launch: Sequence[float], **more: Any) -> Ratio:
    """The median of the ratios of launches, with its intervals."""
    value = median_ratio(by_launch) if by_launch else math.nan
    ci95 = median_interval(by_launch)
    ci90 = median_interval(by_launch, CONFIDENCE_EQUIVALENCE) if ci95 else None
    return Ratio(value, ci95, ci90, **more)


def ratio_of(a: Cell, b: Cell) -> Ratio:
    """The ratio of two cells of a group: the median of the launches' ratios, each the median over
    the rounds that both cells have, so that common disturbances cancel.

    The two cells' own times may have another quotient if the machine changed between launches.
    """
    shorter, ratios = _ratios_of_rounds(a, b)
    return _ratio(present(medians_of_launches(shorter, ratios)), rounds=len(present(ratios)),
                  launches=len(shorter.launches),
                  levels=levels_estimate(of_launches(shorter, ratios)), exact=a.exact)


def _ratios_of_rounds(a: Cell, b: Cell) -> tuple[Cell, list[float | None]]:
    """The cell with fewer blocks, and a ratio for each of these."""
    return (a if len(a.blocks) < len(b.blocks) else b,
            [y / x if x and y is not None else None
             for x, y in zip(block_times(a), block_times(b), strict=False)])


def ratios_of_launches(a: Cell, b: Cell) -> dict[int, float]:
    """By the number of the launch, the ratio of two cells of a group as in ratio_of."""
    shorter, ratios = _ratios_of_rounds(a, b)
    by_launch = zip(shorter.launch_numbers, medians_of_launches(shorter, ratios), strict=True)
    return {number: ratio for number, ratio in by_launch if ratio}


def ratio_of_launches(a: Cell, b: Cell) -> Ratio:
    """The ratio of cells of two groups of a stage, which have launches but no rounds in common.

    The ratio of a launch is that of its two times, so only what lasts a whole launch cancels.
    """
    times_a, times_b = (dict(zip(cell.launch_numbers, launch_times(cell), strict=True))
                        for cell in (a, b))
    ratios = [times_b[number] / x for number, x in times_a.items()
              if x and times_b.get(number) is not None]
    return _ratio(ratios, launches=len(ratios), exact=a.exact)


def ratio_of_turns(a: Sequence[float], b: Sequence[float]) -> Ratio:
    """The ratio of times that were measured in turns: the median of the turns' ratios, so that what
    slows down both cancels."""
    return _ratio([y / x for x, y in zip(a, b, strict=True)], launches=len(a))


LAUNCHES = next(count for count in range(1, 100) if rank_of(count))  # that an interval needs
STEPS = (1, 2, 3, 4, 6, 8, 10, 15, 20, 30, 45, 60)  # minutes
SHARE = 0.5  # of the open comparisons should be decided


def _half_width(interval: Interval) -> float:
    """Half the width of the logarithm's interval."""
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
