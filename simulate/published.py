# SPDX-License-Identifier: BSD-3-Clause
"""`comops simulate --published`: what the papers print beside what the simulation says.

The ping-pong times are those the platforms were fitted to; all else is a prediction.
"""

import re
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cells import cell, cells_simulate, offer_ask
from machines import MACHINES
from records import now
from reference import Row, microseconds, rows, value
from smpi import Simulator

FITTED, PREDICTED = "fitted", "predicted"


@dataclass(frozen=True)
class Source:
    """A printed table of one machine and library, and the cells that stand for it."""

    table: str  # reference/TABLE.csv
    machine: str
    model: str
    platform: str
    pattern: str
    protocol: str
    role: str = PREDICTED


LUECKE = {"SGI Origin 2000": "origin2000", "Cray T3E-600": "t3e"}
SOURCES = [
    Source("thesis-table5.1", "Weland", "mpi", "weland", "pingpong", "sendrecv", FITTED),
    Source("thesis-table5.1", "Mathwulf", "mpi", "mathwulf", "pingpong", "sendrecv", FITTED),
    Source("thesis-table5.1", "Pleione", "mpi", "origin2000", "pingpong", "sendrecv", FITTED),
    *(
        Source(f"luecke2004-table{number}", machine, f"mpi2-{protocol}", platform, pattern,
               protocol, FITTED if number == 1 and platform == "t3e" else PREDICTED)
        for machine, platform in LUECKE.items()
        for number, pattern, protocol in [
            (1, "get", "get"),
            (2, "shift", "get"),
            (3, "naive_broadcast", "get"),
            (4, "tree_broadcast", "get"),
            (4, "tree_broadcast", "put"),
            (5, "alltoall", "get"),
        ]
    ),
]  # fmt: skip


@dataclass(frozen=True)
class Line:
    """One printed time and the simulated one."""

    source: Source
    ranks: int
    bytes: int
    printed: float
    remark: str
    simulated: float

    def error(self) -> float:
        """Of the simulation, as a part of the printed time."""
        return self.simulated / self.printed - 1


def _printed(source: Source, row: Row) -> tuple[float, str]:
    """The time to compare with, and why if it is not the printed one."""
    likely = re.search(r"likely=([\d.]+)", row["note"])
    if likely:
        return float(likely[1]), f"printed {row['value']}, a misprint"
    if source.pattern == "get" and source.platform == "origin2000" and row["bytes"] == "8":
        return 1e3 * value("prose-values", metric="time_typical"), "typical value, from the text"
    if source.protocol == "put" and source.pattern == "tree_broadcast":
        return microseconds(row), "a wait of 33 ms, independent of the ranks"
    if source.pattern == "get" and source.platform == "origin2000" and row["bytes"] != "8":
        return microseconds(row), "a mean distorted by spikes"
    return microseconds(row), ""


def lines(simulator: Simulator, most: int, progress: Callable[[str], None]) -> Iterator[Line]:
    """All printed times of up to `most` ranks, and their simulation."""
    wanted: dict[tuple[str, int], list[tuple[Source, Row]]] = {}
    for source in SOURCES:
        for row in rows(source.table, machine=source.machine, model=source.model):
            ranks = int(row["processors"])
            if ranks <= most:
                wanted.setdefault((source.platform, ranks), []).append((source, row))
    for (name, ranks), cells in sorted(wanted.items()):
        platform = MACHINES[name]()
        offer = offer_ask(simulator, platform.two_sided, platform.seats[0], ranks)
        asked = [cell(s.pattern, s.protocol, int(row["bytes"]), 0, 1) for s, row in cells]
        found = {}
        for record in cells_simulate(simulator, platform, offer, asked, ranks, now):
            key = record["pattern"], record["protocol"], record["bytes"]
            progress(f"{name}, {ranks} ranks: {key[0]} over {key[1]}, {key[2]} bytes")
            if not record["valid"]:
                raise RuntimeError(f"{key}: {record['error']}")
            found[key] = float(str(record["time_us"]))
        for source, row in cells:
            printed, remark = _printed(source, row)
            size = int(row["bytes"])
            yield Line(source, ranks, size, printed, remark,
                       found[source.pattern, source.protocol, size])  # fmt: skip


def _median(errors: list[float]) -> str:
    return f"{100 * statistics.median(map(abs, errors)):.0f} %" if errors else "none"


def text(found: list[Line]) -> str:
    """Markdown: a row a printed time, and the median errors."""
    out = ["| platform | operation over | ranks | bytes | printed us | simulated us | error | |",
           "|---|---|---|---|---|---|---|---|"]  # fmt: skip
    for line in found:
        source = line.source
        role = source.role + (f"; {line.remark}" if line.remark else "")
        out.append(
            f"| {source.platform} | {source.pattern} {source.protocol} | {line.ranks} "
            f"| {line.bytes} | {line.printed:.4g} | {line.simulated:.4g} "
            f"| {100 * line.error():+.0f} % | {role} |"
        )
    out += ["", "| median absolute error | cells | error |", "|---|---|---|"]
    groups: dict[str, list[Line]] = {"fitted": [x for x in found if x.source.role == FITTED]}
    guessed = [x for x in found if x.source.role == PREDICTED]
    sane = [x for x in guessed if "waiting" not in x.remark]
    groups["predicted, all"] = guessed
    groups["predicted, without the put trees of 33 ms"] = sane
    for line in sane:
        key = f"predicted, {line.source.platform}: {line.source.pattern} {line.source.protocol}"
        groups.setdefault(key, []).append(line)
    for name, group in groups.items():
        out.append(f"| {name} | {len(group)} | {_median([x.error() for x in group])} |")
    return "\n".join(out)


def published(simulator: Simulator, most: int) -> int:
    """Prints the comparison; the exit status."""
    said = lambda words: print(words, file=sys.stderr, flush=True)  # noqa: E731
    try:
        found = list(lines(simulator, most, said))
    except RuntimeError as error:
        print(f"comops simulate: {error}", file=sys.stderr)
        return 1
    order = {id(source): i for i, source in enumerate(SOURCES)}
    print(text(sorted(found, key=lambda x: (order[id(x.source)], x.ranks, x.bytes))))
    return 0
