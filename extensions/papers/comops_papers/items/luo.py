# SPDX-License-Identifier: BSD-3-Clause
"""The COMOPS paper: Yong Luo, "Shared Memory vs. Message Passing: the COMOPS Benchmark Experiment",
Los Alamos LA-UR 96-4726, 1996.

Figures 3 to 8 have four processors, 9 to 17 a machine each, from two processors on. None of their
values is printed; the ratios that his text names are. On the Convex the ping-pong over shared
memory waits at a lock, elsewhere at barriers. The DEC's MPI is MPICH, which copies in and out of a
buffer; the vendors' of SGI and Convex could copy directly, and do so where they are simulated.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from comops.reports.words.formats import list_text
from comops_papers.claims.claim import BARRIER, LIBRARY, LOCK, SENDRECV, TEXTS
from comops_papers.claims.evidence import Evidence, Side
from comops_papers.claims.luo import PROCESSORS
from comops_papers.items.drawings import drawings
from comops_papers.items.items import (HERE, NONE, ONE_EACH, RATIO, SIMULATED, Item, ItemLine,
                                       ItemRow, Part, Runs, Table, Value, figure, printed, value_of)
from comops_papers.items.luo_machines import BUS, CROSSBAR, MACHINES, table_1
from comops_papers.items.readings import Reading, cells_of, rate, time_us, values_of
from comops_papers.items.verdicts import times_as_fast
from comops_papers.published_values import rows

LARGE = 800_000  # bytes, the largest message, and that of the figures over processors
MEDIUM = 65536  # where the text says medium
SIMULATE = ("comops simulate --platform {} --patterns {} --protocols {} --ranks {{ranks}} "
            "--buffers reuse --consume no --sizes {}")
RUN = ("comops run --method comops --patterns {} --paths threads,mpi --protocols {} "
       "--ranks {{ranks}} --buffers reuse --consume no --sizes {} --budget {}")
PROTOCOLS = {"pingpong": "barrier,lock,sendrecv"}
OTHERS = "barrier,library"  # of collective operations
SIZES, SMALL_SIZES = "8:512K,800000", "8,16,24,32,40,48,56,64,72,80"


def said(*claims: int) -> str:
    return " ".join(TEXTS[str(number)]["said"] for number in claims)


# ---- the two codes ------------------------------------------------------------------------------


def codes(pattern: str, machine: str) -> list[tuple[str, Side]]:
    """His codes on one of his machines: shared memory first, then MPI."""
    lock = machine == "spp1600" and pattern == "pingpong"
    shared = ("threads, lock", LOCK) if lock else ("threads", BARRIER)
    return [shared, ("MPI", SENDRECV if pattern == "pingpong" else LIBRARY)]


def reading(pattern: str, kind: str) -> Reading:
    """He prints the round trip of a ping-pong."""
    if pattern != "pingpong":
        return rate if kind == "rate" else time_us
    return (lambda cell: cell.key.bytes / (2 * cell.time_us) if kind == "rate"
            else 2 * cell.time_us)


def curves(runs: Runs, machines: Sequence[str], pattern: str, kind: str, most: int = LARGE,
           **which: Any) -> Iterator[ItemLine]:
    """His codes on these machines, and here on the same networks, as far as there are two. `most`:
    bytes; `which`: cells, as of cells_of."""
    def values(seen: Sequence[Evidence], side: Side, network: str) -> dict[int, Value]:
        cells = cells_of(seen, pattern, side, placement=network, **which)
        return values_of({at: cell for at, cell in cells.items() if cell.key.bytes <= most and (
            cell.simulated or cell.key.placement == network or network == BUS)},
            reading(pattern, kind))

    here: dict[tuple[str, str], Side] = {}
    for machine in machines:
        his = MACHINES[machine]
        for label, side in codes(pattern, machine):
            here[label, his.network] = side
            yield ItemLine(SIMULATED, label, values(runs.on(machine), side, his.network),
                           side.path, his.where)
    for (label, network), side in here.items():
        yield ItemLine(HERE, label, values(runs.here, side, network), side.path,
                       f"on a {network}" if network != BUS else "")


def over_size(pattern: str, kind: str, most: int, runs: Runs) -> Iterator[Part]:
    """All machines, buses beside the crossbar, and the ratios that the text names."""
    ranks = {cell.key.ranks for cell in cells_of(runs.here, pattern, BARRIER,
                                                 ranks=PROCESSORS).values()} - {PROCESSORS}
    claims = dict.fromkeys(his.over_size[pattern] if most == LARGE else his.small
                           for his in MACHINES.values())
    yield figure(f"{kind} of the {pattern}, {PROCESSORS} processors", "bytes",
                 "MB/s" if kind == "rate" else "µs",
                 curves(runs, list(MACHINES), pattern, kind, most, ranks=PROCESSORS),
                 " ".join((*(f"Here {count} ranks." for count in ranks),
                           f"His text: {said(*filter(None, claims))}")))
    if most == LARGE:
        yield from ratios(pattern, runs, PROCESSORS)


def over_processors(machine: str, pattern: str, claims: Sequence[int], runs: Runs
                    ) -> Iterator[Part]:
    yield figure(f"time of the {pattern} of 800 KB", "ranks", "µs",
                 curves(runs, [machine], pattern, "time", by="ranks", bytes=LARGE),
                 f"His text: {said(*claims)}" if claims else "")
    yield from ratios(pattern, runs, 0, machine)


# ---- what the text prints -----------------------------------------------------------------------


def quotient(metric: str, pattern: str, machine: str, size: int, ranks: int, on: str, runs: Runs
             ) -> Value:
    """A ratio of rates or of times, on a simulated machine or here."""
    (_, shared), (_, mpi) = codes(pattern, machine)
    sides = (mpi, shared) if metric.startswith("time_ratio mpi") else (shared, mpi)
    above, below = (value_of(cells_of(runs.on(on), pattern, side, ranks=ranks or PROCESSORS,
                                      bytes=size).get(size), time_us) for side in sides)
    return times_as_fast(below, above, False) if above.number and below.number else NONE


def ratios(pattern: str, runs: Runs, processors: int, only: str = "") -> Iterator[Table]:
    """The printed factors between both codes; those of a machine's figure over processors have no
    number of them."""
    listed = []
    for row in rows("prose-values", source="luo1997",
                    processors=str(processors) if processors else ""):
        name, _, size = row["pattern"].partition(":")
        metric, machine = row["metric"], next((machine for machine, his in MACHINES.items()
                                               if his.printed.startswith(row["machine"])), "")
        if name != pattern or "ratio" not in metric or only not in ("", machine):
            continue
        at = MEDIUM if size == "medium" else LARGE
        sides = "MPI / threads" if "mpi/" in metric else "threads / MPI"
        what = "time" if "time" in metric else "rate"
        where = f"{int(row['bytes']):,} bytes" if row["bytes"] else size
        listed.append(ItemRow(
            (MACHINES[machine].name, sides, ", ".join(filter(None, (what, where)))),
            (printed(row), *(quotient(metric, pattern, machine, at, processors, on, runs)
                             for on in (machine, "")))))
    if listed:
        yield Table("ratios of the text", ("machine", "ratio", "of"), ONE_EACH, listed, RATIO,
                    f"Where he names no size: {LARGE:,} bytes, medium {MEDIUM:,}.")


# ---- the items ----------------------------------------------------------------------------------

OVER_SIZE = {  # number: pattern, kind, most bytes
    3: ("pingpong", "rate", LARGE), 4: ("broadcast", "rate", LARGE), 5: ("reduce", "rate", LARGE),
    6: ("pingpong", "time", 80), 7: ("gather", "rate", LARGE), 8: ("scatter", "rate", LARGE)}
RATE = "The rates of collective operations are ours: his formulas are not printed."
DIFFERS = {"pingpong": "Both ranks send buffers of their own; he sends a temporary one back.",
           "reduce": f"With a closing barrier, and the temporary is set anew. {RATE}",
           "gather": f"With a closing barrier. The paper captions 7 and 8 alike. {RATE}",
           "broadcast": RATE, "scatter": f"The paper captions 7 and 8 alike. {RATE}"}


def _over_size(number: int, pattern: str, kind: str, most: int) -> Item:
    sizes = SMALL_SIZES if most < LARGE else SIZES
    return Item(
        "luo", f"figure-{number}", f"{pattern}, {kind} over size, three machines",
        partial(over_size, pattern, kind, most), (PROCESSORS,),
        (RUN.format(pattern, PROTOCOLS.get(pattern, OTHERS), sizes, "40s"),),
        (SIMULATE.format(",".join(MACHINES), pattern, PROTOCOLS.get(pattern, OTHERS), sizes),),
        DIFFERS[pattern], reference=("prose-values",))


def _over_processors(machine: str, at: int, pattern: str) -> Item:
    his = MACHINES[machine]
    return Item(
        "luo", f"figure-{his.first + at}", f"{pattern} of 800 KB over processors, {his.name}",
        partial(over_processors, machine, pattern, his.over_ranks[at]), his.ranks,
        (RUN.format(pattern, PROTOCOLS.get(pattern, OTHERS), LARGE, "20s"),),
        (SIMULATE.format(machine, pattern, PROTOCOLS.get(pattern, OTHERS), LARGE),),
        DIFFERS[pattern].replace(RATE, "").strip(), reference=("prose-values",))


SIMULATED_MACHINES = (f"comops simulate --platform {','.join(MACHINES)} --patterns pingpong "
                      "--ranks 2 --sizes 8")


def _drawing(number: int, network: str) -> Item:
    names = {machine: his.name for machine, his in MACHINES.items() if his.network == network}
    return Item("luo", f"figure-{number}", f"a {network}, drawn: {list_text(list(names.values()))}",
                partial(drawings, names), simulated=(SIMULATED_MACHINES,))


ITEMS = (
    Item("luo", "table-1", "the three machines", table_1, (),
         ("comops run --patterns pingpong --ranks 2 --sizes 8 --budget 5s",),
         (SIMULATED_MACHINES,), reference=("luo1997-table1",)),
    _drawing(1, BUS), _drawing(2, CROSSBAR),
    *(_over_size(number, *what) for number, what in OVER_SIZE.items()),
    *(_over_processors(machine, at, pattern) for machine in MACHINES
      for at, pattern in enumerate(("pingpong", "broadcast", "reduce"))),
)
