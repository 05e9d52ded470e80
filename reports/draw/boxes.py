# SPDX-License-Identifier: BSD-3-Clause
"""From the machine's tree to nested boxes: what is drawn, what is left out, what is folded."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from words.formats import bytes_text
from read.topology import LEAF, Machine, Part, Seats

FULL_CORES = 32  # machines up to here are drawn whole, as topology/drawing.h does in text


@dataclass(frozen=True, slots=True)
class Box:
    """A box: its head's lines, bars for memories and caches, then the boxes within.

    `kind` is part, core or fold; a core holds hardware threads.
    """

    kind: str
    head: tuple[str, ...]
    bars: tuple[tuple[str, str], ...] = ()  # (memory or cache, label)
    boxes: tuple["Box", ...] = ()
    threads: tuple[Part, ...] = ()
    look: str = ""  # slow: of a slower kind of core; unusable


def plural(count: int, noun: str) -> str:
    """A number of things: 1 core, 2 cores."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def sized(label: str, size: int) -> str:
    """A label and how large that is, where it is known."""
    return f"{label} ({bytes_text(size)})" if size else label


def kind_names(machine: Machine) -> dict[int, str]:
    """A letter for each speed of cores: P and E, of more kinds M for those between."""
    speeds = sorted(set(machine.speeds.values()))
    return {
        speed: "P" if speed == speeds[-1] else "E" if speed == speeds[0] else "M"
        for speed in speeds
    }


def private_caches(machine: Machine) -> str:
    """The caches that a single core has, which are not drawn: L2 (1 MiB) and L1 (32 KiB)."""
    sizes: dict[str, set[int]] = defaultdict(set)
    for part in machine.tree.walk():
        if part.cache and part.cores == 1:
            sizes[part.type].add(part.bytes)
    texts = [
        f"{name} ({' or '.join(map(bytes_text, sorted(some)))})" for name, some in sizes.items()
    ]
    return " and ".join(texts)


class Boxes:
    """The boxes of one machine, for placements that are shown beside each other."""

    def __init__(self, machine: Machine, placements: Iterable[Seats]) -> None:
        self.machine = machine
        self.taken = frozenset(pu for one in placements for pu in one.pus)
        self.whole = machine.tree.cores <= FULL_CORES
        self.names = kind_names(machine)

    def build(self) -> Box:
        """The whole machine."""
        return self.part(self.machine.tree)

    def part(self, part: Part) -> Box:
        """One part, and with it those that it alone holds."""
        head: list[str] = []
        bars: list[tuple[str, str]] = []
        while not part.single and not (part.cache and part.cores == 1 and not part.memory):
            if part.cache:
                if part.cores > 1:
                    bars.append(("cache", sized(f"{part.type} #{part.index}", part.bytes)))
            elif part.type != "machine" and not (
                part.type == "group" and (part.memory or len(part.children) == 1)
            ):
                head.append(f"{part.type} #{part.index}")
            bars += [
                (
                    "memory",
                    sized(f"NUMA node #{one.index}", one.bytes)
                    + (", without cores" if one.seatless else ""),
                )
                for one in part.memory
            ]
            if len(part.children) != 1:
                return self.box(head, bars, self.within(part.children))
            part = part.children[0]
        while not part.single:  # caches of a single core
            part = next(child for child in part.children if child.cores)
        core = self.core(part)
        return self.box(head, bars, (core,)) if head or bars else core

    @staticmethod
    def box(head: list[str], bars: list[tuple[str, str]], within: tuple[Box, ...]) -> Box:
        """A box; heads of parts that hold each other alone share a line."""
        line = ", ".join(head)
        return Box("part", (line[:1].upper() + line[1:],) if line else (), tuple(bars), within)

    def core(self, part: Part) -> Box:
        """A core and its hardware threads."""
        speed = self.machine.speeds.get(part.threads[0].index)
        kind = self.names.get(speed, "")
        label = f"{kind} core {part.index}".strip() if part.type != LEAF else ""
        look = "unusable" if not part.usable else "slow" if kind not in ("", "P") else ""
        return Box("core", (label,), threads=part.threads, look=look)

    def seats_nobody(self, part: Part) -> bool:
        """Whether no rank sits there in any of the placements."""
        return not any(leaf.index in self.taken for leaf in part.threads)

    def within(self, parts: Sequence[Part]) -> tuple[Box, ...]:
        """Boxes of some parts; of large machines those that look alike and seat nobody as one."""
        boxes, at = [], 0
        while at < len(parts):
            end = at
            if not self.whole:
                while (
                    end < len(parts)
                    and self.seats_nobody(parts[end])
                    and parts[end].shape == parts[at].shape
                ):
                    end += 1
            if end > at:
                boxes.append(self.fold(parts[at], end - at))
            else:
                boxes.append(self.part(parts[at]))
            at = max(end, at + 1)
        return tuple(boxes)

    @staticmethod
    def fold(part: Part, count: int) -> Box:
        """One box for many."""
        noun = "core" if part.cores == 1 else part.type
        size = f"of {plural(part.cores, 'core')}{' each' if count > 1 else ''}"
        return Box("fold", (plural(count, f"more {noun}"), *([size] if part.cores > 1 else [])))
