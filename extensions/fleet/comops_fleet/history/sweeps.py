# SPDX-License-Identifier: BSD-3-Clause
"""Adds sweeps to a store: the rows of their cells and nodes, and their medians; makes one file of a
month's sweeps, in which a cell's times of all of them lie together.

Medians, and each node's distance from them, are those of a stratum, so a fleet whose nodes come and
go does not seem to change.
"""

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import numpy as np

from comops.results.keys import KEY_TYPES, CellKey
from comops.statistics.rows import medians
from comops_fleet.check.facts import OWN, plain, strata_of
from comops_fleet.check.sweep import LOST, Facts, ResultsError, SweepTimes
from comops_fleet.history.store import (TABLES, Store, column_of, columns_of, facts_hash,
                                        facts_save, month_remove, numbers_of, rows, rows_of,
                                        writing)

COLUMNS = {
    "sweep": int, "id": str, "started": str, "content": str, "nodes": int, "unmeasured": int,
}
ADDED, REPLACED, KNOWN = "added", "replaced", "already there"
ORDERS = {"cells": "cell, node, sweep", "nodes": "node, sweep", "medians": "stratum, cell, sweep"}
WHOLE = "month"  # the name of a month's one file
EPOCH = 1970  # no clock starts before it
PLAN = ("created", "seed", "program", "options", "partition")  # what distinguishes sweeps


class SweepEntry(NamedTuple):
    """`started` is in UTC, `content` a hash of all that was measured; others count nodes."""

    sweep: int
    id: str
    started: str
    content: str
    nodes: int
    unmeasured: int

    @property
    def month(self) -> str:
        return self.started[:7]

    @property
    def file(self) -> str:
        return f"sweep={self.id}"


def moment_of(text: object) -> datetime:
    """A time stamp in UTC; ResultsError if it is none."""
    try:
        moment = datetime.fromisoformat(str(text))
        moment = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
        if moment.year < EPOCH:
            raise ValueError
    except (ValueError, OverflowError):
        raise ResultsError(f"`{text}` is not the time at which a sweep started") from None
    return moment


def hash_of(value: Any) -> Any:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode())


def content_of(sweep: SweepTimes) -> str:
    """What was measured, whatever the order of the nodes."""
    order = sorted(range(len(sweep.nodes)), key=sweep.nodes.__getitem__)
    named = [[sweep.nodes[at], sweep.started[at], sweep.facts[at]] for at in order]
    content = hash_of([sweep.cells, named, sorted(sweep.unmeasured)])
    content.update(sweep.times[order].tobytes())
    content.update(sweep.valid[order].tobytes())
    return content.hexdigest()


def entry_of(sweep: SweepTimes) -> SweepEntry:
    """The entry, still without a number. Its plan, or its node and start, identify the sweep."""
    started = moment_of(sweep.plan.get("created") or min(sweep.started))
    same = [sweep.plan.get(name) for name in PLAN] if sweep.plan else sweep.started
    which = hash_of([sorted([*sweep.nodes, *sweep.unmeasured]), same]).hexdigest()[:8]
    return SweepEntry(-1, f"{started:%Y%m%dT%H%M%S}-{which}", f"{started:%Y-%m-%d %H:%M:%S}",
                      content_of(sweep), len(sweep.nodes), len(sweep.unmeasured))


def entries_of(store: Store) -> list[SweepEntry]:
    """All entries in the order of time."""
    return sorted((SweepEntry(*row) for row in rows_of(store, "sweeps", COLUMNS)),
                  key=lambda entry: (entry.started, entry.id))


def entries_save(store: Store, entries: Sequence[SweepEntry]) -> None:
    columns = columns_of(sorted(entries), COLUMNS)
    columns["sweep"] = columns["sweep"].astype(np.int32)
    store.write(store.dictionary("sweeps"), "FROM given", columns)


def orphans_remove(store: Store, entries: Sequence[SweepEntry]) -> None:
    """Removes files of sweeps whose addition was interrupted."""
    known = {entry.file for entry in entries}
    for table in TABLES:
        for file in store.own(table, "sweep=*.parquet"):
            if file.stem not in known:
                file.unlink()


class Summary(NamedTuple):
    """`strata` are names, `logs` [stratum, cell] medians of the logarithms of microseconds.

    `stratum` [node] is a position in `strata`, `shifts` [node] the median over the node's cells of
    the logarithm of its time over the stratum's median; NaN if there is none.
    """

    strata: list[str]
    logs: np.ndarray
    counts: np.ndarray
    stratum: np.ndarray
    shifts: np.ndarray


