# SPDX-License-Identifier: BSD-3-Clause
"""A heat map: a value for each pair of cores, dark to light from least to greatest."""

import math
from collections import defaultdict
from collections.abc import Sequence

from reports.draw.picture import Picture
from reports.draw.svg import element, image, rectangle, text, text_width
from reports.words.formats import number_text

# Viridis (Smith and van der Walt): distinguishable by everybody, also in grey and in print.
SHADES = (
    "#440154 #482878 #3e4989 #31688e #26828e #1f9e89 #35b779 #6ece58 #b5de2b #fde725".split()
)
DARK = 5  # shades before this one need light text
NUMBERS_MOST = 14  # with more cores a map has no numbers
WIDTH, TOP, LEGEND = 480, 40, 44

Matrix = Sequence[Sequence[float | None]]


def shade_of(value: float, least: float, most: float) -> int:
    """The shade on a logarithmic scale."""
    place = math.log(value / least) / math.log(most / least) if most > least > 0 else 0
    return min(max(int(place * len(SHADES)), 0), len(SHADES) - 1)


def legend(left: float, y: float, least: float, most: float, unit: str) -> str:
    swatches = "".join(
        element("path", d=rectangle(left + 20 * at, y, 20, 10), fill=shade)
        for at, shade in enumerate(SHADES)
    )
    low, high = (f"{number_text(value)} {unit}" for value in (least, most))
    end = max(left + 20 * len(SHADES), left + text_width(low, 11) + text_width(high, 11) + 20)
    return swatches + text(left, y + 23, low, "label") + text(end, y + 23, high, "label end")


def fields(values: Matrix, left: float, width: float, height: float, bounds: tuple) -> str:
    """All fields, those of a shade as one path; small maps with numbers."""
    pieces: dict[int, list[str]] = defaultdict(list)
    numbers = []
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            if value is None or value <= 0:
                continue
            shade = shade_of(value, *bounds)
            x, y = left + j * width, TOP + i * height
            pieces[shade].append(rectangle(x, y, width, height))
            if len(values) <= NUMBERS_MOST:
                fill = "#fff" if shade < DARK else "#000"
                middle = x + width / 2, y + height / 2 + 4
                numbers.append(text(*middle, number_text(value), "middle", fill=fill))
    shapes = [
        element("path", d="".join(some), fill=SHADES[shade], shape_rendering="crispEdges")
        for shade, some in sorted(pieces.items())
    ]
    return "".join(shapes + numbers)


def names(pus: Sequence[int], left: float, width: float, height: float) -> str:
    """The hardware threads along both sides, as many labels as fit."""
    across = next(step for step in (2**power for power in range(20)) if step * width >= 24)
    down = next(step for step in (2**power for power in range(20)) if step * height >= 12)
    top = [
        text(left + (at + 0.5) * width, TOP - 5, str(pu), "number")
        for at, pu in enumerate(pus)
        if at % across == 0
    ]
    side = [
        text(left - 5, TOP + (at + 0.5) * height + 3, str(pu), "number last")
        for at, pu in enumerate(pus)
        if at % down == 0
    ]
    return "".join(top + side)


def heat_map(title: str, unit: str, pus: Sequence[int], values: Matrix) -> Picture:
    """One map; rows and columns are hardware threads in hwloc's logical order."""
    size, left = len(pus), 30
    known = [value for row in values for value in row if value is not None and value > 0]
    bounds = (min(known), max(known)) if known else (1, 1)
    width = 44 if size <= NUMBERS_MOST else min(max(WIDTH / size, 4), 20)
    height = 24 if size <= NUMBERS_MOST else width
    bottom = TOP + size * height
    whole = max(left + size * width, left + 20 * len(SHADES) + 60, text_width(title, 13)) + 4
    frame = element(
        "path",
        d=rectangle(left - 0.5, TOP - 0.5, size * width + 1, size * height + 1),
        class_="frame",
    )
    described = (
        f"{size} hardware threads; least {number_text(bounds[0])} {unit}, "
        f"most {number_text(bounds[1])} {unit}"
    )
    svg = image(
        whole,
        bottom + LEGEND,
        f"{title}, {unit}",
        described,
        text(0, 14, f"{title}, {unit}", "title"),
        fields(values, left, width, height, bounds),
        frame,
        names(pus, left, width, height),
        legend(left, bottom + 10, *bounds, unit),
    )
    return Picture(svg, whole, bottom + LEGEND)


def scaled(values: Matrix, factor: float) -> list[list[float | None]]:
    return [[None if one is None else one * factor for one in row] for row in values]
