# SPDX-License-Identifier: BSD-3-Clause
"""Divides a plan into stages: consecutive bundles of tables that are measured together, so that the
launches of each cell are spread over the time of all. Each group is recorded as soon as it ends."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from analysis.findings import findings_of_table
from analysis.looks import Look
from analysis.modes import WITHOUT, of_one_state, states_record
from analysis.phases import warnings_of_group
from analysis.times import interval, precise
from campaign.counting import canaries_take, count_events
from campaign.groups import GroupState
from campaign.handovers import Division, HandoversSeen, other_distances, rounds_record
from campaign.planning.plan import Group, Plan, differ_in_placement, key_of
from campaign.recording import Recorder
from campaign.stopping import Stop, stop_word
from campaign.time_estimate import turn_seconds
from campaign.turns import turns_of_launches, turns_of_rounds
from records.write import key_text, line_of

if TYPE_CHECKING:
    from collections import Counter

    from analysis.cells import Cell
    from analysis.random import Random
    from campaign.planning.methods import Method
    from campaign.planning.options import Options
    from campaign.sampler import Sampler
    from campaign.time_estimate import TimeEstimate


class Engine(Protocol):
    """What answers "a block of this cell, please": this machine's workers (sampler.py), or a
    simulated machine (simulate/).

    `exact`: its times repeat, so that one block of each cell says all: run_exact. Another engine,
    for Scheduler, also has `options`, `random`, `account`, and `clock`: the step of its clock and
    the cost of a reading, ns."""

    exact: bool

    def rounds(self, state: GroupState, rounds: int, block_ns: float) -> None:
        """Adds `rounds` blocks of about `block_ns` to each cell of the group that has no error
        (Cell.begin_block, add_samples); a cell that cannot be measured gets its `error`. Raises
        groups.Interrupted."""

    def begin_launch(self, groups: Sequence[GroupState], launches: int, first: bool) -> bool:
        """Another launch of what the groups need: one that lives already, or the first of so many
        that are started at the same time. False if nothing was started. An exact engine is never
        asked."""


@dataclass
class Stage:
    """`share`, `later`: seconds, its own and those planned for the stages after it; `counting`:
    hardware counters first, in launches of their own."""

    engine: "Sampler"
    estimate: "TimeEstimate"
    recorder: Recorder
    seen: HandoversSeen
    counting: bool
    share: float
    later: float
    states: list[GroupState] = field(default_factory=list)
    begin: float = 0.0
    alive: int = 0  # launches that have begun and are still to be used
    shown: float = 0.0  # when the progress was

    @property
    def options(self) -> "Options":
        return self.engine.options

    @property
    def random(self) -> "Random":
        return self.engine.random

    @property
    def cells(self) -> int:
        return sum(len(state.cells) for state in self.states)

    def measure(self, groups: Sequence[Group]) -> None:
        """Whole bundles. Raises Interrupted."""
        self.states = [GroupState(group, self.options.method, self.options.counters is not None)
                       for group in groups]
        try:
            self.begin = time.monotonic()
            if self.counting:
                for state in self.states:
                    self.show_progress(state, 0)
                    count_events(self.engine, state, self.recorder.reporter)
            self.begin = time.monotonic()
            if self.options.launches == 1:
                turns_of_rounds(self)
            else:
                turns_of_launches(self)
        finally:
            self.seen.end_stage(self.states)
            self.recorder.stage_ended()

    def begin_launch(self, active: Sequence[GroupState], number: int) -> None:
        """The number-th launch, with its canaries."""
        launches = self._launches_together(self.share - (time.monotonic() - self.begin))
        starts, begin = launches - (number == 1), time.monotonic()
        if self.engine.begin_launch(active, launches, number == 1):
            self.alive = launches
            if starts:
                self.estimate.launch = (time.monotonic() - begin) / starts
        self.alive -= 1
        canaries_take(self.recorder, self.engine.account, active, number)

    def _launches_together(self, left: float) -> int:
        """How many the next start is of, with so many seconds left."""
        turns = sum(turn_seconds(state) for state in self.states if state.turns and not state.ended)
        return self.estimate.launches_together(self.options, self.share, left, turns)

    def next_launch_seconds(self, left: float) -> float:
        """What the start of the next launch takes, with so many seconds left."""
        return 0.0 if self.alive else self.estimate.launch * self._launches_together(left)

    def start_seconds(self, launches: int) -> float:
        """What the starts of so many more launches take."""
        return self.estimate.launch * max(launches - self.alive, 0)

    def ending_seconds(self) -> float:
        """What it takes to complete and record all groups as they are now, from one of them and
        its table."""
        state = max(self.states, key=lambda one: one.rounds_taken)
        table = [one for one in self.states if one.group.table == state.group.table]
        begin = time.monotonic()
        records, _ = self.recorder.records_of(state.group, self._used(state)[0])
        for record in records:
            line_of(record)
        group = time.monotonic()
        findings_of_table([cell for one in table for cell in one.cells if cell.samples])
        return ((group - begin) * len(self.states)
                + (time.monotonic() - group) * len(self.states) / len(table))

    def show_progress(self, state: GroupState, launch: int) -> None:
        """Not more often than somebody could read it."""
        if time.monotonic() - self.shown > _PROGRESS_S:
            self.recorder.reporter.progress(state.group, launch, self._seconds_left())
            self.shown = time.monotonic()

    def look_at(self, state: GroupState) -> Look:
        """What is known of a group so far, of the rounds at all distances of the ranks."""
        return Look(of_one_state(state.cells, self.wanted_state))

    @property
    def wanted_state(self) -> str:
        """The state on which the cells rest that page faults split."""
        return WITHOUT if self.options.malloc == "keep" else ""

    def _used(self, state: GroupState) -> tuple["list[Cell]", Division | None, "Counter[str]"]:
        """A group's cells with the blocks that its results use, and their warnings; how its rounds
        are divided; the warnings that the machine explains."""
        division = self.seen.divide(state, self.states)
        cells = division.cells(state.cells) if division else state.cells
        for cell in cells:
            if faults := states_record(cell, self.wanted_state):
                cell.members["page_faults"] = faults
        cells = of_one_state(cells, self.wanted_state)
        return cells, division, warnings_of_group(cells, self.engine.clock[0])

    def end_group(self, state: GroupState, reason: Stop) -> None:
        """Completes a group's cells and records them."""
        state.cells, state.division, explained = self._used(state)
        self.seen.end(state)
        for cell in state.cells:
            if not cell.error and not cell.samples:
                cell.error = "a rank was late for every start: the machine is too busy"
            is_precise = not cell.error and precise(cell, self.options.precision)
            cell.stopped = stop_word(reason, bool(cell.error), is_precise)
        self.recorder.explained += explained
        self.recorder.few += self.options.launches > 1 and any(
            cell.valid and not interval(cell) for cell in state.cells)
        state.ended = True
        if state.division:
            self.recorder.append(rounds_record(state, state.division))
        self.recorder.group(state.group, state.cells,
                            state.division.ns if state.division else None)
        self._record_placed(state)
        table = [one for one in self.states if one.group.table == state.group.table]
        if all(one.ended for one in table):
            self.recorder.distances(other_distances(table))
            self.recorder.table([cell for one in table for cell in one.cells])

    def _record_placed(self, state: GroupState) -> None:
        """The ratios to the first placement of its bundle, of this group or of those that waited
        for it."""
        alike = [one for one in self.states if differ_in_placement(one.group, state.group)]
        first, *others = alike
        for other in others if first is state else [state]:
            if first.ended and other.ended:
                self.recorder.placed(first.cells, other.cells)

    def _seconds_left(self) -> float:
        """Assumes that later stages exceed their plan by the same factor as this one."""
        spent = time.monotonic() - self.begin
        left = max(self.share - spent, 0.0)
        if not self.options.budget:
            left = max(left, self.estimate.left(self.options, self.states))
        return left + self.later * max((spent + left) / self.share, 1.0) if self.share else left


