# SPDX-License-Identifier: BSD-3-Clause
"""A platform from hwloc's view of a machine, as `comops machine --json` prints it.

Each object with several cores becomes a router, with a link to the object that contains it.
If the firmware states latencies between NUMA nodes, any two nodes have their own link.
"""

import json
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from campaign.launch.places import program_folder
from campaign.launch.processes import result_of
from campaign.library import Refusal
from campaign.planning.machine import Machine
from campaign.planning.plan import Placement
from common.terminal import plain
from simulate.descriptions.description import reordered
from simulate.descriptions.measured import topology_machine
from simulate.platforms import (
    Costs, Model, Parameter, Platform, PlatformError, description_platform)
import simulate.simgrid_xml as xml

MEASURED = "measured on this machine: comops machine --pairs, median"
ASSUMED = "assumption: the order of magnitude of current servers"
# By what two cores share: one-way time of 8 bytes in us, rate in 10^6 bytes/s.
DEFAULTS = {"cache": (0.06, 10000.0), "memory": (0.1, 10000.0), "package": (0.15, 20000.0),
            "machine": (0.25, 20000.0)}
SOFTWARE = 0.25  # of the least latency, on each side


@dataclass
class _Part:
    """An object with several cores, or one core."""

    name: str
    kind: str
    pu: int = -1  # of a core: its first usable hardware thread
    node: int | None = None  # NUMA node
    parts: list["_Part"] = field(default_factory=list)

    def cores(self) -> Iterator["_Part"]:
        if self.pu >= 0:
            yield self
        for part in self.parts:
            yield from part.cores()


def _kind(entry: dict, inside_node: bool) -> str:
    if entry["type"].startswith("L"):
        return "cache"
    if inside_node or entry["memory"]:
        return "memory"
    return "package" if entry["type"] == "package" else "machine"


def _part(entry: dict, usable: set[int], inside_node: bool) -> _Part | None:
    """The usable part of this object, or None."""
    name = f"{entry['type'].replace(' ', '-')}{entry['index']}-of-{len(entry['pus'])}"
    node = entry["memory"][0]["index"] if entry["memory"] else None
    here = [pu for pu in entry["pus"] if pu in usable]
    if not here:
        return None
    if entry["type"] in ("core", "hardware thread"):
        return _Part(name, "core", here[0], node)
    inside = inside_node or node is not None
    parts = [p for p in (_part(child, usable, inside) for child in entry["children"]) if p]
    if len(parts) == 1 and node is None:
        return parts[0]
    if len(parts) == 1 and parts[0].pu < 0 and parts[0].node is None:
        parts[0].node = node
        return parts[0]
    return _Part(name, _kind(entry, inside_node), node=node, parts=parts)


