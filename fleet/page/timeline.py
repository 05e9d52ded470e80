# SPDX-License-Identifier: BSD-3-Clause
"""A small chart of one series over time, with the dates of alerts and of facts that changed."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
from markupsafe import Markup

from reports.draw.svg import element, image, number, plain, text

WIDTH, HEIGHT = 320.0, 116.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 8.0, 12.0, 22.0
LEAST = 0.03  # of the time: the smallest range of a chart, up and down
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)  # of the ticks
TICKS = 4


@dataclass(frozen=True)
class Mark:
    """Something that happened at a sweep (a position); `kind` is alert or fact."""

    sweep: int
    kind: str
    words: str


@dataclass(frozen=True)
class Timeline:
    """Logarithms of times, or NaN, shown relative to their median."""

    title: str
    values: np.ndarray
    marks: Sequence[Mark] = field(default_factory=list)


class Frame:
    """The coordinates of a chart: sweeps by their time, values as relative changes."""

    def __init__(self, when: Sequence[datetime], values: np.ndarray) -> None:
        start, span = when[0], max((when[-1] - when[0]).total_seconds(), 1.0)
        self.across = [LEFT + (one - start).total_seconds() / span * (WIDTH - LEFT - RIGHT)
                       for one in when]
        self.low = min(-LEAST, float(np.nanmin(values)))
        self.high = max(LEAST, float(np.nanmax(values)))

    def y(self, value: float) -> float:
        at = (value - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - at * (HEIGHT - TOP - BOTTOM)

    def ticks(self) -> list[float]:
        """Relative changes at even steps, 0 among them."""
        step = next((one for one in STEPS if (self.high - self.low) / one <= TICKS), 1.0)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return [at * step for at in range(first, last + 1)][:2 * TICKS]

    def grid(self) -> str:
        lines = "".join(f"M{number(LEFT)} {number(self.y(one))}H{number(WIDTH - RIGHT)}"
                        for one in self.ticks())
        names = [text(LEFT - 5, self.y(one) + 3.5, f"{100 * one:+.0f} %".replace("+0 ", "0 "),
                      "tick end") for one in self.ticks()]
        return element("path", d=lines, class_="gridline") + "".join(names)

    def dates(self, when: Sequence[datetime]) -> str:
        ends = [text(LEFT, HEIGHT - 6, f"{when[0]:%Y-%m-%d}", "tick first")]
        if len(when) > 1:
            ends.append(text(WIDTH - RIGHT, HEIGHT - 6, f"{when[-1]:%Y-%m-%d}", "tick end"))
        return "".join(ends)

    def line(self, values: np.ndarray) -> str:
        """A curve with gaps for missing values; a value between two gaps is a dot."""
        parts, before = [], False
        for x, value in zip(self.across, values.tolist(), strict=True):
            known = not math.isnan(value)
            if known:
                parts.append(f"{'L' if before else 'M'}{number(x)} {number(self.y(value))}")
                parts += [] if before else ["h0"]
            before = known
        return element("path", d="".join(parts), class_="curve series")

    def mark(self, one: Mark, when: Sequence[datetime]) -> str:
        x = self.across[one.sweep]
        said = element("title", plain(f"{when[one.sweep]:%Y-%m-%d}: {one.words}"))
        d = f"M{number(x)} {number(TOP - 6)}V{number(HEIGHT - BOTTOM)}"
        return element("path", said, d=d, class_=f"mark {one.kind}")


def timeline(one: Timeline, when: Sequence[datetime]) -> Markup | None:
    """The chart; None without values."""
    if np.isnan(one.values).all():
        return None
    values = np.expm1(one.values - np.nanmedian(one.values))
    frame = Frame(when, values)
    said = "; ".join(f"{when[mark.sweep]:%Y-%m-%d} {mark.words}" for mark in one.marks)
    described = f"from {100 * np.nanmin(values):.1f} % to {100 * np.nanmax(values):.1f} %; {said}"
    marks = [frame.mark(mark, when) for mark in one.marks]
    return Markup(image(WIDTH, HEIGHT, one.title, described, frame.grid(), frame.dates(when),
                        *marks, frame.line(values)))
