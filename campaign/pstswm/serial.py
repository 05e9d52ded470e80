# SPDX-License-Identifier: BSD-3-Clause
"""Experiment A: the model on one core, with each FFT (table 4), by comops-pstswm-serial."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from campaign.pstswm.plans import (
    Fastest, Plan, Report, Show, TimeEstimate, judge, seconds_of, serial_rate,
)
from campaign.pstswm.request import FFTS, NOTHING, PROGRAM, Failed, Problem, Request, serial_worker
from campaign.pstswm.workers import plans_run
from common.console import note


@dataclass(frozen=True)
class Serial:
    """The runs of a problem; those of an FFT, or of a number of steps, follow each other."""

    problem: Problem
    plans: list[Plan]

    @property
    def steps(self) -> list[int]:
        return list(dict.fromkeys(plan["steps"] for plan in self.plans))


def _ffts(asked: list[str] | None) -> list[str]:
    """The FFTs to measure with; Failed if this build lacks one that was asked for."""
    _, listed = serial_worker()
    absent = {one["name"]: one["absent"] for one in listed["ffts"] if one["absent"]}
    for name, reason in absent.items():
        if asked and name in asked:
            raise Failed(f"--fft {name}: {reason}", NOTHING)
        note(PROGRAM, f"no column {name}: {reason}")
    return asked or [name for name in FFTS if name not in absent]


def serial_plans(request: Request) -> list[Serial]:
    ffts = _ffts(request.ffts)
    return [Serial(problem, [
        {"truncation": problem.truncation, "levels": problem.levels, "grid": problem.grid,
         "dt": request.dt_of(problem), "case": int(request.case), "tilt": request.tilt,
         "fft": fft, "steps": steps}
        for fft in FFTS if fft in ffts for steps in request.steps_of(problem, *problem.steps)
        for _ in range(request.runs)])
        for problem in request.problems_or("T42L1", "T42L16", "T85L1", "T85L16", "T170L1")]


def _measure(one: Serial, runs: int, estimate: TimeEstimate, report: Report | None
             ) -> dict[str, Fastest]:
    """The fastest run with each FFT."""
    program, found = str(serial_worker()[0]), {}
    estimate.begin(one.problem.word)
    try:
        with closing(plans_run([program], one.plans, program, estimate.tick)) as answers:
            for at, (plan, answer) in enumerate(zip(one.plans, answers)):
                mine = Fastest(judge(plan | answer, one.problem.word))
                estimate.ended(plan)
                if report:
                    report(mine.record, at % runs + 1)
                found[plan["fft"]] = min(found.get(plan["fft"], mine), mine,
                                         key=lambda some: some.ms)
    except (KeyboardInterrupt, Failed) as end:
        estimate.end = end
    return found


def serial_run(request: Request, report: Report | None, show: Show
               ) -> Iterator[tuple[Problem, list[Fastest | None]]]:
    """Each problem with its fastest run of each of FFTS."""
    planned, speed = serial_plans(request), serial_rate()
    estimate = TimeEstimate(sum(seconds_of(one.plans, speed) for one in planned), speed, show)
    for one in planned:
        if found := _measure(one, request.runs, estimate, report):
            yield one.problem, [found.get(fft) for fft in FFTS]
        estimate.check()
