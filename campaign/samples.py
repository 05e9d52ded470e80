# SPDX-License-Identifier: BSD-3-Clause
"""Time stamps of a worker become samples of a cell."""

import math
from array import array
from typing import TYPE_CHECKING

import numpy as np

from analysis.cells import Cell, Disturbances
from analysis.intervals import midmean_of

if TYPE_CHECKING:
    from campaign.launch.workers import Worker
    from campaign.planning.patterns import Pattern
    from campaign.sampling import Sampling

_RESOLUTION = 0.1  # a time is never less than this part of an empty run


def samples_collect(cell: Cell, worker: "Worker", sampling: "Sampling", stamps: int,
                    latest_ns: float, messages: float) -> None:
    """Adds a block of `stamps` stamps, without the void ones, to the cell: as one sample each or
    one for all (Sampling), minus the empty run, whose time is the mean over the ranks, because the
    maximum would overestimate it.

    A rank that left the start later than `latest_ns` was also late. `messages`: of a run.
    """
    empty_runs = sampling.empty_runs(stamps)
    times = worker.times(empty_runs, empty_runs + stamps, sampling.less_empty, latest_ns)
    late = math.isnan(np.add.reduce(times))
    empties, times, empty = times[:empty_runs], times[empty_runs:], 0.0
    if late:
        empties, times = empties[~np.isnan(empties)], times[~np.isnan(times)]
    if len(empties):
        empty = midmean_of(empties)
    elif empty_runs:
        times = times[:0]
    cell.begin_block(empty / 1e3)
    cell.voided += stamps - len(times)
    messages *= cell.runs * 1e3  # one way, microseconds
    if sampling.block_is_sample and len(times):
        _add_block(cell, times, empty, messages)
    else:
        cell.add_samples((times / messages).tolist())


def _add_block(cell: Cell, times: np.ndarray, empty: float, messages: float) -> None:
    """One sample of all stamps of the block, which are kept."""
    cell.add_stamps(array("d", ((times - empty) / messages).tobytes()))
    middle = (len(times) + 1) // 2
    cell.halves.append([(midmean_of(half.copy()) - empty) / messages if len(half) else None
                        for half in (times[:middle], times[middle:])])
    time, least = midmean_of(times) - empty, _RESOLUTION * empty
    cell.add_samples([max(time, least) / messages])
    cell.floored += time < least


def reading_us(reading_ns: list[float], pattern: "Pattern") -> float:
    """The reading within the time of a message, microseconds, of what each rank reads: the slowest
    rank's; for a pattern that answers, the answering rank's and then the root's."""
    root, others = reading_ns[0], max(reading_ns[1:], default=0.0)
    return (root + others if pattern.answers else max(root, others)) / pattern.messages / 1e3


# In the order of enum disturbance; the first two are microseconds.
DISTURBANCES = ("waited_us", "stolen_us", "involuntary_switches", "migrations", "page_faults")
_UNDISTURBED = [0.0] * len(DISTURBANCES)


def disturbances_collect(disturbances: Disturbances, watched_us: list[float],
                         counted: list[list[float]], runs: int) -> None:
    """Adds a block of so many timed runs, of which each rank has watched and counted that much. A
    block has what its worst rank has; what the kernel does not say is not finite."""
    block, lost, faults = len(disturbances.watched_us), 0.0, 0.0
    for rank, values in enumerate(counted):
        if values == _UNDISTURBED:
            continue
        for at, much in enumerate(values):
            if not math.isfinite(much):
                disturbances.unknown.add(DISTURBANCES[at])
                values[at] = 0.0
            elif much > 0:
                disturbances.events.setdefault(DISTURBANCES[at], []).append([block, rank, much])
        lost, faults = max(lost, values[0] + values[1]), max(faults, values[-1] / runs)
    disturbances.watched_us.append(max(watched_us))
    disturbances.lost_us.append(lost)
    disturbances.faults_per_run.append(faults)
