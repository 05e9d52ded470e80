# SPDX-License-Identifier: BSD-3-Clause
"""The Vega-Lite specifications of the charts, with holes for data, axes and series.

The holes, strings like "$points", are filled by chart.js in the page and by publication.py
for figures. Colours are names from colours.css, so that light, dark and print differ in one
place only.
"""

import functools
from typing import Any

import vl_convert

VEGA_LITE = "6.4"
HEIGHT = 260  # pixels
FAINT, GRID, INK = "var(--faint)", "var(--grid)", "var(--ink)"  # defined in colours.css

SIZE_LABEL = (
    "datum.value >= 1048576 ? datum.value / 1048576 + ' MiB' : "
    "datum.value >= 1024 ? datum.value / 1024 + ' KiB' : datum.value + ' B'"
)

# What a point says of itself, by the kind of chart.
TOLD = {
    "value": ("series", "size", "time", "rate", "placement", "PUs", "from", "warnings"),
    "ratio": ("ratio", "size", "fastest", "faster", "placement"),
}


@functools.cache
def library() -> str:
    """Vega-Lite and all it needs as JavaScript; defines `vegaEmbed`."""
    return vl_convert.javascript_bundle("globalThis.vegaEmbed = vegaEmbed;", vl_version=VEGA_LITE)


def series_scale(channel: str) -> dict[str, Any]:
    """An encoding that tells one series from another."""
    scale = {"domain": "$labels", "range": f"${channel}"}
    shown = {"title": None, "legend": "$legend"}
    return {"field": "series", "type": "nominal", "scale": scale} | shown


def across(field: str = "at") -> dict[str, Any]:
    """The horizontal axis: message size, or ranks."""
    return {
        "field": field,
        "type": "quantitative",
        "scale": "$atScale",
        "axis": {"title": "$across", "values": "$atTicks", "labelExpr": "$atLabel"},
    }


def upward(field: str = "value") -> dict[str, Any]:
    """The vertical axis: time, rate or ratio."""
    return {
        "field": field,
        "type": "quantitative",
        "scale": "$valueScale",
        "axis": {"title": "$title", "values": "$valueTicks", "format": ",~r"},
    }


def tooltip(kind: str) -> list[dict[str, str]]:
    """What a point says of itself."""
    return [{"field": name, "type": "nominal", "title": name} for name in TOLD[kind]]


def crossing_layers() -> list[dict[str, Any]]:
    """Where two lines are equally fast: a mark at the size, a band where its interval is."""
    data = {"data": {"values": "$crossings"}}
    told = {"tooltip": {"field": "crossover", "type": "nominal"}}
    return [
        {
            **data,
            "mark": {"type": "rect", "color": INK, "opacity": 0.09},
            "encoding": {"x": across("low"), "x2": {"field": "high"}, **told},
        },
        {
            **data,
            "mark": {"type": "rule", "color": INK, "strokeWidth": 1, "strokeDash": [2, 2]},
            "encoding": {"x": across(), **told},
        },
    ]


def fit_layer() -> dict[str, Any]:
    """The chosen fit of each line, a thin line that breaks where the model does."""
    return {
        "data": {"values": "$fits"},
        "mark": {"type": "line", "strokeWidth": 0.9, "color": INK, "opacity": 0.75},
        "encoding": {"x": across(), "y": upward(), "detail": [{"field": "piece"}]},
    }


def point_layers(kind: str) -> list[dict[str, Any]]:
    """Interval band, whiskers, line, points, and under these larger unseen ones to hover over.

    A line breaks where samples are taken in another mode: the two are not one measurement.
    """
    y, stroke = upward(), series_scale("colours")
    whole = {"x": across(), "detail": {"field": "mode"}}
    told = {**whole, "y": y, "tooltip": tooltip(kind)}
    ends = {"y": upward("low"), "y2": {"field": "high"}}
    points = {"stroke": stroke, "fill": series_scale("fills"), "shape": series_scale("shapes")}
    return [
        {
            "mark": {"type": "area", "opacity": 0.16, "clip": True},
            "encoding": {**whole, **ends, "color": series_scale("colours")},
        },
        {
            "mark": {"type": "rule", "strokeWidth": 1.5, "clip": True},
            "encoding": {**whole, **ends, "stroke": stroke},
        },
        {
            "mark": {"type": "line", "strokeWidth": 1.75},
            "encoding": {**whole, "y": y, "stroke": stroke, "strokeDash": series_scale("dashes")},
        },
        {
            "mark": {"type": "point", "size": 260, "opacity": 0, "fill": "transparent"},
            "encoding": told,
        },
        {
            "mark": {"type": "point", "size": 44, "opacity": 1, "strokeWidth": 1.5},
            "encoding": {**told, **points},
        },
    ]


def even_layers() -> list[dict[str, Any]]:
    """The line at 1, and which side of it is whose."""

    def words(hole: str, up: int) -> dict[str, Any]:
        mark = {"type": "text", "align": "right", "dy": up, "color": FAINT}
        place = {"y": {"datum": 1}, "x": {"value": "width"}}
        return {"data": {"values": [{}]}, "mark": mark | {"text": hole}, "encoding": place}

    rule = {"type": "rule", "color": FAINT, "strokeWidth": 1}
    return [
        {"data": {"values": [{}]}, "mark": rule, "encoding": {"y": {"datum": 1}}},
        words("$above", -7),
        words("$below", 9),
    ]


def config() -> dict[str, Any]:
    """The charts' look: quiet axes, the page's colours. The page adds its font."""
    axis = {
        "domainColor": GRID,
        "gridColor": GRID,
        "tickColor": GRID,
        "labelColor": FAINT,
        "titleColor": FAINT,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelPadding": 6,
        "titlePadding": 10,
    }
    return {
        "background": "transparent",
        "view": {"stroke": None},
        "axis": axis,
        "text": {"fontSize": 11},
        "axisX": {"grid": False},
        "axisY": {"domain": False, "ticks": False},
    }


def specification(kind: str) -> dict[str, Any]:
    """A chart of kind `value` (time or rate) or `ratio`, with its holes."""
    extra = [fit_layer()] if kind == "value" else even_layers()
    return {
        "data": {"values": "$points"},
        "width": "container",
        "height": HEIGHT,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "layer": [*crossing_layers(), *extra, *point_layers(kind)],
        "config": config(),
    }
