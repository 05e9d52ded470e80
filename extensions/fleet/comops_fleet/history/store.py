# SPDX-License-Identifier: BSD-3-Clause
"""The files of a store: creating, replacing and removing them, and the tables that SQL sees.

    STORE/dictionaries/{cells,nodes,facts,sweeps}.parquet
    STORE/{cells,nodes,medians}/month=2026-11/sweep=….parquet

A sweep belongs to the store when the dictionary `sweeps`, which is written last, names it. The
dictionaries tell what the numbers of cells and nodes mean, which never change once given. A set of
facts is known by its hash, so sweeps may be added in any order.
"""

import fcntl
import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import duckdb
import numpy as np

from comops.common.files import draft_of
from comops.results.keys import KEY_TYPES
from comops_fleet.check.sweep import Facts

TABLES = ("cells", "nodes", "medians")
DICTIONARIES = ("cells", "nodes", "facts", "sweeps")
MARK = "comops-history"
MARKED = "comops-history/1\n"
GROUP = 40_960  # rows of a row group: the least that is read for one node of one cell
TYPES = {str: object, int: np.int64}
# Columns that a view has while the store is empty.
EMPTY = {
    "times": "sweep INTEGER, cell INTEGER, node INTEGER, us FLOAT",
    "measured": "sweep INTEGER, node INTEGER, started VARCHAR, stratum VARCHAR, facts BIGINT, "
                "shift DOUBLE",
    "medians": "sweep INTEGER, stratum VARCHAR, cell INTEGER, nodes BIGINT, log_us DOUBLE",
    "nodes": "node INTEGER, name VARCHAR",
    "facts": "facts BIGINT, name VARCHAR, value VARCHAR",
    "sweeps": "sweep INTEGER, id VARCHAR, started VARCHAR, content VARCHAR, nodes BIGINT, "
              "unmeasured BIGINT",
    "cells": "cell INTEGER, " + ", ".join(
        f'"{name}" {"VARCHAR" if kind is str else "BIGINT"}'
        for name, kind in KEY_TYPES.items()),
}
VIEWS = {"times": "cells", "measured": "nodes", "medians": "medians"}  # view -> folder
# Everything by name, one row for each time.
RESULTS = """
    SELECT CAST(sweeps.started AS TIMESTAMP) AS started, nodes.name AS name,
           cells.* EXCLUDE (cell), times.us, times.sweep, times.cell, times.node
    FROM times JOIN sweeps USING (sweep) JOIN cells USING (cell) JOIN nodes USING (node)"""

Columns = dict[str, np.ndarray]


class StoreError(Exception):
    """A store that cannot be used; one line says why."""


class Store:
    """The folder of a store. `database` is in memory and temporary."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = duckdb.connect(config={"temp_directory": str(folder / ".temporary")})
        self.database.execute("SET enable_progress_bar = false")

    def dictionary(self, name: str) -> Path:
        return self.folder / "dictionaries" / f"{name}.parquet"

    def files(self, table: str) -> list[Path]:
        return sorted((self.folder / table).glob("month=*/*.parquet"))

    def own(self, table: str, names: str) -> list[Path]:
        """The files of such names in months that are no links: elsewhere nothing is removed."""
        return [file for file in (self.folder / table).glob(f"month=*/{names}")
                if not file.parent.is_symlink()]

    def part(self, table: str, month: str, name: str) -> Path:
        return self.folder / table / f"month={month}" / f"{name}.parquet"

    def write(self, file: Path, query: str, columns: Columns | None = None) -> None:
        """The rows of a query as a Parquet file, written whole, then renamed.

        `columns` are the table `given` of the query; an empty one keeps no type, so there must be
        a row.
        """
        file.parent.mkdir(parents=True, exist_ok=True)
        if columns:
            self.database.register("given", columns)
        with draft_of(file) as draft:
            self.database.execute(
                f"COPY ({query}) TO {quoted(draft)} "
                f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {GROUP}, USE_TMP_FILE false)")


def quoted(text: object) -> str:
    """A text in SQL."""
    return "'" + str(text).replace("'", "''") + "'"


def rows(files: Sequence[Path]) -> str:
    """The rows of some files as a table of SQL."""
    listed = ", ".join(map(quoted, files))
    return f"read_parquet([{listed}], hive_partitioning = false)"


def store_open(folder: Path) -> Store:
    """An existing store; StoreError if there is none."""
    try:
        mark = (folder / MARK).read_text(encoding="utf-8", errors="replace")
    except OSError:
        raise StoreError(f"{folder}: not a store; `comops history add` makes one") from None
    if mark != MARKED:
        raise StoreError(f"{folder}: a store of another version of comops ({mark.strip()[:40]})")
    store = Store(folder)
    parts_check(store)
    return store


def parts_check(store: Store) -> None:
    """StoreError if a part is out of reach, as on a disk that is not mounted: without it, the store
    would seem to have fewer sweeps, and numbers would be given twice."""
    for part in (*store.folder.glob("*/*"), *store.folder.glob("*/month=*/*")):
        if part.is_symlink() and not part.exists():
            raise StoreError(f"{part}: a link that leads nowhere")
    if store.dictionary("sweeps").exists():  # asked first: a process that adds now writes it last
        for file in map(store.dictionary, DICTIONARIES):
            if not file.exists():
                raise StoreError(f"{file} is missing; without it the store cannot be read")


def store_make(folder: Path) -> Store:
    """A store, created if necessary: in a new folder, or an empty one. Others may create it at the
    same time; an empty mark is that of one who could not write it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        others = [file for file in folder.iterdir() if file.name != MARK]
        if others and not (folder / MARK).exists():
            raise StoreError(f"{folder}: not a store, and not empty; name a new folder")
        with locked(folder) as mark:
            if not mark.tell():
                mark.write(MARKED.encode())
    except OSError as error:
        raise StoreError(f"{folder}: {error.strerror}") from None
    return store_open(folder)


