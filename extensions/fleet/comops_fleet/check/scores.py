# SPDX-License-Identifier: BSD-3-Clause
"""How much slower each node is than the others of its stratum, over all cells and in each family of
cells; and how improbable that is among good nodes.

A node is slow if it is slower than nodes of this fleet are by chance. Their spread, and how heavy
the tails of that spread are, differs from fleet to fleet; it is told by the nodes on the fast side,
which no fault that slows nodes has touched. All values but those of noise are natural logarithms of
ratios: 0.05 is about 5 % slower.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from comops.statistics.rows import Medians, medians, spreads
from comops.statistics.significance import MANY, normal_quantile, quantile, tail
from comops_fleet.check.facts import Stratum
from comops_fleet.check.families import Family

FEW = 20  # nodes, below which the median absolute deviation is too uncertain
LEAST = 3  # nodes: of two that differ, either may be the odd one
LEVEL = 0.05
WEIGHTS = 1 / MANY, *(at / 100 for at in range(1, 51))  # of tails: 1 / degrees of freedom
INFORMATION = 1.5  # of one value about the weight, near the normal distribution
NEAR = 1.0  # scales within which no value is worth a test
HARDLY = 1e-12  # relative: the least difference of nodes


class Null(NamedTuple):
    """Student's t with a centre and a scale: good nodes differ like this."""

    centre: float
    scale: float
    freedom: float

    def scores(self, values: np.ndarray) -> np.ndarray:
        return (values - self.centre) / self.scale

    def p(self, values: np.ndarray) -> np.ndarray:
        """The probability of a value as large as each; 1 within NEAR, and of NaN."""
        scores = self.scores(values)
        p_values = np.ones(len(values))
        for at in np.flatnonzero(scores > NEAR):
            p_values[at] = tail(float(scores[at]), self.freedom)
        return p_values

    def limit(self, level: float) -> float:
        """The value above which the probability is `level`."""
        return self.centre + self.scale * quantile(1 - level, self.freedom)


def null_of(values: np.ndarray) -> Null | None:
    """The distribution of a stratum's values, NaN if unknown; None of fewer than LEAST."""
    known = np.sort(values[~np.isnan(values)])
    if len(known) < LEAST:
        return None
    return few(known) if len(known) < FEW else many(known)


