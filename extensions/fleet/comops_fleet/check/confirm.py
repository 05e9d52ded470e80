# SPDX-License-Identifier: BSD-3-Clause
"""A second measurement of the suspects and of as many good nodes: only repeaters stay odd.

The good nodes show what changed for all nodes from one sweep to the next.
"""

import math
import random
from collections.abc import Sequence

import numpy as np

from comops.statistics.intervals import CONSISTENT
from comops.statistics.rows import medians
from comops_fleet.check.facts import Stratum, alike, plain
from comops_fleet.check.judge import BROKEN, FAMILY, MISCONFIGURED, NOISY, Check, NodeVerdict
from comops_fleet.check.scores import EFFECT
from comops_fleet.check.sweep import INVALID, SweepTimes

AGAIN = 0.5  # of the first effect


def controls_of(check: Check, seed: int) -> list[int]:
    """As many good nodes as suspects, chosen at random, from the same strata if possible."""
    chance = random.Random(seed)
    odd, chosen = set(check.odd), []
    for stratum in check.strata:
        nodes = stratum.nodes.tolist()
        good = [node for node in nodes if node not in odd]
        chosen += chance.sample(good, min(len(good), len(odd.intersection(nodes))))
    return chosen


def repeated(check: Check, again: SweepTimes, controls: Sequence[int]) -> list[NodeVerdict]:
    """The verdicts that the second sweep confirms, and those of nodes that it lacks."""
    place = {name: at for at, name in enumerate(again.nodes)}
    names, logs = check.sweep.nodes, logs_again(check, again)
    kept = []
    for verdict in check.verdicts:
        row = place.get(names[verdict.node])
        stratum = next(other for other in check.strata if verdict.node in other.nodes)
        others = [place[names[node]] for node in controls
                  if node in stratum.nodes and names[node] in place]
        if row is None or repeats(check, verdict, again, row, logs[[row, *others]], stratum):
            kept.append(verdict)
    return kept


def logs_again(check: Check, again: SweepTimes) -> np.ndarray:
    """Logarithms of the second times [node of `again`, cell of the first sweep]."""
    cells = {tuple(key.items()): at for at, key in enumerate(again.cells)}
    logs = np.full((len(again.nodes), len(check.sweep.cells)), np.nan)
    for at, key in enumerate(check.sweep.cells):
        if (cell := cells.get(tuple(key.items()))) is not None:
            logs[:, at] = np.log(again.times[:, cell])
    return logs


def repeats(check: Check, verdict: NodeVerdict, again: SweepTimes, row: int, logs: np.ndarray,
            stratum: Stratum) -> bool:
    """Whether a verdict holds again; `logs` are those of the node and of the good ones."""
    if verdict.kind == BROKEN:
        return bool((again.valid[row] == INVALID).any() or np.isnan(logs[0, verdict.cells]).any())
    if verdict.kind == MISCONFIGURED:
        return any(value is not None
                   and not alike(difference.fact, plain(difference.fact, value), difference.usual)
                   for difference in verdict.differences
                   for value in [again.facts[row].get(difference.fact)])
    ratios = logs - medians(np.log(check.sweep.times[stratum.nodes]).T).value
    if verdict.kind == FAMILY:
        ratios = ratios[:, verdict.family.cells]
    shifts = medians(ratios).value
    common = np.nan_to_num(medians(shifts[None, 1:]).value[0]) if len(logs) > 1 else 0.0
    if verdict.kind == NOISY:
        noise = CONSISTENT * medians(np.abs(ratios[:1] - shifts[0])).value[0]
        return bool(noise >= verdict.usual + AGAIN * (verdict.effect - verdict.usual))
    least = max(math.log1p(EFFECT), AGAIN * math.log1p(verdict.effect))
    return bool(shifts[0] - common >= least)
