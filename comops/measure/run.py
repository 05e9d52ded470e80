# SPDX-License-Identifier: BSD-3-Clause
"""One `comops run` from its options to its exit status."""

import gc
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path as File
from typing import Any

from comops.common.console import UsageError
from comops.common.signals import signals_seen
from comops.measure import library
from comops.measure.account import STARTING, TUNING, Account
from comops.measure.block.counting import count_events, counting_ask
from comops.measure.block.engine import Interrupted
from comops.measure.block.sampler import Sampler
from comops.measure.campaign_record import (Loaded, campaign_record, check_loaded, libraries_of,
                                            resume_campaign)
from comops.measure.earlier import Earlier, earlier_kept
from comops.measure.facts import facts_read, library_hashes
from comops.measure.launch.against import add_against
from comops.measure.launch.judging import Judging, is_unusable, notes_of
from comops.measure.launch.kernel import KernelSetting
from comops.measure.launch.libraries import add_libraries
from comops.measure.launch.paths import keep_memory, lost_paths, none_starts, paths_find
from comops.measure.launch.supervisor import Supervisor
from comops.measure.launch.workers import NotStarted
from comops.measure.planning.machine import Machine, batch_record, obstacle
from comops.measure.planning.options import Options
from comops.measure.planning.planner import plan_make
from comops.measure.recording import Recorder
from comops.measure.reporter import Reporter
from comops.measure.schedule.costs import TurnCosts, overrun_text, planned_seconds
from comops.measure.schedule.schedule import is_done, plan_measure
from comops.measure.tuning import Tunings
from comops.results.plan import Forecast, Path, Plan
from comops.results.write import TAKEN, ResultsError, ResultsFile, text
from comops.statistics.random import Random

SUCCESS, LOST, USAGE, UNUSABLE, NOTHING = 0, 1, 2, 4, 77
_ELSEWHERE = ("HWLOC_XMLFILE or HWLOC_SYNTHETIC describes another machine: nothing can be measured "
              "on it")


class Refused(Exception):
    """The campaign ends here: why, and its exit status."""


def campaign_run(options: Options, reporter: Reporter) -> int:
    """SUCCESS; LOST: a cell is wrong or lost, or an output cannot be written; USAGE; NOTHING."""
    try:
        return _run(options, reporter)
    except Refused as refusal:
        why, status = refusal.args
        reporter.say(why)
        return status
    except (UsageError, library.Refusal) as error:
        for why in error.args:
            reporter.say(why)
        return USAGE


def _run(options: Options, reporter: Reporter) -> int:
    machine = _load_machine(reporter)
    results, done = None, None
    if options.resume:
        options, results, done = resume_campaign(options, machine)
    try:
        campaign = _make_plan(options, machine, reporter)
        if options.dry_run:
            reporter.planned(campaign.plan, options.json)
            campaign.announce(0)
            return SUCCESS
        if results is None:
            results = _create(options, reporter)
        if done and all(is_done(group, options.method.name, done)
                        for group in campaign.plan.groups):
            if not results.ended:
                results.append(results.end_record())
            reporter.say(f"{results.name}: nothing is left to measure")
            return UNUSABLE if is_unusable(results) else SUCCESS
        campaign.results, campaign.done = results, done
        return campaign.run()
    finally:
        if results:
            results.close()


def _load_machine(reporter: Reporter) -> Machine:
    if why := obstacle():
        raise Refused(why, NOTHING)
    try:
        machine = Machine.load()
    except library.Refusal as refusal:
        raise Refused(str(refusal), NOTHING) from None
    if not machine.here:
        raise Refused(_ELSEWHERE, NOTHING)
    for note in notes_of(machine):
        reporter.note(note)
    return machine


