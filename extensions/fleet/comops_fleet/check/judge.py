# SPDX-License-Identifier: BSD-3-Clause
"""The check of a sweep: which nodes are odd, and why."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from comops.reports.words.states import state_text
from comops.statistics.comparing.states import explained
from comops.statistics.significance import discoveries
from comops_fleet.check.facts import (FactDifference, Split, Stratum, differences_of, states_of,
                                      strata_of)
from comops_fleet.check.families import PAIR, Family, families_of, is_slow, narrowest
from comops_fleet.check.scores import (EFFECT, LEAST, LEVEL, Note, Scores, Tests, contrast_of,
                                       scores_of, sides_of)
from comops_fleet.check.sweep import INVALID, LOST, VALID, SweepTimes

BROKEN, MISCONFIGURED, SLOW, FAMILY, NOISY = (
    "broken", "misconfigured", "slow", "slow in a family", "noisy")
KINDS = {
    BROKEN: "cells without a valid result",
    MISCONFIGURED: "a fact differs from its stratum",
    SLOW: "the median over all cells is slower",
    FAMILY: "the cells of a pattern, a path, a protocol, a placement, a range of sizes or of two "
            "of these are slower",
    NOISY: "cells scatter more",
}
Interval = tuple[float, float] | None


@dataclass(slots=True)
class NodeVerdict:
    """Why a node is odd.

    `effect` is relative: 0.05 is slower by 5 %, or with NOISY a scatter of 5 % of the time, where
    `usual` is the stratum's; `outside` is that of the cells outside the family. `cells` are the
    positions of broken cells, `reason` is why they have no result. `differences` are all facts of
    the node that differ; they may explain what is slow.
    """

    node: int
    kind: str
    effect: float | None = None
    ci95: Interval = None
    usual: float | None = None
    p: float | None = None
    family: Family | None = None
    outside: float | None = None
    also: list[str] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)
    reason: str = ""
    differences: list[FactDifference] = field(default_factory=list)


MOST = 0.5  # of the others: an operation that fails on more nodes is not this node's fault
COMPLETE = 0.9  # of the others: if so many files have every cell, one that lacks some is odd


def broken_cells(valid: np.ndarray) -> dict[int, list[int]]:
    """The broken cells of each row of the stratum's table `valid` [node, cell].

    A cell counts where most of the others have a result; one without any record only in a stratum
    whose files are complete, because campaigns may end before their last cells. If a node is alone,
    every invalid cell counts.
    """
    others = len(valid) - 1
    expected = (valid == VALID).sum(axis=0) > MOST * others if others else valid[0] == INVALID
    complete = (valid[:, expected] != LOST).all(axis=1)
    missing = valid == INVALID
    if complete.sum() >= COMPLETE * others:
        missing |= valid == LOST
    cells_by_node: dict[int, list[int]] = {}
    for row, cell in np.argwhere(missing & expected):
        cells_by_node.setdefault(int(row), []).append(int(cell))
    return cells_by_node


SEEN_MOST = 0.5
PAIR_LEVEL = 0.01  # of false discoveries
# Facts of libraries, and the path whose cells they make incomparable.
LIBRARIES = {"mpi_library_sha256": "mpi", "runtime mpi": "mpi",
             "openmp_library_sha256": "threads", "runtime threads": "threads"}


@dataclass
class Check:
    """What was found, the worst kind first, then the largest effect.

    `splits` has for each stratum the facts without a usual value; `unjudged` are nodes of whose
    speed nothing can be said, with the reason; `notes` those of nodes that are not odd.
    """

    sweep: SweepTimes
    strata: list[Stratum]
    families: list[Family]
    scores: Scores
    verdicts: list[NodeVerdict]
    splits: list[list[Split]]
    notes: list[Note]
    unjudged: dict[int, str]

    @property
    def odd(self) -> list[int]:
        return sorted({verdict.node for verdict in self.verdicts})

    @property
    def is_noisy(self) -> bool:
        """Whether some stratum is too noisy to judge."""
        return any(map(is_too_noisy, self.scores.seen))


def sweep_check(sweep: SweepTimes) -> Check:
    strata, families = strata_of(sweep.facts), families_of(sweep.cells)
    differences: dict[int, list[FactDifference]] = {}
    states: dict[int, list[FactDifference]] = {}
    splits, verdicts = [], []
    for stratum in strata:
        different, split = differences_of(sweep.facts, stratum.nodes)
        differences |= different
        splits.append(split)
        states |= states_of(sweep.facts, stratum.nodes)
        for row, cells in broken_cells(sweep.valid[stratum.nodes]).items():
            node = int(stratum.nodes[row])
            verdicts.append(NodeVerdict(node, BROKEN, cells=cells, reason=sweep.errors[node]))
    verdicts += [NodeVerdict(node, MISCONFIGURED) for node in differences]
    scores = scores_of(comparable(sweep, differences), strata, families)
    verdicts += speed_verdicts(scores, strata, families)
    unjudged = unjudged_of(sweep, strata, scores)
    unlucky = unlucky_of(sweep, strata, verdicts)
    verdicts = [verdict for verdict in verdicts
                if verdict.node not in unlucky or not is_of_all(verdict)]
    unjudged |= unlucky
    for verdict in verdicts:
        verdict.differences = differences.get(verdict.node, []) + states.get(verdict.node, [])
    order = list(KINDS)
    verdicts.sort(
        key=lambda verdict: (order.index(verdict.kind), -(verdict.effect or 0), verdict.node))
    odd = {verdict.node for verdict in verdicts}
    notes = sorted((note for note in scores.notes if note.node not in odd),
                   key=lambda note: -note.score)
    return Check(sweep, strata, families, scores, verdicts, splits, notes, unjudged)


def is_of_all(verdict: NodeVerdict) -> bool:
    """Whether it may come from a state of the machine, which concerns all paths and patterns."""
    return verdict.kind in (SLOW, NOISY) or (
        verdict.kind == FAMILY and verdict.family.kind == "sizes")


def unlucky_of(sweep: SweepTimes, strata: Sequence[Stratum], verdicts: Sequence[NodeVerdict]
               ) -> dict[int, str]:
    """The nodes whose own records explain that they are slow or noisy, and how."""
    unlucky, suspects = {}, {verdict.node for verdict in verdicts if is_of_all(verdict)}
    for verdict in verdicts if sweep.states else ():
        if is_of_all(verdict):
            nodes = next(stratum.nodes for stratum in strata if verdict.node in stratum.nodes)
            others = [sweep.states[node] for node in nodes if node not in suspects]
            effect = math.log1p(verdict.effect - (verdict.usual if verdict.kind == NOISY else 0))
            if cause := explained(state := sweep.states[verdict.node], others, effect):
                unlucky[verdict.node] = f"{state_text(cause, state, others)}; measure again"
    return unlucky


def comparable(sweep: SweepTimes, differences: dict[int, list[FactDifference]]) -> np.ndarray:
    """The times, without those over a library that other nodes do not have."""
    times = sweep.times.copy()
    paths = np.array([key["path"].partition("@")[0] for key in sweep.cells])
    for node, of_node in differences.items():
        for path in {LIBRARIES.get(difference.fact) for difference in of_node} - {None}:
            times[node, paths == path] = np.nan
    return times


def found_in(tests: Tests) -> np.ndarray:
    return discoveries(tests.p, LEVEL) & (tests.excess >= math.log1p(EFFECT))


def parts_found(tests: Tests, families: Sequence[Family]) -> np.ndarray:
    """Families that are found [family, node]. There are many pairs, and their tails are uncertain.
    """
    pairs = np.array([family.kind == PAIR for family in families], dtype=bool)
    accepted = tests.excess >= math.log1p(EFFECT)
    for which, level in ((~pairs, LEVEL), (pairs, PAIR_LEVEL)):
        accepted[which] &= discoveries(tests.p[which], level)
    return accepted


def speed_verdicts(
    scores: Scores, strata: Sequence[Stratum], families: Sequence[Family]
) -> list[NodeVerdict]:
    """A node that is slow in a family alone is not called slow; one that is slow is not noisy. Of a
    stratum that is too noisy to judge, only what exceeds the noise counts."""
    slow, noisy = map(found_in, (scores.node, scores.noise))
    parts = parts_found(scores.family, families) & scores.itself
    verdicts = []
    for node in np.flatnonzero(slow | noisy | parts.any(axis=0)).tolist():
        odd = [families[at] for at in np.flatnonzero(parts[:, node])
                # By more than the node's own scatter explains.
               if not noisy[node] or scores.family.low[at, node] >= math.log1p(EFFECT)]
        part = family_verdict(scores, strata, node, odd, families) if odd else None
        # If the other cells are at least half as slow, the family is not the reason.
        if part and not (slow[node] and math.log1p(part.outside) >= math.log1p(part.effect) / 2):
            verdicts.append(part)
        elif slow[node]:
            tests = scores.node
            verdicts.append(NodeVerdict(
                node, SLOW, math.expm1(tests.value[node]),
                interval_of(tests.low[node], tests.high[node]), p=float(tests.p[node])))
        elif noisy[node]:
            tests = scores.noise
            verdicts.append(NodeVerdict(node, NOISY, float(tests.value[node]),
                                        p=float(tests.p[node]),
                                        usual=float(tests.value[node] - tests.excess[node])))
    least = {node: seen for stratum, seen in zip(strata, scores.seen, strict=True)
             if is_too_noisy(seen) for node in stratum.nodes.tolist()}
    return [verdict for verdict in verdicts if verdict.effect > least.get(verdict.node, 0)]


def is_too_noisy(seen: float | None) -> bool:
    """Whether a node of such a stratum might be half as slow again without being found."""
    return seen is not None and seen > SEEN_MOST


def interval_of(low: float, high: float) -> Interval:
    return None if math.isnan(low) else (math.expm1(low), math.expm1(high))


def family_verdict(scores: Scores, strata: Sequence[Stratum], node: int, odd: Sequence[Family],
                   families: Sequence[Family]) -> NodeVerdict:
    """The narrowest family that explains what is slow; `also` names those of some families whose
    other cells are slow, too."""
    ratios = scores.ratios[node]
    least = math.log1p(EFFECT)
    chosen = narrowest(ratios, odd, families, least)
    nodes = next(stratum.nodes for stratum in strata if node in stratum.nodes)
    inside, outside = sides_of(scores.ratios[nodes], chosen)
    contrast, null = contrast_of(inside, outside)
    row = int(np.flatnonzero(nodes == node)[0])
    also = [str(family) for family in odd
            if is_slow(ratios[np.setdiff1d(family.cells, chosen.cells)], least)
            and family is not chosen]
    return NodeVerdict(
        node, FAMILY, math.expm1(inside.value[row]), interval_of(inside.low[row], inside.high[row]),
        p=float(null.p(contrast)[row]) if null else None,  # of a pair that few nodes have
        family=chosen, also=also, outside=math.expm1(outside[row]))


def unjudged_of(sweep: SweepTimes, strata: Sequence[Stratum], scores: Scores) -> dict[int, str]:
    """Measured nodes whose speed could not be compared."""
    reasons = {}
    for stratum in strata:
        for node in stratum.nodes:
            if len(stratum.nodes) < LEAST:
                reasons[int(node)] = (
                    f"only {len(stratum.nodes)} of its kind ({stratum.name}); at least {LEAST} are "
                    "needed to tell which one is slow")
            elif math.isnan(scores.node.excess[node]):
                count = int(np.isfinite(sweep.times[node]).sum())
                reasons[int(node)] = f"{count} of {len(sweep.cells)} cells can be compared"
    return reasons
