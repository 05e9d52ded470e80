# SPDX-License-Identifier: BSD-3-Clause
"""The independent units of a campaign's cells, as what a comparison of campaigns needs of them.

A unit is a launch of the workers: what they allocate and where it lies is drawn anew by each. Of
cells without `launch_us`, or with one launch, the units are the medians of the blocks; what differs
from launch to launch is then not among them.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

from read.results import Campaign, CellKey

Floats = np.ndarray  # of one dimension, of type float64
Counts = np.ndarray  # of one dimension, of type int64


@dataclass(frozen=True)
class Moments:
    """Of each cell the logarithms of its units' times: number, mean, sum of squared deviations."""

    n: Counts
    mean: Floats
    squares: Floats

    def pooled(self, other: "Moments") -> "Moments":
        """Both sets of units as one (Chan, Golub and LeVeque 1983, equation 2.1)."""
        n = self.n + other.n
        share = np.divide(other.n, n, out=np.zeros(len(n)), where=n > 0)
        gap = other.mean - self.mean
        return Moments(
            n,
            self.mean + gap * share,
            self.squares + other.squares + gap**2 * share * self.n,
        )

    def moved(self, by: float) -> "Moments":
        """All times longer by this in logarithms; a cell without units stays as it is."""
        return Moments(self.n, np.where(self.n > 0, self.mean + by, 0.0), self.squares)


@dataclass
class Launches(Campaign):
    """A campaign that keeps of each valid cell its times: of launches, or sample by sample.

    `cells` has the place of each in `blocks`, the lengths of the groups of times in `times` that
    are one unit each. `invalid` holds the cells that were lost, `sampled` those whose units are
    blocks; the later record of a cell counts.
    """

    cells: dict[CellKey, int] = field(default_factory=dict)
    invalid: set[CellKey] = field(default_factory=set)
    sampled: set[CellKey] = field(default_factory=set)
    times: array = field(default_factory=lambda: array("d"), repr=False)
    blocks: list[list[int]] = field(default_factory=list, repr=False)

    def add(self, record: dict[str, Any]) -> None:
        """Take in a cell; the rest is left out. ValueError where it is not one."""
        if record.get("record") != "cell":
            return
        key = self.key(record)
        valid = record.get("valid") is True
        times, blocks, sampled = units_of(record) if valid else (array("d"), [], False)
        (self.invalid.discard if valid else self.invalid.add)(key)
        (self.sampled.add if sampled else self.sampled.discard)(key)
        self.cells[key] = len(self.blocks)
        self.times.extend(times)
        self.blocks.append(blocks)

    def moments(self, keys: Sequence[CellKey]) -> Moments:
        """Of these cells, in this order; n is 0 where a cell is missing or invalid."""
        at = np.fromiter((self.cells.get(key, -1) for key in keys), np.int64, len(keys))
        counts = np.fromiter(map(len, self.blocks), np.int64, len(self.blocks))
        lengths = np.fromiter(chain.from_iterable(self.blocks), np.int64, int(counts.sum()))
        whole = moments_of(block_medians(np.frombuffer(self.times), lengths), counts)
        return Moments(*(np.where(at >= 0, part[at], 0) for part in whole))


def units_of(record: dict[str, Any]) -> tuple[array, list[int], bool]:
    """A cell's times, how many of them make each unit, and whether they are samples.

    ValueError where there are none.
    """
    recorded = record.get("launch_us")
    launches = [one for one in recorded if one is not None] if isinstance(recorded, list) else []
    if len(launches) > 1:
        return times_of(launches, "launch_us"), [1] * len(launches), False
    times = times_of(record.get("samples_us"), "samples_us")
    return times, blocks_of(record.get("blocks"), len(times)), True


def times_of(value: Any, name: str) -> array:
    """A list of positive times as an array; ValueError where it is none."""
    if not isinstance(value, list) or not set(map(type, value)) <= {float, int}:
        raise ValueError(f"{name} is not a list of numbers")
    if not value or not 0 < min(value) <= max(value) <= 1e300:
        raise ValueError(f"{name} holds no time, or one out of range")
    return array("d", value)


def blocks_of(value: Any, samples: int) -> list[int]:
    """How many samples each block has; ValueError where they are not as many as there are."""
    if not isinstance(value, list) or not set(map(type, value)) <= {int}:
        raise ValueError("blocks is not a list of whole numbers")
    if min(value, default=0) < 0 or sum(value) != samples:
        raise ValueError("blocks are not those of samples_us")
    return [size for size in value if size]


def block_medians(times: Floats, lengths: Counts) -> Floats:
    """The median of each block; the blocks follow each other in `times`, none is empty."""
    starts = np.cumsum(lengths) - lengths
    medians = np.empty(len(lengths))
    for length in np.unique(lengths):
        chosen = np.flatnonzero(lengths == length)
        medians[chosen] = np.median(times[starts[chosen, None] + np.arange(length)], axis=1)
    return medians


def moments_of(units: Floats, counts: Counts) -> tuple[Counts, Floats, Floats]:
    """Number, mean, squared deviations of each cell's logarithms; 0 of a cell without units."""
    owner = np.repeat(np.arange(len(counts)), counts)
    logs = np.log(units)
    known = np.maximum(counts, 1)
    mean = np.bincount(owner, logs, len(counts)) / known
    squares = np.bincount(owner, (logs - mean[owner]) ** 2, len(counts))
    return counts, mean, squares
