# SPDX-License-Identifier: BSD-3-Clause
"""The tables and figures of the Texas Tech thesis: Pleione (an Origin 2000) and the clusters
Mathwulf and Weland. Tables 5.1 and 5.5 print times of a ping-pong, the others lines through these.
No figure prints values; those of 5.1 to 5.3 are rates of the two tables. MPI is sendrecv, MPI-2 is
put in the ping-pong and get elsewhere, SHMEM likewise."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import mean, median
from typing import Any

from comops.results.cell import CellRecord
from comops.statistics.fits import Fit, FitPoint, fit_hockney
from comops_papers.claims.evidence import Side
from comops_papers.items.items import (HERE, NONE, ORIGINS, PRINT, SIMULATED, ItemColumn,
                                       ItemLine, ItemRow, Part, Runs, Table, Value, beside, figure,
                                       printed, printed_lines, sizes_named, value_of)
from comops_papers.items.readings import Reading, cells_of, time_us, values_of
from comops_papers.published_values import columns

SIZES = (8, 1000, 10_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 1_200_000, 1_500_000,
         2_000_000)
PLATFORMS = {"": "", "Pleione": "pleione", "Mathwulf": "mathwulf", "Weland": "weland"}
MACHINES = ("Pleione", "Mathwulf", "Weland")
OVER_RANKS = 100_000, 8, 1000, 10_000, 1_000_000  # bytes; printed is the first

# Its libraries, and what stands for them.
MPI, COLLECTIVE = (Side("mpi", (name,), label="MPI") for name in ("sendrecv", "library"))
(MPI2, GET2), (SHMEM_PUT, SHMEM_GET) = (
    [Side(path, (name,), label=label) for name in ("put", "get")]
    for path, label in (("mpi", "MPI-2"), ("shmem", "SHMEM")))
SHMEM = replace(SHMEM_PUT, patterns=("pingpong_printed",))  # of the ping-pong
NETPIPE = Side("mpi", ("irecv",), label="MPI, receives posted in advance")
CODES = {"shmem": SHMEM, "mpi2-put": MPI2, "mpi": MPI}
Cells = dict[int, CellRecord]


def rate(cell: CellRecord) -> float:
    """MB/s of one message."""
    return cell.key.bytes / cell.time_us


def cells_on(runs: Runs, machine: str, pattern: str, code: Side, **which: Any) -> Cells:
    """Cells, as of cells_of, on the simulated one of its machines; without one, here."""
    return cells_of(runs.on(PLATFORMS[machine]), pattern, code, **which)


def line_on(runs: Runs, machine: str, code: Side, of: Reading, pattern: str = "pingpong",
            title: str = "", values: Callable[[Cells, Reading], Any] | None = None, **which: Any
            ) -> ItemLine:
    """What such cells say: all of them or, by `values`, some."""
    cells = cells_on(runs, machine, pattern, code, **which)
    return ItemLine(SIMULATED if machine else HERE, title or code.label,
                    (values or values_of)(cells, of), code.path, machine)


# ---- tables of the ping-pong --------------------------------------------------------------------


def printed_times(name: str) -> Iterator[tuple[str, Side, str, dict[int, Value]]]:
    """Machine, library, pattern, and the times by size."""
    prints = columns(name, lambda row: (row["machine"], row["model"], row["pattern"]),
                     lambda row: int(row["bytes"]), printed)
    for (machine, model, pattern), times in prints.items():
        yield machine, CODES[model], pattern, times


def as_rates(times: Mapping[int, Value]) -> dict[int, Value]:
    """What is shown is the printed time."""
    return {size: time._replace(number=size / time.number, words=f"{time.words} µs")
            for size, time in times.items()}


def over_sizes(title: str, unit: str, shown: Iterable[ItemLine], note: str = "") -> Table:
    """A row for each size."""
    return beside(title, ("bytes",), shown, sizes_named(SIZES), unit, note)


def at_sizes(cells: Cells, of: Reading = time_us) -> dict[int, Value]:
    """At the printed sizes that were measured."""
    return values_of({size: cells[size] for size in SIZES if size in cells}, of)


def table_1(runs: Runs) -> list[Part]:
    printed = list(printed_times("thesis-table5.1"))
    return [over_sizes("time of a ping-pong, one way", "µs", [
        *(ItemLine(PRINT, code.label, times, code.path, machine)
          for machine, code, _, times in printed),
        *(line_on(runs, machine, code, time_us, values=at_sizes)
          for machine, code in (*(("", code) for code in CODES.values()),
                                *(entry[:2] for entry in printed)))])]


def on_weland(runs: Runs, of: Reading, values: Callable[..., Any], printed: Callable[..., Any]
              ) -> Iterator[ItemLine]:
    """The ping-pong of MPI on one node and two."""
    for *_, pattern, times in printed_times("thesis-table5.5"):
        nodes = "one node" if pattern.endswith("same-node") else "two nodes"
        yield ItemLine(PRINT, nodes, printed(times), "mpi")
    for machine, title in (("", "one node"), ("Weland", "two nodes")):
        yield line_on(runs, machine, MPI, of, title=title, values=values)._replace(machine="")


def table_5(runs: Runs) -> list[Part]:
    return [over_sizes("time of MPI's ping-pong on Weland, one way", "µs",
                       on_weland(runs, time_us, at_sizes, dict))]


def line_of(cells: Cells) -> Fit | None:
    """Least squares, as its equations 3.4 to 3.8."""
    return fit_hockney([FitPoint(size, cell.time_us) for size, cell in cells.items()])


PARAMETERS: dict[str, tuple[str, Callable[[Fit], float]]] = {
    "intercept": ("intercept, µs", lambda line: line["latency_us"]["value"]),
    "slope": ("slope, µs/byte", lambda line: 1 / line["bandwidth_MBps"]["value"]),
    "latency": ("latency, µs", lambda line: line["latency_us"]["value"]),
    "r_inf": ("bandwidth, MB/s", lambda line: line["bandwidth_MBps"]["value"]),
    "n_half": ("n½, bytes", lambda line: line["half_bytes"]["value"]),
}


def lines(number: str, runs: Runs) -> list[Part]:
    """Tables 5.2, 5.3 and 5.6: a row for each machine and library."""
    prints = columns(f"thesis-table{number}", lambda row: (row["machine"], CODES[row["model"]]),
                     lambda row: row["metric"], printed)
    metrics = list(next(iter(prints.values())))
    listed = []
    for (machine, code), parameters in prints.items():
        ours = [line_of(cells_on(runs, place, "pingpong", code)) for place in (machine, "")]
        listed.append(ItemRow((machine, code.label), tuple(
            value for name in metrics for value in (parameters[name], *(
                Value(PARAMETERS[name][1](line)) if line else NONE for line in ours)))))
    return [Table("the line through the times of a ping-pong", ("machine", "library"), tuple(
        ItemColumn(origin, PARAMETERS[name][0]) for name in metrics for origin in ORIGINS),
        listed, note="Here is the same library on this machine.")]


def computed(cells: Cells, _: Reading) -> dict[int, Value]:
    """The rates of the line."""
    if not (line := line_of(cells)):
        return {}
    whole, half = (line[name]["value"] for name in ("bandwidth_MBps", "half_bytes"))
    return {size: Value(whole / (1 + half / size)) for size in SIZES if half + size > 0}


def table_4(runs: Runs) -> list[Part]:
    return [over_sizes("rate of MPI's ping-pong", "MB/s", [
        *printed_lines(
            "thesis-table5.4", lambda row: int(row["bytes"]), printed,
            lambda row: row["metric"].removeprefix("bandwidth_")),
        *(line_on(runs, machine, MPI, rate, title=name, values=values)._replace(path="")
          for machine in PLATFORMS
          for name, values in (("measured", at_sizes), ("computed", computed)))],
        "Computed: bandwidth / (1 + n½ / bytes).")]


# ---- figures ------------------------------------------------------------------------------------


def rates(title: str, codes: Sequence[Side], machines: Sequence[str], runs: Runs) -> list[Part]:
    """Figures 5.1 and 5.3: the rates of table 5.1."""
    shown = [line for machine, code, _, times in printed_times("thesis-table5.1")
             if code in codes and machine in machines
             for line in (ItemLine(PRINT, code.label, as_rates(times), code.path, machine),
                          line_on(runs, machine, code, rate))]
    shown += [line_on(runs, "", code, rate) for code in codes]
    return [figure(title, "bytes", "MB/s", shown, "Printed are the times, in table 5.1.")]


def figure_2(runs: Runs) -> list[Part]:
    return [figure("rate of MPI's ping-pong on Weland", "bytes", "MB/s",
                   on_weland(runs, rate, values_of, as_rates),
                   "Printed are the times, in table 5.5.")]


def flushed(runs: Runs) -> list[Part]:
    return [figure("rate of MPI's ping-pong", "bytes", "MB/s", [
        line_on(runs, "", MPI, rate, title=label, buffers=buffers)
        for label, buffers in (("caches flushed", "cold"), ("not flushed", "reuse"))])]


READINGS = 100  # that are drawn
OUTLIER = 1.5  # times the median


def latencies(runs: Runs) -> list[Part]:
    """Figure 4.2: the first readings, and how many of all are outliers."""
    cell = cells_on(runs, "", "pingpong", MPI, method="thesis", bytes=SIZES[0]).get(SIZES[0])
    readings = cell.samples_us if cell else []
    drawn = figure("single readings of MPI's ping-pong, 8 bytes", "trial", "µs", [
        ItemLine(HERE, MPI.label, {at: Value(reading, "", bool(cell.oversubscribed))
                                   for at, reading in enumerate(readings[:READINGS], 1)}, "mpi")])
    if not readings:
        return [drawn]
    middle = median(readings)
    told = {"readings": len(readings), "median, µs": middle, "mean, µs": mean(readings),
            "largest, µs": max(readings), f"above {OUTLIER} times the median, %":
            100 * sum(reading > OUTLIER * middle for reading in readings) / len(readings)}
    return [drawn, beside("all readings", ("property",), [ItemLine(HERE, MPI.label, {
        name: Value(number) for name, number in told.items()})], {name: (name,) for name in told},
        note="Section 4.1: more than 10 % were outliers; by which limit is not said.")]


def compared(title: str, over: str, codes: Mapping[Side, str], machines: Sequence[str], runs: Runs
             ) -> list[Part]:
    """Figures over rank or ranks, the printed size first: each code with its pattern."""
    how: dict[str, Any] = {"by": "series", "ranks": 24} if over == "partner" else {"by": "ranks"}
    return [figure(f"{title}, {size:,} bytes", over, "µs", [
        line_on(runs, machine, code, time_us, pattern, bytes=size, **how)
        for code, pattern in codes.items() for machine in ("", *machines)])
            for size in OVER_RANKS]


def hops(runs: Runs) -> list[Part]:
    """The latency of each partner less the least one."""
    def further(machine: str) -> ItemLine:
        fitted = {at: line_of(cells_on(runs, machine, "distant", MPI, ranks=24, series=at))
                  for at in range(1, 24)}
        latencies = {at: line["latency_us"]["value"] for at, line in fitted.items() if line}
        return ItemLine(SIMULATED if machine else HERE, "", {
            at: Value(us - min(latencies.values())) for at, us in latencies.items()}, "", machine)

    return [beside("(h - 1) γ: the latency of a partner less the least one", ("partner",),
                   map(further, PLATFORMS), unit="µs")]


def mpbench(pattern: str, code: Side, ranks: int, factor: float, runs: Runs) -> list[Part]:
    """The rate over the size; `factor`: bytes of a run for each of a message, 0 if the size is the
    total of all blocks."""
    name = f"{pattern} (sum of int32)" if pattern in ("reduce", "allreduce") else pattern

    def totals(cells: Cells, _: Reading) -> dict[int, Value]:
        sizes = {size * (1 if factor else cell.key.ranks): cell for size, cell in cells.items()}
        return {size: value_of(cell, lambda cell, size=size: size * (factor or 1) / cell.time_us)
                for size, cell in sizes.items()}

    here = cells_on(runs, "", name, code, ranks=ranks)
    count = next((cell.key.ranks for cell in here.values()), ranks)
    return [figure(f"rate of {code.label}'s {pattern}, {ranks} processes", "bytes", "MB/s", [
        line_on(runs, machine, code, rate, name, "", totals, ranks=ranks)
        for machine in PLATFORMS], f"Here {count} ranks." if count != ranks else "")]


def figure_17(runs: Runs) -> list[Part]:
    return [figure("rate of the ping-pong and of NetPIPE", "bytes", "MB/s", [
        line_on(runs, machine, code, rate) for code in (MPI, NETPIPE) for machine in PLATFORMS])]