def _make_plan(options: Options, machine: Machine, reporter: Reporter) -> "CampaignRun":
    # Nearly all of that was taken by imports, which wait for nothing.
    account, clock = Account(time.process_time()), library.clock()
    with account.time(STARTING):
        paths = paths_find(options.mpiexec)
        add_libraries(paths, options.mpi, options.openmp)
        kernel = add_against(paths, options.against) if options.against else None
    if options.malloc == "keep":
        keep_memory(paths)
    if reasons := none_starts(paths):
        for why in reasons:
            reporter.say(why)
        raise Refused("no worker starts; nothing can be measured", NOTHING)
    campaign = CampaignRun(options, reporter, machine, clock, paths, account, kernel)
    campaign.make_plan()
    if options.counters:
        campaign.counters = counting_ask(options.counters, paths, reporter)
    campaign.lost = bool(lost_paths(paths, options.paths))
    campaign.notes(campaign.lost or not campaign.plan.groups)
    if not campaign.plan.groups:
        raise Refused("none of these cells can be measured on this machine", NOTHING)
    return campaign


def _create(options: Options, reporter: Reporter) -> ResultsFile:
    name = options.output
    if name and File(name).is_fifo():
        reporter.note(f"{name} is a pipe; the campaign begins once it is read")
    try:
        return ResultsFile.create(name) if name else ResultsFile.create_default()
    except ResultsError as error:
        raise Refused(str(error), USAGE if error.error in TAKEN else LOST) from None


