# SPDX-License-Identifier: BSD-3-Clause
"""The tables of a store as SQL sees them (docs/fleet.md)."""

from typing import Any

import duckdb

from fleet.store.folder import Store, StoreError, quoted
from records.keys import KEY_TYPES

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
TABLES = {"times": "cells", "measured": "nodes", "medians": "medians"}  # view -> folder
# Everything by name, one row for each time.
RESULTS = """
    SELECT CAST(sweeps.started AS TIMESTAMP) AS started, nodes.name AS name,
           cells.* EXCLUDE (cell), times.us, times.sweep, times.cell, times.node
    FROM times JOIN sweeps USING (sweep) JOIN cells USING (cell) JOIN nodes USING (node)"""


def views_make(store: Store) -> None:
    """One view for each table and dictionary, and `results`."""
    for view, columns in EMPTY.items():
        files = store.files(TABLES[view]) if view in TABLES else [store.dictionary(view)]
        listed = ", ".join(quoted(file) for file in files if file.exists())
        query = f"FROM read_parquet([{listed}], hive_partitioning = false)"
        if not listed:
            store.database.execute(f"CREATE TABLE {view} ({columns})")
        else:
            store.database.execute(f"CREATE VIEW {view} AS {query}")
    store.database.execute(f"CREATE VIEW results AS {RESULTS}")


def answer(store: Store, query: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The names of the columns and the rows of a query; StoreError if it is wrong."""
    try:
        found = store.database.execute(query)
        return [one[0] for one in found.description or []], found.fetchall()
    except duckdb.Error as error:
        raise StoreError(str(error).strip().splitlines()[0]) from None
