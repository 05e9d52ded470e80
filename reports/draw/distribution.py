# SPDX-License-Identifier: BSD-3-Clause
"""Cumulative distributions of stamps: the share of all runs that took no longer than a time."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from markupsafe import Markup

from draw.svg import element, text
from read.results import Cell
from read.stamps import Stamps
from words.formats import number_text, path_text

WIDTH, HEIGHT, BOTTOM = 240, 120, 102  # the axis is at BOTTOM
LAST = 0.99  # share of the stamps beyond which a curve is not drawn
STEPS = 24  # of a curve, at most


def quantiles(stamps: Stamps) -> Iterator[tuple[float, float]]:
    """Times above 0, about STEPS of them, and the share of the stamps that they do not exceed."""
    total, drawn = sum(stamps.counts), 0.0
    for time, count in zip(stamps.times_us, accumulate(stamps.counts), strict=True):
        share = count / total
        if time > 0 and (share - drawn >= 1 / STEPS or share >= LAST):
            drawn = share
            yield time, share
        if share >= LAST:
            return


def distribution(cells: Sequence[Cell], colours: Mapping[tuple[str, str], str]) -> Markup:
    """The curves of some cells with stamps on one logarithmic axis; nothing if all are 0."""
    curves = [(cell, list(quantiles(cell.stamps))) for cell in cells]
    times = [time for _, curve in curves for time, _ in curve]
    if not times:
        return Markup()
    low, high = math.log(min(times)), math.log(max(times))

    def x(time: float) -> int:
        return round((math.log(time) - low) / ((high - low) or 1) * WIDTH)

    pieces = [element("path", d=f"M0 {BOTTOM}H{WIDTH}m0-{BOTTOM // 2}H0", class_="gridline")]
    for cell, curve in curves:
        steps = "".join(f"H{x(time)}V{round((1 - share) * BOTTOM)}" for time, share in curve)
        start = f"M{x(curve[0][0])} {BOTTOM}" if curve else ""
        colour = f"stroke:{colours[cell.key.implementation]}"
        pieces.append(element("path", d=start + steps, class_="curve", style=colour))
    pieces += [
        text(0, HEIGHT - 4, f"{number_text(min(times))} µs", "label"),
        text(WIDTH, HEIGHT - 4, f"{number_text(max(times))} µs", "label end"),
    ]
    names = " and ".join(f"{path_text(cell.key.path)} {cell.key.protocol}" for cell in cells)
    return Markup(
        element(
            "svg",
            *pieces,
            class_="picture",
            role="img",
            aria_label=f"Distribution of the runs of {names}",
            viewBox=f"0 -2 {WIDTH} {HEIGHT + 2}",
        )
    )
