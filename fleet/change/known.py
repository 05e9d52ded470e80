# SPDX-License-Identifier: BSD-3-Clause
"""What changed at a known date, by the statistics of `comops compare`, with sweeps as launches."""

import math
from collections.abc import Sequence

import numpy as np

from analysis.comparing.comparison import LEVEL, SMALLEST, verdict_of
from analysis.comparing.contrasts import Cell, Contrast
from analysis.comparing.hierarchy import Node, discoveries, highest, place_of, tree_of
from analysis.comparing.launches import Series, series_of
from analysis.comparing.variation import variation_of
from records.decisions import FASTER, SLOWER
from records.keys import CellKey

LEAST = 2  # sweeps of each side


def series_at(logs: np.ndarray) -> Series:
    """A cell's series over the sweeps of one side."""
    times = [None if math.isnan(one) else math.exp(one) for one in logs.tolist()]
    return series_of(times, range(1, len(times) + 1))


def cells_at(logs: np.ndarray, split: int, keys: Sequence[CellKey]) -> list[Cell]:
    """The contrasts of all cells with enough values on both sides, in the order of the tree."""
    cells = []
    for key, column in zip(keys, logs.T, strict=True):
        sides = column[:split], column[split:]
        if min(np.count_nonzero(~np.isnan(side)) for side in sides) < LEAST:
            continue
        base, new = map(series_at, sides)
        contrast = Contrast(new.mean - base.mean, list(base.parts), list(new.parts))
        cells.append(Cell(key, [contrast], (base.n, new.n)))
    return sorted(cells, key=lambda cell: place_of(cell.key))


def tree_at(logs: np.ndarray, split: int, keys: Sequence[CellKey]) -> Node | None:
    """The tests of `logs` [sweep, cell] before and from `split`; None if no cell can be tested."""
    cells = cells_at(logs, split, keys)
    return tree_of(cells, variation_of(cells)) if cells else None


def changed_nodes(root: Node) -> list[Node]:
    """The highest nodes of the tree that became slower or faster."""
    found = {id(node) for node in discoveries(root, Node.changed, LEVEL)}

    def changed(node: Node) -> bool:
        return verdict_of(node, id(node) in found, SMALLEST) in (SLOWER, FASTER)

    return highest(root, changed)
