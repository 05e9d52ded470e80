# SPDX-License-Identifier: BSD-3-Clause
"""What the machine did between two sides: how far the canaries drifted, what paths and protocols
have in common, and the variation between campaigns that launches do not show.

A change of an implementation leaves the others of its path as they are, one of a path the other
paths. So the other cells are the control, whether or not a canary shows what the machine did. A
single path is compared with the hand-over in each round, which no code of a path changes. A state
of the machine may also concern one operation and size, such as what flows to the root: two changes
of code at once, of a path and of a protocol, would be needed to move a cell, other protocols of its
path and another path.

The variance between campaigns is like that between studies in a meta-analysis (Paule and Mandel, J.
Res. Natl. Bur. Stand. 87, 1982, 377-385), by a median instead of a sum, so that the few cells that
really changed do not count. It is taken from differences within an implementation (of its sizes
from their mean) and within a path (of its implementations from their median), which a change of all
of them leaves as they are: it never says what the machine did to all.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby
from statistics import median
from typing import NamedTuple

from comops.results.findings import group_of
from comops.results.keys import CellKey
from comops.statistics.comparing.contrasts import (ComparedCell, Contrast, Estimate, estimate_of,
                                                   less, mean_of)
from comops.statistics.comparing.hierarchy import Variation, launches_of, names_of, node_of
from comops.statistics.comparing.launches import CANARIES, ROUNDS, LaunchSeries, Launches, Where
from comops.statistics.significance import quantile

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


def canaries_of(campaigns: Sequence[Launches]) -> dict[Where, list[dict[str, LaunchSeries]]]:
    """For each placement, the canaries of each stage that has cells."""
    canaries_at: dict[Where, list[dict[str, LaunchSeries]]] = {}
    for stage in (stage for campaign in campaigns for stage in campaign.stages):
        if canaries := stage.canaries:
            canaries_at.setdefault(stage.where, []).append(canaries)
    return canaries_at


def side_of(all_found: Sequence[LaunchSeries]) -> tuple[float, list[float], int]:
    """Mean, parts and launches of several stages. All stages have the same weight."""
    many = len(all_found)
    mean = sum(series.mean for series in all_found) / many
    parts = [part / many for series in all_found for part in series.parts]
    return mean, parts, sum(series.n for series in all_found)


def drifts_of(base: Sequence[Launches], new: Sequence[Launches]) -> list[Drift]:
    """All canaries that both sides measured."""
    sides = [canaries_of(side) for side in (base, new)]
    drifts: list[Drift] = []
    for where in sorted(sides[0].keys() & sides[1].keys()):
        for name in (*CANARIES, ROUNDS):
            both = [[stage[name] for stage in side[where] if name in stage] for side in sides]
            if not all(both):
                continue
            (old, parts, n), (now, new_parts, m) = map(side_of, both)
            estimate = estimate_of(Contrast(now - old, parts, new_parts), (n, m))
            drifts.append(Drift(*where, name, old, now, estimate))
    return drifts


def reference_of(drifts: Sequence[Drift]) -> list[float]:
    """By how much the hand-over in each round drifted, where it did: it is a reference that no path
    has in common with its own code."""
    estimates = (drift.estimate for drift in drifts if drift.canary == ROUNDS)
    return [estimate.effect for estimate in estimates
            if abs(estimate.effect) > estimate.reach(CERTAIN)]


def middle_of(contrasts: Sequence[Contrast]) -> Contrast:
    """What several did: the median of their effects, and the launches' parts of their mean."""
    mean = mean_of(contrasts, [1.0] * len(contrasts))
    return mean._replace(effect=median(contrast.effect for contrast in contrasts))


def middles_of(cells: Sequence[ComparedCell]) -> dict[str, Contrast]:
    """What the cells of each path did; nothing where one has few."""
    paths = defaultdict(list)
    for cell in cells:
        paths[cell.key.path].append(cell.contrasts[0])
    few = any(len(contrasts) < PATH_LEAST for contrasts in paths.values())
    return {} if few else {path: middle_of(contrasts) for path, contrasts in paths.items()}


def nearest(low: Contrast, high: Contrast) -> Contrast:
    """The mixture of two contrasts whose effect is nearest to 0."""
    if low.effect >= 0 or high.effect <= 0:
        return min(low, high, key=lambda contrast: abs(contrast.effect))
    return mean_of([low, high], [high.effect, -low.effect])


def common_of(paths: Sequence[Contrast], reference: Sequence[float]) -> Contrast:
    """What the paths did together: the mixture of them that is nearest to no change. `reference`:
    what a single path is compared with; without any, it has 0."""
    middles = list(paths)
    if len(paths) == 1:
        still = less(paths[0], paths[0])
        middles += [still._replace(effect=effect) for effect in reference or (0.0,)]
    middles.sort(key=lambda contrast: contrast.effect)
    return nearest(middles[0], middles[-1])


def together_of(cells: Sequence[ComparedCell], reference: Sequence[float]) -> Estimate:
    """What the cells of all paths did together."""
    still = less(cells[0].contrasts[0], cells[0].contrasts[0])
    paths = list(middles_of(cells).values()) or [still]
    return estimate_of(common_of(paths, reference), launches_of(cells))


