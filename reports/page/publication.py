# SPDX-License-Identifier: BSD-3-Clause
"""Figures for a publication: the headline, the charts of panels and those of extensions as SVG and
PDF, in two widths, on white; the headline also as PNG. The specifications are those of the page
(charts.py, headline.py), the colours those of its light scheme."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import vl_convert

from comops.extension import exports
from comops.reports.answers.across import MEASURED, Across
from comops.reports.answers.measures import kinds_of
from comops.reports.answers.panels import Operation, Panel, panels_of
from comops.reports.answers.series import PAPER
from comops.reports.draw.bundle import VEGA_LITE
from comops.reports.draw.specs import Chart, Spec, painted, style
from comops.reports.page.charts import look_of, panel_chart, scaling_chart, scaling_rows
from comops.reports.page.headline import FACE, FAINT, LEADING, headline_figure, lines_within
from comops.reports.page.report import report_of
from comops.reports.page.rows import cell_rows, crossing_rows
from comops.reports.terminal.heading import footer
from comops.reports.words.formats import list_text, plural
from comops.results.lines import ResultsError
from comops.results.read import Campaign

WIDTHS = {"one-column": 85, "two-column": 178}  # millimetres
PIXEL = 25.4 / 96  # millimetres
FONT = "Liberation Sans, Arial, Helvetica, DejaVu Sans, sans-serif"
LETTERS_MOST = 100  # of each half of a file's name
HEIGHTS = {"one-column": 64, "two-column": 80}  # millimetres
LEGEND_COLUMNS = {"one-column": 2, "two-column": 4}
CURVES = {"one-column": 2, "two-column": 5}  # of the headline, beside each other
PADDING, MARGIN = 3, 8  # pixels; the margin is for labels beyond an axis
DOTS = 300  # an inch, of a PNG


def name_of(panel: Panel | Across, kind: str) -> str:
    """A portable file name: pingpong-bus-2-ranks-…-time."""
    scaled = isinstance(panel, Across)
    what = f"over {kind} at {panel.bytes} bytes, {MEASURED[kind]}" if scaled else kind

    def letters(words: str) -> str:
        return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:LETTERS_MOST].rstrip("-")

    return f"{letters(f'{panel.title} {panel.caption}')}-{letters(what)}"


def charts_of(operations: Sequence[Operation], scalings: Mapping[str, Sequence[Across]]
              ) -> Iterator[Chart]:
    """What each panel measured; what is over ranks or pairs of each operation. They have the series
    that a page draws at first."""
    for operation in operations:
        for panel in (panel for panel in operation.panels if panel.points):
            looks, below = list(map(look_of, panel.shown_first)), footer(panel.campaign, [panel])
            labels = {its.implementation: its.label for its in panel.shown_first}
            data = {"points": cell_rows(panel, panel.points), "fits": [],
                    "crossings": list(crossing_rows(panel, labels))}
            for kind in kinds_of([panel]):
                yield Chart(name_of(panel, kind), panel_chart(panel, kind, looks), data, below)
        for scaling in scalings[operation.name]:
            yield Chart(name_of(scaling, scaling.over),
                        scaling_chart(scaling, list(map(look_of, scaling.shown_first))),
                        {"points": scaling_rows(scaling)},
                        footer(scaling.panels[0].campaign, scaling.panels))


def figure_style(columns: int) -> Spec:
    return style(columns) | {"background": PAPER, "font": FONT}


def sized(svg: str, size: Sequence[float], unit: str = "") -> str:
    width, height = (f'"{side:.6g}{unit}"' for side in size)
    return re.sub(r'width="[\d.]+" height="[\d.]+"', f"width={width} height={height}", svg, count=1)


Drawing = tuple[str, Sequence[float]]  # SVG; width and height in millimetres


def points_of(drawing: Drawing) -> str:
    svg, size = drawing
    return sized(svg, [72 / 25.4 * side for side in size])  # the unit of a PDF


# Drawings as the content of a file, by its suffix.
FORMS: dict[str, Callable[[Drawing], bytes]] = {
    "svg": lambda drawing: sized(*drawing, "mm").encode(),
    "pdf": lambda drawing: vl_convert.svg_to_pdf(points_of(drawing)),
    "png": lambda drawing: vl_convert.svg_to_png(points_of(drawing), ppi=DOTS),
}


def drawing_of(chart: Chart, width: str) -> Drawing:
    across = WIDTHS[width] / PIXEL
    below = [line for text in chart.footer for line in lines_within(text, across - 2 * PADDING)]
    high = HEIGHTS[width] / PIXEL + LEADING * len(below)
    spec = chart.spec | {
        "datasets": chart.datasets,
        "layer": [layer for layer in chart.spec["layer"]
                  if chart.datasets.get(layer.get("data", {}).get("name"), True)],
        "title": {"text": below, "orient": "bottom", "anchor": "start", "frame": "bounds",
                  "fontSize": FACE, "fontWeight": "normal", "lineHeight": LEADING, "color": FAINT},
        "width": across, "height": high, "padding": PADDING,
        "autosize": {"type": "fit", "contains": "padding"},
        "config": figure_style(LEGEND_COLUMNS[width])}
    vega = vl_convert.vegalite_to_vega(painted(spec), vl_version=VEGA_LITE)
    for legend in vega["legends"]:  # drawn like the points, not like band and line
        legend["fill"] = "fill"
        del legend["encode"], legend["strokeDash"]
    return vl_convert.vega_to_svg(vega), (WIDTHS[width], high * PIXEL)


def headline_of(campaign: Campaign, width: str = "two-column") -> Drawing | None:
    """The headline's figure, as high as its rows need; None if nothing is compared."""
    across = WIDTHS[width] / PIXEL
    figure = headline_figure(campaign, panels_of(campaign), across - 2 * PADDING - MARGIN,
                             CURVES[width])
    if not figure:
        return None
    figure |= {"padding": PADDING, "config": figure_style(LEGEND_COLUMNS[width])}
    svg = vl_convert.vegalite_to_svg(painted(figure), vl_version=VEGA_LITE)
    high = float(re.search(r'viewBox="0 0 [\d.]+ ([\d.]+)"', svg)[1])
    for old, new in (('viewBox="[^"]+"', f'viewBox="0 0 {across:.6g} {high:g}"'),
                     ('<rect width="[^"]+"', f'<rect width="{across:.6g}"')):
        svg = re.sub(old, new, svg, count=1)
    return svg, (WIDTHS[width], high * PIXEL)


