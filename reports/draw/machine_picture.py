# SPDX-License-Identifier: BSD-3-Clause
"""The picture of comops machine --svg: every placement, then tables and maps of pairs."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from comops.reports.draw.boxes import distinct, private_caches
from comops.reports.draw.heat import heat_map, scaled
from comops.reports.draw.machine_tables import Rows, distance_rows, latency_rows, memory_rows
from comops.reports.draw.picture import Picture, Pictures, legend
from comops.reports.draw.svg import cells, element, paragraph, plain, style, text, text_width
from comops.results.topology import MachineTopology, Pairs, Placement, machine_of

WIDTH, MARGIN, GAP = 1100, 24, 28
BOLD = 1.1  # the width of bold letters relative to normal ones
NARROWEST = 220  # minimum width of a caption


class Block(NamedTuple):
    """Something drawn above and below a line; `draw` takes the line's left end."""

    width: float
    above: float
    below: float
    draw: Callable[[float, float], str]


class Sheet:
    """Pieces placed below and beside each other on a page of limited width."""

    def __init__(self) -> None:
        self.y: float = MARGIN
        self.right: float = 0
        self.pieces: list[str] = []

    def words(self, words: str, size: float, class_: str, width: float = WIDTH) -> None:
        piece, self.y = paragraph(MARGIN, self.y, words, size, width, class_)
        self.right = max(self.right, min(BOLD * text_width(words, size), width))
        self.pieces.append(piece)

    def row(self, blocks: Sequence[Block]) -> None:
        """Blocks from left to right, in as many rows as they need, aligned in each row."""
        rows: list[list[Block]] = [[]]
        for block in blocks:
            if rows[-1] and sum(block.width + GAP for block in rows[-1]) + block.width > WIDTH:
                rows.append([])
            rows[-1].append(block)
        for at, row in enumerate(rows):
            line, x = self.y + (GAP if at else 0) + max(block.above for block in row), 0.0
            for block in row:
                self.pieces.append(block.draw(MARGIN + x, line))
                x += block.width + GAP
            self.y = line + max(block.below for block in row)
            self.right = max(self.right, x - GAP)

    def table(self, title: str, rows: Rows, left: int = 1) -> None:
        if len(rows) < 2:
            return
        self.y += GAP
        self.words(title, 13, "title")
        piece, right, self.y = cells(MARGIN, self.y + 6, rows, left)
        self.pieces.append(piece)
        self.right = max(self.right, right - MARGIN)

    def finish(self, title: str) -> str:
        width, height = self.right + 2 * MARGIN, self.y + MARGIN
        paper = element("rect", width=width, height=height, class_="paper")
        content = f"<style>\n{style()}</style>{paper}{''.join(self.pieces)}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" width="{width:.0f}" '
            f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">'
            f"<title>{plain(title)}</title>{content}</svg>\n"
        )


def positioned(picture: Picture, x: float, y: float) -> str:
    return picture.svg.replace("<svg ", f'<svg x="{x:.1f}" y="{y:.1f}" ', 1)


def moved(piece: str, x: float, y: float) -> str:
    return element("g", piece, transform=f"translate({x:.1f} {y:.1f})")


def captioned(picture: Picture, placement: Placement, same: list[str]) -> Block:
    """A picture below the placement's name, location and the names of equal placements."""
    width = max(picture.width, NARROWEST)
    name = placement.name + (", oversubscribed" if placement.oversubscribed else "")
    lines = [(name, 13, "title"), (placement.where, 11, "label")]
    if same:
        lines.append((f"The same as {', '.join(same)}", 11, "label"))
    above = 6.0
    pieces = []
    for words, size, class_ in lines:
        piece, above = paragraph(0, above, words, size, width, class_)
        pieces.append(piece)
    caption = "".join(pieces)

    def draw(x: float, line: float) -> str:
        return moved(caption, x, line - above - 6) + positioned(picture, x, line)

    return Block(width, above + 6, picture.height, draw)


def draw_placements(sheet: Sheet, machine: MachineTopology, placements: Sequence[Placement]
                    ) -> None:
    """The machine with each placement, or without any."""
    offered = distinct(placements) or [(Placement("", 0, (), "", "", "", False), [])]
    pictures = Pictures(machine, [placement for placement, _ in offered])
    sheet.y += 10
    sheet.row([Block(30 + text_width(words, 11), 0, 20, partial(
                   moved, fragment + text(30, 14, words, "label")))
               for fragment, words in legend(machine)])
    sheet.y += 10
    sheet.row([captioned(pictures.picture(placement), placement, same)
               for placement, same in offered])
    caches = private_caches(machine)
    if caches:
        sheet.y += 10
        sheet.words(f"Not drawn: the private caches of each core, {caches}.", 11, "label")
    for placement in placements:
        if placement.refused:
            sheet.y += 4
            sheet.words(f"{placement.name}: {placement.refused}", 11, "label")


def draw(entry: dict, placements: Sequence[Placement]) -> str:
    """The picture of the output of `comops machine --json`."""
    machine = machine_of(entry)
    summary = entry.get("summary") if isinstance(entry.get("summary"), str) else "the machine"
    sheet = Sheet()
    sheet.words(summary, 15, "heading")
    draw_placements(sheet, machine, placements)
    sheet.table(
        "Latencies between NUMA nodes as the firmware reports them (10: local)",
        latency_rows(machine),
    )
    sheet.table("Memories as the firmware reports them", memory_rows(machine), left=3)
    if "pairs" in entry:
        pairs = Pairs.from_json(entry["pairs"])
        maps = [heat_map("One way of 8 bytes", "ns", pairs.pus, scaled(pairs.latency_us, 1e3)),
                heat_map("One way of 1 MiB", "GB/s", pairs.pus, scaled(pairs.rate_MBps, 1e-3))]
        sheet.y += GAP
        sheet.row([Block(drawing.width, 0, drawing.height, partial(positioned, drawing))
                   for drawing in maps])
        sheet.words("Hardware threads in logical order; logarithmic shades.", 11, "label")
        sheet.table("By distance", distance_rows(pairs))
    return sheet.finish(f"{summary}: placements")
