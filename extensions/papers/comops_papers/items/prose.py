# SPDX-License-Identifier: BSD-3-Clause
"""Numbers that four of the papers print in running text; those of the thesis are in thesis.py, and
ratios of Luo's, which belong to his figures, in luo.py."""

from collections.abc import Iterable
from statistics import mean, median

from comops_papers.claims.claim import LIBRARY
from comops_papers.claims.luo import PROCESSORS
from comops_papers.items.items import (HERE, NONE, ONE_EACH, RATIO, SIMULATED, Item, ItemRow, Part,
                                       Runs, Table, Value, printed, value_of)
from comops_papers.items.luo import RUN, SIMULATE, SIZES
from comops_papers.items.luo_machines import MACHINES
from comops_papers.items.one_sided import (LIBRARIES, MACHINES as ONE_SIDED, RANKS, TABLES, TESTS,
                                           WORD_SIZES, arsc_command, lines, pes_of, run, simulate)
from comops_papers.items.readings import cells_of, rate
from comops_papers.items.verdicts import times_as_fast
from comops_papers.items.worley import FULL, SETS, SWAP, VOLUMES, swaps
from comops_papers.items.worley_model import best_rate
from comops_papers.published_values import Row, rows

TITLE, FILE = "numbers in running text", "prose-values"


def numbers(listed: Iterable[tuple[str, Row, Value, Value]]) -> Table:
    """What it is, with its unit; the printed row, simulated, here."""
    return Table(TITLE, ("number",), ONE_EACH, [
        ItemRow((what,), (printed(row), *values)) for what, row, *values in listed])


# ---- Luecke -------------------------------------------------------------------------------------

SHORT = dict(ONE_SIDED.values())
NUMBERS = {"distant-get": 1, "circular-right-shift": 2, "naive-broadcast": 3,
           "binary-tree-broadcast": 4}
CALLED = LIBRARIES | {"mpi2": LIBRARIES["mpi2-get"]}
ENDS = {"min": ", least", "max": ", most", "": ""}


def quotient(runs: Runs, number: int, size: int, origin: str, *sides: tuple[str, str]) -> Value:
    """The time of one side, a library on a machine, over another's: of test 1 the mean over the
    partners, of the others with the most ranks that both have."""
    times = {line.column.place: line.values
             for line in lines(number, runs, size, "series" if number == 1 else "ranks")}
    upper, lower = (times.get((*side, origin)) or
                    times.get(("threads", "", origin) if side[0] == "SHMEM" else ()) or {}
                    for side in sides)
    if not (places := sorted(upper.keys() & lower.keys())):
        return NONE
    if number == 1:
        above, below = (Value(mean(side[at].number for at in places)) for side in (upper, lower))
    else:
        above, below = upper[places[-1]], lower[places[-1]]
    return times_as_fast(below, above, False)


def luecke_ratios(runs: Runs) -> Table:
    listed = []
    for row in (row for row in rows(FILE, source="luecke2004") if "time_ratio" in row["metric"]):
        _, names, *end = row["metric"].split(" ")
        above, below = names.split("/")
        machine, number = SHORT.get(row["machine"], row["machine"]), NUMBERS.get(row["pattern"])
        sides = [(CALLED[name], machine) if name in CALLED else (CALLED[row["model"]], name)
                 for name in (above, below)]
        here = [(title, "") for title, _ in sides]
        values = [NONE if not number or origin == HERE and sides[0][1] != sides[1][1] else
                  quotient(runs, number, int(row["bytes"]), origin, *which)
                  for origin, which in ((SIMULATED, sides), (HERE, here))]
        where = f"test {number}, {int(row['bytes']):,} bytes" if number else row["pattern"]
        listed.append(ItemRow(
            (machine if above in CALLED else CALLED[row["model"]],
             " / ".join(CALLED.get(name, name) for name in (above, below)),
             f"time, {where}{ENDS[''.join(end)]}"), (printed(row), *values)))
    return Table("ratios of the text", ("of", "ratio", "what"), ONE_EACH, listed, RATIO,
                 "With the most processors that both have; of test 1 means over the partners.")


def luecke(runs: Runs) -> list[Part]:
    typical, spike, removed = (next(row for row in rows(FILE, metric=metric, machine=machine))
                               for metric, machine in (("time_typical", "SGI Origin 2000"),
                                                       ("spike_height", "SGI Origin 2000"),
                                                       ("trials_removed", "Cray T3E-600")))
    times = {line.origin: [value.number for value in line.values.values()]
             for line in lines(1, runs, 8, "series")
             if line.title == LIBRARIES["mpi2-get"] and line.machine in ("", "Origin")}
    usual = [Value(median(times[origin]) / 1000) if times.get(origin) else NONE
             for origin in (SIMULATED, HERE)]
    return [luecke_ratios(runs), numbers([
        ("MPI-2's distant get of 8 bytes on the Origin, ms", typical, *usual),
        ("its spikes, ms", spike, NONE, NONE),
        ("trials that the filter removes on the T3E, %", removed, NONE, NONE)])]


