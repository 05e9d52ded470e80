# SPDX-License-Identifier: BSD-3-Clause
"""How much slower each node is than the others of its stratum, over all cells and in each family of
cells that a fault may slow by itself; and how improbable that is among good nodes.

All values but those of noise are natural logarithms of ratios: 0.05 is about 5 % slower.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from analysis.rows import Medians, medians, spreads
from analysis.student import normal_quantile
from fleet.check.facts import Stratum
from fleet.check.null import HARDLY, LEVEL, Null, null_of
from reports.words.formats import path_text, size_text

KINDS = ("path", "pattern", "placement", "sizes")
LEAST = 6  # cells of a family and outside it
COMPARED = 0.25  # of the cells, or of a family's: with fewer, a node is not compared
# As a message travels: in one line or a few, in the caches, through memory (docs/compare.md).
SHORT, LONG = 64, 128 * 1024
RANGES = {
    f"up to {size_text(SHORT)}": (0, SHORT),
    f"{size_text(SHORT)} to {size_text(LONG)}": (SHORT + 1, LONG),
    f"above {size_text(LONG)}": (LONG + 1, float("inf")),
}
EFFECT = 0.02  # the least that is called slow
POWER = 0.8
# A single slow cell is told by the fleet's own tail.
NOTE_NODES, NOTE_SCORES = 20, 10_000  # the fewest that show a tail
TAIL = 1e-4  # of all scores of the fleet
BEYOND = 2.0  # times the score that so few exceed


class Family(NamedTuple):
    """`kind` is pattern, path, placement or sizes; `cells` are the positions of its cells."""

    kind: str
    name: str
    cells: np.ndarray

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


def range_of(size: int) -> str:
    return next(name for name, (low, high) in RANGES.items() if low <= size <= high)


def families_of(cells: Sequence[dict[str, Any]]) -> list[Family]:
    """All families with enough cells inside and outside."""
    members: dict[tuple[str, str], list[int]] = {}
    for at, key in enumerate(cells):
        names = {"pattern": key["pattern"], "path": path_text(key["path"]),
                 "placement": key["placement"], "sizes": range_of(key["bytes"])}
        for one in names.items():
            members.setdefault(one, []).append(at)
    return [Family(*names, np.array(some)) for names, some in sorted(members.items(), key=order)
            if LEAST <= len(some) <= len(cells) - LEAST]


def order(member: tuple[tuple[str, str], list[int]]) -> tuple:
    (kind, name), _ = member
    return KINDS.index(kind), list(RANGES).index(name) if kind == "sizes" else name


@dataclass(frozen=True, slots=True)
class Note:
    """A single slow cell, which is no reason to call the node odd: its excess over the node's
    shift, relative, and in robust standard deviations of that cell over the nodes."""

    node: int
    cell: int
    effect: float
    score: float


class Tests(NamedTuple):
    """Arrays [node], or [family, node]: a value with its interval.

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
    """The scores of times [node, cell], NaN if a cell cannot be compared."""
    nodes = len(times)
    scores = Scores(tests_empty(nodes), tests_empty(nodes), tests_empty(len(families), nodes),
                    np.full((len(families), nodes), np.nan), [], [])
    for stratum in strata:
        stratum_put(scores, stratum.nodes, np.log(times[stratum.nodes]), families)
    return scores


def stratum_put(
    scores: Scores, at: np.ndarray, logs: np.ndarray, families: Sequence[Family]
) -> None:
    ratios = logs - medians(np.ascontiguousarray(logs.T)).value
    node = judged(ratios)
    null = null_of(node.value)
    scores.node.put(at, node, node.value, null)
    scores.seen.append(seen_of(null, len(scores.node.p)) if null else None)
    scatter = spreads(ratios, node.value)
    noise = np.log(np.where(scatter > HARDLY, scatter, np.nan))
    scores.noise.put(at, Medians(*[scatter] * 3, node.count), noise, null_of(noise))
    scores.noise.excess[at] = scatter - medians(scatter[None]).value
    for number, family in enumerate(families):
        inside = judged(ratios[:, family.cells])
        outside = judged(np.delete(ratios, family.cells, axis=1)).value
        contrast = inside.value - outside
        scores.family.put((number, at), inside, contrast, null_of(usual(contrast, outside)))
        scores.outside[number, at] = outside
    scores.notes += slow_cells(ratios - node.value[:, None], at)


def judged(ratios: np.ndarray) -> Medians:
    """The medians of rows, NaN of those with too few cells."""
    found = medians(ratios)
    enough = found.count >= max(1, COMPARED * ratios.shape[1])
    return found._replace(value=np.where(enough, found.value, np.nan))


def usual(contrast: np.ndarray, outside: np.ndarray) -> np.ndarray:
    """Leaves out nodes that are slow in the other cells, which would seem fast in these."""
    least = math.log1p(EFFECT)
    return np.where((outside >= least) & (contrast <= -least), np.nan, contrast)


def seen_of(null: Null, nodes: int) -> float:
    """The relative shift at which one slow node among so many is found with POWER."""
    limit = max(null.limit(LEVEL / nodes) - null.centre, math.log1p(EFFECT))
    return math.expm1(limit + null.scale * normal_quantile(POWER))


def slow_cells(excess: np.ndarray, nodes: np.ndarray) -> list[Note]:
    """The cells of a stratum that stand out; `excess` [node, cell] is over the node's shift."""
    if len(excess) < NOTE_NODES or excess.size < NOTE_SCORES:
        return []
    by_cell = np.ascontiguousarray(excess.T)
    scores = excess / np.maximum(spreads(by_cell, np.zeros(len(by_cell))), HARDLY)
    known = scores[~np.isnan(scores)]
    place = int(len(known) * (1 - TAIL))
    limit = BEYOND * np.partition(known, place)[place]
    return [Note(int(nodes[at[0]]), int(at[1]), math.expm1(excess[at]), float(scores[at]))
            for at in zip(*np.nonzero((scores > limit) & (excess >= math.log1p(EFFECT))),
                          strict=True)]
