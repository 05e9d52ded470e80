# SPDX-License-Identifier: BSD-3-Clause
"""Experiments C and D, the one-dimensional sets: the ranks share one of the two transforms, by all
algorithms and protocols (tables 7 and 8, figures 4 and 5).

Each rank has as much work as in the problem that the set stands for, T42L16 or T85L32, on P x Q
ranks for Fourier and Q x P for Legendre transforms, where Q is P up to 16, as printed for 8 and 32
ranks. Table 6 follows from that: for Legendre transforms the same truncation with 1/Q of the
levels; for Fourier transforms as many points a row, in the smallest truncation that needs no more
levels than the original and has a longitude for each rank.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from comops.common.console import note
from comops_pstswm.plans import (Fastest, Plan, Report, TimeEstimate, Way, measure, plan_make,
                                 seconds_of)
from comops_pstswm.request import (PROGRAM, USAGE, Failed, Mesh, Problem, Request, problems,
                                   truncations)
from comops_pstswm.workers import ModelWorker, Workers, workers_find

STEPS = 20
ORIGINALS, ACROSS_MOST = "T42L16,T85L32", 16
KINDS = {  # the transform that is shared: a title, the algorithm of the generic variant
    "fourier": ("Fourier transforms in parallel", "srtrans"),
    "legendre": ("Legendre transforms in parallel", "ringsum"),
}


@dataclass(frozen=True)
class Set:
    """A plans.Part. `transform`: the one that is shared; `stands_for`: T42L16 on 8x8, "" for a
    problem that was asked for; `plans`: those of each worker that are possible; `refused`: why
    others are not."""

    problem: Problem
    mesh: Mesh
    transform: str
    stands_for: str
    steps: int
    runs: int
    workers: Workers | None = None
    plans: Sequence[list[Plan]] = ()
    refused: Sequence[str] = ()

    @property
    def title(self) -> str:
        return KINDS[self.transform][0]

    @property
    def generic(self) -> str:
        return KINDS[self.transform][1]

    def every_plan(self, request: Request, worker: ModelWorker) -> list[Plan]:
        """All algorithms of a path in all protocols."""
        more = {"stands_for": self.stands_for} if self.stands_for else {}
        return [
            plan_make(request, self.problem, self.mesh, self._ways(Way(way["name"], protocol)),
                      self.steps, **more)
            for way in worker.offer[self.transform] for protocol in worker.protocols(way)]

    def _ways(self, way: Way) -> tuple[Way, Way]:
        if self.transform == "fourier":
            return way, Way("halfsum", way.protocol)
        return Way("srtrans", way.protocol), way

    def speed(self, serial: float) -> float:
        return self.workers.speed(serial)

    def seconds(self, speed: float) -> float:
        return self.runs * sum(seconds_of(plan, speed) for plan in self.plans)

    def measure(self, estimate: TimeEstimate, report: Report | None) -> list[list[Fastest]]:
        """The fastest of each worker."""
        return measure(self.workers, self.plans, self.runs, estimate, report)


def _fourier_problem(original: Problem, ranks: int, across: int) -> Problem:
    """What a row of `ranks` runs for one of a mesh of so many rows."""
    for name, facts in truncations().items():
        points = facts["latitudes"] * facts["longitudes"]
        levels = max(1, original.points // (across * points))
        if levels <= original.levels and facts["longitudes"] >= ranks:
            return problems(f"{name}L{levels}")[0]
    return original


def sets_of(request: Request, ranks: int) -> Iterator[Set]:
    """The sets of so many ranks, whether or not they can be run."""
    across = min(ranks, ACROSS_MOST)
    meshes = {"fourier": Mesh(ranks, 1), "legendre": Mesh(1, ranks)}
    wholes = {"fourier": Mesh(ranks, across), "legendre": Mesh(across, ranks)}
    for original in request.problems or problems(ORIGINALS):
        for transform, mesh in meshes.items():
            problem, stands_for = original, ""
            if not request.problems:
                stands_for = f"{original.word} on {wholes[transform]}"
                levels = max(1, original.levels // across)
                problem = (_fourier_problem(original, ranks, across) if transform == "fourier"
                           else problems(f"{original.truncation}L{levels}")[0])
            for steps in request.steps_of(problem, STEPS):
                yield Set(problem, mesh, transform, stands_for, steps, request.runs)


def sets_planned(request: Request) -> list[Set]:
    """For each number of ranks; Failed if nothing can be run."""
    planned = []
    for workers in (workers_find(request, ranks) for ranks in request.every_ranks):
        if workers.ranks < 2:
            raise Failed("a single rank has nobody to share a transform with: experiments C and D "
                         "need two or more", USAGE)
        for part in sets_of(request, workers.ranks):
            plans, refused = workers.possible([part.every_plan(request, worker)
                                               for worker in workers.all])
            planned.append(replace(part, workers=workers, plans=plans, refused=refused))
    if not any(plan for item in planned for plan in item.plans):
        reasons = dict.fromkeys(why for item in planned for why in item.refused)
        raise Failed("; ".join(reasons), USAGE)
    for part in planned if not request.dry_run else ():  # whose plan has them
        for why in part.refused:
            note(PROGRAM, f"{part.problem.word} on {part.mesh}, left out: {why}")
    return planned