def few(known: np.ndarray) -> Null:
    """The nodes that remain when the slow ones are removed: Rosner's generalized ESD, one-sided.

    B. Rosner, Technometrics 25 (1983). A node that does not belong to the others is compared with
    them alone, so that it does not hide itself; at most every third node is a suspect. His levels
    are too liberal for so few nodes, so they are shared by all numbers of suspects.
    """
    most = max(1, (len(known) - 1) // 3)
    for suspects in range(most, 0, -1):
        rest = known[:-suspects]
        null = prediction(rest)
        p = tail(max(0.0, float(null.scores(known[-suspects]))), null.freedom)
        if p * (len(rest) + 1) * most <= LEVEL:
            return null
    return prediction(known)


def prediction(rest: np.ndarray) -> Null:
    """The range in which one more node like these would be."""
    scale = float(np.std(rest, ddof=1)) * math.sqrt(1 + 1 / len(rest))
    return Null(float(np.mean(rest)), max(scale, HARDLY), len(rest) - 1)


def many(known: np.ndarray) -> Null:
    """Centre and scale by the median and the median absolute deviation, tails by the fast half.

    The tails' weight, 1 / degrees of freedom, is the most likely one plus its standard error: a
    fleet must be large before its tails may be called light.
    """
    centre = float(np.median(known))
    deviation = max(float(np.median(np.abs(known - centre))), HARDLY)
    fast = (centre - known[known <= centre]) / deviation
    likely = max(WEIGHTS, key=lambda weight: likelihood(fast, weight))
    weight = likely + 1 / math.sqrt(INFORMATION * len(fast))
    freedom = 1 / weight
    return Null(centre, deviation / quantile(0.75, freedom), freedom)


def likelihood(fast: np.ndarray, weight: float) -> float:
    """The log likelihood of deviations in units of their median, but for a constant."""
    freedom = 1 / weight
    scale = quantile(0.75, freedom)
    power = (freedom + 1) / 2
    constant = math.lgamma(power) - math.lgamma(freedom / 2) - math.log(math.pi * freedom) / 2
    return len(fast) * (constant + math.log(scale)) - power * float(
        np.log1p((fast * scale) ** 2 / freedom).sum()
    )


COMPARED = 0.25  # of the cells, or of a family's: with fewer, a node is not compared
EFFECT = 0.02  # the least that is called slow
POWER = 0.8
# A single slow cell is told by the fleet's own tail.
NOTE_NODES, NOTE_SCORES = 20, 10_000  # the fewest that show a tail
TAIL = 1e-4  # of all scores of the fleet
BEYOND = 2.0  # times the score that so few exceed


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
    """`ratios` [node, cell] are over the stratum's medians; `noise` is not a logarithm.

    In `family` the contrast of its cells to all others is tested; `itself` [family, node] says
    whether these cells are slow among those of other nodes, too. `seen` has for each stratum the
    relative shift of a single node that is found with a probability of POWER, None if no node can
    be compared.
    """

    node: Tests
    noise: Tests
    family: Tests
    itself: np.ndarray
    ratios: np.ndarray
    notes: list[Note]
    seen: list[float | None]


def scores_of(
    times: np.ndarray, strata: Sequence[Stratum], families: Sequence[Family]
) -> Scores:
    """The scores of times [node, cell], NaN if a cell cannot be compared."""
    nodes = len(times)
    scores = Scores(tests_empty(nodes), tests_empty(nodes), tests_empty(len(families), nodes),
                    np.zeros((len(families), nodes), dtype=bool), np.full(times.shape, np.nan),
                    [], [])
    for stratum in strata:
        stratum_put(scores, stratum.nodes, np.log(times[stratum.nodes]), families)
    return scores


def stratum_put(
    scores: Scores, at: np.ndarray, logs: np.ndarray, families: Sequence[Family]
) -> None:
    ratios = logs - medians(np.ascontiguousarray(logs.T)).value
    scores.ratios[at] = ratios
    node = judged(ratios)
    null = null_of(node.value)
    scores.node.put(at, node, node.value, null)
    scores.seen.append(seen_of(null, len(scores.node.p)) if null else None)
    scatter = spreads(ratios, node.value)
    noise = np.log(np.where(scatter > HARDLY, scatter, np.nan))
    scores.noise.put(at, Medians(*[scatter] * 3, node.count), noise, null_of(noise))
    scores.noise.excess[at] = scatter - medians(scatter[None]).value
    for number, family in enumerate(families):
        inside, outside = sides_of(ratios, family)
        contrast, null = contrast_of(inside, outside)
        # Two of three nodes agree by chance in some of many families.
        scores.family.put((number, at), inside, contrast, null if len(at) > LEAST else None)
        null = null_of(inside.value)
        scores.itself[number, at] = (inside.value >= math.log1p(EFFECT)) & (
            null.p(inside.value) <= LEVEL if null else False)
    scores.notes += slow_cells(ratios - node.value[:, None], at)


def judged(ratios: np.ndarray) -> Medians:
    """The medians of rows, NaN of those with too few cells."""
    middles = medians(ratios)
    enough = middles.count >= max(1, COMPARED * ratios.shape[1])
    return middles._replace(value=np.where(enough, middles.value, np.nan))


def sides_of(ratios: np.ndarray, family: Family) -> tuple[Medians, np.ndarray]:
    """The medians of a family's cells, and of all others, for each node."""
    return (judged(ratios[:, family.cells]),
            judged(np.delete(ratios, family.cells, axis=1)).value)


def contrast_of(inside: Medians, outside: np.ndarray) -> tuple[np.ndarray, Null | None]:
    """How much slower a family's cells are than all others, and how much good nodes differ in that.

    Nodes that are slow in the other cells would seem fast in these, and are left out.
    """
    contrast, least = inside.value - outside, math.log1p(EFFECT)
    return contrast, null_of(
        np.where((outside >= least) & (contrast <= -least), np.nan, contrast))


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
