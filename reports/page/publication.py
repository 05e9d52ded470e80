# SPDX-License-Identifier: BSD-3-Clause
"""Figures for a publication: the headline, the charts of panels and those of the papers as SVG and
PDF, in two widths, on white; the headline also as PNG. The specifications are those of the page
(charts.py, headline.py), the colours those of its light scheme. Values for their variables are
computed here as points.js does in the page."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import vl_convert

from comops.reports.answers.across import MEASURED, Across
from comops.reports.answers.measures import MEASURES, kinds_of
from comops.reports.answers.panels import Operation, Panel
from comops.reports.answers.series import PAPER, SYMBOLS, Series
from comops.reports.draw.svg import palettes
from comops.reports.page import charts
from comops.reports.page.axes import horizontal_axis, vertical_axis
from comops.reports.page.charts import filled
from comops.reports.page.footer import footer, trust_lines
from comops.reports.page.headline import FACE, FAINT, LEADING, headline_figure, lines_within
from comops.reports.page.items import lines_of
from comops.reports.page.report import report_of
from comops.reports.words.formats import list_text, plural
from comops.results.cell import CellRecord
from comops.results.keys import Interval
from comops.results.lines import ResultsError
from comops.results.read import Campaign
from comops_papers.items.documents import ITEMS
from comops_papers.items.items import PRINT, Figure, Shelf

WIDTHS = {"one-column": 85, "two-column": 178}  # millimetres
PIXEL = 25.4 / 96  # millimetres
FONT = "Liberation Sans, Arial, Helvetica, DejaVu Sans, sans-serif"
LETTERS_MOST = 100  # of each half of a file's name
HEIGHTS = {"one-column": 64, "two-column": 80}  # millimetres
LEGEND_COLUMNS = {"one-column": 2, "two-column": 4}
CURVES = {"one-column": 2, "two-column": 5}  # of the headline, beside each other
PADDING, MARGIN = 3, 8  # pixels; the margin is for labels beyond an axis
DOTS = 300  # an inch, of a PNG


def point(at: int, series: str, mode: str, value: float, ci95: Interval | None) -> dict[str, Any]:
    low, high = ci95 or (None, None)
    return {"at": at, "series": series, "mode": mode, "value": value, "low": low, "high": high}


class Chart(NamedTuple):
    """A figure without its width: its file's name, its kind, the values of its variables, and the
    texts of its footer."""

    name: str
    kind: str
    values: dict[str, Any]
    footer: Sequence[str] = ()


Look = tuple[str, str, str, str, Sequence[int]]  # label, colour, fill, symbol, dash of a line


def look_of(series: Series, label: str = "") -> Look:
    return label or series.label, series.colour, series.fill, series.symbol, series.dash


def chart_of(name: str, kind: str, over: str, points: Sequence[dict[str, Any]],
             looks: Sequence[Look], **more: Any) -> Iterator[Chart]:
    """A chart over sizes, ranks or pairs, unless there are fewer than two; `more` variables."""
    places = [one["at"] for one in points]
    if len(set(places)) < 2:
        return
    labels, colours, fills, symbols, dashes = map(list, zip(*looks, strict=True))
    axes = horizontal_axis(places, over) | vertical_axis(points, MEASURED.get(kind, kind))
    yield Chart(name, kind, axes | {
        "$labels": labels, "$colours": colours, "$fills": fills, "$symbols": symbols,
        "$dashes": list(map(list, dashes)), "$points": points, "$fits": [], "$crossings": [],
        **{f"${name}": value for name, value in more.items()}})


def colours() -> dict[str, str]:
    """The values of the light scheme, by the expressions that name them."""
    light, _ = palettes()
    return {f"var(--{name})": value for name, value in light.items()}


def lines_chart(panel: Panel | Across, kind: str, cells: Sequence[tuple[int, CellRecord]]
                ) -> Iterator[Chart]:
    """A chart of the series drawn at first."""
    shown = {one.implementation: look_of(one) for one in panel.shown_first}
    of = MEASURES[MEASURED.get(kind, kind)].of
    points = [point(at, shown[cell.key.implementation][0], cell.key.mode, *measured)
              for at, cell in cells
              if cell.key.implementation in shown and (measured := of(cell))]
    looks, name = list(shown.values()), name_of(panel, kind)
    if isinstance(panel, Across):
        charts = chart_of(name, kind, kind, points, looks)
    else:
        charts = chart_of(name, kind, "size", points, looks,
                          crossings=crossings(panel, points, set(shown)))
    panels = panel.panels if isinstance(panel, Across) else [panel]
    below = footer(panels[0].campaign, panels)
    return (chart._replace(footer=below) for chart in charts)


def crossings(panel: Panel, points: Sequence[dict[str, Any]], shown: set[tuple[str, str]]
              ) -> list[dict[str, float]]:
    """The crossovers of two shown series."""
    sizes = [one["at"] for one in points]
    first, last = min(sizes, default=0), max(sizes, default=0)
    found = []
    for one in panel.crossovers:
        lines = {line.implementation for line in (one.a, one.b)}
        if lines <= shown and first <= one.bytes <= last:
            low, high = one.ci95
            low, high = max(first, low or first), min(last, high or last)
            found.append({"at": one.bytes, "low": low, "high": high})
    return found


def name_of(panel: Panel | Across, kind: str) -> str:
    """A portable file name: pingpong-bus-2-ranks-…-time."""
    scaled = isinstance(panel, Across)
    what = f"over {kind} at {panel.bytes} bytes, {MEASURED[kind]}" if scaled else kind

    def letters(words: str) -> str:
        return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:LETTERS_MOST].rstrip("-")

    return f"{letters(f'{panel.title} {panel.caption}')}-{letters(what)}"


def charts_of(operations: Sequence[Operation], scalings: Mapping[str, Sequence[Across]]
              ) -> Iterator[Chart]:
    """What each panel measured; what is over ranks or pairs of each operation."""
    for operation in operations:
        for panel in operation.panels:
            cells = [(cell.key.bytes, cell) for cell in panel.points]
            for kind in kinds_of([panel]):
                yield from lines_chart(panel, kind, cells)
        for one in scalings[operation.name]:
            cells = [(count, cell) for count, _, panel in one.counts for cell in panel.points
                     if cell.key.bytes == one.bytes]
            yield from lines_chart(one, one.over, cells)


def paper_charts(campaigns: Sequence[Campaign]) -> Iterator[Chart]:
    """The charts of all items that something was measured or simulated for: luo-figure-3-1."""
    shelf = Shelf(campaigns)
    figures = ((item, at, figure) for item in ITEMS for at, figure in enumerate(
        (part for part in item.parts(shelf) if isinstance(part, Figure)), 1))
    for item, at, figure in figures:
        below = trust_lines(item.runs_of(shelf).measured)
        if all(line.origin == PRINT for line in figure.lines):
            continue
        lines = lines_of(figure)
        points = [point(place, line.label, "", value, None)
                  for line in lines for place, value in line.points]
        looks = [(one.label, one.colour, PAPER if one.label.startswith(PRINT) else one.colour,
                  SYMBOLS[index % len(SYMBOLS)],
                  (1, 0) if one.dash == "none" else tuple(map(int, one.dash.split())))
                 for index, one in enumerate(lines)]
        over, more = ("size", {}) if figure.over == "bytes" else ("ranks", {"xTitle": figure.over})
        charts = chart_of(f"{item.paper}-{item.name}-{at}",
                          "time" if figure.unit == "µs" else "rate", over, points, looks,
                          yTitle=figure.unit, **more)
        yield from (chart._replace(footer=below) for chart in charts)


def style(columns: int) -> dict[str, Any]:
    return charts.style(columns) | {"background": PAPER, "font": FONT}


def sized(svg: str, size: Sequence[float], unit: str = "") -> str:
    width, height = (f'"{one:.6g}{unit}"' for one in size)
    return re.sub(r'width="[\d.]+" height="[\d.]+"', f"width={width} height={height}", svg, count=1)


Drawing = tuple[str, Sequence[float]]  # SVG; width and height in millimetres


def points_of(drawing: Drawing) -> str:
    svg, size = drawing
    return sized(svg, [72 / 25.4 * one for one in size])  # the unit of a PDF


# Drawings as the content of a file, by its suffix.
FORMS: dict[str, Callable[[Drawing], bytes]] = {
    "svg": lambda drawing: sized(*drawing, "mm").encode(),
    "pdf": lambda drawing: vl_convert.svg_to_pdf(points_of(drawing)),
    "png": lambda drawing: vl_convert.svg_to_png(points_of(drawing), ppi=DOTS),
}


def drawing_of(chart: Chart, width: str) -> Drawing:
    values = chart.values | {"$legend": {"symbolStrokeWidth": 1.2}}
    across = WIDTHS[width] / PIXEL
    below = [line for text in chart.footer for line in lines_within(text, across - 2 * PADDING)]
    high = HEIGHTS[width] / PIXEL + LEADING * len(below)
    form = charts.specification("value") | {
        "title": {"text": below, "orient": "bottom", "anchor": "start", "frame": "bounds",
                  "fontSize": FACE, "fontWeight": "normal", "lineHeight": LEADING, "color": FAINT},
        "width": across,
        "height": high,
        "padding": PADDING,
        "autosize": {"type": "fit", "contains": "padding"},
        "config": style(LEGEND_COLUMNS[width]),
    }
    specification = filled(filled(form, values), colours())
    vega = vl_convert.vegalite_to_vega(specification, vl_version=charts.VEGA_LITE)
    for legend in vega["legends"]:  # drawn like the points, not like band and line
        legend["fill"] = "fill"
        del legend["encode"], legend["strokeDash"]
    return vl_convert.vega_to_svg(vega), (WIDTHS[width], high * PIXEL)


def headline_of(campaign: Campaign, width: str = "two-column") -> Drawing | None:
    """The headline's figure, as high as its rows need; None if nothing is compared."""
    across = WIDTHS[width] / PIXEL
    figure = headline_figure(campaign, across - 2 * PADDING - MARGIN, CURVES[width])
    if not figure:
        return None
    figure |= {"padding": PADDING, "config": style(LEGEND_COLUMNS[width])}
    svg = vl_convert.vegalite_to_svg(filled(figure, colours()), vl_version=charts.VEGA_LITE)
    high = float(re.search(r'viewBox="0 0 [\d.]+ ([\d.]+)"', svg)[1])
    for old, new in (('viewBox="[^"]+"', f'viewBox="0 0 {across:.6g} {high:g}"'),
                     ('<rect width="[^"]+"', f'<rect width="{across:.6g}"')):
        svg = re.sub(old, new, svg, count=1)
    return svg, (WIDTHS[width], high * PIXEL)


