# SPDX-License-Identifier: BSD-3-Clause
"""One measure then and now as dots on a logarithmic line, by year, this machine's below.

A dot plot in Cleveland's manner (W. S. Cleveland, The Elements of Graphing Data, 1985).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from words.formats import number_text
from read.results import Campaign
from analysis.series import Series
from draw.svg import element, image, number, plain, text
from history.published import MODELS, Compared, Now, command_of, then_and_now

WIDTH, ROW, TOP, BOTTOM = 360.0, 19.0, 4.0, 22.0
LEFT, RIGHT = 174.0, 60.0  # of names, of values
LETTERS = 26  # of a name


def span_of(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten that hold all values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def values_of(part: Compared) -> list[float]:
    """All values of a measure and the ends of its intervals."""
    ends = [end for one in part.now if one.ci95 for end in one.ci95]
    return [*(one.value for one in (*part.then, *part.now)), *(end for end in ends if end > 0)]


def short(name: str) -> str:
    """A name that fits."""
    return name if len(name) <= LETTERS else name[: LETTERS - 1] + "…"


class Line:
    """The logarithmic line that all measures of a unit share."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def x(self, value: float) -> float:
        """Where a value is; what is beyond an end is at it."""
        at = (math.log10(max(value, 1e-300)) - self.low) / (self.high - self.low)
        return LEFT + 8 + min(max(at, 0), 1) * (WIDTH - LEFT - RIGHT - 16)

    def grid(self, bottom: float) -> str:
        """A line at each power of ten, every other named where they are many."""
        step = 1 if self.high - self.low < 4 else 2
        lines = "".join(
            f"M{number(self.x(10.0**power))} {number(TOP)}V{number(bottom)}"
            for power in range(self.low, self.high + 1)
        )
        names = "".join(
            text(self.x(10.0**power), bottom + 15, power_text(power), "tick")
            for power in range(self.low, self.high + 1, step)
        )
        return element("path", d=lines, class_="gridline") + names


def power_text(power: int) -> str:
    """A power of ten in few letters: 0.01, 100, 10k, 1M."""
    for least, unit in ((6, "M"), (3, "k")):
        if power >= least:
            return f"{10 ** (power - least)}{unit}"
    return f"{10.0**power:g}"


def now_row(line: Line, one: Now, y: float, hue: str) -> str:
    """This machine's dot, full, with its interval."""
    pieces = []
    if one.ci95:
        ends = f"M{number(line.x(one.ci95[0]))} {number(y)}H{number(line.x(one.ci95[1]))}"
        pieces.append(element("path", d=ends, class_="whisker", style=f"stroke:{hue}"))
    tip = element("title", plain(f"{one.name}, {one.where}: {one.figures}"))
    dot = element("circle", tip, cx=line.x(one.value), cy=y, r=5, style=f"fill:{hue}")
    name = text(4, y + 4, f"{one.year} {short(one.name)}", "label strong")
    value = text(WIDTH - 4, y + 4, number_text(one.value), "label strong end")
    return "".join([*pieces, name, dot, value])


def dots(part: Compared, span: tuple[int, int], hues: Mapping[str, str]) -> str:
    """The picture of one measure; `hues` are colours by path."""
    line = Line(*span)
    ours = TOP + ROW * len(part.then)
    bottom = ours + ROW * len(part.now) + 4
    height = ROW * len(part.now)
    bar = element("rect", x=0, y=ours, width=WIDTH, height=height, class_="here")
    pieces = [bar, line.grid(bottom)]
    y = TOP + ROW / 2
    for one in part.then:
        leader = f"M{number(LEFT)} {number(y)}H{number(line.x(one.value))}"
        ring = f"stroke:{hues.get(one.path, 'var(--ink)')}"
        shape = "dot network" if "two nodes" in one.note else "dot"
        pieces.append(text(4, y + 4, f"{one.year} {short(one.name)}", "label"))
        pieces.append(element("path", d=leader, class_="leader"))
        pieces.append(element("circle", cx=line.x(one.value), cy=y, r=4, class_=shape, style=ring))
        pieces.append(text(WIDTH - 4, y + 4, number_text(one.value), "label end"))
        y += ROW
    for one in part.now:
        pieces.append(now_row(line, one, y, hues[one.path]))
        y += ROW
    told = "; ".join(
        [f"{one.year} {one.name} {number_text(one.value)}" for one in part.then]
        + [f"{one.year} here, {one.name} {one.figures}" for one in part.now]
    )
    title = f"{part.measure.title}, {part.unit}"
    described = f"{part.measure.words}, {part.unit}: {told}"
    return image(WIDTH, bottom + BOTTOM, title, described, *pieces)


@dataclass(frozen=True, slots=True)
class Part:
    """All measures, the pictures of those that can be drawn, and what would measure more."""

    parts: list[Compared]
    drawn: list[tuple[Compared, Markup]]
    command: str
    models: Mapping[str, str]


def then_part(
    campaigns: Sequence[Campaign], labels: Sequence[str], series: Sequence[Series]
) -> Part:
    """Drawn are measures that can be compared and that this machine has, those of a unit alike."""
    parts = then_and_now(campaigns, labels)
    drawn = [part for part in parts if part.now and not part.measure.unlike]
    spans = {
        unit: span_of([value for part in drawn if part.unit == unit for value in values_of(part)])
        for unit in {part.unit for part in drawn}
    }
    hues = {one.path: one.colour for one in series}
    pictures = [(part, Markup(dots(part, spans[part.unit], hues))) for part in drawn]
    return Part(parts, pictures, command_of(parts), MODELS)
