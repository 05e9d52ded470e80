# SPDX-License-Identifier: BSD-3-Clause
"""comops machine --svg: the machine on standard input, a picture of it out. Exit 0, 1, 2.

It needs nothing but Python.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from draw.boxes import private_caches
from draw.machine_tables import Rows, distance_rows, latency_rows, memory_rows
from command.files import write
from draw.heat import heat_map, scaled
from draw.picture import Picture, Pictures, legend
from draw.svg import cells, element, paragraph, plain, style, text, text_width
from read.topology import Machine, Pairs, Seats, machine_of, pairs_of, placements_of

WRITTEN, NOT_WRITTEN, USAGE = 0, 1, 2
WIDTH, MARGIN, GAP = 1100, 24, 28
BOLD = 1.1  # how much wider bold letters are
NARROWEST = 220  # of a caption


@dataclass(frozen=True, slots=True)
class Block:
    """Something that stands on a line and hangs below it; `draw` takes the line's left end."""

    width: float
    above: float
    below: float
    draw: Callable[[float, float], str]


class Sheet:
    """Pieces set below and beside each other on a page that is so wide."""

    def __init__(self) -> None:
        self.y: float = MARGIN
        self.right: float = 0
        self.pieces: list[str] = []

    def words(self, words: str, size: float, class_: str, width: float = WIDTH) -> None:
        """A paragraph."""
        piece, self.y = paragraph(MARGIN, self.y, words, size, width, class_)
        self.right = max(self.right, min(BOLD * text_width(words, size), width))
        self.pieces.append(piece)

    def row(self, blocks: Sequence[Block]) -> None:
        """Blocks from left to right in as many rows as they need, in a row on one line."""
        rows: list[list[Block]] = [[]]
        for one in blocks:
            if rows[-1] and sum(block.width + GAP for block in rows[-1]) + one.width > WIDTH:
                rows.append([])
            rows[-1].append(one)
        for at, row in enumerate(rows):
            line, x = self.y + (GAP if at else 0) + max(one.above for one in row), 0.0
            for one in row:
                self.pieces.append(one.draw(MARGIN + x, line))
                x += one.width + GAP
            self.y = line + max(one.below for one in row)
            self.right = max(self.right, x - GAP)

    def table(self, title: str, rows: Rows, left: int = 1) -> None:
        """A table under its title."""
        if len(rows) < 2:
            return
        self.y += GAP
        self.words(title, 13, "title")
        piece, right, self.y = cells(MARGIN, self.y + 6, rows, left)
        self.pieces.append(piece)
        self.right = max(self.right, right - MARGIN)

    def finish(self, title: str) -> str:
        """The whole sheet as a file."""
        width, height = self.right + 2 * MARGIN, self.y + MARGIN
        paper = element("rect", width=width, height=height, class_="paper")
        content = f"<style>\n{style()}</style>{paper}{''.join(self.pieces)}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" width="{width:.0f}" '
            f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">'
            f"<title>{plain(title)}</title>{content}</svg>\n"
        )


def set_at(picture: Picture, x: float, y: float) -> str:
    """A picture within another."""
    return picture.svg.replace("<svg ", f'<svg x="{x:.1f}" y="{y:.1f}" ', 1)


def twins(placements: Sequence[Seats]) -> Iterator[tuple[Seats, list[str]]]:
    """Each placement that is offered, once, and the names of those that seat the ranks alike."""
    names: dict[tuple[int, ...], list[str]] = {}
    for one in placements:
        if not one.refused:
            names.setdefault(one.pus, []).append(one.name)
    shown = {pus: next(one for one in placements if one.pus == pus) for pus in names}
    return ((one, names[pus][1:]) for pus, one in shown.items())


