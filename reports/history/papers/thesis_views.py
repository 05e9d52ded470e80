# SPDX-License-Identifier: BSD-3-Clause
"""The tables and figures of the Texas Tech thesis: Pleione (an Origin 2000) and the clusters
Mathwulf and Weland. Tables 5.1 and 5.5 print times of a ping-pong, the others lines through these.
No figure prints values; those of 5.1 to 5.3 are rates of the two tables. MPI is sendrecv, MPI-2 is
put in the ping-pong and get elsewhere, SHMEM likewise."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from analysis.fits import FitPoint, Hockney, fit_hockney
from common.published_values import Row as Printed, columns, microseconds
from records.read import Campaign, Cell
from reports.history.items import (
    HERE, NONE, PRINT, SIMULATED, Column, Columns, Curve, Figure, Part, Row, Runs, Table, Value,
    beside, curve, sizes_named, value_of,
)
from reports.history.readings import Reading, nearest, time_us, values_of

SIZES = (8, 1000, 10_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 1_200_000, 1_500_000,
         2_000_000)
PLATFORMS = {"Pleione": "origin2000", "Mathwulf": "mathwulf", "Weland": "weland"}
LARGE = 100_000  # bytes, of the figures over ranks


class Code(NamedTuple):
    """A library of the thesis, and what stands for it."""

    library: str
    path: str
    protocol: str


MPI, MPI2, SHMEM = (Code("MPI", "mpi", "sendrecv"), Code("MPI-2", "mpi", "put"),
                    Code("SHMEM", "shmem", "put"))
CODES = {"shmem": SHMEM, "mpi2-put": MPI2, "mpi": MPI}
GETS = (Code("MPI-2", "mpi", "get"), Code("SHMEM", "shmem", "get"))
COLLECTIVE = Code("MPI", "mpi", "library")
NETPIPE = Code("MPI, receives posted in advance", "mpi", "irecv")
Cells = dict[int, Cell]


def cells_of(campaigns: Sequence[Campaign], pattern: str, code: Code, machine: str = "",
             ranks: int = 2, by: str = "bytes", **key: Any) -> Cells:
    """The valid cells of an implementation by a member of their key, each with the number of ranks
    that is nearest; of a simulated machine if it is named."""
    found = [cell for campaign in campaigns for cell in campaign.cells.values()
             if cell.valid and cell.time_us > 0 and cell.key.pattern == pattern
             and (cell.key.path, cell.key.protocol) == (code.path, code.protocol)
             and machine in ("", cell.key.placement)
             and all(getattr(cell.key, name) == value for name, value in key.items())]
    found.sort(key=lambda cell: (abs(cell.key.ranks - ranks), cell.key.placement != "bus"))
    chosen: Cells = {}
    for cell in found:
        if by == "ranks" or cell.key.ranks == found[0].key.ranks:
            chosen.setdefault(getattr(cell.key, by), cell)
    return dict(sorted(chosen.items()))


def rate(cell: Cell) -> float:
    """MB/s of one message."""
    return cell.key.bytes / cell.time_us


# ---- tables of the ping-pong --------------------------------------------------------------------


def printed_times(name: str) -> dict[tuple[str, str, str], dict[int, Value]]:
    """By machine, library and pattern, then by size."""
    return columns(name, lambda row: (row["machine"], row["model"], row["pattern"]),
                   lambda row: int(row["bytes"]), lambda row: Value(microseconds(row)))


def as_rates(times: Mapping[int, Value]) -> dict[int, Value]:
    return {size: Value(size / one.number) for size, one in times.items()}


def node_text(pattern: str) -> str:
    """same node"""
    return pattern.partition(":")[2].replace("-", " ")


def over_sizes(title: str, unit: str, some: Columns, note: str = "") -> Table:
    """A row for each size; without the columns of what was neither measured nor simulated."""
    shown = (one for one in some if one[1])
    return beside(title, ("bytes",), shown, sizes_named(SIZES), unit, note)


def at_sizes(cells: Cells, of: Reading = time_us) -> dict[int, Value]:
    """At the printed sizes; another that stands in for one is named."""
    found = {size: near for size in SIZES if (near := nearest(cells, size))}
    return {size: value_of(cells[near], of, size) for size, near in found.items()}


def pingpong(runs: Runs, code: Code, machine: str = "") -> Cells:
    """Here, or on the simulated one of his machines."""
    some = runs.simulated if machine else runs.measured
    return cells_of(some, "pingpong", code, PLATFORMS.get(machine, ""))


def table_1(runs: Runs) -> list[Part]:
    printed = {(machine, CODES[model]): times
               for (machine, model, _), times in printed_times("thesis-table5.1").items()}
    return [over_sizes("time of a ping-pong, one way", "µs", [
        *((Column(PRINT, f"{machine}, {code.library}"), times)
          for (machine, code), times in printed.items()),
        *((Column(HERE, code.library), at_sizes(pingpong(runs, code))) for code in CODES.values()),
        *((Column(SIMULATED, f"{machine}, {code.library}"),
           at_sizes(pingpong(runs, code, machine))) for machine, code in printed)])]


def table_5(runs: Runs) -> list[Part]:
    return [over_sizes("time of MPI's ping-pong on Weland, one way", "µs", [
        *((Column(PRINT, node_text(pattern)), times)
          for (*_, pattern), times in printed_times("thesis-table5.5").items()),
        (Column(HERE, "one node"), at_sizes(pingpong(runs, MPI))),
        (Column(SIMULATED, "two nodes"), at_sizes(pingpong(runs, MPI, "Weland")))])]


def line_of(cells: Cells) -> Hockney | None:
    """Least squares, as its equations 3.4 to 3.8."""
    return fit_hockney([FitPoint(size, cell.time_us) for size, cell in cells.items()])


PARAMETERS: dict[str, tuple[str, Callable[[Hockney], float]]] = {
    "intercept": ("intercept, µs", lambda line: line.latency_us.value),
    "slope": ("slope, µs/byte", lambda line: 1 / line.bandwidth_MBps.value),
    "latency": ("latency, µs", lambda line: line.latency_us.value),
    "r_inf": ("bandwidth, MB/s", lambda line: line.bandwidth_MBps.value),
    "n_half": ("n½, bytes", lambda line: line.half_bytes.value),
}


def printed_value(row: Printed) -> Value:
    """Words where the scan is no number: what it probably is, from the note."""
    try:
        return Value(float(row["value"]))
    except ValueError:
        likely = re.search(r"likely=([\d.]+\d)", row["note"])
        return Value(words=f"{likely[1]} (unclear)" if likely else row["value"])


def lines(number: str, runs: Runs) -> list[Part]:
    """Tables 5.2, 5.3 and 5.6: a row for each machine and library."""
    printed = columns(f"thesis-table{number}", lambda row: (row["machine"], row["model"]),
                      lambda row: row["metric"], printed_value)
    metrics = list(next(iter(printed.values())))
    listed = []
    for (machine, model), some in printed.items():
        ours = [line_of(pingpong(runs, CODES[model], one)) for one in ("", machine)]
        listed.append(Row((machine, CODES[model].library), (*some.values(), *(
            Value(PARAMETERS[name][1](line)) if line else NONE
            for line in ours for name in metrics))))
    return [Table("the line through the times of a ping-pong", ("machine", "library"), tuple(
        Column(origin, PARAMETERS[name][0]) for origin in (PRINT, HERE, SIMULATED)
        for name in metrics), listed, note="Here is the same library on this machine.")]


def table_4(runs: Runs) -> list[Part]:
    def computed(cells: Cells) -> dict[int, Value]:
        line = line_of(cells)
        return {size: Value(line.bandwidth_MBps.value / (1 + line.half_bytes.value / size))
                for size in SIZES if line and line.half_bytes.value + size > 0}

    def both(origin: str, cells: Cells, name: str = "") -> list[tuple[Column, dict[int, Value]]]:
        return [(Column(origin, f"{name}measured"), at_sizes(cells, rate)),
                (Column(origin, f"{name}computed"), computed(cells))]

    printed = columns("thesis-table5.4", lambda row: (
        f"{row['machine']} {row['metric'].removeprefix('bandwidth_')}"),
        lambda row: int(row["bytes"]), printed_value)
    return [over_sizes("rate of MPI's ping-pong", "MB/s", [
        *((Column(PRINT, name), values) for name, values in printed.items()),
        *both(HERE, pingpong(runs, MPI)),
        *(one for machine in PLATFORMS
          for one in both(SIMULATED, pingpong(runs, MPI, machine), f"{machine} "))],
        "Computed: bandwidth / (1 + n½ / bytes).")]


# ---- figures ------------------------------------------------------------------------------------


def rates(title: str, codes: Sequence[Code], machines: Sequence[str], runs: Runs) -> list[Part]:
    """Figures 5.1 and 5.3: the rates of table 5.1."""
    curves: list[Curve] = []
    for (machine, model, _), times in printed_times("thesis-table5.1").items():
        code = CODES[model]
        if code in codes and machine in machines:
            label = f"{machine}, {code.library}"
            curves += [*curve(PRINT, label, code.path, as_rates(times)),
                       *curve(SIMULATED, label, code.path,
                              values_of(pingpong(runs, code, machine), rate))]
    for code in codes:
        curves += curve(HERE, code.library, code.path, values_of(pingpong(runs, code), rate))
    return [Figure(title, "bytes", "MB/s", curves, "Printed are the times, in table 5.1.")]


def figure_2(runs: Runs) -> list[Part]:
    here, there = (values_of(pingpong(runs, MPI, one), rate) for one in ("", "Weland"))
    return [Figure("rate of MPI's ping-pong on Weland", "bytes", "MB/s", [
        *(one for (*_, pattern), times in printed_times("thesis-table5.5").items()
          for one in curve(PRINT, node_text(pattern), "mpi", as_rates(times))),
        *curve(HERE, "one node", "mpi", here), *curve(SIMULATED, "two nodes", "mpi", there)],
        "Printed are the times, in table 5.5.")]


def flushed(title: str, runs: Runs) -> list[Part]:
    return [Figure(title, "bytes", "MB/s", [
        one for label, buffers in (("caches flushed", "cold"), ("not flushed", "reuse"))
        for one in curve(HERE, label, "mpi", values_of(
            cells_of(runs.measured, "pingpong", MPI, buffers=buffers), rate))])]


def here_and_there(runs: Runs, machines: Iterable[str], code: Code, pattern: str, of: Reading,
                   **which: Any) -> Iterator[Curve]:
    """Measured, then on each of the simulated machines; `which`: cells, as of cells_of."""
    yield from curve(HERE, code.library, code.path,
                     values_of(cells_of(runs.measured, pattern, code, **which), of))
    for machine in machines:
        yield from curve(SIMULATED, f"{machine}, {code.library}", code.path, values_of(
            cells_of(runs.simulated, pattern, code, PLATFORMS[machine], **which), of))


def compared(title: str, over: str, codes: Mapping[Code, str], machines: Sequence[str], runs: Runs
             ) -> list[Part]:
    """Figures over rank or ranks, of 100 KB: each code with its pattern."""
    how: dict[str, Any] = ({"by": "series", "ranks": 24} if over == "partner" else {"by": "ranks"})
    return [Figure(title, over, "µs", [
        one for code, pattern in codes.items()
        for one in here_and_there(runs, machines, code, pattern, time_us, bytes=LARGE, **how)])]


def hops(runs: Runs) -> list[Part]:
    """The latency of each partner less the least one."""
    def further(campaigns: Sequence[Campaign], machine: str = "") -> dict[int, Value]:
        found = {at: line_of(cells_of(campaigns, "distant", MPI, PLATFORMS.get(machine, ""), 24,
                                      series=at)) for at in range(1, 24)}
        latencies = {at: line.latency_us.value for at, line in found.items() if line}
        return {at: Value(one - min(latencies.values())) for at, one in latencies.items()}

    shown = [(Column(HERE), further(runs.measured)),
             *((Column(SIMULATED, machine), further(runs.simulated, machine))
               for machine in PLATFORMS)]
    return [beside("(h - 1) γ: the latency of a partner less the least one", ("partner",),
                   (one for one in shown if one[1]), unit="µs")]


def mpbench(pattern: str, code: Code, ranks: int, factor: float, runs: Runs) -> list[Part]:
    """The rate over the size; `factor`: bytes of a run for each of a message, 0 if the size is the
    total of all blocks."""
    key = {"op": "sum", "datatype": "int32"} if pattern in ("reduce", "allreduce") else {}

    def values(some: Sequence[Campaign], platform: str) -> dict[int, Value]:
        cells = cells_of(some, pattern, code, platform, ranks, **key).values()
        return {size: value_of(cell, lambda one, size=size: size * (factor or 1) / one.time_us)
                for cell in cells
                for size in [cell.key.bytes * (1 if factor else cell.key.ranks)]}

    here = cells_of(runs.measured, pattern, code, ranks=ranks, **key)
    count = f", {next(iter(here.values())).key.ranks} ranks" if here else ""
    return [Figure(f"rate of {code.library}'s {pattern}, {ranks} processes", "bytes", "MB/s", [
        *curve(HERE, f"{code.library}{count}", code.path, values(runs.measured, "")),
        *(one for machine, platform in PLATFORMS.items()
          for one in curve(SIMULATED, machine, code.path, values(runs.simulated, platform)))])]


def figure_17(runs: Runs) -> list[Part]:
    return [Figure("rate of the ping-pong and of NetPIPE", "bytes", "MB/s", [
        one for code in (MPI, NETPIPE)
        for one in here_and_there(runs, PLATFORMS, code, "pingpong", rate)])]