@dataclass
class CampaignRun:
    """`done`: keys of the cells that an earlier run has measured; None: there was none. `lost`:
    something was requested and not measured, such as a path that is installed, or was requested by
    name, and cannot run. `counters`: whether they are available, for the record."""

    options: Options
    reporter: Reporter
    machine: Machine
    clock: tuple[float, float]
    paths: list[Path]
    account: Account = field(default_factory=Account)
    kernel: KernelSetting | None = None
    plan: Plan = field(default_factory=Plan)
    tunings: Tunings = field(default_factory=lambda: Tunings(Plan()))
    results: ResultsFile | None = None
    done: set[str] | None = None
    counters: dict[str, Any] | None = None
    lost: bool = False
    judging: Judging = field(default_factory=Judging)

    def make_plan(self) -> None:
        """UsageError if an option names something that does not exist."""
        self.plan = plan_make(self.options, self.machine, self.paths)
        self.tunings = Tunings(self.plan, self.options.tuning, self.machine.core_cache)

    def notes(self, lost: bool) -> None:
        """As errors if they explain a loss."""
        for note in self.plan.notes:
            (self.reporter.say if lost else self.reporter.note)(note)

    def announce(self, least: float) -> float:
        """Seconds that the campaign is to take as planned; one round of all cells takes `least`."""
        asked, planned = self.options, planned_seconds(self.plan, self.options)
        self.reporter.announced(
            self.plan, Forecast(planned, least, asked.budget, asked.seed, asked.dry_run))
        return planned

    def run(self) -> int:
        """Workers up, tuned, the first record written, then the measuring."""
        try:
            supervisor = Supervisor(self.plan.ranks_most(), self.options.timeout, self.account,
                                    self.kernel)
        except OSError as error:
            raise Refused(f"cannot create the shared arena: {error.strerror}", LOST) from None
        try:
            begin = time.monotonic()
            runtimes = self._start_workers(supervisor)
            launch_seconds = time.monotonic() - begin
            if not self.plan.groups:
                raise Refused("no worker started; nothing was measured", LOST)
            assert self.results
            loaded = libraries_of(self.plan, supervisor)
            if self.done is None:
                with self.account.time(TUNING):
                    self.tunings.find(self.machine, supervisor, self.reporter)
                try:
                    self.results.append(self._first_record(runtimes, loaded))
                except ResultsError as error:
                    raise Refused(str(error), LOST) from None
            else:
                check_loaded(self.results, loaded)
            gc.freeze()
            gc.disable()
            good = self._measure(supervisor, runtimes, launch_seconds)
            return LOST if self.lost or not good else UNUSABLE if self.judging.unusable else SUCCESS
        finally:
            gc.enable()
            supervisor.close()

    def _start_workers(self, supervisor: Supervisor) -> dict[str, str]:
        """Starts every worker that the plan needs; a path whose worker does not start is missing
        from now on. What each path's runtime says of itself."""
        runtimes: dict[str, str] = {}
        dropped = False
        for group in self.plan.groups:
            paths = (candidate.path for candidate in group.candidates)
            for path in (path for path in paths if not path.missing):
                try:
                    worker = supervisor.worker(path, group.ranks, group.placement.oversubscribed)
                except NotStarted as why:
                    if signals_seen():
                        self.reporter.say("interrupted before anything was measured")
                        raise KeyboardInterrupt from None
                    path.missing = str(why)
                    self.lost = dropped = True
                    continue
                if path.label not in runtimes:
                    self.reporter.detail(f"path {path.label} has started: {worker.runtime}")
                runtimes[path.label] = text(worker.runtime)
                self.judging.started(path.label, worker)
        if dropped:
            self.make_plan()
            self.notes(True)
        return runtimes

    def _first_record(self, runtimes: dict[str, str], loaded: Loaded) -> dict[str, Any]:
        record = campaign_record(self.options, self.machine, self.clock, self.plan, self.paths) | {
            "runtimes": runtimes, "facts": facts_read() | library_hashes(loaded), "loaded": loaded,
            "tuning": self.tunings.records()} | self.judging.facts()
        more = {"batch": batch_record(self.machine), "counters": self.counters}
        return record | {name: value for name, value in more.items() if value}

    def _measure(self, supervisor: Supervisor, runtimes: dict[str, str], launch_seconds: float
                 ) -> bool:
        """Measures, and has the conclusions printed. True if nothing was lost."""
        options, reporter = self.options, self.reporter
        assert self.results
        sampler = Sampler(supervisor, options, self.clock, self.machine.largest_cache,
                          self.tunings, Random(options.seed))
        costs = TurnCosts(options, launch_seconds)
        recorder = Recorder(self.results, reporter, runtimes, self._earlier(runtimes))
        good = writable = True
        try:
            costs.attempt(sampler, self.plan)
        except Interrupted:
            good = False
        seconds = self.announce(self.account.wall + costs.once(self.plan.groups))
        if why := library.canary_open():
            reporter.say(f"no canaries: {why}")
        counts = self.counters is not None and self.counters["reason"] is None
        if options.budget:  # otherwise a slow start takes no time from the launches
            seconds -= self.account.wall
        try:
            if good:
                plan_measure(self.plan, sampler, costs, recorder, seconds, self.done or (),
                             partial(count_events, sampler, reporter) if counts else None)
        except Interrupted:
            good = False
        except ResultsError as error:
            reporter.say(f"{error}; earlier measurements are kept")
            good = writable = False
        library.canary_close()
        if good and (why := overrun_text(options, self.account.wall, recorder)):
            reporter.note(why)
        try:
            if writable:
                self.results.append(self.account.record())
                self.judging.ended(self.results, recorder.explained)
                self.results.append(self.results.end_record(good))
            self.results.check_place()
        except ResultsError as error:
            reporter.say(str(error))
            return False
        self._conclude(recorder)
        return good and not recorder.lost

    def _earlier(self, runtimes: dict[str, str]) -> Earlier | None:
        """None if they are not wanted, if another build takes part, or for a part of a campaign."""
        if self.options.earlier or self.options.against or self.done is not None:
            return None
        return Earlier(earlier_kept(self.options, self.machine, runtimes))

    def _conclude(self, recorder: Recorder) -> None:
        """The answer, and how to continue what was interrupted."""
        assert self.results
        if recorder.earlier:
            recorder.earlier.keep(self.reporter)
        if signals_seen():
            standard = self.done is None and self.options.output == "-"
            again = "" if standard else f"; continue with `comops run --resume {self.results.name}`"
            self.reporter.say(f"interrupted{again}")
        self.reporter.concluded(self.results)
