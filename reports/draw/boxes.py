# SPDX-License-Identifier: BSD-3-Clause
"""The machine's tree as nested boxes: what is drawn, left out or summarized, under which names, and
where each lies, in even rows that fit the width."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from comops.common.sizes import bytes_text
from comops.reports.draw.svg import text_width
from comops.reports.words.formats import plural
from comops.results.topology import LEAF, MachineTopology, Part, Placement

FULL_CORES = 32  # larger machines are summarized
GAP, PAD, LINE, BAR = 6, 6, 15, 17
SLOT, NUMBER, SEAM = 22, 11, 1  # a hardware thread's slot, the number below, between slots
LABEL, SMALL = 11, 10  # font sizes of headers and of cores
COLUMNS_MOST = 24


@dataclass(frozen=True)
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

    @cached_property
    def shape(self) -> tuple[Any, ...]:
        """Equal for boxes of equal size."""
        texts = (round(text_width(label, LABEL))
                 for label in (*self.head, *(label for _, label in self.bars)))
        return (self.kind, len(self.head), len(self.threads), *texts,
                *(box.shape for box in self.boxes))


def sized(label: str, size: int) -> str:
    """A label with its size, where that is known."""
    return f"{label} ({bytes_text(size)})" if size else label


def labels_of(part: Part) -> Iterator[tuple[str, str]]:
    """The name of a part, unless it is anonymous, then those of its memories, each with its kind:
    part, cache or memory."""
    if part.cache:
        yield "cache", sized(f"{part.type} #{part.index}", part.bytes)
    elif part.type != "machine" and not (
            part.type == "group" and (part.memory or len(part.children) == 1)):
        yield "part", f"{part.type} #{part.index}"
    for node in part.memory:
        name = sized(f"NUMA node #{node.index}", node.bytes)
        yield "memory", f"{name} without cores" if node.coreless else name


def fold_words(part: Part, count: int) -> tuple[str, str]:
    """How many more parts like this one there are: 20 more packages, of 8 cores each."""
    noun = "NUMA node" if part.type == "group" and part.memory else part.type
    size = f"of {plural(part.cores, 'core')}{' each' if count > 1 else ''}"
    return (plural(count, f"more {noun if part.cores > 1 else 'core'}"),
            size if part.cores > 1 else "")


def private_caches(machine: MachineTopology) -> str:
    """The private caches of a core, which are not drawn: L2 (1 MiB) and L1 (32 KiB)."""
    sizes: dict[str, set[int]] = defaultdict(set)
    for part in machine.tree.walk():
        if part.cache and part.cores == 1:
            sizes[part.type].add(part.bytes)
    texts = [
        f"{name} ({' or '.join(map(bytes_text, sorted(caches)))})" for name, caches in sizes.items()
    ]
    return " and ".join(texts)


def distinct(placements: Sequence[Placement]) -> list[tuple[Placement, list[str]]]:
    """Each distinct placement, and the names of others with the same hardware threads."""
    alike: dict[tuple[int, ...], list[Placement]] = defaultdict(list)
    for placement in placements:
        if not placement.refused:
            alike[placement.pus].append(placement)
    return [(first, [other.name for other in others]) for first, *others in alike.values()]


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

    def __init__(self, machine: MachineTopology, placements: Iterable[Placement]) -> None:
        self.machine = machine
        self.taken = frozenset(pu for placement in placements for pu in placement.pus)
        self.whole = machine.tree.cores <= FULL_CORES
        speeds = sorted(set(machine.speeds.values()))  # P the fastest, E the slowest, M between
        self.names = {speed: "P" if speed == speeds[-1] else "E" if speed == speeds[0] else "M"
                      for speed in speeds}

    def part(self, part: Part) -> Box:
        """One part, merged with its only children."""
        labels: list[tuple[str, str]] = []
        while not part.single and not (part.cache and part.cores == 1 and not part.memory):
            labels += [(kind, label) for kind, label in labels_of(part)
                       if kind != "cache" or part.cores > 1]
            if len(part.children) != 1:
                return self.box(labels, self.within(part.children))
            part = part.children[0]
        while not part.single:  # caches of a single core
            part = next(child for child in part.children if child.cores)
        core = self.core(part)
        return self.box(labels, (core,)) if labels else core

    @staticmethod
    def box(labels: Sequence[tuple[str, str]], within: tuple[Box, ...]) -> Box:
        """A box; headers of merged parts share a line."""
        line = ", ".join(label for kind, label in labels if kind == "part")
        head = (line[:1].upper() + line[1:],) if line else ()
        return Box("part", head, tuple(label for label in labels if label[0] != "part"), within)

    def core(self, part: Part) -> Box:
        speed = self.machine.speeds.get(part.threads[0].index)
        kind = self.names.get(speed, "")
        label = f"{kind} core {part.index}".strip() if part.type != LEAF else ""
        style = "unusable" if not part.usable else "slow" if kind not in ("", "P") else ""
        return Box("core", (label,), threads=part.threads, style=style)

    def within(self, parts: Sequence[Part]) -> tuple[Box, ...]:
        """Boxes of some parts; in large machines, equal neighbours without ranks become one."""
        drawn = [self.whole or any(leaf.index in self.taken for leaf in part.threads)
                 for part in parts]
        return tuple(Box("fold", tuple(filter(None, fold_words(part, count)))) if count
                     else self.part(part) for part, count in runs_of(parts, drawn))


class Placed(NamedTuple):
    box: Box
    x: float
    y: float
    width: float
    height: float


class Size(NamedTuple):
    """The size of a box, and the number of columns of its inner boxes."""

    width: float
    height: float
    columns: int = 0


class PictureLayout:
    """Sizes and positions; a slot must show `crowd` ranks side by side."""

    def __init__(self, root: Box, crowd: int) -> None:
        self.root = root
        self.slot = SLOT * crowd
        self.core = max(
            (text_width(box.head[0], SMALL) for box in walk(root) if box.kind == "core"), default=0
        )
        self.known: dict[tuple[tuple[Any, ...], int], Size] = {}

    def grid(self, threads: int) -> int:
        """How many hardware threads of a core are in a row."""
        return math.ceil(math.sqrt(threads))

    def core_size(self, box: Box) -> Size:
        """A core: its label above its hardware threads."""
        columns = self.grid(len(box.threads))
        rows = math.ceil(len(box.threads) / columns)
        inner = max(columns * (self.slot + SEAM) - SEAM, self.core)
        head = LINE - 2 if box.head[0] else 3
        return Size(inner + 6, head + rows * (SLOT + NUMBER + SEAM) + 3)

    def head_size(self, box: Box) -> Size:
        """The size of what is above the inner boxes, with padding."""
        texts = [text_width(line, LABEL) for line in box.head]
        texts += [text_width(label, LABEL) + 12 for _, label in box.bars]
        wide = max(texts, default=0) + 2 * PAD
        if box.kind == "fold":
            return Size(wide + 3, len(box.head) * LINE + PAD + 3)
        height = len(box.head) * LINE + len(box.bars) * (BAR + 2) + 2 * PAD
        return Size(wide, height + (2 if box.bars else 0))

    def size(self, box: Box, width: float) -> Size:
        """The smallest size of a box of at most about this width."""
        if box.kind == "core":
            return self.core_size(box)
        head = self.head_size(box)
        if not box.boxes:
            return head
        key = box.shape, round(width)
        if key not in self.known:
            most = min(len(box.boxes), COLUMNS_MOST)
            tried = [self.columns(box, head, columns, width) for columns in range(1, most + 1)]
            fitting = [layout for layout in tried if layout.width <= width + 0.5] or tried[:1]
            self.known[key] = min(fitting, key=lambda layout: (layout.height, layout.width))
        return self.known[key]

    def columns(self, box: Box, head: Size, columns: int, width: float) -> Size:
        """The size with so many columns."""
        share = (width - 2 * PAD - (columns - 1) * GAP) / columns
        sizes = {id(part): self.size(part, share) for part in box.boxes}
        column, folds = (max((sizes[id(part)].width for part in box.boxes
                              if (part.kind == "fold") == folded), default=0)
                         for folded in (False, True))
        rows = rows_of(box.boxes, columns)
        height = sum(max(sizes[id(part)].height for part in row) + GAP for row in rows) - GAP
        inner = max(columns * (column + GAP) - GAP, folds) + 2 * PAD
        return Size(max(inner, head.width), head.height + height, columns)

    def place(self, width: float) -> list[Placed]:
        size = self.size(self.root, width)
        return list(self.settle(Placed(self.root, 0, 0, size.width, size.height), width))

    def settle(self, placed: Placed, width: float) -> Iterator[Placed]:
        """A box and those in it; boxes of a row have the same height."""
        yield placed
        box = placed.box
        if not box.boxes:
            return
        size = self.size(box, width)
        share = (width - 2 * PAD - (size.columns - 1) * GAP) / size.columns
        column = (placed.width - 2 * PAD + GAP) / size.columns - GAP
        y = placed.y + self.head_size(box).height - PAD
        for row in rows_of(box.boxes, size.columns):
            height = max(self.size(part, share).height for part in row)
            for index, part in enumerate(row):
                x = placed.x + PAD + index * (column + GAP)
                wide = placed.width - 2 * PAD if part.kind == "fold" else column
                yield from self.settle(Placed(part, x, y, wide, height), share)
            y += height + GAP


def rows_of(boxes: Sequence[Box], columns: int) -> list[list[Box]]:
    """Boxes in rows; a fold has its own row."""
    rows: list[list[Box]] = []
    for part in boxes:
        last = rows[-1] if rows else []
        if last and len(last) < columns and "fold" not in (part.kind, last[-1].kind):
            last.append(part)
        else:
            rows.append([part])
    return rows


def walk(box: Box) -> Iterator[Box]:
    yield box
    for part in box.boxes:
        yield from walk(part)
