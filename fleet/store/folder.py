# SPDX-License-Identifier: BSD-3-Clause
"""The files of a store: creating, replacing and removing them.

    STORE/dictionaries/{cells,nodes,facts,sweeps}.parquet
    STORE/{cells,nodes,medians}/month=2026-11/sweep=….parquet

A sweep belongs to the store when the dictionary `sweeps`, which is written last, names it.
"""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import numpy as np

TABLES = ("cells", "nodes", "medians")
DICTIONARIES = ("cells", "nodes", "facts", "sweeps")
MARK = "comops-history"
MARKED = "comops-history/1\n"
GROUP = 40_960  # rows of a row group: the least that is read for one node of one cell

Columns = dict[str, np.ndarray]


class StoreError(Exception):
    """A store that cannot be used; one line says why."""


class Store:
    """The folder of a store. `database` is in memory and temporary."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = duckdb.connect(":memory:")
        self.database.execute("SET enable_progress_bar = false")
        spilled = quoted(folder / ".temporary")
        self.database.execute(f"SET temp_directory = {spilled}")

    def dictionary(self, name: str) -> Path:
        return self.folder / "dictionaries" / f"{name}.parquet"

    def files(self, table: str) -> list[Path]:
        return sorted((self.folder / table).glob("month=*/*.parquet"))

    def part(self, table: str, month: str, name: str) -> Path:
        return self.folder / table / f"month={month}" / f"{name}.parquet"

    def write(self, file: Path, query: str) -> None:
        """The rows of a query as a Parquet file, written whole, then renamed."""
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_name(f".{file.name}.{os.getpid()}")
        try:
            self.database.execute(
                f"COPY ({query}) TO {quoted(draft)} "
                f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {GROUP})"
            )
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)

    def write_columns(self, file: Path, columns: Columns) -> None:
        """Columns as a Parquet file; an empty one keeps no type, so there must be a row."""
        self.database.register("columns", columns)
        self.write(file, "SELECT * FROM columns")
        self.database.unregister("columns")


def quoted(text: object) -> str:
    """A text in SQL."""
    return "'" + str(text).replace("'", "''") + "'"


def store_open(folder: Path) -> Store:
    """An existing store; StoreError if there is none."""
    try:
        mark = (folder / MARK).read_text(encoding="utf-8", errors="replace")
    except OSError:
        raise StoreError(f"{folder}: not a store; `comops history add` makes one") from None
    if mark != MARKED:
        raise StoreError(f"{folder}: a store of another version of comops ({mark.strip()[:40]})")
    return Store(folder)


def store_make(folder: Path) -> Store:
    """A store, created if necessary: in a new folder, or an empty one."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not any(folder.iterdir()):
            (folder / MARK).write_text(MARKED, encoding="utf-8")
    except OSError as error:
        raise StoreError(f"{folder}: {error.strerror}") from None
    return store_open(folder)


@contextmanager
def writing(store: Store) -> Iterator[None]:
    """Lets one process write at a time; first removes what an interrupted one left."""
    with open(store.folder / MARK, "r+b") as mark:
        fcntl.flock(mark, fcntl.LOCK_EX)
        months_restore(store)
        yield


def month_replace(folder: Path, new: Path) -> None:
    """Replaces a month's folder; months_restore completes an interrupted replacement."""
    old = folder.with_name(f".old-{folder.name}")
    folder.rename(old)
    new.rename(folder)
    shutil.rmtree(old)


def months_restore(store: Store) -> None:
    """Completes or undoes the replacement of a month, and removes drafts."""
    for table in TABLES:
        for old in (store.folder / table).glob(".old-month=*"):
            month = old.with_name(old.name.removeprefix(".old-"))
            if month.exists():
                shutil.rmtree(old)
            else:
                old.rename(month)
        for new in (store.folder / table).glob(".new-month=*"):
            shutil.rmtree(new)
        for draft in (store.folder / table).glob("month=*/.*"):
            draft.unlink()
