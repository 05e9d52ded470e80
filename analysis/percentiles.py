# SPDX-License-Identifier: BSD-3-Clause
"""Percentiles of the stamps of launches, which may differ. Times are microseconds."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analysis.cells import Cell
from analysis.intervals import Interval, median, median_interval
from analysis.times import of_launches

SHARES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p99.9": 0.999, "max": 1.0}


def percentile_of(ordered: Sequence[float] | np.ndarray, p: float) -> float:
    """The quantile p of at least one sorted value.

    Interpolated so that its median is approximately the quantile of their distribution, whatever
    that is (R. Hyndman and Y. Fan, The American Statistician 50, 1996, definition 8).
    """
    count = len(ordered)
    rank = min(max((count + 1 / 3) * p + 1 / 3, 1), count)
    below = int(rank)
    first, second = ordered[below - 1], ordered[min(below + 1, count) - 1]
    return first + (rank - below) * (second - first)


def percentile_batch(p: float) -> int:
    """The number of values needed for the quantile p; with fewer it would be the maximum.

    For p of 0.5 or more; 1 means the maximum, for which one value suffices.
    """
    return math.ceil((1 + p) / 3 / (1 - p) - 1e-9) if p < 1 else 1


@dataclass(frozen=True)
class Percentile:
    """`us` and `ci95` are None of too few batches for an interval."""

    us: float | None
    ci95: Interval | None
    batches: int


def percentile_estimate(values: Sequence[float] | np.ndarray, launches: Sequence[int], p: float
                        ) -> Percentile:
    """The median of the quantiles p of batches, and its interval.

    A batch is a launch, or as many consecutive ones as have percentile_batch values. Launch l has
    launches[l] of `values`, one after the other. With p of 1 it is the median of the launches'
    maxima, which grow with the number of values.
    """
    least, batches, begin, end = percentile_batch(p), [], 0, 0
    for count in launches:
        end += count
        if end - begin >= least:
            batches.append(float(percentile_of(np.sort(values[begin:end]), p)))
            begin = end
    found = median_interval(batches)
    return Percentile(median(batches) if found else None, found, len(batches))


def launch_stamps(cell: Cell) -> list[int]:
    """How many stamps each launch has."""
    return [sum(counts) for counts in of_launches(cell, cell.stamp_blocks)]


def stamp_time(us: float) -> float:
    """The empty run has been subtracted from stamps, so a few may be negative."""
    return max(us, 0.0)


def percentiles_of(cell: Cell) -> dict[str, Percentile]:
    """The percentiles of a cell with stamps, by the names of SHARES."""
    stamps, launches, found = np.array(cell.stamps), launch_stamps(cell), {}
    for name, p in SHARES.items():
        one = percentile_estimate(stamps, launches, p)
        if one.us is not None and one.ci95 is not None:
            low, high = one.ci95
            one = Percentile(stamp_time(one.us), (stamp_time(low), stamp_time(high)), one.batches)
        found[name] = one
    return found


def fewest_and_most(cell: Cell) -> tuple[int, int]:
    """Stamps of a launch that has any: the longest of more is longer."""
    counts = [count for count in launch_stamps(cell) if count]
    return min(counts, default=0), max(counts, default=0)


@dataclass(frozen=True)
class Stamps:
    """The times of all stamps in multiples of `unit_us`, a nanosecond of a run or a thousandth of a
    long run: the values that occur, in ascending order, each as the step from the one before, and
    their counts."""

    unit_us: float
    steps: list[int]
    counts: list[int]


RESOLUTION = 0.001  # of a run


def stamps_of(cell: Cell, messages: float) -> Stamps:
    """For a cell with stamps; a run has so many messages, and its time is that of one."""
    ordered = np.sort(cell.stamps)
    us_of_ns = 1e-3 / messages
    exponent = math.floor(math.log2(max(RESOLUTION * percentile_of(ordered, 0.5) / us_of_ns, 1)))
    unit = 2**exponent * us_of_ns
    whole = np.copysign(np.floor(np.abs(ordered) / unit + 0.5), ordered)  # as C's llround
    values, counts = np.unique(whole.astype("i8"), return_counts=True)
    return Stamps(unit, np.diff(values, prepend=0).tolist(), counts.tolist())
