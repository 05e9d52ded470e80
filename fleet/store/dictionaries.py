# SPDX-License-Identifier: BSD-3-Clause
"""The dictionaries of a store: what the numbers of cells and nodes mean, and sets of facts.

Numbers never change once given. A set of facts is known by its hash, so sweeps may be added in any
order.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from fleet.read.node import Facts
from fleet.store.folder import Columns, Store, quoted
from records.keys import KEY_TYPES

TYPES = {str: object, int: np.int64}


def column_of(values: Iterable[Any], kind: type) -> np.ndarray:
    listed = list(values)
    column = np.empty(len(listed), dtype=TYPES[kind])
    column[:] = listed
    return column


def columns_of(rows: Sequence[Sequence[Any]], kinds: dict[str, type]) -> Columns:
    """Rows as columns."""
    return {
        name: column_of((row[at] for row in rows), kind)
        for at, (name, kind) in enumerate(kinds.items())
    }


def rows_of(store: Store, name: str, columns: Iterable[str]) -> list[tuple]:
    """The rows of a dictionary in the order of the file; none if there is no file."""
    file = store.dictionary(name)
    if not file.exists():
        return []
    listed = ", ".join(f'"{one}"' for one in columns)
    return store.database.execute(f"SELECT {listed} FROM read_parquet(?)", [str(file)]).fetchall()


class Numbers:
    """A dictionary of rows, numbered from 0 in order of arrival."""

    def __init__(self, store: Store, name: str, number: str, kinds: dict[str, type]) -> None:
        self.store, self.name, self.column, self.kinds = store, name, number, kinds
        self.numbers = {row: at for at, row in enumerate(rows_of(store, name, kinds))}
        self.saved = len(self.numbers)

    def number(self, row: tuple) -> int:
        return self.numbers.setdefault(row, len(self.numbers))

    def save(self) -> None:
        """Writes the whole dictionary if it has grown."""
        if len(self.numbers) == self.saved:
            return
        columns = {self.column: np.arange(len(self.numbers), dtype=np.int32)}
        columns |= columns_of(list(self.numbers), self.kinds)
        self.store.write_columns(self.store.dictionary(self.name), columns)
        self.saved = len(self.numbers)


def cell_numbers(store: Store) -> Numbers:
    return Numbers(store, "cells", "cell", KEY_TYPES)


def node_numbers(store: Store) -> Numbers:
    return Numbers(store, "nodes", "node", {"name": str})


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
    known = {one for (one,) in rows_of(store, "facts", ["facts"])}
    rows = [(number, name, facts_text(value)) for number, facts in sets.items()
            if number not in known for name, value in facts.items()]
    if not rows:
        return
    columns = columns_of(rows, {"facts": int, "name": str, "value": str})
    store.database.register("added", columns)
    before = f"SELECT * FROM read_parquet({quoted(file)}) UNION ALL " if file.exists() else ""
    store.write(file, f"{before}SELECT * FROM added")
    store.database.unregister("added")
