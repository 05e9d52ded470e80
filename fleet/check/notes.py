# SPDX-License-Identifier: BSD-3-Clause
"""Single slow cells, against the fleet's own tail."""

import numpy as np

from analysis.rows import spreads
from fleet.check.null import HARDLY

NODES, SCORES = 20, 10_000  # the fewest that show a tail
TAIL = 1e-4  # of all scores of the fleet
BEYOND = 2.0  # times the score that so few exceed


def slow_cells(
    ratios: np.ndarray, node: np.ndarray, least: float
) -> list[tuple[int, int, float, float]]:
    """Row, cell, excess and score of a stratum's cells that are at least this slow.

    `node` [node] is the shift of each node. The excess is over it, a logarithm, the score the same
    in robust standard deviations of that cell over the nodes.
    """
    excess = ratios - node[:, None]
    if len(excess) < NODES or excess.size < SCORES:
        return []
    by_cell = np.ascontiguousarray(excess.T)
    spread = spreads(by_cell, np.zeros(len(by_cell)))
    scores = excess / np.maximum(spread, HARDLY)
    known = scores[~np.isnan(scores)]
    place = int(len(known) * (1 - TAIL))
    limit = BEYOND * np.partition(known, place)[place]
    found = np.argwhere((scores > limit) & (excess >= least))
    return [(int(row), int(cell), float(excess[row, cell]), float(scores[row, cell]))
            for row, cell in found]
