# SPDX-License-Identifier: BSD-3-Clause
"""How long measuring takes, in seconds, from a trial and from what has been measured."""

import time
from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from comops.common.durations import duration_text
from comops.measure.block.engine import LaunchedEngine
from comops.measure.block.groups import GroupState
from comops.measure.planning.options import Options
from comops.measure.recording import Recorder
from comops.results.plan import Group, Plan
from comops.statistics.random import Random

BLOCK_LEAST_NS = 5e5
# Rounds of a single launch: so many that a disturbed one in ten is recognised.
ROUNDS_LEAST = 10
_OVERRUN = 1.1  # a budget was kept if it is exceeded by less
_DEAR = 0.1  # a start takes more than this part of a launch

Cost = tuple[float, float]  # of a cell: a constant, and a time for each byte of its messages


def planned_seconds(plan: Plan, options: Options) -> float:
    """The budget, or a time for each table and each cell."""
    table_least, cell_least = (1.5, 0.05) if options.quick else (10.0, 0.15)
    cells = Counter(group.table for group in plan.groups for _ in group.candidates)
    return options.budget or sum(max(cell_least * count, table_least) for count in cells.values())


def overrun_text(options: Options, took: float, recorder: Recorder) -> str | None:
    """What --budget was too short for, or that the campaign took longer, `took` seconds."""
    if not options.budget:
        return None
    budget = duration_text(options.budget)
    if recorder.few:
        return (f"--budget {budget} is too short: {recorder.few} of {recorder.groups} sizes of an "
                "operation have fewer launches than an interval needs")
    if took <= _OVERRUN * options.budget:
        return None
    return f"measuring took {duration_text(took)}, --budget was {budget}"


def turn_seconds(state: GroupState) -> float:
    """The mean of the turns that a group has had, without the calibration; of a single round where
    the method fills launches with as many as fit."""
    turns = state.rounds_taken if state.cells[0].method.as_imb else state.turns
    return (state.seconds - state.calibration_seconds) / turns


@dataclass
class TurnCosts:
    """`launch`: what the workers take to start; `calibration`, `turn`: of a cell."""

    options: Options
    launch: float
    calibration: Cost = (0.0, 0.0)
    turn: Cost = (0.0, 0.0)

    def attempt(self, engine: LaunchedEngine, plan: Plan) -> None:
        """Lets the smallest and the largest group take a turn and drops their samples; does nothing
        if the method fixes how much is measured. Raises Interrupted."""
        if self.options.method.rounds:
            return
        least = min(plan.groups, key=lambda group: group.bytes)
        most = max(plan.groups, key=lambda group: group.bytes)
        small = _attempt(engine, least)
        large = small if most is least else _attempt(engine, most)
        self.calibration, self.turn = (
            _cost_of(short, other, least, most) for short, other in zip(small, large, strict=True))

    @property
    def turns_least(self) -> int:
        """The least number of turns of a group: launches, or rounds of a single one."""
        options = self.options
        return options.method.rounds or (options.launches if options.launches > 1 else ROUNDS_LEAST)

    def launches_together(self, share: float, left: float, turns: float) -> int:
        """How many launches should live at the same time: one, or if starting is dear as many as an
        interval needs or as fit the time. Seconds: of the stage, of it left, of the turns of a
        launch (0 if unknown)."""
        least = self.turns_least
        if self.options.launches == 1 or self.launch <= _DEAR * share / least:
            return 1
        fitting = int(left / (self.launch + turns)) if turns else least
        return max(min(fitting, least), 1)

    def once(self, groups: Sequence[Group]) -> float:
        """One round of groups that have not begun, in workers that live."""
        return sum(_of_group(cost, group) for group in groups
                   for cost in (self.calibration, self.turn))

    def left(self, states: Sequence[GroupState]) -> float:
        """The time until each active group has had as many turns as an interval needs."""
        missing = [self.missing(state) for state in states]
        seconds = sum(map(self.needed, states, missing))
        starts = max(missing, default=0) if self.options.launches > 1 else 0
        return seconds + starts * self.launch

    def missing(self, state: GroupState) -> int:
        """The turns that an interval still needs."""
        return 0 if state.ended else max(self.turns_least - state.turns, 0)

    def needed(self, state: GroupState, turns: int) -> float:
        """Seconds for so many turns, of a group that has not begun with its calibration."""
        turn = turn_seconds(state) if state.turns else _of_group(self.turn, state.group)
        begins = turns and not state.begun
        return turns * turn + (_of_group(self.calibration, state.group) if begins else 0)


def _of_group(cost: Cost, group: Group) -> float:
    return len(group.candidates) * (cost[0] + cost[1] * group.bytes)


def _attempt(engine: LaunchedEngine, group: Group) -> tuple[float, float]:
    """Seconds of a cell of this group: its calibration, and a turn."""
    state, trial = GroupState(group, engine.options.method), copy(engine)
    trial.random = Random(engine.random.state)  # the order of the cells depends on the seed alone
    begin = time.monotonic()
    trial.rounds(state, 1, BLOCK_LEAST_NS)
    seconds, cells = time.monotonic() - begin, len(group.candidates)
    return state.calibration_seconds / cells, (seconds - state.calibration_seconds) / cells


def _cost_of(small: float, large: float, least: Group, most: Group) -> Cost:
    """From what a small and a large message take."""
    more = most.bytes - least.bytes
    byte = max(large - small, 0.0) / more if more else 0.0
    return max(small - byte * least.bytes, 0.0), byte
