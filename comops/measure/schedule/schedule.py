# SPDX-License-Identifier: BSD-3-Clause
"""Divides a plan into stages: consecutive bundles of tables that are measured together, so that the
launches of each cell are spread over the time of all. Each group is recorded as soon as it ends."""

import time
from collections.abc import Callable, Collection, Sequence
from itertools import groupby

from comops.measure.block.engine import Engine, LaunchedEngine
from comops.measure.block.groups import GroupState
from comops.measure.recording import Recorder
from comops.measure.schedule.costs import TurnCosts
from comops.measure.schedule.group_recorder import GroupRecorder
from comops.measure.schedule.turns import Turns, order_of
from comops.results.methods import Method
from comops.results.plan import Group, Plan, key_of
from comops.results.write import key_text

_STAGE_S = 120  # launches are spread over this time, and as much is lost if comops is killed

Count = Callable[[GroupState], None]


def is_done(group: Group, method: str, done: Collection[str]) -> bool:
    """Whether an earlier run has measured all of the group; `done`: keys of its cells."""
    return bool(done) and all(key_text(key_of(group, candidate, method)) in done
                              for candidate in group.candidates)


def plan_measure(plan: Plan, engine: LaunchedEngine, costs: TurnCosts, recorder: Recorder,
                 seconds: float, done: Collection[str] = (), count: Count | None = None) -> None:
    """Each stage gets its share of the remaining time; what it does not need is left to later
    stages. Raises Interrupted. `done`: keys of cells that an earlier run has measured; bundles that
    it did not complete are measured again, because their launches cannot be continued. `count`
    counts events of a group, in launches of their own."""
    begin, options = time.monotonic(), engine.options
    bundles = [list(groups) for _, groups in groupby(plan.groups, lambda group: group.bundle)]
    known = [all(is_done(group, options.method.name, done) for group in bundle)
             for bundle in bundles]
    cells_left = sum(_cells(bundle) for bundle, is_known in zip(bundles, known, strict=True)
                     if not is_known)
    at, groups_recorder = 0, GroupRecorder(recorder, options, engine.clock[0])
    while at < len(bundles):
        if known[at]:
            at += 1
            continue
        left = max(seconds - (time.monotonic() - begin), 0.0)
        cell_seconds = left / cells_left
        end = _stage_end(bundles, known, at, cell_seconds, options.launches)
        groups = [group for bundle in bundles[at:end] for group in bundle]
        share = cell_seconds * _cells(groups)
        _measure(groups, engine, costs, groups_recorder, share, left - share, count)
        cells_left -= _cells(groups)
        at = end


def _cells(groups: Sequence[Group]) -> int:
    return sum(len(group.candidates) for group in groups)


def _stage_end(bundles: Sequence[Sequence[Group]], known: Sequence[bool], at: int,
               cell_seconds: float, launches: int) -> int:
    """As many whole bundles as fit the stage's time, at least one, and no finished bundle after an
    unfinished one."""
    most = _STAGE_S if launches > 1 else 0
    cells, end = _cells(bundles[at]), at + 1
    while end < len(bundles) and not known[end]:
        cells += _cells(bundles[end])
        if cells * cell_seconds >= most:
            break
        end += 1
    return end


def _measure(groups: Sequence[Group], engine: LaunchedEngine, costs: TurnCosts,
             recorder: GroupRecorder, share: float, later: float, count: Count | None) -> None:
    """Whole bundles, in so many seconds; `later`: what is planned for those after them."""
    options = engine.options
    states = [GroupState(group, options.method, options.counters is not None) for group in groups]
    recorder.states = states
    try:
        for state in states if count else ():
            recorder.recorder.reporter.progress(state.group, 0, share + later)
            count(state)
        if options.launches > 1:
            Turns(engine, costs, recorder, states, share, later).measure()
            return
        begin, cells_left = time.monotonic(), _cells(groups)
        for state in order_of(states, engine.random):  # each has its share of the time that is left
            left = share - (time.monotonic() - begin)
            part = left * len(state.cells) / cells_left
            Turns(engine, costs, recorder, [state], part, later + left - part).measure()
            cells_left -= len(state.cells)
    finally:
        recorder.end_stage()


def plan_measure_exact(plan: Plan, engine: Engine, recorder: Recorder, method: Method) -> None:
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
