# SPDX-License-Identifier: BSD-3-Clause
"""Whether values have two modes, and cells two states: blocks in which the runs use new memory and
have page faults, and blocks in which they do not. No median lies between two states."""

import math
import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from comops.results.findings import TwoModes
from comops.statistics.cells import Cell
from comops.statistics.decisions import MARGIN
from comops.statistics.times import interval, launch_times, present, time_us

DISTANCE_LEAST = 5
# At this distance at most one in twenty ratios of one mode seems to have two, of 6 to 60 launches
# that are normal, skewed or heavy-tailed (tests/statistics/test_modes.py).
DISTANCE_OF_RATIOS = 7
SHARE_LEAST = 0.1
EVIDENCE = 3  # blocks; fewer may have been disturbed by chance
WITH, WITHOUT = "with", "without"


class Modes(NamedTuple):
    """The means of both parts, the higher one's part of the values, and Ashman's D."""

    low: float
    high: float
    share: float
    distance: float


def modes_of(values: Sequence[float], least: float = DISTANCE_LEAST) -> Modes | None:
    """Two modes, if the values have them.

    They are split where the variance within the two parts is smallest. Each part must have at least
    a tenth of them, and Ashman's D (K. Ashman, C. Bird and S. Zepf, Astronomical Journal 108, 1994,
    equation 5) must be above `least`. Split in two, a normal distribution has 2.7, a uniform one
    3.5.
    """
    import numpy as np

    if len(values) < 2:
        return None
    ordered = np.sort(np.asarray(values, float))
    middle = float(np.median(ordered))
    ordered -= middle  # so that squares do not cancel
    counts = np.arange(1, len(ordered))
    rests = len(ordered) - counts
    sums, squares = ordered.cumsum(), (ordered**2).cumsum()
    below, above = sums[:-1], sums[-1] - sums[:-1]
    low = np.maximum(squares[:-1] - below**2 / counts, 0)
    high = np.maximum(squares[-1] - squares[:-1] - above**2 / rests, 0)
    cut = int((low + high).argmin())
    count, rest = int(counts[cut]), int(rests[cut])
    means = float(below[cut]) / count, float(above[cut]) / rest
    scatter = math.sqrt(low[cut] / count + high[cut] / rest)
    apart = math.sqrt(2) * (means[1] - means[0])
    distance = apart / scatter if scatter else math.inf if apart else 0.0
    modes = Modes(means[0] + middle, means[1] + middle, rest / len(ordered), distance)
    bimodal = SHARE_LEAST <= modes.share <= 1 - SHARE_LEAST and distance > least
    return modes if bimodal else None


def modes_of_ratios(logs: Sequence[float]) -> TwoModes | None:
    """Two modes of launches' ratios, from their logarithms: both have EVIDENCE launches, and they
    differ by more than times that are equivalent."""
    modes = modes_of(logs, DISTANCE_OF_RATIOS) if len(logs) >= 2 * EVIDENCE else None
    if not modes or modes.high - modes.low <= math.log(MARGIN):
        return None
    high = round(modes.share * len(logs))
    enough = min(high, len(logs) - high) >= EVIDENCE
    return TwoModes(math.exp(modes.low), math.exp(modes.high), modes.share) if enough else None


def faulting(cell: Cell) -> list[bool]:
    """Whether page faults covered at least half of each message of a block."""
    pages = cell.key["bytes"] / os.sysconf("SC_PAGESIZE")
    return [faults >= max(pages / 2, 1) for faults in cell.disturbances.faults_per_run]


def states_of(cell: Cell) -> dict[str, Cell]:
    """The cell with page faults and, if it has blocks enough, without, the state of most blocks
    first; nothing without page faults, and of a method that prescribes its trials."""
    faults = faulting(cell)
    if sum(faults) < EVIDENCE or len(faults) != len(cell.blocks) or cell.method.rounds:
        return {}
    states = {WITH: cell.voiding(lambda voided: [not faults for faults in faulting(voided)]),
              WITHOUT: cell.voiding(faulting)}
    counts = {name: sum(map(bool, state.blocks)) for name, state in states.items()}
    enough = [name for name in states if counts[name] >= EVIDENCE]
    return {name: states[name] for name in sorted(enough, key=counts.get, reverse=True)
            if WITH in enough}


def _used(states: dict[str, Cell], wanted: str) -> str:
    """That which results use: the wanted one, or that of most blocks; the other one if only that
    has enough launches for an interval."""
    order = sorted(states, key=lambda name: name != wanted)
    return next((name for name in order if interval(states[name])), order[0])


def of_one_state(cells: Sequence[Cell], wanted: str = "") -> list[Cell]:
    """Cells, those that are split with the blocks of the state that is used."""
    split = map(states_of, cells)
    return [states[_used(states, wanted)] if len(states) > 1 else cell
            for cell, states in zip(cells, split, strict=True)]


def states_record(cell: Cell, wanted: str = "") -> dict[str, Any] | None:
    """Both rows, and which is that of the cell; None without page faults."""
    states = states_of(cell)
    if not states:
        return None
    rows = {name: _row(states[name]) if name in states else None for name in (WITH, WITHOUT)}
    return {"used": _used(states, wanted)} | rows


def _row(cell: Cell) -> dict[str, Any]:
    return {"time_us": time_us(cell), "ci95_us": interval(cell),
            "blocks": sum(map(bool, cell.blocks)), "launches": len(present(launch_times(cell)))}