_PROGRESS_S = 0.2
_STAGE_S = 120  # launches are spread over this time, and as much is lost if comops is killed


def _cells(groups: list[Group]) -> int:
    return sum(len(group.candidates) for group in groups)


def is_done(group: Group, method: str, done: set[str]) -> bool:
    """Whether an earlier run has measured all of the group."""
    return bool(done) and all(key_text(key_of(group, candidate, method)) in done
                              for candidate in group.candidates)


@dataclass
class Scheduler:
    """`done`: keys of cells that an earlier run has measured; `seconds`: for the whole plan;
    `counting`: the requested counters are available."""

    plan: Plan
    sampler: "Sampler"
    estimate: "TimeEstimate"
    recorder: Recorder
    seconds: float
    done: set[str] = field(default_factory=set)
    counting: bool = False

    def run(self) -> None:
        """Each stage gets its share of the remaining time; what it does not need is left to later
        stages. Raises Interrupted."""
        begin = time.monotonic()
        bundles = [list(groups) for _, groups in groupby(self.plan.groups,
                                                         lambda group: group.bundle)]
        known = [all(map(self._is_done, bundle)) for bundle in bundles]
        cells_left = sum(_cells(bundle) for bundle, done in zip(bundles, known, strict=True)
                         if not done)
        at, seen = 0, HandoversSeen()
        while at < len(bundles):
            if known[at]:
                at += 1
                continue
            spent = time.monotonic() - begin
            left = max(self.seconds - spent, 0.0)
            cell_seconds = left / cells_left
            end = self._stage_end(bundles, known, at, cell_seconds)
            groups = [group for bundle in bundles[at:end] for group in bundle]
            share = cell_seconds * _cells(groups)
            Stage(self.sampler, self.estimate, self.recorder, seen, self.counting, share,
                  left - share).measure(groups)
            cells_left -= _cells(groups)
            at = end

    def _is_done(self, group: Group) -> bool:
        """Incomplete bundles are measured again, because their launches cannot be continued."""
        return is_done(group, self.sampler.options.method.name, self.done)

    def _stage_end(self, bundles: list[list[Group]], known: list[bool], at: int,
                   cell_seconds: float) -> int:
        """As many whole bundles as fit the stage's time, at least one, and no finished bundle after
        an unfinished one."""
        most = _STAGE_S if self.sampler.options.launches > 1 else 0
        cells, end = _cells(bundles[at]), at + 1
        while end < len(bundles) and not known[end]:
            cells += _cells(bundles[end])
            if cells * cell_seconds >= most:
                break
            end += 1
        return end


def run_exact(plan: Plan, engine: Engine, recorder: Recorder, method: "Method") -> None:
    """Measures a plan on an engine whose times repeat: one block of each cell. Raises Interrupted.
    """
    for _, groups in groupby(plan.groups, lambda group: group.table):
        cells = []
        for group in groups:
            state = GroupState(group, method)
            engine.rounds(state, 1, 0.0)
            for cell in state.cells:
                cell.stopped = "error" if cell.error else method.name
            recorder.group(group, state.cells)
            cells += state.cells
        recorder.table(cells)
