# SPDX-License-Identifier: BSD-3-Clause
"""The stamps of a cell, the times of all its single runs, and their percentiles."""

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from records.keys import Interval

SHARES = ("p50", "p90", "p99", "p99.9")
BATCHES = 6  # an interval needs


@dataclass(frozen=True, slots=True)
class Percentile:
    """Neither value nor interval where there are too few batches of so many stamps.

    `runs`: the fewest and the most of a launch, only of the longest run of a launch.
    """

    us: float | None
    ci95: Interval | None
    batches: int = 0
    batch: int = 0
    runs: tuple[int, ...] = ()

    @property
    def lacking(self) -> str:
        """Why there is none: 3 of 6 batches of 667 runs."""
        if self.runs:
            return f"{self.batches} of {BATCHES} launches"
        return f"{self.batches} of {BATCHES} batches of {self.batch} runs"


@dataclass(frozen=True, slots=True)
class Percentiles:
    """`all` has SHARES, in that order, and "max", the longest run of a launch; `max_us` is the
    longest of all runs."""

    all: dict[str, Percentile]
    max_us: float

    @property
    def shares(self) -> dict[str, Percentile]:
        return {name: self.all[name] for name in SHARES}

    @property
    def longest(self) -> Percentile:
        return self.all["max"]


@dataclass(frozen=True, slots=True)
class Stamps:
    """The times that occur, in ascending order, microseconds, and how often each does."""

    times_us: tuple[float, ...]
    counts: tuple[int, ...]


def fastest_of(stamps: Stamps | None, otherwise: float) -> float:
    """The fastest single run, microseconds; `otherwise` where runs were not timed one by one."""
    return next((one for one in stamps.times_us if one > 0), otherwise) if stamps else otherwise


def percentile_of(record: dict[str, Any]) -> Percentile:
    runs = tuple(record.get("runs", ()))
    if record["ci95"]:
        return Percentile(record["us"], tuple(record["ci95"]), runs=runs)
    return Percentile(None, None, record.get("batches", 0), record.get("batch", 0), runs)


def percentiles_of(record: dict[str, Any]) -> Percentiles:
    """From a cell's `percentiles`."""
    return Percentiles({name: percentile_of(record[name]) for name in (*SHARES, "max")},
                       record["max_us"])


def stamps_of(record: dict[str, Any]) -> Stamps:
    """From a cell's `stamps`; ValueError if they cannot be unpacked."""
    if len(record["steps"]) != len(record["counts"]):
        raise ValueError("stamps cannot be unpacked")
    unit = record["unit_us"]
    return Stamps(tuple(value * unit for value in accumulate(record["steps"])),
                  tuple(record["counts"]))
