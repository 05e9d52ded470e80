# SPDX-License-Identifier: BSD-3-Clause
"""Experiment A: the model on one core, with each FFT (table 4), by comops-pstswm-serial."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from campaign.pstswm.plans import Record, blew_up
from campaign.pstswm.request import (
    FFTS, NOTHING, PROGRAM, USAGE, Failed, Problem, Request, serial_worker,
)
from campaign.pstswm.workers import plans_run
from common.console import note


@dataclass(frozen=True)
class Run:
    """`record`: the plan and what was measured."""

    record: Record

    @property
    def ms(self) -> float:
        """Of a step."""
        return 1000 * self.record["seconds"] / self.record["steps"]


def _ffts(listed: list[dict[str, Any]], asked: list[str] | None) -> list[str]:
    """Those to measure with; Failed if this build lacks one that was asked for."""
    absent = {one["name"]: one["absent"] for one in listed if one["absent"]}
    for name, reason in absent.items():
        if asked and name in asked:
            raise Failed(f"--fft {name}: {reason}", NOTHING)
        note(PROGRAM, f"no column {name}: {reason}")
    return [name for name in FFTS if (name in asked if asked else name not in absent)]


def _measure(worker: Path, request: Request, problem: Problem, fft: str,
             report: Callable[[Record, int], None] | None) -> Run:
    """The fastest of all runs of a problem with one FFT."""
    counts = [request.steps] if request.steps else problem.truncation.steps
    plans: list[dict[str, Any]] = [
        {"truncation": problem.truncation.name, "levels": problem.levels,
         "dt": request.dt_of(problem), "case": request.case, "tilt": request.tilt, "fft": fft,
         "steps": steps} for steps in counts for _ in range(request.runs)]
    answers, runs = plans_run([str(worker)], plans, str(worker)), []
    for at, (plan, answer) in enumerate(zip(plans, answers, strict=True)):
        record = plan | answer
        if record.pop("failed", None):
            raise Failed(f"{problem.word} "
                         f"{blew_up(answer['failed'], plan['steps'], plan['dt'])}", USAGE)
        if report:
            report(record, at % request.runs + 1)
        runs.append(Run(record))
    return min(runs, key=lambda run: run.ms)


def serial_run(request: Request, report: Callable[[Record, int], None] | None
               ) -> Iterator[tuple[Problem, list[Run | None]]]:
    """Each problem with its fastest run of each of FFTS."""
    worker, listed = serial_worker()
    ffts = _ffts(listed["ffts"], request.ffts)
    for problem in request.problems_or("T42L1", "T42L16", "T85L1", "T85L16", "T170L1"):
        yield problem, [_measure(worker, request, problem, fft, report) if fft in ffts else None
                        for fft in FFTS]
