# SPDX-License-Identifier: BSD-3-Clause
"""ARSC T3D Users' Newsletter 56, 13 October 1995: shmem_get and shmem_put between PE 0 and each PE.

One reading of each cell; the tables have eight PEs. Where there is no OpenSHMEM, threads stand for
it, which copy out of and into each other's memory.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from common.published_values import microseconds, table
from records.read import Cell
from reports.claims.evidence import Side
from reports.history.items import (
    HERE, NONE, PRINT, Column, Item, Part, Row, Runs, Table, Value, value_of,
)
from reports.history.readings import by_partner, time_us

WORD, PES = 8, 8
WORDS = (0, 1, 2, 3, 4, 5, 10, 20, 100, 200, 1000, 2000, 10_000, 20_000, 100_000, 200_000,
         1_000_000, 2_000_000)
TABLES = {  # pattern, protocols over SHMEM and threads, what it is
    1: ("distant_get", ("get", "get"), "shmem_get by PE 0"),
    2: ("distant_put", ("put", "put"), "shmem_put by PE 0, until it returns"),
    3: ("put_acknowledged_printed", ("put_spin", ""), "put and acknowledgement, both polled"),
    4: ("put_acknowledged_printed", ("put", "put"), "put and acknowledgement, shmem_wait"),
}
FLAG = "A flag after the whole message is awaited, not a word of the message."
WITHOUT = "Without OpenSHMEM, which must be installed first, threads' copies stand for it."
DIFFERS = {
    1: WITHOUT, 2: WITHOUT,
    3: f"Its author calls these times worthless. {FLAG} OpenSHMEM must be installed first.",
    4: f"{FLAG} {WITHOUT}",
}


def cells_of(runs: Runs, pattern: str, side: Side, sizes: list[int]
             ) -> dict[int, Mapping[int, Cell]]:
    """By size and PE, the own one too."""
    return {size: by_partner(runs.here, pattern, side, size)
            | by_partner(runs.here, pattern, replace(side, own=True), size) for size in sizes}


def table_of(number: int, runs: Runs) -> list[Part]:
    """A row for each number of words, a column for each PE."""
    pattern, protocols, what = TABLES[number]
    printed = {(int(row["bytes"]), int(row["pattern"].partition(":PE")[2])): row
               for row in table(f"arsc1995-table{number}")}
    sizes = [WORD * one for one in WORDS]
    by_path = {path: cells_of(runs, pattern, Side(path, (protocol,)), sizes)
               for path, protocol in zip(("shmem", "threads"), protocols, strict=True) if protocol}
    path = next((one for one, cells in by_path.items() if any(cells.values())), "shmem")
    here = by_path[path]
    pes = sorted({pe for cells in here.values() for pe in cells})
    columns = (*(Column(PRINT, f"PE {pe}") for pe in range(PES)),
               *(Column(HERE, f"{'PE' if path == 'shmem' else 'thread'} {pe}") for pe in pes))

    def said(size: int, pe: int) -> Value:
        row = printed.get((size, pe))
        return NONE if row is None or row["value"] == "NaN" else Value(microseconds(row))

    listed = [Row((f"{size // WORD:,}",), (
        *(said(size, pe) for pe in range(PES)),
        *(value_of(here[size].get(pe), time_us, size) for pe in pes))) for size in sizes]
    return [Table(what, ("words",), columns, listed, "µs")]


def _table(number: int) -> Item:
    pattern, protocols, what = TABLES[number]
    sizes = ",".join(str(WORD * one) for one in WORDS)
    return Item(
        "arsc", f"table-{number}", what, partial(table_of, number), (PES,),
        (f"comops run --method arsc --patterns {pattern} --paths threads,shmem "
         f"--protocols {','.join(dict.fromkeys(filter(None, protocols)))} --ranks {{ranks}} "
         f"--sizes {sizes}",), (), DIFFERS[number], 10, "shmem" if number == 3 else "",
        (f"arsc1995-table{number}",))


ITEMS = tuple(map(_table, TABLES))
