# SPDX-License-Identifier: BSD-3-Clause
"""The machine, placements, and measured pairs of cores; ValueError if a file is wrong.

The format is that of `comops machine --json`; a campaign record has an abridged form.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from records.fields import count, text

DEEPEST = 40  # levels of the tree; hwloc's have about ten
LEAF = "hardware thread"
CACHE = re.compile(r"L\d")
NO_BYTES = {"bytes": 0}  # of a part whose size is unknown


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
class Machine:
    """The whole machine, and what the firmware reports of its memories."""

    tree: Part
    nodes: list[int] = field(default_factory=list)
    latencies: list[list[int]] = field(default_factory=list)
    figures: list[dict[str, Any]] = field(default_factory=list)
    speeds: dict[int, int] = field(default_factory=dict)  # by hardware thread, if they differ

    @cached_property
    def sizes(self) -> dict[int, int]:
        return {one.index: one.bytes for part in self.tree.walk() for one in part.memory}


def members(value: object, kind: type, name: str) -> list[Any]:
    if not isinstance(value, list) or not all(type(one) is kind for one in value):
        raise ValueError(f"{name} is not a list of the right type")
    return value


def square(value: object, size: int, kinds: tuple[type, ...], name: str) -> list[list[Any]]:
    rows = members(value, list, name)
    if len(rows) != size or any(len(row) != size for row in rows):
        raise ValueError(f"{name} is not a {size} x {size} matrix")
    if not all(type(one) in kinds for row in rows for one in row):
        raise ValueError(f"{name} contains something other than numbers")
    return rows


def memory_of(entry: dict[str, Any]) -> Memory:
    """A NUMA node. One without cores has an empty list of hardware threads."""
    return Memory(count(entry, "index"), count(NO_BYTES | entry, "bytes"), entry.get("pus") == [])


def part_of(entry: dict[str, Any], depth: int = 0) -> Part:
    kind = entry.get("type")
    if not isinstance(kind, str) or depth > DEEPEST:
        raise ValueError("the tree is not that of a machine")
    return Part(
        kind,
        count(entry, "os_index" if kind == LEAF else "index"),
        count(NO_BYTES | entry, "bytes"),
        entry.get("usable") is not False,
        tuple(map(memory_of, members(entry.get("memory", []), dict, "memory"))),
        tuple(part_of(one, depth + 1) for one in members(entry.get("children", []), dict, "tree")),
    )


def speeds_of(kinds: list[dict[str, Any]]) -> dict[int, int]:
    """The speed of each hardware thread; empty where all are equal or unknown."""
    speeds = {
        pu: one["speed"]
        for one in kinds
        if type(one.get("speed")) is int and one["speed"] >= 0
        for pu in members(one.get("pus"), int, "pus")
    }
    return speeds if len(set(speeds.values())) > 1 else {}


def figure_of(entry: dict[str, Any]) -> dict[str, Any]:
    """A memory's bandwidth or latency as seen from some hardware threads."""
    return {
        **{name: text(entry, name) for name in ("attribute", "unit")},
        **{name: count(entry, name) for name in ("node", "value")},
        "from_pus": members(entry.get("from_pus"), int, "from_pus"),
    }


def machine_of(entry: object) -> Machine:
    """The machine of a campaign record's `topology`, or of `comops machine --json`."""
    if not isinstance(entry, dict) or not isinstance(entry.get("tree"), dict):
        raise ValueError("there is no tree")
    latencies = entry.get("latencies", {})
    if not isinstance(latencies, dict):
        raise ValueError("latencies are no object")
    nodes = members(latencies.get("nodes", []), int, "nodes")
    machine = Machine(
        part_of(entry["tree"]),
        nodes,
        square(latencies.get("values", []), len(nodes), (int,), "latencies"),
        list(map(figure_of, members(entry.get("memory", []), dict, "memory"))),
        speeds_of(members(entry.get("kinds", []), dict, "kinds")),
    )
    if not machine.tree.threads or not all(
        part.threads for part in machine.tree.walk() if part.type == "core"
    ):
        raise ValueError("a core has no hardware thread")
    return machine


def placement_of(entry: dict[str, Any]) -> Placement:
    words = {
        name: text(entry, name) if entry.get(name) else ""
        for name in ("name", "where", "meaning", "refused")
    }
    pus = tuple(members(entry.get("pus"), int, "pus"))
    ranks = count(entry, "ranks")
    if not words["refused"] and len(pus) != ranks:
        raise ValueError("a placement does not have a hardware thread for each rank")
    oversubscribed = entry.get("oversubscribed") is True
    return Placement(**words, ranks=ranks, pus=pus, oversubscribed=oversubscribed)


def placement_record(one: Placement) -> dict[str, Any]:
    """The inverse of placement_of."""
    return {"name": one.name, "meaning": one.meaning, "ranks": one.ranks, "pus": list(one.pus),
            "where": one.where, "refused": one.refused, "oversubscribed": one.oversubscribed}


def placements_of(entries: object) -> list[Placement]:
    """All placements, including refused ones."""
    return list(map(placement_of, members(entries, dict, "placements")))


def pairs_of(entry: object) -> Pairs:
    """The measurements of `comops machine --pairs`."""
    if not isinstance(entry, dict):
        raise ValueError("pairs are no object")
    pus = members(entry.get("pus"), int, "pus")
    numbers = (int, float, type(None))
    return Pairs(
        pus,
        square(entry.get("latency_us"), len(pus), numbers, "latency_us"),
        square(entry.get("rate_MBps"), len(pus), numbers, "rate_MBps"),
        square(entry.get("distance"), len(pus), (int,), "distance"),
        members(entry.get("distances"), str, "distances"),
    )
