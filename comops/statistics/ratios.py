# SPDX-License-Identifier: BSD-3-Clause
"""The ratio of the times of two cells, and how long a campaign would have to run to decide what it
left open."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import geometric_mean
from typing import TYPE_CHECKING, Any, NamedTuple

from comops.results.findings import UNDECIDED, Elsewhere, TwoModes
from comops.statistics.cells import Cell
from comops.statistics.decisions import MARGIN, decision_exact, decision_of
from comops.statistics.intervals import (CONFIDENCE, CONFIDENCE_EQUIVALENCE, Interval, hull,
                                         rank_of, relative_half_width, side)
from comops.statistics.levels import Levels, levels_of
from comops.statistics.modes import modes_of_ratios
from comops.statistics.significance import rank_sum
from comops.statistics.times import launch_times, log_times
from comops.statistics.walsh import interval_of, pseudomedian, walsh_averages

if TYPE_CHECKING:
    import numpy as np

# Rounds at other distances count if the launches of both do not differ at this level, which is high
# so that a difference that matters is seldom overlooked (T. Bancroft, "Analysis and inference for
# incompletely specified models", Biometrics 20, 1964), and if either has enough launches to tell.
AGREEING, COMPARED_LEAST = 0.2, 3


@dataclass(frozen=True)
class Ratio:
    """The time of b over the time of a.

    `value` is the pseudomedian of the launches' ratios (walsh.py), NaN if there is none; `ci95` and
    `ci90` are both there or both None; `rounds` and `launches` are those that both cells have, no
    rounds for cells that have none in common; `levels` are those of the ratios of the blocks;
    `modes` of the ratios of the launches; `exact`: of simulated times, which repeat.
    """

    value: float
    ci95: Interval | None = None
    ci90: Interval | None = None
    rounds: int = 0
    launches: int = 0
    levels: Levels | None = None
    modes: TwoModes | None = None
    elsewhere: Elsewhere | None = None
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


def _ratio(logs: "np.ndarray", **more: Any) -> Ratio:
    """From the logarithms of the ratios of launches. If these have two modes, its intervals contain
    both: those of the pseudomedian alone hold it too seldom then."""
    if not len(logs):
        return Ratio(math.nan, **more)
    averages, count, modes = walsh_averages(logs), len(logs), modes_of_ratios(logs)
    ci95, ci90 = (_ratios(interval_of(averages, count, confidence), modes)
                  for confidence in (CONFIDENCE, CONFIDENCE_EQUIVALENCE))
    return Ratio(math.exp(pseudomedian(averages)), ci95, ci90 if ci95 else None, launches=count,
                 modes=modes, **more)


def _ratios(logs: Interval | None, modes: TwoModes | None) -> Interval | None:
    """An interval of logarithms as one of ratios."""
    ratios = logs and (math.exp(logs[0]), math.exp(logs[1]))
    return hull(ratios, (modes.low, modes.high)) if modes else ratios


class Logs(NamedTuple):
    """The log_times of a cell, and those at other distances."""

    here: "np.ndarray"
    elsewhere: "np.ndarray"


def logs_of(cell: Cell) -> Logs:
    parts = (cell, cell.elsewhere)
    most = max(max(part.launch_numbers) for part in parts if part)
    return Logs(*(log_times(part, most) for part in parts))


class RatioRounds(NamedTuple):
    """The logarithms of the ratios of rounds, [launch, round]."""

    logs: "np.ndarray"
    elsewhere: Elsewhere | None

    @property
    def count(self) -> int:
        import numpy as np

        return int((~np.isnan(self.logs)).sum())

    def launches(self) -> tuple["np.ndarray", "np.ndarray"]:
        """The numbers from 0 of the launches that have any, and the median of each."""
        import numpy as np

        from comops.statistics.rows import median_rows

        medians = median_rows(self.logs)
        at = np.flatnonzero(~np.isnan(medians))
        return at, medians[at]


def rounds_between(a: Logs, b: Logs) -> RatioRounds:
    """The rounds that the ratio of b to a uses: those at other distances of the ranks, too, if
    their launches agree with the others by the test of Mann and Whitney."""
    import numpy as np

    here, elsewhere = (_difference(x, y) for x, y in zip(a, b, strict=True))
    there = RatioRounds(elsewhere, None)
    if not there.count:
        return RatioRounds(here, None)
    usual, other = RatioRounds(here, None).launches()[1], there.launches()[1]
    used = min(len(usual), len(other)) >= COMPARED_LEAST and rank_sum(usual, other) > AGREEING
    logs = np.concatenate([here, elsewhere], axis=1) if used else here
    return RatioRounds(logs, Elsewhere(there.count, used))


def _difference(a: "np.ndarray", b: "np.ndarray") -> "np.ndarray":
    launches, rounds = map(min, a.shape, b.shape)
    return b[:launches, :rounds] - a[:launches, :rounds]


def ratio_between(rounds: RatioRounds) -> Ratio:
    """Without levels."""
    return _ratio(rounds.launches()[1], rounds=rounds.count, elsewhere=rounds.elsewhere)


def ratio_of(a: Cell, b: Cell) -> Ratio:
    """The ratio of two cells of a group: the pseudomedian of the launches' ratios, each the median
    over the rounds that both cells have, so that common disturbances cancel.

    The two cells' own times may have another quotient if the machine changed between launches.
    """
    rounds = rounds_between(logs_of(a), logs_of(b))
    return replace(ratio_between(rounds), exact=a.exact,
                   levels=levels_of(rounds.logs))


def ratios_of_launches(a: Cell, b: Cell) -> dict[int, float]:
    """By the number of the launch, the ratio of two cells of a group as in ratio_of."""
    launches, logs = rounds_between(logs_of(a), logs_of(b)).launches()
    return {at + 1: math.exp(log) for at, log in zip(launches.tolist(), logs, strict=True)}


def ratio_of_launches(a: Cell, b: Cell) -> Ratio:
    """The ratio of cells of two groups of a stage, which have launches but no rounds in common.

    The ratio of a launch is that of its two times, so only what lasts a whole launch cancels.
    """
    times_a, times_b = (dict(zip(cell.launch_numbers, launch_times(cell), strict=True))
                        for cell in (a, b))
    both = [(x, y) for number, x in times_a.items() if x and (y := times_b.get(number))]
    return replace(ratio_of_turns(*zip(*both, strict=True)) if both else Ratio(math.nan),
                   exact=a.exact)


def ratio_of_turns(a: Sequence[float], b: Sequence[float]) -> Ratio:
    """The ratio of times that were measured in turns: the pseudomedian of the turns' ratios, so
    that what slows down both cancels."""
    import numpy as np

    return _ratio(np.log(b) - np.log(a))


def ratio_mean(ratios: Sequence[Ratio]) -> Ratio:
    """The geometric mean of ratios that have intervals. Its own lie between the geometric means of
    their ends, so they are wide enough whatever the ratios have in common."""
    def mean(ends: Sequence[Interval | None]) -> Interval:
        low, high = map(geometric_mean, zip(*filter(None, ends), strict=True))
        return low, high

    return Ratio(geometric_mean(ratio.value for ratio in ratios),
                 mean([ratio.ci95 for ratio in ratios]), mean([ratio.ci90 for ratio in ratios]))


LAUNCHES = next(count for count in range(1, 100) if rank_of(count))  # that an interval needs
STEPS = (1, 2, 3, 4, 6, 8, 10, 15, 20, 30, 45, 60)  # minutes
SHARE = 0.5  # of the open comparisons should be decided
MORE = 1.5  # times the time that was spent, at least: less narrows an interval by chance only


def _half_width(interval: Interval) -> float:
    """Half the width of the logarithm's interval."""
    return math.log(interval[1] / interval[0]) / 2