# ---- ARSC, Luo, Worley --------------------------------------------------------------------------


def arsc(runs: Runs) -> list[Part]:
    largest = WORD_SIZES[-1]
    get, put = (pes_of(runs, *TABLES[number][:2])[1][largest].get(1) for number in (1, 4))
    prints = [next(iter(rows(FILE, source="arsc1995", metric=metric, pattern=pattern)))
               for metric, pattern in (("bandwidth", "get"), ("bandwidth", "put"),
                                       ("time_ratio get/put lower bound", "put versus get"),
                                       ("clock_frequency", ""))]
    rates = [value_of(cell, lambda cell: cell.key.bytes / cell.time_us) for cell in (get, put)]
    ratio = times_as_fast(*reversed(rates), True) if get and put else NONE
    clock = next((campaign.record.facts.get("frequency_most_khz") for campaign in runs.measured),
                 None)
    return [numbers((what, row, NONE, value) for what, row, value in zip(
        ("get from another PE, MB/s", "put and acknowledgement, MB/s",
         "time of get / put, more than", "clock, Hz"), prints,
        (*rates, ratio, Value(1000 * clock) if clock else NONE), strict=True))]


def luo(runs: Runs) -> list[Part]:
    (limit,) = rows(FILE, source="luo1997", metric="bandwidth_limit")
    most = [max((value_of(cell, rate) for cell in cells_of(
        runs.on(machine), "gather", LIBRARY, ranks=PROCESSORS).values()),
        key=lambda value: value.number or 0, default=NONE) for machine in ("power-challenge", "")]
    return [numbers([(f"most of MPI's gather on the {MACHINES['power-challenge'].name}, MB/s",
                      limit, *most)])]


def worley(runs: Runs) -> list[Part]:
    swap = {swap.protocol: swap.rate_MBps for swap in swaps(runs, "shmem", VOLUMES[0])}
    ratio = Value(swap["(0,2)"] / swap["(0,1)"]) if {"(0,1)", "(0,2)"} <= swap.keys() else NONE
    full = [run for run in runs.model if run.variant]
    fewest = min((run.ranks for run in full), default=0)
    rates = sorted(best_rate([run for run in full if (run.ranks, run.problem, run.variant[:3])
                              == (fewest, problem, kind)], True)
                   for problem, kind in {(run.problem, run.variant[:3]) for run in full})
    ends = (rates[0], rates[-1]) if rates else (NONE, NONE)
    count = sum(run.path == "mpi" and not run.variant for run in runs.model if run.ranks > 1)
    shown = {"time_ratio get/put": ("time of get / put in SWAP, T3D", ratio),
             "flop_per_load": ("operations for each load", NONE),
             "mflops_per_processor_start min": ("least of a rank, fewest ranks, Mflop/s", ends[0]),
             "mflops_per_processor_start max": ("most of a rank, fewest ranks, Mflop/s", ends[1]),
             "experiments": ("runs of one transform over a library",
                             Value(count) if count else NONE)}
    return [numbers((shown[row["metric"]][0], row, NONE, shown[row["metric"]][1])
                    for row in rows(FILE, source="worley1999"))]


def _item(paper: str, view: object, ranks: tuple[int, ...], here: Iterable[str],
          simulated: Iterable[str], differs: str = "") -> Item:
    return Item(paper, "prose", TITLE, view, ranks, tuple(here), tuple(simulated), differs,
                reference=(FILE,))


LUO = _item("luo", luo, (PROCESSORS,), [RUN.format("gather", "barrier,library", SIZES, "40s")],
            [SIMULATE.format(",".join(MACHINES), "gather", "barrier,library", SIZES)])
LUECKE = _item("luecke", luecke, RANKS,
               (run(number, TESTS[number].sizes) for number in (1, 2, 3, 4)),
               (words for number in (1, 2, 3, 4) for words in simulate(number)),
               "Where there is no SHMEM, threads stand for it.")
ARSC = _item("arsc", arsc, (8,), map(arsc_command, (1, 4)), ())
WORLEY = _item("worley", worley, (8, 32), (SWAP, SETS, FULL), (),
               "One transform in parallel: here the runs over MPI.")
