# SPDX-License-Identifier: BSD-3-Clause
"""A sweep in few numbers: the median of each cell, and each node's distance from it.

Both are of a stratum, so a fleet whose nodes come and go does not seem to change.
"""

from typing import NamedTuple

import numpy as np

from analysis.rows import medians
from fleet.check.strata import strata_of
from fleet.read.sweep import Sweep


class Summary(NamedTuple):
    """`strata` are names, `logs` [stratum, cell] medians of the logarithms of microseconds.

    `stratum` [node] is a position in `strata`, `shifts` [node] the median over the node's cells of
    the logarithm of its time over the stratum's median; NaN if there is none.
    """

    strata: list[str]
    logs: np.ndarray
    counts: np.ndarray
    stratum: np.ndarray
    shifts: np.ndarray


def summary_of(sweep: Sweep) -> Summary:
    logs = np.log(sweep.times)
    strata = strata_of(sweep.facts)
    stratum = np.zeros(len(sweep.nodes), dtype=np.int32)
    shifts = np.full(len(sweep.nodes), np.nan)
    rows, counts = [], []
    for at, one in enumerate(strata):
        middle = medians(np.ascontiguousarray(logs[one.nodes].T))
        stratum[one.nodes] = at
        shifts[one.nodes] = medians(logs[one.nodes] - middle.value).value
        rows.append(middle.value)
        counts.append(middle.count)
    return Summary([one.name for one in strata], np.array(rows), np.array(counts), stratum, shifts)
