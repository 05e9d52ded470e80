# SPDX-License-Identifier: BSD-3-Clause
"""The launches of a campaign's cells, and of its canaries.

Launches of the workers are independent of each other: every launch has new processes and pages.
Samples of one launch are not, so a cell without an interval over launches is not tested.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean
from typing import NamedTuple

from comops.results.cell import CellRecord
from comops.results.conditions import CanaryRecord, RoundsRecord
from comops.results.findings import both_modes_of
from comops.results.keys import CellKey
from comops.results.read import Reading
from comops.statistics.comparing.states import Seen
from comops.statistics.intervals import CONSISTENT, median

# A canary's name: its field in a record, and the power of that field that is a time.
CANARIES = {
    "handover": ("handover_us", 1),
    "cache": ("cache_MBps", -1),
    "memory": ("memory_MBps", -1),
    "arithmetic": ("arithmetic_us", 1),
}
# The hand-over in each round of a group, by its own ranks (records `rounds`), as a canary.
ROUNDS = "rounds"
HUBER = 1.345  # standard deviations; 95 % as efficient as the mean of normal values
ROBUST_LEAST = 10  # launches; with fewer, an outlier cannot be distinguished from a second mode
STEPS, NEAR = 50, 1e-4
LAUNCHES_MOST = 100_000  # of a stage


class LaunchSeries(NamedTuple):
    """The logarithms of a time in each launch: their number, centre, and what each adds to it.

    `parts` are the launches' influences on the centre, 0 of a void launch or one that it was not
    in, such that the sum of their squares is the variance of the centre.
    """

    n: int
    mean: float
    parts: tuple[float, ...] = ()


def centre_of(logs: Sequence[float]) -> tuple[float, float]:
    """Huber's estimate of location, and beyond which distance a value counts as if it were there.

    "Robust estimation of a location parameter", Annals of Mathematical Statistics 35 (1964),
    73-101. A launch in which the machine was slow for all cells does not decide their mean. Of few
    values, or where most are equal, it is the mean.
    """
    middle = median(logs)
    limit = HUBER * CONSISTENT * median(abs(log - middle) for log in logs)
    if len(logs) < ROBUST_LEAST or limit == 0:
        return fmean(logs), math.inf
    for _ in range(STEPS):
        held = [max(-limit, min(log - middle, limit)) for log in logs]
        moved = middle + fmean(held)
        if abs(moved - middle) < NEAR * limit:
            break
        middle = moved
    return middle, limit


def series_of(times: Sequence[float | None], numbers: Sequence[int]) -> LaunchSeries:
    """A series of times, some of which may be void, in the stage's launches of these numbers."""
    logs = {n: math.log(t) for n, t in zip(numbers, times, strict=True) if t is not None}
    count = len(logs)
    centre, limit = centre_of(list(logs.values()))
    if count < 2:
        return LaunchSeries(count, centre)
    inside = sum(abs(log - centre) <= limit for log in logs.values())
    scale = math.sqrt(count / (count - 1)) / max(inside, 1)
    parts = [0.0] * max(numbers)
    for number, log in logs.items():
        parts[number - 1] = max(-limit, min(log - centre, limit)) * scale
    return LaunchSeries(count, centre, tuple(parts))


Canaries = dict[str, LaunchSeries]
Where = tuple[str, int]  # placement and ranks


@dataclass
class Stage:
    """The canaries of the launches that some cells share: one row a launch."""

    where: Where
    rows: list[dict[str, float | None]] = field(default_factory=list)
    rounds: dict[int, list[float]] = field(default_factory=dict)  # hand-overs, by launch
    used: set[int] = field(default_factory=set)  # the launches that some cell was in

    @property
    def canaries(self) -> Canaries:
        """The canaries of the launches that were used."""
        used = sorted(launch for launch in self.used if launch <= len(self.rows))
        columns = {name: [self.rows[launch - 1][name] for launch in used] for name in CANARIES}
        series = {name: series_of(column, used) for name, column in columns.items()
                  if sum(time is not None for time in column) > 1}
        if len(self.rounds) > 1:
            times = [median(times) for times in self.rounds.values()]
            series[ROUNDS] = series_of(times, list(self.rounds))
        return series


