# SPDX-License-Identifier: BSD-3-Clause
"""A second measurement of the suspects and of as many good nodes: only repeaters stay odd.

The good nodes show what changed for all nodes from one sweep to the next.
"""

import math
import random
from collections.abc import Sequence

import numpy as np

from analysis.intervals import CONSISTENT
from analysis.rows import medians
from fleet.check.configuration import alike, plain
from fleet.check.judge import Check
from fleet.check.scores import EFFECT
from fleet.check.verdicts import BROKEN, FAMILY, MISCONFIGURED, NOISY, Verdict
from fleet.read.sweep import INVALID, Sweep

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


def repeated(check: Check, again: Sweep, controls: Sequence[int]) -> list[Verdict]:
    """The verdicts that the second sweep confirms, and those of nodes that it lacks."""
    place = {name: at for at, name in enumerate(again.nodes)}
    logs = logs_again(check, again)
    return [one for one in check.verdicts
            if (row := place.get(check.sweep.nodes[one.node])) is None
            or repeats(check, one, again, row, logs, controls_rows(check, one, controls, place))]


def logs_again(check: Check, again: Sweep) -> np.ndarray:
    """Logarithms of the second times [node of `again`, cell of the first sweep]."""
    cells = {tuple(key.items()): at for at, key in enumerate(again.cells)}
    logs = np.full((len(again.nodes), len(check.sweep.cells)), np.nan)
    for at, key in enumerate(check.sweep.cells):
        if (cell := cells.get(tuple(key.items()))) is not None:
            logs[:, at] = np.log(again.times[:, cell])
    return logs


def controls_rows(
    check: Check, verdict: Verdict, controls: Sequence[int], place: dict[str, int]
) -> list[int]:
    """The rows of the control nodes in the verdict's stratum."""
    stratum = next(one for one in check.strata if verdict.node in one.nodes)
    return [place[check.sweep.nodes[node]] for node in controls
            if node in stratum.nodes and check.sweep.nodes[node] in place]


def repeats(
    check: Check, verdict: Verdict, again: Sweep, row: int, logs: np.ndarray, controls: list[int]
) -> bool:
    if verdict.kind == BROKEN:
        return bool((again.valid[row] == INVALID).any()
                    or np.isnan(logs[row, verdict.cells]).any())
    if verdict.kind == MISCONFIGURED:
        return any(is_different(again.facts[row].get(one.fact), one) for one in verdict.differences)
    ratios = logs[[row, *controls]] - centres(check, verdict.node)
    if verdict.kind == FAMILY:
        family = next(one for one in check.families if str(one) == verdict.family)
        ratios = ratios[:, family.cells]
    shifts = medians(ratios).value
    common = np.nan_to_num(medians(shifts[None, 1:]).value[0]) if controls else 0.0
    if verdict.kind == NOISY:
        noise = CONSISTENT * medians(np.abs(ratios[:1] - shifts[0])).value[0]
        return bool(noise >= verdict.usual + AGAIN * (verdict.effect - verdict.usual))
    least = max(math.log1p(EFFECT), AGAIN * math.log1p(verdict.effect))
    return bool(shifts[0] - common >= least)


def is_different(value: object, first: object) -> bool:
    """Whether a fact still differs from what is usual."""
    return value is not None and not alike(first.fact, plain(first.fact, value), first.usual)


def centres(check: Check, node: int) -> np.ndarray:
    """The median logarithm of each cell in the node's stratum, in the first sweep."""
    stratum = next(one for one in check.strata if node in one.nodes)
    return medians(np.log(check.sweep.times[stratum.nodes]).T).value
