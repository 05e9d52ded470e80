# SPDX-License-Identifier: BSD-3-Clause
"""A measure as a dot plot on a logarithmic axis: published values by year, then this machine's.

W. S. Cleveland, The Elements of Graphing Data, 1985.
"""

import math
from collections.abc import Mapping, Sequence

from markupsafe import Markup

from reports.draw.scales import LogScale
from reports.draw.svg import element, image, number, plain, text
from reports.history.published import Comparison, Now
from reports.words.formats import number_text

WIDTH, ROW, TOP, BOTTOM = 360.0, 19.0, 4.0, 22.0
LEFT, RIGHT = 174.0, 60.0  # width of names, of values
LETTERS = 26  # of a name


def span_of(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten that hold all values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def values_of(part: Comparison) -> list[float]:
    """All values of a measure and the ends of its intervals."""
    ends = [end for one in part.now if one.ci95 for end in one.ci95]
    return [*(one.value for one in (*part.published, *part.now)), *(end for end in ends if end > 0)]


def shortened(name: str) -> str:
    """A name, cut to LETTERS."""
    return name if len(name) <= LETTERS else name[: LETTERS - 1] + "…"


def grid(axis: LogScale, bottom: float) -> str:
    """A line at each power of ten; where there are many, every other one has a label."""
    powers = span_of((axis.low, axis.high))
    step = 1 if powers[1] - powers[0] < 4 else 2
    places = [(power, axis.at(10.0**power)) for power in range(powers[0], powers[1] + 1)]
    lines = "".join(f"M{number(x)} {number(TOP)}V{number(bottom)}" for _, x in places)
    names = "".join(text(x, bottom + 15, power_text(power), "tick") for power, x in places[::step])
    return element("path", d=lines, class_="gridline") + names


def power_text(power: int) -> str:
    """A short power of ten: 0.01, 100, 10k, 1M."""
    for least, unit in ((6, "M"), (3, "k")):
        if power >= least:
            return f"{10 ** (power - least)}{unit}"
    return f"{10.0**power:g}"


def now_row(axis: LogScale, one: Now, y: float, colour: str) -> str:
    """This machine's value as a filled dot, with its interval."""
    pieces = []
    if one.ci95:
        ends = f"M{number(axis.at(one.ci95[0]))} {number(y)}H{number(axis.at(one.ci95[1]))}"
        pieces.append(element("path", d=ends, class_="whisker", style=f"stroke:{colour}"))
    tip = element("title", plain(f"{one.name}, {one.where}: {one.text}"))
    dot = element("circle", tip, cx=axis.at(one.value), cy=y, r=5, style=f"fill:{colour}")
    name = text(4, y + 4, f"{one.year} {shortened(one.name)}", "label strong")
    value = text(WIDTH - 4, y + 4, number_text(one.value), "label strong end")
    return "".join([*pieces, name, dot, value])


def dot_plot(part: Comparison, span: tuple[int, int], colours: Mapping[str, str]) -> Markup:
    """The plot of one measure over these powers of ten; `colours` are by path."""
    axis = LogScale(10.0 ** span[0], 10.0 ** span[1], LEFT + 8, WIDTH - RIGHT - 8)
    ours = TOP + ROW * len(part.published)
    bottom = ours + ROW * len(part.now) + 4
    height = ROW * len(part.now)
    bar = element("rect", x=0, y=ours, width=WIDTH, height=height, class_="here")
    pieces = [bar, grid(axis, bottom)]
    y = TOP + ROW / 2
    for one in part.published:
        leader = f"M{number(LEFT)} {number(y)}H{number(axis.at(one.value))}"
        ring = f"stroke:{colours.get(one.path, 'var(--ink)')}"
        kind = "dot network" if "two nodes" in one.note else "dot"
        pieces.append(text(4, y + 4, f"{one.year} {shortened(one.name)}", "label"))
        pieces.append(element("path", d=leader, class_="leader"))
        pieces.append(element("circle", cx=axis.at(one.value), cy=y, r=4, class_=kind, style=ring))
        pieces.append(text(WIDTH - 4, y + 4, number_text(one.value), "label end"))
        y += ROW
    for one in part.now:
        pieces.append(now_row(axis, one, y, colours[one.path]))
        y += ROW
    values = "; ".join(
        [f"{one.year} {one.name} {number_text(one.value)}" for one in part.published]
        + [f"{one.year} here, {one.name} {one.text}" for one in part.now]
    )
    title = f"{part.measure.title}, {part.unit}"
    described = f"{part.measure.words}, {part.unit}: {values}"
    return Markup(image(WIDTH, bottom + BOTTOM, title, described, *pieces))
