# SPDX-License-Identifier: BSD-3-Clause
"""The layout of nested boxes: in even rows that fit the width."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reports.draw.boxes import Box
from reports.draw.svg import text_width

GAP, PAD, LINE, BAR = 6, 6, 15, 17
SLOT, NUMBER, SEAM = 22, 11, 1  # a hardware thread's slot, the number below, between slots
LABEL, SMALL = 11, 10  # font sizes of headers and of cores
COLUMNS_MOST = 24


@dataclass(frozen=True, slots=True)
class Placed:
    box: Box
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a box, and the number of columns of its inner boxes."""

    width: float
    height: float
    columns: int = 0


class Layout:
    """Sizes and positions; a slot must show `crowd` ranks side by side."""

    def __init__(self, root: Box, crowd: int) -> None:
        self.root = root
        self.slot = SLOT * crowd
        self.core = max(
            (text_width(box.head[0], SMALL) for box in walk(root) if box.kind == "core"), default=0
        )
        self.known: dict[tuple[int, int], Size] = {}
        self.kinds: dict[tuple, int] = {}
        self.kind_of: dict[int, int] = {}

    def kind(self, box: Box) -> int:
        """Equal for boxes of equal size."""
        if id(box) not in self.kind_of:
            labels = (*box.head, *(label for _, label in box.bars))
            texts = [round(text_width(one, LABEL)) for one in labels]
            outer = box.kind, len(box.head), len(box.threads), *texts
            inner = tuple(self.kind(one) for one in box.boxes)
            self.kind_of[id(box)] = self.kinds.setdefault((outer, inner), len(self.kinds))
        return self.kind_of[id(box)]

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
        key = self.kind(box), round(width)
        if key not in self.known:
            most = min(len(box.boxes), COLUMNS_MOST)
            tried = [self.columns(box, head, columns, width) for columns in range(1, most + 1)]
            fitting = [one for one in tried if one.width <= width + 0.5] or tried[:1]
            self.known[key] = min(fitting, key=lambda one: (one.height, one.width))
        return self.known[key]

    def columns(self, box: Box, head: Size, columns: int, width: float) -> Size:
        """The size with so many columns."""
        share = (width - 2 * PAD - (columns - 1) * GAP) / columns
        sizes = {id(one): self.size(one, share) for one in box.boxes}
        column = max((sizes[id(one)].width for one in box.boxes if one.kind != "fold"), default=0)
        folds = max((sizes[id(one)].width for one in box.boxes if one.kind == "fold"), default=0)
        rows = rows_of(box.boxes, columns)
        height = sum(max(sizes[id(one)].height for one in row) + GAP for row in rows) - GAP
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
            height = max(self.size(one, share).height for one in row)
            for index, one in enumerate(row):
                x = placed.x + PAD + index * (column + GAP)
                wide = placed.width - 2 * PAD if one.kind == "fold" else column
                yield from self.settle(Placed(one, x, y, wide, height), share)
            y += height + GAP


def rows_of(boxes: Sequence[Box], columns: int) -> list[list[Box]]:
    """Boxes in rows; a fold has its own row."""
    rows: list[list[Box]] = []
    for one in boxes:
        last = rows[-1] if rows else []
        if last and len(last) < columns and "fold" not in (one.kind, last[-1].kind):
            last.append(one)
        else:
            rows.append([one])
    return rows


def walk(box: Box) -> Iterator[Box]:
    yield box
    for one in box.boxes:
        yield from walk(one)


def crowd(ranks_on: Sequence[int]) -> int:
    """How many ranks of one hardware thread are shown side by side, at most three."""
    return min(max(ranks_on, default=1), 3)
