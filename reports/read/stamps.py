# SPDX-License-Identifier: BSD-3-Clause
"""The stamps of a cell, the times of all its single runs, and their percentiles."""

from collections import Counter
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
    """For each launch its times, ascending multiples of `unit_us`, and how often each occurs."""

    unit_us: float
    launches: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def count(self) -> int:
        return sum(count for launch in self.launches for _, count in launch)

    def pooled(self) -> list[tuple[float, int]]:
        """The times of all launches together, microseconds, and how often each occurs."""
        sums: Counter[int] = Counter()
        for launch in self.launches:
            for value, count in launch:
                sums[value] += count
        return [(value * self.unit_us, sums[value]) for value in sorted(sums)]


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
    steps, counts = (
        (found.get("steps"), found.get("counts")) if isinstance(found, dict) else (None, None)
    )
    if not isinstance(steps, list) or not isinstance(counts, list) or len(steps) != len(counts):
        raise ValueError("stamps has no steps and counts")
    launches = []
    for launch_steps, launch_counts in zip(steps, counts, strict=True):
        if (
            not whole_numbers(launch_steps, -LARGEST)
            or not whole_numbers(launch_counts, 1)
            or len(launch_steps) != len(launch_counts)
        ):
            raise ValueError("stamps has a launch that cannot be unpacked")
        launches.append(tuple(zip(accumulate(launch_steps), launch_counts, strict=True)))
    return Stamps(number(found, "unit_us"), tuple(launches))
