# SPDX-License-Identifier: BSD-3-Clause
"""`comops machine --heat`: a matrix of times between hardware threads, drawn in the terminal.

Usage: heat.py NAME|FILE, or - for what `comops machine --pairs --json` prints.
"""

import json
import math
import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

sys.path[0] = str(Path(__file__).resolve().parents[2])

from common.console import command_run, complain, meant, plain, show, streams_open  # noqa: E402
from simulate.descriptions.description import distance  # noqa: E402
from simulate.descriptions.groups import Groups, levels_find  # noqa: E402
from simulate.descriptions.known import known_cores, known_matrix, known_names, known_text  # noqa: E402
from simulate.descriptions.matrix import Matrix, matrix_read  # noqa: E402
from simulate.platforms import PlatformError  # noqa: E402

PROGRAM = "comops machine"
LABEL = 10  # columns left of the map
# Viridis in xterm's colours, as in comops/commands/pairs_draw.c; and one for missing values.
SHADES = (53, 54, 60, 24, 30, 29, 35, 71, 112, 226)
INK, DIAGONAL, UNKNOWN = ".-:=+*o%#@", " ", "?"
UPPER, LOWER = "\u2580", "\u2584"  # half blocks
HAND_OVER = "Hand-over of a line between hardware threads by compare-and-swap, ns"


@dataclass(frozen=True)
class Heat:
    """`blocks`: the hardware threads of each part of the machine, as they are to be drawn.

    `within`: what two threads have in common, and their time.
    """

    title: str
    what: str
    part: str  # "socket"
    blocks: Groups
    numbers: list[int]  # the operating system's, of each row of the matrix
    matrix: Matrix
    within: list[tuple[str, list[float]]]


def _values(matrix: Matrix) -> list[float]:
    return [value for i, row in enumerate(matrix) for value in row[:i] if value is not None]


# ---- what is drawn ------------------------------------------------------------------------------


def _known(name: str) -> Heat:
    matrix = known_matrix(name)
    cores, threads = known_cores(name)
    place = {thread: core for core, group in enumerate(threads) for thread in group}
    words = {"llc": "in one last-level cache", "node": "in one NUMA node",
             "socket": "in one socket", "far": "in different sockets"}
    within: dict[str, list[float]] = {word: [] for word in ("in one core", *words.values())}
    for i, row in enumerate(matrix):
        for j, value in enumerate(row[:i]):
            one, other = place[i], place[j]
            word = words[distance(cores[one], cores[other])] if one != other else "in one core"
            if value is not None:
                within[word].append(value)
    sockets = range(1 + cores[-1]["socket"])
    blocks = [[thread for core, group in zip(cores, threads) if core["socket"] == socket
               for thread in group] for socket in sockets]
    return Heat(f"{name}: {known_text(name)}", HAND_OVER, "socket", blocks,
                list(range(len(matrix))), matrix, list(within.items()))


def _file(file: Path) -> Heat:
    matrix = matrix_read(file)
    levels = levels_find(matrix)
    blocks = levels[-1] if levels else [list(range(len(matrix)))]
    return Heat(str(file), HAND_OVER, "group", blocks, list(range(len(matrix))), matrix,
                [("all", _values(matrix))])


def _measured(machine: dict) -> Heat:
    pairs = machine["pairs"]
    matrix = [[None if value is None else 1000 * value for value in row]
              for row in pairs["latency_us"]]
    package = {pu: one["index"] for one in machine["packages"] for pu in one["pus"]}
    parts: dict[int, list[int]] = {}
    for i, pu in enumerate(pairs["pus"]):
        parts.setdefault(package.get(pu, 0), []).append(i)
    within = [(text, [matrix[i][j] for i, row in enumerate(pairs["distance"])
                      for j, level in enumerate(row[:i])
                      if level == number + 1 and matrix[i][j] is not None])
              for number, text in enumerate(pairs["distances"])]
    what = "One-way time of 8 bytes between cores, ns"
    if len(matrix) < machine["usable_cores"]:
        what += f"; {len(matrix)} of {machine['usable_cores']} cores, evenly spread"
    return Heat(machine["summary"], what, "socket",
                list(parts.values()), pairs["pus"], matrix, within)


def heat_of(word: str) -> Heat:
    """Raises PlatformError."""
    if word == "-":
        return _measured(json.load(sys.stdin))
    if word in known_names():
        return _known(word)
    if os.path.exists(word):
        return _file(Path(word))
    question = meant(word, known_names())
    there = " There are" if question else "; there are"
    raise PlatformError(f"--heat: no machine and no file `{plain(word)}`{question}{there}: "
                        f"{', '.join(known_names())}")


# ---- how ----------------------------------------------------------------------------------------


class Scale:
    """Ten shades, logarithmic from the least to the greatest time."""

    def __init__(self, values: list[float]) -> None:
        positive = [value for value in values if value > 0]
        self.least, self.most = min(positive, default=1.0), max(positive, default=1.0)

    def shade(self, value: float) -> int:
        if value <= self.least or self.most <= self.least:
            return 0
        part = math.log(value / self.least) / math.log(self.most / self.least)
        return min(int(part * len(SHADES)), len(SHADES) - 1)

    def limit(self, shade: int) -> float:
        """The least time of this shade."""
        return self.least * (self.most / self.least) ** (shade / len(SHADES))


