# SPDX-License-Identifier: BSD-3-Clause
"""Completes groups and records them."""

import time
from collections import Counter, defaultdict

from comops.measure.block.groups import GroupState
from comops.measure.planning.options import Options
from comops.measure.recording import Recorder
from comops.measure.schedule.handovers import Division, other_distances, rounds_record
from comops.results.plan import Group, differ_in_placement
from comops.results.write import line_of
from comops.statistics.cells import Cell
from comops.statistics.findings import findings_of_table
from comops.statistics.handovers import HandoverClass, Handovers, Rounds, same_distance
from comops.statistics.looks import Look
from comops.statistics.modes import WITHOUT, of_one_state, states_record
from comops.statistics.phases import warnings_of_group
from comops.statistics.times import interval, precise

Range = tuple[float, float]
_Placed = tuple[str, int]  # a placement and its ranks


def stop_word(reason: str, failed: bool, is_precise: bool) -> str:
    """The results file's word for a cell of a group that ended for this reason (Turns.reason):
    `failed` if it has an error, `is_precise` if its own interval is narrow enough."""
    if failed:
        return "error"
    if is_precise and reason != "method":
        return "precise"
    return reason if reason in ("method", "interrupted") else "budget"


class GroupRecorder:
    """`recorder`: of the campaign; `step_ns`: of its clock; `states`: the groups of this stage."""

    def __init__(self, recorder: Recorder, options: Options, step_ns: float) -> None:
        self.recorder, self.options, self.step_ns = recorder, options, step_ns
        self.states: list[GroupState] = []
        self._divisions: dict[GroupState, Division] = {}  # of those that have ended
        self._before: dict[_Placed, list[Handovers]] = defaultdict(list)  # in earlier stages
        self._used: dict[int, Range] = {}  # ns, of each table
        # By the number of rounds: their distances, and the most frequent one, ns.
        self._known: dict[_Placed, tuple[int, list[HandoverClass], Range | None]] = {}

    def end_stage(self) -> None:
        for state in self.states:
            self._before[_placed(state.group)] += state.handovers
        self._divisions.clear()
        self.recorder.stage_ended()

    def look_at(self, state: GroupState) -> Look:
        """What is known of a group so far, of the rounds at all distances of the ranks."""
        return Look(of_one_state(state.cells, self._wanted_state))

    @property
    def _wanted_state(self) -> str:
        """The state on which the cells rest that page faults split."""
        return WITHOUT if self.options.malloc == "keep" else ""

    def end(self, state: GroupState, reason: str) -> None:
        """Completes a group's cells and records them."""
        state.cells, division, explained = self._completed(state)
        if division:
            self._divisions[state] = division
            if division.ns:  # the first group that ends decides for its table
                self._used.setdefault(state.group.table, division.ns)
        for cell in state.cells:
            if not cell.error and not cell.samples:
                cell.error = "a rank was late for every start: the machine is too busy"
            is_precise = not cell.error and precise(cell, self.options.precision)
            cell.stopped = stop_word(reason, bool(cell.error), is_precise)
        self.recorder.explained += explained
        self.recorder.few += self.options.launches > 1 and any(
            cell.valid and not interval(cell) for cell in state.cells)
        state.ended = True
        self._record(state, division)

    def _record(self, state: GroupState, division: Division | None) -> None:
        recorder, group = self.recorder, state.group
        if division:
            recorder.append(rounds_record(group, self.options.method.name, state.handovers,
                                          division))
        recorder.group(group, state.cells, division.ns if division else None)
        self._record_placed(state)
        table = self._table_of(group)
        if all(other.ended for other in table):
            for distance in other_distances([
                    (other.group.bytes, other.cells, self._divisions.get(other))
                    for other in table]):
                recorder.reporter.found(distance)
            recorder.table([cell for other in table for cell in other.cells])

    def _record_placed(self, state: GroupState) -> None:
        """The ratios to the first placement of its bundle, of this group or of those that waited
        for it."""
        first, *others = (other for other in self.states
                          if differ_in_placement(other.group, state.group))
        for other in others if first is state else [state]:
            if first.ended and other.ended:
                self.recorder.placed(first.cells, other.cells)

    def _table_of(self, group: Group) -> list[GroupState]:
        return [state for state in self.states if state.group.table == group.table]

    def _completed(self, state: GroupState) -> tuple[list[Cell], Division | None, Counter[str]]:
        """A group's cells with the blocks that its results use, and their warnings; how its rounds
        are divided; the warnings that the machine explains."""
        division = self._divide(state)
        cells = division.cells(state.cells) if division else state.cells
        for cell in cells:
            if faults := states_record(cell, self._wanted_state):
                cell.members["page_faults"] = faults
        cells = of_one_state(cells, self._wanted_state)
        return cells, division, warnings_of_group(cells, self.step_ns)

    def _divide(self, state: GroupState) -> Division | None:
        """The rounds of a group so far; None if nothing was measured, or the method prescribes
        them."""
        if self.options.method.rounds:
            return None
        distances, usual = self._usual(_placed(state.group))
        if not distances:
            return None
        rounds = Rounds.of(state.handovers, distances)
        wanted = self._used.get(state.group.table) or usual
        used = next((classes for classes in rounds.ranked()
                     if wanted and same_distance(rounds.ns(classes), wanted)), None)
        division = Division(rounds, used)
        return division if division.suffices(state.cells) else Division(rounds, None)

    def _usual(self, placed: _Placed) -> tuple[list[HandoverClass], Range | None]:
        """The distances of all rounds of a placement so far, and the most frequent one; None: all
        rounds are void."""
        states = [state for state in self.states if _placed(state.group) == placed]
        count = len(self._before[placed]) + sum(len(state.handovers) for state in states)
        if self._known.get(placed, (-1,))[0] != count:
            rounds = Rounds.by_their_own(
                self._before[placed] + [times for state in states for times in state.handovers])
            usual = rounds.usual
            self._known[placed] = count, rounds.distances, usual and rounds.ns(usual)
        return self._known[placed][1:]

    def seconds(self) -> float:
        """What it takes to complete and record all groups as they are now, from one of them and
        its table."""
        state = max(self.states, key=lambda state: state.rounds_taken)
        table = self._table_of(state.group)
        begin = time.monotonic()
        records, _ = self.recorder.records_of(state.group, self._completed(state)[0])
        for record in records:
            line_of(record)
        group = time.monotonic()
        findings_of_table([cell for row in table for cell in row.cells if cell.samples])
        return ((group - begin) * len(self.states)
                + (time.monotonic() - group) * len(self.states) / len(table))


def _placed(group: Group) -> _Placed:
    return group.placement.name, group.ranks