@dataclass
class Launches(Reading):
    """A campaign that keeps the launches of each cell, of its later record if there are two.

    `invalid` holds the lost cells, `faulting` those whose times are with page faults. `stages` are
    in the order of the file.
    """

    cells: dict[CellKey, LaunchSeries] = field(default_factory=dict)
    invalid: set[CellKey] = field(default_factory=set)
    faulting: set[CellKey] = field(default_factory=set)
    stages: list[Stage] = field(default_factory=list)
    stage: dict[Where, Stage] = field(default_factory=dict)  # the last one of a place
    rounds: RoundsRecord | None = None  # of the group whose cells follow
    seen: Seen = field(default_factory=Seen)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.takes |= {
            "canary": self.take_canary, "rounds": self.take_rounds, "cell": self.take_cell}

    @cached_property
    def launches_most(self) -> int:
        """The most launches that a cell has, once all are read."""
        return max((len(series.parts) for series in self.cells.values()), default=0)

    def take_canary(self, canary: CanaryRecord) -> None:
        """The first launch begins a stage: what came before belongs to the cells before."""
        self.seen.add_canary(canary)
        where = canary.placement, canary.ranks
        if canary.launch == 1 or where not in self.stage:
            self.stage[where] = Stage(where)
            self.stages.append(self.stage[where])
        values = {name: getattr(canary, member) for name, (member, _) in CANARIES.items()}
        self.stage[where].rows.append({
            name: value and value ** CANARIES[name][1] for name, value in values.items()})

    def take_rounds(self, rounds: RoundsRecord) -> None:
        self.rounds = rounds
        self.seen.add_rounds(rounds)

    def _handovers(self, cell: CellRecord) -> dict[int, list[float]]:
        """By the number of the launch, the hand-overs of the rounds that a cell's times are of; of
        each round the mean over its ranks."""
        if not self.rounds or self.rounds.key != both_modes_of(cell.key):
            return {}
        rounds = [[*before, *after] for before, after in zip(
            self.rounds.before_ns, self.rounds.after_ns, strict=True)]
        left_out, handovers, at = set(cell.left_out or ()), {}, 0
        for number, count in zip(numbers_of(cell), cell.launches, strict=False):
            handovers[number] = [fmean(ns) for block, ns in enumerate(rounds[at:at + count], at)
                                 if block not in left_out and ns]
            at += count
        return {number: ns for number, ns in handovers.items() if ns}

    def take_cell(self, cell: CellRecord) -> None:
        if cell.disturbances:
            self.seen.add_disturbances(cell.disturbances, cell.key.ranks)
        series = cell_series(cell) if cell.valid else LaunchSeries(0, 0.0)
        (self.invalid.discard if cell.valid else self.invalid.add)(cell.key)
        faults = bool(cell.page_faults) and cell.page_faults.used == "with"
        (self.faulting.add if faults else self.faulting.discard)(cell.key)
        self.cells[cell.key] = series
        stage = self.stage.get((cell.key.placement, cell.key.ranks))
        if stage and series.parts:
            stage.used.update(numbers_of(cell))
            stage.rounds = self._handovers(cell) | stage.rounds


def cell_series(cell: CellRecord) -> LaunchSeries:
    """A cell's launches; one value without parts where it has no interval over launches."""
    if cell.ci95_us and sum(time is not None for time in cell.launch_us) > 1:
        return series_of(cell.launch_us, numbers_of(cell))
    return LaunchSeries(1, math.log(cell.time_us))


def numbers_of(cell: CellRecord) -> list[int]:
    """The number of each launch in its stage, from 1; ValueError if they are none."""
    numbers = cell.launch_numbers or list(range(1, len(cell.launch_us) + 1))
    if len(set(numbers)) != len(cell.launch_us):
        raise ValueError("launch_numbers are not those of launch_us")
    if max(numbers) > LAUNCHES_MOST:
        raise ValueError("launch_numbers are out of range")
    return numbers
