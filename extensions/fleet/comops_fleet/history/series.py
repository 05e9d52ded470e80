# SPDX-License-Identifier: BSD-3-Clause
"""Series over the sweeps of a store, as arrays whose first index is the sweep in order of time;
when and where something may have changed in them: by facts, and by change points.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from comops.results.keys import CellKey
from comops.statistics.comparing.comparison import SMALLEST
from comops.statistics.comparing.hierarchy import names_of
from comops.statistics.rows import median_rows
from comops_fleet.history.points import Point, change_points
from comops_fleet.history.store import Store, rows_of
from comops_fleet.history.sweeps import SweepEntry


@dataclass(frozen=True)
class StoreSeries:
    """The contents of a store for some sweeps.

    `logs` has for each stratum [sweep, cell] medians of the logarithms of microseconds; `shifts`
    [sweep, node] are logarithms, too. NaN if there is no value. `stratum` [sweep, node] is a
    position in `strata`, -1 if the node was not measured.
    """

    sweeps: list[SweepEntry]
    cells: list[CellKey]
    nodes: list[str]
    strata: list[str]
    logs: list[np.ndarray]
    shifts: np.ndarray
    stratum: np.ndarray


class FactChange(NamedTuple):
    """A fact that changed on `nodes` (positions) by this sweep (a position).

    `old` and `new` are the most frequent values, `values` the number of different changes.
    """

    sweep: int
    name: str
    old: str
    new: str
    values: int
    nodes: list[int]


def numbered(store: Store, sweeps: Sequence[SweepEntry]) -> str:
    """Sweeps by number and position, as a table of SQL."""
    store.database.register("chosen", {
        "sweep": np.array([sweep.sweep for sweep in sweeps], dtype=np.int32),
        "position": np.arange(len(sweeps), dtype=np.int32),
    })
    return "chosen"


def number(column: np.ndarray) -> np.ndarray:
    """A column with NaN for NULL."""
    return np.ma.filled(column, np.nan)


def series_read(store: Store, sweeps: Sequence[SweepEntry]) -> StoreSeries:
    """The medians and shifts of some sweeps."""
    cells = [CellKey(*row) for row in rows_of(store, "cells", CellKey._fields)]
    nodes = [name for (name,) in rows_of(store, "nodes", ["name"])]
    chosen = numbered(store, sweeps)
    columns = store.database.execute(
        f"SELECT position, stratum, cell, log_us FROM medians JOIN {chosen} USING (sweep)"
    ).fetchnumpy()
    strata = sorted(set(columns["stratum"]))
    logs = [np.full((len(sweeps), len(cells)), np.nan) for _ in strata]
    for at, name in enumerate(strata):
        here = columns["stratum"] == name
        logs[at][columns["position"][here], columns["cell"][here]] = number(columns["log_us"])[here]
    columns = store.database.execute(
        f"SELECT position, node, stratum, shift FROM measured JOIN {chosen} USING (sweep)"
    ).fetchnumpy()
    where = columns["position"], columns["node"]
    shifts = np.full((len(sweeps), len(nodes)), np.nan)
    shifts[where] = number(columns["shift"])
    stratum = np.full(shifts.shape, -1, dtype=np.int32)
    place = {name: at for at, name in enumerate(strata)}
    stratum[where] = [place.get(name, -1) for name in columns["stratum"]]
    return StoreSeries(list(sweeps), cells, nodes, strata, logs, shifts, stratum)


def times_of_nodes(
    store: Store, sweeps: Sequence[SweepEntry], nodes: Sequence[int] | np.ndarray
) -> np.ndarray:
    """[sweep, cell] medians, over these nodes, of the logarithms of microseconds."""
    cells = len(rows_of(store, "cells", ["cell"]))
    store.database.register("selected", {"node": np.array(nodes, dtype=np.int32)})
    columns = store.database.execute(
        f"SELECT position, cell, median(ln(us)) AS log_us FROM times JOIN selected USING (node) "
        f"JOIN {numbered(store, sweeps)} USING (sweep) WHERE us IS NOT NULL GROUP BY ALL"
    ).fetchnumpy()
    logs = np.full((len(sweeps), cells), np.nan)
    logs[columns["position"], columns["cell"]] = number(columns["log_us"])
    return logs


# Sets of facts that follow each other on a node, and what differs between them.
FACT_CHANGES = """
    WITH sets AS (
        SELECT node, position, facts AS new,
               lag(facts) OVER (PARTITION BY node ORDER BY position) AS old
        FROM measured JOIN {chosen} USING (sweep)
    ), changes AS (
        SELECT node, position, old.name, {{'old': old.value, 'new': new.value}} AS change
        FROM sets JOIN facts AS old ON old.facts = sets.old
            JOIN facts AS new ON new.facts = sets.new AND new.name = old.name
        WHERE sets.old <> sets.new AND old.value <> new.value
            AND old.value <> '' AND new.value <> ''
    )
    SELECT position, name, mode(change ORDER BY node), count(DISTINCT change),
           list(node ORDER BY node)
    FROM changes GROUP BY position, name ORDER BY position, name"""


def facts_changes(store: Store, sweeps: Sequence[SweepEntry]) -> list[FactChange]:
    """Each fact that changed between consecutive sweeps of some nodes."""
    rows = store.database.execute(FACT_CHANGES.format(chosen=numbered(store, sweeps))).fetchall()
    return [FactChange(sweep, name, change["old"], change["new"], values, nodes)
            for sweep, name, change, values, nodes in rows]


# A daily check tests nearly the same series 30 times a month.
LEVEL = 0.01
NEAR = 1  # sweeps between dates of the same change
SHARE = 0.5  # of the nodes of a candidate that explain it
BOUND = math.log1p(SMALLEST)


class ChangeCandidate(NamedTuple):
    """Something that these nodes (positions) have from this sweep on; `facts` changed with it.

    `found` says that series changed: it is certain then.
    """

    sweep: int
    nodes: frozenset[int]
    facts: tuple[FactChange, ...]
    found: bool


def clusters(points: Iterable[Point]) -> list[list[Point]]:
    """Points of the same sweeps and direction."""
    groups: list[list[Point]] = []
    for point in sorted(points, key=lambda point: (point.effect > 0, point.split)):
        last = groups[-1][-1] if groups else None
        same = last and (last.effect > 0) == (point.effect > 0) and point.split - last.split <= NEAR
        if same:
            groups[-1].append(point)
        else:
            groups.append([point])
    return groups


def date_of(points: Sequence[Point]) -> int:
    """The sweep at which most of them changed."""
    return Counter(point.split for point in points).most_common(1)[0][0]


def with_means(series: StoreSeries, logs: np.ndarray) -> np.ndarray:
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
    centred = logs - median_rows(np.ascontiguousarray(logs.T))
    count = (~np.isnan(centred)).sum(axis=1)
    return np.where(count, np.nansum(centred, axis=1) / np.maximum(count, 1), np.nan)


def fleet_candidates(series: StoreSeries) -> list[ChangeCandidate]:
    """Changes of medians; strata that changed together are one candidate."""
    if not series.logs:
        return []
    columns = [with_means(series, logs) for logs in series.logs]
    stratum = np.repeat(np.arange(len(columns)), [column.shape[1] for column in columns])
    candidates = []
    for points in clusters(change_points(np.column_stack(columns), LEVEL, BOUND)):
        sweep = date_of(points)
        strata = np.unique(stratum[[point.series for point in points]])
        nodes = np.flatnonzero(np.isin(series.stratum[sweep:], strata).any(axis=0))
        candidates.append(ChangeCandidate(sweep, frozenset(nodes.tolist()), (), True))
    return candidates


def node_candidates(series: StoreSeries) -> list[ChangeCandidate]:
    """Changes of nodes against their stratum; nodes that changed together are one candidate."""
    return [
        ChangeCandidate(date_of(points), frozenset(point.series for point in points), (), True)
        for points in clusters(change_points(series.shifts, LEVEL, BOUND))
    ]


def fact_candidates(changes: Iterable[FactChange]) -> list[ChangeCandidate]:
    """Facts that changed at the same sweep on the same nodes."""
    groups: dict[tuple[int, frozenset[int]], list[FactChange]] = {}
    for change in changes:
        groups.setdefault((change.sweep, frozenset(change.nodes)), []).append(change)
    return [ChangeCandidate(sweep, nodes, tuple(facts), False)
            for (sweep, nodes), facts in groups.items()]


def candidates_of(series: StoreSeries, changes: Iterable[FactChange]) -> list[ChangeCandidate]:
    """All candidates; changes of series that coincide with facts belong to these facts."""
    by_facts, rest = explained(node_candidates(series), fact_candidates(changes))
    by_facts, fleet = explained(fleet_candidates(series), by_facts)
    known = [candidate for candidate in (*by_facts, *rest) if candidate.found]
    fleet = [others for candidate in fleet if (others := without(candidate, known)).nodes]
    return sorted([*by_facts, *rest, *fleet],
                  key=lambda candidate: (candidate.sweep, min(candidate.nodes)))


def explained(
    candidates: Iterable[ChangeCandidate], by_facts: Sequence[ChangeCandidate]
) -> tuple[list[ChangeCandidate], list[ChangeCandidate]]:
    """Facts, marked as found where they explain something, and what they do not explain."""
    places = {explanation(candidate, by_facts) for candidate in candidates}
    marked = [change._replace(found=change.found or at in places)
              for at, change in enumerate(by_facts)]
    return marked, [candidate for candidate in candidates
                    if explanation(candidate, by_facts) is None]


def without(candidate: ChangeCandidate, known: Iterable[ChangeCandidate]) -> ChangeCandidate:
    """The candidate's other nodes, since a median also changes if many of its nodes do."""
    nodes = candidate.nodes
    for other in known:
        if abs(other.sweep - candidate.sweep) <= NEAR:
            nodes -= other.nodes
    return candidate._replace(nodes=nodes)


def explanation(candidate: ChangeCandidate, by_facts: Sequence[ChangeCandidate]) -> int | None:
    """The position of the facts that changed on most of its nodes; None if there are none."""
    shared = {
        at: len(candidate.nodes & change.nodes)
        for at, change in enumerate(by_facts)
        if abs(change.sweep - candidate.sweep) <= NEAR
    }
    best = max(shared, key=shared.__getitem__, default=None)
    if best is None or shared[best] < SHARE * len(candidate.nodes):
        return None
    return best
