# SPDX-License-Identifier: BSD-3-Clause
"""Figures for a publication: the charts of panels and of the papers as SVG and PDF, in two widths,
on white. The specifications are those of the page (charts.py), the colours those of its light
scheme. Values for their variables are computed here as axes.js and points.js do in the page, by
charts.AXES; all axes are logarithmic."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import vl_convert

from records.keys import Interval
from records.read import Campaign, Cell
from reports.answers.across import MEASURED, Across
from reports.answers.measures import MEASURES, kinds_of
from reports.answers.panels import Operation, Panel
from reports.answers.series import INK, PAPER, SYMBOLS, Series
from reports.draw.svg import log_ticks, palettes
from reports.page import charts
from reports.page.charts import AXES, filled
from reports.page.items import lines_of
from reports.page.report import report_of
from reports.papers.documents import ITEMS
from reports.papers.items import PRINT, Figure, Shelf

WIDTHS = {"one-column": 85, "two-column": 178}  # millimetres
PIXEL = 25.4 / 96  # millimetres
FONT = "Liberation Sans, Arial, Helvetica, DejaVu Sans, sans-serif"
LETTERS = 8 * 96 / 72  # 8 pt in pixels
LETTERS_MOST = 100  # of each half of a file's name
PADDINGS = {"labelPadding": 3, "titlePadding": 5}
HEIGHTS = {"one-column": 64, "two-column": 80}  # millimetres
LEGEND_COLUMNS = {"one-column": 2, "two-column": 4}


def around(values: Sequence[float], margin: float) -> list[float]:
    """An axis from below the least to above the greatest value."""
    return [min(values) / margin, max(values) * margin]


def log_scale(domain: Sequence[float], base: int) -> dict[str, Any]:
    return {"type": "log", "base": base, "domain": list(domain), "nice": False}


def horizontal_axis(places: Sequence[int], over: str) -> dict[str, Any]:
    """Over message size, with labels at some powers of two, or over numbers of ranks or pairs."""
    least, most = min(places), max(places)
    if over != "size":
        margin, ticks = (most - least) * AXES["ranksMargin"], sorted(set(places))
        return {"$xTitle": AXES["titles"][over], "$xTicks": ticks, "$xLabel": "datum.value",
                "$xScale": {"type": "linear", "domain": [least - margin, most + margin],
                            "nice": False, "zero": False}}
    low, high = around(places, AXES["xMargin"]["log"])
    first, last = math.ceil(math.log2(low)), math.floor(math.log2(high))
    step = max(1, round((last - first) / AXES["steps"]))
    return {"$xTitle": AXES["titles"]["size"], "$xLabel": AXES["sizeLabel"],
            "$xTicks": [2**power for power in range(first, last + 1, step)],
            "$xScale": log_scale((low, high), 2)}


def vertical_axis(points: Sequence[dict[str, Any]], measure: str) -> dict[str, Any]:
    """The vertical axis. Interval ends far from all values are cut off."""
    title = AXES["titles"][measure]
    if measure == "overlap":
        ticks = list(AXES["percent"])
        scale = {"type": "linear", "domain": [ticks[0], ticks[-1]], "nice": False}
        return {"$yTitle": title, "$yScale": scale, "$yTicks": ticks}
    values = [one["value"] for one in points] + ([1] if measure == "ratio" else [])
    least, most = around(values, AXES["farthest"])
    ends = [one[end] for one in points for end in ("low", "high") if one[end]]
    near = [min(most, max(least, end)) for end in ends]
    domain = around([*values, *near], AXES["yMargin"]["log"])
    return {"$yTitle": title, "$yScale": log_scale(domain, 10), "$yTicks": log_ticks(*domain)}


def point(at: int, series: str, mode: str, value: float, ci95: Interval | None) -> dict[str, Any]:
    low, high = ci95 or (None, None)
    return {"at": at, "series": series, "mode": mode, "value": value, "low": low, "high": high}


class Chart(NamedTuple):
    """A figure without its width: its file's name, its kind, the values of its variables."""

    name: str
    kind: str
    values: dict[str, Any]


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


def lines_chart(panel: Panel | Across, kind: str, cells: Sequence[tuple[int, Cell]]
                ) -> Iterator[Chart]:
    """A chart of the series drawn at first."""
    shown = {one.implementation: look_of(one) for one in panel.shown_first}
    of = MEASURES[MEASURED.get(kind, kind)].of
    points = [point(at, shown[cell.key.implementation][0], cell.key.mode, *measured)
              for at, cell in cells
              if cell.key.implementation in shown and (measured := of(cell))]
    looks, name = list(shown.values()), name_of(panel, kind)
    if kind in MEASURED:
        return chart_of(name, kind, kind, points, looks)
    return chart_of(name, kind, "size", points, looks,
                    crossings=crossings(panel, points, set(shown)))


