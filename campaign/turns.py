# SPDX-License-Identifier: BSD-3-Clause
"""How the groups of a stage share its time.

Over launches they take turns: in each launch of the workers, in shuffled order, a group gets a few
rounds, each a block of every cell in a new place. A group ends when the ratios shown for it are
precise, and leaves its time to the others. A group with long rounds skips some launches, so that in
the end all have had the same time. The number of rounds per launch makes its ratios as precise as
possible in that time, given the costs and variances of launches and rounds (analysis/levels.py).

A method that imitates a program, which is started once, has few launches, as long as fit the time.

With a single launch the groups follow each other, each for its share of the time. A group ends when
StopState says why.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from analysis.intervals import median
from analysis.levels import ROUNDS_FIRST, levels_rounds, ratio_shrunk
from analysis.looks import look_after
from campaign.groups import GroupState, Interrupted
from campaign.planning.option_values import LAUNCHES_LEAST, LAUNCHES_MOST
from campaign.planning.options import Options
from campaign.sampling import clamp
from campaign.stopping import Stop, StopState

if TYPE_CHECKING:
    from analysis.looks import Look
    from analysis.random import Random
    from campaign.scheduler import Stage

BLOCK_LEAST_NS, _BLOCK_MOST_NS = 5e5, 2e7
_REHEARSED = 0.5  # of its share: then it is tried again what the end will take


@dataclass(frozen=True)
class Pace:
    """What turns are: launches, or rounds of a single one. `planned`: blocks of a cell in its share
    of the time."""

    launches: bool
    planned: int
    begin: StopState


_LAUNCHES = Pace(True, 24, StopState(most=LAUNCHES_MOST, looks_needed=2))
# Ten rounds, so that a disturbed one in ten is recognised.
_ROUNDS = Pace(False, 12, StopState(least=10, most=100, looks_needed=1))


def turns_least(options: Options) -> int:
    """The least number of turns of a group."""
    if options.method.rounds:
        return options.method.rounds
    return options.launches if options.launches > 1 else _ROUNDS.begin.least


def order_of(states: Sequence[GroupState], random: "Random") -> list[GroupState]:
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
    """Groups that take turns, and what they have in common."""

    stage: "Stage"
    pace: Pace
    groups: Sequence[GroupState]
    state: StopState
    block_ns: float
    begin: float  # by the clock
    taken: int = 0
    launch_seconds: float = 0.0  # total time to begin them
    rehearsals: list[tuple[float, int]] = field(default_factory=list)  # seconds, rounds so far

    def __post_init__(self) -> None:
        self.whole = self.state.share
        self.few_launches = self.pace.launches and self.stage.options.method.as_imb
        if self.few_launches:
            self.state.most = self.state.least

    def measure(self) -> None:
        """Until all groups have ended. Raises Interrupted, after the groups that have an interval
        have ended."""
        while not all(state.ended for state in self.groups):
            try:
                self._take()
            except Interrupted:
                self.state.interrupted = True
                self._end_groups()
                raise
            self._end_groups()

    def _take(self) -> None:
        """A turn of each active group that has not had more time than the others."""
        active = [state for state in self.groups if not state.ended]
        mean = sum(state.seconds for state in active) / len(active)
        order = order_of(self.groups, self.stage.random)
        if self.pace.launches or self.taken == 0:
            self._begin_launch(active)
        self.taken += 1
        for state in order:
            if state.turns < self.state.least or state.seconds <= mean:
                self._turn(state, len(order))
        if self.pace.launches:
            self._plan_end([state for state in active if state.turns < self.state.least])

    @property
    def spent(self) -> float:
        return time.monotonic() - self.begin

    def _plan_end(self, few: Sequence[GroupState]) -> None:
        """After a launch. `few`: groups without an interval."""
        if not self.rehearsals or (len(self.rehearsals) == 1
                                   and self.spent > _REHEARSED * self.whole > 0):
            self._rehearse()
        if self.state.strict:
            self._give_up(few)

    def _rehearse(self) -> None:
        """Keeps time for completing the groups: what that would take now and, from the second time
        on, more for the rounds to come, as it has grown with those so far."""
        if not self.rehearsals:
            self.stage.ending_seconds()  # the first time takes longer
        seconds, rounds = self.stage.ending_seconds(), sum(one.rounds_taken for one in self.groups)
        for before, fewer in self.rehearsals:
            growth = max(seconds - before, 0.0) / max(rounds - fewer, 1)
            seconds += min(growth * rounds * (self.whole / self.spent - 1), seconds)
        self.rehearsals.append((seconds, rounds))
        self.state.share = max(self.whole - seconds, 0.0)

    def _give_up(self, few: Sequence[GroupState]) -> None:
        """Ends those that cost most of the groups without an interval, as many as must be so that
        the others get one in the time that is left."""
        estimate, options = self.stage.estimate, self.stage.options
        missing = {state: estimate.missing(options, state) for state in few}
        left = self.state.share - self.spent - max(missing.values(), default=0) * estimate.launch
        costs = {state: estimate.needed(state, turns) for state, turns in missing.items()}
        for state in sorted(few, key=costs.__getitem__, reverse=True):
            if sum(costs.values()) <= left:
                break
            if state.starved:
                continue
            del costs[state]
            self.stage.end_group(state, Stop.BUDGET)

    def _begin_launch(self, active: Sequence[GroupState]) -> None:
        """Keeps the start of workers out of the groups' times."""
        begin = time.monotonic()
        self.stage.begin_launch(active, self.taken + 1)
        self.launch_seconds += time.monotonic() - begin

    def _turn(self, state: GroupState, left: int) -> None:
        begin = time.monotonic()
        if self.pace.launches and state.turns > 0:
            state.next_launch(self.taken)
        if self.pace.launches or state.turns == 0:
            self.stage.show_progress(state, self.taken if self.pace.launches else 1)
        rounds = self._rounds(state, begin)
        state.turns += 1
        state.rounds_taken += rounds
        state.seconds += time.monotonic() - begin
        self._look(state, left)

    def _rounds(self, state: GroupState, begin: float) -> int:
        """Takes the rounds of a turn that began then: as many as are planned or, where launches are
        few, as fit an equal part of the time that is left. Returns their number."""
        rounds, engine = state.rounds, self.stage.engine
        engine.rounds(state, rounds, self.block_ns)
        if self.few_launches:
            starts = self.stage.start_seconds(self.state.least - self.taken)
            turns = sum(self.state.least - one.turns for one in self.groups if not one.ended)
            part = (self.state.share - (begin - self.begin) - starts) / turns
            while (time.monotonic() - begin) * (1 + 1 / rounds) < part:  # with another one
                engine.rounds(state, 1, self.block_ns)
                rounds += 1
        return rounds

    def _look(self, state: GroupState, left: int) -> None:
        """Counts the looks at which the shown ratios were precise, and plans the next turn. There
        is one after as many launches as look_after says."""
        launches, few = self.pace.launches, state.turns < self.state.least
        look = self.stage.look_at(state) if not few and state.turns >= state.next_look else None
        precision = self.stage.options.precision
        if look and launches:
            state.next_look = look_after(state.turns, look.half_width / precision)
        if look and (state.precise_looks or look.precise(precision)):
            state.precise_looks += 1
        if launches and not self.few_launches:
            state.rounds = self._rounds_of(state, left, look)

    def _rounds_of(self, state: GroupState, left: int, look: "Look | None") -> int:
        """How many rounds a group should have in its next launch; `left`: the active groups."""
        a_round = (state.seconds - state.launch_seconds) / state.rounds_taken
        a_launch = self.launch_seconds / self.taken / left + state.launch_seconds / state.turns
        if look and (levels := look.levels()):
            state.levels_ratio = levels.ratio
        known = [one.levels_ratio for one in self.groups if one.levels_ratio is not None]
        ratio = (math.inf if state.levels_ratio is None
                 else ratio_shrunk(state.levels_ratio, state.turns, median(known)))
        rounds = levels_rounds(ratio, a_launch, a_round, state.rounds)
        missing = max(self.state.least - state.turns, 1)
        fitting = ((self.state.share - self.spent) / left / missing - a_launch) / a_round
        return int(clamp(fitting, 1, rounds if missing == 1 else max(rounds, ROUNDS_FIRST)))

    def _end_groups(self) -> None:
        """Ends each group for which there is a reason, but interrupted ones only if they have an
        interval."""
        left = self.state.share - self.spent
        self.state.spent = self.spent + self.stage.next_launch_seconds(left)
        for state in self.groups:
            if state.ended or (self.state.interrupted
                               and len(state.cells[0].launches) <= LAUNCHES_LEAST):
                continue
            reason = replace(self.state, taken=state.turns, precise_looks=state.precise_looks,
                             starved=state.starved, cut=state.cut).reason()
            if reason != Stop.NOT:
                self.stage.end_group(state, reason)


