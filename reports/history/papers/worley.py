# SPDX-License-Identifier: BSD-3-Clause
"""P. H. Worley, ORNL/TM-13682, 1999: SWAP, and his model PSTSWM, over MPI and SHMEM; here also over
threads. This file has the machines, the grids, the serial rates and the items."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial

from analysis.verdicts import library_name
from common.published_values import table
from records.read import Campaign
from reports.history.items import (
    HERE, NONE, PRINT, Column, Curve, Figure, Item, Part, Point, Row, Runs, Table, Value,
)
from reports.history.papers.worley_model import (
    SUMS, TRANSPOSES, algorithms, best_rate, full, losses, printed, table_6, table_8, words,
)
from reports.history.papers.worley_swap import figure_2, figure_3, table_5, table_protocols

PROBLEMS = ("T42L1", "T42L16", "T85L1", "T85L16", "T170L1")
LIBRARY = {"with math library": "fftw", "without math library": "blocked"}


def table_3(runs: Runs) -> list[Part]:
    values: dict[str, dict[str, str]] = defaultdict(dict)  # what, then by machine
    for row in table("worley1999-table3"):
        values[row["metric"]][row["machine"]] = f"{row['value']} {row['unit']}".strip()
    machines = list(values["system"])
    here = machine_here(runs.measured[0]) if runs.measured else {}
    columns = *(Column(PRINT, one) for one in machines), Column(HERE)
    return [Table("the machines of the report", ("property",), columns,
                  [Row((what.replace("_", " "),),
                       (*(words(of.get(one, "")) for one in machines), words(here.get(what, ""))))
                   for what, of in values.items()])]


def machine_here(campaign: Campaign) -> dict[str, str]:
    """What a campaign says of it."""
    facts = campaign.facts
    most = (facts.get("facts") or {}).get("frequency_most_khz")
    libraries = (library_name(one) for path, one in facts["runtimes"].items()
                 if not path.startswith("threads"))
    return {"system": facts["machine"], "cpu": facts["cpu"] or "", "os": facts["kernel"],
            "clock": f"{most / 1000:.0f} MHz" if most else "",
            "message_passing": ", ".join(libraries), "math_library": "FFTW, if it is installed",
            "measured": facts["started"][:7]}


def grids(runs: Runs) -> list[Part]:
    listed = []
    for row in table("worley1999-section5-grids"):
        name = row["pattern"].partition(":")[2]
        found = (one.grid for one in runs.model if one.problem.partition("L")[0] == name)
        listed.append(Row((name, row["metric"].replace("_", " ")), (
            words(row["value"]), words(grid_value(name, row["metric"], next(found, ""))))))
    return [Table("grids and operations of a step", ("class", "property"),
                  (Column(PRINT), Column(HERE)), listed,
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
    values = {(row["machine"], row["pattern"].partition(":")[2], row["protocol"]): row["value"]
              for row in table("worley1999-table4")}
    machines = list(dict.fromkeys(machine for machine, *_ in values))
    listed = [
        Row((problem, library), (
            *(printed(found) if (found := values.get((one, problem, library))) else NONE
              for one in machines),
            best_rate([one for one in runs.model if (one.problem, one.fft) == (problem, fft)])))
        for problem in PROBLEMS for library, fft in LIBRARY.items()]
    return [Table("serial rates", ("problem", "FFT"), (*(Column(PRINT, one) for one in machines),
                                                    Column(HERE)), listed, "Mflop/s")]


def operations() -> dict[str, int]:
    """The printed number of operations of a step, for each problem with serial rates."""
    counts = {row["pattern"].partition(":")[2]: int(row["value"])
              for row in table("worley1999-section5-grids")
              if row["metric"] == "flops_per_timestep"}
    names = dict.fromkeys(row["pattern"].partition(":")[2] for row in table("worley1999-table4"))
    return {name: counts[truncation] * int(levels) for name in names
            for truncation, _, levels in [name.partition("L")]}


def figure_1(runs: Runs) -> list[Part]:
    """The faster FFT of each machine, over operations."""
    rates: dict[tuple[str, str], dict[int, float]] = defaultdict(dict)
    counts = operations()
    for row in table("worley1999-table4"):
        at, side = counts[row["pattern"].partition(":")[2]], (PRINT, row["machine"])
        rates[side][at] = max(float(row["value"]), rates[side].get(at, 0))
    for one in runs.model:
        if one.fft and one.mflops and one.problem in counts:
            at, side = counts[one.problem], (HERE, "this machine")
            rates[side][at] = max(one.mflops, rates[side].get(at, 0))
    return [Figure("serial rates over size", "operations a step", "Mflop/s", [
        Curve(origin, name, "", tuple(Point(at, rate) for at, rate in sorted(points.items())))
        for (origin, name), points in rates.items()])]


MACHINE = "comops run --patterns pingpong --ranks 2 --sizes 8 --budget 5s"
GRIDS = "comops pstswm --problems T42L1,T85L1,T170L1 --steps 2 --runs 1"
SERIAL = "comops pstswm --experiment A"
SWAP = "comops pstswm --experiment B"
SETS = "comops pstswm --experiment C --ranks {ranks} --runs 2 --steps 10"
FULL = "comops pstswm --experiment E --ranks {ranks} --runs 2"
PRINTED_SETS, PRINTED_FULL = (8, 32), (16, 32, 64, 128, 256, 512)
COUNTED = "Ours are 8 % fewer at T42, 1 % fewer at T85 and 2 % more at T170, by a test that counts."
PROTOCOLS = "With the handshakes, waits and notices that the tables leave out."
SWAPPED = "His formula of the latency is not printed: here what one more message takes."
FASTEST = "How the pieces of (2,x) and (3,x) are moved apart is ours; without (2,6) and (3,0)."


EXPERIMENTS = {"table-4": "experiment-a", "table-5": "experiment-b", "table-8": "experiment-c",
               "figure-4": "experiment-d", "figure-6": "experiment-e"}


def _item(name: str, title: str, view: Callable[[Runs], Sequence[Part]], here: str,
          differs: str, seconds: int, ranks: tuple[int, ...] = (), *reference: str) -> Item:
    return Item("worley", name, title, view, ranks, (here,), (), differs, seconds,
                reference=tuple(f"worley1999-{one}" for one in reference),
                also=(EXPERIMENTS[name],) if name in EXPERIMENTS else ())


ITEMS = (
    _item("table-1", "unordered protocols of SWAP", partial(table_protocols, "(0,"), SWAP,
          PROTOCOLS, 100, (2,)),
    _item("table-2", "ordered protocols of SWAP", partial(table_protocols, "(1,"), SWAP,
          PROTOCOLS, 100, (2,)),
    _item("table-3", "the machines", table_3, MACHINE, "", 8, (), "table3"),
    _item("section-5", "grids and operations of a step", grids, GRIDS, COUNTED, 8, (),
          "section5-grids"),
    _item("table-4", "serial rates", table_4, SERIAL, "", 60, (1,), "table4"),
    _item("figure-1", "serial rates over operations", figure_1, SERIAL, "", 60, (1,)),
    _item("table-5", "peak bandwidth and latency of SWAP", table_5, SWAP, SWAPPED, 100, (2,),
          "table5"),
    _item("figure-2", "SWAP over the size of a message", figure_2, SWAP, "", 100, (2,)),
    _item("figure-3", "SWAP, best against default protocol", figure_3, SWAP, "", 100, (2,)),
    _item("table-6", "problems with one transform in parallel", table_6, SETS, "", 300,
          PRINTED_SETS, "table6"),
    _item("table-7", "loss of SHMEM's default protocol", partial(losses, "7"), SETS, FASTEST, 300,
          PRINTED_SETS, "table7"),
    _item("table-8", "loss of MPI's default protocol; MPI against SHMEM", table_8, SETS, FASTEST,
          300, PRINTED_SETS, "table8"),
    _item("figure-4", "transposes compared", partial(algorithms, TRANSPOSES, "srtrans"),
          SETS, FASTEST, 300, PRINTED_SETS),
    _item("figure-5", "vector sums compared", partial(algorithms, SUMS, "ringsum"), SETS,
          FASTEST, 300, PRINTED_SETS),
    _item("figure-6", "full simulation, DTH", partial(full, "DTH"), FULL, "", 600, PRINTED_FULL),
    _item("figure-7", "full simulation, DR", partial(full, "DR"), FULL, "", 600, PRINTED_FULL),
)