class _Wiring:
    """Latencies and rates by what two cores share, and the links that yield them."""

    def __init__(self, machine: dict) -> None:
        usable = {pu for core in machine["cores"] for pu in core["usable_pus"]}
        whole = _part(machine["tree"], usable, False)
        if whole is None or len(list(whole.cores())) < 2:
            raise PlatformError("this machine has one usable core; a message needs two")
        self.whole = whole
        self.hosts = [core.name for core in whole.cores()]
        self.figures = dict(DEFAULTS)
        self.measured: set[str] = set()
        self.nodes = self._nodes(machine["latencies"])
        for value in self.nodes.values():
            latency = DEFAULTS["memory"][0] * value / 10
            self.figures[f"nodes at {value}"] = latency, DEFAULTS["machine"][1]
        if machine.get("pairs"):
            self._take(machine["pairs"])
        for low, high in (("cache", "memory"), ("memory", "package"), ("package", "machine")):
            latency, rate = self.figures[high]
            self.figures[high] = max(latency, self.figures[low][0]), rate

    def _domains(self, part: _Part) -> Iterator[_Part]:
        if part.node is not None:
            yield part
        else:
            for inner in part.parts:
                yield from self._domains(inner)

    def _nodes(self, latencies: dict) -> dict[tuple[int, int], float]:
        """The firmware's latencies, if it states them for all nodes with cores."""
        index = {node: i for i, node in enumerate(latencies["nodes"])}
        domains = list(self._domains(self.whole))
        inside = sum(len(list(domain.cores())) for domain in domains)
        known = all(domain.node in index for domain in domains)
        if len(domains) < 2 or inside < len(self.hosts) or not known:
            return {}
        rows = latencies["values"]
        return {(a, b): max(rows[index[a]][index[b]], rows[index[b]][index[a]])
                for a, b in combinations([domain.node for domain in domains], 2)}

    def _common(self, part: _Part, one: int, other: int) -> str:
        """What the cores of these hardware threads share."""
        for inner in part.parts:
            pus = {core.pu for core in inner.cores()}
            if one in pus and other in pus:
                return self._common(inner, one, other)
        a, b = (next(d.node for d in self._domains(self.whole) if pu in {c.pu for c in d.cores()})
                if self.nodes else None for pu in (one, other))
        value = self.nodes.get((a, b), self.nodes.get((b, a)))
        return part.kind if value is None else f"nodes at {value}"

    def _take(self, pairs: dict) -> None:
        found: dict[str, list[tuple[float, float]]] = {}
        for i, one in enumerate(pairs["pus"]):
            for j, other in enumerate(pairs["pus"][:i]):
                figures = pairs["latency_us"][i][j], pairs["rate_MBps"][i][j]
                if None not in figures:
                    found.setdefault(self._common(self.whole, one, other), []).append(figures)
        for common, values in found.items():
            latencies, rates = zip(*values)
            self.figures[common] = statistics.median(latencies), statistics.median(rates)
            self.measured.add(common)

    def _used(self, part: _Part) -> set[str]:
        used = {part.kind} if len(part.parts) > 1 else set()
        if self.nodes and part.node is None:
            used = {f"nodes at {value}" for value in self.nodes.values()}
        return used.union(*(self._used(inner) for inner in part.parts))

    def parameters(self) -> tuple[Parameter, ...]:
        """The figures that pairs of cores of this machine need."""
        return tuple(
            Parameter(f"{what}, {common} in common" if common in DEFAULTS else f"{what}, {common}",
                      value, unit, MEASURED if common in self.measured else ASSUMED)
            for common in sorted(self._used(self.whole))
            for what, value, unit in zip(("latency", "rate"), self.figures[common],
                                         ("us", "10^6 bytes/s"))
        )

    def software(self) -> float:
        """The time that each side takes, in us."""
        return SOFTWARE * min(self.figures[common][0] for common in self._used(self.whole))

    def _wire(self, common: str) -> float:
        return self.figures[common][0] - 2 * self.software()

    def _tree(self, part: _Part) -> Iterator[str]:
        if part.pu >= 0:
            yield xml.host(part.name)
            return
        yield f'<router id="{part.name}"/>'
        for inner in part.parts:
            yield from self._tree(inner)
            if self.nodes and part.node is None and not self._inside(part):
                continue
            below = self._wire(inner.kind) if len(inner.parts) > 1 else 0.0
            latency = max(0.0, self._wire(part.kind) - below) / 2
            yield xml.link(f"to-{inner.name}", self.figures[part.kind][1], latency)
            yield xml.route(inner.name, part.name, [f"to-{inner.name}"], both=True)

    def _inside(self, part: _Part) -> bool:
        """Whether it is part of one NUMA node."""
        return any(part in _all(domain) for domain in self._domains(self.whole))

    def body(self) -> list[str]:
        body = list(self._tree(self.whole))
        by_node = {domain.node: domain for domain in self._domains(self.whole)}
        for (a, b), value in self.nodes.items():
            one, other = by_node[a], by_node[b]
            inner = sum(self._wire(p.kind) for p in (one, other) if len(p.parts) > 1) / 2
            latency, rate = self._wire(f"nodes at {value}"), self.figures[f"nodes at {value}"][1]
            name = f"nodes{a}-{b}"
            body.append(xml.link(name, rate, max(0.0, latency - inner)))
            body.append(xml.route(one.name, other.name, [name], both=True))
        return xml.zone(body, routing="Floyd")


def _all(part: _Part) -> Iterator[_Part]:
    yield part
    for inner in part.parts:
        yield from _all(inner)


def _facts(xml: str | None = None) -> dict[str, Any]:
    try:
        return Machine.load(xml).facts
    except Refusal as refusal:
        raise PlatformError(str(refusal)) from None


def _ask(measured: str) -> dict[str, Any]:
    """What hwloc knows of this machine, and what an option of `comops machine` measures."""
    if not measured:
        return _facts()
    comops = str(program_folder() / "comops")
    text, why = result_of([comops, "machine", "-q", "--json", measured])
    if text is None:
        raise PlatformError(why or "no machine")
    return json.loads(text)


def this_machine(measured: str = "") -> Platform:
    """This machine. `measured`: an option of `comops machine` that measures what engines need."""
    return _platform("this", _ask(measured))


def from_hwloc(file: Path, matrix: Path | None = None) -> Platform:
    """The machine in hwloc's XML. `matrix`: hand-overs between its cores or hardware threads."""
    text = file.read_text(encoding="utf-8", errors="replace")
    return _platform(plain(file.stem), _facts(str(file)), matrix, text)


def placed_on(platform: Platform, machine: dict[str, Any], placement: Placement) -> Platform:
    """A platform of this machine under the name of a placement, with the cores of its ranks first.
    PlatformError if two ranks share a core."""
    threads = [core["usable_pus"] for core in machine["cores"] if core["usable"]]
    core_of = {pu: at for at, pus in enumerate(threads) for pu in pus}
    order = [core_of[pu] for pu in placement.pus]
    if len(set(order)) < len(order):
        raise PlatformError("two ranks share a core, which is not simulated")
    order += [at for at in range(len(threads)) if at not in order]
    return replace(platform, name=placement.name,
                   description=f"{placement.where} of {platform.description}",
                   hosts=tuple(platform.hosts[at] for at in order),
                   machine=platform.machine and reordered(platform.machine, order))


def _platform(
    name: str, machine: dict, matrix: Path | None = None, text: str | None = None,
) -> Platform:
    wiring = _Wiring(machine)
    description = topology_machine(name, machine, matrix, machine.get("calibration"))
    if matrix:
        return replace(description_platform(description), name=name, topology_xml=text)
    model = Model(xml.platform(wiring.body()), Costs(((0, wiring.software()),)))
    return Platform(name, machine["summary"], tuple(wiring.hosts), wiring.parameters(), model,
                    topology_xml=text, machine=description)
