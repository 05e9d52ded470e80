# SPDX-License-Identifier: BSD-3-Clause
"""The machine as a picture: nested boxes, the ranks of one placement as circles on them."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from comops.reports.draw.boxes import (BAR, LABEL, LINE, NUMBER, PAD, SEAM, SLOT, Box, Boxes,
                                       PictureLayout, Placed, walk)
from comops.reports.draw.svg import element, image, rectangle, text
from comops.reports.words.formats import plural
from comops.results.topology import MachineTopology, Part, Placement

WIDTHS = ((12, 345), (40, 400), (10**9, 520))  # up to so many hardware threads: width
NAMED = 16  # ranks in a description
BESIDE = 3  # ranks of one hardware thread that are shown side by side


class Picture(NamedTuple):
    svg: str
    width: float
    height: float


class Drawn:
    """Rectangles, those of a kind in one path; texts and circles above them."""

    def __init__(self) -> None:
        self.paths: dict[str, list[str]] = defaultdict(list)
        self.above: list[str] = []

    def rectangle(self, kind: str, x: float, y: float, width: float, height: float) -> None:
        self.paths[kind].append(rectangle(x, y, width, height))

    def write(self, x: float, y: float, words: str, class_: str) -> None:
        self.above.append(text(x, y, words, class_))

    def content(self) -> str:
        return "".join(
            element("path", d="".join(pieces), class_=kind) for kind, pieces in self.paths.items()
        ) + "".join(self.above)


def draw_part(drawn: Drawn, placed: Placed) -> None:
    """A part's frame, header and bars; a fold is drawn as a stack."""
    x, y, width, height = placed.x + 0.5, placed.y + 0.5, placed.width - 1, placed.height - 1
    box = placed.box
    if box.kind == "fold":
        drawn.rectangle("fold behind", x + 3, y, width - 3, height - 3)
        drawn.rectangle("fold", x, y + 3, width - 3, height - 3)
    else:
        drawn.rectangle("part", x, y, width, height)
    top = placed.y + PAD
    for line in box.head:
        drawn.write(placed.x + PAD + 0.5, top + LABEL - 1, line, "label")
        top += LINE
    for kind, label in box.bars:
        drawn.rectangle(kind, placed.x + PAD, top, placed.width - 2 * PAD, BAR)
        drawn.write(placed.x + PAD + 5, top + 12.5, label, "label")
        top += BAR + 2


class Pictures:
    """Pictures of one machine that are shown together: they differ only in the ranks."""

    def __init__(self, machine: MachineTopology, placements: Sequence[Placement]) -> None:
        root = Boxes(machine, placements).part(machine.tree)
        ranks_on = [most for placement in placements
                    for _, most in Counter(placement.pus).most_common(1)]
        self.machine = machine
        self.layout = PictureLayout(root, min(max(ranks_on, default=1), BESIDE))
        slots = sum(len(box.threads) for box in walk(root))
        width = next(width for most, width in WIDTHS if slots <= most)
        self.placed = self.layout.place(width)

    def picture(self, placement: Placement) -> Picture:
        ranks: dict[int, list[int]] = defaultdict(list)
        for rank, pu in enumerate(placement.pus):
            ranks[pu].append(rank)
        drawn = Drawn()
        for placed in self.placed:
            if placed.box.kind == "core":
                self.draw_core(drawn, placed, ranks)
            else:
                draw_part(drawn, placed)
        outer = self.placed[0]
        title = f"{placement.name}, {plural(placement.ranks, 'rank')}" if placement.name else ""
        svg = image(
            outer.width, outer.height, title or "the machine", described(placement), drawn.content()
        )
        return Picture(svg, outer.width, outer.height)

    def draw_core(self, drawn: Drawn, placed: Placed, ranks: dict[int, list[int]]) -> None:
        box, layout = placed.box, self.layout
        kind = f"core {box.style}".strip()
        drawn.rectangle(kind, placed.x + 0.5, placed.y + 0.5, placed.width - 1, placed.height - 1)
        top = placed.y + 2
        if box.head[0]:
            drawn.write(placed.x + placed.width / 2, top + 10, box.head[0], "core-label")
            top += LINE - 2
        else:
            top += 2
        columns = layout.grid(len(box.threads))
        left = placed.x + (placed.width - columns * (layout.slot + SEAM) + SEAM) / 2
        for at, thread in enumerate(box.threads):
            x = left + at % columns * (layout.slot + SEAM)
            y = top + at // columns * (SLOT + NUMBER + SEAM)
            here = ranks.get(thread.index, [])
            slot = "slot" if thread.usable else "slot unusable"
            drawn.rectangle(slot, x + 0.5, y + 0.5, layout.slot - 1, SLOT - 1)
            drawn.write(x + layout.slot / 2, y + SLOT + 9, str(thread.index), "number")
            drawn.above.extend(self.circles(here, thread, box, x, y))

    def circles(
        self, ranks: list[int], thread: Part, box: Box, x: float, y: float
    ) -> Iterator[str]:
        """The ranks on one hardware thread, or some of them and the number of the others."""
        most = round(self.layout.slot / SLOT)
        shown = ranks if len(ranks) <= most else ranks[: most - 1]
        start = x + (self.layout.slot - SLOT * min(len(ranks), most)) / 2 + SLOT / 2
        for at, rank in enumerate(shown):
            middle = start + at * SLOT
            place = f"rank {rank}: hardware thread {thread.index}, {box.head[0]}".removesuffix(", ")
            yield element(
                "g",
                element("title", place),
                element("circle", cx=middle, cy=y + SLOT / 2, r=SLOT / 2 - 1.5),
                text(middle, y + SLOT / 2 + 3.7, str(rank), "rank" if rank < 100 else "rank tight"),
            )
        if len(shown) < len(ranks):
            middle = start + len(shown) * SLOT
            yield text(middle, y + SLOT / 2 + 4, f"+{len(ranks) - len(shown)}", "core-label")


def described(placement: Placement) -> str:
    ranks = [f"rank {rank} on hardware thread {pu}" for rank, pu in enumerate(placement.pus)]
    more = [f"and {len(ranks) - NAMED} more"] if len(ranks) > NAMED else []
    where = [f"{placement.where}: "] if placement.where else []
    return "".join(where) + ", ".join(ranks[:NAMED] + more)


def legend(machine: MachineTopology) -> list[tuple[str, str]]:
    """The legend: a small drawing of each element, and its meaning."""
    parts = list(machine.tree.walk())

    def bar(kind: str) -> str:
        return element("path", d=rectangle(1, 4, 22, 12), class_=kind)

    def core(style: str) -> str:
        return element("path", d=rectangle(1.5, 0.5, 21, 19), class_=f"core {style}")

    slot = element("path", d=rectangle(2.5, 0.5, 19, 19), class_="slot")
    between = ", M: core of medium speed" if len(set(machine.speeds.values())) > 2 else ""
    entries = (
        (True, slot + element("circle", cx=12, cy=10, r=8.5) + text(12, 13.7, "0", "rank"),
         "a rank on a hardware thread"),
        (True, text(12, 14, str(machine.tree.threads[0].index), "number"),
         "the hardware thread's number"),
        (any(part.memory for part in parts), bar("memory"), "memory of a NUMA node"),
        (any(part.cache and part.cores > 1 for part in parts), bar("cache"), "a shared cache"),
        (machine.speeds, core("slow"), f"P: performance core{between}, E: efficiency core"),
        (not all(part.usable for part in parts), core("unusable"), "offline or not allowed here"))
    return [(drawing, words) for wanted, drawing, words in entries if wanted]
