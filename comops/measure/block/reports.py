# SPDX-License-Identifier: BSD-3-Clause
"""What the ranks of a worker report of a block, and what a cell learns from it."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from comops.measure.account import OF_RANKS
from comops.measure.block.groups import Sampled
from comops.measure.block.sampling import reading_us
from comops.measure.launch.seen import Seen, recorded
from comops.results.plan import Group
from comops.statistics.cells import UNKNOWN, Cell
from comops.statistics.decisions import MARGIN
from comops.statistics.intervals import midmean
from comops.statistics.warnings import clocks_differ

_BEGINNING = [OF_RANKS.index(kind) for kind in ("places", "checks", "settling")]


class TakenBlock(NamedTuple):
    """A block: the error of a rank, or ""; the ranks' reports as they are in memory; the times of
    its stamps, empty runs first (Stamps.times); how many stamps; whether it was the cell's first of
    a launch; when the command was given and ended, ns, and the processor time meanwhile."""

    error: str
    reports: bytes
    times: np.ndarray
    stamps: int
    begins: bool
    lasted: tuple[int, int, float]


def inspect_ranks(group: Group, cell: Cell, error: str, ranks: list[Seen]) -> list[Seen]:
    """What the ranks report; nothing, with the error, if a rank's data are wrong or it is on the
    wrong hardware thread."""
    # If one failed, the others did not get far enough to be located.
    if error:
        cell.error = error
        return []
    for rank, (seen, pu, node) in enumerate(
            zip(ranks, group.placement.pus, group.pages.nodes, strict=True)):
        if seen.pu_seen != pu:
            cell.error = f"rank {rank} was seen on hardware thread {seen.pu_seen}, not on {pu}"
            return []
        if seen.node_buffers != node >= 0 and seen.node_buffers != UNKNOWN:
            cell.error = (f"the pages of rank {rank} are not on NUMA node {node}: is its memory "
                          "full?")
            return []
    cell.pus = [seen.pu_seen for seen in ranks]
    cell.nodes = [seen.node_buffers for seen in ranks]
    cell.members |= recorded(ranks)
    compare_clocks(cell, ranks)
    root = ranks[0]
    cell.node_temporary, cell.levels, cell.grouped = root.node_temporary, root.levels, root.grouped
    if not math.isnan(root.reading_ns):
        reading = reading_us([seen.reading_ns for seen in ranks], group.pattern)
        cell.reading_us = reading if cell.reading_us is None else min(cell.reading_us, reading)
    return ranks


def launch_collect(sampled: Sampled, ranks: Sequence[Seen]) -> None:
    """What the cell's first block of a launch shows: its first run, of the slowest rank, and
    whether it began slowly."""
    cell, firsts = sampled.cell, [seen.first_ns for seen in ranks]
    sampled.launch_s += sum(ranks[0].spent_ns[at] for at in _BEGINNING) / 1e9
    if len(cell.launches) > 1:  # the first one begins with the calibration, without warm-ups
        settled = not any(math.isnan(seen.settled_ns) for seen in ranks)
        sampled.slow.append(any(seen.trended for seen in ranks) if settled else begins_slowly(cell))
    if cell.method.settles:
        cell.members.setdefault("first_us", []).append(
            None if math.isnan(sum(firsts)) else max(firsts) / 1e3)


def begins_slowly(cell: Cell) -> bool:
    """Whether the first half of the last block's stamps took longer than the second, by more than
    counts as a difference."""
    stamps = cell.stamps[-cell.stamp_blocks[-1]:] if cell.stamp_blocks[-1] > 1 else ()
    middle = len(stamps) // 2
    return bool(stamps) and midmean(stamps[:middle]) > MARGIN * midmean(stamps[middle:])


def compare_clocks(cell: Cell, ranks: Sequence[Seen]) -> None:
    """Keeps the largest certain offset between two ranks."""
    for rank, seen in enumerate(ranks):
        if seen.clock_with > 0:
            us, error_us = seen.clock_ns / 1e3, seen.clock_error_ns / 1e3
            if cell.clock_offset is None or abs(us) - error_us > clocks_differ(cell):
                cell.clock_offset = rank, seen.clock_with, us, error_us
