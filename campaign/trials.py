# SPDX-License-Identifier: BSD-3-Clause
"""Finds by trials, on the cores of a placement, which tuning is fastest there. The trials are cells
of the protocol `direct` itself, measured in turns in a worker of the campaign."""

import math
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analysis.decisions import choice_fastest, choice_limit
from analysis.intervals import median, midmean
from campaign import library
from campaign.launch.supervisor import Supervisor
from campaign.launch.workers import NotStarted, Outcome, Worker
from campaign.library import constant
from campaign.planning.plan import Group
from common.signals import signals_seen

if TYPE_CHECKING:
    from campaign.launch.paths import Path
    from campaign.reporter import Reporter
    from campaign.tuning import Values

# Each round is in another place: how fast a line travels depends on its address.
_ROUNDS, _ROUNDS_LEAST, _STAMPS, _WARMUPS = 3, 3, 32, 8
# For a message as long as a core's cache; a trial of a longer one would take too long.
_STAMPS_LONG, _LONG_MOST = 2, 4 << 20
_SECONDS_MOST = 0.1  # when the last pair begins
_LATE_MOST = 0.1  # of the stamps, on a machine that is not busy
_STEPS = (2, 6, 10, 14, 20, 28)  # numbers of lines that are tried, and TUNING_LINES_MOST
_CONSUME_TIMED = 2
Ratios = dict[str, dict[str, float | None]]


@dataclass(frozen=True)
class _Scene:
    """What a trial measures."""

    pattern: str
    bytes: int
    rounds: int
    stamps: int = _STAMPS
    warmups: int = _WARMUPS


@dataclass
class _Trials:
    supervisor: Supervisor
    group: Group
    path: "Path"
    best: "Values"
    ratios: Ratios = field(default_factory=dict)
    layout: int = 0
    repetition: int = 1
    stamps: int = 0
    late: int = 0
    begin: float = field(default_factory=time.monotonic)

    def in_time(self) -> bool:
        return time.monotonic() - self.begin < _SECONDS_MOST and not signals_seen()

    def block_time(self, scene: _Scene, values: "Values") -> float:
        """ns of a run into new data that are then read. NaN, with no worker left, if it failed."""
        command = library.new_command(
            pattern=scene.pattern, protocol="direct", bytes=scene.bytes, layout=self.layout,
            bind_pages=self.group.pages.bound, rewrite=1, consume=_CONSUME_TIMED, runs=1,
            stamps=scene.stamps, lead_ns=constant("MEETING_LEAD_FIRST"), warmups=scene.warmups,
            begins=1, checks=1, repetition=self.repetition, **values)
        self.repetition += scene.stamps + 3
        try:
            worker = self.supervisor.worker(self.path, self.group.ranks)
        except NotStarted:
            return math.nan
        if signals_seen() or worker.command(
                command, self.group.placement.pus, self.group.pages.nodes) != Outcome.DONE:
            return math.nan
        return math.nan if worker.error() else self._mean(worker, scene.stamps)

    def _mean(self, worker: Worker, stamps: int) -> float:
        """ns of the middle half of the stamps. NaN if all were late."""
        times = worker.in_time(stamps)
        self.stamps += stamps
        self.late += stamps - len(times)
        return midmean(times) if times else math.nan

    def compare(self, scene: _Scene, these: "Values", other: "Values") -> float:
        """Time with the other values over time with these, in turns; NaN: unknown."""
        ratios = []
        for number in range(scene.rounds):
            if not self.in_time():
                break
            order = (these, other) if number % 2 else (other, these)
            times = [self.block_time(scene, values) for values in order]
            self.layout += 1
            if not any(map(math.isnan, times)):
                ratios.append(times[1] / times[0] if number % 2 else times[0] / times[1])
        return median(ratios) if len(ratios) >= _ROUNDS_LEAST else math.nan

    def note(self, trial: str, way: str, ratio: float) -> None:
        self.ratios.setdefault(trial, {})[way] = None if math.isnan(ratio) else ratio

    def limit(self, name: str, pattern: str) -> None:
        """Finds the number of lines up to which a message gains from what this parameter limits."""
        most, fixed, ratios = constant("TUNING_LINES_MOST"), self.best[name], []
        with_it, without = self.best | {name: most}, self.best | {name: 0}
        steps = (*_STEPS, most)
        for step in steps:
            scene = _Scene(pattern, step * constant("TUNING_PAYLOAD"), _ROUNDS)
            ratios.append(self.compare(scene, without, with_it))
            self.note(name, str(step), ratios[-1])
            if math.isnan(ratios[-1]) or choice_limit(steps[: len(ratios)], ratios, fixed) != step:
                break
        self.best = self.best | {name: choice_limit(steps[: len(ratios)], ratios, fixed)}

    def both_copy(self, core_cache: int) -> None:
        """Whether it is faster if both ends copy a message that exceeds the receiver's own cache,
        which then no longer holds what is read beside what is written."""
        if not 0 < core_cache <= _LONG_MOST:
            return
        scene = _Scene("pingpong", core_cache, _ROUNDS, _STAMPS_LONG, 1)
        both = self.best | {"both_copy_from": core_cache // 2 + 1}
        ratio = self.compare(scene, self.best, both)
        self.note("both_copy_from", "both", ratio)
        if choice_fastest([ratio]):
            self.best = both


def trials_take(supervisor: Supervisor, group: Group, path: "Path", core_cache: int,
                fixed: "Values", reporter: "Reporter") -> "tuple[Values, Ratios, bool]":
    """The best values, each trial's ratios of time by way, and whether no trial was disturbed, so
    that the result may be kept: false also if interrupted, or if a worker died.

    Takes a tenth of a second. Parameters that were not tried in time have their fixed values.
    `group`: whose placement and pages these are; `core_cache`: bytes of the largest cache of one
    core alone, 0 if unknown.
    """
    trials = _Trials(supervisor, group, path, fixed | {"known": 1})
    trials.limit("small_lines", "pingpong")
    trials.limit("prefetched_lines", "broadcast")
    trials.both_copy(core_cache)
    reporter.detail(f"trials took {(time.monotonic() - trials.begin) * 1e3:.0f} ms")
    steady = trials.in_time() and trials.late <= _LATE_MOST * trials.stamps
    return trials.best, trials.ratios, steady
