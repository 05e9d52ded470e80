# SPDX-License-Identifier: BSD-3-Clause
"""Times over ranks on several machines as lines, both axes logarithmic."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from draw.svg import element, image, number, text
from words.formats import number_text

WIDTH, HEIGHT = 300.0, 220.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 10.0, 8.0, 32.0
FACTORS = (1, 2, 5)  # times powers of ten, for ticks


@dataclass(frozen=True, slots=True)
class Line:
    """Times in microseconds by number of ranks."""

    label: str
    colour: str
    dash: str
    points: tuple[tuple[int, float], ...]


def ticks_of(low: float, high: float) -> list[float]:
    """Powers of ten within; where fewer than three fit, also 2 and 5 times them."""
    for factors in (FACTORS[:1], FACTORS):
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        ticks = [factor * 10.0**power for power in powers for factor in factors]
        ticks = [tick for tick in ticks if low <= tick <= high]
        if len(ticks) > 2:
            break
    return ticks


class Frame:
    """The coordinates of one chart."""

    def __init__(self, lines: Sequence[Line]) -> None:
        times = [us for line in lines for _, us in line.points]
        self.ranks = sorted({ranks for line in lines for ranks, _ in line.points})
        self.low, self.high = min(times) / 1.3, max(times) * 1.3

    def x(self, ranks: int) -> float:
        first, last = self.ranks[0], self.ranks[-1]
        return LEFT + math.log(ranks / first) / math.log(last / first) * (WIDTH - LEFT - RIGHT)

    def y(self, us: float) -> float:
        at = math.log(us / self.low) / math.log(self.high / self.low)
        return HEIGHT - BOTTOM - at * (HEIGHT - TOP - BOTTOM)

    def labelled(self) -> list[int]:
        """The numbers of ranks that have room for a label, the last one first."""
        shown: list[int] = []
        for ranks in reversed(self.ranks):
            if not shown or self.x(shown[-1]) - self.x(ranks) > 20:
                shown.append(ranks)
        return shown

    def axes(self) -> str:
        ticks = ticks_of(self.low, self.high)
        grid = "".join(f"M{number(LEFT)} {number(self.y(us))}H{number(WIDTH - RIGHT)}"
                       for us in ticks)
        names = [text(LEFT - 6, self.y(us) + 4, number_text(us) if us < 1 else f"{us:,g}",
                      "label head end") for us in ticks]
        names += [text(self.x(one), HEIGHT - BOTTOM + 14, str(one), "tick")
                  for one in self.labelled()]
        names.append(text((LEFT + WIDTH) / 2, HEIGHT - 3, "ranks", "tick"))
        return element("path", d=grid, class_="gridline") + "".join(names)

    def line(self, line: Line) -> str:
        points = [f"{number(self.x(ranks))} {number(self.y(us))}" for ranks, us in line.points]
        style = f"stroke:{line.colour};stroke-dasharray:{line.dash}"
        dots = "".join(f"M{point}h0" for point in points)
        return element("path", d="M" + "L".join(points), class_="curve", style=style) + element(
            "path", d=dots, class_="curve marks", style=f"stroke:{line.colour}")


def over_ranks(title: str, lines: Sequence[Line]) -> Markup:
    """The chart of some lines."""
    frame = Frame(lines)
    described = "; ".join(
        f"{line.label}: " + ", ".join(f"{ranks} ranks {number_text(us)} µs"
                                      for ranks, us in line.points)
        for line in lines)
    return Markup(image(WIDTH, HEIGHT, title, described, frame.axes(), *map(frame.line, lines)))