def summary_of(sweep: SweepTimes) -> Summary:
    logs = np.log(sweep.times)
    strata = strata_of(sweep.facts)
    stratum = np.zeros(len(sweep.nodes), dtype=np.int32)
    shifts = np.full(len(sweep.nodes), np.nan)
    middles = [medians(np.ascontiguousarray(logs[part.nodes].T)) for part in strata]
    for at, (part, middle) in enumerate(zip(strata, middles, strict=True)):
        stratum[part.nodes] = at
        shifts[part.nodes] = medians(logs[part.nodes] - middle.value).value
    return Summary([part.name for part in strata], np.array([middle.value for middle in middles]),
                   np.array([middle.count for middle in middles]), stratum, shifts)


def store_compact(store: Store) -> int:
    """The number of months merged into one file; only the last month keeps a file per sweep."""
    with writing(store):
        entries = entries_of(store)
        orphans_remove(store, entries)
        months = sorted({entry.month for entry in entries})[:-1]
        done = [month_compact(store, month) for month in months]
    return sum(done)


def month_compact(store: Store, month: str) -> bool:
    """Whether the month had several files of any table."""
    done = False
    for table in TABLES:
        folder = store.folder / table / f"month={month}"
        files = sorted(folder.glob("*.parquet"))
        if len(files) > 1:
            new = folder.with_name(f".new-{folder.name}")
            store.write(new / f"{WHOLE}.parquet", f"FROM {rows(files)} ORDER BY {ORDERS[table]}")
            # What an interruption leaves of this, months_restore completes.
            old = folder.rename(folder.with_name(f".old-{folder.name}"))
            new.rename(folder)
            month_remove(old)
            done = True
    return done


def sweep_remove(store: Store, entry: SweepEntry) -> None:
    """Removes a sweep's files, or its rows from a month's single file."""
    for table in TABLES:
        folder = store.folder / table / f"month={entry.month}"
        (folder / f"{entry.file}.parquet").unlink(missing_ok=True)
        whole = folder / f"{WHOLE}.parquet"
        if whole.exists():
            store.write(whole, f"FROM {rows([whole])} WHERE sweep <> {entry.sweep}")


def sweep_add(store: Store, sweep: SweepTimes) -> str:
    """Adds a sweep; replaces the stored one if it has changed, for example by more nodes."""
    entry = entry_of(sweep)
    with writing(store):
        entries = entries_of(store)
        orphans_remove(store, entries)
        before = next((other for other in entries if other.id == entry.id), None)
        if before and before.content == entry.content:
            return KNOWN
        others = [entry for entry in entries if entry is not before]
        if before:
            entries_save(store, others)
            sweep_remove(store, before)
        number = before.sweep if before else max((entry.sweep for entry in entries), default=-1) + 1
        entry = entry._replace(sweep=number)
        tables_write(store, sweep, entry)
        entries_save(store, [*others, entry])
    return REPLACED if before else ADDED


def tables_write(store: Store, sweep: SweepTimes, entry: SweepEntry) -> None:
    """Writes the dictionaries first, so that every number in a table has its meaning."""
    cell = numbers_of(store, "cells", "cell", KEY_TYPES, [CellKey(**key) for key in sweep.cells])
    node = numbers_of(store, "nodes", "node", {"name": str}, [(name,) for name in sweep.nodes])
    sets = [lasting(facts) for facts in sweep.facts]
    hashes = [facts_hash(facts) for facts in sets]
    facts_save(store, dict(zip(hashes, sets, strict=True)))
    summary = summary_of(sweep)
    at, where = np.nonzero(sweep.valid != LOST)
    for table, columns in {
        # A row for each record; `us` is NULL without a result.
        "cells": {"cell": cell[where], "node": node[at],
                  "us": sweep.times[at, where].astype(np.float32)},
        "nodes": {"node": node, "started": column_of(sweep.started, str),
                  "stratum": column_of((summary.strata[at] for at in summary.stratum), str),
                  "facts": column_of(hashes, int), "shift": summary.shifts},
        # A row for each stratum and cell; `log_us` is the median of the natural logarithms.
        "medians": {"stratum": column_of(np.repeat(summary.strata, len(cell)), str),
                    "cell": np.tile(cell, len(summary.strata)),
                    "nodes": summary.counts.ravel(), "log_us": summary.logs.ravel()},
    }.items():
        store.write(store.part(table, entry.month, entry.file),
                    f"SELECT {entry.sweep}::INTEGER AS sweep, * FROM given "
                    f"ORDER BY {ORDERS[table]}", columns)


def lasting(facts: Facts) -> Facts:
    """The facts that only change if somebody changes them."""
    return {name: value if value is None else plain(name, value)
            for name, value in facts.items() if not OWN.search(name)}
