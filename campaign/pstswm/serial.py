# SPDX-License-Identifier: BSD-3-Clause
"""Experiment A: the model on one core, with each FFT (table 4), by comops-pstswm-serial."""

from collections.abc import Iterator

from campaign.pstswm.plans import Fastest, Report, judge
from campaign.pstswm.request import FFTS, NOTHING, PROGRAM, Failed, Problem, Request, serial_worker
from campaign.pstswm.workers import plans_run
from common.console import note


def _ffts(asked: list[str] | None) -> list[str]:
    """The FFTs to measure with; Failed if this build lacks one that was asked for."""
    _, listed = serial_worker()
    absent = {one["name"]: one["absent"] for one in listed["ffts"] if one["absent"]}
    for name, reason in absent.items():
        if asked and name in asked:
            raise Failed(f"--fft {name}: {reason}", NOTHING)
        note(PROGRAM, f"no column {name}: {reason}")
    return asked or [name for name in FFTS if name not in absent]


def _measure(request: Request, problem: Problem, fft: str, report: Report | None) -> Fastest:
    """The fastest of all runs of a problem with one FFT."""
    program = str(serial_worker()[0])
    plans = [{"truncation": problem.truncation, "levels": problem.levels,
              "dt": request.dt_of(problem), "case": int(request.case), "tilt": request.tilt,
              "fft": fft, "steps": steps}
             for steps in ([request.steps] if request.steps else problem.steps)
             for _ in range(request.runs)]
    records = [judge(plan | answer, problem.word) for plan, answer in
               zip(plans, plans_run([program], plans, program), strict=True)]
    for at, record in enumerate(records if report else ()):
        report(record, at % request.runs + 1)
    return min(map(Fastest, records), key=lambda one: one.ms)


def serial_run(request: Request, report: Report | None
               ) -> Iterator[tuple[Problem, list[Fastest | None]]]:
    """Each problem with its fastest run of each of FFTS."""
    ffts = _ffts(request.ffts)
    for problem in request.problems_or("T42L1", "T42L16", "T85L1", "T85L16", "T170L1"):
        yield problem, [_measure(request, problem, fft, report) if fft in ffts else None
                        for fft in FFTS]
