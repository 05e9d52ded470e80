# SPDX-License-Identifier: BSD-3-Clause
"""The independent units of a campaign's cells.

A unit is a launch of the workers: every launch allocates anew. In cells without `launch_us`, or
with one launch, the units are the medians of the blocks, which lack launch-to-launch variation.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Any, NamedTuple

from read.fields import LEAST, MOST, CellKey
from read.results import Campaign


class Moments(NamedTuple):
    """The logarithms of a cell's units: number, mean, sum of squared deviations."""

    n: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def pooled(self, other: "Moments") -> "Moments":
        """Both sets of units as one (Chan, Golub and LeVeque 1983, equation 2.1)."""
        n = self.n + other.n
        if not n:
            return self
        share, gap = other.n / n, other.mean - self.mean
        squares = self.squares + other.squares + gap**2 * share * self.n
        return Moments(n, self.mean + gap * share, squares)

    def shifted(self, by: float) -> "Moments":
        """All logarithms changed by this; a cell without units stays as it is."""
        return self._replace(mean=self.mean + by) if self.n else self


def moments_of(units: Sequence[float]) -> Moments:
    logs = list(map(math.log, units))
    mean = fmean(logs) if logs else 0.0
    return Moments(len(logs), mean, math.fsum((one - mean) ** 2 for one in logs))


@dataclass
class Launches(Campaign):
    """A campaign that keeps the moments of each cell, of its later record if there are two.

    `invalid` holds the lost cells, `sampled` those whose units are blocks.
    """

    cells: dict[CellKey, Moments] = field(default_factory=dict)
    invalid: set[CellKey] = field(default_factory=set)
    sampled: set[CellKey] = field(default_factory=set)

    def add(self, record: dict[str, Any]) -> None:
        """Add a cell; other records are ignored. ValueError where it is not one."""
        if record.get("record") != "cell":
            return
        key = self.key(record)
        valid = record.get("valid") is True
        units, sampled = units_of(record) if valid else ([], False)
        (self.invalid.discard if valid else self.invalid.add)(key)
        (self.sampled.add if sampled else self.sampled.discard)(key)
        self.cells[key] = moments_of(units)

    def moments(self, keys: Sequence[CellKey]) -> list[Moments]:
        """The moments of these cells; n is 0 where a cell is missing or invalid."""
        return [self.cells.get(key, Moments()) for key in keys]


def units_of(record: dict[str, Any]) -> tuple[list[float], bool]:
    """A cell's units, and whether they are blocks; ValueError where there are none."""
    recorded = record.get("launch_us")
    launches = [one for one in recorded if one is not None] if isinstance(recorded, list) else []
    if len(launches) > 1:
        return times_of(launches, "launch_us"), False
    if not record.get("samples_us") or not record.get("blocks"):
        raise ValueError("a cell has neither two launches in launch_us nor samples_us with blocks")
    samples = times_of(record.get("samples_us"), "samples_us")
    return block_medians(samples, record.get("blocks")), True


def times_of(value: Any, name: str) -> list[float]:
    """A list of positive times; ValueError otherwise."""
    if not isinstance(value, list) or not set(map(type, value)) <= {float, int}:
        raise ValueError(f"{name} is not a list of numbers")
    if not value or not LEAST <= min(value) <= max(value) <= MOST:
        raise ValueError(f"{name} is empty or has a time out of range")
    return value


def block_medians(times: Sequence[float], sizes: Any) -> list[float]:
    """The median of each block that is not empty; ValueError where blocks and times disagree."""
    if not isinstance(sizes, list) or not set(map(type, sizes)) <= {int}:
        raise ValueError("blocks is not a list of whole numbers")
    if min(sizes, default=0) < 0 or sum(sizes) != len(times):
        raise ValueError("blocks are not those of samples_us")
    rest = iter(times)
    return [median(next(rest) for _ in range(size)) for size in sizes if size]
