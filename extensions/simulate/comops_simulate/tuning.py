# SPDX-License-Identifier: BSD-3-Clause
"""The tuning of `direct` on simulated machines: the trials of `comops run`, one of each way, since
all take the same time."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from itertools import groupby
from statistics import geometric_mean, median

from comops.measure.trials import Scene
from comops.measure.tuning import Tuned
from comops.results.campaign import Trial
from comops.results.plan import Plan
from comops.results.topology import Placement
from comops_simulate.engines import Cell
from comops_simulate.platforms import Platform
from comops_simulate.simulator import SAME_CODE, Running, SimulationJob, Simulator


def tunings_of(plan: Plan, platforms: Mapping[Placement, Platform], simulator: Simulator
               ) -> dict[Placement, Tuned]:
    """By place, where `direct` is simulated."""
    tunings: dict[Placement, Tuned] = {}
    for group in plan.groups:
        for candidate in group.candidates:
            if candidate.offer.protocol in SAME_CODE and group.placement not in tunings:
                machine = platforms[group.placement].machine
                tunings[group.placement] = Tuned(group.placement, group, candidate.path,
                                                 machine["cache_bytes"])
    longest = {place: max(group.bytes for group in plan.groups if group.placement == place)
               for place in tunings}
    trials = [_SimulatedTrials(tuned, platforms[place], simulator, longest[place])
              for place, tuned in tunings.items()]
    with closing(Running([each.job for each in trials])) as running:
        for each in trials:
            each.take(running)
    return tunings


class _SimulatedTrials:
    def __init__(self, tuned: Tuned, platform: Platform, simulator: Simulator, longest: int
                 ) -> None:
        self.tuned = tuned
        self.scenes = [scene for scene in tuned.scenes()
                       if scene.parameter != "both_copy_from"
                       or _both_can_copy(tuned, platform, longest)]
        engine = simulator.engine_of(tuned.path.label, "direct")
        self.job = SimulationJob(engine, platform, tuned.placement.ranks, [
            self._cell(scene, value) for scene in self.scenes for value in (scene.step, 0)])

    def _cell(self, scene: Scene, value: int) -> Cell:
        ways = dict.fromkeys(self.tuned.parameters, 0) | {scene.parameter: value}
        return ways | {"pattern": scene.pattern, "path": self.tuned.path.label,
                       "protocol": "direct", "bytes": scene.bytes, "buffers": "rewrite",
                       "consume": "timed", "repeats": 1}

    def take(self, running: Running) -> None:
        times = [median(running.answer(self.job, cell)["samples_us"] or [0])
                 for cell in self.job.cells]
        ratios = {scene: way / other for scene, way, other in zip(
            self.scenes, times[::2], times[1::2], strict=True) if way and other}
        self.tuned.decide([_trial(parameter, step, list(steps), ratios) for (parameter, step), steps
                           in groupby(ratios, lambda scene: scene[:2])])


def _both_can_copy(tuned: Tuned, platform: Platform, longest: int) -> bool:
    """Whether some cell's messages can take this way: the ranks share a cache."""
    ranks, machine = tuned.placement.ranks, platform.machine
    caches = {core["llc"] for core in machine["cores"][:ranks]}
    return (machine["llc_bytes"] > 0 and len(caches) == 1
            and ranks * longest >= tuned.parameters["both_copy_from"].default)


def _trial(parameter: str, step: int, scenes: Sequence[Scene], ratios: Mapping[Scene, float]
           ) -> Trial:
    ratio = geometric_mean(ratios[scene] for scene in scenes)
    return Trial(parameter=parameter, step=step, ratio=ratio, ci95=(ratio, ratio), launches=1,
                 patterns={scene.pattern: ratios[scene] for scene in scenes})
