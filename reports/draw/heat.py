# SPDX-License-Identifier: BSD-3-Clause
"""Heat maps: a value for each pair of cores, dark to light from least to greatest; as fields and
shades, which reports/terminal/heat.py draws too, and as a picture."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from statistics import median
from typing import NamedTuple

from comops.reports.draw.picture import Picture
from comops.reports.draw.svg import element, image, rectangle, text, text_width
from comops.reports.words.formats import number_text
from comops.results.topology import Pairs

SHADES = 10
NUMBERS_MOST = 14  # with more cores a map has no numbers
# Viridis (Smith and van der Walt): distinguishable by everybody, also in grey and in print.
COLOURS = (
    "#440154 #482878 #3e4989 #31688e #26828e #1f9e89 #35b779 #6ece58 #b5de2b #fde725".split()
)
DARK = 5  # shades before this one need light text
WIDTH, LEFT, TOP, LEGEND = 480, 30, 40, 44

Matrix = Sequence[Sequence[float | None]]
Groups = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Scale:
    """Shades from 0 to SHADES - 1, logarithmic from the least to the greatest value."""

    least: float
    most: float

    @classmethod
    def of(cls, values: Iterable[float | None]) -> "Scale":
        known = [value for value in values if value is not None and value > 0]
        return cls(min(known, default=1.0), max(known, default=1.0))

    def shade(self, value: float) -> int:
        if value <= self.least or self.most <= self.least:
            return 0
        place = math.log(value / self.least) / math.log(self.most / self.least)
        return min(int(place * SHADES), SHADES - 1)

    def limit(self, shade: int) -> float:
        """The least value of this shade."""
        return self.least * (self.most / self.least) ** (shade / SHADES)


class Heat(NamedTuple):
    """`blocks`: the rows of the matrix in each part of the machine, as they are to be drawn.

    `within`: what two of them have in common, and their times.
    """

    title: str
    what: str
    part: str  # "socket"
    blocks: Groups
    numbers: Sequence[int]  # the operating system's, of each row of the matrix
    matrix: Matrix
    within: Sequence[tuple[str, list[float]]]

    def field(self, rows: Sequence[int], columns: Sequence[int]) -> float | None:
        """The median of some rows and columns; None: not measured, or NaN: of one thread."""
        if rows == columns and len(rows) == 1:
            return math.nan
        values = [value for i in rows for j in columns if i != j
                  for value in [self.matrix[i][j]] if value is not None]
        return median(values) if values else None


def below(matrix: Matrix) -> list[float]:
    """The known values of each pair, once."""
    return [value for i, row in enumerate(matrix) for value in row[:i] if value is not None]


def scaled(values: Matrix, factor: float) -> list[list[float | None]]:
    return [[None if value is None else value * factor for value in row] for row in values]


def by_distance(pairs: Pairs, matrix: Matrix) -> list[tuple[str, list[float]]]:
    """The values of the pairs at each distance, nearest first."""
    return [(name, [value for i, row in enumerate(matrix) for j, value in enumerate(row)
                    if j > i and pairs.distance[i][j] == level and value is not None])
            for level, name in enumerate(pairs.distances, start=1)]


def heat_of_pairs(summary: str, cores: int, packages: dict[int, int], pairs: Pairs) -> Heat:
    """The times of a machine's pairs; `cores`: that it has; `packages`: of each hardware thread."""
    matrix = scaled(pairs.latency_us, 1e3)
    parts: dict[int, list[int]] = {}
    for row, pu in enumerate(pairs.pus):
        parts.setdefault(packages.get(pu, 0), []).append(row)
    what = "One-way time of 8 bytes between cores, ns"
    if len(matrix) < cores:
        what += f"; {len(matrix)} of {cores} cores, evenly spread"
    return Heat(summary, what, "socket", list(parts.values()), pairs.pus, matrix,
                by_distance(pairs, matrix))


def legend(y: float, scale: Scale, unit: str) -> str:
    swatches = "".join(
        element("path", d=rectangle(LEFT + 20 * at, y, 20, 10), fill=colour)
        for at, colour in enumerate(COLOURS)
    )
    low, high = (f"{number_text(value)} {unit}" for value in (scale.least, scale.most))
    end = LEFT + max(20 * len(COLOURS), text_width(low, 11) + text_width(high, 11) + 20)
    return swatches + text(LEFT, y + 23, low, "label") + text(end, y + 23, high, "label end")


def fields(values: Matrix, width: float, height: float, scale: Scale) -> str:
    """All fields, those of a shade as one path; small maps with numbers."""
    pieces: dict[int, list[str]] = defaultdict(list)
    numbers = []
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            if value is None or value <= 0:
                continue
            shade = scale.shade(value)
            x, y = LEFT + j * width, TOP + i * height
            pieces[shade].append(rectangle(x, y, width, height))
            if len(values) <= NUMBERS_MOST:
                fill = "#fff" if shade < DARK else "#000"
                middle = x + width / 2, y + height / 2 + 4
                numbers.append(text(*middle, number_text(value), "middle", fill=fill))
    shapes = [
        element("path", d="".join(paths), fill=COLOURS[shade], shape_rendering="crispEdges")
        for shade, paths in sorted(pieces.items())
    ]
    return "".join(shapes + numbers)


def names(pus: Sequence[int], width: float, height: float) -> str:
    """The hardware threads along both sides, as many labels as fit."""
    across, down = (next(2**power for power in count() if 2**power * each >= room)
                    for each, room in ((width, 24), (height, 12)))
    top = [text(LEFT + (at + 0.5) * width, TOP - 5, str(pus[at]), "number")
           for at in range(0, len(pus), across)]
    side = [text(LEFT - 5, TOP + (at + 0.5) * height + 3, str(pus[at]), "number last")
            for at in range(0, len(pus), down)]
    return "".join(top + side)


def heat_map(title: str, unit: str, pus: Sequence[int], values: Matrix) -> Picture:
    """One map; rows and columns are hardware threads in hwloc's logical order."""
    size, title = len(pus), f"{title}, {unit}"
    scale = Scale.of(value for row in values for value in row)
    width = 44 if size <= NUMBERS_MOST else min(max(WIDTH / size, 4), 20)
    height = 24 if size <= NUMBERS_MOST else width
    bottom = TOP + size * height
    whole = max(LEFT + size * width, LEFT + 20 * len(COLOURS) + 60, text_width(title, 13)) + 4
    outline = rectangle(LEFT - 0.5, TOP - 0.5, size * width + 1, size * height + 1)
    described = (
        f"{size} hardware threads; least {number_text(scale.least)} {unit}, "
        f"most {number_text(scale.most)} {unit}"
    )
    svg = image(
        whole,
        bottom + LEGEND,
        title,
        described,
        text(0, 14, title, "title"),
        fields(values, width, height, scale),
        element("path", d=outline, class_="frame"),
        names(pus, width, height),
        legend(bottom + 10, scale, unit),
    )
    return Picture(svg, whole, bottom + LEGEND)
