# SPDX-License-Identifier: BSD-3-Clause
"""Small charts of lines, both axes logarithmic: times over ranks, ratios over sizes."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from comops.reports.draw.svg import LogScale, element, image, log_ticks, number, text, text_width
from comops.reports.words.formats import number_text, size_text

WIDTH, HEIGHT = 240.0, 172.0
LEFT, RIGHT, TOP, BOTTOM = 42.0, 8.0, 8.0, 32.0
MARGIN = 1.3  # factor beyond the least and the greatest value
GAP = 8.0  # between labels
LETTERS = 10.0  # their size


class Line(NamedTuple):
    """Values by number of ranks, or by size."""

    label: str
    colour: str
    dash: str
    points: tuple[tuple[int, float], ...]


class Axes(NamedTuple):
    """The horizontal axis: its title, its values as text. `unit` of the values; `level` is a line
    across."""

    title: str
    named: Callable[[int], str]
    unit: str = ""
    level: float | None = None


RANKS = Axes("ranks", str, "µs")
SIZES = Axes("message size", size_text, level=1.0)


def ticks_of(least: float, most: float) -> list[tuple[float, str]]:
    """Ticks around these, and their labels."""
    return [(tick, f"{tick:,g}") for tick in log_ticks(least / MARGIN, most * MARGIN)]


class Frame:
    """The coordinates of one chart."""

    def __init__(self, lines: Sequence[Line], axes: Axes, beside: Sequence[Line]) -> None:
        values = [value for line in (*lines, *beside) for _, value in line.points]
        values += [] if axes.level is None else [axes.level]
        self.axes = axes
        self.places = sorted({place for line in lines for place, _ in line.points})
        self.ticks = ticks_of(min(values), max(values))
        self.x = LogScale(self.places[0], self.places[-1], LEFT, WIDTH - RIGHT).at
        low, high = min(values) / MARGIN, max(values) * MARGIN
        self.y = LogScale(low, high, HEIGHT - BOTTOM, TOP).at

    def labels(self) -> list[tuple[float, str]]:
        """Centre and text of the labels that have room, that of the last place first."""
        shown: list[tuple[float, str]] = []
        end = WIDTH
        for place in reversed(self.places):
            words = self.axes.named(place)
            half = text_width(words, LETTERS) / 2
            centre = min(self.x(place), WIDTH - half)
            if centre + half <= end:
                shown.append((centre, words))
                end = centre - half - GAP
        return shown

    def across(self, value: float) -> str:
        return f"M{number(LEFT)} {number(self.y(value))}H{number(WIDTH - RIGHT)}"

    def drawn(self) -> str:
        """Grid, labels and title."""
        grid = "".join(self.across(value) for value, _ in self.ticks)
        names = [text(LEFT - 6, self.y(value) + 4, words, "label head end")
                 for value, words in self.ticks]
        names += [text(centre, HEIGHT - BOTTOM + 14, words, "tick")
                  for centre, words in self.labels()]
        names.append(text((LEFT + WIDTH) / 2, HEIGHT - 3, self.axes.title, "tick"))
        level = self.axes.level
        rule = [] if level is None else [element("path", d=self.across(level), class_="rule")]
        return "".join([element("path", d=grid, class_="gridline"), *rule, *names])

    def line(self, line: Line) -> str:
        points = [f"{number(self.x(place))} {number(self.y(value))}"
                  for place, value in line.points]
        style = f"stroke:{line.colour};stroke-dasharray:{line.dash}"
        dots = "".join(f"M{point}h0" for point in points)
        return element("path", d="M" + "L".join(points), class_="curve", style=style) + element(
            "path", d=dots, class_="curve marks", style=f"stroke:{line.colour}")


def chart(title: str, lines: Sequence[Line], axes: Axes, beside: Sequence[Line] = ()) -> Markup:
    """Some lines with two places or more; the vertical axis has room for the lines `beside` too."""
    frame = Frame(lines, axes, beside)
    described = "; ".join(
        f"{line.label}: " + ", ".join(
            f"{axes.named(place)} {axes.title} {number_text(value)} {axes.unit}".strip()
            for place, value in line.points)
        for line in lines)
    return Markup(image(WIDTH, HEIGHT, title, described, frame.drawn(), *map(frame.line, lines)))
