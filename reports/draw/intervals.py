# SPDX-License-Identifier: BSD-3-Clause
"""Values with their intervals on a logarithmic axis: a measure as a dot plot, published values by
year, then this machine's (W. S. Cleveland, The Elements of Graphing Data, 1985); the ratios behind
a verdict as a strip, 1 in the middle."""

import math
from collections.abc import Mapping, Sequence

from markupsafe import Markup

from comops.reports.draw.svg import LogScale, element, image, number, plain, text
from comops.reports.words.formats import number_text
from comops_papers.claims.finding import FAILS, HOLDS, UNDECIDED, VERDICTS, Observation
from comops_papers.items.published import Comparison, Now

WIDTH, ROW, TOP, BOTTOM = 360.0, 19.0, 4.0, 22.0  # of a dot plot
LEFT, RIGHT = 174.0, 60.0  # width of names, of values
LETTERS = 26  # of a name
# The sizes of a strip; its height and that of its rows are the most.
STRIP_WIDTH, STRIP_HEIGHT, STRIP_ROW, MARGIN, AXIS = 300.0, 160.0, 5.0, 16.0, 15.0
FARTHEST = 10  # powers of two to each side; intervals are cut off there
LEAST = 2  # intervals that make a strip
SAID = {True: HOLDS, False: FAILS, None: UNDECIDED}


def interval(axis: LogScale, ci95: Sequence[float], y: float) -> str:
    return f"M{number(axis.at(ci95[0]))} {number(y)}H{number(axis.at(ci95[1]))}"


# ---- dot plots --------------------------------------------------------------------------------


def span_of(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten that hold all values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def values_of(part: Comparison) -> list[float]:
    """All values of a measure and the ends of its intervals."""
    ends = [end for one in part.now if one.ci95 for end in one.ci95]
    return [*(one.value for one in (*part.published, *part.now)), *(end for end in ends if end > 0)]


def grid(axis: LogScale, bottom: float) -> str:
    """A line at each power of ten; where there are many, every other one has a label."""
    first, last = span_of((axis.low, axis.high))
    places = [(power, axis.at(10.0**power)) for power in range(first, last + 1)]
    lines = "".join(f"M{number(x)} {number(TOP)}V{number(bottom)}" for _, x in places)
    names = "".join(text(x, bottom + 15, power_text(power), "tick")
                    for power, x in places[::1 if last - first < 4 else 2])
    return element("path", d=lines, class_="gridline") + names


def power_text(power: int) -> str:
    """A short power of ten: 0.01, 100, 10k, 1M."""
    for least, unit in ((6, "M"), (3, "k")):
        if power >= least:
            return f"{10 ** (power - least)}{unit}"
    return f"{10.0**power:g}"


def row_texts(year: object, name: str, value: float, y: float, strong: str = ""
              ) -> tuple[str, str]:
    """What stands to the left and to the right of a dot."""
    shown = name if len(name) <= LETTERS else name[: LETTERS - 1] + "…"
    return (text(4, y + 4, f"{year} {shown}", f"label{strong}"),
            text(WIDTH - 4, y + 4, number_text(value), f"label{strong} end"))


def now_row(axis: LogScale, one: Now, y: float, colour: str) -> str:
    """This machine's value as a filled dot, with its interval."""
    whisker = element("path", d=interval(axis, one.ci95, y), class_="whisker",
                      style=f"stroke:{colour}") if one.ci95 else ""
    tip = element("title", plain(f"{one.name}, {one.where}: {one.text}"))
    dot = element("circle", tip, cx=axis.at(one.value), cy=y, r=5, style=f"fill:{colour}")
    name, value = row_texts(one.year, one.name, one.value, y, " strong")
    return whisker + name + dot + value


def dot_plot(part: Comparison, span: tuple[int, int], colours: Mapping[str, str]) -> Markup:
    """The plot of one measure over these powers of ten; `colours` are by path."""
    axis = LogScale(10.0 ** span[0], 10.0 ** span[1], LEFT + 8, WIDTH - RIGHT - 8)
    ours, height = TOP + ROW * len(part.published), ROW * len(part.now)
    bottom = ours + height + 4
    bar = element("rect", x=0, y=ours, width=WIDTH, height=height, class_="here")
    pieces, y = [bar, grid(axis, bottom)], TOP + ROW / 2
    for one in part.published:
        leader = f"M{number(LEFT)} {number(y)}H{number(axis.at(one.value))}"
        ring = f"stroke:{colours.get(one.path, 'var(--ink)')}"
        kind = "dot network" if "two nodes" in one.note else "dot"
        name, value = row_texts(one.year, one.name, one.value, y)
        pieces += [name, element("path", d=leader, class_="leader"), element(
            "circle", cx=axis.at(one.value), cy=y, r=4, class_=kind, style=ring), value]
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


# ---- strips -----------------------------------------------------------------------------------


def strip(observations: Sequence[Observation]) -> Markup:
    """The ratios of cells that differ, with their intervals; nothing with fewer than LEAST. The
    table has the same values."""
    rows = [one for one in observations
            if len(one.cells) > 1 and one.ci95 is not None and one.ci95[0] > 0]
    if len(rows) < LEAST:
        return Markup()
    farthest = max(abs(math.log2(one.value)) for one in rows)
    reach = min(max(math.ceil(farthest), 1), FARTHEST)
    axis = LogScale(2.0**-reach, 2.0**reach, MARGIN, STRIP_WIDTH - MARGIN)
    row = min(STRIP_ROW, STRIP_HEIGHT / len(rows))
    bottom = row * len(rows) + STRIP_ROW
    middle = f"M{number(STRIP_WIDTH / 2)} 0V{number(bottom)}"
    pieces = [element("path", d=middle, class_="middle-line")]
    for said, verdict in SAID.items():
        css = VERDICTS[verdict]
        some = [(row * (at + 1), one) for at, one in enumerate(rows) if one.supports is said]
        lines = "".join(interval(axis, one.ci95, y) for y, one in some)
        points = "".join(f"M{number(axis.at(one.value))} {number(y)}h0" for y, one in some)
        if some:
            pieces.append(element("path", d=lines, class_=css))
            pieces.append(element("path", d=points, class_=f"{css} points"))
    pieces += [text(axis.at(2.0**power), bottom + 11, words, "tick") for power, words in (
        (-reach, f"1/{2**reach}"), (0, "1"), (reach, str(2**reach)))]
    height = bottom + AXIS
    box = f"0 0 {number(STRIP_WIDTH)} {number(height)}"
    return Markup(element("svg", *pieces, class_="picture strip", viewBox=box, width=STRIP_WIDTH,
                          height=height, aria_hidden="true"))
