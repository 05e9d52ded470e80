# SPDX-License-Identifier: BSD-3-Clause
"""The tables and figures of the Texas Tech thesis: Pleione (an Origin 2000) and the clusters
Mathwulf and Weland. Tables 5.1 and 5.5 print times of a ping-pong, the others lines through these.
No figure prints values; those of 5.1 to 5.3 are rates of the two tables. MPI is sendrecv, MPI-2 is
put in the ping-pong and get elsewhere, SHMEM likewise."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from analysis.fits.fit import fit_hockney
from analysis.fits.models import FitPoint, Hockney
from common.published_values import Row as Printed
from common.published_values import microseconds, table
from records.read import Campaign, Cell
from reports.history.items import (
    HERE, NONE, PRINT, SIMULATED, Column, Curve, Figure, Part, Point, Row, Runs, Table, Value,
    value_of,
)
from reports.history.printed import nearest
from reports.history.readings import Reading, time_us

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


def curve(origin: str, label: str, path: str, cells: Cells, of: Reading,
          at: Callable[[Cell], int] | None = None) -> Iterator[Curve]:
    """None without cells. `at`: the place of one, if not that of the cells."""
    points = (Point(at(cell) if at else place, of(cell), bool(cell.oversubscribed))
              for place, cell in cells.items())
    if cells:
        yield Curve(origin, label, path, tuple(points))


# ---- tables of the ping-pong --------------------------------------------------------------------


def printed_times(name: str) -> dict[tuple[str, str, str], dict[int, float]]:
    """Microseconds by machine, library and pattern, then by size."""
    found: dict[tuple[str, str, str], dict[int, float]] = defaultdict(dict)
    for row in table(name):
        found[row["machine"], row["model"], row["pattern"]][int(row["bytes"])] = microseconds(row)
    return found


def over_sizes(title: str, unit: str, columns: Sequence[tuple[Column, Mapping[int, Value]]],
               note: str = "") -> Table:
    """A row for each size; without the columns of what was neither measured nor simulated."""
    shown = [one for one in columns if one[1]]
    return Table(title, ("bytes",), tuple(column for column, _ in shown), [
        Row((f"{size:,}",), tuple(values.get(size, NONE) for _, values in shown))
        for size in SIZES], unit, note)


def at_sizes(cells: Cells, of: Reading = time_us) -> dict[int, Value]:
    """At the printed sizes; another that stands in for one is named."""
    found = {size: near for size in SIZES if (near := nearest(cells, size))}
    return {size: value_of(cells[near], of, size) for size, near in found.items()}


def pingpong(runs: Runs, code: Code, machine: str = "") -> Cells:
    """Here, or on the simulated one of his machines."""
    some = runs.simulated if machine else runs.measured
    return cells_of(some, "pingpong", code, PLATFORMS.get(machine, ""))


def table_1(runs: Runs) -> list[Part]:
    printed = printed_times("thesis-table5.1")
    names = [(machine, CODES[model]) for machine, model, _ in printed]
    return [over_sizes("time of a ping-pong, one way", "µs", [
        *((Column(PRINT, f"{machine}, {code.library}"), {at: Value(us) for at, us in some.items()})
          for (machine, code), some in zip(names, printed.values(), strict=True)),
        *((Column(HERE, code.library), at_sizes(pingpong(runs, code))) for code in CODES.values()),
        *((Column(SIMULATED, f"{machine}, {code.library}"),
           at_sizes(pingpong(runs, code, machine))) for machine, code in names)])]


def table_5(runs: Runs) -> list[Part]:
    printed = printed_times("thesis-table5.5")
    return [over_sizes("time of MPI's ping-pong on Weland, one way", "µs", [
        *((Column(PRINT, pattern.partition(":")[2].replace("-", " ")),
           {at: Value(us) for at, us in some.items()}) for (*_, pattern), some in printed.items()),
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
    printed: dict[tuple[str, str], dict[str, Value]] = defaultdict(dict)
    for row in table(f"thesis-table{number}"):
        printed[row["machine"], row["model"]][row["metric"]] = printed_value(row)
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

    printed: dict[tuple[str, str], dict[int, Value]] = defaultdict(dict)
    for row in table("thesis-table5.4"):
        name = row["machine"], row["metric"].removeprefix("bandwidth_")
        printed[name][int(row["bytes"])] = printed_value(row)
    return [over_sizes("rate of MPI's ping-pong", "MB/s", [
        *((Column(PRINT, f"{machine} {what}"), some) for (machine, what), some in printed.items()),
        *both(HERE, pingpong(runs, MPI)),
        *(one for machine in PLATFORMS
          for one in both(SIMULATED, pingpong(runs, MPI, machine), f"{machine} "))],
        "Computed: bandwidth / (1 + n½ / bytes).")]


# ---- figures ------------------------------------------------------------------------------------


def rates(title: str, codes: Sequence[Code], machines: Sequence[str], runs: Runs) -> list[Part]:
    """Figures 5.1 and 5.3: the rates of table 5.1."""
    curves: list[Curve] = []
    for (machine, model, _), some in printed_times("thesis-table5.1").items():
        if CODES[model] in codes and machine in machines:
            points = tuple(Point(size, size / us) for size, us in some.items())
            label = f"{machine}, {CODES[model].library}"
            curves += [Curve(PRINT, label, CODES[model].path, points),
                       *curve(SIMULATED, label, CODES[model].path,
                              pingpong(runs, CODES[model], machine), rate)]
    for code in codes:
        curves += curve(HERE, code.library, code.path, pingpong(runs, code), rate)
    return [Figure(title, "bytes", "MB/s", curves, "Printed are the times, in table 5.1.")]


def figure_2(runs: Runs) -> list[Part]:
    curves = [Curve(PRINT, pattern.partition(":")[2].replace("-", " "), "mpi", tuple(
        Point(size, size / us) for size, us in some.items()))
        for (*_, pattern), some in printed_times("thesis-table5.5").items()]
    return [Figure("rate of MPI's ping-pong on Weland", "bytes", "MB/s", [
        *curves, *curve(HERE, "one node", "mpi", pingpong(runs, MPI), rate),
        *curve(SIMULATED, "two nodes", "mpi", pingpong(runs, MPI, "Weland"), rate)],
        "Printed are the times, in table 5.5.")]


def flushed(title: str, runs: Runs) -> list[Part]:
    return [Figure(title, "bytes", "MB/s", [
        one for label, buffers in (("caches flushed", "cold"), ("not flushed", "reuse"))
        for one in curve(HERE, label, "mpi", cells_of(runs.measured, "pingpong", MPI,
                                                      buffers=buffers), rate)])]


def compared(title: str, over: str, codes: Mapping[Code, str], machines: Sequence[str], runs: Runs
             ) -> list[Part]:
    """Figures over rank or ranks, of 100 KB: each code with its pattern."""
    how: dict[str, Any] = ({"by": "series", "ranks": 24} if over == "partner" else {"by": "ranks"})
    curves: list[Curve] = []
    for code, pattern in codes.items():
        curves += curve(HERE, code.library, code.path,
                        cells_of(runs.measured, pattern, code, bytes=LARGE, **how), time_us)
        for machine in machines:
            curves += curve(SIMULATED, f"{machine}, {code.library}", code.path, cells_of(
                runs.simulated, pattern, code, PLATFORMS[machine], bytes=LARGE, **how), time_us)
    return [Figure(title, over, "µs", curves)]


def hops(runs: Runs) -> list[Part]:
    """Of each partner its latency less the least one."""
    def latencies(campaigns: Sequence[Campaign], machine: str = "") -> dict[int, float]:
        found = {at: line_of(cells_of(campaigns, "distant", MPI, PLATFORMS.get(machine, ""), 24,
                                      series=at)) for at in range(1, 24)}
        return {at: line.latency_us.value for at, line in found.items() if line}

    shown = [(Column(HERE), latencies(runs.measured)),
             *((Column(SIMULATED, machine), latencies(runs.simulated, machine))
               for machine in PLATFORMS)]
    shown = [one for one in shown if one[1]]
    partners = sorted({at for _, some in shown for at in some})
    return [Table("(h - 1) γ: the latency of a partner less the least one", ("partner",),
                  tuple(column for column, _ in shown), [
                      Row((str(at),), tuple(Value(some[at] - min(some.values())) if at in some
                                            else NONE for _, some in shown)) for at in partners],
                  "µs")]


def mpbench(pattern: str, code: Code, ranks: int, factor: float, runs: Runs) -> list[Part]:
    """The rate over the size; `factor`: bytes of a run for each of a message, 0 if the size is the
    total of all blocks."""
    def bytes_of(cell: Cell) -> int:
        return cell.key.bytes * (1 if factor else cell.key.ranks)

    def of(cell: Cell) -> float:
        return bytes_of(cell) * (factor or 1) / cell.time_us

    key = {"op": "sum", "datatype": "int32"} if pattern in ("reduce", "allreduce") else {}
    here = cells_of(runs.measured, pattern, code, ranks=ranks, **key)
    count = f", {next(iter(here.values())).key.ranks} ranks" if here else ""
    return [Figure(f"rate of {code.library}'s {pattern}, {ranks} processes", "bytes", "MB/s", [
        *curve(HERE, f"{code.library}{count}", code.path, here, of, bytes_of),
        *(one for machine, platform in PLATFORMS.items()
          for one in curve(SIMULATED, machine, code.path, cells_of(
              runs.simulated, pattern, code, platform, ranks, **key), of, bytes_of))])]


def figure_17(runs: Runs) -> list[Part]:
    return [Figure("rate of the ping-pong and of NetPIPE", "bytes", "MB/s", [
        one for code in (MPI, NETPIPE) for machine in ("", *PLATFORMS)
        for one in curve(SIMULATED if machine else HERE,
                         f"{machine}, {code.library}" if machine else code.library, code.path,
                         pingpong(runs, code, machine), rate)])]
