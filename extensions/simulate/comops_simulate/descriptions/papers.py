# SPDX-License-Identifier: BSD-3-Clause
"""The papers' machines with one memory for all, as the coherence engine reads them.

Printed figures are those of machines.py. Instruction times are not printed, but clocks are.
"""

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from comops_papers.published_values import times, value
from comops_simulate.descriptions.description import (DISTANCES, Carriers, Core, Sourced, Square,
                                                      describe)
from comops_simulate.generic import cores_of, crossbar_carriers, uniform
from comops_simulate.platforms import Parameter, Platform

LINE = 64  # bytes, the engine's
LUECKE = "Luecke et al. 2004, Table I, SHMEM"
OWN_MEMORY = 300.0
ASSUMED = "assumption: the papers do not name it"
HIDDEN = "assumption: hidden by the time of the lines"


def _parameter(platform: Platform, name: str) -> Parameter:
    return next(parameter for parameter in platform.parameters if parameter.name == name)


def _instructions(mhz: float, source: str) -> dict[str, Sourced]:
    """An access a cycle, ten for an update, a fence or a pause, two for an addition of 8 bytes."""
    cycle = 1000 / mhz
    figures = {"hit_ns": 1, "store_ns": 1, "pause_ns": 10, "atomic_ns": 10, "fence_ns": 10,
               "reduce_ns_per_byte": 0.25}
    return {
        **{name: Sourced(round(cycles * cycle, 3), f"assumption: cycles: {cycles}; clock: {source}")
           for name, cycles in figures.items()},
        "window_ns": Sourced(0, "assumption"),
        "futex_call_ns": Sourced(0, "assumption: a barrier makes no system call"),
    }


def _cache(kib: float, source: str) -> dict[str, Sourced]:
    return {"cache_bytes": Sourced(int(kib * 1024), source),
            "llc_bytes": Sourced(0, "each processor has its own")}


# ---- Luo's three --------------------------------------------------------------------------------

BANK_CYCLE_NS = 130.0  # a line each; of 70 ns DRAM


class LuoProcessor(NamedTuple):
    """What Luo does not print: a miss over the free interconnect, and how many at a time."""

    miss_ns: Sourced
    outstanding: Sourced


def luo_processor(machine: str, copy_rate: Parameter) -> LuoProcessor:
    under_way = 4
    return {
        "SGI Power Challenge": LuoProcessor(
            Sourced(round(1000 * LINE * under_way / copy_rate.value), "four lines at the "
                    f"{copy_rate.value:.0f} MB/s at which one processor copies; "
                    f"{copy_rate.source}"),
            Sourced(under_way, "the R10000's user's manual, second-hand: four misses")),
        "DEC AlphaServer 8400/300 (Turbolaser)": LuoProcessor(
            Sourced(260, "Fenwick et al., The AlphaServer 8000 Series, Digital Technical Journal 7 "
                    "(1995), second-hand: a read of memory"),
            Sourced(2, "Edmondson et al., Digital Technical Journal 7 (1995), second-hand: the "
                    "21164 has two reads of blocks under way")),
        "Convex SPP1600": LuoProcessor(
            Sourced(500, "assumption: 60 cycles for a miss within a hypernode"),
            Sourced(1, "assumption: a loop that copies does not prefetch")),
    }[machine]


def luo(
    platform: Platform, machine: str, cache: str, protocol: str, cores: list[Core],
    carriers: Carriers,
) -> Platform:
    """The platform with a description. The banks of memory, whose number Luo prints, are behind the
    interconnect and all serve each node, because lines are interleaved."""
    def printed(metric: str) -> float:
        return value("luo1997-table1", machine=machine, metric=metric)

    rate = _parameter(platform, "rate of the interconnect")
    copy = _parameter(platform, "rate at which a processor copies")
    processor, clock = luo_processor(machine, copy), printed("clock")
    banks = round(1000 * LINE / BANK_CYCLE_NS * printed("memory_interleave"))
    carriers.memory_of = [carriers.add(f"memory {i}", "memory", banks)
                          for i in range(len(carriers.memory_of))]
    figures = {
        **_instructions(clock, "Luo 1996, Table 1"),
        "outstanding": processor.outstanding,
        "stores": processor.outstanding,
        **_cache(1024 * printed(cache), "Luo 1996, Table 1"),
        "copy_MBps": Sourced(2 * clock, "assumption: 8 bytes in four cycles; clock: Luo 1996, "
                             "Table 1"),
    }
    source = (f"{rate.source}; memory: {printed('memory_interleave'):.0f} banks (Luo 1996, Table "
              f"1), assumption: a line each in {BANK_CYCLE_NS:.0f} ns")
    latency = Parameter("a miss", processor.miss_ns.value / 1000, "us", processor.miss_ns.source)
    return replace(platform, machine=uniform(
        platform.name, platform.description, cores, carriers, replace(rate, source=source), latency,
        figures, (protocol, ASSUMED)))


# ---- Luecke's two -------------------------------------------------------------------------------


def luecke(
    platform: Platform, machine: str, nodes: int, hops: Callable[[int, int], int],
    clock: Sourced, cache: Sourced,
) -> Platform:
    """The platform with a description. Loads are SHMEM's gets; a node sends and receives over one
    link each. `clock` in MHz and `cache` in KiB have their sources."""
    hop = 1000 * _parameter(platform, "latency of a link").value
    rate = _parameter(platform, "rate of a link")
    gets = times("luecke2004-table1", machine=machine, model="shmem")
    (_, least), *_, (size, longest) = gets
    far = [hops(0, node) for node in range(nodes)]
    base = 1000 * least - hop * sum(far) / nodes
    each = len(platform.hosts) // nodes
    between: Square = [[round(base + hop * hops(a, b), 1) for b in range(nodes)]
                       for a in range(nodes)]
    cores = cores_of(nodes * each, each, True)
    transfer = [[0.0 if i == j else between[a["node"]][b["node"]]
                 for j, b in enumerate(cores)] for i, a in enumerate(cores)]
    source = f"{LUECKE}: a get of 8 bytes, by the hops of {hop:.0f} ns"
    shared = dict.fromkeys(DISTANCES, round(base, 1)) | {"far": round(1000 * least, 1)}
    memory = [[OWN_MEMORY if a == b else time for b, time in enumerate(row)]
              for a, row in enumerate(between)]
    speed = size / (longest - least)
    lines = Sourced(round(speed * least / LINE), f"{LUECKE}: the longest get")
    figures = {
        **_instructions(clock.value, clock.source),
        **_cache(cache.value, cache.source),
        "copy_MBps": Sourced(round(10 * speed), HIDDEN),
        "outstanding": lines,
        "stores": lines,
    }
    return replace(platform, machine=describe(
        platform.name, platform.description, ("mesi", ASSUMED), cores, (transfer, source),
        (shared, source),
        (memory, f"{source}; assumption: {OWN_MEMORY:.0f} ns for the own memory"),
        (crossbar_carriers(nodes, rate.value), rate.source), figures))


def torus_hops(shape: tuple[int, ...]) -> Callable[[int, int], int]:
    places = list(itertools.product(*map(range, shape)))

    def hops(source: int, target: int) -> int:
        return sum(min((a - b) % of, (b - a) % of)
                   for a, b, of in zip(places[source], places[target], shape))

    return hops
