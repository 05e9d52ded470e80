# SPDX-License-Identifier: BSD-3-Clause
"""The stamps of a cell, the times of all its single runs, and their percentiles."""

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from records.fields import Interval, interval, number

SHARES = ("p50", "p90", "p99", "p99.9")
BATCHES = 6  # an interval needs
LARGEST = 2**53  # of the whole numbers: exact as floats


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
        if not self.batch:
            return "no interval was recorded"
        if self.runs:
            return f"{self.batches} of {BATCHES} launches"
        return f"{self.batches} of {BATCHES} batches of {self.batch} runs"


@dataclass(frozen=True, slots=True)
class Percentiles:
    """`shares` has those of SHARES, in that order; `longest` is the longest run of a launch.

    Older files lack the latter. `max_us` is the longest of all runs.
    """

    shares: dict[str, Percentile]
    longest: Percentile | None
    max_us: float

    @property
    def all(self) -> dict[str, Percentile]:
        """The shares, and "max" where it was recorded."""
        return self.shares | ({"max": self.longest} if self.longest else {})


@dataclass(frozen=True, slots=True)
class Stamps:
    """The times that occur, in ascending order, microseconds, and how often each does."""

    times_us: tuple[float, ...]
    counts: tuple[int, ...]


def percentile_of(record: dict[str, Any]) -> Percentile:
    """A percentile without an interval, which older files have, is none."""
    ci95, runs = interval(record, "ci95"), record.get("runs", [])
    if not whole_numbers(runs, 0):
        raise ValueError("runs of a launch are not whole numbers")
    if ci95:
        return Percentile(number(record, "us"), ci95, runs=tuple(runs))
    known = whole_numbers([record.get("batches"), record.get("batch")], 0)
    counts = (record["batches"], record["batch"]) if known else (0, 0)
    return Percentile(None, None, *counts, tuple(runs))


def percentiles_of(record: dict[str, Any]) -> Percentiles | None:
    """None if there are none; ValueError if they are no percentiles."""
    found = record.get("percentiles")
    if found is None:
        return None
    if not isinstance(found, dict) or not all(isinstance(found.get(name), dict) for name in SHARES):
        raise ValueError("percentiles lacks one")
    shares = {name: percentile_of(found[name]) for name in SHARES}
    longest = percentile_of(found["max"]) if isinstance(found.get("max"), dict) else None
    return Percentiles(shares, longest, number(found, "max_us"))


def whole_numbers(value: Any, least: int) -> bool:
    return isinstance(value, list) and all(
        type(item) is int and least <= item < LARGEST for item in value
    )


def stamps_of(record: dict[str, Any]) -> Stamps | None:
    """None if none were kept; ValueError if they cannot be unpacked."""
    found = record.get("stamps")
    if found is None:
        return None
    steps, counts = map(found.get, ("steps", "counts")) if isinstance(found, dict) else ((), None)
    if (
        not whole_numbers(steps, -LARGEST)
        or not whole_numbers(counts, 1)
        or len(steps) != len(counts)
    ):
        raise ValueError("stamps cannot be unpacked")
    unit = number(found, "unit_us")
    return Stamps(tuple(value * unit for value in accumulate(steps)), tuple(counts))
