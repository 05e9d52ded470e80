# SPDX-License-Identifier: BSD-3-Clause
"""The stamps of a cell, the times of all its single runs, and their percentiles."""

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from read.fields import Interval, interval, number

SHARES = ("p50", "p90", "p99", "p99.9")
LARGEST = 2**53  # of the whole numbers: exact as floats


@dataclass(frozen=True, slots=True)
class Percentile:
    us: float
    ci95: Interval | None


@dataclass(frozen=True, slots=True)
class Percentiles:
    """`shares` has those of SHARES, in that order."""

    shares: dict[str, Percentile]
    max_us: float


@dataclass(frozen=True, slots=True)
class Stamps:
    """The times that occur, in ascending order, microseconds, and how often each does."""

    times_us: tuple[float, ...]
    counts: tuple[int, ...]


def percentiles_of(record: dict[str, Any]) -> Percentiles | None:
    """None where there are none; ValueError where they are no percentiles."""
    found = record.get("percentiles")
    if found is None:
        return None
    if not isinstance(found, dict) or not all(isinstance(found.get(name), dict) for name in SHARES):
        raise ValueError("percentiles lacks one")
    shares = {
        name: Percentile(number(found[name], "us"), interval(found[name], "ci95"))
        for name in SHARES
    }
    return Percentiles(shares, number(found, "max_us"))


def whole_numbers(value: Any, least: int) -> bool:
    return isinstance(value, list) and all(
        type(item) is int and least <= item < LARGEST for item in value
    )


def stamps_of(record: dict[str, Any]) -> Stamps | None:
    """None where none were kept; ValueError where they cannot be unpacked."""
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
