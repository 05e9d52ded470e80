# SPDX-License-Identifier: BSD-3-Clause
"""Measures, on the cores of a placement, what each parameter of `direct` gains there. The trials
are cells of `direct` itself. Each of several short launches of a worker measures both ways in
turns, which gives one ratio: so an interval contains what varies between places."""

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import geometric_mean
from typing import NamedTuple

from comops.common.signals import signals_seen
from comops.measure import library
from comops.measure.launch.seen import handovers_add, seen_by
from comops.measure.launch.supervisor import Supervisor
from comops.measure.launch.workers import NotStarted, Outcome, Worker
from comops.measure.library import constant
from comops.results.campaign import Trial
from comops.results.plan import Group, Path
from comops.statistics.handovers import Handovers, Rounds
from comops.statistics.intervals import median, midmean
from comops.statistics.ratios import ratio_of_turns
from comops.statistics.trust import NO_CORE_MOST

# Undisturbed launches; an interval needs six. None begins if there were so many more others, or
# after so many seconds.
_LAUNCHES, _DISTURBED_MORE, _SECONDS_MOST = 8, 2, 3.0
_LATE_MOST = 0.1  # of the stamps, in an undisturbed launch
_LONG = 1 << 16  # bytes from which a run takes longer than to meet for it
# For short messages, and for long ones.
_ROUNDS, _STAMPS, _WARMUPS = (4, 1), (16, 2), (4, 0)
_CONSUME_TIMED = 2


class Scene(NamedTuple):
    """Messages that take one way or the other: with the parameter's value `step`, or with 0."""

    parameter: str
    step: int
    pattern: str
    bytes: int


class _Launch(NamedTuple):
    ratios: dict[Scene, float]
    handovers: Handovers


@dataclass
class _Trials:
    supervisor: Supervisor
    group: Group
    path: Path
    repetition: int = 1

    def launch(self, scenes: Sequence[Scene]) -> _Launch | None:
        """All scenes in new places; None if something disturbed it."""
        self.supervisor.restart(self.path, self.group.ranks)
        blocks = [(scene, turn, way) for scene in scenes
                  for turn in range(_ROUNDS[scene.bytes >= _LONG])
                  for way in ((0, scene.step) if turn % 2 else (scene.step, 0))]
        times, handovers = defaultdict[tuple[Scene, int], list[float]](list), Handovers()
        late = stamps = lost = watched = 0.0
        for at, (scene, turn, value) in enumerate(blocks):
            ends = (constant("HANDOVERS_BEFORE") * (at == 0)
                    | constant("HANDOVERS_AFTER") * (at == len(blocks) - 1))
            count = _STAMPS[scene.bytes >= _LONG]
            worker = self._block(scene, value, count, turn, ends)
            if not worker or not (in_time := worker.in_time(count)):
                return None
            times[scene, value].append(midmean(in_time))
            stamps, late = stamps + count, late + count - len(in_time)
            ranks = seen_by(worker.reports(), self.group.ranks)
            handovers = handovers_add(handovers, ranks)
            watched += sum(seen.watched_us for seen in ranks)
            lost += sum(sum(seen.disturbances[:2]) for seen in ranks)
        if late > _LATE_MOST * stamps or lost > NO_CORE_MOST * watched:
            return None
        return _Launch({scene: median(us / other for us, other in zip(
            times[scene, scene.step], times[scene, 0], strict=True)) for scene in scenes},
            handovers)

    def _block(self, scene: Scene, value: int, stamps: int, layout: int, handovers: int
               ) -> Worker | None:
        """The worker after runs into new data that are then read."""
        command = library.new_command(
            pattern=scene.pattern, protocol="direct", bytes=scene.bytes, layout=layout, runs=1,
            bind_pages=self.group.pages.bound, rewrite=1, consume=_CONSUME_TIMED, stamps=stamps,
            lead_ns=constant("MEETING_LEAD_FIRST"), warmups=_WARMUPS[scene.bytes >= _LONG],
            begins=1, checks=1, repetition=self.repetition, handovers=handovers, known=1,
            **{scene.parameter: value})
        self.repetition += stamps + self.group.ranks + _WARMUPS[0]
        try:
            worker = self.supervisor.worker(self.path, self.group.ranks)
        except NotStarted:
            return None
        done = not signals_seen() and worker.command(
            command, self.group.placement.pus, self.group.pages.nodes) == Outcome.DONE
        return worker if done and not worker.error() else None


def trials_take(supervisor: Supervisor, group: Group, path: Path, scenes: Sequence[Scene]
                ) -> list[Trial]:
    """What each parameter gains at each step. Launches that were disturbed, or in which the cores
    were elsewhere than in most, count as none. `group`: whose placement and pages these are;
    `scenes`: ordered by parameter and step."""
    trials, launches, begin = _Trials(supervisor, group, path), list[_Launch](), time.monotonic()
    begun = 0
    while (len(used := _usable(launches)) < _LAUNCHES and begun - 2 * len(used) <= _DISTURBED_MORE
           and not signals_seen() and time.monotonic() - begin < _SECONDS_MOST):
        begun += 1
        if launch := trials.launch(scenes):
            launches.append(launch)
    return [_trial(parameter, step, list(steps), [launch.ratios for launch in used])
            for (parameter, step), steps in groupby(scenes, lambda scene: scene[:2])]


def _usable(launches: Sequence[_Launch]) -> list[_Launch]:
    """The launches in which the cores were all the time where they mostly were."""
    rounds = Rounds.by_their_own([launch.handovers for launch in launches])
    return rounds.usual_ones(launches)


def _trial(parameter: str, step: int, scenes: Sequence[Scene],
           launches: Sequence[dict[Scene, float]]) -> Trial:
    if not launches:
        return Trial(parameter=parameter, step=step, ratio=None, ci95=None, launches=0, patterns={})
    ratio = ratio_of_turns([1.0] * len(launches), [
        geometric_mean(ratios[scene] for scene in scenes) for ratios in launches])
    return Trial(
        parameter=parameter, step=step, ratio=ratio.value, ci95=ratio.ci95, launches=len(launches),
        patterns={scene.pattern: median(ratios[scene] for ratios in launches) for scene in scenes})
