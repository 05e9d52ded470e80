# SPDX-License-Identifier: BSD-3-Clause
"""The check of a sweep: which nodes are odd, and why."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fleet.check.broken import broken_cells
from fleet.check.configuration import Split, differences_of, states_of
from analysis.discoveries import discoveries
from fleet.check.families import Family, families_of
from fleet.check.null import LEAST, LEVEL
from fleet.check.scores import EFFECT, Scores, Tests, scores_of
from fleet.check.strata import Stratum, strata_of
from fleet.check.verdicts import (
    BROKEN, FAMILY, KINDS, MISCONFIGURED, NOISY, SLOW, Difference, Interval, Note, Verdict)
from fleet.read.sweep import Sweep

# Facts of libraries, and the path whose cells they make incomparable.
LIBRARIES = {"mpi_library_sha256": "mpi", "runtime mpi": "mpi",
             "openmp_library_sha256": "threads", "runtime threads": "threads"}


@dataclass
class Check:
    """What was found, the worst kind first, then the largest effect.

    `splits` has for each stratum the facts without a usual value; `unjudged` are nodes of whose
    speed nothing can be said, with the reason; `notes` those of nodes that are not odd.
    """

    sweep: Sweep
    strata: list[Stratum]
    families: list[Family]
    scores: Scores
    verdicts: list[Verdict]
    splits: list[list[Split]]
    notes: list[Note]
    unjudged: dict[int, str]

    @property
    def odd(self) -> list[int]:
        return sorted({one.node for one in self.verdicts})


def check(sweep: Sweep) -> Check:
    strata, families = strata_of(sweep.facts), families_of(sweep.cells)
    differences: dict[int, list[Difference]] = {}
    states: dict[int, list[Difference]] = {}
    splits, verdicts = [], []
    for stratum in strata:
        different, split = differences_of(sweep.facts, stratum.nodes)
        differences |= different
        splits.append(split)
        states |= states_of(sweep.facts, stratum.nodes)
        for row, cells in broken_cells(sweep.valid[stratum.nodes]).items():
            verdicts.append(Verdict(int(stratum.nodes[row]), BROKEN, cells=cells))
    verdicts += [Verdict(node, MISCONFIGURED) for node in differences]
    scores = scores_of(comparable(sweep, differences), strata, families)
    verdicts += speed_verdicts(scores, families)
    for one in verdicts:
        one.differences = differences.get(one.node, []) + states.get(one.node, [])
    order = list(KINDS)
    verdicts.sort(key=lambda one: (order.index(one.kind), -(one.effect or 0), one.node))
    odd = {one.node for one in verdicts}
    notes = sorted((one for one in scores.notes if one.node not in odd), key=lambda one: -one.score)
    return Check(sweep, strata, families, scores, verdicts, splits, notes,
                 unjudged_of(sweep, strata, scores))


def comparable(sweep: Sweep, differences: dict[int, list[Difference]]) -> np.ndarray:
    """The times, without those over a library that other nodes do not have."""
    times = sweep.times.copy()
    paths = np.array([key["path"].partition("@")[0] for key in sweep.cells])
    for node, some in differences.items():
        for path in {LIBRARIES.get(one.fact) for one in some} - {None}:
            times[node, paths == path] = np.nan
    return times


def found_in(tests: Tests) -> np.ndarray:
    return discoveries(tests.p, LEVEL) & (tests.excess >= math.log1p(EFFECT))


def speed_verdicts(scores: Scores, families: Sequence[Family]) -> list[Verdict]:
    """A node that is slow in a family alone is not called slow; one that is slow is not noisy."""
    slow, noisy, parts = map(found_in, (scores.node, scores.noise, scores.family))
    verdicts = []
    for node in np.flatnonzero(slow | noisy | parts.any(axis=0)):
        excess = scores.family.excess[:, node]
        some = sorted(np.flatnonzero(parts[:, node]), key=lambda at: -excess[at])
        if noisy[node]:
            some = [at for at in some if is_steady(scores, at, node)]
        if some and not (slow[node] and is_slow_outside(scores, some[0], node)):
            verdicts.append(family_verdict(scores, families, node, some))
        elif slow[node]:
            verdicts.append(slow_verdict(scores, node))
        else:
            verdicts.append(noisy_verdict(scores, node))
    return verdicts


def is_steady(scores: Scores, family: int, node: int) -> bool:
    """Whether the family is slow by more than the node's own scatter explains."""
    return scores.family.low[family, node] >= math.log1p(EFFECT)


def is_slow_outside(scores: Scores, family: int, node: int) -> bool:
    """Whether the other cells are at least half as slow, so that the family is not the reason."""
    return scores.outside[family, node] >= scores.family.value[family, node] / 2


def ratio_interval(low: float, high: float) -> Interval:
    return None if math.isnan(low) else (math.expm1(low), math.expm1(high))


def slow_verdict(scores: Scores, node: int) -> Verdict:
    tests = scores.node
    return Verdict(
        int(node), SLOW, math.expm1(tests.value[node]),
        ratio_interval(tests.low[node], tests.high[node]), p=float(tests.p[node]))


def family_verdict(
    scores: Scores, families: Sequence[Family], node: int, some: Sequence[int]
) -> Verdict:
    """For the family that differs most from the node's other cells; `also` names the others."""
    tests, first = scores.family, (some[0], node)
    return Verdict(
        int(node), FAMILY, math.expm1(tests.value[first]),
        ratio_interval(tests.low[first], tests.high[first]), p=float(tests.p[first]),
        family=str(families[some[0]]), also=[str(families[at]) for at in some[1:]])


def noisy_verdict(scores: Scores, node: int) -> Verdict:
    tests = scores.noise
    return Verdict(int(node), NOISY, float(tests.value[node]), p=float(tests.p[node]),
                   usual=float(tests.value[node] - tests.excess[node]))


def unjudged_of(
    sweep: Sweep, strata: Sequence[Stratum], scores: Scores
) -> dict[int, str]:
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
