# SPDX-License-Identifier: BSD-3-Clause
"""The machine's tree as nested boxes: what is drawn, left out, or summarized."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from records.topology import LEAF, Machine, Part, Placement
from reports.words.formats import bytes_text, plural

FULL_CORES = 32  # larger machines are summarized


@dataclass(frozen=True, slots=True)
class Box:
    """A box: header lines, bars for memories and caches, inner boxes.

    `kind` is part, core or fold, which represents several; a core has hardware threads.
    """

    kind: str
    head: tuple[str, ...]
    bars: tuple[tuple[str, str], ...] = ()  # (memory or cache, label)
    boxes: tuple["Box", ...] = ()
    threads: tuple[Part, ...] = ()
    style: str = ""  # slow: of a slower kind of core; unusable


def sized(label: str, size: int) -> str:
    """A label with its size, where that is known."""
    return f"{label} ({bytes_text(size)})" if size else label


def kind_names(machine: Machine) -> dict[int, str]:
    """A letter for each speed of cores: P the fastest, E the slowest, M any between."""
    speeds = sorted(set(machine.speeds.values()))
    return {
        speed: "P" if speed == speeds[-1] else "E" if speed == speeds[0] else "M"
        for speed in speeds
    }


def private_caches(machine: Machine) -> str:
    """The private caches of a core, which are not drawn: L2 (1 MiB) and L1 (32 KiB)."""
    sizes: dict[str, set[int]] = defaultdict(set)
    for part in machine.tree.walk():
        if part.cache and part.cores == 1:
            sizes[part.type].add(part.bytes)
    texts = [
        f"{name} ({' or '.join(map(bytes_text, sorted(some)))})" for name, some in sizes.items()
    ]
    return " and ".join(texts)


def distinct(placements: Sequence[Placement]) -> Iterator[tuple[Placement, list[str]]]:
    """Each distinct placement, and the names of others with the same hardware threads."""
    names: dict[tuple[int, ...], list[str]] = {}
    for one in placements:
        if not one.refused:
            names.setdefault(one.pus, []).append(one.name)
    shown = {pus: next(one for one in placements if one.pus == pus) for pus in names}
    return ((one, names[pus][1:]) for pus, one in shown.items())


def runs_of(parts: Sequence[Part], drawn: Sequence[bool]) -> Iterator[tuple[Part, int]]:
    """Each part that is drawn, with 0; of the others the first of equal neighbours, with how many
    these are."""
    at = 0
    while at < len(parts):
        end = at
        while (end < len(parts) and not drawn[end]
               and parts[end].structure == parts[at].structure):
            end += 1
        yield parts[at], end - at
        at = max(end, at + 1)


class Boxes:
    """The boxes of one machine, for placements that are shown together."""

    def __init__(self, machine: Machine, placements: Iterable[Placement]) -> None:
        self.machine = machine
        self.taken = frozenset(pu for one in placements for pu in one.pus)
        self.whole = machine.tree.cores <= FULL_CORES
        self.names = kind_names(machine)

    def build(self) -> Box:
        return self.part(self.machine.tree)

    def part(self, part: Part) -> Box:
        """One part, merged with its only children."""
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
                    + (", without cores" if one.coreless else ""),
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
        """A box; headers of merged parts share a line."""
        line = ", ".join(head)
        return Box("part", (line[:1].upper() + line[1:],) if line else (), tuple(bars), within)

    def core(self, part: Part) -> Box:
        speed = self.machine.speeds.get(part.threads[0].index)
        kind = self.names.get(speed, "")
        label = f"{kind} core {part.index}".strip() if part.type != LEAF else ""
        style = "unusable" if not part.usable else "slow" if kind not in ("", "P") else ""
        return Box("core", (label,), threads=part.threads, style=style)

    def is_empty(self, part: Part) -> bool:
        """Whether no placement has a rank there."""
        return not any(leaf.index in self.taken for leaf in part.threads)

    def within(self, parts: Sequence[Part]) -> tuple[Box, ...]:
        """Boxes of some parts; in large machines, equal neighbours without ranks become one."""
        drawn = [self.whole or not self.is_empty(part) for part in parts]
        return tuple(self.fold(part, count) if count else self.part(part)
                     for part, count in runs_of(parts, drawn))

    @staticmethod
    def fold(part: Part, count: int) -> Box:
        noun = "core" if part.cores == 1 else part.type
        size = f"of {plural(part.cores, 'core')}{' each' if count > 1 else ''}"
        return Box("fold", (plural(count, f"more {noun}"), *([size] if part.cores > 1 else [])))
