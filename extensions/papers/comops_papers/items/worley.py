# SPDX-License-Identifier: BSD-3-Clause
"""P. H. Worley, ORNL/TM-13682, 1999: SWAP, and his model PSTSWM, over MPI and SHMEM; here also over
threads. This file has the machines, the grids, the serial rates, SWAP and the items.

Times of SWAP are those of the fastest runs, as in print; rates count both directions.
"""

import shlex
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

from comops.reports.words.formats import calls_text, size_text
from comops.results.cell import CellRecord
from comops.results.read import Campaign
from comops.statistics.verdicts import library_name
from comops_papers.claims.evidence import Side
from comops_papers.items.items import (HERE, PRINT, Item, ItemColumn, ItemLine, Part, Runs, Value,
                                       beside, figure, printed, printed_lines)
from comops_papers.items.readings import values_of
from comops_papers.items.worley_choice import COMMAND, choices
from comops_pstswm.messages import swap_words
from comops_pstswm.request import Request
from comops_pstswm.swaps import ORDERS, OVERLAPS, PATTERN, Swap, best_of, swaps_of
from comops_papers.items.worley_model import (DEFAULTS, PATHS, SUMS, TRANSPOSES, algorithms,
                                              best_rate, class_of, full, losses, table_6,
                                              table_8, words)
from comops_papers.published_values import Row as Printed, rows, table

PROBLEMS = ("T42L1", "T42L16", "T85L1", "T85L16", "T170L1")
LIBRARY = {"with math library": "fftw", "without math library": "blocked"}


def table_3(runs: Runs) -> list[Part]:
    prints = printed_lines("worley1999-table3", lambda row: row["metric"],
                           partial(printed, unit=""))
    here = machine_here(runs.measured[0]) if runs.measured else {}
    names = dict.fromkeys(row["metric"] for row in table("worley1999-table3"))
    return [beside("the machines of the report", ("property",), [
        *prints, ItemLine(HERE, "", {what: words(said) for what, said in here.items()})],
        {what: (what.replace("_", " "),) for what in names})]


def machine_here(campaign: Campaign) -> dict[str, str]:
    """What a campaign says of it."""
    record = campaign.record
    most = record.facts.get("frequency_most_khz")
    libraries = (library_name(runtime) for path, runtime in record.runtimes.items()
                 if not path.startswith("threads"))
    return {"system": record.machine, "cpu": record.cpu or "", "os": record.kernel,
            "clock": f"{most / 1000:.0f} MHz" if most else "",
            "message_passing": ", ".join(libraries), "math_library": "FFTW, if it is installed",
            "measured": record.started[:7]}


def grids(runs: Runs) -> list[Part]:
    prints = {(class_of(row), row["metric"]): printed(row)
              for row in table("worley1999-section5-grids")}
    seen = {run.problem.partition("L")[0]: run.grid for run in reversed(runs.model)}
    here = {key: words(grid_value(*key, seen.get(key[0], ""))) for key in prints}
    return [beside("grids and operations of a step", ("class", "property"),
                   [ItemLine(PRINT, "", prints), ItemLine(HERE, "", here)],
                   {key: (key[0], key[1].replace("_", " ")) for key in prints},
                   note="All rates, here too, are based on the printed operations.")]