@contextmanager
def locked(folder: Path) -> Iterator[BinaryIO]:
    """The mark, at its end, which one process at a time has."""
    with open(folder / MARK, "a+b") as mark:
        fcntl.flock(mark, fcntl.LOCK_EX)
        mark.seek(0, os.SEEK_END)
        yield mark


@contextmanager
def writing(store: Store) -> Iterator[None]:
    """Lets one process write at a time; first removes what an interrupted one left."""
    with locked(store.folder):
        months_restore(store)
        yield


def months_restore(store: Store) -> None:
    """Completes or undoes the replacement of a month, and removes drafts."""
    for table in TABLES:
        for old in (store.folder / table).glob(".old-month=*"):
            month = old.with_name(old.name.removeprefix(".old-"))
            if month.exists():
                month_remove(old)
            else:
                old.rename(month)
        for new in (store.folder / table).glob(".new-month=*"):
            month_remove(new)
        for draft in store.own(table, ".*.parquet.*"):
            draft.unlink()


def month_remove(folder: Path) -> None:
    """Removes a month; if it lies elsewhere, only the link to it."""
    if folder.is_symlink():
        folder.unlink()
    else:
        shutil.rmtree(folder)


def views_make(store: Store) -> None:
    """One view for each table and dictionary, and `results`."""
    for view, columns in EMPTY.items():
        files = store.files(VIEWS[view]) if view in VIEWS else [store.dictionary(view)]
        there = [file for file in files if file.exists()]
        store.database.execute(f"CREATE VIEW {view} AS FROM {rows(there)}" if there
                               else f"CREATE TABLE {view} ({columns})")
    store.database.execute(f"CREATE VIEW results AS {RESULTS}")


def answer(store: Store, query: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The names of the columns and the rows of a query; duckdb.Error if it is wrong."""
    cursor = store.database.execute(query)
    return [column[0] for column in cursor.description or []], cursor.fetchall()


def column_of(values: Iterable[Any], kind: type) -> np.ndarray:
    return np.array(list(values), dtype=TYPES[kind])


def columns_of(rows: Sequence[Sequence[Any]], kinds: dict[str, type]) -> Columns:
    """Rows as columns."""
    return {name: column_of((row[at] for row in rows), kind)
            for at, (name, kind) in enumerate(kinds.items())}


def rows_of(store: Store, name: str, columns: Iterable[str]) -> list[tuple]:
    """The rows of a dictionary in the order of the file; none if there is no file."""
    file = store.dictionary(name)
    if not file.exists():
        return []
    listed = ", ".join(f'"{column}"' for column in columns)
    return store.database.execute(f"SELECT {listed} FROM {rows([file])}").fetchall()


def numbers_of(store: Store, name: str, number: str, kinds: dict[str, type],
               rows: Iterable[tuple]) -> np.ndarray:
    """The numbers of some rows of a dictionary, counted from 0 in order of arrival; it is written
    anew if it has grown."""
    numbers = {row: at for at, row in enumerate(rows_of(store, name, kinds))}
    before = len(numbers)
    assigned = [numbers.setdefault(row, len(numbers)) for row in rows]
    if len(numbers) > before:
        columns = {number: np.arange(len(numbers), dtype=np.int32)}
        store.write(store.dictionary(name), "FROM given",
                    columns | columns_of(list(numbers), kinds))
    return np.array(assigned, dtype=np.int32)


def facts_text(value: Any) -> str:
    """The value of a fact as text; empty if it could not be read."""
    return "" if value is None else str(value)


def facts_hash(facts: Facts) -> int:
    """A 63-bit hash of a set of facts."""
    text = json.dumps([[name, facts_text(facts[name])] for name in sorted(facts)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def facts_save(store: Store, sets: dict[int, Facts]) -> None:
    """Adds the sets that the dictionary lacks."""
    file = store.dictionary("facts")
    known = {text for (text,) in rows_of(store, "facts", ["facts"])}
    new = [(number, name, facts_text(value)) for number, facts in sets.items()
           if number not in known for name, value in facts.items()]
    if new:
        before = f"FROM {rows([file])} UNION ALL " if file.exists() else ""
        store.write(file, f"{before}FROM given",
                    columns_of(new, {"facts": int, "name": str, "value": str}))
