# SPDX-License-Identifier: BSD-3-Clause
"""The machine, placements, and measured pairs of cores; ValueError if a file is wrong.

The format is that of `comops machine --json`; a campaign record has an abridged form.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from comops.results.check import check
from comops.results.declared import Count, Declared, Plain, has, record
from comops.results.types import (COUNT, FLAG, TEXT, formed, list_of, object_of, objects, or_null,
                                  reference, whole)

DEEPEST = 40  # levels of the tree; hwloc's have about ten
LEAF = "hardware thread"
CACHE = re.compile(r"L\d")

# An object of the machine; the innermost are hardware threads.
PART = object_of({
    "type": (TEXT, ""),
    "index?": (COUNT, "of what is no hardware thread"),
    "os_index?": (COUNT, "of a hardware thread"),
    "bytes?": (whole("bytes"), ""),
    "usable?": (FLAG, "true if absent"),
    "memory?": objects({
        "index": COUNT, "os_index?": COUNT, "bytes?": whole("bytes"),
        "pus?": (list_of(COUNT), "empty of memory that belongs to no core")}),
    "children?": (list_of(reference("part")), ""),
})

TOPOLOGY = object_of({
    "tree": (reference("part"), ""),
    "kinds?": objects({"speed": (COUNT, "higher is faster"), "pus": list_of(COUNT),
                       "type?": or_null(TEXT),
                       "MHz?": (list_of(COUNT), "the least and the most of its cores' maxima")}),
    "latencies?": object_of({"nodes": list_of(COUNT), "values": list_of(list_of(COUNT))}),
    "memory?": (objects({"node value": COUNT, "attribute unit": TEXT, "from_pus": list_of(COUNT)}),
                "bandwidth or latency as seen from hardware threads"),
})


@dataclass(frozen=True, slots=True)
class Memory:
    """A NUMA node; `coreless` if it belongs to no core."""

    index: int
    bytes: int
    coreless: bool


@dataclass(frozen=True)
class Part:
    """A part of the machine with its children; the innermost are hardware threads."""

    type: str
    index: int
    bytes: int
    usable: bool
    memory: tuple[Memory, ...] = ()
    children: tuple["Part", ...] = ()

    @property
    def single(self) -> bool:
        """Whether it is a core, or a hardware thread in a file without cores."""
        return self.type in ("core", LEAF)

    @property
    def cache(self) -> bool:
        return bool(CACHE.match(self.type))

    @cached_property
    def threads(self) -> tuple["Part", ...]:
        """All hardware threads in it; their `index` is the operating system's."""
        if self.type == LEAF:
            return (self,)
        return tuple(leaf for child in self.children for leaf in child.threads)

    @cached_property
    def cores(self) -> int:
        return 1 if self.single else sum(child.cores for child in self.children)

    @cached_property
    def structure(self) -> tuple:
        """Equal for parts that are drawn alike."""
        inner = tuple(child.structure for child in self.children)
        return self.type, len(self.memory), self.type == LEAF and self.usable, inner

    def walk(self) -> Iterator["Part"]:
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Placement:
    """Which hardware thread (OS index) each rank has; `refused` is the reason if there is none."""

    name: str
    ranks: int
    pus: tuple[int, ...]
    where: str  # "L3 #0 (32 MiB), cores 0-1"
    meaning: str
    refused: str | None = None
    oversubscribed: bool = False


PLACEMENT = formed(object_of({
    "name": TEXT, "meaning?": or_null(TEXT), "ranks": whole(least=1),
    "pus": (list_of(COUNT), "of each rank"), "where?": or_null(TEXT), "oversubscribed": FLAG,
}), lambda entry: Placement(
    entry["name"], entry["ranks"], tuple(entry["pus"]), entry.get("where") or "",
    entry.get("meaning") or "", oversubscribed=entry["oversubscribed"]))


@dataclass(frozen=True)
class MachineTopology:
    """The whole machine, and what the firmware reports of its memories."""

    tree: Part
    nodes: list[int] = field(default_factory=list)
    latencies: list[list[int]] = field(default_factory=list)
    figures: list[dict[str, Any]] = field(default_factory=list)
    speeds: dict[int, int] = field(default_factory=dict)  # by hardware thread, if they differ

    @cached_property
    def sizes(self) -> dict[int, int]:
        return {memory.index: memory.bytes for part in self.tree.walk() for memory in part.memory}


def square(rows: list[list[Any]], size: int, name: str) -> list[list[Any]]:
    if len(rows) != size or any(len(row) != size for row in rows):
        raise ValueError(f"{name} is not a {size} x {size} matrix")
    return rows


@record()
class Pairs(Declared):
    """The measurements of `comops machine --pairs`: matrices over the hardware threads `pus` in
    logical order, null if not measured."""

    pus: list[Count] = has()
    latency_us: list[list[Plain | None]] = has()
    rate_MBps: list[list[Plain | None]] = has()
    distance: list[list[Count]] = has()
    distances: list[str] = has()

    def __post_init__(self) -> None:
        for name in ("latency_us", "rate_MBps", "distance"):
            square(getattr(self, name), len(self.pus), name)


def part_of(entry: dict[str, Any], depth: int = 0) -> Part:
    check(PART, entry, "tree")
    if depth > DEEPEST:
        raise ValueError("the tree is not that of a machine")
    index = "os_index" if entry["type"] == LEAF else "index"
    if index not in entry:
        raise ValueError(f"there is no {index}")
    return Part(
        entry["type"],
        entry[index],
        entry.get("bytes", 0),
        entry.get("usable", True),
        tuple(Memory(memory["index"], memory.get("bytes", 0), memory.get("pus") == [])
              for memory in entry.get("memory", ())),
        tuple(part_of(child, depth + 1) for child in entry.get("children", ())),
    )


def speeds_of(kinds: list[dict[str, Any]]) -> dict[int, int]:
    """The speed of each hardware thread; empty where all are equal."""
    speeds = {pu: kind["speed"] for kind in kinds for pu in kind["pus"]}
    return speeds if len(set(speeds.values())) > 1 else {}


def machine_of(entry: Any, placements: Sequence[Placement] = ()) -> MachineTopology:
    """The machine of a campaign record's `topology`, with its placements, or of `comops machine
    --json`."""
    check(TOPOLOGY, entry, "topology")
    latencies = entry.get("latencies", {"nodes": [], "values": []})
    nodes = latencies["nodes"]
    machine = MachineTopology(
        part_of(entry["tree"]),
        nodes,
        square(latencies["values"], len(nodes), "latencies"),
        entry.get("memory", []),
        speeds_of(entry.get("kinds", [])),
    )
    if not machine.tree.threads or not all(
        part.threads for part in machine.tree.walk() if part.type == "core"
    ):
        raise ValueError("a core has no hardware thread")
    if any(len(placement.pus) != placement.ranks for placement in placements):
        raise ValueError("a placement does not have a hardware thread for each rank")
    return machine


def placement_record(placement: Placement) -> dict[str, Any]:
    """The inverse of PLACEMENT's form, for one that is not refused."""
    return {"name": placement.name, "meaning": placement.meaning, "ranks": placement.ranks,
            "pus": list(placement.pus), "where": placement.where,
            "oversubscribed": placement.oversubscribed}