def _cell(heat: Heat, rows: list[int], columns: list[int]) -> float | None:
    """The median of some rows and columns; None: not measured, or nan: of one thread."""
    if rows == columns and len(rows) == 1:
        return math.nan
    values = [value for i in rows for j in columns if i != j
              for value in [heat.matrix[i][j]] if value is not None]
    return median(values) if values else None


def _parts(members: list[int], size: int) -> Groups:
    return [members[i:i + size] for i in range(0, len(members), size)]


class Painter:
    """Characters for cells; with colour, half a character is a cell where two share one."""

    def __init__(self, scale: Scale, colour: bool) -> None:
        self.scale, self.colour = scale, colour

    def code(self, value: float, part: int) -> str:
        """Of the colour of ink (38) or of the ground (48)."""
        return f"\033[{part};5;{SHADES[self.scale.shade(value)]}m"

    def one(self, value: float | None, width: int) -> str:
        if value is None:
            return UNKNOWN * width
        if math.isnan(value):
            return DIAGONAL * width
        if not self.colour:
            return INK[self.scale.shade(value)] * width
        return f"{self.code(value, 48)}{' ' * width}\033[0m"

    def halves(self, upper: float | None, lower: float | None) -> str:
        above, below = (value is not None and not math.isnan(value) for value in (upper, lower))
        if above and below:
            return f"{self.code(upper, 38)}{self.code(lower, 48)}{UPPER}\033[0m"
        if above or below:
            return f"{self.code(upper if above else lower, 38)}{UPPER if above else LOWER}\033[0m"
        return self.one(upper, 1)


def _line(heat: Heat, paint: Painter, rows: list[int], columns: Groups, wide: int) -> str:
    if wide == 2 or not paint.colour:
        return "".join(paint.one(_cell(heat, rows, part), wide) for part in columns)
    middle = (len(rows) + 1) // 2
    return "".join(paint.halves(_cell(heat, rows[:middle], part), _cell(heat, rows[middle:], part))
                   for part in columns)


def _map(heat: Heat, paint: Painter, width: int) -> Iterable[str]:
    """Lines of the map: a gap between blocks, and before each line its first hardware thread."""
    count, room = len(heat.numbers), width - LABEL - len(heat.blocks)
    wide = 2 if 2 * count <= room else 1
    each = 1
    while sum(-(-len(block) // each) for block in heat.blocks) * wide > room:
        each += 1
    columns = [_parts(block, each) for block in heat.blocks]
    if each > 1:
        yield f"{'':{LABEL}}a character: {each} x {2 * each} hardware threads, their median"
    if len(heat.blocks) > 1:
        heads = (f"{heat.part} {i}"[:len(part) * wide].ljust(len(part) * wide)
                 for i, part in enumerate(columns))
        yield f"{'':{LABEL}}{' '.join(heads)}".rstrip()
    for number, block in enumerate(heat.blocks):
        if number:
            yield ""
        for line, rows in enumerate(_parts(block, each if wide == 2 else 2 * each)):
            part = f"{heat.part} {number}" if len(heat.blocks) > 1 and not line else ""
            label = part or str(heat.numbers[rows[0]])
            yield f"{label:>{LABEL - 1}} " + " ".join(
                _line(heat, paint, rows, parts, wide) for parts in columns)


def _legend(heat: Heat, paint: Painter, width: int) -> Iterable[str]:
    scale, shades = paint.scale, range(len(SHADES))
    each = 10 if width >= 100 else 5
    for begin in shades[::each]:
        yield "  " + ("ns from" if not begin else "").ljust(8) + " ".join(
            f"{paint.one(scale.limit(shade) * (1 + 1e-9), 2)} {scale.limit(shade):<5.3g}"
            for shade in shades[begin:begin + each])
    yield f"\n  {'':28} {'pairs':>6} {'ns: min':>7} {'median':>6} {'max':>6}"
    for text, values in heat.within:
        if values:
            yield (f"  {text:28} {len(values):6} {min(values):7.1f} {median(values):6.1f} "
                   f"{max(values):6.1f}")


def heat_draw(heat: Heat, colour: bool, width: int) -> str:
    paint = Painter(Scale(_values(heat.matrix)), colour)
    return "\n".join([plain(heat.title), heat.what, "", *_map(heat, paint, width), "",
                      *_legend(heat, paint, width)]) + "\n"


def main() -> int:
    try:
        heat = heat_of(sys.argv[1])
    except PlatformError as error:
        complain(PROGRAM, str(error))
        return 2
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    show(heat_draw(heat, colour, shutil.get_terminal_size((100, 24)).columns))
    return 0


if __name__ == "__main__":
    streams_open()
    sys.exit(command_run(PROGRAM, main))
