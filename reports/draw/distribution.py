# SPDX-License-Identifier: BSD-3-Clause
"""Single runs and launches: cumulative distributions of stamps above strips of the launches' times.

All rows of a panel are drawn to one scale: times are relative to the median of the row's fastest
cell, on a logarithmic axis.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from markupsafe import Markup

from comops.reports.draw.svg import LogScale, element, log_ticks, number, text
from comops.reports.words.formats import path_text
from comops.results.cell import CellRecord, Stamps

WIDTH, BOTTOM = 240, 102  # of the curves
STRIP, LABELS = 9, 14  # heights of a strip, of the labels
LAST = 0.99  # share of the stamps beyond which a curve is not drawn
STEPS = 20  # of a curve, at most
MARGIN = 1.02  # factor beyond all times


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


def reference_of(cells: Iterable[CellRecord]) -> float | None:
    """The time to which a row is relative; None where all are 0."""
    return min((cell.time_us for cell in cells if cell.time_us), default=None)


def scale_of(rows: Iterable[Sequence[CellRecord]]) -> LogScale:
    """The scale of all rows together."""
    relative = [
        time / reference
        for cells in rows
        if (reference := reference_of(cells))
        for cell in cells
        for time, _ in quantiles(cell.stamps)
    ]
    return LogScale(min(relative, default=1) / MARGIN, max(relative, default=1) * MARGIN, 0, WIDTH)


def curve(cell: CellRecord, reference: float, scale: LogScale) -> str:
    """The steps of a distribution as a path."""
    points = [(round(scale.at(time / reference)), share) for time, share in quantiles(cell.stamps)]
    steps = "".join(f"H{x}V{round((1 - share) * BOTTOM)}" for x, share in points)
    return f"M{points[0][0]} {BOTTOM}{steps}" if points else ""


def strip(cell: CellRecord, reference: float, scale: LogScale, top: int) -> str:
    """A stroke at the time of each launch."""
    times = sorted({round(scale.at(time / reference)) for time in cell.launch_us if time})
    return "".join(f"M{x} {top}v{STRIP - 2}" for x in times)


def axis(scale: LogScale, bottom: int) -> str:
    """A line and a label at each tick, the level of the median, and the axis."""
    ticks = [(round(scale.at(tick)), f"{tick:g}×")
             for tick in log_ticks(scale.low, scale.high)]
    lines = "".join(f"M{x} 0V{bottom}" for x, _ in ticks)
    grid = f"M0 {BOTTOM}H{WIDTH}M0 {BOTTOM // 2}H{WIDTH}{lines}"
    names = (text(min(max(x, 8), WIDTH - 10), bottom + 11, words, "tick") for x, words in ticks)
    return element("path", d=grid, class_="gridline") + "".join(names)


def distribution(
    cells: Sequence[CellRecord], colours: Mapping[tuple[str, str], str], scale: LogScale
) -> Markup:
    """The curves of some cells with stamps, and a strip for each; nothing if all times are 0."""
    reference = reference_of(cells)
    if not reference:
        return Markup()
    bottom = BOTTOM + 3 + STRIP * len(cells)
    pieces = [axis(scale, bottom)]
    for at, cell in enumerate(cells):
        colour = f"stroke:{colours[cell.key.implementation]}"
        launches = strip(cell, reference, scale, BOTTOM + 3 + STRIP * at)
        pieces.append(
            element("path", d=curve(cell, reference, scale), class_="curve", style=colour)
        )
        pieces.append(element("path", d=launches, class_="curve launches", style=colour))
    names = " and ".join(f"{path_text(*cell.key.implementation)} {cell.key.protocol}"
                         for cell in cells)
    return Markup(
        element(
            "svg",
            *pieces,
            class_="picture",
            role="img",
            aria_label=f"Distribution of the runs, and times of the launches, of {names}",
            viewBox=f"0 -2 {WIDTH} {number(bottom + LABELS + 2)}",
        )
    )
