# SPDX-License-Identifier: BSD-3-Clause
"""Which warnings of a group's cells the machine explains: it was slower for a while, and so was
every cell that was measured then."""

import math
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, repeat

from comops.statistics.cells import Cell
from comops.statistics.intervals import median
from comops.statistics.times import block_times, present
from comops.statistics.warnings import WARNINGS, warnings_of

EXPLAINABLE = {name for name, warning in WARNINGS.items() if warning.machine}
OTHERS_LEAST = 2  # cells that must agree
EXPLAINED = 0.5  # the least share of the variance of a cell's blocks that it has in common


def _relative(cell: Cell) -> list[float | None]:
    """The time of each block over their median."""
    times = block_times(cell)
    known = present(times)
    middle = median(known) if known else 0.0
    return [None if time is None or not middle else time / middle for time in times]


def _factors(relative: Sequence[Sequence[float | None]], cell: int) -> list[float]:
    """How much slower the machine was in each round, by all cells but this one; 1 if too few say.
    """
    factors = []
    for at in range(len(relative[cell])):
        known = [others[at] for other, others in enumerate(relative)
                 if other != cell and at < len(others) and others[at]]
        factors.append(median(known) if len(known) >= OTHERS_LEAST else 1.0)
    return factors


def _variance(values: Sequence[float]) -> float:
    logs = [math.log(value) for value in values]
    mean = sum(logs) / len(logs)
    return sum((log - mean) ** 2 for log in logs) / len(logs)


def _explains(relative: Sequence[float | None], factors: Sequence[float]) -> bool:
    known = [(ratio, factor) for ratio, factor in zip(relative, factors, strict=True) if ratio]
    if not known:
        return False
    left = _variance([ratio / factor for ratio, factor in known])
    return left < (1 - EXPLAINED) * _variance([ratio for ratio, _ in known])


def _steadied(cell: Cell, factors: Sequence[float]) -> Cell:
    """The cell as if the machine had always been as fast."""
    def of(times: Sequence[float], counts: Sequence[int]) -> list[float]:
        each = chain.from_iterable(map(repeat, factors, counts))
        return [time / factor for time, factor in zip(times, each, strict=False)]

    return replace(cell, samples=of(cell.samples, cell.blocks),
                   stamps=array("d", of(cell.stamps, cell.stamp_blocks)))


def warnings_of_group(cells: Sequence[Cell], clock_step_ns: float) -> "Counter[str]":
    """Sets the warnings of cells whose blocks alternated: of each what the machine does not
    explain. What it does is counted, by cells."""
    explained: Counter[str] = Counter()
    relative = [_relative(cell) if cell.valid else [] for cell in cells]
    for at, cell in enumerate(cells):
        cell.warnings = warnings_of(cell, clock_step_ns)
        factors = _factors(relative, at)
        if EXPLAINABLE & set(cell.warnings) and _explains(relative[at], factors):
            still = warnings_of(_steadied(cell, factors), clock_step_ns)
            gone = [name for name in cell.warnings if name in EXPLAINABLE and name not in still]
            explained.update(gone)
            cell.warnings = [name for name in cell.warnings if name not in gone]
    return explained
