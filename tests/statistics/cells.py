# SPDX-License-Identifier: BSD-3-Clause
"""Cells as a campaign would have measured them."""

from collections.abc import Callable, Iterable, Sequence

from comops.results.methods import DEFAULT
from comops.statistics.cells import Cell

Launch = Sequence[Sequence[float]]  # blocks of samples
Add = Callable[[Cell, list[float]], None]


def begun(name: str, size: int = 8, **more: object) -> Cell:
    """A cell without samples; `name` is PATH/PROTOCOL."""
    path, protocol = name.split("/")
    key = {"pattern": "pingpong", "path": path, "protocol": protocol, "placement": "bus",
           "memory": "local", "ranks": 2, "bytes": size, "buffers": "rewrite", "consume": "timed",
           "mode": "isolated", "method": "adaptive"}
    return Cell(key | more, DEFAULT)


def add_block(cell: Cell, *samples: float, add: Add = Cell.add_samples) -> None:
    cell.begin_block(0.0)
    add(cell, list(samples))


def add_stamps(cell: Cell, stamps: Sequence[float]) -> None:
    """To the block that was begun last."""
    cell.stamps.extend(stamps)
    cell.stamp_blocks[-1] += len(stamps)


def add_launches(cell: Cell, launches: Iterable[Launch], add: Add = Cell.add_samples) -> Cell:
    """The first begins where the cell has no block yet; `launches` have numbers from 1. `add`: of a
    block's values."""
    for number, blocks in enumerate(launches, start=1):
        if number > 1:
            cell.begin_launch(number)
        for samples in blocks:
            add_block(cell, *samples, add=add)
    return cell


def cell_of(name: str, times: Iterable[float], size: int = 8, **more: object) -> Cell:
    """Launches of one block of one sample."""
    return add_launches(begun(name, size, **more), ([[time]] for time in times))
