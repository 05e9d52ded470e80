# SPDX-License-Identifier: BSD-3-Clause
"""How to measure a run of a given length, alone or in a loop, and how time stamps of a worker
become samples of a cell."""

import math

import numpy as np

from comops.common.catalogue import CATALOGUE
from comops.measure.block.groups import Sampled
from comops.measure.library import constant
from comops.results.plan import Group, Pattern
from comops.statistics.cells import Cell, Disturbances
from comops.statistics.intervals import midmean_of

# A run shorter than this many readings of the clock is measured in a loop if its runs cannot
# overlap: the reading itself would be 5 % of it.
_ISOLATED_LEAST = 20
_LOOP_READINGS = 500  # a loop lasts so many readings of the clock: one is 0.2 % of it
_WARM_UP_NS = 1e5  # a core needs a while after sleep to reach its speed
# After so many runs the caches are filled again; the data of long runs hardly fit them.
_CACHE_RUNS, _CACHE_WARM_UP_NS = 2, 2e6
_STAMPS_BLOCK_NS = 1.5e6  # blocks of short runs are no longer, whatever their share of time
_LEAD_SHOWN_BY = 16  # stamps needed to decide that the lead may be shorter
_SAMPLES_PER_BLOCK, _STAMPS_PER_BLOCK, _TRIALS_LEAST = 10, 1024, 5
# IMB-MPI1 repeats a size so often, for at most 10 s in its single launch; a hundredth in a block.
_IMB_RUNS, _IMB_BYTES, _IMB_NS = 1000, 40 << 20, 1e8
_RESOLUTION = 0.1  # a time is never less than this part of an empty run
_EMPTY_LEAST, _WARMUPS_MOST, _LOOP_LEAST, _LOOP_MOST = 8, 500, 10, 100000
DISTURBANCES: list[str] = CATALOGUE["disturbances"]  # the first two are microseconds
_UNDISTURBED = [0.0] * len(DISTURBANCES)


def block_stamps(sampled: Sampled, block_ns: float) -> int:
    """Stamps of one block of about `block_ns`, at least one."""
    fitting = math.floor(block_ns / sampled.stamp_ns)
    most = _SAMPLES_PER_BLOCK
    if sampled.within_budget:
        return int(clamp(fitting, _TRIALS_LEAST, sampled.block_samples))
    if sampled.block_samples:
        return sampled.block_samples
    if sampled.block_is_sample:
        most = clamp(_STAMPS_BLOCK_NS / sampled.stamp_ns, _SAMPLES_PER_BLOCK, _STAMPS_PER_BLOCK)
    return int(clamp(fitting, 1, most))