def middles_at(cells: Sequence[ComparedCell], pattern: str, size: int) -> dict[str, Contrast]:
    """What the other patterns' cells of this size did; those of all sizes, where these are few."""
    others = [cell for cell in cells if cell.key.pattern != pattern] or cells
    return middles_of([other for other in others if other.key.bytes == size]) or middles_of(others)


def beyond_of(cell: ComparedCell, middles: Mapping[str, Contrast], reference: Sequence[float]
              ) -> ComparedCell:
    """The cell with further contrasts: less what all paths did together, twice, and less what its
    own path did."""
    key, (own,), launches = cell
    if not middles:
        return ComparedCell(key, [own, own, own, own], launches)
    common = common_of(list(middles.values()), reference)
    beyond = [less(own, contrast) for contrast in (common, common, middles.get(key.path, common))]
    return ComparedCell(key, [own, *beyond], launches)


def beyond_common(cells: Sequence[ComparedCell], reference: Sequence[float]) -> list[ComparedCell]:
    """The cells with what they did themselves, beyond all paths, the same again, and beyond their
    own path; the last two are 0 where a cell moved with others of its pattern and size."""
    places = {(cell.key.pattern, cell.key.bytes) for cell in cells}
    middles = {place: middles_at(cells, *place) for place in places}
    beyond = [beyond_of(cell, middles[cell.key.pattern, cell.key.bytes], reference)
              for cell in cells]
    states = shared_states({cell.key: moved_by(cell) for cell in beyond})
    return [still(cell) if cell.key in states else cell for cell in beyond]


def still(cell: ComparedCell) -> ComparedCell:
    """The cell in a shared state."""
    own, common, *attributed = cell.contrasts
    return cell._replace(contrasts=[own, common, *(contrast._replace(effect=0.0)
                                                   for contrast in attributed)])


def moved_by(cell: ComparedCell) -> float:
    """By how much a cell moved beyond what all paths did; 0 where that is little or uncertain."""
    estimate = estimate_of(cell.contrasts[1], cell.launches)
    return estimate.effect if abs(estimate.effect) > max(MOVED, estimate.reach(CERTAIN)) else 0.0


def shared_states(effects: Mapping[CellKey, float]) -> set[CellKey]:
    """The cells that moved as most other protocols of their path, and as their protocol or most
    protocols of another path; and the same protocol of other paths."""
    groups: dict[CellKey, list[CellKey]] = defaultdict(list)
    for key in effects:
        groups[group_of(key)].append(key)
    keys = set()
    for group in groups.values():
        for sign in (1, -1):
            moved = {key for key in group if sign * effects[key] > 0}
            shared = {key.protocol for key in moved if moved_together(key, moved, group)}
            keys |= {key for key in moved if key.protocol in shared}
    return keys


def moved_together(key: CellKey, moved: set[CellKey], group: Sequence[CellKey]) -> bool:
    """Whether a cell that moved did so with its own path and another."""
    most = {}  # by path: whether at least half of its other cells moved
    for path in {other.path for other in group}:
        others = [other for other in group if other.path == path and other != key]
        most[path] = 2 * len(moved.intersection(others)) >= len(others) > 0
    return most.pop(key.path) and (any(most.values()) or any(
        other.path != key.path and other.protocol == key.protocol for other in moved))


def variance_of(differences: Sequence[Estimate]) -> float:
    """The variance that makes the median of |difference| / error that of chance.

    0 for few differences, or where chance alone has such a median in one of 20 campaigns.
    """
    if len(differences) < FEWEST:
        return 0.0
    limits = [quantile(QUARTILE, difference.freedom) for difference in differences]

    def excess(variance: float) -> float:
        return median(
            abs(gap.effect) / (limit * max(math.hypot(gap.error, math.sqrt(variance)), 1e-12))
            for gap, limit in zip(differences, limits, strict=True))

    low, high = 0.0, max(difference.effect**2 for difference in differences) * 4
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


def cell_differences(cells: Sequence[ComparedCell]) -> list[Estimate]:
    """By how much each size of an implementation differs from the mean of its sizes."""
    differences = []
    for _, group in groupby(cells, lambda cell: names_of(cell.key)[-1]):
        sizes = list(group)
        if len(sizes) < SIZES:
            continue
        mean = mean_of([cell.contrasts[-1] for cell in sizes], [1.0] * len(sizes))
        for cell in sizes:
            gap = estimate_of(less(cell.contrasts[-1], mean), cell.launches)
            differences.append(scaled(gap, len(sizes)))
    return differences


def implementation_differences(cells: Sequence[ComparedCell], cell: float) -> list[Estimate]:
    """By how much each implementation of a path differs from their median."""
    differences = []
    for _, path in groupby(cells, lambda cell: names_of(cell.key)[1]):
        lines = [list(line) for _, line in groupby(path, lambda cell: names_of(cell.key)[-1])]
        if len(lines) < SIZES:
            continue
        nodes = [node_of("implementation", line, Variation(cell)) for line in lines]
        middle = middle_of([node.contrasts[-1] for node in nodes])
        for node in nodes:
            gap = less(node.contrasts[-1], middle)
            differences.append(scaled(estimate_of(gap, node.launches, node.extra), len(nodes)))
    return differences


def variation_of(cells: Sequence[ComparedCell]) -> Variation:
    """Both variances; 0 if there are too few cells."""
    cell = variance_of(cell_differences(cells))
    return Variation(cell, variance_of(implementation_differences(cells, cell)))
