# SPDX-License-Identifier: BSD-3-Clause
"""Worley 1999, SWAP: tables 1, 2 and 5, figures 2 and 3. Times are those of the fastest runs, as in
print; rates count both directions."""

from collections import defaultdict
from collections.abc import Mapping

from common.published_values import table
from records.read import Cell
from reports.claims.evidence import Side
from reports.history.items import (
    HERE, NONE, PRINT, Column, Curve, Figure, Part, Point, Row, Runs, Table, Value,
)
from reports.words.formats import path_text, size_text

PATHS = ("mpi", "shmem", "threads")
DEFAULTS = {"mpi": "(0,6)", "shmem": "(0,1)", "threads": "(0,1)"}
HERE_PATHS = tuple(Column(HERE, path_text(path)) for path in PATHS)

VOLUMES = (2097152, 131072, 8192)
ORDERS = {"swap-unordered": ("unordered", "(0,"), "swap-ordered": ("ordered", "(1,")}
# What both ranks do, unordered; ordered, what the rank does that sends first.
CODES = {
    "(0,0)": "buffered send; recv", "(0,1)": "isend; recv", "(0,2)": "irecv; send; wait",
    "(0,3)": "irecv; isend; wait", "(0,4)": "irecv; irsend; wait", "(0,5)": "irecv; irsend; wait",
    "(0,6)": "sendrecv",
    "(1,0)": "send; recv", "(1,1)": "isend; recv", "(1,2)": "irecv; send; wait",
    "(1,3)": "irecv; isend; wait", "(1,4)": "irecv; irsend; wait", "(1,5)": "irecv; irsend; wait",
    "(1,6)": "send; recv, after a go message",
}


def swaps(runs: Runs, path: str, begins: str, volume: int) -> dict[str, dict[int, Cell]]:
    """The cells of the first campaign that has some, by protocol and size of a message."""
    for evidence in runs.here:
        found: dict[str, dict[int, Cell]] = defaultdict(dict)
        for cell in evidence.matching("swap_printed", Side(path)):
            if cell.key.series == volume and cell.key.protocol.startswith(begins):
                found[cell.key.protocol][cell.key.bytes] = cell
        if found:
            return dict(sorted(found.items()))
    return {}


def quickest(cells: Mapping[int, Cell]) -> Cell:
    return min(cells.values(), key=lambda one: one.fastest_us)


def peak(cell: Cell, protocol: str = "") -> Value:
    """Both directions count. With the protocol, if it is named."""
    rate = 2 * cell.key.series / cell.fastest_us
    return Value(rate, f"{rate:,.0f} {protocol}" if protocol else "", bool(cell.oversubscribed))


def latency(cells: Mapping[int, Cell]) -> Value:
    """What one more message takes."""
    few, many = cells[max(cells)], cells[min(cells)]
    messages = few.key.series / many.key.bytes - few.key.series / few.key.bytes
    longer = many.fastest_us - few.fastest_us
    return Value(longer / messages if longer > 0 else None, "", bool(few.oversubscribed))


def table_protocols(begins: str, runs: Runs) -> list[Part]:
    listed = []
    for protocol, code in CODES.items():
        if protocol.startswith(begins):
            here = [swaps(runs, path, protocol, VOLUMES[0]).get(protocol) for path in PATHS]
            listed.append(Row((protocol,), (Value(words=code), *(
                peak(quickest(cells)) if cells else NONE for cells in here))))
    order = next(name for name, start in ORDERS.values() if start == begins)
    return [Table(f"{order} protocols of SWAP", ("protocol",), (Column(PRINT), *HERE_PATHS), listed,
                  note="Here MB/s of 2 MiB, of both directions.")]


def table_5(runs: Runs) -> list[Part]:
    values = {(row["machine"], row["model"], row["pattern"], int(row["bytes"]), row["metric"]): row
              for row in table("worley1999-table5")}
    sides = list(dict.fromkeys(key[:2] for key in values))
    listed = []
    for volume in VOLUMES:
        for pattern, (order, begins) in ORDERS.items():
            found = [swaps(runs, path, begins, volume) for path in PATHS]
            bests = [min(some, key=lambda one: quickest(some[one]).fastest_us, default=None)
                     for some in found]
            both = [(name, some[name]) for name, some in zip(bests, found, strict=True) if name]
            here = dict(zip((path for path, some in zip(PATHS, found, strict=True) if some), both))
            for metric, unit in (("peak_bandwidth", "MB/s"), ("latency", "latency, µs")):
                print_ = [values.get((*side, pattern, volume, metric)) for side in sides]
                listed.append(Row((size_text(volume), order, unit), (
                    *(_swap_printed(row, metric) for row in print_),
                    *(_swap_here(here.get(path), metric) for path in PATHS))))
    columns = tuple(Column(PRINT, f"{machine}, {model.upper()}") for machine, model in sides)
    return [Table("peak bandwidth and latency of SWAP", ("volume", "order", "value"),
                  (*columns, *HERE_PATHS), listed)]


def _swap_printed(row: dict[str, str] | None, metric: str) -> Value:
    if not row:
        return NONE
    protocol = f" {row['protocol']}" if metric == "peak_bandwidth" else ""
    return Value(float(row["value"]), row["value"] + protocol)


def _swap_here(best: tuple[str, Mapping[int, Cell]] | None, metric: str) -> Value:
    if not best:
        return NONE
    protocol, cells = best
    return latency(cells) if metric == "latency" else peak(quickest(cells), protocol)


def swap_curve(runs: Runs, path: str, label: str, volume: int, protocol: str = "") -> list[Curve]:
    """Over the size of a message: by the protocol, or the best one at each size."""
    by_size: dict[int, list[Cell]] = defaultdict(list)
    for begins in ("(0,", "(1,"):
        for name, cells in swaps(runs, path, begins, volume).items():
            for size, cell in cells.items() if protocol in ("", name) else ():
                by_size[size].append(cell)
    points = []
    for size, cells in sorted(by_size.items()):
        cell = min(cells, key=lambda one: one.fastest_us)
        points.append(Point(size, 2 * volume / cell.fastest_us, bool(cell.oversubscribed)))
    return [Curve(HERE, f"{path_text(path)}, {label}", path, tuple(points))] if points else []


def figure_2(runs: Runs) -> list[Part]:
    return [Figure("SWAP of three volumes, best protocol", "bytes", "MB/s", [
        one for path in PATHS for volume in VOLUMES
        for one in swap_curve(runs, path, size_text(volume), volume)])]


def figure_3(runs: Runs) -> list[Part]:
    return [Figure("SWAP of 2 MiB, best protocol and default", "bytes", "MB/s", [
        one for path, default in DEFAULTS.items()
        for label, protocol in (("best", ""), (default, default))
        for one in swap_curve(runs, path, label, VOLUMES[0], protocol)])]
