# SPDX-License-Identifier: BSD-3-Clause
"""The engine of this machine: calibrates the cells of a group, then takes blocks of them in turn,
in shuffled order."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from comops.common.catalogue import CATALOGUE
from comops.common.signals import signals_seen
from comops.measure import library
from comops.measure.account import Account
from comops.measure.block.engine import Interrupted
from comops.measure.block.groups import GroupState, Sampled
from comops.measure.block.reports import TakenBlock, inspect_ranks, launch_collect
from comops.measure.block.sampling import (block_stamps, disturbances_collect, empty_runs_of,
                                           first_lead, next_lead, prescribe, samples_collect,
                                           warmups_of)
from comops.measure.launch.against import workers_in_turns
from comops.measure.launch.seen import Seen, handovers_add, seen_by
from comops.measure.launch.supervisor import Supervisor
from comops.measure.launch.workers import NotStarted, Outcome, Worker
from comops.measure.planning.options import Options
from comops.measure.tuning import Tunings
from comops.results.plan import Group
from comops.statistics.cells import Cell
from comops.statistics.handovers import Handovers
from comops.statistics.intervals import median
from comops.statistics.random import Random

# Stamps of the first and the second block of a calibration; a run that is longer needs no second.
_CALIBRATION_STAMPS, _CALIBRATION_LONG_NS = (2, 8), 1e6
# A rank that leaves the start this many readings of the clock late was interrupted there.
_READINGS_LATE = 10
_BEFORE, _AFTER = library.constant("HANDOVERS_BEFORE"), library.constant("HANDOVERS_AFTER")
_PRESCRIBED = ("runs", "stamps", "empty_runs", "warmups", "unprepared", "barrier_each",
               "computing_ns", "computing_alone", "counters", "settle_ns", "begins", "first")
# A cell may take this long in a launch to become steady: so many blocks, at most so many ns.
_SETTLE_BLOCKS, _SETTLE_MOST_NS = 2, 3e7


@dataclass
class Sampler:
    """`clock`: its step and the cost of a reading, ns. `cache_bytes`: to flush before each sample
    of cold buffers."""

    supervisor: Supervisor
    options: Options
    clock: tuple[float, float]
    cache_bytes: int
    tunings: Tunings
    random: Random

    @property
    def account(self) -> Account:
        return self.supervisor.account

    def rounds(self, state: GroupState, rounds: int, block_ns: float) -> None:
        """Engine.rounds. A cell whose data are wrong, or whose worker dies or hangs, has its error
        set; the others go on. Raises Interrupted."""
        if not state.begun:
            begin = time.monotonic()
            if not self.options.method.unprepared or state.group.pattern.computes:
                for sampled in state.sampled:
                    self._calibrate(state.group, sampled)
            self._prescribe(state)
            state.begun = True
            state.calibration_seconds = time.monotonic() - begin
        settle_ns = int(min(_SETTLE_BLOCKS * block_ns, _SETTLE_MOST_NS))
        for sampled in state.sampled:
            sampled.settle_ns = settle_ns if self.options.method.settles else 0
        for _ in range(rounds):
            self._round(state, block_ns)

    def begin_launch(self, groups: Sequence[GroupState], launches: int, first: bool) -> bool:
        """Engine.begin_launch. A start that fails is repeated with a cell, which then gets the
        reason."""
        if not first and self.supervisor.next_launch():
            return False
        workers = {(candidate.path, state.group.ranks): state.group.placement.oversubscribed
                   for state in groups for candidate in state.group.candidates}
        if not first:
            self.supervisor.end(workers)
        self.supervisor.begin(workers_in_turns(self.supervisor, workers, self.random), launches)
        return True

    def block(self, group: Group, sampled: Sampled, stamps: int) -> Worker | None:
        """The worker after one block of the cell; None, with the cell's error, if there is none.
        Raises Interrupted."""
        cell = sampled.cell
        try:
            worker = self.supervisor.worker(sampled.candidate.path, group.ranks,
                                            cell.oversubscribed)
        except NotStarted as why:
            if signals_seen():
                raise Interrupted from None
            cell.error = str(why)
            return None
        if signals_seen():
            raise Interrupted
        command = self._command(group, sampled, stamps)
        empty_runs = empty_runs_of(sampled, stamps)
        begin = time.monotonic()
        outcome = worker.command(command, group.placement.pus, group.pages.nodes)
        cell.duration_s += time.monotonic() - begin
        # Reserves numbers for the checks: a mark must never occur twice.
        sampled.repetition += stamps * cell.runs + group.ranks + 2
        if outcome != Outcome.DONE:
            self.account.command(sampled.candidate.path.label, group.bytes, *worker.lasted)
            if outcome == Outcome.INTERRUPTED:
                raise Interrupted
            cell.error = worker.why
            return None
        sampled.launches_begun = len(cell.launches)
        if stamps > 1:
            first, last = worker.starts[empty_runs], worker.starts[empty_runs + stamps - 1]
            step = int(last - first) / (stamps - 1)
            sampled.around_ns = max(step - sampled.run_ns * cell.runs, 0.0)
        return worker

    def _command(self, group: Group, sampled: Sampled, stamps: int) -> np.ndarray:
        if sampled.command is None:
            sampled.command = self._new_command(group, sampled)
        command, cell = sampled.command, sampled.cell
        begins = sampled.begins
        again = begins and len(cell.launches) > 1  # the first launch begins with the calibration
        prescribed = (cell.runs, stamps, empty_runs_of(sampled, stamps), sampled.warmups,
                      sampled.unprepared, sampled.barrier_each, sampled.computing_ns,
                      sampled.computing_alone, sampled.counters,
                      again and sampled.settles and sampled.settle_ns, begins,
                      again and self.options.method.settles)
        if prescribed != sampled.prescribed:  # seldom
            sampled.prescribed = prescribed
            for name, value in zip(_PRESCRIBED, prescribed, strict=True):
                command[name] = value
        command["layout"] = sampled.layout
        command["handovers"] = sampled.handovers
        command["lead_ns"] = cell.lead_ns
        command["repetition"] = sampled.repetition
        return command

    def _new_command(self, group: Group, sampled: Sampled) -> np.ndarray:
        """What all blocks of the cell have in common."""
        clears = self.options.method.clears
        return library.new_command(
            pattern=sampled.cell.key["pattern"], protocol=sampled.cell.key["protocol"],
            bytes=group.bytes, series=group.series, reduction=group.reduction,
            pages=CATALOGUE["pages"].index(group.page_size), bind_pages=group.pages.bound,
            rewrite=group.buffers == "rewrite",
            flush=(clears or self.cache_bytes) if group.buffers == "cold" else 0, clear=clears > 0,
            consume=CATALOGUE["consume"].index(group.consume), skew_ns=group.skew_us * 1000,
            **self.tunings.of(group.placement))

    def _measure(self, group: Group, sampled: Sampled, stamps: int) -> TakenBlock | None:
        """The next block; None if there is none. The worker's next command overwrites what it has
        left, so that is copied; to look at it between two blocks would take longer, because the
        ranks have had the caches."""
        begins, worker = sampled.begins, self.block(group, sampled, stamps)
        if not worker:
            return None
        empty_runs = empty_runs_of(sampled, stamps)
        times = worker.times(empty_runs, empty_runs + stamps, sampled.less_empty,
                             _READINGS_LATE * self.clock[1])
        return TakenBlock(worker.error(), worker.reports(), times.copy(), stamps, begins,
                        worker.lasted)

    def _seen(self, group: Group, sampled: Sampled, measured: TakenBlock | None) -> list[Seen]:
        """What the ranks report of a block; nothing if there is none, or it was wrong."""
        if not measured:
            return []
        ranks = seen_by(measured.reports, group.ranks)
        self.account.command(sampled.candidate.path.label, group.bytes, *measured.lasted, ranks[0])
        return inspect_ranks(group, sampled.cell, measured.error, ranks)

    def _take(self, group: Group, sampled: Sampled, measured: TakenBlock | None) -> list[Seen]:
        """Adds a block to its cell; what the ranks report."""
        cell, ranks = sampled.cell, self._seen(group, sampled, measured)
        if not ranks:
            return []
        assert measured
        voided = cell.voided
        self._collect(group, cell, sampled, measured)
        if measured.begins:
            launch_collect(sampled, ranks)
        disturbances_collect(cell.disturbances, [seen.watched_us for seen in ranks],
                             [seen.disturbances for seen in ranks], measured.stamps * cell.runs)
        cell.lead_ns = next_lead(ranks[0].lead_ns, measured.stamps, cell.voided - voided)
        return ranks

    def _collect(self, group: Group, cell: Cell, sampled: Sampled, measured: TakenBlock) -> None:
        self.account.stamps += samples_collect(
            cell, measured.times, sampled, measured.stamps, group.pattern.messages) / 1e9

    def _part(self, group: Group, sampled: Sampled, stamps: int) -> float:
        """The time of the next block, microseconds; NaN if there is none."""
        measured = self._measure(group, sampled, stamps)
        if not self._seen(group, sampled, measured):
            return math.nan
        assert measured
        part = Cell({}, sampled.cell.method, runs=sampled.cell.runs)
        self._collect(group, part, sampled, measured)
        return median(part.samples) if part.samples else math.nan

    def _parts(self, group: Group, sampled: Sampled, stamps: int) -> tuple[float, float]:
        """For a pattern that computes: the exchange alone and the computing alone, in the same
        layout as the block of both that follows."""
        computing_ns, sampled.computing_ns = sampled.computing_ns, 0.0
        try:
            exchange = self._part(group, sampled, stamps)
            sampled.computing_ns, sampled.computing_alone = computing_ns, True
            return exchange, self._part(group, sampled, stamps)
        finally:
            sampled.computing_ns, sampled.computing_alone = computing_ns, False

    def _calibrate(self, group: Group, sampled: Sampled) -> None:
        """Estimates the length of a run from a few runs, whose samples are discarded."""
        cell = sampled.cell
        for stamps in _CALIBRATION_STAMPS:
            if sampled.run_ns > _CALIBRATION_LONG_NS:
                break
            self._take(group, sampled, self._measure(group, sampled, stamps))
            if cell.error:
                return
            if cell.samples:
                sampled.run_ns = max(median(cell.samples) * 1e3 * group.pattern.messages, 1.0)
            else:
                sampled.run_ns = max(sampled.around_ns, 1.0)  # every start was late
            sampled.warmups = warmups_of(sampled.run_ns)
            cell.lead_ns = max(cell.lead_ns, first_lead(sampled.run_ns))
            cell.forget()

    def _prescribe(self, state: GroupState) -> None:
        """All compute for as long as the slowest exchange takes alone, so that each exchange can be
        hidden."""
        state.align_partners()
        good = [sampled.run_ns for sampled in state.sampled if not sampled.cell.error]
        fastest, slowest = min(good, default=math.inf), max(good, default=0.0)
        for sampled in state.sampled:
            prescribe(sampled, state.group, self.clock, fastest)
            sampled.computing_ns = slowest if state.group.pattern.computes else 0.0

    def _round(self, state: GroupState, block_ns: float) -> None:
        """One block of each cell without an error, in a new order and in a new layout, the same for
        all. The same cell of two builds has its blocks one after the other."""
        order = state.order(self.random)
        layout = self.random.next() & 0xFFFFFFFF
        state.handovers.append(Handovers())
        alive = [sampled for sampled in order if not sampled.cell.error]
        taken = []
        for sampled in alive:
            sampled.layout = layout
            stamps = block_stamps(sampled, block_ns)
            sampled.cut |= stamps < sampled.block_samples
            parts = (self._parts(state.group, sampled, stamps)
                     if state.group.pattern.computes else None)
            sampled.handovers = (_BEFORE * (sampled is alive[0]) | _AFTER * (sampled is alive[-1]))
            taken.append((sampled, parts, self._measure(state.group, sampled, stamps)))
            sampled.handovers = 0
        for sampled, parts, measured in taken:
            ranks = self._take(state.group, sampled, measured)
            state.handovers[-1] = handovers_add(state.handovers[-1], ranks)
            if parts:
                sampled.cell.parts.append(parts)
