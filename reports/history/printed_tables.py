# SPDX-License-Identifier: BSD-3-Clause
"""ARSC's tables, beside this machine's values."""

from collections.abc import Mapping, Sequence

from reports.claims.evidence import Evidence, Side
from common.published_values import Row, microseconds, table
from reports.history.printed import NONE, Table, first_with, text_of
from records.read import Cell

ARSC = "ARSC newsletter 56"
WORD = 8  # bytes
GETS = {"distant_get": "get", "distant_put": "put"}
ARSC_TABLES = (
    # number, pattern here, protocol over SHMEM, what it is
    (1, "distant_get", "get", "time of shmem_get by PE 0, µs"),
    (2, "distant_put", "put", "time of shmem_put until it returns, µs"),
    (3, "put_acknowledged_printed", "put_spin", "put and acknowledgement, polled, µs"),
    (4, "put_acknowledged_printed", "put", "put and acknowledgement, shmem_wait, µs"),
)


def printed_time(row: Row) -> str:
    return NONE if row["value"] == "NaN" else text_of(microseconds(row))


def arsc_table(seen: Sequence[Evidence], number: int, pattern: str, protocol: str,
               what: str) -> Table:
    """Words by PE; here rank 0 with itself (its own PE) and with each partner there is."""
    printed = {(int(row["bytes"]), row["pattern"].partition(":PE")[2]): row
               for row in table(f"arsc1995-table{number}")}
    sizes = sorted({size for size, _ in printed})
    elements = sorted({pe for _, pe in printed})
    here = first_with(seen, pattern, Side("shmem", (protocol,)))
    own = first_with(seen, pattern, Side("shmem", (protocol,), own=True))
    cells: dict[int, Mapping[int, Cell]] = {**own, **here}
    if pattern not in GETS and 0 in cells:  # rank 1 is the only partner
        cells = {1: cells[0]}
    rows = [
        (str(size // WORD), *(printed_time(printed[size, pe]) for pe in elements),
         *(text_of(cells[at][size].time_us if size in cells[at] else None)
           for at in sorted(cells)))
        for size in sizes
    ]
    head = ("words", *(f"PE {pe}" for pe in elements),
            *(f"here, rank {at}" for at in sorted(cells)))
    listed = ",".join(map(str, sizes))
    return Table(
        f"arsc-{number}", ARSC, f"table {number}: {what}", head, rows, len(cells),
        "Its author calls these values worthless." if number == 3 else "",
        f"comops run --patterns {pattern} --paths shmem --protocols {protocol} --sizes {listed}")


def printed_tables(seen: Sequence[Evidence]) -> list[Table]:
    return [arsc_table(seen, *row) for row in ARSC_TABLES]
