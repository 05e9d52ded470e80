# SPDX-License-Identifier: BSD-3-Clause
"""The tests of all nodes of a sweep, each within its stratum."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from analysis.rows import Medians, medians
from analysis.student import normal_quantile
from fleet.check.families import Family
from fleet.check.notes import slow_cells
from fleet.check.null import HARDLY, LEVEL, Null, null_of
from fleet.check.shifts import Shifts, shifts_of
from fleet.check.strata import Stratum
from fleet.check.verdicts import Note

EFFECT = 0.02  # the least that is called slow
POWER = 0.8


class Tests(NamedTuple):
    """Arrays [node], or [family, node]: a value with its interval, logarithms as in Shifts.

    `excess` is what the value exceeds that of good nodes by, `p` the probability of such an excess
    among these. A node that is not compared has NaN, and p = 1.
    """

    value: np.ndarray
    low: np.ndarray
    high: np.ndarray
    excess: np.ndarray
    p: np.ndarray

    def put(self, place: object, values: Medians, tested: np.ndarray, null: Null | None) -> None:
        """The nodes of one stratum; what is `tested` may be another value than the one shown."""
        self.value[place], self.low[place], self.high[place] = values[:3]
        if null:
            self.excess[place] = tested - null.centre
            self.p[place] = null.p(tested)


def tests_empty(*shape: int) -> Tests:
    return Tests(*(np.full(shape, np.nan) for _ in range(4)), np.ones(shape))


@dataclass
class Scores:
    """`outside` [family, node] is the shift of all other cells; `noise` is not a logarithm.

    `seen` has for each stratum the relative shift of a single node that is found with a probability
    of POWER, None if no node can be compared.
    """

    node: Tests
    noise: Tests
    family: Tests
    outside: np.ndarray
    notes: list[Note]
    seen: list[float | None]


def scores_of(
    times: np.ndarray, strata: Sequence[Stratum], families: Sequence[Family]
) -> Scores:
    """From times [node, cell], NaN if a cell cannot be compared."""
    nodes = len(times)
    scores = Scores(tests_empty(nodes), tests_empty(nodes), tests_empty(len(families), nodes),
                    np.full((len(families), nodes), np.nan), [], [])
    for stratum in strata:
        shifts = shifts_of(times[stratum.nodes], families)
        stratum_put(scores, stratum.nodes, shifts, nodes)
    return scores


def stratum_put(scores: Scores, at: np.ndarray, shifts: Shifts, nodes: int) -> None:
    null = null_of(shifts.node.value)
    scores.node.put(at, shifts.node, shifts.node.value, null)
    scores.seen.append(seen_of(null, nodes) if null else None)
    noise = np.log(np.where(shifts.noise > HARDLY, shifts.noise, np.nan))
    scores.noise.put(at, Medians(*[shifts.noise] * 3, shifts.node.count), noise, null_of(noise))
    scores.noise.excess[at] = shifts.noise - medians(shifts.noise[None]).value
    for family, (inside, outside) in enumerate(zip(shifts.family, shifts.outside, strict=True)):
        contrast = inside.value - outside.value
        scores.family.put((family, at), inside, contrast, null_of(usual(contrast, outside.value)))
        scores.outside[family, at] = outside.value
    scores.notes += [Note(int(at[row]), cell, math.expm1(effect), score)
                     for row, cell, effect, score in slow_cells(shifts.ratios, shifts.node.value,
                                                                math.log1p(EFFECT))]


def usual(contrast: np.ndarray, outside: np.ndarray) -> np.ndarray:
    """Leaves out nodes that are slow in the other cells, which would seem fast in these."""
    least = math.log1p(EFFECT)
    return np.where((outside >= least) & (contrast <= -least), np.nan, contrast)


def seen_of(null: Null, nodes: int) -> float:
    """The relative shift at which one slow node among so many is found with POWER."""
    limit = max(null.limit(LEVEL / nodes) - null.centre, math.log1p(EFFECT))
    return math.expm1(limit + null.scale * normal_quantile(POWER))