def time_needed(ratio: Ratio) -> float:
    """Times the time that was spent, too many where a part of this was for what does not grow. A
    width shrinks as the square root of the time; the interval must exclude 1, or lie within the
    margin. Without an interval, what an interval needs; infinite if two modes have two verdicts."""
    if not ratio.ci95 or not ratio.ci90:
        return max(LAUNCHES / max(ratio.launches, 1), 1.0)
    if ratio.modes and decision_of(*2 * [(ratio.modes.low, ratio.modes.high)]) == UNDECIDED:
        return math.inf
    centre, margin = abs(math.log(ratio.value)), math.log(MARGIN)
    faster = (_half_width(ratio.ci95) / centre) ** 2 if centre else math.inf
    within = margin - centre
    equivalent = (_half_width(ratio.ci90) / within) ** 2 if within > 0 else math.inf
    return max(min(faster, equivalent), 1.0)


def budget_for(ratios: Sequence[Ratio], spent: float) -> tuple[float, int] | None:
    """Seconds in which at least SHARE of these ratios should be decided, MORE than were spent, and
    how many; None if an hour is too short. `spent`: seconds of the campaign."""
    needed = [time_needed(ratio) * spent for ratio in ratios]
    for seconds in (60.0 * minutes for minutes in STEPS):
        decided = sum(time <= seconds for time in needed)
        if seconds >= MORE * spent and decided >= SHARE * len(needed):
            return seconds, decided
    return None
