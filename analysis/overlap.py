# SPDX-License-Identifier: BSD-3-Clause
"""How much of an exchange is hidden behind computing."""

from dataclasses import dataclass

from analysis.cells import Cell
from analysis.intervals import Interval, median, median_interval
from analysis.times import block_times, medians_of_launches, present


@dataclass(frozen=True)
class Overlap:
    """The medians over the launches, each the median of its blocks: each part alone, and how many
    percent overlap. 0: nothing; 100: everything that can (docs/method.md)."""

    exchange_us: float
    computing_us: float
    percent: float
    ci95: Interval | None


def hidden_percent(exchange_us: float, computing_us: float, both_us: float) -> float:
    """As IMB-NBC computes it."""
    saved = exchange_us + computing_us - both_us
    return 100 * min(max(saved / min(exchange_us, computing_us), 0), 1)


def overlap_of(cell: Cell) -> Overlap | None:
    """None if the pattern does not compute, or no block has all three times."""
    if not cell.parts or not cell.valid:
        return None
    known = [(*alone, both) if both is not None and alone[0] > 0 and alone[1] > 0 else None
             for alone, both in zip(cell.parts, block_times(cell), strict=False)]

    def over_launches(values: list[float | None]) -> list[float]:
        return present(medians_of_launches(cell, values))

    percents = over_launches([one and hidden_percent(*one) for one in known])
    if not percents:
        return None
    exchange, computing = (median(over_launches([one and one[at] for one in known]))
                           for at in (0, 1))
    return Overlap(exchange, computing, median(percents), median_interval(percents))
