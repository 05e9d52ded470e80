# SPDX-License-Identifier: BSD-3-Clause
"""Where nested boxes lie: side by side as far as the width reaches, in even rows."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from draw.boxes import Box
from draw.svg import text_width

GAP, PAD, LINE, BAR = 6, 6, 15, 17
SEAT, NUMBER, SEAM = 22, 11, 1  # a circle's room, the number below it, between seats
LABEL, SMALL = 11, 10  # font sizes of heads and of cores
COLUMNS_MOST = 24


@dataclass(frozen=True, slots=True)
class Placed:
    """A box and where it lies."""

    box: Box
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Size:
    """What a box needs, and in how many columns its boxes stand."""

    width: float
    height: float
    columns: int = 0


class Layout:
    """Sizes and places; `crowd` is the number of ranks a seat must show beside each other."""

    def __init__(self, root: Box, crowd: int) -> None:
        self.root = root
        self.seat = SEAT * crowd
        self.core = max(
            (text_width(box.head[0], SMALL) for box in walk(root) if box.kind == "core"), default=0
        )
        self.known: dict[tuple[int, int], Size] = {}
        self.shapes: dict[tuple, int] = {}
        self.shape_of: dict[int, int] = {}

    def shape(self, box: Box) -> int:
        """The same number for boxes that need the same room."""
        if id(box) not in self.shape_of:
            labels = (*box.head, *(label for _, label in box.bars))
            texts = [round(text_width(one, LABEL)) for one in labels]
            look = box.kind, len(box.head), len(box.threads), *texts
            inner = tuple(self.shape(one) for one in box.boxes)
            self.shape_of[id(box)] = self.shapes.setdefault((look, inner), len(self.shapes))
        return self.shape_of[id(box)]

    def grid(self, threads: int) -> int:
        """How many hardware threads of a core stand beside each other."""
        return math.ceil(math.sqrt(threads))

    def core_size(self, box: Box) -> Size:
        """A core: its label above its hardware threads."""
        columns = self.grid(len(box.threads))
        rows = math.ceil(len(box.threads) / columns)
        inner = max(columns * (self.seat + SEAM) - SEAM, self.core)
        head = LINE - 2 if box.head[0] else 3
        return Size(inner + 6, head + rows * (SEAT + NUMBER + SEAM) + 3)

    def head_size(self, box: Box) -> Size:
        """The room for what stands above the boxes within, with the space around all."""
        texts = [text_width(line, LABEL) for line in box.head]
        texts += [text_width(label, LABEL) + 12 for _, label in box.bars]
        wide = max(texts, default=0) + 2 * PAD
        if box.kind == "fold":
            return Size(wide + 3, len(box.head) * LINE + PAD + 3)
        height = len(box.head) * LINE + len(box.bars) * (BAR + 2) + 2 * PAD
        return Size(wide, height + (2 if box.bars else 0))

    def size(self, box: Box, width: float) -> Size:
        """The least room for a box that is to be about so wide at most."""
        if box.kind == "core":
            return self.core_size(box)
        head = self.head_size(box)
        if not box.boxes:
            return head
        key = self.shape(box), round(width)
        if key not in self.known:
            most = min(len(box.boxes), COLUMNS_MOST)
            tried = [self.columns(box, head, columns, width) for columns in range(1, most + 1)]
            fitting = [one for one in tried if one.width <= width + 0.5] or tried[:1]
            self.known[key] = min(fitting, key=lambda one: (one.height, one.width))
        return self.known[key]

    def columns(self, box: Box, head: Size, columns: int, width: float) -> Size:
        """The room with so many columns."""
        share = (width - 2 * PAD - (columns - 1) * GAP) / columns
        sizes = {id(one): self.size(one, share) for one in box.boxes}
        column = max((sizes[id(one)].width for one in box.boxes if one.kind != "fold"), default=0)
        folds = max((sizes[id(one)].width for one in box.boxes if one.kind == "fold"), default=0)
        rows = rows_of(box.boxes, columns)
        height = sum(max(sizes[id(one)].height for one in row) + GAP for row in rows) - GAP
        inner = max(columns * (column + GAP) - GAP, folds) + 2 * PAD
        return Size(max(inner, head.width), head.height + height, columns)

    def place(self, width: float) -> list[Placed]:
        """All boxes, the outer before the inner."""
        size = self.size(self.root, width)
        return list(self.settle(Placed(self.root, 0, 0, size.width, size.height), width))

    def settle(self, placed: Placed, width: float) -> Iterator[Placed]:
        """A box and those within, of which a row shares its height."""
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
    """Boxes in rows; a fold has one of its own."""
    rows: list[list[Box]] = []
    for one in boxes:
        last = rows[-1] if rows else []
        if last and len(last) < columns and "fold" not in (one.kind, last[-1].kind):
            last.append(one)
        else:
            rows.append([one])
    return rows


def walk(box: Box) -> Iterator[Box]:
    """A box and all within."""
    yield box
    for one in box.boxes:
        yield from walk(one)


def crowd(ranks_on: Sequence[int]) -> int:
    """Room for as many ranks on one hardware thread as are shown, at most three."""
    return min(max(ranks_on, default=1), 3)
