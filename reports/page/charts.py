# SPDX-License-Identifier: BSD-3-Clause
"""The Vega-Lite specifications of the charts, with variables for data, axes and series.

The variables, strings like "$points", are replaced by chart.js in the page and by publication.py
in figures. Colours are names from colours.css, where light, dark and print differ.
"""

import functools
from contextlib import suppress
from typing import Any

import vl_convert

from common.files import user_folder, write
from reports.draw.svg import FACTORS, LEAST, STEPS

VEGA_LITE = "6.4"
FORMAT = ",.6~r"  # of values; without digits, 25 among other ticks may become 30
HEIGHT, RATIO_HEIGHT = 260, 320  # pixels
HALF = 0.09  # opacity of the tinted halves of a ratio chart
FAINT, GRID, INK = "var(--faint)", "var(--grid)", "var(--ink)"  # defined in colours.css

# What axes.js and publication.py decide by. Margins are factors beyond the outermost values, except
# that of ranks, which is a share of their range.
AXES = {
    "titles": {
        "time": "time, µs",
        "rate": "rate, MB/s",
        "ratio": "ratio of times",
        "messages": "million messages/s",
        "overlap": "overlap, %",
        "size": "message size",
        "ranks": "ranks",
        "pairs": "pairs",
    },
    "sizeLabel": "datum.value >= 1048576 ? datum.value / 1048576 + ' MiB' : "
    "datum.value >= 1024 ? datum.value / 1024 + ' KiB' : datum.value + ' B'",
    "xMargin": {"log": 1.3, "linear": 1.05},
    "yMargin": {"log": 1.25, "linear": 1.1},
    "ranksMargin": 1 / 20,
    "farthest": 4,  # how many times beyond all values an interval's end is shown
    "steps": 5,  # between labels of sizes
    "factors": FACTORS,
    "evenSteps": STEPS,
    "least": LEAST,  # ticks
    "percent": (0, 25, 50, 75, 100),  # ticks and ends of a linear axis
}

# The fields of a point's tooltip, by the form of the chart; time, rate and what is over ranks have
# the form `value`.
ABOUT = ("placement", "PUs", "from", "warnings")
TOOLTIPS = {
    "value": ("series", "size", "time", "rate", *ABOUT),
    "messages": ("series", "size", "messages", "time", "rate", *ABOUT),
    "overlap": ("series", "size", "overlap", "time", *ABOUT),
    "ratio": ("series", "ratio", "size", "cells", "faster", "placement"),
}


@functools.cache
def library() -> str:
    """Vega-Lite and all it needs, 900 KB of JavaScript that defines `vegaEmbed`; bundling takes a
    second or more, so each version is kept in the user's cache."""
    folder = user_folder("XDG_CACHE_HOME", ".cache")
    if not folder:
        return bundled()
    kept = folder / f"vega-lite-{VEGA_LITE}-{vl_convert.__version__}.js"
    with suppress(OSError):
        return kept.read_text(encoding="utf-8")
    script = bundled()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write(kept, script.encode())
    return script


def bundled() -> str:
    return vl_convert.javascript_bundle("globalThis.vegaEmbed = vegaEmbed;", vl_version=VEGA_LITE)


def series_scale(channel: str) -> dict[str, Any]:
    scale = {"domain": "$labels", "range": f"${channel}"}
    shown = {"title": None, "legend": "$legend"}
    return {"field": "series", "type": "nominal", "scale": scale} | shown


def horizontal(field: str = "at") -> dict[str, Any]:
    return {
        "field": field,
        "type": "quantitative",
        "scale": "$xScale",
        "axis": {"title": "$xTitle", "values": "$xTicks", "labelExpr": "$xLabel"},
    }


def vertical(field: str = "value") -> dict[str, Any]:
    return {
        "field": field,
        "type": "quantitative",
        "scale": "$yScale",
        "axis": {"title": "$yTitle", "values": "$yTicks", "format": FORMAT},
    }


def tooltip(form: str) -> list[dict[str, str]]:
    return [{"field": name, "type": "nominal", "title": name} for name in TOOLTIPS[form]]


def crossing_layers() -> list[dict[str, Any]]:
    """The crossover of two lines: a rule at the size, a band over its interval."""
    data = {"data": {"values": "$crossings"}}
    tooltip = {"tooltip": {"field": "crossover", "type": "nominal"}}
    return [
        {
            **data,
            "mark": {"type": "rect", "color": INK, "opacity": 0.09},
            "encoding": {"x": horizontal("low"), "x2": {"field": "high"}, **tooltip},
        },
        {
            **data,
            "mark": {"type": "rule", "color": INK, "strokeWidth": 1, "strokeDash": [2, 2]},
            "encoding": {"x": horizontal(), **tooltip},
        },
    ]


def fit_layer() -> dict[str, Any]:
    """The selected fit of each line, interrupted at its breakpoints."""
    return {
        "data": {"values": "$fits"},
        "mark": {"type": "line", "strokeWidth": 0.9, "color": INK, "opacity": 0.75},
        "encoding": {"x": horizontal(), "y": vertical(), "detail": [{"field": "piece"}]},
    }


def point_layers(form: str) -> list[dict[str, Any]]:
    """Error bars, line, points, and below these larger invisible ones for the tooltip.

    A line is interrupted where the sampling mode changes: the two are different measurements.
    """
    y, stroke = vertical(), series_scale("colours")
    whole = {"x": horizontal(), "detail": {"field": "mode"}}
    hovered = {**whole, "y": y, "tooltip": tooltip(form)}
    ends = {"y": vertical("low"), "y2": {"field": "high"}}
    points = {"stroke": stroke, "fill": series_scale("fills"), "shape": series_scale("symbols")}
    return [
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
            "encoding": hovered,
        },
        {
            "mark": {"type": "point", "size": 44, "opacity": 1, "strokeWidth": 1.5},
            "encoding": {**hovered, **points},
        },
    ]


def equality_layers() -> list[dict[str, Any]]:
    """The halves above and below ratio 1, tinted, and which path is faster there."""

    def words(variable: str, end: int | str, up: int) -> dict[str, Any]:
        mark = {"type": "text", "aria": False, "align": "right", "dx": -6, "dy": up, "color": FAINT}
        place = {"y": {"value": end}, "x": {"value": "width"}}
        return {"data": {"values": [{}]}, "mark": mark | {"text": variable}, "encoding": place}

    def half(variable: str, end: int | str) -> dict[str, Any]:
        mark = {"type": "rect", "aria": False, "color": variable, "opacity": HALF}
        place = {"x": {"value": 0}, "x2": {"value": "width"}}
        place |= {"y": {"datum": 1}, "y2": {"value": end}}
        return {"data": {"values": [{}]}, "mark": mark, "encoding": place}

    rule = {"type": "rule", "aria": False, "color": FAINT, "strokeWidth": 1}
    return [
        half("$aboveColour", 0),
        half("$belowColour", "height"),
        {"data": {"values": [{}]}, "mark": rule, "encoding": {"y": {"datum": 1}}},
        words("$above", 0, 12),
        words("$below", "height", -10),
    ]


def config() -> dict[str, Any]:
    """Light axes in the page's colours. The page adds its font."""
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


def specification(form: str) -> dict[str, Any]:
    """A chart with its variables."""
    ratio = form == "ratio"
    below = equality_layers() if ratio else []
    fits = [] if ratio else [fit_layer()]
    return {
        "data": {"values": "$points"},
        "width": "container",
        "height": RATIO_HEIGHT if ratio else HEIGHT,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "layer": [*below, *crossing_layers(), *fits, *point_layers(form)],
        "config": config(),
    }
