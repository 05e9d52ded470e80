# SPDX-License-Identifier: BSD-3-Clause
"""The publications' tables, beside this machine's values."""

from collections.abc import Mapping, Sequence

from reports.claims.evidence import Evidence, Side
from common.published_values import Row, microseconds, table
from reports.history.printed import NONE, Table, first_with, text_of
from records.read import Cell
from reports.words.formats import path_text, size_text

ARSC, WORLEY = "ARSC newsletter 56", "Worley"
WORD = 8  # bytes
GETS = {"distant_get": "get", "distant_put": "put"}
ARSC_TABLES = (
    # number, pattern here, protocol over SHMEM, what it is
    (1, "distant_get", "get", "time of shmem_get by PE 0, µs"),
    (2, "distant_put", "put", "time of shmem_put until it returns, µs"),
    (3, "put_acknowledged_printed", "put_spin", "put and acknowledgement, polled, µs"),
    (4, "put_acknowledged_printed", "put", "put and acknowledgement, shmem_wait, µs"),
)
ORDERS = {"swap-unordered": "(0,x)", "swap-ordered": "(1,x)"}
VOLUMES = (2097152, 131072, 8192)
PATHS = ("mpi", "shmem", "threads")


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


def swap_here(seen: Sequence[Evidence], path: str, order: str, volume: int) -> tuple[str, ...]:
    """Peak bandwidth, its protocol and the overhead of one more swap with that protocol."""
    for evidence in seen:
        protocols = {cell.key.protocol for cell in evidence.matching("swap_printed", Side(path))
                     if cell.key.protocol.startswith(order[:3])}
        found = {}
        for protocol in sorted(protocols):
            cells = [cell for cell in evidence.matching("swap_printed", Side(path, (protocol,)))
                     if cell.key.series == volume]
            if cells:
                found[protocol] = {volume / cell.key.bytes: cell for cell in cells}
        if found:
            best = min(found, key=lambda one: min(c.fastest_us for c in found[one].values()))
            times = {messages: cell.fastest_us for messages, cell in found[best].items()}
            few, many = min(times), max(times)
            more = times[many] - times[few]
            overhead = more / (many - few) if more > 0 else None
            return text_of(2 * volume / min(times.values())), best, text_of(overhead)
    return NONE, NONE, NONE


def worley_table(seen: Sequence[Evidence]) -> Table:
    """Table 5: a row for each machine, library and order; three columns a volume."""
    printed: dict[tuple[str, str, str], dict[tuple[int, str], Row]] = {}
    for row in table("worley1999-table5"):
        name = row["machine"], row["model"].upper(), ORDERS[row["pattern"]]
        printed.setdefault(name, {})[int(row["bytes"]), row["metric"]] = row
    rows = []
    for name, values in printed.items():
        cells = []
        for volume in VOLUMES:
            rate = values.get((volume, "peak_bandwidth"))
            latency = values.get((volume, "latency"))
            cells += [rate["value"] if rate else NONE, rate["protocol"] if rate else NONE,
                      latency["value"] if latency else NONE]
        rows.append((*name, *cells))
    for path in PATHS:
        for order in ORDERS.values():
            cells = [text for volume in VOLUMES
                     for text in swap_here(seen, path, order, volume)]
            if any(cells):
                rows.append(("here", path_text(path), order, *cells))
    head = ("machine", "library", "order", *(
        text for volume in VOLUMES
        for text in (f"{size_text(volume)}, MB/s", "protocol", "latency, µs")))
    return Table(
        "worley-5", WORLEY, "table 5: peak bandwidth and latency of SWAP", head, rows, 0,
        "Rates count both directions, of the fastest run. The latency is the overhead of one more "
        "SWAP with the protocol of the peak: here the time of the most messages of the volume "
        "minus that of one, divided by the additional messages; none if it is not longer.",
        "comops run --patterns swap_printed")


def printed_tables(seen: Sequence[Evidence]) -> list[Table]:
    return [
        *(arsc_table(seen, *row) for row in ARSC_TABLES),
        worley_table(seen),
    ]
