# SPDX-License-Identifier: BSD-3-Clause
"""What documents say of a processor, beside a matrix: processors.csv and supply.csv of those in
core_to_core/, and protocols.csv of the families of processors."""

import csv
import functools
import re
from collections import Counter
from pathlib import Path

from comops_simulate.descriptions.description import Carriers, Core, KiB, Sourced

FOLDER = Path(__file__).resolve().parent / "core_to_core"
PEAK = 0.8  # of the peak rate of memory
NETWORK_BYTES = 32  # that a cache supplies to others per cycle of the network
RATES = "GBs", "GHz"  # suffix of the names of rates
LINE = 64
DRAM_NS = 40.0  # beyond the way to the memory's controller, which is that to a distant core
SATURATING = 8  # cores that one memory or one link can serve at full speed, if no sheet tells
Row = dict[str, str]


@functools.cache
def table(name: str) -> dict[str, Row]:
    file = FOLDER.parent / "protocols.csv" if name == "protocols" else FOLDER / f"{name}.csv"
    with file.open(newline="", encoding="utf-8") as rows:
        return {next(iter(row.values())): row for row in csv.DictReader(rows)}


def _family(text: str, cache_bytes: float) -> Row:
    """A family is told by the processor's name and by a core's own cache."""
    return next((row for row in table("protocols").values()
                 if re.search(row["processor"], text, re.IGNORECASE)
                 and cache_bytes >= KiB * int(row["least_kib"])), {})


def _joined(rows: list[Row]) -> Row:
    """Later rows replace what earlier ones say, blank fields nothing; with all their sources."""
    facts: Row = {}
    for row in rows:
        said = {name for name, value in row.items() if value}
        assumed = [name for name in facts.get("assumed", "").split() if name not in said]
        sources = facts.get("sources", "").split()
        facts |= {name: row[name] for name in said} | {
            "assumed": " ".join(assumed + row["assumed"].split()),
            "sources": " ".join(dict.fromkeys(sources + row["sources"].split()))}
    return facts


def facts_named(name: str) -> Row:
    """The facts of a machine in core_to_core/."""
    row = table("processors")[name]
    family = _family(table("index")[name]["machine"], KiB * int(row["core_KiB"]))
    return _joined([*filter(None, [family]), row, table("supply")[name]])


def facts_of(text: str, cache_bytes: float) -> Row:
    """The facts of a processor by its name, or by its family; empty if neither is known."""
    named = [name for name, row in table("processors").items()
             if row["processor"] and re.search(row["processor"], text, re.IGNORECASE)]
    family = _family(text, cache_bytes)
    return facts_named(named[0]) if named else _joined([family]) if family else {}


def protocol_of(facts: Row) -> tuple[str, str]:
    if not facts:
        return "mesi", "assumption: the machine names no processor that COMOPS knows"
    return facts["protocol"], f"the processor's name; {facts['protocol_source']}"


def source_of(facts: Row, column: str) -> str:
    if column in facts["assumed"].split():
        return "assumption: what is commonly said of this processor (core_to_core/README.md)"
    return f"core_to_core/README.md: {facts['sources']}"


def figures_of(facts: Row) -> dict[str, Sourced]:
    """The numbers of a core."""
    return {member: Sourced(read(facts[column]), source_of(facts, column))
            for member, column, read in (
                ("cache_bytes", "core_KiB", lambda kib: KiB * int(kib)),
                ("llc_bytes", "llc_KiB", lambda kib: KiB * int(kib)),
                ("pause_ns", "pause_ns", float), ("outstanding", "lines", int),
                ("atomic_ns", "atomic_ns", float), ("copy_MBps", "copy_MBps", float))
            if column in facts}


def carriers_of(
    facts: Row, cores: list[Core], near: dict[str, float], outstanding: float,
) -> tuple[Carriers, str]:
    """A memory for each node, links between sockets, ports into and out of each LLC that has them;
    and their source. `near`: loads by distance, for the rates that no sheet tells.

    The cores' domains are what the routes lead to: their LLCs if those have ports, or sockets.
    """
    carriers, port = Carriers(), 1000 * float(facts.get("port_GBs", 0))
    for place in cores:
        place["domain"] = place["llc"] if port else place["socket"]
    nodes, sockets = (range(1 + max(place[kind] for place in cores)) for kind in ("node", "socket"))
    own, far = near.get("node", near.get("llc", 0)) + DRAM_NS, max(near.values())
    saturated = 1000 * outstanding * SATURATING * LINE
    memory = (1000 * PEAK * float(facts["memory_GBs"]) * len(sockets) / len(nodes)
              * int(facts["nodes"]) / int(facts["sockets"])
              if "memory_GBs" in facts else round(saturated / own))
    carriers.memory_of = [carriers.add(f"memory {i}", "memory", memory) for i in nodes]
    socket_of = {place["domain"]: place["socket"] for place in cores}
    ports = [carriers.add(f"port {i}", "port", port) for i in range(len(socket_of)) if port]
    outward = [carriers.add(f"port {i} out", "port", 1000 * float(facts["out_GBs"]))
               for i in range(len(ports))]
    rate = 1000 * float(facts["link_GBs"]) if "link_GBs" in facts else round(saturated / far)
    link = {(a, b): carriers.add(f"link {a}-{b}", "link", rate)
            for a in sockets for b in sockets if a != b}

    def route(source: int, target: int) -> list[int]:
        ends = socket_of[source], socket_of[target]
        between = [link[ends]] if ends in link else []
        if not port or source == target:
            return between
        return [outward[source], *between, ports[target]]

    carriers.routes = [[route(i, j) for j in range(len(socket_of))] for i in range(len(socket_of))]
    _add_caches(carriers, facts, cores)
    return carriers, _rates_source(facts)


def _add_caches(carriers: Carriers, facts: Row, cores: list[Core]) -> None:
    """Peak rates at which caches supply others: each core's, and each LLC's by its cores."""
    if "network_GHz" in facts:
        rate = 1000 * NETWORK_BYTES * float(facts["network_GHz"])
        carriers.cache_of = [carriers.add(f"cache {i}", "port", rate) for i in range(len(cores))]
    if "llc_GBs" in facts:
        sharing = Counter(place["llc"] for place in cores)
        carriers.llc_of = [
            carriers.add(f"llc {i}", "port", sharing[i] * 1000 * float(facts["llc_GBs"]))
            for i in sorted(sharing)]


def _rates_source(facts: Row) -> str:
    if "memory_GBs" not in facts:
        return f"no sheet tells: assumption: {SATURATING} cores can use it at full speed"
    assumed = [column for column in facts["assumed"].split() if column.endswith(RATES)]
    return ("documents (core_to_core/README.md); memory: four fifths of its channels' peak; "
            "caches: peak of what connects them; last-level caches: measured on a Cascade Lake"
            + (f"; assumed: {', '.join(assumed)}" if assumed else ""))
