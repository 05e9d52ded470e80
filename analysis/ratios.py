# SPDX-License-Identifier: BSD-3-Clause
"""The ratio of the times of two cells."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from analysis.cells import Cell
from analysis.decisions import decision_exact, decision_of
from analysis.intervals import (
    CONFIDENCE_EQUIVALENCE,
    Interval,
    including,
    median,
    median_interval,
    relative_half_width,
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
    def inverse(self) -> "Ratio":
        """The time of a over the time of b."""
        ci95, ci90 = (one and (1 / one[1], 1 / one[0]) for one in (self.ci95, self.ci90))
        return replace(self, value=1 / self.value, ci95=ci95, ci90=ci90)

    @property
    def half_width(self) -> float:
        """Half the width of its interval over the ratio; infinite without one."""
        return relative_half_width(self.ci95, self.value) if self.ci95 else math.inf


def intervals_of(ratios: Sequence[float], value: float) -> tuple[Interval | None, Interval | None]:
    """The 95 % and 90 % intervals of the median of the launches' ratios, extended to the ratio of
    the times if they leave it out; None of too few launches."""
    ci95, ci90 = median_interval(ratios), median_interval(ratios, CONFIDENCE_EQUIVALENCE)
    if ci95 is None or ci90 is None:
        return None, None
    return including(ci95, value), including(ci90, value)


def ratio_of(a: Cell, b: Cell) -> Ratio:
    """Of two cells of a group, each time as time_us over the rounds that both have.

    The intervals are those of the median of the launches' ratios, each the median over its rounds,
    so that common disturbances cancel.
    """
    shorter = a if len(a.blocks) < len(b.blocks) else b
    rounds = [(x, y) if x and y is not None else None
              for x, y in zip(block_times(a), block_times(b), strict=False)]
    ratios = [pair and pair[1] / pair[0] for pair in rounds]
    by_launch = present(medians_of_launches(shorter, ratios))
    of_a, of_b = (present(medians_of_launches(shorter, [pair and pair[at] for pair in rounds]))
                  for at in (0, 1))
    value = median(of_b) / median(of_a) if by_launch else math.nan
    return Ratio(value, *intervals_of(by_launch, value), rounds=len(present(ratios)),
                 launches=len(shorter.launches),
                 levels=levels_estimate(of_launches(shorter, ratios)), exact=a.exact)


def ratio_of_launches(a: Cell, b: Cell) -> Ratio:
    """Of cells of two groups of a stage, which have launches but no rounds in common.

    The ratio of a launch is that of its two times, so only what lasts a whole launch cancels.
    """
    times_a, times_b = (dict(zip(cell.launch_numbers, launch_times(cell), strict=True))
                        for cell in (a, b))
    both = [(x, times_b[number]) for number, x in times_a.items()
            if x and times_b.get(number) is not None]
    ratios = [y / x for x, y in both]
    value = median(y for _, y in both) / median(x for x, _ in both) if both else math.nan
    return Ratio(value, *intervals_of(ratios, value), launches=len(both), exact=a.exact)


def ratio_of_turns(a: Sequence[float], b: Sequence[float]) -> Ratio:
    """Of times that were measured in turns: the median of the turns' ratios, so that what slows
    down both cancels."""
    ratios = [y / x for x, y in zip(a, b, strict=True)]
    return Ratio(median(ratios), median_interval(ratios),
                 median_interval(ratios, CONFIDENCE_EQUIVALENCE), launches=len(ratios))
