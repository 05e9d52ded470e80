# SPDX-License-Identifier: BSD-3-Clause
"""All figures of some campaigns for a publication: those of panels, and those of the papers."""

from collections import Counter
from collections.abc import Iterator, Sequence

from records.read import Campaign
from reports.answers.series import PAPER, SYMBOLS
from reports.history.items import PRINT, Figure, Shelf
from reports.history.papers import ITEMS
from reports.page.items import lines_of
from reports.page.publication import (
    WIDTHS, Chart, charts_of, count_axis, drawing, point, size_axis, value_axis,
)
from reports.page.report import report_of


def chart_of(name: str, figure: Figure) -> Chart | None:
    """None with fewer than two places."""
    lines = lines_of(figure)
    points = [point(at, line.label, "", value, None) for line in lines for at, value in line.points]
    places = [one["at"] for one in points]
    if len(set(places)) < 2:
        return None
    axis = (size_axis(places) if figure.over == "bytes"
            else count_axis(places, "ranks") | {"$xTitle": figure.over})
    kind = "time" if figure.unit == "µs" else "rate"
    values = axis | value_axis(points, kind) | {"$yTitle": figure.unit}
    dashes = [[1, 0] if line.dash == "none" else [int(one) for one in line.dash.split()]
              for line in lines]
    measured = [not line.label.startswith(PRINT) for line in lines]
    return Chart(name, kind, values | {
        "$labels": [line.label for line in lines], "$colours": [line.colour for line in lines],
        "$fills": [line.colour if one else PAPER
                   for line, one in zip(lines, measured, strict=True)],
        "$symbols": [SYMBOLS[at % len(SYMBOLS)] for at in range(len(lines))],
        "$dashes": dashes, "$points": points, "$fits": [], "$crossings": []})


def item_charts(campaigns: Sequence[Campaign]) -> Iterator[Chart]:
    """Of all items of which something was measured or simulated: luo-figure-3-1."""
    shelf = Shelf(campaigns)
    for item in ITEMS:
        figures = [part for part in item.parts(shelf) if isinstance(part, Figure)]
        for at, figure in enumerate(figures, 1):
            if any(curve.origin != PRINT for curve in figure.curves):
                found = chart_of(f"{item.paper}-{item.name}-{at}", figure)
                yield from [found] if found else []


def figures(campaigns: Sequence[Campaign]) -> Iterator[tuple[str, bytes]]:
    """The charts of every panel, and the papers' figures, in each width as SVG and PDF: file name
    and content."""
    report = report_of(campaigns)
    names: Counter[str] = Counter()
    for chart in (*charts_of(report.operations, report.scalings),
                  *item_charts(report.reproduced)):
        names[chart.name] += 1
        name = f"{chart.name}-{names[chart.name]}" if names[chart.name] > 1 else chart.name
        for width in WIDTHS:
            svg, pdf = drawing(chart, width)
            yield f"{name}-{width}.svg", svg.encode()
            yield f"{name}-{width}.pdf", pdf
