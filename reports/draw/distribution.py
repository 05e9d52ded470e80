# SPDX-License-Identifier: BSD-3-Clause
"""Single runs and launches: cumulative distributions of stamps above strips of the launches' times.

All rows of a panel are drawn to one scale: times are relative to the median of the row's fastest
cell, on a logarithmic axis.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from comops.reports.draw.specs import LOG, Spec, chart, quantity
from comops.reports.words.formats import path_text
from comops.results.cell import CellRecord, Stamps

HEIGHT = 102  # of the curves, pixels
STRIP = 9  # of a strip
LAST = 0.99  # share of the stamps beyond which a curve is not drawn
STEPS = 20  # of a curve, at most
DIGITS = 4  # of times


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


def ends_of(rows: Iterable[Sequence[CellRecord]]) -> tuple[float, float]:
    """The shortest and the longest time of all rows together."""
    relative = [time / reference for cells in rows if (reference := reference_of(cells))
                for cell in cells for time, _ in quantiles(cell.stamps)]
    return min(relative, default=1), max(relative, default=1)


def distribution(cells: Sequence[CellRecord], colours: Mapping[tuple[str, str], str],
                 ends: tuple[float, float]) -> Spec | None:
    """The curves of some cells with stamps, and a strip for each; None if all times are 0."""
    reference = reference_of(cells)
    if not reference:
        return None

    def relative(time: float) -> float:
        return float(f"{time / reference:.{DIGITS}g}")

    scale = LOG | {"domain": ends, "padding": 2}
    x = quantity("at", scale, {"title": None, "tickCount": 4, "grid": True, "labelFontSize": 10,
                               "labelExpr": "datum.label && datum.label + '×'",
                               "offset": STRIP * len(cells) + 3})
    y = quantity("share", {"domain": [0, 1]}, {"title": None, "values": [0, 0.5], "labels": False})
    curves, strips = [], []
    for number, cell in enumerate(cells):
        mark = {"color": colours[cell.key.implementation], "clip": True}
        steps = [{"at": relative(time), "share": round(share, DIGITS)}
                 for time, share in quantiles(cell.stamps)]
        curves.append({
            "data": {"values": [{"at": steps[0]["at"], "share": 0}, *steps] if steps else []},
            "mark": mark | {"type": "line", "strokeWidth": 1.75, "interpolate": "step-after"},
            "encoding": {"x": x, "y": y}})
        launches = sorted({relative(time) for time in cell.launch_us if time})
        strips.append({
            "data": {"values": [{"at": at} for at in launches]},
            "mark": mark | {"type": "tick", "clip": False, "opacity": 0.75, "size": STRIP - 2},
            "encoding": {"x": x, "y": {"value": HEIGHT + 3 + STRIP * (number + 0.5)}}})
    names = " and ".join(f"{path_text(*cell.key.implementation)} {cell.key.protocol}"
                         for cell in cells)
    return chart(f"Distribution of the runs, and times of the launches, of {names}",
                 [*curves, *strips], HEIGHT)
