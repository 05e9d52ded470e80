# SPDX-License-Identifier: BSD-3-Clause
"""Estimates how long measuring takes, in seconds, from a trial and from what has been measured."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analysis.random import Random
from campaign.groups import GroupState
from campaign.planning.plan import Group, Plan
from campaign.turns import BLOCK_LEAST_NS, CELL_LEAST_S, turns_least
from common.durations import duration_text

if TYPE_CHECKING:
    from campaign.planning.options import Options
    from campaign.sampler import Sampler

_OVERRUN, _OVERRUN_S = 1.1, 1.0  # a budget was kept if it is exceeded by less
_DEAR = 0.1  # a start takes more than this part of a launch


def planned_seconds(plan: Plan, options: "Options") -> float:
    """The budget, or a time for each table and each cell."""
    table_least, cell_least = (1.5, 0.05) if options.quick else (10.0, 0.15)
    cells = Counter(group.table for group in plan.groups for _ in group.candidates)
    return options.budget or sum(max(cell_least * count, table_least) for count in cells.values())


def overrun_text(options: "Options", plan: Plan, took: float, least: float) -> str | None:
    """Why measuring took longer than --budget, if it did; `least`: what it needed at least, in
    seconds, as these."""
    if not options.budget or took <= _OVERRUN * options.budget + _OVERRUN_S:
        return None
    why = ("the fewest launches and blocks that these cells need take longer"
           if max(least, CELL_LEAST_S * plan.cells) > options.budget else
           "starts and blocks took longer than at first, as on a busy machine")
    return (f"measuring took {duration_text(took)}, --budget was {duration_text(options.budget)}: "
            f"{why}")


@dataclass(frozen=True)
class Cost:
    """What a cell costs: a constant, and a time for each byte of its messages."""

    cell: float = 0.0
    byte: float = 0.0

    def of(self, group: Group) -> float:
        return len(group.candidates) * (self.cell + self.byte * group.bytes)

    def at_most(self, states: Sequence[GroupState], seconds: float) -> "Cost":
        """The same, or less if these groups took so many seconds."""
        said = sum(self.of(state.group) for state in states)
        share = min(seconds / said, 1.0) if said else 1.0
        return Cost(share * self.cell, share * self.byte)


def _turn_seconds(state: GroupState) -> float:
    """The mean of the turns that a group has had."""
    return (state.seconds - state.calibration_seconds) / state.turns


@dataclass
class TimeEstimate:
    launch: float  # that the workers take to start
    calibration: Cost = Cost()
    turn: Cost = Cost()

    def attempt(self, sampler: "Sampler", plan: Plan) -> None:
        """Lets the smallest and the largest group take a turn and drops their samples; does nothing
        if the method fixes how much is measured. Raises Interrupted."""
        if sampler.options.method.rounds:
            return
        least = min(plan.groups, key=lambda group: group.bytes)
        most = max(plan.groups, key=lambda group: group.bytes)
        small = _attempt(sampler, least)
        large = small if most is least else _attempt(sampler, most)
        self.calibration, self.turn = (
            _cost_of(one, other, least, most) for one, other in zip(small, large, strict=True))

    def launches_together(self, options: "Options", share: float) -> int:
        """How many launches should live at the same time: one, or if starting is dear as many as an
        interval needs. `share`: seconds of the stage."""
        least = turns_least(options)
        return least if self.launch > _DEAR * share / least else 1

    def learn(self, states: Sequence[GroupState]) -> None:
        """Corrects a trial that was disturbed: groups that have had turns took less than it says.
        """
        begun = [state for state in states if state.turns]
        self.calibration = self.calibration.at_most(
            begun, sum(state.calibration_seconds for state in begun))
        self.turn = self.turn.at_most(begun, sum(map(_turn_seconds, begun)))

    def left(self, options: "Options", states: Sequence[GroupState]) -> float:
        """The time until each active group has had as many turns as an interval needs."""
        least = turns_least(options)
        missing = [0 if state.ended else max(least - state.turns, 0) for state in states]
        seconds = sum(self._seconds_of(state, turns)
                      for state, turns in zip(states, missing, strict=True) if turns)
        return seconds + (max(missing, default=0) * self.launch if options.launches > 1 else 0)

    def least(self, options: "Options", groups: Sequence[Group]) -> float:
        """The least time of groups that have not begun."""
        return self.left(options, [GroupState(group, options.method) for group in groups])

    def _seconds_of(self, state: GroupState, turns: int) -> float:
        """For a group that has not begun, calibration included."""
        turn = _turn_seconds(state) if state.turns else self.turn.of(state.group)
        return turns * turn + (0 if state.begun else self.calibration.of(state.group))


def _attempt(sampler: "Sampler", group: Group) -> tuple[float, float]:
    """Seconds of a cell of this group: its calibration, and the quicker of two turns, since the
    machine may stall in one."""
    state = GroupState(group, sampler.options.method)
    # The order of the cells depends on the seed alone.
    trial = replace(sampler, random=Random(sampler.random.state))
    trial.rounds(state, 1, BLOCK_LEAST_NS)  # also calibrates
    cells, seconds = len(group.candidates), []
    for _ in range(2):
        begin = time.monotonic()
        trial.rounds(state, 1, BLOCK_LEAST_NS)
        seconds.append(time.monotonic() - begin)
    return state.calibration_seconds / cells, min(seconds) / cells


def _cost_of(small: float, large: float, least: Group, most: Group) -> Cost:
    """From what a small and a large message take."""
    more = most.bytes - least.bytes
    byte = max(large - small, 0.0) / more if more else 0.0
    return Cost(max(small - byte * least.bytes, 0.0), byte)
