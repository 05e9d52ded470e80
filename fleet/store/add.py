# SPDX-License-Identifier: BSD-3-Clause
"""Adds sweeps to a store: the rows of its cells and nodes, and their medians."""

from collections.abc import Sequence

import numpy as np

from fleet.check.configuration import OWN, plain
from fleet.read.node import Facts
from fleet.read.sweep import LOST, Sweep
from fleet.store.compact import sweep_remove
from fleet.store.dictionaries import (
    cell_numbers, column_of, facts_hash, facts_save, node_numbers,
)
from fleet.store.folder import Columns, Store, writing
from fleet.store.medians import Summary, summary_of
from fleet.store.sweeps import Entry, entries_of, entries_save, entry_of, orphans_remove
from records.keys import CellKey

ADDED, REPLACED, KNOWN = "added", "replaced", "already there"
ORDERS = {"cells": "cell, node", "nodes": "node", "medians": "stratum, cell"}


def sweep_add(store: Store, sweep: Sweep) -> str:
    """Adds a sweep; replaces the stored one if it has changed, for example by more nodes."""
    entry = entry_of(sweep)
    with writing(store):
        entries = entries_of(store)
        orphans_remove(store, entries)
        before = next((one for one in entries if one.id == entry.id), None)
        if before and before.content == entry.content:
            return KNOWN
        others = [one for one in entries if one is not before]
        if before:
            entries_save(store, others)
            sweep_remove(store, before)
        number = before.sweep if before else max((one.sweep for one in entries), default=-1) + 1
        entry = entry._replace(sweep=number)
        tables_write(store, sweep, entry)
        entries_save(store, [*others, entry])
    return REPLACED if before else ADDED


def tables_write(store: Store, sweep: Sweep, entry: Entry) -> None:
    """Writes the dictionaries first, so that every number in a table has its meaning."""
    cells, nodes = cell_numbers(store), node_numbers(store)
    cell = np.array([cells.number(CellKey(**key)) for key in sweep.cells], dtype=np.int32)
    node = np.array([nodes.number((name,)) for name in sweep.nodes], dtype=np.int32)
    sets = [lasting(facts) for facts in sweep.facts]
    hashes = [facts_hash(facts) for facts in sets]
    cells.save()
    nodes.save()
    facts_save(store, dict(zip(hashes, sets, strict=True)))
    summary = summary_of(sweep)
    for table, columns in {
        "cells": cell_columns(sweep, cell, node),
        "nodes": node_columns(sweep, node, hashes, summary),
        "medians": median_columns(summary, cell),
    }.items():
        store.database.register("rows", columns)
        store.write(store.part(table, entry.month, entry.file),
                    f"SELECT {entry.sweep}::INTEGER AS sweep, * FROM rows ORDER BY {ORDERS[table]}")
        store.database.unregister("rows")


def lasting(facts: Facts) -> Facts:
    """The facts that only change if somebody changes them."""
    return {name: value if value is None else plain(name, value)
            for name, value in facts.items() if not OWN.search(name)}


def cell_columns(sweep: Sweep, cell: np.ndarray, node: np.ndarray) -> Columns:
    """A row for each record; `us` is NULL without a result."""
    at, where = np.nonzero(sweep.valid != LOST)
    return {"cell": cell[where], "node": node[at],
            "us": sweep.times[at, where].astype(np.float32)}


def node_columns(
    sweep: Sweep, node: np.ndarray, hashes: Sequence[int], summary: Summary
) -> Columns:
    names = [summary.strata[at] for at in summary.stratum]
    return {"node": node, "started": column_of(sweep.started, str),
            "stratum": column_of(names, str), "facts": np.array(hashes, dtype=np.int64),
            "shift": summary.shifts}


def median_columns(summary: Summary, cell: np.ndarray) -> Columns:
    """A row for each stratum and cell; `log_us` is the median of the natural logarithms."""
    names = [name for name in summary.strata for _ in cell]
    return {"stratum": column_of(names, str), "cell": np.tile(cell, len(summary.strata)),
            "nodes": summary.counts.ravel(), "log_us": summary.logs.ravel()}
