# SPDX-License-Identifier: BSD-3-Clause
"""Experiments C and D, the one-dimensional sets: the ranks share one of the two transforms, by all
algorithms and protocols (tables 7 and 8, figures 4 and 5).

Each rank has as much work as in the problem that the set represents, T42L16 or T85L32, on a mesh of
as many rows as columns.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from campaign.pstswm.plans import (
    Fastest, Plan, Report, Way, is_power_of_two, measure, plan_make,
)
from campaign.pstswm.request import USAGE, Failed, Mesh, Problem, Request
from campaign.pstswm.workers import Worker, workers_find

STEPS = 20


@dataclass(frozen=True)
class Set:
    """`transform`: the one that is shared; `generic`: the algorithm of the generic variant."""

    problem: Problem
    mesh: Mesh
    title: str
    transform: str
    generic: str

    def plans(self, request: Request, ranks: int, worker: Worker) -> list[Plan]:
        """All algorithms of a path in all protocols."""
        return [
            plan_make(request, self.problem, self.mesh, self._ways(Way(one["name"], protocol)),
                      request.steps or STEPS)
            for one in worker.offer[self.transform]
            if is_power_of_two(ranks) or not one["power_of_two"]
            for protocol in worker.protocols(one)]

    def _ways(self, way: Way) -> tuple[Way, Way]:
        if self.transform == "fourier":
            return way, Way("halfsum", way.protocol)
        return Way("srtrans", way.protocol), way


@dataclass(frozen=True)
class Measured:
    """`fastest`: of each worker."""

    set: Set
    workers: list[Worker]
    fastest: list[list[Fastest]]


def sets_run(request: Request, report: Report | None) -> Iterator[Measured]:
    """Each set, when it has been measured."""
    workers = workers_find(request.paths, request.ranks, request.oversubscribe)
    ranks = workers.ranks
    if ranks < 2:
        raise Failed("a single rank has nobody to share a transform with: experiments C and D "
                     "need two or more", USAGE)
    # As many levels as a rank has in a column, or a row, of the square mesh.
    for problem in request.problems_or(f"T42L{max(16 // ranks, 1)}", f"T85L{max(32 // ranks, 1)}"):
        for one in (Set(problem, Mesh(ranks, 1), "Fourier transforms in parallel", "fourier",
                        "srtrans"),
                    Set(problem, Mesh(1, ranks), "Legendre transforms in parallel", "legendre",
                        "ringsum")):
            plans = [one.plans(request, ranks, worker) for worker in workers.all]
            yield Measured(one, workers.all, measure(workers, plans, request.runs, report))
