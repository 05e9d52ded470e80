# SPDX-License-Identifier: BSD-3-Clause
"""Experiment A: the model on one core, with each FFT (table 4), by comops-pstswm-serial."""

from contextlib import closing
from dataclasses import dataclass

from comops.common.console import note
from comops_pstswm.plans import Fastest, Plan, Report, TimeEstimate, judge, seconds_of
from comops_pstswm.request import FFTS, NOTHING, PROGRAM, Failed, Problem, Request, serial_worker
from comops_pstswm.workers import plans_run


@dataclass(frozen=True)
class Serial:
    """A plans.Part: `runs` of each plan of a problem; those of an FFT, or of a number of steps,
    follow each other."""

    problem: Problem
    plans: list[Plan]
    runs: int

    @property
    def steps(self) -> list[int]:
        return list(dict.fromkeys(plan["steps"] for plan in self.plans))

    def speed(self, serial: float) -> float:
        return serial

    def seconds(self, speed: float) -> float:
        return seconds_of(self.plans, speed)

    def measure(self, estimate: TimeEstimate, report: Report | None) -> list[Fastest | None]:
        """The fastest run with each of FFTS."""
        program, fastest = str(serial_worker()[0]), {}
        estimate.begin(self.problem.word)
        try:
            with closing(plans_run([program], self.plans, program, estimate.tick)) as answers:
                for at, (plan, answer) in enumerate(zip(self.plans, answers)):
                    mine = Fastest(judge(plan | answer, self.problem.word))
                    estimate.ended(plan)
                    if report:
                        report(mine.record, at % self.runs + 1)
                    fastest[plan["fft"]] = min(fastest.get(plan["fft"], mine), mine,
                                               key=lambda mine: mine.ms)
        except (KeyboardInterrupt, Failed) as end:
            estimate.end = end
        return [fastest.get(fft) for fft in FFTS]


def _ffts(asked: list[str] | None) -> list[str]:
    """The FFTs to measure with; Failed if this build lacks one that was asked for."""
    _, listed = serial_worker()
    absent = {row["name"]: row["absent"] for row in listed["ffts"] if row["absent"]}
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
        for _ in range(request.runs)], request.runs)
        for problem in request.problems_or("T42L1", "T42L16", "T85L1", "T85L16", "T170L1")]
