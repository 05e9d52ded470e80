# SPDX-License-Identifier: BSD-3-Clause
"""Printed times beside simulated ones, and the bands that follow.

Usage: simulated_against_printed.py [RANKS]    (the most; default 256)

The platforms are fitted to the ping-pong times, and to SHMEM's distant get, which is left out; all
other times are predictions. Threads stand for SHMEM.
"""

import re
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from band_rows import band_row
from comops_papers.published_values import Row, number, rows, value
from comops_simulate.engines import Cell, Coherence, Smpi
from comops_simulate.machines import MACHINES
from comops_simulate.simulator import Running, SimulationJob, Simulator

FITTED, PREDICTED = "fitted", "predicted"
RANKS_PRINTED = 256  # the most in the papers' tables
WAIT = "a wait of 33 ms, independent of the ranks"


@dataclass(frozen=True)
class PrintedTable:
    """A printed table of one machine and library, and the cells that correspond to it."""

    table: str  # extensions/papers/comops_papers/reference/TABLE.csv
    machine: str
    model: str
    platform: str
    pattern: str
    protocol: str
    role: str = PREDICTED

    @property
    def path(self) -> str:
        return "threads" if self.model == "shmem" else "mpi"


PARTNER = {"distant_get": {"series": 1}}  # printed is a mean over all
THESIS = {"Weland": "weland", "Mathwulf": "mathwulf", "Pleione": "pleione"}
LUECKE = {"SGI Origin 2000": "origin2000", "Cray T3E-600": "t3e"}
SOURCES = [
    *(PrintedTable("thesis-table5.1", machine, "mpi", platform, "pingpong", "sendrecv", FITTED)
      for machine, platform in THESIS.items()),
    *(
        PrintedTable(f"luecke2004-table{number}", machine, model, platform, pattern, protocol,
                     FITTED if number == 1 and platform == "t3e" else PREDICTED)
        for machine, platform in LUECKE.items()
        for number, model, pattern, protocol in [
            (1, "mpi2-get", "distant_get", "get"), (2, "mpi2-get", "shift_printed", "get"),
            (3, "mpi2-get", "naive_broadcast_printed", "get"),
            (4, "mpi2-get", "tree_broadcast_printed", "flush"),  # appendix B
            (4, "mpi2-put", "tree_broadcast_printed", "put"),  # appendix C
            (5, "mpi2-get", "alltoall_printed", "get"),
            (2, "shmem", "shift_printed", "get"), (3, "shmem", "naive_broadcast_printed", "get"),
            (4, "shmem", "tree_broadcast_printed", "put"), (5, "shmem", "alltoall_printed", "get")]
    ),
]


@dataclass(frozen=True)
class PublishedLine:
    source: PrintedTable
    ranks: int
    bytes: int
    printed: float
    remark: str
    simulated: float

    def error(self) -> float:
        """How far the simulation is off, relative to the printed time."""
        return self.simulated / self.printed - 1


def _printed(source: PrintedTable, row: Row) -> tuple[float, str]:
    """The time to compare with, and a remark where it is doubtful."""
    likely = re.search(r"likely=([\d.]+)", row["note"])
    if likely:
        return float(likely[1]), f"printed {row['value']}, a misprint"
    if (source.pattern, source.platform) == ("distant_get", "origin2000"):
        if row["bytes"] == "8":
            typical = 1e3 * value("prose-values", metric="time_typical")
            return typical, "typical value, from the text"
        return number(row), "a mean distorted by spikes"
    waits = source.model == "mpi2-put"
    return number(row), WAIT if waits else ""


def _cell(source: PrintedTable, size: int) -> Cell:
    return {"pattern": source.pattern, "path": source.path, "protocol": source.protocol,
            "bytes": size, "buffers": "rewrite" if source.path == "mpi" else "cold", "repeats": 1,
            "samples": 1, "checks": 1, **PARTNER.get(source.pattern, {})}


def lines(simulator: Simulator, most: int) -> Iterator[PublishedLine]:
    """All printed times of up to `most` ranks, simulated; progress goes to standard error.
    RuntimeError if one fails."""
    wanted: dict[tuple[str, int, str], list[tuple[PrintedTable, Row]]] = {}
    for source in SOURCES:
        for row in rows(source.table, machine=source.machine, model=source.model):
            ranks = int(row["processors"])
            if ranks <= most:
                wanted.setdefault((source.platform, ranks, source.path), []).append((source, row))
    for (name, ranks, path), cells in sorted(wanted.items()):
        platform = MACHINES[name]()
        job = SimulationJob(simulator.engine_of(path, ""), platform, ranks,
                            [_cell(source, int(row["bytes"])) for source, row in cells])
        running, times = Running([job]), {}
        for cell in job.cells:
            answer = running.answer(job, cell)
            key = cell["pattern"], cell["protocol"], cell["bytes"]
            print(f"{name}, {ranks} ranks: {key[0]} over {key[1]}, {key[2]} bytes",
                  file=sys.stderr, flush=True)
            if not answer["valid"]:
                raise RuntimeError(f"{key}: {answer['error']}")
            (times[key],) = answer["samples_us"]
        for source, row in cells:
            printed, remark = _printed(source, row)
            size = int(row["bytes"])
            simulated = times[source.pattern, source.protocol, size]
            yield PublishedLine(source, ranks, size, printed, remark, simulated)


def text(listed: list[PublishedLine]) -> str:
    """Markdown: a row for each printed time, and the median errors."""
    out = ["| platform | operation over | ranks | bytes | printed us | simulated us | error | |",
           "|---|---|---|---|---|---|---|---|"]
    for line in listed:
        source = line.source
        role = source.role + (f"; {line.remark}" if line.remark else "")
        out.append(
            f"| {source.platform} | {source.pattern} {source.protocol}, {source.path} "
            f"| {line.ranks} | {line.bytes} | {line.printed:.4g} | {line.simulated:.4g} "
            f"| {100 * line.error():+.0f} % | {role} |")
    predicted = [line for line in listed if line.source.role == PREDICTED]
    judged = [line for line in predicted if line.remark != WAIT]
    of = {path: [line for line in judged if line.source.path == path]
          for path in ("threads", "mpi")}
    groups = {"fitted": [line for line in listed if line.source.role == FITTED],
              "predicted, all": predicted} | {
        f"predicted, {path}, without the put trees of 33 ms": group for path, group in of.items()}
    for line in judged:
        source = line.source
        name = f"predicted, {source.platform}: {source.pattern} {source.protocol}, {source.path}"
        groups.setdefault(name, []).append(line)
    out += ["", "| median absolute error | cells | error |", "|---|---|---|"]
    for name, group in groups.items():
        errors = [abs(line.error()) for line in group]
        error = f"{100 * statistics.median(errors):.0f} %" if errors else "none"
        out.append(f"| {name} | {len(group)} | {error} |")
    out += ["", *(band_row(f"{path}, printed rates", [
        line.printed / line.simulated for line in group], "tables of Luecke et al.")
        for path, group in of.items())]
    return "\n".join(out)


def main() -> None:
    simulator = Simulator([Coherence, Smpi])
    if simulator.missing:
        sys.exit("; ".join(simulator.missing.values()))
    order = {id(source): i for i, source in enumerate(SOURCES)}
    most = int(sys.argv[1]) if sys.argv[1:] else RANKS_PRINTED
    print(text(sorted(lines(simulator, most),
                      key=lambda line: (order[id(line.source)], line.ranks, line.bytes))))


main()
