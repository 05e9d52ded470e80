# SPDX-License-Identifier: BSD-3-Clause
"""The COMOPS paper: Yong Luo, "Shared Memory vs. Message Passing: the COMOPS Benchmark Experiment",
Los Alamos LA-UR 96-4726, 1996.

Figures 3 to 8 have four processors, 9 to 17 a machine each, from two processors on. None of their
values is printed; the ratios that his text names are. On the Convex the ping-pong over shared
memory waits at a lock, elsewhere at barriers. The DEC's MPI is MPICH, which copies in and out of a
buffer; the vendors' of SGI and Convex could copy directly, as `cma` does.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import hypot
from typing import NamedTuple

from comops.results.campaign import PlatformRecord
from comops.results.cell import CellRecord
from comops.results.read import Campaign
from comops.results.topology import Part as MachinePart, machine_of
from comops_papers.claims.claim import BARRIER, LIBRARY, LOCK, SENDRECV, TEXTS
from comops_papers.claims.evidence import Evidence, Side
from comops_papers.claims.luo import COLLECTIVES, COPYING_DIRECTLY, PROCESSORS
from comops_papers.items.items import (HERE, NONE, ONE_EACH, SIMULATED, Item, ItemLine, ItemRow,
                                       Part, Runs, Table, Value, figure, printed, value_of)
from comops_papers.items.readings import Reading, cells_of, rate, time_us, values_of
from comops_papers.published_values import rows

LARGE = 800_000  # bytes, the largest message, and that of the figures over processors
MEDIUM = 65536  # where the text says medium


class LuoMachine(NamedTuple):
    """One of his: its name in table 1, its first figure over processors and their numbers, whether
    its MPI may copy directly, and the claims: by pattern, at small sizes, over processors."""

    printed: str
    name: str
    first: int
    ranks: tuple[int, ...]
    direct: bool
    over_size: dict[str, int]
    small: int | None
    over_ranks: tuple[Sequence[int], ...]


MACHINES = {
    "alphaserver-8400": LuoMachine(
        "DEC AlphaServer 8400/300 (Turbolaser)", "DEC AlphaServer 8400", 9, (2, 4, 6, 8, 10), False,
        {"pingpong": 139, **dict.fromkeys(COLLECTIVES, 140)}, 141, ((142,), (146,), (147,))),
    "power-challenge": LuoMachine(
        "SGI Power Challenge", "SGI Power Challenge", 12, (2, 4, 6, 8), True,
        {"pingpong": 134, "broadcast": 135, "reduce": 133, "gather": 137, "scatter": 136}, None,
        ((143,), (146,), (147, 148))),
    "spp1600": LuoMachine(
        "Convex SPP1600", "Convex SPP1600", 15, (2, 4, 6, 8), True,
        {"pingpong": 144, **dict.fromkeys(COLLECTIVES, 145)}, None, ((), (146,), (147, 149))),
}
SIMULATE = ("comops simulate --platform {} --patterns {} --protocols {},cma --ranks {{ranks}} "
            "--buffers reuse --consume no --sizes {}")
RUN = ("comops run --method comops --patterns {} --paths threads,mpi --protocols {} "
       "--ranks {{ranks}} --buffers reuse --consume no --sizes {} --budget {}")
PROTOCOLS = {"pingpong": "barrier,lock,sendrecv"}
OTHERS = "barrier,library"  # of collective operations
BUS, LOCKING = "alphaserver-8400", "spp1600"
SIZES, SMALL_SIZES = "8:512K,800000", "8,16,24,32,40,48,56,64,72,80"


def said(*claims: int) -> str:
    return " ".join(TEXTS[str(number)]["said"] for number in claims)


# ---- the two codes ------------------------------------------------------------------------------


def codes(pattern: str, machine: str, here: bool) -> list[tuple[str, Side]]:
    """His codes on one of his machines, or the same here: shared memory first, then MPI; direct
    copies are not here."""
    lock, direct = machine == LOCKING and pattern == "pingpong", MACHINES[machine].direct
    shared = ("threads, lock", LOCK) if lock else ("threads", BARRIER)
    mpi = SENDRECV if pattern == "pingpong" else LIBRARY
    copies = [("MPI, direct copies", COPYING_DIRECTLY)] if direct and not here else []
    return [shared, ("MPI", mpi), *copies]


# He prints the round trip of a ping-pong.
READINGS: dict[tuple[str, str], Reading] = {
    ("pingpong", "rate"): lambda cell: cell.key.bytes / (2 * cell.time_us),
    ("pingpong", "time"): lambda cell: 2 * cell.time_us}
UNITS = {"rate": "MB/s", "time": "µs"}


def reading(pattern: str, kind: str) -> Reading:
    return READINGS.get((pattern, kind), rate if kind == "rate" else time_us)


def curves(runs: Runs, machine: str, pattern: str, kind: str,
           found: Callable[[Sequence[Evidence], Side], dict[int, CellRecord]]
           ) -> Iterator[ItemLine]:
    """The same codes here, and those of one of his machines."""
    for origin, seen in ((HERE, runs.here), (SIMULATED, runs.on(machine))):
        for label, side in codes(pattern, machine, origin == HERE):
            yield ItemLine(origin, label, values_of(found(seen, side), reading(pattern, kind)),
                           side.path)


def over_size(pattern: str, kind: str, most: int, runs: Runs) -> Iterator[Part]:
    """A figure for each machine that was simulated, or one of this machine, and the ratios that the
    text names."""
    def cells(seen: Sequence[Evidence], side: Side) -> dict[int, CellRecord]:
        found = cells_of(seen, pattern, side, ranks=PROCESSORS)
        return {size: cell for size, cell in found.items() if size <= most}

    here = cells(runs.here, BARRIER)
    ranks = next((f"Here {one.key.ranks} ranks." for one in here.values()
                  if one.key.ranks != PROCESSORS), "")
    simulated = [one for one in MACHINES if runs.on(one)]
    for machine in simulated or [BUS]:
        his = MACHINES[machine]
        claim = his.over_size[pattern] if most == LARGE else his.small
        text = f"His text: {said(claim)}" if claim and simulated else ""
        yield figure(f"{his.name if simulated else 'here'}: {kind} of the {pattern}"
                     f"{f', {PROCESSORS} processors' if simulated else ''}", "bytes",
                     UNITS[kind], curves(runs, machine, pattern, kind, cells),
                     " ".join(filter(None, (ranks, text))))
    if most == LARGE:
        yield from ratios(pattern, runs, PROCESSORS)


def over_processors(machine: str, pattern: str, claims: Sequence[int], runs: Runs
                    ) -> Iterator[Part]:
    placement = "crossbar" if machine == LOCKING else "bus"

    def cells(seen: Sequence[Evidence], side: Side) -> dict[int, CellRecord]:
        return cells_of(seen, pattern, side, "ranks", bytes=LARGE, placement=placement)

    yield figure(f"{MACHINES[machine].name}: time of the {pattern} of 800 KB", "ranks", "µs",
                 curves(runs, machine, pattern, "time", cells),
                 f"His text: {said(*claims)}" if claims else "")
    yield from ratios(pattern, runs, 0, machine)


# ---- what the text prints -----------------------------------------------------------------------


def quotient(metric: str, pattern: str, machine: str, size: int, ranks: int, on: str, runs: Runs
             ) -> Value:
    """A ratio of rates or of times, on a simulated machine or here."""
    (_, shared), *_, (_, mpi) = codes(pattern, machine, not on)
    sides = (mpi, shared) if metric.startswith("time_ratio mpi") else (shared, mpi)
    one, other = (cells_of(runs.on(on), pattern, side, ranks=ranks or PROCESSORS,
                           bytes=size).get(size) for side in sides)
    if not one or not other:
        return NONE
    value = value_of(one, lambda cell: cell.time_us / other.time_us)
    halves = [value.half, value_of(other, time_us).half]
    return value._replace(half=None if None in halves else hypot(*halves))


def ratios(pattern: str, runs: Runs, processors: int, only: str = "") -> Iterator[Table]:
    """The printed factors between both codes; those of a machine's figure over processors have no
    number of them."""
    listed = []
    for row in rows("prose-values", source="luo1997",
                    processors=str(processors) if processors else ""):
        name, _, size = row["pattern"].partition(":")
        metric, machine = row["metric"], next((one for one, his in MACHINES.items()
                                               if his.printed.startswith(row["machine"])), "")
        if name != pattern or "ratio" not in metric or only not in ("", machine):
            continue
        at = MEDIUM if size == "medium" else LARGE
        what = ("time, " if "time" in metric else "rate, ") + (
            "MPI / threads" if "mpi/" in metric else "threads / MPI")
        where = f"{int(row['bytes']):,}" if row["bytes"] else size or "not named"
        listed.append(ItemRow((MACHINES[machine].name, what, where), (
            printed(row), *(quotient(metric, pattern, machine, at, processors, on,
                                                   runs) for on in ("", machine)))))
    if listed:
        yield Table("how many times as much, by his text", ("machine", "of", "bytes"), ONE_EACH,
                    listed, note=f"Where he names no size: {LARGE:,} bytes, medium {MEDIUM:,}.")


# ---- table 1 ------------------------------------------------------------------------------------

CACHES = {"cache_L1": "L1", "cache_L2": "L2", "cache_L3": "L3"}
NAMES = {"cpu_count": "processors", "cpu": "processor", "clock": "clock, MHz",
         "cache_onchip": "cache on the chip", "memory_interleave": "memory, interleaved",
         "peak_interconnect_bandwidth": "interconnect, GB/s"}
UNITS_OF_ROWS = {"cpu_count": "CPU", "clock": "MHz", "peak_interconnect_bandwidth": "GB/s"}


def parts_of(campaign: Campaign) -> list[MachinePart]:
    """All parts of a machine, each before those in it; none if it is not described."""
    try:
        return list(machine_of(campaign.record.topology).tree.walk())
    except ValueError:
        return []


def here_value(campaign: Campaign, metric: str) -> Value:
    """The first cache of a kind; all memory."""
    every = parts_of(campaign)
    if metric == "cpu":
        return Value(words=campaign.record.cpu or "")
    if metric == "cpu_count":
        return Value(sum(one.type == "core" for one in every) or None)
    if metric == "memory":
        return bytes_value(sum(memory.bytes for one in every for memory in one.memory))
    caches = (one.bytes for one in every if one.type == CACHES.get(metric, metric))
    return bytes_value(next(caches, 0))


def bytes_value(size: float) -> Value:
    """In the units of the table, which are powers of 1024."""
    for unit, name in ((1024**3, "GB"), (1024**2, "MB"), (1024, "KB")):
        if size >= unit:
            return Value(words=f"{size / unit:,.4g} {name}")
    return NONE


def simulated_value(described: PlatformRecord, metric: str, cache: str) -> Value:
    """What the description of a platform has of it."""
    machine = described.machine
    parameters = {parameter["name"]: parameter["value"] for parameter in described.parameters}
    if metric == "cpu_count":
        return Value(len(machine.get("cores", ())) or None)
    if metric == "peak_interconnect_bandwidth":
        found = parameters.get("rate of the interconnect")
        return Value(found / 1000 if found else None)
    return bytes_value(machine.get("cache_bytes", 0)) if metric == cache else NONE


def table_1(runs: Runs) -> list[Part]:
    described = {platform.name: platform for campaign in runs.simulated
                 for platform in campaign.record.platforms}
    listed = []
    for machine, his in MACHINES.items():
        prints = rows("luo1997-table1", machine=his.printed)
        cache = max((row["metric"] for row in prints if row["metric"] in CACHES))
        for row in prints:
            metric = row["metric"]
            shown = printed(row, UNITS_OF_ROWS.get(metric, ""))
            listed.append(ItemRow((his.name, NAMES.get(metric, metric.replace("_", " "))), (
                shown, here_value(runs.measured[0], metric) if runs.measured else NONE,
                simulated_value(described[machine], metric, cache) if machine in described
                else NONE)))
    return [Table("the machines", ("machine", "property"), ONE_EACH, listed,
                  note="Simulated is the largest cache, and what the table prints.")]


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
        DIFFERS[pattern], 60, reference=("prose-values",))


def _over_processors(machine: str, at: int, pattern: str) -> Item:
    his = MACHINES[machine]
    return Item(
        "luo", f"figure-{his.first + at}", f"{pattern} of 800 KB over processors, {his.name}",
        partial(over_processors, machine, pattern, his.over_ranks[at]), his.ranks,
        (RUN.format(pattern, PROTOCOLS.get(pattern, OTHERS), LARGE, "20s"),),
        (SIMULATE.format(machine, pattern, PROTOCOLS.get(pattern, OTHERS), LARGE),),
        DIFFERS[pattern].replace(RATE, "").strip(), 40, reference=("prose-values",))


ITEMS = (
    Item("luo", "table-1", "the three machines", table_1, (),
         ("comops run --patterns pingpong --ranks 2 --sizes 8 --budget 5s",),
         (f"comops simulate --platform {','.join(MACHINES)} --patterns pingpong --ranks 2 "
          "--sizes 8",),
         "", 15, reference=("luo1997-table1",)),
    *(_over_size(number, *what) for number, what in OVER_SIZE.items()),
    *(_over_processors(machine, at, pattern) for machine in MACHINES
      for at, pattern in enumerate(("pingpong", "broadcast", "reduce"))),
)
