# SPDX-License-Identifier: BSD-3-Clause
"""Experiment E, the full simulation (figures 6 and 7): DTH (double transpose, halfsum) and DR
(dfft, ringpipe), with the best protocols, the generic ones, and collectives.

The ways of "best" are found by short runs: for each transform all algorithms and protocols, with
the other transform in its default protocol. All ways run once for a few steps; the fastest of
these, as many as the paper tried, in turn for more, as often as the variants.
"""

import heapq
from dataclasses import dataclass

from comops.common.console import note
from comops_pstswm.plans import (Fastest, Plan, Report, TimeEstimate, Way, fastest_of,
                                 is_power_of_two, measure, plan_make, seconds_of)
from comops_pstswm.request import PROGRAM, USAGE, Failed, Mesh, Problem, Request
from comops_pstswm.workers import ModelWorker, Workers, workers_find

FINALISTS, FINAL_STEPS, FIRST_SHARE = 6, 20, 4
DAYS = 5
TRANSPOSES = ("srtrans", "swtrans", "logtrans")
# For DTH, then for DR: the transform that varies, by which algorithms, and the other one's.
TRIALS = [("fourier", TRANSPOSES, "halfsum"), ("legendre", ("halfsum",), "srtrans"),
          ("fourier", ("dfft",), "halfsum"), ("legendre", ("ringpipe",), "srtrans")]


@dataclass(frozen=True)
class Full:
    """A plans.Part: one problem on one mesh, for so many steps."""

    request: Request
    problem: Problem
    mesh: Mesh
    steps: int
    workers: Workers

    def refusal(self) -> str | None:
        """Why the mesh cannot run the problem."""
        _, refused = self.workers.possible([
            [self.plan((Way("srtrans", worker.usual), Way("halfsum", worker.usual)), 1)]
            for worker in self.workers.all])
        return next(iter(refused), None)

    def speed(self, serial: float) -> float:
        return self.workers.speed(serial)

    def seconds(self, speed: float) -> float:
        """What the trials, their finals and the variants take, by any way."""
        def of(steps: int, number: int) -> list[Plan]:
            return [self.plan((Way("", ""), Way("", "")), steps)] * number

        final = of(self.final_steps, FINALISTS * self.request.runs)
        total = 0.0
        for worker in self.workers.all:
            for trial in (self.trial_plans(worker, *what) for what in TRIALS):
                total += seconds_of(trial, speed) + seconds_of(final, speed) * (len(trial) > 1)
            total += self.request.runs * seconds_of(
                of(self.steps, 4 + worker.offer["collectives"]), speed)
        return total

    def plan(self, ways: tuple[Way, Way], steps: int, **more: str) -> Plan:
        return plan_make(self.request, self.problem, self.mesh, ways, steps, **more)

    @property
    def final_steps(self) -> int:
        """Not more than a run has: it may blow up later."""
        return min(self.steps, FINAL_STEPS)

    def trial_plans(self, worker: ModelWorker, transform: str, names: tuple[str, ...], other: str
                    ) -> list[Plan]:
        """There is none if the mesh does not allow it, one if there is no choice."""
        ranks = self.mesh.columns if transform == "fourier" else self.mesh.rows
        powers = {way["name"] for way in worker.offer[transform] if way["power_of_two"]}
        beside = Way(other, worker.usual)
        ways = [Way(name, protocol) for name in names
                if is_power_of_two(ranks) or name not in powers
                for protocol in worker.offer["protocols"]]
        steps = max(1, self.final_steps // FIRST_SHARE)
        return [self.plan((way, beside) if transform == "fourier" else (beside, way), steps)
                for way in (ways[:1] if ranks == 1 else ways)]

    def final_plans(self, trials: list[Fastest]) -> list[Plan]:
        """The plans of a final, in turns; none if there is nothing to choose."""
        if len(trials) < 2:
            return []
        chosen = heapq.nsmallest(FINALISTS, trials, key=lambda trial: trial.seconds)
        return [self.plan((trial.way("fourier"), trial.way("legendre")), self.final_steps)
                for trial in chosen] * self.request.runs

    def trial(self, estimate: TimeEstimate, *what: object) -> list[Fastest | None]:
        """The best of each path, None where it has none."""
        first = measure(self.workers, [self.trial_plans(worker, *what)
                                       for worker in self.workers.all], 1, estimate)
        estimate.check()
        last = measure(self.workers, list(map(self.final_plans, first)), 1, estimate)
        estimate.check()
        return [fastest_of(finals or trials) for trials, finals in zip(first, last, strict=True)]

    def variants(self, worker: ModelWorker, best: tuple[Fastest | None, ...]) -> list[Plan]:
        """`best`: as in TRIALS."""
        usual = worker.usual
        ways = {"DTH best": (best[0].way("fourier"), best[1].way("legendre")),
                "DTH GEN": (Way("srtrans", usual), Way("halfsum", usual))}
        if best[2]:
            ways |= {"DR best": (best[2].way("fourier"), best[3].way("legendre")),
                     "DR GEN": (Way("dfft", usual), Way("ringpipe", usual))}
        if worker.offer["collectives"]:
            ways["DTH COL"] = Way("alltoallv", usual), Way("allreduce", usual)
        return [self.plan(pair, self.steps, variant=name) for name, pair in ways.items()]

    def measure(self, estimate: TimeEstimate, report: Report | None) -> list[list[Fastest]]:
        """The variants of each path."""
        if not is_power_of_two(self.mesh.columns):
            note(PROGRAM, f"no DR on a mesh of {self.mesh}: dfft needs a number of columns "
                          "that is a power of two")
        best = [self.trial(estimate, *what) for what in TRIALS]
        plans = [self.variants(worker, mine)
                 for worker, mine in zip(self.workers.all, zip(*best), strict=True)]
        return measure(self.workers, plans, self.request.runs, estimate, report)


def squarest(ranks: int) -> Mesh:
    """The squarest mesh with at least as many rows as columns."""
    columns = max(number for number in range(1, int(ranks**0.5) + 1) if ranks % number == 0)
    return Mesh(columns, ranks // columns)


def full_planned(request: Request) -> list[Full]:
    """On the requested mesh, or on the squarest and the same turned; Failed if nothing can be
    run."""
    planned, refused = [], []
    for workers in (workers_find(request, ranks) for ranks in request.every_ranks):
        tall = squarest(workers.ranks)
        meshes = dict.fromkeys([tall, Mesh(tall.rows, tall.columns)])
        for problem in request.problems_or("T42L16", "T85L16"):
            for mesh in [request.mesh] if request.mesh else meshes:
                full = [Full(request, problem, mesh, steps, workers)
                        for steps in request.steps_of(problem, days=DAYS)]
                why = full[0].refusal()
                planned += [] if why else full
                refused += [f"{problem.word} on {mesh}, left out: {why}"] if why else []
    if not planned:
        raise Failed("; ".join(refused), USAGE)
    for line in refused:
        note(PROGRAM, line)
    return planned
