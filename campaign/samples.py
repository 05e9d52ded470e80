# SPDX-License-Identifier: BSD-3-Clause
"""Time stamps of a worker become samples of a cell."""

import math
from typing import TYPE_CHECKING

import numpy as np

from analysis.cells import Cell, Disturbances
from analysis.intervals import midmean

if TYPE_CHECKING:
    from campaign.patterns import Pattern
    from campaign.sampling import Sampling
    from campaign.workers import Worker

_RESOLUTION = 0.1  # a time is never less than this part of an empty run


def _elapsed(block: np.ndarray, less_overshoot: bool, latest_ns: float) -> np.ndarray:
    """For each stamp the last rank's end, minus the mean by which ranks left the start late: a
    run's time contains one rank's start and often another one's end. Negative if a rank was too
    late.

    `block`: [rank, stamp, began or ended], nanoseconds since the stamp's start; an end before that
    is none.
    """
    times = block[:, :, 1].max(axis=0).astype("f8")
    void = block[:, :, 1].min(axis=0) < 0
    if less_overshoot:
        late = block[:, :, 0]
        times -= late.sum(axis=0) / len(block)
        void |= late.max(axis=0) > latest_ns
    times[void] = -1
    return times


def _in_time(times: np.ndarray) -> np.ndarray:
    return times if not len(times) or times.min() >= 0 else times[times >= 0]


def _empty_of(block: np.ndarray, elapsed: np.ndarray) -> float | None:
    """The time to subtract from each stamp, ns: that of an empty run without the overshoot, as the
    mean over the ranks, because the maximum would overestimate it. None if all were void."""
    took = (block[:, :, 1] - block[:, :, 0]).sum(axis=0) / len(block)
    took = took[elapsed >= 0]
    took = _in_time(took)
    return midmean(took.tolist()) if len(took) else None


def samples_collect(cell: Cell, worker: "Worker", sampling: "Sampling", stamps: int,
                    latest_ns: float, messages: float) -> None:
    """Adds a block of `stamps` stamps, without the void ones, to the cell: as one sample each or
    one for all (Sampling), minus the empty run.

    A rank that left the start later than `latest_ns` was also late. `messages`: of a run.
    """
    empty_runs = sampling.empty_runs(stamps)
    count = empty_runs + stamps
    block = worker.stamps[:, :count] - worker.starts[:count, None]
    times = _elapsed(block, sampling.less_empty, latest_ns)
    empty: float | None = 0.0
    if empty_runs:
        empty = _empty_of(block[:, :empty_runs], times[:empty_runs])
    cell.begin_block((empty or 0.0) / 1e3)
    times = _in_time(times[empty_runs:] if empty is not None else times[:0])
    cell.voided += stamps - len(times)
    messages *= cell.runs * 1e3  # one way, microseconds
    if sampling.block_is_sample and len(times):
        assert empty is not None
        _add_block(cell, times, empty, messages)
    else:
        cell.add_samples((times / messages).tolist())


def _add_block(cell: Cell, times: np.ndarray, empty: float, messages: float) -> None:
    """One sample of all stamps of the block, which are kept."""
    time, least = midmean(times.tolist()) - empty, _RESOLUTION * empty
    cell.add_stamps(((times - empty) / messages).tolist())
    cell.add_samples([max(time, least) / messages])
    cell.floored += time < least




def reading_us(reading_ns: list[float], pattern: "Pattern") -> float:
    """The reading within the time of a message, microseconds, of what each rank reads: the slowest
    rank's; for a pattern that answers, the answering rank's and then the root's."""
    root, others = reading_ns[0], max(reading_ns[1:], default=0.0)
    return (root + others if pattern.answers else max(root, others)) / pattern.messages / 1e3


# In the order of enum disturbance; the first two are microseconds.
DISTURBANCES = ("waited_us", "stolen_us", "involuntary_switches", "migrations", "page_faults")


def disturbances_collect(disturbances: Disturbances, slots: np.ndarray, runs: int) -> None:
    """Adds a block of so many timed runs. A block has what its worst rank has; what the kernel does
    not say is not finite."""
    counted = slots["disturbances"].tolist()
    lost = faults = 0.0
    for rank, values in enumerate(counted):
        for name, much in zip(DISTURBANCES, values, strict=True):
            if not math.isfinite(much):
                disturbances.unknown.add(name)
            elif much > 0:
                block = len(disturbances.watched_us)
                disturbances.events.setdefault(name, []).append([block, rank, much])
        waited, stolen, *_, faulted = (much if math.isfinite(much) and much > 0 else 0.0
                                       for much in values)
        lost, faults = max(lost, waited + stolen), max(faults, faulted / runs)
    disturbances.watched_us.append(max(slots["watched_us"].tolist()))
    disturbances.lost_us.append(lost)
    disturbances.faults_per_run.append(faults)