def _measure(stage: "Stage", pace: Pace, states: Sequence[GroupState], share: float) -> None:
    """Measures some groups of a stage until all have ended."""
    method, cells = stage.options.method, sum(len(state.cells) for state in states)
    seconds = max(share, 0.0)
    block_ns = clamp(seconds * 1e9 / cells / pace.planned, BLOCK_LEAST_NS, _BLOCK_MOST_NS)
    if method.rounds:
        block_ns = seconds * 1e9 / cells / method.rounds
    state = replace(pace.begin, share=seconds, method_rounds=method.rounds,
                    strict=bool(stage.options.budget))
    if pace.launches:
        state.least = stage.options.launches
    Turns(stage, pace, states, state, block_ns, time.monotonic()).measure()


def turns_of_launches(stage: "Stage") -> None:
    """Measures all groups of the stage to their end. Raises Interrupted."""
    _measure(stage, _LAUNCHES, stage.states, stage.share)


def turns_of_rounds(stage: "Stage") -> None:
    """The same: each group has its share of the time that is left."""
    cells_left = stage.cells
    for state in order_of(stage.states, stage.random):
        left = stage.share - (time.monotonic() - stage.begin)
        _measure(stage, _ROUNDS, [state], left * len(state.cells) / cells_left)
        cells_left -= len(state.cells)
