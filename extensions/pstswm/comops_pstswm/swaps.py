# SPDX-License-Identifier: BSD-3-Clause
"""Worley's SWAP, a volume exchanged in messages of one size or another, as his table 5 has it."""

from collections.abc import Iterable
from typing import NamedTuple

from comops.results.cell import CellRecord

PATTERN = "swap_printed"
ORDERS = {"(0,": "unordered", "(1,": "ordered"}  # of table 5, by the beginnings of their protocols
OVERLAPS = {"(2,": "unordered, overlapped", "(3,": "ordered, overlapped"}  # those that hide latency


class Swap(NamedTuple):
    """A volume in one protocol of a path: its cells by the bytes of a message. Times are those of
    the fastest runs, as in print."""

    path: str
    protocol: str
    volume: int
    cells: dict[int, CellRecord]

    @property
    def rate_MBps(self) -> float:
        """The highest rate, of both directions."""
        return 2 * self.volume / min(cell.fastest_us for cell in self.cells.values())

    @property
    def latency_us(self) -> float | None:
        """The time of one more message; None if many messages take no longer than few."""
        most, least = max(self.cells), min(self.cells)
        longer = self.cells[least].fastest_us - self.cells[most].fastest_us
        return longer / (self.volume / least - self.volume / most) if longer > 0 else None


def swaps_of(cells: Iterable[CellRecord]) -> list[Swap]:
    """What the valid cells of SWAP make; others are ignored."""
    swaps: dict[tuple[str, str, int], Swap] = {}
    for cell in cells:
        if cell.key.pattern == PATTERN and cell.valid:
            key = cell.key.path, cell.key.protocol, cell.key.series
            swaps.setdefault(key, Swap(*key, {})).cells.setdefault(cell.key.bytes, cell)
    return list(swaps.values())


def best_of(swaps: Iterable[Swap], begins: str) -> Swap | None:
    """The fastest protocol that begins so."""
    return max((swap for swap in swaps if swap.protocol.startswith(begins)),
               key=lambda swap: swap.rate_MBps, default=None)
