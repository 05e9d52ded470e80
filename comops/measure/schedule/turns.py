# SPDX-License-Identifier: BSD-3-Clause
"""How groups share their time.

Over launches they take turns: in each launch of the workers, in shuffled order, a group gets a few
rounds, each a block of every cell in a new place. A group ends when the ratios shown for it are
precise, and leaves its time to the others. A group with long rounds skips some launches, so that in
the end all have had the same time. The number of rounds per launch makes its ratios as precise as
possible in that time, given the costs and variances of launches and rounds (statistics/levels.py).

A method that imitates a program, which is started once, has few launches, as long as fit the time.

With a single launch the turns are rounds, and the groups follow each other.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from comops.measure.block.counting import canaries_take
from comops.measure.block.engine import Interrupted, LaunchedEngine
from comops.measure.block.groups import GroupState
from comops.measure.block.sampling import clamp
from comops.measure.planning.option_values import LAUNCHES_LEAST, LAUNCHES_MOST
from comops.measure.schedule.costs import BLOCK_LEAST_NS, ROUNDS_LEAST, TurnCosts, turn_seconds
from comops.measure.schedule.group_recorder import GroupRecorder
from comops.statistics.intervals import median
from comops.statistics.levels import ROUNDS_FIRST, levels_rounds, ratio_shrunk
from comops.statistics.looks import Look, look_after
from comops.statistics.random import Random

_BLOCK_MOST_NS = 2e7
_BLOCKS = {True: 24, False: 12}  # of a cell in its share of the time; True: over launches
_ROUNDS_MOST = 100
_REHEARSED = 0.5  # of its share: then it is tried again what the end will take
# Times its share, where it is too slow for an interval; where that is of a budget.
_OVERTIME, _OVERTIME_STRICT = 6, 1.05
_PATIENCE_S = 3  # beyond that, for a cell without a sample
_PROGRESS_S = 0.2


def order_of(states: Sequence[GroupState], random: Random) -> list[GroupState]:
    """The active groups, in a new order. Those whose ranks and pages lie at the same places follow
    each other, the largest messages first: so each launch maps their memory once."""
    order = [state for state in states if not state.ended]
    random.shuffle(order)
    places: dict[Any, GroupState] = {}  # in order, with the group that has the largest messages
    for state in order:
        most = places.setdefault(_where(state), state)
        if state.group.bytes > most.group.bytes:
            places[_where(state)] = state
    numbers = {where: number for number, where in enumerate(places)}
    order.sort(key=lambda state: (numbers[_where(state)], state is not places[_where(state)]))
    return order


def _where(state: GroupState) -> tuple[Any, ...]:
    group = state.group
    return group.placement, group.pages, group.page_size


@dataclass
class Turns:
    """Groups that take turns. `whole`, `later`: seconds, their share and those planned for what is
    measured after them."""

    engine: LaunchedEngine
    costs: TurnCosts
    recorder: GroupRecorder
    groups: Sequence[GroupState]
    whole: float
    later: float
    taken: int = 0  # launches, or rounds of a single one
    alive: int = 0  # launches that have begun and are still to be used
    launch_seconds: float = 0.0  # total time to begin them
    interrupted: bool = False
    shown: float = 0.0  # when the progress was
    rehearsals: list[tuple[float, int]] = field(default_factory=list)  # seconds, rounds so far

    def __post_init__(self) -> None:
        options = self.engine.options
        self.method, self.launches = options.method, options.launches > 1
        self.few_launches = self.launches and self.method.as_imb
        # The turns that an interval requires, and the most.
        self.least = options.launches if self.launches else ROUNDS_LEAST
        self.most = LAUNCHES_MOST if self.launches else _ROUNDS_MOST
        if self.few_launches:
            self.most = self.least
        self.whole = max(self.whole, 0.0)
        self.share = self.whole  # less what completing the groups will take
        a_cell = self.whole * 1e9 / sum(len(state.cells) for state in self.groups)
        self.block_ns = a_cell / self.method.rounds if self.method.rounds else clamp(
            a_cell / _BLOCKS[self.launches], BLOCK_LEAST_NS, _BLOCK_MOST_NS)
        self.begin = time.monotonic()

    @property
    def spent(self) -> float:
        return time.monotonic() - self.begin

    def measure(self) -> None:
        """Until all groups have ended. Raises Interrupted, after the groups that have an interval
        have ended."""
        while not all(state.ended for state in self.groups):
            try:
                self._take()
            except Interrupted:
                self.interrupted = True
                self._end_groups()
                raise
            self._end_groups()

    def _take(self) -> None:
        """A turn of each active group that has not had more time than the others."""
        active = [state for state in self.groups if not state.ended]
        mean = sum(state.seconds for state in active) / len(active)
        order = order_of(self.groups, self.engine.random)
        if self.launches or self.taken == 0:
            self._begin_launch(active)
        self.taken += 1
        for state in order:
            if state.turns < self.least or state.seconds <= mean:
                self._turn(state, len(order))
        if self.launches:
            self._plan_end([state for state in active if state.turns < self.least])

    def _begin_launch(self, active: Sequence[GroupState]) -> None:
        """Another launch, with its canaries; keeps its start out of the groups' times."""
        begin, first = time.monotonic(), self.taken == 0
        launches = self._launches_together(self.whole - self.spent)
        if self.engine.begin_launch(active, launches, first):
            self.alive = launches
            if starts := launches - first:
                self.costs.launch = (time.monotonic() - begin) / starts
        self.alive -= 1
        canaries_take(self.recorder.recorder, self.engine.account, active, self.taken + 1)
        self.launch_seconds += time.monotonic() - begin

    def _launches_together(self, left: float) -> int:
        """How many the next start is of, with so many seconds left."""
        turns = sum(turn_seconds(state) for state in self.groups
                    if state.turns and not state.ended)
        return self.costs.launches_together(self.whole, left, turns)

    def _plan_end(self, few: Sequence[GroupState]) -> None:
        """After a launch. `few`: groups without an interval."""
        if not self.rehearsals or (len(self.rehearsals) == 1
                                   and self.spent > _REHEARSED * self.whole > 0):
            self._rehearse()
        if self.engine.options.budget:
            self._give_up(few)

    def _rehearse(self) -> None:
        """Keeps time for completing the groups: what that would take now and, from the second time
        on, more for the rounds to come, as it has grown with those so far."""
        if not self.rehearsals:
            self.recorder.seconds()  # the first time takes longer
        seconds = self.recorder.seconds()
        rounds = sum(state.rounds_taken for state in self.groups)
        for before, fewer in self.rehearsals:
            growth = max(seconds - before, 0.0) / max(rounds - fewer, 1)
            seconds += min(growth * rounds * (self.whole / self.spent - 1), seconds)
        self.rehearsals.append((seconds, rounds))
        self.share = max(self.whole - seconds, 0.0)

    def _give_up(self, few: Sequence[GroupState]) -> None:
        """Ends those that cost most of the groups without an interval, as many as must be so that
        the others get one in the time that is left."""
        costs = self.costs
        missing = {state: costs.missing(state) for state in few}
        left = self.share - self.spent - max(missing.values(), default=0) * costs.launch
        needed = {state: costs.needed(state, turns) for state, turns in missing.items()}
        for state in sorted(few, key=needed.__getitem__, reverse=True):
            if sum(needed.values()) <= left:
                break
            if state.starved:
                continue
            del needed[state]
            self.recorder.end(state, "budget")

    def _turn(self, state: GroupState, left: int) -> None:
        begin = time.monotonic()
        if self.launches and state.turns > 0:
            state.next_launch(self.taken)
        if self.launches or state.turns == 0:
            self._show_progress(state)
        rounds = self._rounds(state, begin)
        state.turns += 1
        state.rounds_taken += rounds
        state.seconds += time.monotonic() - begin
        self._look(state, left)

    def _show_progress(self, state: GroupState) -> None:
        """Not more often than somebody could read it. Assumes that what is measured later exceeds
        its plan by the same factor."""
        if time.monotonic() - self.shown <= _PROGRESS_S:
            return
        left = max(self.whole - self.spent, 0.0)
        if not self.engine.options.budget:
            left = max(left, self.costs.left(self.groups))
        if self.whole:
            left += self.later * max((self.spent + left) / self.whole, 1.0)
        self.recorder.recorder.reporter.progress(
            state.group, self.taken if self.launches else 1, left)
        self.shown = time.monotonic()

    def _rounds(self, state: GroupState, begin: float) -> int:
        """Takes the rounds of a turn that began then: as many as are planned or, where launches are
        few, as fit an equal part of the time that is left. Returns their number."""
        rounds, engine = state.rounds, self.engine
        engine.rounds(state, rounds, self.block_ns)
        if self.few_launches:
            starts = self.costs.launch * max(self.least - self.taken - self.alive, 0)
            turns = sum(self.least - other.turns for other in self.groups if not other.ended)
            part = (self.share - (begin - self.begin) - starts) / turns
            while (time.monotonic() - begin) * (1 + 1 / rounds) < part:  # with another one
                engine.rounds(state, 1, self.block_ns)
                rounds += 1
        return rounds

    def _look(self, state: GroupState, left: int) -> None:
        """Counts the looks at which the shown ratios were precise, and plans the next turn. There
        is one after as many launches as look_after says."""
        few = state.turns < self.least
        look = self.recorder.look_at(state) if not few and state.turns >= state.next_look else None
        precision = self.engine.options.precision
        if look and self.launches:
            state.next_look = look_after(state.turns, look.half_width / precision)
        if look and (state.precise_looks or look.precise(precision)):
            state.precise_looks += 1
        if self.launches and not self.few_launches:
            state.rounds = self._rounds_of(state, left, look)

    def _rounds_of(self, state: GroupState, left: int, look: Look | None) -> int:
        """How many rounds a group should have in its next launch; `left`: the active groups."""
        a_round = (state.seconds - state.launch_seconds) / state.rounds_taken
        a_launch = self.launch_seconds / self.taken / left + state.launch_seconds / state.turns
        if look and (levels := look.levels()):
            state.levels_ratio = levels.ratio
        known = [other.levels_ratio for other in self.groups if other.levels_ratio is not None]
        ratio = (math.inf if state.levels_ratio is None
                 else ratio_shrunk(state.levels_ratio, state.turns, median(known)))
        rounds = levels_rounds(ratio, a_launch, a_round, state.rounds)
        missing = max(self.least - state.turns, 1)
        fitting = ((self.share - self.spent) / left / missing - a_launch) / a_round
        return int(clamp(fitting, 1, rounds if missing == 1 else max(rounds, ROUNDS_FIRST)))

    def _end_groups(self) -> None:
        """Ends each group for which there is a reason, but interrupted ones only if they have an
        interval."""
        spent = self.spent
        if not self.alive:  # the next launch must be started
            spent += self.costs.launch * self._launches_together(self.share - spent)
        for state in self.groups:
            if state.ended or (self.interrupted
                               and len(state.cells[0].launches) <= LAUNCHES_LEAST):
                continue
            if reason := self.reason(state, spent):
                self.recorder.end(state, reason)

    def reason(self, state: GroupState, spent: float) -> str:
        """Why a group ends after so many seconds: "precise", "budget", "interrupted"; "launches",
        the most turns that there are; "method", which prescribes them; "" if it goes on.

        Over launches one more look is needed after the first precise one: otherwise an interval
        that happens to be narrow would end the measurement, and such intervals miss the truth more
        often (docs/statistics.md, "Coverage"). Until there is an interval, or while a cell is
        starved, the share of time may be exceeded, within limits, but not where a budget was given.
        """
        enough, last = state.turns >= self.least, state.turns >= self.most
        strict = bool(self.engine.options.budget)
        overtime = _OVERTIME_STRICT if strict else _OVERTIME
        waiting = (state.starved and not last and not strict
                   and spent <= overtime * self.share + _PATIENCE_S)
        if self.interrupted:
            return "interrupted"
        if self.method.rounds:
            if state.turns < self.method.rounds or waiting:
                return ""
            return "budget" if state.cut else "method"
        if enough and state.precise_looks >= (2 if self.launches else 1):
            return "precise"
        if last:
            return "launches"
        late = spent > self.share * (1 if enough else overtime)
        return "budget" if late and not waiting else ""
