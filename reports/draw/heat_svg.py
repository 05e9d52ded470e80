# SPDX-License-Identifier: BSD-3-Clause
"""A heat map as a picture."""

from collections import defaultdict
from collections.abc import Sequence

from reports.draw.heat import NUMBERS_MOST, Matrix, Scale
from reports.draw.picture import Picture
from reports.draw.svg import element, image, rectangle, text, text_width
from reports.words.formats import number_text

# Viridis (Smith and van der Walt): distinguishable by everybody, also in grey and in print.
COLOURS = (
    "#440154 #482878 #3e4989 #31688e #26828e #1f9e89 #35b779 #6ece58 #b5de2b #fde725".split()
)
DARK = 5  # shades before this one need light text
WIDTH, TOP, LEGEND = 480, 40, 44


def legend(left: float, y: float, scale: Scale, unit: str) -> str:
    swatches = "".join(
        element("path", d=rectangle(left + 20 * at, y, 20, 10), fill=colour)
        for at, colour in enumerate(COLOURS)
    )
    low, high = (f"{number_text(value)} {unit}" for value in (scale.least, scale.most))
    end = max(left + 20 * len(COLOURS), left + text_width(low, 11) + text_width(high, 11) + 20)
    return swatches + text(left, y + 23, low, "label") + text(end, y + 23, high, "label end")


def fields(values: Matrix, left: float, width: float, height: float, scale: Scale) -> str:
    """All fields, those of a shade as one path; small maps with numbers."""
    pieces: dict[int, list[str]] = defaultdict(list)
    numbers = []
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            if value is None or value <= 0:
                continue
            shade = scale.shade(value)
            x, y = left + j * width, TOP + i * height
            pieces[shade].append(rectangle(x, y, width, height))
            if len(values) <= NUMBERS_MOST:
                fill = "#fff" if shade < DARK else "#000"
                middle = x + width / 2, y + height / 2 + 4
                numbers.append(text(*middle, number_text(value), "middle", fill=fill))
    shapes = [
        element("path", d="".join(some), fill=COLOURS[shade], shape_rendering="crispEdges")
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
    scale = Scale.of(value for row in values for value in row)
    width = 44 if size <= NUMBERS_MOST else min(max(WIDTH / size, 4), 20)
    height = 24 if size <= NUMBERS_MOST else width
    bottom = TOP + size * height
    whole = max(left + size * width, left + 20 * len(COLOURS) + 60, text_width(title, 13)) + 4
    frame = element(
        "path",
        d=rectangle(left - 0.5, TOP - 0.5, size * width + 1, size * height + 1),
        class_="frame",
    )
    described = (
        f"{size} hardware threads; least {number_text(scale.least)} {unit}, "
        f"most {number_text(scale.most)} {unit}"
    )
    svg = image(
        whole,
        bottom + LEGEND,
        f"{title}, {unit}",
        described,
        text(0, 14, f"{title}, {unit}", "title"),
        fields(values, left, width, height, scale),
        frame,
        names(pus, left, width, height),
        legend(left, bottom + 10, scale, unit),
    )
    return Picture(svg, whole, bottom + LEGEND)
