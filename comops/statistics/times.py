# SPDX-License-Identifier: BSD-3-Clause
"""The times of a cell, in microseconds: of its blocks, of its launches, and its own; how much of an
exchange is hidden behind computing."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, TypeVar

from comops.statistics import intervals
from comops.statistics.cells import Cell
from comops.statistics.intervals import Interval, median, median_interval, relative_half_width
from comops.statistics.levels import Levels, levels_of

if TYPE_CHECKING:
    import numpy as np

Value = TypeVar("Value")


def _reported(cell: Cell, samples: Sequence[float]) -> float:
    """The time that the method reports for some samples."""
    return getattr(intervals, cell.method.centre)(samples)


def block_times(cell: Cell) -> list[float | None]:
    """The time of each block as the method reports it, a single sample as it is; None where all
    samples were void."""
    times: Sequence[float] = cell.samples
    if not len(times) == len(cell.blocks) == cell.blocks.count(1):
        ends = accumulate(cell.blocks)
        parts = (times[end - count : end] for count, end in zip(cell.blocks, ends, strict=True))
        times = [-1.0 if not part else part[0] if len(part) == 1 else _reported(cell, part)
                 for part in parts]
    return [time if time >= 0 else None for time in times]


def log_times(cell: Cell | None, launches: int) -> "np.ndarray":
    """The logarithms of the times of a cell's blocks: [launch, round], by the number of the launch
    from 1; NaN where there is none."""
    import numpy as np

    if not cell:
        return np.empty((launches, 0))
    counts, times = np.array(cell.launches), np.array(block_times(cell), float)
    logs = np.full((launches, counts.max()), np.nan)
    rows = np.repeat(np.array(cell.launch_numbers) - 1, counts)
    logs[rows, np.arange(len(times)) - np.repeat(counts.cumsum() - counts, counts)] = np.log(
        times, out=np.full_like(times, np.nan), where=times > 0)
    return logs


def of_launches(cell: Cell, values: Sequence[Value]) -> Iterator[Sequence[Value]]:
    """One value for each block, launch by launch."""
    at = 0
    for count in cell.launches:
        yield values[at : at + count]
        at += count


def medians_of_launches(cell: Cell, values: Sequence[float | None]) -> list[float | None]:
    """One value for each block becomes one for each launch: the median of those that are not None,
    or None without any."""
    launches = ([value for value in launch if value is not None]
                for launch in of_launches(cell, values))
    return [median(launch) if launch else None for launch in launches]


def present(values: Sequence[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def launch_times(cell: Cell) -> list[float | None]:
    """The time of each launch, in order; None where it has no sample."""
    if not cell.known_times or cell.known_times[0] != len(cell.blocks):
        cell.known_times = len(cell.blocks), medians_of_launches(cell, block_times(cell))
    return cell.known_times[1]


def time_us(cell: Cell) -> float:
    """The median of the launches' times; for a single launch, what the method reports for its
    samples."""
    if len(cell.launches) == 1:
        return _reported(cell, cell.samples)
    return median(present(launch_times(cell)))


def median_us(cell: Cell) -> float:
    """The median of all samples."""
    return median(cell.samples)


def interval(cell: Cell) -> Interval | None:
    """The interval of the cell's time, over the launches, because samples of one launch are not
    independent; None if fewer than 6 launches have a time."""
    return median_interval(present(launch_times(cell)))


def precise(cell: Cell, precision: float) -> bool:
    """Whether half the width of the interval over the time is at most `precision`."""
    ci95 = interval(cell)
    return ci95 is not None and relative_half_width(ci95, time_us(cell)) <= precision


def levels(cell: Cell) -> Levels | None:
    """How much launches and rounds differ; None if there are too few of either."""
    return levels_of(log_times(cell, max(cell.launch_numbers)))


def halves_us(cell: Cell) -> list[list[float | None]]:
    """The midmeans of the first and of the second half of the stamps of each block that has any."""
    import numpy as np

    counts = np.array(cell.stamp_blocks, int)
    counts = counts[counts > 0]
    halves = np.stack([(counts + 1) // 2, counts // 2], axis=1).reshape(-1, 1)
    cut, at = halves // 4, np.arange(halves.max(initial=0))
    rows = np.full((len(halves), len(at)), np.inf)
    rows[at < halves] = cell.stamps
    rows.sort(axis=1)
    sums = np.where((at >= cut) & (at < halves - cut), rows, 0.0).sum(axis=1, keepdims=True)
    means = sums / np.where(halves, halves - 2 * cut, np.nan)
    return [[None if us != us else us for us in pair] for pair in means.reshape(-1, 2).tolist()]


def start_bound_us(us: float, error_us: float, runs: int, messages: float = 1) -> float:
    """How far the common start of the ranks may be from the same moment, microseconds of a message:
    a time from one rank's start to another one's end is known no better. The clocks of two ranks
    differ by `us`, with this error; `runs` between two stamps, `messages` of a run."""
    return (abs(us) + error_us) / runs / messages


def hidden_percent(exchange_us: float, computing_us: float, both_us: float) -> float:
    """As IMB-NBC computes it."""
    saved = exchange_us + computing_us - both_us
    return 100 * min(max(saved / min(exchange_us, computing_us), 0), 1)


def overlap_of(cell: Cell) -> dict[str, Any] | None:
    """The medians over the launches, each the median of its blocks: each part alone, and how many
    percent overlap, 0: nothing, 100: everything that can (docs/method.md). None if the pattern does
    not compute, or no block has all three times."""
    if not cell.parts or not cell.valid:
        return None
    known = [(*alone, both) if both is not None and alone[0] > 0 and alone[1] > 0 else None
             for alone, both in zip(cell.parts, block_times(cell), strict=False)]

    def over_launches(values: list[float | None]) -> list[float]:
        return present(medians_of_launches(cell, values))

    percents = over_launches([overlap and hidden_percent(*overlap) for overlap in known])
    if not percents:
        return None
    exchange, computing = (median(over_launches([overlap and overlap[at] for overlap in known]))
                           for at in (0, 1))
    return {"exchange_us": exchange, "computing_us": computing, "percent": median(percents),
            "ci95": median_interval(percents)}
