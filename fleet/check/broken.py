# SPDX-License-Identifier: BSD-3-Clause
"""Cells without a valid result on a node, although the others of its stratum have one."""

import numpy as np

from fleet.read.sweep import INVALID, LOST, VALID

MOST = 0.5  # of the others: an operation that fails on more nodes is not this node's fault
COMPLETE = 0.9  # of the others: if so many files have every cell, one that lacks some is odd


def broken_cells(valid: np.ndarray) -> dict[int, list[int]]:
    """By row the broken cells of the stratum's table `valid` [node, cell].

    A cell counts where most of the others have a result; one without any record only in a stratum
    whose files are complete, because campaigns may end before their last cells. Of a node that is
    alone, every invalid cell counts.
    """
    others = len(valid) - 1
    expected = (valid == VALID).sum(axis=0) > MOST * others if others else valid[0] == INVALID
    complete = (valid[:, expected] != LOST).all(axis=1)
    missing = valid == INVALID
    if complete.sum() >= COMPLETE * others:
        missing |= valid == LOST
    found: dict[int, list[int]] = {}
    for row, cell in np.argwhere(missing & expected):
        found.setdefault(int(row), []).append(int(cell))
    return found