def ratio_chart(panel: Panel) -> Iterator[Chart]:
    """The fastest of each other path against that of the first side."""
    ours, others = panel.name_of(panel.headline), panel.other_paths
    names = {path: f"{panel.name_of(path)} / {ours}" for path in others}
    points = [point(row.size, names[path], row.mode, pair.ratio, pair.ci95)
              for row in panel.rows if row.size for path, pair in row.pairs.items()]
    slower = "the other" if len(others) > 1 else panel.name_of(others[0])
    return chart_of(name_of(panel, "ratio"), "ratio", "size", points,
                    [look_of(panel.legend[path][0], name) for path, name in names.items()],
                    crossings=crossings(panel, points),
                    above=f"▲ {ours} faster", below=f"▼ {slower} faster")


def crossings(panel: Panel, points: Sequence[dict[str, Any]],
              shown: set[tuple[str, str]] | None = None) -> list[dict[str, float]]:
    """The crossovers of two shown series; without series, those with the headline path."""
    sizes = [one["at"] for one in points]
    first, last = min(sizes, default=0), max(sizes, default=0)
    found = []
    for one in panel.crossovers:
        lines = {line.implementation for line in (one.a, one.b)}
        paths = {path for path, _ in lines}
        wanted = lines <= shown if shown else len(paths) == 2 and panel.headline in paths
        if wanted and first <= one.bytes <= last:
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
    """What each panel measured, and its ratio; what is over ranks or pairs of each operation."""
    for operation in operations:
        for panel in operation.panels:
            cells = [(cell.key.bytes, cell) for cell in panel.points]
            for kind in kinds_of([panel]):
                yield from lines_chart(panel, kind, cells)
            if panel.compared:
                yield from ratio_chart(panel)
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
        yield from chart_of(f"{item.paper}-{item.name}-{at}",
                            "time" if figure.unit == "µs" else "rate", over, points, looks,
                            yTitle=figure.unit, **more)


def style(columns: int) -> dict[str, Any]:
    """Letters of 8 pt everywhere; lines thin enough for the width of a column."""
    sizes = {"labelFontSize": LETTERS, "titleFontSize": LETTERS}
    legend = {"orient": "top", "direction": "horizontal", "columns": columns, "offset": 4}
    return charts.CONFIG | {
        "background": PAPER,
        "font": FONT,
        "axis": charts.CONFIG["axis"] | sizes | {"labelColor": INK, "titleColor": INK} | PADDINGS,
        "legend": legend | sizes | {"labelColor": INK, "symbolSize": 36, "labelLimit": 0},
        "text": {"fontSize": LETTERS},
    }


def sized(svg: str, size: Sequence[float], unit: str = "") -> str:
    width, height = (f'"{one:.6g}{unit}"' for one in size)
    return re.sub(r'width="[\d.]+" height="[\d.]+"', f"width={width} height={height}", svg, count=1)


def drawing(chart: Chart, width: str) -> tuple[str, bytes]:
    values = chart.values | {"$legend": {"symbolStrokeWidth": 1.2}}
    form = charts.specification("ratio" if chart.kind == "ratio" else "value") | {
        "width": WIDTHS[width] / PIXEL,
        "height": HEIGHTS[width] / PIXEL,
        "padding": 3,
        "autosize": {"type": "fit", "contains": "padding"},
        "config": style(LEGEND_COLUMNS[width]),
    }
    specification = filled(filled(form, values), colours())
    vega = vl_convert.vegalite_to_vega(specification, vl_version=charts.VEGA_LITE)
    for legend in vega["legends"]:  # drawn like the points, not like band and line
        legend["fill"] = "fill"
        del legend["encode"], legend["strokeDash"]
    svg = vl_convert.vega_to_svg(vega)
    size = [WIDTHS[width], HEIGHTS[width]]
    points = [72 / 25.4 * one for one in size]  # a PDF's unit is the point
    return sized(svg, size, "mm"), vl_convert.svg_to_pdf(sized(svg, points))


def figures(campaigns: Sequence[Campaign]) -> Iterator[tuple[str, bytes]]:
    """The charts of every panel, and the papers' figures, in each width as SVG and PDF: file name
    and content."""
    report = report_of(campaigns)
    names: Counter[str] = Counter()
    for chart in (*charts_of(report.operations, report.scalings),
                  *paper_charts(report.reproduced)):
        names[chart.name] += 1
        name = f"{chart.name}-{names[chart.name]}" if names[chart.name] > 1 else chart.name
        for width in WIDTHS:
            svg, pdf = drawing(chart, width)
            yield f"{name}-{width}.svg", svg.encode()
            yield f"{name}-{width}.pdf", pdf
