# SPDX-License-Identifier: BSD-3-Clause
"""When and where something may have changed: by facts, and by change points of series."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from analysis.comparing.comparison import SMALLEST
from analysis.comparing.hierarchy import names_of
from fleet.history.points import Point, change_points, middle
from fleet.history.series import FactChange, Series

# A daily check tests nearly the same series 30 times a month.
LEVEL = 0.01
NEAR = 1  # sweeps between dates of the same change
SHARE = 0.5  # of the nodes of a candidate that explain it
BOUND = float(np.log1p(SMALLEST))


class Candidate(NamedTuple):
    """Something that these nodes (positions) have from this sweep on; `facts` changed with it.

    `found` says that series changed: it is certain then.
    """

    sweep: int
    nodes: frozenset[int]
    facts: tuple[FactChange, ...]
    found: bool


def clusters(points: Iterable[Point]) -> list[list[Point]]:
    """Points of the same sweeps and direction."""
    found: list[list[Point]] = []
    for point in sorted(points, key=lambda one: (one.effect > 0, one.split)):
        last = found[-1][-1] if found else None
        same = last and (last.effect > 0) == (point.effect > 0) and point.split - last.split <= NEAR
        if same:
            found[-1].append(point)
        else:
            found.append([point])
    return found


def date_of(points: Sequence[Point]) -> int:
    """The sweep at which most of them changed."""
    return Counter(point.split for point in points).most_common(1)[0][0]


def with_means(series: Series, logs: np.ndarray) -> np.ndarray:
    """Cells, and the means of each implementation, of each path and of all cells."""
    groups: dict[tuple, list[int]] = {}
    for at, key in enumerate(series.cells):
        if not np.isnan(logs[:, at]).all():  # a stratum may lack cells
            for depth, name in enumerate((*names_of(key)[:2], names_of(key)[-1])):
                groups.setdefault((depth, name), []).append(at)
    means = [means_of(logs[:, group]) for group in groups.values() if len(group) > 1]
    return np.column_stack([logs, *means])


def means_of(logs: np.ndarray) -> np.ndarray:
    """The mean of some cells at each sweep, each minus its own median; values may be missing."""
    centred = logs - middle(logs)
    count = (~np.isnan(centred)).sum(axis=1)
    return np.where(count, np.nansum(centred, axis=1) / np.maximum(count, 1), np.nan)


def fleet_candidates(series: Series) -> list[Candidate]:
    """Changes of medians; strata that changed together are one candidate."""
    if not series.logs:
        return []
    columns = [with_means(series, logs) for logs in series.logs]
    stratum = np.repeat(np.arange(len(columns)), [one.shape[1] for one in columns])
    found = []
    for points in clusters(change_points(np.column_stack(columns), LEVEL, BOUND)):
        sweep = date_of(points)
        strata = np.unique(stratum[[point.series for point in points]])
        nodes = np.flatnonzero(np.isin(series.stratum[sweep:], strata).any(axis=0))
        found.append(Candidate(sweep, frozenset(nodes.tolist()), (), True))
    return found


def node_candidates(series: Series) -> list[Candidate]:
    """Changes of nodes against their stratum; nodes that changed together are one candidate."""
    return [
        Candidate(date_of(points), frozenset(point.series for point in points), (), True)
        for points in clusters(change_points(series.shifts, LEVEL, BOUND))
    ]


def fact_candidates(changes: Iterable[FactChange]) -> list[Candidate]:
    """Facts that changed at the same sweep on the same nodes."""
    groups: dict[tuple[int, frozenset[int]], list[FactChange]] = {}
    for change in changes:
        groups.setdefault((change.sweep, frozenset(change.nodes)), []).append(change)
    return [Candidate(sweep, nodes, tuple(facts), False)
            for (sweep, nodes), facts in groups.items()]


def candidates_of(series: Series, changes: Iterable[FactChange]) -> list[Candidate]:
    """All candidates; changes of series that coincide with facts belong to these facts."""
    by_facts, rest = explained(node_candidates(series), fact_candidates(changes))
    by_facts, fleet = explained(fleet_candidates(series), by_facts)
    known = [one for one in (*by_facts, *rest) if one.found]
    fleet = [others for one in fleet if (others := without(one, known)).nodes]
    return sorted([*by_facts, *rest, *fleet], key=lambda one: (one.sweep, min(one.nodes)))


def explained(
    found: Iterable[Candidate], by_facts: Sequence[Candidate]
) -> tuple[list[Candidate], list[Candidate]]:
    """Facts, marked as found where they explain something, and what they do not explain."""
    places = {explanation(one, by_facts) for one in found}
    marked = [one._replace(found=one.found or at in places) for at, one in enumerate(by_facts)]
    return marked, [one for one in found if explanation(one, by_facts) is None]


def without(candidate: Candidate, known: Iterable[Candidate]) -> Candidate:
    """The candidate's other nodes, since a median also changes if many of its nodes do."""
    nodes = candidate.nodes
    for one in known:
        if abs(one.sweep - candidate.sweep) <= NEAR:
            nodes -= one.nodes
    return candidate._replace(nodes=nodes)


def explanation(candidate: Candidate, by_facts: Sequence[Candidate]) -> int | None:
    """The position of the facts that changed on most of its nodes; None if there are none."""
    shared = {
        at: len(candidate.nodes & one.nodes)
        for at, one in enumerate(by_facts)
        if abs(one.sweep - candidate.sweep) <= NEAR
    }
    best = max(shared, key=shared.__getitem__, default=None)
    if best is None or shared[best] < SHARE * len(candidate.nodes):
        return None
    return best
