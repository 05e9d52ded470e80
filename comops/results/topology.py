# SPDX-License-Identifier: BSD-3-Clause
"""The machine, placements, and measured pairs of cores; ValueError if a file is wrong.

The format is that of `comops machine --json`; a campaign record has an abridged form.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from comops.results.campaign_schema import PART, PLACEMENT, TOPOLOGY
from comops.results.check import check
from comops.results.types import TEXT, list_of, number, object_of, or_null, whole

DEEPEST = 40  # levels of the tree; hwloc's have about ten
LEAF = "hardware thread"
CACHE = re.compile(r"L\d")

MATRIX = list_of(list_of(or_null(number(""))))
PAIRS = object_of({
    "pus": (list_of(whole()), ""), "latency_us rate_MBps": (MATRIX, ""),
    "distance": (list_of(list_of(whole())), ""), "distances": (list_of(TEXT), "")})


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


@dataclass(frozen=True, slots=True)
class Pairs:
    """Matrices over the hardware threads `pus` in logical order; None if not measured."""

    pus: list[int]
    latency_us: list[list[float | None]]
    rate_MBps: list[list[float | None]]
    distance: list[list[int]]
    distances: list[str]


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
        return {one.index: one.bytes for part in self.tree.walk() for one in part.memory}


def square(rows: list[list[Any]], size: int, name: str) -> list[list[Any]]:
    if len(rows) != size or any(len(row) != size for row in rows):
        raise ValueError(f"{name} is not a {size} x {size} matrix")
    return rows


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
        tuple(Memory(one["index"], one.get("bytes", 0), one.get("pus") == [])
              for one in entry.get("memory", ())),
        tuple(part_of(one, depth + 1) for one in entry.get("children", ())),
    )


def speeds_of(kinds: list[dict[str, Any]]) -> dict[int, int]:
    """The speed of each hardware thread; empty where all are equal."""
    speeds = {pu: one["speed"] for one in kinds for pu in one["pus"]}
    return speeds if len(set(speeds.values())) > 1 else {}


def machine_of(entry: Any) -> MachineTopology:
    """The machine of a campaign record's `topology`, or of `comops machine --json`."""
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
    return machine


def placement_of(entry: dict[str, Any]) -> Placement:
    check(PLACEMENT, entry, "a placement")
    words = {name: entry.get(name) or "" for name in ("name", "where", "meaning", "refused")}
    if not words["refused"] and len(entry["pus"]) != entry["ranks"]:
        raise ValueError("a placement does not have a hardware thread for each rank")
    return Placement(**words, ranks=entry["ranks"], pus=tuple(entry["pus"]),
                     oversubscribed=entry["oversubscribed"])


def placement_record(placement: Placement) -> dict[str, Any]:
    """The inverse of placement_of, for one that is not refused."""
    return {"name": placement.name, "meaning": placement.meaning, "ranks": placement.ranks,
            "pus": list(placement.pus), "where": placement.where,
            "oversubscribed": placement.oversubscribed}


def placements_of(entries: list[Any]) -> list[Placement]:
    """All placements, including refused ones."""
    return list(map(placement_of, entries))


def pairs_of(entry: Any) -> Pairs:
    """The measurements of `comops machine --pairs`."""
    check(PAIRS, entry, "pairs")
    size = len(entry["pus"])
    for name in ("latency_us", "rate_MBps", "distance"):
        square(entry[name], size, name)
    return Pairs(**{one.name: entry[one.name] for one in fields(Pairs)})
