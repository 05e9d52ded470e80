# SPDX-License-Identifier: BSD-3-Clause
"""Plans for the model's workers: how long they take, what ends them early, and the fastest of their
runs.

A plan is one run on several ranks, by member: truncation, levels, dt, case, tilt, steps, columns,
rows, and the algorithm and the protocol of each transform. A record is its plan with what was
measured.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from comops.statistics.intervals import median, median_interval, relative_half_width
from comops_pstswm.request import USAGE, Failed, Mesh, Problem, Request, serial_worker
from comops_pstswm.workers import Plan, Workers, plans_run

# The printed operations of a step of T42L1; those of T85 and T170 follow within 7 %.
FLOPS, WAVES, POWER = 4129859, 42, 2.6
PROBE = {"truncation": "T42", "levels": 1, "dt": 1800, "case": 2, "tilt": 0, "fft": "blocked",
         "steps": 20}
PROBES = 3
# A plan also takes about so many steps and seconds beside those that are timed, and a worker starts
# in about LAUNCH_S. They are rough and serve an estimate alone.
FURTHER_STEPS, PLAN_S, LAUNCH_S = 5, 0.005, 0.3
ENOUGH = 0.03  # of an experiment, to extrapolate from

Show = Callable[[str, float], None]  # what is run, seconds left


def seconds_of(plans: Sequence[dict[str, Any]], speed: float, launches: int = 1) -> float:
    """What these runs take, with what they do before the timed steps and after, at `speed`
    operations a second of all ranks, without messages."""
    operations = sum((plan["steps"] + FURTHER_STEPS) * plan["levels"]
                     * FLOPS * (int(plan["truncation"][1:]) / WAVES) ** POWER for plan in plans)
    return operations / speed + PLAN_S * len(plans) + LAUNCH_S * (launches if plans else 0)


def serial_rate() -> float:
    """Operations a second on one core, by the fastest of a few runs of milliseconds."""
    program = str(serial_worker()[0])
    records = plans_run([program], [PROBE] * PROBES, program, lambda: None)
    return 1e6 * max(record["mflops"] for record in records)


class TimeEstimate:
    """`total` and `done` are expected seconds, of runs at `speed` (seconds_of). `end` is the
    interrupt or the failure that ended the experiment, whose results so far count."""

    def __init__(self, total: float, speed: float, show: Show) -> None:
        self.total, self.speed, self.done = total, speed, 0.0
        self.end: BaseException | None = None
        self._what, self._show, self._began = "", show, time.monotonic()

    @property
    def seconds_left(self) -> float:
        known = self.done > ENOUGH * self.total
        factor = (time.monotonic() - self._began) / self.done if known else 1
        return max(self.total - self.done, 0) * factor

    def tick(self) -> None:
        self._show(self._what, self.seconds_left)

    def begin(self, what: str) -> None:
        """A worker starts."""
        self._what = what
        self.done += LAUNCH_S
        self.tick()

    def ended(self, record: dict[str, Any]) -> None:
        self.done += seconds_of([record], self.speed, 0)

    def check(self) -> None:
        """Ends the experiment where it was to end."""
        if self.end:
            raise self.end


Record = dict[str, Any]
Report = Callable[[Record, int], None]  # a record and the number of its run


class Way(NamedTuple):
    """An algorithm in a protocol: srtrans, (0,1)."""

    name: str
    protocol: str


def is_power_of_two(number: int) -> bool:
    return number & (number - 1) == 0


def plan_make(request: Request, problem: Problem, mesh: Mesh, ways: tuple[Way, Way], steps: int,
              **more: str) -> Plan:
    """`ways`: of the Fourier and of the Legendre transforms."""
    fourier, legendre = ways
    return {
        "truncation": problem.truncation, "levels": problem.levels, "grid": problem.grid,
        "dt": request.dt_of(problem),
        "case": int(request.case), "tilt": request.tilt, "steps": steps,
        "columns": mesh.columns, "rows": mesh.rows,
        "fourier": fourier.name, "fourier_protocol": fourier.protocol,
        "legendre": legendre.name, "legendre_protocol": legendre.protocol, **more,
    }


@dataclass
class Fastest:
    """The fastest record of a plan, and the seconds of all its runs."""

    record: Record
    times: list[float] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        return self.record["seconds"]

    @property
    def ms(self) -> float:
        """What a step takes."""
        return 1000 * self.seconds / self.record["steps"]

    def way(self, transform: str) -> Way:
        return Way(self.record[transform], self.record[f"{transform}_protocol"])

    def median(self) -> tuple[float, float]:
        """Seconds, and the relative half width of the 95 % interval; 0 if there is none."""
        middle, interval = median(self.times), median_interval(self.times)
        return middle, relative_half_width(interval, middle) if interval else 0.0

    def take(self, record: Record) -> None:
        self.times.append(record["seconds"])
        if record["seconds"] < self.seconds:
            self.record = record


def fastest_of(trials: Iterable[Fastest]) -> Fastest | None:
    return min(trials, key=lambda trial: trial.seconds, default=None)


def judge(record: Record, problem: str) -> Record:
    """The record of a good run; Failed if the plan was refused or the run blew up."""
    if record.get("refused"):
        raise Failed(record["refused"], USAGE)
    if record["failed"]:
        raise Failed(f"{problem} blew up in step {record['failed']} of {record['steps']}: its "
                     "numbers are no longer finite; --dt takes a time step shorter than "
                     f"{record['dt']:g} seconds", USAGE)
    return {name: value for name, value in record.items() if name != "failed"}


def measure(workers: Workers, plans: list[list[Plan]], runs: int, estimate: TimeEstimate,
            report: Report | None = None) -> list[list[Fastest]]:
    """Runs each path's plans `runs` times, the paths in turn. The fastest of each, by path and
    plan as in `plans`; those so far, and `estimate.end`, if the user interrupts it, a worker fails,
    a plan is refused or a run blows up."""
    fastest: list[list[Fastest]] = [[] for _ in plans]
    try:
        for run in range(1, runs + 1):
            for worker, asked, trials in zip(workers.all, plans, fastest, strict=True):
                if asked:
                    estimate.begin(f"{worker.path.label}, run {run} of {runs}")
                with closing(workers.run(worker, asked, estimate.tick)) as records:
                    for at, record in enumerate(records):
                        record = judge(record, "{truncation}L{levels} over {path}".format(**record))
                        estimate.ended(record)
                        if report:
                            report(record, run)
                        if run == 1:
                            trials.append(Fastest(record))
                        trials[at].take(record)
    except (KeyboardInterrupt, Failed) as end:
        estimate.end = end
    return fastest


class PlanPart(Protocol):
    """What an experiment measures before it shows more of its results."""

    def speed(self, serial: float) -> float:
        """The speed of its ranks together without messages, from that of one core."""

    def seconds(self, speed: float) -> float:
        """What its runs take."""

    def measure(self, estimate: TimeEstimate, report: Report | None) -> list[Any]:
        """The fastest of its runs; those so far, and `estimate.end`, as `measure`."""


def seconds_planned(parts: Sequence[PlanPart]) -> tuple[float, float]:
    """What all runs take, and the speed at which they do."""
    speed = parts[0].speed(serial_rate())
    return sum(part.seconds(speed) for part in parts), speed


def parts_run(parts: Sequence[PlanPart], report: Report | None, show: Show
              ) -> Iterator[tuple[Any, list[Any], TimeEstimate]]:
    """Each part when it has been measured, or as much of it as was."""
    total, speed = seconds_planned(parts)
    estimate, planned = TimeEstimate(total, speed, show), 0.0
    for part in parts:
        if any(fastest := part.measure(estimate, report)):
            yield part, fastest, estimate
        estimate.check()
        planned += part.seconds(speed)
        estimate.done = planned  # with the runs that there was no need for
