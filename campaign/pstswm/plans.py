# SPDX-License-Identifier: BSD-3-Clause
"""Plans for the model's workers, and the fastest of their runs.

A plan is one run on several ranks, by member: truncation, levels, dt, case, tilt, steps, columns,
rows, and the algorithm and the protocol of each transform. A record is its plan with what was
measured.
"""

from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from analysis.intervals import median, median_interval, relative_half_width
from campaign.pstswm.outlook import Outlook
from campaign.pstswm.request import USAGE, Failed, Mesh, Problem, Request
from campaign.pstswm.workers import Plan, Workers

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


def fastest_of(some: Iterable[Fastest]) -> Fastest | None:
    return min(some, key=lambda one: one.seconds, default=None)


def judge(record: Record, problem: str) -> Record:
    """The record of a good run; Failed if the plan was refused or the run blew up."""
    if record.get("refused"):
        raise Failed(record["refused"], USAGE)
    if record["failed"]:
        raise Failed(f"{problem} blew up in step {record['failed']} of {record['steps']}: its "
                     "numbers are no longer finite; --dt takes a time step shorter than "
                     f"{record['dt']:g} seconds", USAGE)
    return {name: value for name, value in record.items() if name != "failed"}


def measure(workers: Workers, plans: list[list[Plan]], runs: int, outlook: Outlook,
            report: Report | None = None) -> list[list[Fastest]]:
    """Runs each path's plans `runs` times, the paths in turn. The fastest of each, by path and
    plan as in `plans`; those so far, and `outlook.end`, if the user interrupts it, a worker fails,
    a plan is refused or a run blows up."""
    fastest: list[list[Fastest]] = [[] for _ in plans]
    try:
        for run in range(1, runs + 1):
            for worker, some, found in zip(workers.all, plans, fastest, strict=True):
                if some:
                    outlook.begin(f"{worker.path.label}, run {run} of {runs}")
                with closing(workers.run(worker, some, outlook.tick)) as records:
                    for at, record in enumerate(records):
                        record = judge(record, "{truncation}L{levels} over {path}".format(**record))
                        outlook.ended(record)
                        if report:
                            report(record, run)
                        if run == 1:
                            found.append(Fastest(record))
                        found[at].take(record)
    except (KeyboardInterrupt, Failed) as end:
        outlook.end = end
    return fastest