def captioned(picture: Picture, placement: Seats, same: list[str]) -> Block:
    """A picture under the placement's name, what it is, and what else is the same."""
    width = max(picture.width, NARROWEST)
    name = placement.name + (", oversubscribed" if placement.oversubscribed else "")
    lines = [(name, 13, "title"), (placement.where, 11, "label")]
    if same:
        lines.append((f"The same seats: {', '.join(same)}", 11, "label"))
    above = 6.0
    pieces = []
    for words, size, class_ in lines:
        piece, above = paragraph(0, above, words, size, width, class_)
        pieces.append(piece)
    caption = "".join(pieces)

    def draw(x: float, line: float) -> str:
        moved = element("g", caption, transform=f"translate({x:.1f} {line - above - 6:.1f})")
        return moved + set_at(picture, x, line)

    return Block(width, above + 6, picture.height, draw)


def key_block(fragment: str, words: str) -> Block:
    """One entry of the legend."""
    piece = fragment + text(30, 14, words, "label")
    return Block(
        30 + text_width(words, 11),
        0,
        20,
        lambda x, y: element("g", piece, transform=f"translate({x:.1f} {y:.1f})"),
    )


def map_block(picture: Picture) -> Block:
    """A heat map."""
    return Block(picture.width, 0, picture.height, lambda x, y: set_at(picture, x, y))


def draw_seats(sheet: Sheet, machine: Machine, placements: Sequence[Seats]) -> None:
    """The machine once for each placement; at least once."""
    offered = list(twins(placements)) or [(Seats("", 0, (), "", "", "", False), [])]
    pictures = Pictures(machine, [one for one, _ in offered])
    sheet.y += 10
    sheet.row([key_block(*entry) for entry in legend(machine)])
    sheet.y += 10
    sheet.row([captioned(pictures.picture(one), one, same) for one, same in offered])
    caches = private_caches(machine)
    if caches:
        sheet.y += 10
        sheet.words(f"Not drawn: each core's own {caches}.", 11, "label")
    for one in placements:
        if one.refused:
            sheet.y += 4
            sheet.words(f"{one.name}: {one.refused}", 11, "label")


def draw_pairs(sheet: Sheet, pairs: Pairs) -> None:
    """Both maps beside each other, the distances below."""
    maps = [
        heat_map("One way of 8 bytes", "ns", pairs.pus, scaled(pairs.latency_us, 1e3)),
        heat_map("One way of 1 MiB", "GB/s", pairs.pus, scaled(pairs.rate_MBps, 1e-3)),
    ]
    sheet.y += GAP
    sheet.row(list(map(map_block, maps)))
    sheet.words("Hardware threads in logical order, by their number; shades by ratio.", 11, "label")
    sheet.table("By distance", distance_rows(pairs))


def draw(entry: dict) -> str:
    """The picture of what `comops machine --json` says."""
    machine = machine_of(entry)
    placements = placements_of(entry.get("placements", []))
    summary = entry.get("summary") if isinstance(entry.get("summary"), str) else "the machine"
    sheet = Sheet()
    sheet.words(summary, 15, "heading")
    draw_seats(sheet, machine, placements)
    sheet.table(
        "Latencies between NUMA nodes, as the firmware states them (10: a node's own)",
        latency_rows(machine),
    )
    sheet.table("Memories, as the firmware states them", memory_rows(machine), left=3)
    if "pairs" in entry:
        draw_pairs(sheet, pairs_of(entry["pairs"]))
    return sheet.finish(f"{summary}: who sits where")


def complain(message: str) -> None:
    """One line on standard error."""
    print(f"comops machine: {message}".encode(errors="replace").decode(), file=sys.stderr)


def main() -> int:
    """Read, draw, write; the exit status."""
    if len(sys.argv) != 2:
        complain("which file is the picture to be written to?")
        return USAGE
    try:
        entry = json.load(sys.stdin)
        picture = draw(entry if isinstance(entry, dict) else {})
    except (ValueError, RecursionError) as error:
        complain(f"this is no machine of `comops machine --json`: {error}")
        return USAGE
    try:
        write(Path(sys.argv[1]), picture.encode("utf-8", errors="replace"))
    except OSError as error:
        complain(f"{sys.argv[1]}: cannot be written: {os.strerror(error.errno or 0)}")
        return NOT_WRITTEN
    return WRITTEN
