# SPDX-License-Identifier: BSD-3-Clause
"""Makes one file of a month's sweeps: a cell's times of all of them then lie together."""

from collections.abc import Sequence
from pathlib import Path

from fleet.store.folder import TABLES, Store, month_replace, quoted, writing
from fleet.store.sweeps import Entry, entries_of, orphans_remove

WHOLE = "month"  # the name of a month's one file
ORDERS = {"cells": "cell, node, sweep", "nodes": "node, sweep", "medians": "stratum, cell, sweep"}


def store_compact(store: Store) -> int:
    """The number of months merged into one file; only the last month keeps a file per sweep."""
    with writing(store):
        entries = entries_of(store)
        orphans_remove(store, entries)
        months = sorted({one.month for one in entries})[:-1]
        done = [month_compact(store, month) for month in months]
    return sum(done)


def month_compact(store: Store, month: str) -> bool:
    """Whether the month had several files of any table."""
    done = False
    for table in TABLES:
        folder = store.folder / table / f"month={month}"
        files = sorted(folder.glob("*.parquet"))
        if len(files) > 1:
            month_write(store, folder, f"SELECT * FROM {rows(files)} ORDER BY {ORDERS[table]}")
            done = True
    return done


def rows(files: Sequence[Path]) -> str:
    listed = ", ".join(quoted(file) for file in files)
    return f"read_parquet([{listed}], hive_partitioning = false)"


def month_write(store: Store, folder: Path, query: str) -> None:
    new = folder.with_name(f".new-{folder.name}")
    store.write(new / f"{WHOLE}.parquet", query)
    month_replace(folder, new)


def sweep_remove(store: Store, entry: Entry) -> None:
    """Removes a sweep's files, or its rows from a month's single file."""
    for table in TABLES:
        folder = store.folder / table / f"month={entry.month}"
        (folder / f"{entry.file}.parquet").unlink(missing_ok=True)
        whole = folder / f"{WHOLE}.parquet"
        if whole.exists():
            store.write(whole, f"SELECT * FROM {rows([whole])} WHERE sweep <> {entry.sweep}")
