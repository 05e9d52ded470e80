# SPDX-License-Identifier: BSD-3-Clause
"""What the machine did between two sides: how far the canaries drifted, what paths and protocols
have in common, and the variation between campaigns that neither launches nor canaries show.

A change of an implementation, or of a path, leaves the other paths as they are. So what the paths
moved by together cannot be attributed to any of them, whether or not a canary shows it. A single
path is compared with the hand-over in each round, which no code of a path changes. A state of the
machine may also concern one operation and size, such as what flows to the root: two changes of code
at once, of a path and of a protocol, would be needed to move a cell, other protocols of its path
and another path.

The variance between campaigns is like that between studies in a meta-analysis (Paule and Mandel, J.
Res. Natl. Bur. Stand. 87, 1982, 377-385), by a median instead of a sum, so that the few cells that
really changed do not count. It is taken from differences within an implementation (of its sizes
from their mean) and within a path (of its implementations from their median), which a change of all
of them leaves as they are: it never says what the machine did to all.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from statistics import median
from typing import NamedTuple

from analysis.comparing.contrasts import Cell, Contrast, Estimate, estimate_of, less, mean_of
from analysis.comparing.hierarchy import Variation, names_of, node_of
from analysis.comparing.launches import CANARIES, ROUNDS, Launches, Series, Where
from analysis.significance import quantile
from records.findings import group_of
from records.keys import CellKey

CERTAIN = 0.975  # of an interval's end
PATH_LEAST = 3  # cells of a path whose median says what the path did
MOVED = math.log(1.025)  # an effect that counts as a movement
FEWEST = 20  # differences that describe a variance
SIZES = 3  # of an implementation, or implementations of a path, that can be distinguished
STEPS = 50
QUARTILE = 0.75
# The median of n values |normal| / its quartile has the standard deviation 1 / (2 sqrt(n) f), with
# their density f = 2 x 0.6745 x phi(0.6745) at 1; 1.645 times that, without the root.
CHANCE = 1.645 / (2 * 0.4287)


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
    """Mean, parts and launches of several stages. All stages have the same weight."""
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


def common_of(cells: Iterable[Cell], reference: Sequence[float] = ()) -> float:
    """The smallest of the paths' median effects if all have the same sign, else 0; 0 where a path
    has few cells. `reference`: what a single path is compared with; without any, it has 0."""
    effects = defaultdict(list)
    for cell in cells:
        effects[cell.key.path].append(cell.contrasts[0].effect)
    middles = [median(some) for some in effects.values() if len(some) >= PATH_LEAST]
    if len(middles) < len(effects):
        return 0.0
    middles += reference if len(middles) == 1 else []
    if len(middles) < 2:
        return 0.0
    return max(min(middles), 0.0) + min(max(middles), 0.0)


def beyond_common(cells: Sequence[Cell], reference: Sequence[float]) -> list[Cell]:
    """The cells with three further contrasts: less what the cells of the other patterns have in
    common, those of the same size and all, and nothing where the cell moved with those of its own
    pattern and size. A change must be beyond all three."""
    found: dict[tuple[str, int], tuple[float, float]] = {}
    beyond: dict[CellKey, list[Contrast]] = {}
    for cell in cells:
        key = cell.key.pattern, cell.key.bytes
        if key not in found:
            others = [one for one in cells if one.key.pattern != key[0]]
            alike = [one for one in others if one.key.bytes == key[1]]
            found[key] = common_of(alike, reference), common_of(others, reference)
        own = cell.contrasts[0]
        beyond[cell.key] = [own._replace(effect=own.effect - common) for common in found[key]]
    states = shared_states({key: every.effect for key, (_, every) in beyond.items()})
    return [cell._replace(contrasts=[*cell.contrasts, *beyond[cell.key], (
        own._replace(effect=0.0) if cell.key in states else own)])
        for cell in cells for own in cell.contrasts[:1]]


def shared_states(effects: Mapping[CellKey, float]) -> set[CellKey]:
    """The cells that moved as most other protocols of their path, and as their protocol or most
    protocols of another path; and the same protocol of other paths."""
    groups: dict[CellKey, list[CellKey]] = defaultdict(list)
    for key in effects:
        groups[group_of(key)].append(key)
    found = set()
    for group in groups.values():
        for sign in (1, -1):
            moved = {key for key in group if sign * effects[key] > MOVED}
            shared = {key.protocol for key in moved if moved_together(key, moved, group)}
            found |= {key for key in moved if key.protocol in shared}
    return found


def moved_together(key: CellKey, moved: set[CellKey], group: Sequence[CellKey]) -> bool:
    """Whether a cell that moved did so with its own path and another."""
    most = {}  # by path: whether at least half of its other cells moved
    for path in {one.path for one in group}:
        others = [one for one in group if one.path == path and one != key]
        most[path] = 2 * len(moved.intersection(others)) >= len(others) > 0
    return most.pop(key.path) and (any(most.values()) or any(
        one.path != key.path and one.protocol == key.protocol for one in moved))


def variance_of(differences: Sequence[Estimate]) -> float:
    """The variance that makes the median of |difference| / error that of chance.

    0 for few differences, or where chance alone has such a median in one of 20 campaigns.
    """
    if len(differences) < FEWEST:
        return 0.0
    limits = [quantile(QUARTILE, one.freedom) for one in differences]

    def excess(variance: float) -> float:
        return median(
            abs(one.effect) / (limit * max(math.hypot(one.error, math.sqrt(variance)), 1e-12))
            for one, limit in zip(differences, limits, strict=True))

    low, high = 0.0, max(one.effect**2 for one in differences) * 4
    if excess(low) <= 1 + CHANCE / math.sqrt(len(differences)):
        return 0.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 1 else (low, middle)
    return high


def scaled(estimate: Estimate, count: int) -> Estimate:
    """Widens a difference from the mean of `count` values to one from the truth: the mean contains
    the value itself."""
    by = math.sqrt(count / (count - 1))
    return estimate._replace(effect=estimate.effect * by, error=estimate.error * by)


def cell_differences(cells: Sequence[Cell]) -> list[Estimate]:
    """By how much each size of an implementation differs from the mean of its sizes."""
    found = []
    for _, group in groupby(cells, lambda cell: names_of(cell.key)[-1]):
        sizes = list(group)
        if len(sizes) < SIZES:
            continue
        mean = mean_of([one.contrasts[0] for one in sizes], [1.0] * len(sizes))
        for one in sizes:
            gap = estimate_of(less(one.contrasts[0], mean), one.launches)
            found.append(scaled(gap, len(sizes)))
    return found


def implementation_differences(cells: Sequence[Cell], cell: float) -> list[Estimate]:
    """By how much each implementation of a path differs from their median."""
    found = []
    for _, path in groupby(cells, lambda one: names_of(one.key)[1]):
        lines = [list(line) for _, line in groupby(path, lambda one: names_of(one.key)[-1])]
        nodes = [node_of("implementation", line, Variation(cell)) for line in lines]
        middle = median(node.effect for node in nodes)
        if len(nodes) >= SIZES:
            found += [scaled(node.estimates[0]._replace(effect=node.effect - middle), len(nodes))
                      for node in nodes]
    return found


def variation_of(cells: Sequence[Cell]) -> Variation:
    """Both variances; 0 if there are too few cells."""
    cell = variance_of(cell_differences(cells))
    return Variation(cell, variance_of(implementation_differences(cells, cell)))