def headline(campaigns: Sequence[Campaign], suffix: str) -> bytes:
    """The headline's figure as a file of this suffix. ResultsError unless there is one."""
    found = [drawing for one in campaigns if not one.reproduces and (drawing := headline_of(one))]
    if len(found) != 1:
        files = list_text(sorted({str(one.file) for one in campaigns}))
        raise ResultsError(f"{files}: {plural(len(found), 'campaign')} with a comparison; the "
                           "headline's figure shows one")
    return FORMS[suffix](found[0])


def figures(campaigns: Sequence[Campaign]) -> Iterator[tuple[str, bytes]]:
    """The headline of each campaign, the charts of every panel, and the papers' figures, in each
    width as SVG and PDF: file name and content."""
    report = report_of(campaigns)
    drawings = [("headline", partial(headline_of, one)) for one in report.campaigns]
    drawings += [(one.name, partial(drawing_of, one)) for one in (
        *charts_of(report.operations, report.scalings), *paper_charts(report.reproduced))]
    names: Counter[str] = Counter()
    for stem, draw in drawings:
        names[stem] += 1
        name = f"{stem}-{names[stem]}" if names[stem] > 1 else stem
        for width in WIDTHS:
            if drawing := draw(width):
                for suffix in ("svg", "pdf"):
                    yield f"{name}-{width}.{suffix}", FORMS[suffix](drawing)
