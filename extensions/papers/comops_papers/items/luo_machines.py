# SPDX-License-Identifier: BSD-3-Clause
"""Luo's machines, and his table 1."""

from collections.abc import Sequence
from typing import NamedTuple

from comops.common.sizes import bytes_text
from comops.results.campaign import PlatformRecord
from comops.results.read import Campaign
from comops.results.topology import Part as MachinePart, machine_of
from comops_papers.claims.luo import COLLECTIVES
from comops_papers.items.items import NONE, ONE_EACH, ItemRow, Part, Runs, Table, Value, printed
from comops_papers.published_values import rows

BUS, CROSSBAR = "bus", "crossbar"


class LuoMachine(NamedTuple):
    """One of his: its name in table 1, what joins its processors, its first figure over processors
    and their numbers, and the claims: by pattern, at small sizes, over processors."""

    printed: str
    name: str
    network: str
    first: int
    ranks: tuple[int, ...]
    over_size: dict[str, int]
    small: int | None
    over_ranks: tuple[Sequence[int], ...]

    @property
    def where(self) -> str:
        return f"{self.name}, {self.network}"


MACHINES = {
    "alphaserver-8400": LuoMachine(
        "DEC AlphaServer 8400/300 (Turbolaser)", "DEC AlphaServer 8400", BUS, 9, (2, 4, 6, 8, 10),
        {"pingpong": 139, **dict.fromkeys(COLLECTIVES, 140)}, 141, ((142,), (146,), (147,))),
    "power-challenge": LuoMachine(
        "SGI Power Challenge", "SGI Power Challenge", BUS, 12, (2, 4, 6, 8),
        {"pingpong": 134, "broadcast": 135, "reduce": 133, "gather": 137, "scatter": 136}, None,
        ((143,), (146,), (147, 148))),
    "spp1600": LuoMachine(
        "Convex SPP1600", "Convex SPP1600", CROSSBAR, 15, (2, 4, 6, 8),
        {"pingpong": 144, **dict.fromkeys(COLLECTIVES, 145)}, None, ((), (146,), (147, 149))),
}


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
        return Value(sum(part.type == "core" for part in every) or None)
    if metric == "memory":
        return bytes_value(sum(memory.bytes for part in every for memory in part.memory))
    caches = (part.bytes for part in every if part.type == CACHES.get(metric, metric))
    return bytes_value(next(caches, 0))


def bytes_value(size: int) -> Value:
    return Value(words=bytes_text(size)) if size else NONE


def simulated_value(described: PlatformRecord, metric: str, cache: str) -> Value:
    """What the description of a platform has of it."""
    machine = described.machine
    parameters = {parameter["name"]: parameter["value"] for parameter in described.parameters}
    if metric == "cpu_count":
        return Value(len(machine.get("cores", ())) or None)
    if metric == "peak_interconnect_bandwidth":
        rate = parameters.get("rate of the interconnect")
        return Value(rate / 1000 if rate else None)
    return bytes_value(machine.get("cache_bytes", 0)) if metric == cache else NONE


def table_1(runs: Runs) -> list[Part]:
    described, listed = runs.platforms, []
    for machine, his in MACHINES.items():
        prints = rows("luo1997-table1", machine=his.printed)
        cache = max(row["metric"] for row in prints if row["metric"] in CACHES)
        for row in prints:
            metric = row["metric"]
            listed.append(ItemRow((his.name, NAMES.get(metric, metric.replace("_", " "))), (
                printed(row, UNITS_OF_ROWS.get(metric, "")),
                simulated_value(described[machine], metric, cache) if machine in described
                else NONE, here_value(runs.measured[0], metric) if runs.measured else NONE)))
    return [Table("the machines", ("machine", "property"), ONE_EACH, listed,
                  note="Simulated is the largest cache, and what the table prints.")]