def empty_runs_of(sampled: Sampled, stamps: int) -> int:
    """Empty runs for a block of so many stamps."""
    most = constant("ARENA_EMPTY_RUNS")
    return int(clamp(stamps // 4, _EMPTY_LEAST, most)) if sampled.less_empty else 0


def clamp(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)


def warmups_of(run_ns: float) -> int:
    """Untimed runs before the first stamp."""
    runs = max(_WARM_UP_NS / run_ns, min(_CACHE_RUNS, _CACHE_WARM_UP_NS / run_ns))
    return int(clamp(runs, 1, _WARMUPS_MOST))


def first_lead(run_ns: float) -> int:
    """The lead of the common start, ns, for a cell whose run takes `run_ns`. A long run evicts more
    from the caches, and is not affected by a longer lead."""
    return int(clamp(run_ns / 100, constant("MEETING_LEAD_FIRST"), constant("MEETING_LEAD_MOST")))


def next_lead(lead: int, stamps: int, late: int) -> int:
    """The lead of the common start in a cell's next block, ns. In the previous block it ended as
    `lead`, and ranks were late for `late` of the stamps: longer if they were late for most, shorter
    if enough stamps show that it can be."""
    if 2 * late >= stamps:
        return 2 * lead if lead < constant("MEETING_LEAD_MOST") else lead
    if stamps >= _LEAD_SHOWN_BY and 4 * late < stamps and lead > constant("MEETING_LEAD_FIRST"):
        return lead // 2
    return lead


def runs_as_imb(size: int, run_ns: float) -> tuple[int, int]:
    """The timed runs of `size` bytes, and the untimed ones before them: IMB tries one run, then as
    many as it will time, and warms up with a tenth of them."""
    runs = int(clamp(min(_IMB_BYTES / max(size, 1), _IMB_NS / run_ns), 1, _IMB_RUNS))
    return runs, 1 + runs + max(runs // 10, 1)


def prescribe(sampled: Sampled, group: Group, clock: tuple[float, float], fastest_ns: float
              ) -> None:
    """Decides how a cell is measured, whose run takes `run_ns`, in a group whose fastest takes
    `fastest_ns`, because cells of a pair must be measured alike (docs/method.md, "A sample").
    `clock`: its step and the cost of a reading, ns."""
    cell, pattern, method = sampled.cell, group.pattern, sampled.cell.method
    run_ns, reading, cell.runs = max(sampled.run_ns, 1.0), sum(clock), 1
    sampled.warmups = warmups_of(run_ns)
    sampled.within_budget = method.within_budget and group.buffers == "cold"
    if method.as_imb and not pattern.isolated:
        sampled.loop = pattern.messages > 1 or pattern.synchronises
        sampled.barrier_each = not sampled.loop
        cell.runs, sampled.warmups = runs_as_imb(group.bytes, run_ns)
        sampled.block_samples = 1
    elif method.loop_ns > 0 and not pattern.isolated:
        sampled.loop = True
        cell.runs = int(clamp(math.ceil(method.loop_ns / run_ns), _LOOP_LEAST, _LOOP_MOST))
        sampled.block_samples = 1
    elif method.block_samples:
        sampled.block_samples = method.block_samples
        if method.own_clocks:
            sampled.barrier_each, sampled.warmups = True, 0
        sampled.unprepared = method.unprepared
    elif (pattern.closed and not pattern.isolated and not _is_prepared(group)
          and fastest_ns < _ISOLATED_LEAST * reading):
        sampled.loop = True
        cell.runs = int(clamp(math.ceil(_LOOP_READINGS * reading / run_ns), 2, _LOOP_MOST))
    else:
        # With more ranks than cores, the other ranks decide how long a start takes.
        sampled.block_is_sample, sampled.less_empty = True, not group.placement.oversubscribed
    cell.key["mode"] = "loop" if sampled.loop else "isolated"


def _is_prepared(group: Group) -> bool:
    """Whether each run is preceded by work that does not belong to it."""
    return (group.skew_us > 0 or group.buffers == "cold" or group.consume == "between"
            or (group.buffers == "rewrite" and group.bytes > 0))


def samples_collect(cell: Cell, times: np.ndarray, sampled: Sampled, stamps: int,
                    messages: float) -> float:
    """Adds a block of `stamps` stamps, without the void ones, to the cell: as one sample each or
    one for all, as `sampled` says, minus the empty run, whose time is the mean over the ranks,
    because the maximum would overestimate it. Returns the sum of all stamps, ns.

    `times`: ns, of the empty runs and then of the others, NaN where a rank was late; they are
    changed. `messages`: of a run.
    """
    empty_runs = empty_runs_of(sampled, stamps)
    sum_ns = float(np.add.reduce(times))
    empties, times, empty = times[:empty_runs], times[empty_runs:], 0.0
    if math.isnan(sum_ns):  # a rank was late
        empties, times = empties[~np.isnan(empties)], times[~np.isnan(times)]
        sum_ns = float(np.add.reduce(times))
    if len(empties):
        empty = midmean_of(empties)
    elif empty_runs:
        times = times[:0]
    cell.begin_block(empty / 1e3)
    cell.voided += stamps - len(times)
    messages *= cell.runs * 1e3  # one way, microseconds
    if sampled.block_is_sample and len(times):
        _add_block(cell, times, empty, messages)
    else:
        cell.add_samples((times / messages).tolist())
    return sum_ns


def _add_block(cell: Cell, times: np.ndarray, empty: float, messages: float) -> None:
    """One sample of all stamps of the block, which are kept."""
    times -= empty
    times /= messages
    cell.stamps.frombytes(times.tobytes())
    cell.stamp_blocks[-1] += len(times)
    time, least = midmean_of(times), _RESOLUTION * empty / messages
    cell.add_samples([max(time, least)])
    cell.floored += time < least


def reading_us(reading_ns: list[float], pattern: Pattern) -> float:
    """The reading within the time of a message, microseconds, of what each rank reads: the slowest
    rank's; for a pattern that answers, the answering rank's and then the root's."""
    root, others = reading_ns[0], max(reading_ns[1:], default=0.0)
    return (root + others if pattern.answers else max(root, others)) / pattern.messages / 1e3


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