def headline(campaigns: Sequence[Campaign], suffix: str) -> bytes:
    """The headline's figure as a file of this suffix. ResultsError unless there is one."""
    drawings = [drawing for campaign in campaigns
                if not campaign.record.reproduces and (drawing := headline_of(campaign))]
    if len(drawings) != 1:
        files = list_text(sorted({str(campaign.file) for campaign in campaigns}))
        raise ResultsError(f"{files}: {plural(len(drawings), 'campaign')} with a comparison; the "
                           "headline's figure shows one")
    return FORMS[suffix](drawings[0])


def figures(campaigns: Sequence[Campaign]) -> Iterator[tuple[str, bytes]]:
    """The headline of each campaign, the charts of every panel, and those of extensions, in each
    width as SVG and PDF: file name and content."""
    report = report_of(campaigns)
    drawings = [("headline", partial(headline_of, campaign)) for campaign in report.campaigns]
    drawings += [(figure.name, partial(drawing_of, figure)) for figure in (
        *charts_of(report.operations, report.scalings),
        *(chart for export in exports("figures") for chart in export(campaigns)))]
    names: Counter[str] = Counter()
    for stem, draw in drawings:
        names[stem] += 1
        name = f"{stem}-{names[stem]}" if names[stem] > 1 else stem
        for width in WIDTHS:
            if drawing := draw(width):
                for suffix in ("svg", "pdf"):
                    yield f"{name}-{width}.{suffix}", FORMS[suffix](drawing)
