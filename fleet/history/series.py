# SPDX-License-Identifier: BSD-3-Clause
"""Series over the sweeps of a store, as arrays whose first index is the sweep in order of time."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from fleet.history.store import Store, rows_of
from fleet.history.sweeps import Entry
from records.keys import CellKey


@dataclass(frozen=True)
class Series:
    """The contents of a store for some sweeps.

    `logs` has for each stratum [sweep, cell] medians of the logarithms of microseconds; `shifts`
    [sweep, node] are logarithms, too. NaN if there is no value. `stratum` [sweep, node] is a
    position in `strata`, -1 if the node was not measured, `facts` [sweep, node] a hash, 0 there.
    """

    sweeps: list[Entry]
    cells: list[CellKey]
    nodes: list[str]
    strata: list[str]
    logs: list[np.ndarray]
    shifts: np.ndarray
    stratum: np.ndarray
    facts: np.ndarray


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


def numbered(store: Store, sweeps: Sequence[Entry]) -> str:
    """Sweeps by number and position, as a table of SQL."""
    store.database.register("chosen", {
        "sweep": np.array([one.sweep for one in sweeps], dtype=np.int32),
        "position": np.arange(len(sweeps), dtype=np.int32),
    })
    return "chosen"


def number(column: np.ndarray) -> np.ndarray:
    """A column with NaN for NULL."""
    return np.ma.filled(column, np.nan)


def series_read(store: Store, sweeps: Sequence[Entry]) -> Series:
    """The medians, shifts and facts of some sweeps."""
    cells = [CellKey(*row) for row in rows_of(store, "cells", CellKey._fields)]
    nodes = [name for (name,) in rows_of(store, "nodes", ["name"])]
    chosen = numbered(store, sweeps)
    found = store.database.execute(
        f"SELECT position, stratum, cell, log_us FROM medians JOIN {chosen} USING (sweep)"
    ).fetchnumpy()
    strata = sorted(set(found["stratum"]))
    logs = [np.full((len(sweeps), len(cells)), np.nan) for _ in strata]
    for at, name in enumerate(strata):
        here = found["stratum"] == name
        logs[at][found["position"][here], found["cell"][here]] = number(found["log_us"])[here]
    found = store.database.execute(
        f"SELECT position, node, stratum, facts, shift FROM measured JOIN {chosen} USING (sweep)"
    ).fetchnumpy()
    where = found["position"], found["node"]
    shifts = np.full((len(sweeps), len(nodes)), np.nan)
    shifts[where] = number(found["shift"])
    stratum = np.full(shifts.shape, -1, dtype=np.int32)
    place = {name: at for at, name in enumerate(strata)}
    stratum[where] = [place.get(name, -1) for name in found["stratum"]]
    facts = np.zeros(shifts.shape, dtype=np.int64)
    facts[where] = found["facts"]
    return Series(list(sweeps), cells, nodes, strata, logs, shifts, stratum, facts)


def times_of_nodes(
    store: Store, sweeps: Sequence[Entry], nodes: Sequence[int] | np.ndarray
) -> np.ndarray:
    """[sweep, cell] medians, over these nodes, of the logarithms of microseconds."""
    cells = len(rows_of(store, "cells", ["cell"]))
    store.database.register("selected", {"node": np.array(nodes, dtype=np.int32)})
    found = store.database.execute(
        f"SELECT position, cell, median(ln(us)) AS log_us FROM times JOIN selected USING (node) "
        f"JOIN {numbered(store, sweeps)} USING (sweep) WHERE us IS NOT NULL GROUP BY ALL"
    ).fetchnumpy()
    logs = np.full((len(sweeps), cells), np.nan)
    logs[found["position"], found["cell"]] = number(found["log_us"])
    return logs


def facts_changes(store: Store, series: Series) -> list[FactChange]:
    """Each fact that changed between consecutive sweeps of some nodes."""
    grouped: dict[tuple[int, int, int], list[int]] = {}
    last = np.zeros(len(series.nodes), dtype=np.int64)
    for sweep, now in enumerate(series.facts):
        changed = np.flatnonzero((now != last) & (now != 0) & (last != 0))
        for node in changed:
            grouped.setdefault((sweep, int(last[node]), int(now[node])), []).append(int(node))
        last = np.where(now != 0, now, last)
    sets = facts_sets(store, {one for _, *both in grouped for one in both})
    found: dict[tuple[int, str], Counter[tuple[str, str]]] = {}
    where: dict[tuple[int, str], list[int]] = {}
    for (sweep, old, new), nodes in grouped.items():
        for name, *values in differences(sets.get(old, {}), sets.get(new, {})):
            found.setdefault((sweep, name), Counter())[tuple(values)] += len(nodes)
            where.setdefault((sweep, name), []).extend(nodes)
    return [
        FactChange(*at, *values.most_common(1)[0][0], len(values), sorted(where[at]))
        for at, values in found.items()
    ]


def facts_sets(store: Store, hashes: set[int]) -> dict[int, dict[str, str]]:
    """The sets of facts with these hashes."""
    sets: dict[int, dict[str, str]] = {}
    store.database.register("hashes", {"facts": np.array(sorted(hashes), dtype=np.int64)})
    for number, name, value in store.database.execute(
        "SELECT facts, name, value FROM facts JOIN hashes USING (facts)"
    ).fetchall():
        sets.setdefault(number, {})[name] = value
    return sets


def differences(old: dict[str, str], new: dict[str, str]) -> list[tuple[str, str, str]]:
    """The facts that both know and that differ, with both values."""
    return [(name, old[name], new[name]) for name in sorted(old.keys() & new.keys())
            if old[name] != new[name] and old[name] and new[name]]
