# SPDX-License-Identifier: BSD-3-Clause
"""Percentiles of the stamps of launches, which may differ. Times are microseconds."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from comops.statistics.cells import Cell
from comops.statistics.intervals import median, median_interval
from comops.statistics.times import of_launches

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


def percentile_estimate(launches: Sequence[np.ndarray], p: float) -> dict[str, Any]:
    """The median of the quantiles p of batches, and its interval; without one, how many batches of
    how many stamps there are.

    A batch is a launch, whose values are in ascending order, or as many consecutive ones as have
    percentile_batch values. With p of 1 it is the median of the launches' maxima, which grow with
    the number of values.
    """
    least, batches, batch = percentile_batch(p), [], []
    for launch in launches:
        batch.append(launch)
        if sum(map(len, batch)) >= least:
            values = np.sort(np.concatenate(batch)) if len(batch) > 1 else launch
            batches.append(float(percentile_of(values, p)))
            batch = []
    interval = median_interval(batches)
    if not interval:
        return {"us": None, "ci95": None, "batch": least, "batches": len(batches)}
    return {"us": stamp_time(median(batches)), "ci95": list(map(stamp_time, interval))}


def stamp_time(us: float) -> float:
    """The empty run has been subtracted from stamps, so a few may be negative."""
    return max(us, 0.0)


def percentiles_record(cell: Cell) -> dict[str, Any]:
    """The percentiles of a cell with stamps, by the names of SHARES; of "max" also the stamps of a
    launch, because the longest of more is longer."""
    launches = [sum(counts) for counts in of_launches(cell, cell.stamp_blocks)]
    ordered = [np.sort(part) for part in np.split(np.array(cell.stamps), np.cumsum(launches)[:-1])]
    record = {name: percentile_estimate(ordered, p) for name, p in SHARES.items()}
    begun = list(filter(None, launches))
    record["max"]["runs"] = min(begun, default=0), max(begun, default=0)
    return record | {"max_us": stamp_time(max(cell.stamps))}


RESOLUTION = 0.001  # of a run


def stamps_record(cell: Cell, messages: float) -> dict[str, Any]:
    """The times of all stamps of a cell in multiples of `unit_us`, a nanosecond of a run or a
    thousandth of a long run: the values that occur, in ascending order, each as the step from the
    one before, and their counts. A run has so many messages, and its time is that of one."""
    ordered = np.sort(cell.stamps)
    us_of_ns = 1e-3 / messages
    exponent = math.floor(math.log2(max(RESOLUTION * percentile_of(ordered, 0.5) / us_of_ns, 1)))
    unit = 2**exponent * us_of_ns
    whole = np.copysign(np.floor(np.abs(ordered) / unit + 0.5), ordered)  # as C's llround
    values, counts = np.unique(whole.astype("i8"), return_counts=True)
    return {"unit_us": unit, "steps": np.diff(values, prepend=0).tolist(),
            "counts": counts.tolist()}
