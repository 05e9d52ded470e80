# SPDX-License-Identifier: BSD-3-Clause
"""Plans for the model's workers, and the fastest of their runs.

A plan is one run on several ranks, by member: truncation, levels, dt, case, tilt, steps, columns,
rows, and the algorithm and the protocol of each transform. A record is its plan with what was
measured.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from analysis.intervals import median, median_interval, relative_half_width
from campaign.pstswm.request import USAGE, Failed, Mesh, Problem, Request
from campaign.pstswm.workers import Worker, Workers

Plan = dict[str, Any]
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
        "truncation": problem.truncation.name, "levels": problem.levels,
        "dt": request.dt_of(problem), "case": request.case, "tilt": request.tilt, "steps": steps,
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

    def way(self, transform: str) -> Way:
        return Way(self.record[transform], self.record[f"{transform}_protocol"])

    def median(self) -> tuple[float, float | None]:
        """Seconds, and the relative half width of the 95 % interval if there is one."""
        middle, interval = median(self.times), median_interval(self.times)
        return middle, relative_half_width(interval, middle) if interval else None

    def take(self, record: Record) -> None:
        self.times.append(record["seconds"])
        if record["seconds"] < self.seconds:
            self.record = record


def fastest_of(some: Sequence[Fastest]) -> Fastest | None:
    return min(some, key=lambda one: one.seconds, default=None)


def judge(record: Record) -> None:
    """Failed if the plan was refused or its run blew up."""
    if record.get("refused"):
        raise Failed(record["refused"], USAGE)
    if record.get("failed"):
        raise Failed(f"{record['truncation']}L{record['levels']} over {record['path']} "
                     f"{blew_up(record['failed'], record['steps'], record['dt'])}", USAGE)


def blew_up(step: int, steps: int, dt: float) -> str:
    return (f"blew up in step {step} of {steps}: its numbers are no longer finite; --dt takes a "
            f"time step shorter than {dt:g} seconds")


def measure(workers: Workers, plans: list[list[Plan]], runs: int, report: Report | None = None
            ) -> list[list[Fastest]]:
    """Runs each path's plans `runs` times, the paths in turn. The fastest of each, by path and
    plan as in `plans`. Failed if a worker fails, a plan is refused or a run blows up."""
    fastest: list[list[Fastest]] = [[] for _ in plans]
    for run in range(1, runs + 1):
        for worker, some, found in zip(workers.all, plans, fastest, strict=True):
            records = workers.run(worker, some)
            for record in records:
                judge(record)
                if report:
                    report({name: value for name, value in record.items() if name != "failed"}, run)
            if not found:
                found += map(Fastest, records)
            for one, record in zip(found, records, strict=True):
                one.take(record)
    return fastest


def protocols_of(worker: Worker, algorithm: dict[str, Any]) -> list[str]:
    """Those in which it can run: of a collective, the usual one."""
    return [worker.usual] if algorithm["collective"] else worker.offer["protocols"]
