# SPDX-License-Identifier: BSD-3-Clause
"""How much slower each node of a stratum is than the others: over all cells, and in each family.

All values are natural logarithms of ratios: 0.05 is about 5 % slower.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from analysis.rows import Medians, medians, spreads
from fleet.check.families import Family

LEAST = 0.25  # of the cells, or of a family's: with fewer, a node is not compared


class Shifts(NamedTuple):
    """`ratios` [node, cell] against the stratum's median; `noise` [node] their scatter.

    `family` and `outside` have an entry for each family: its cells, and all others.
    """

    ratios: np.ndarray
    node: Medians
    noise: np.ndarray
    family: list[Medians]
    outside: list[Medians]


def shifts_of(times: np.ndarray, families: Sequence[Family]) -> Shifts:
    """From times [node, cell] of one stratum; NaN: no time."""
    logs = np.log(times)
    ratios = logs - medians(np.ascontiguousarray(logs.T)).value
    node = judged(ratios)
    inside, outside = [], []
    for family in families:
        inside.append(judged(ratios[:, family.cells]))
        outside.append(judged(np.delete(ratios, family.cells, axis=1)))
    return Shifts(ratios, node, spreads(ratios, node.value), inside, outside)


def judged(ratios: np.ndarray) -> Medians:
    """The medians of rows, NaN of those with too few cells."""
    found = medians(ratios)
    enough = found.count >= max(1, LEAST * ratios.shape[1])
    return found._replace(value=np.where(enough, found.value, np.nan))