def grid_value(name: str, metric: str, grid: str) -> str:
    """`grid`: of a run of this class, 64x128x16."""
    if not grid:
        return ""
    waves = int(name[1:])
    latitudes, longitudes, _ = map(int, grid.split("x"))
    return {"physical_grid": f"{latitudes}x{longitudes}",
            "fourier_grid": f"{latitudes}x{longitudes // 2}",
            "spectral_coefficients": str((waves + 1) * (waves + 2) // 2)}.get(metric, "")


def table_4(runs: Runs) -> list[Part]:
    prints = printed_lines("worley1999-table4", lambda row: (class_of(row), row["protocol"]),
                           printed)
    here = {(problem, library): best_rate(
        [run for run in runs.model if (run.problem, run.fft) == (problem, fft)])
        for problem in PROBLEMS for library, fft in LIBRARY.items()}
    return [beside("serial rates", ("problem", "FFT"), [*prints, ItemLine(HERE, "", here)],
                   {row: row for row in here}, "Mflop/s")]


def operations() -> dict[str, int]:
    """The printed number of operations of a step, for each problem with serial rates."""
    counts = {class_of(row): int(row["value"])
              for row in rows("worley1999-section5-grids", metric="flops_per_timestep")}
    names = dict.fromkeys(map(class_of, table("worley1999-table4")))
    return {name: counts[truncation] * int(levels) for name in names
            for truncation, _, levels in [name.partition("L")]}


def figure_1(runs: Runs) -> list[Part]:
    """The faster FFT of each machine, over operations; this one, on an axis of its own."""
    rates: dict[ItemColumn, dict[int, Value]] = defaultdict(dict)
    counts = operations()
    for row in table("worley1999-table4"):
        at, side = counts[class_of(row)], ItemColumn(PRINT, "", row["machine"])
        rates[side][at] = max(printed(row), rates[side].get(at, Value(0)))
    for run in runs.model:
        if run.fft and run.mflops and run.problem in counts:
            at, side = counts[run.problem], ItemColumn(HERE)
            rates[side][at] = max(Value(run.mflops), rates[side].get(at, Value(0)))
    return [figure(f"serial rates over size, {origin}", "operations a step", "Mflop/s", [
        ItemLine(origin, "", points, "", side.machine) for side, points in rates.items()
        if side.origin == origin]) for origin in (PRINT, HERE)]


# ---- SWAP: tables 1, 2 and 5, figures 2 and 3 ---------------------------------------------------

VOLUMES = (2097152, 131072, 8192)
EVERY = ORDERS | OVERLAPS


def swaps(runs: Runs, path: str, volume: int) -> list[Swap]:
    """By protocol, from the first campaign that has any."""
    for evidence in runs.here:
        chosen = [swap for swap in swaps_of(evidence.matching(PATTERN, Side(path)))
                  if swap.volume == volume and swap.protocol[:3] in EVERY]
        if chosen:
            return sorted(chosen, key=lambda swap: swap.protocol)
    return []


def said(swap: Swap, number: float | None, words: str = "") -> Value:
    return Value(number, words, any(cell.oversubscribed for cell in swap.cells.values()))


def table_protocols(number: int, paths: Sequence[str], runs: Runs) -> list[Part]:
    prints = printed_lines(f"worley1999-table{number}", lambda row: row["protocol"], printed,
                           lambda row: row["metric"])
    here = (ItemLine(HERE, calls_text(path), {swap.protocol: said(swap, swap.rate_MBps)
                                              for swap in swaps(runs, path, VOLUMES[0])})
            for path in paths)
    return [beside("protocols of SWAP", ("order", "protocol"), [*prints, *here],
                   {protocol: (ORDERS[protocol[:3]], protocol) for protocol in prints[0].values},
                   note="Here MB/s of 2 MiB, of both directions.")]


def table_5(runs: Runs) -> list[Part]:
    prints = printed_lines(
        "worley1999-table5", lambda row: (int(row["bytes"]), row["pattern"], row["metric"]),
        swap_printed, lambda row: row["model"].upper())
    names = {(volume, f"swap-{order}", metric): (size_text(volume), order, unit)
             for volume in VOLUMES for order in EVERY.values()
             for metric, unit in (("peak_bandwidth", "MB/s"), ("latency", "latency, µs"))}
    return [beside("peak bandwidth and latency of SWAP", ("volume", "order", "value"), [
        *(line._replace(path=line.title.lower()) for line in prints),
        *(ItemLine(HERE, calls_text(path), swaps_here(runs, path), path) for path in PATHS)],
        names)]


def swap_printed(row: Printed) -> Value:
    """A rate with its protocol."""
    value = printed(row)
    if row["metric"] != "peak_bandwidth":
        return value
    return value._replace(words=f"{value.words} {row['protocol']}")


def swaps_here(runs: Runs, path: str) -> dict[tuple[int, str, str], Value]:
    """The best protocol's peak and latency, by volume, pattern and metric."""
    values = {}
    for volume, (begins, order) in product(VOLUMES, EVERY.items()):
        if best := best_of(swaps(runs, path, volume), begins):
            rate = best.rate_MBps
            values[volume, f"swap-{order}", "peak_bandwidth"] = said(
                best, rate, f"{rate:,.0f} {best.protocol}")
            values[volume, f"swap-{order}", "latency"] = said(best, best.latency_us)
    return values


def swap_line(runs: Runs, path: str, label: str, volume: int, protocol: str = "") -> ItemLine:
    """Over the size of a message: by the protocol, or the best one at each size."""
    best: dict[int, CellRecord] = {}
    for swap in swaps(runs, path, volume):
        chosen = protocol == swap.protocol or not protocol and swap.protocol[:3] in ORDERS
        for size, cell in swap.cells.items() if chosen else ():
            best[size] = min(cell, best.get(size, cell), key=lambda record: record.fastest_us)
    return ItemLine(HERE, f"{calls_text(path)}, {label}",
                    values_of(best, lambda cell: 2 * volume / cell.fastest_us), path)


def figure_2(runs: Runs) -> list[Part]:
    return [figure("SWAP of three volumes, best protocol", "bytes", "MB/s", [
        swap_line(runs, path, size_text(volume), volume)
        for path, volume in product(PATHS, VOLUMES)])]


def figure_3(runs: Runs) -> list[Part]:
    return [figure("SWAP of 2 MiB, best protocol and default", "bytes", "MB/s", [
        swap_line(runs, path, label, VOLUMES[0], protocol) for path, default in DEFAULTS.items()
        for label, protocol in (("best", ""), (default, default))])]


# ---- the items ----------------------------------------------------------------------------------

MACHINE = "comops run --patterns pingpong --ranks 2 --sizes 8 --budget 5s"
GRIDS = "comops pstswm --problems T42L1,T85L1,T170L1 --steps 2 --runs 1"
SERIAL = "comops pstswm --experiment A"
# Experiment B as `comops pstswm` makes it, with a budget, and what claim 67 is about.
*WORDS, PROTOCOLS_OF_B = swap_words(Request(experiment="B"), "")
SWAP = f"{shlex.join(['comops', 'run', *WORDS, f'{PROTOCOLS_OF_B},issend'])} --budget 240s"
SETS = "comops pstswm --experiment C --ranks {ranks} --runs 2 --steps 10"
FULL = "comops pstswm --experiment E --ranks {ranks} --runs 2 --days 2"
PRINTED_SETS, PRINTED_FULL = (8, 32), (16, 32, 64, 128, 256, 512)
COUNTED = "Ours are 8 % fewer at T42, 1 % fewer at T85 and 2 % more at T170, by a test that counts."
PROTOCOLS = ("Listed by the names of calls in their order, without MPI_. Ours have the handshakes, "
             "waits and notices that the tables leave out.")
IRSEND = "IRSEND in (0,4) and (1,4) is probably RSEND; the last row is headed (1,4), not (1,6)."
SWAPPED = "His formula of the latency is not printed: here what one more message takes."
DAYS = "Rates of 2 simulated days, his of 5."
FASTEST = "How the pieces of (2,x) and (3,x) are moved apart is ours; without (2,6) and (3,0)."


EXPERIMENTS = {"table-4": "experiment-a", "table-5": "experiment-b", "table-8": "experiment-c",
               "figure-4": "experiment-d", "figure-6": "experiment-e"}


def _item(name: str, title: str, view: Callable[[Runs], Sequence[Part]], here: str,
          differs: str, ranks: tuple[int, ...] = (), *reference: str) -> Item:
    return Item("worley", name, title, view, ranks, (here,), (), differs,
                reference=tuple(f"worley1999-{part}" for part in reference),
                also=(EXPERIMENTS[name],) if name in EXPERIMENTS else ())


ITEMS = (
    _item("table-1", "protocols of SWAP over MPI, unordered and ordered",
          partial(table_protocols, 1, ("mpi",)), SWAP, f"{PROTOCOLS} {IRSEND}", (2,), "table1"),
    _item("table-2", "unordered protocols of SWAP over SHMEM",
          partial(table_protocols, 2, ("shmem", "threads")), SWAP, PROTOCOLS, (2,), "table2"),
    _item("table-3", "the machines", table_3, MACHINE, "", (), "table3"),
    _item("section-5", "grids and operations of a step", grids, GRIDS, COUNTED, (),
          "section5-grids"),
    _item("table-4", "serial rates", table_4, SERIAL, "", (1,), "table4"),
    _item("figure-1", "serial rates over operations", figure_1, SERIAL, "", (1,)),
    _item("table-5", "peak bandwidth and latency of SWAP", table_5, SWAP, SWAPPED, (2,),
          "table5"),
    _item("figure-2", "SWAP over the size of a message", figure_2, SWAP, "", (2,)),
    _item("figure-3", "SWAP, best against default protocol", figure_3, SWAP, "", (2,)),
    _item("table-6", "problems with one transform in parallel", table_6, SETS, "", PRINTED_SETS,
          "table6"),
    _item("table-7", "loss of SHMEM's default protocol", partial(losses, "7"), SETS, FASTEST,
          PRINTED_SETS, "table7"),
    _item("table-8", "loss of MPI's default protocol; MPI against SHMEM", table_8, SETS, FASTEST,
          PRINTED_SETS, "table8"),
    _item("figure-4", "transposes compared", partial(algorithms, TRANSPOSES, "srtrans"),
          SETS, FASTEST, PRINTED_SETS),
    _item("figure-5", "vector sums compared", partial(algorithms, SUMS, "ringsum"), SETS,
          FASTEST, PRINTED_SETS),
    _item("choice", "which transpose, sum, protocol and path to choose", choices, COMMAND,
          "He chooses by whole runs of the model; here by the patterns alone.",
          (2, 4, 8, 16, 32)),
    _item("figure-6", "full simulation, DTH", partial(full, "DTH"), FULL, DAYS, PRINTED_FULL),
    _item("figure-7", "full simulation, DR", partial(full, "DR"), FULL, DAYS, PRINTED_FULL),
)
