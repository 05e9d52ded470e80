# SPDX-License-Identifier: BSD-3-Clause
"""How far the canaries drifted between two sides."""

from collections.abc import Sequence
from typing import NamedTuple

from analysis.comparing.contrasts import Contrast, Estimate, estimate_of
from analysis.comparing.launches import CANARIES, ROUNDS, Launches, Series, Where

CERTAIN = 0.975  # of an interval's end


class Drift(NamedTuple):
    """A canary on both sides: mean times in its own unit; the effect is that of its time."""

    placement: str
    ranks: int
    canary: str
    base: float
    new: float
    estimate: Estimate


def canaries_of(campaigns: Sequence[Launches]) -> dict[Where, list[dict[str, Series]]]:
    """For each placement, the canaries of each stage that has cells."""
    found: dict[Where, list[dict[str, Series]]] = {}
    for stage in (stage for campaign in campaigns for stage in campaign.stages):
        if stage.whole:
            found.setdefault(stage.where, []).append(stage.whole)
    return found


def side_of(all_found: Sequence[Series]) -> tuple[float, list[float], int]:
    """Mean, parts, and launches of several stages, each of which counts as much."""
    many = len(all_found)
    mean = sum(one.mean for one in all_found) / many
    parts = [part / many for one in all_found for part in one.parts]
    return mean, parts, sum(one.n for one in all_found)


def drifts_of(base: Sequence[Launches], new: Sequence[Launches]) -> list[Drift]:
    """All canaries that both sides measured."""
    sides = [canaries_of(side) for side in (base, new)]
    drifts: list[Drift] = []
    for where in sorted(sides[0].keys() & sides[1].keys()):
        for name in (*CANARIES, ROUNDS):
            both = [[one[name] for one in side[where] if name in one] for side in sides]
            if not all(both):
                continue
            (old, parts, n), (now, new_parts, m) = map(side_of, both)
            estimate = estimate_of(Contrast(now - old, parts, new_parts), (n, m))
            drifts.append(Drift(*where, name, old, now, estimate))
    return drifts


def reference_of(drifts: Sequence[Drift]) -> list[float]:
    """By how much the hand-over in each round drifted, where it did: it is a reference that no path
    has in common with its own code."""
    return [one.estimate.effect for one in drifts
            if one.canary == ROUNDS and abs(one.estimate.effect) > one.estimate.reach(CERTAIN)]
