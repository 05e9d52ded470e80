# SPDX-License-Identifier: BSD-3-Clause
"""Vega-Lite specifications of the charts, and the data they draw.

A specification names its data `cells`; the page joins both, so that charts of one setting
share their values. Colours are names from page.css, so that light, dark and print differ
in one place only.
"""

import functools
import math
from collections.abc import Iterable, Sequence
from typing import Any

import vl_convert

from answer import Setting
from formats import number_text, size_text
from results import Cell, Interval
from series import Series

VEGA_LITE = "6.4"
HEIGHT = 260  # pixels
FAINT, GRID = "var(--faint)", "var(--grid)"  # colours, defined in page.css


@functools.cache
def library() -> str:
    """Vega-Lite and all it needs as JavaScript; defines `vegaEmbed`."""
    return vl_convert.javascript_bundle("globalThis.vegaEmbed = vegaEmbed;", vl_version=VEGA_LITE)


def rate_interval(cell: Cell) -> Interval | None:
    """The interval of the time, in the unit of the rate, which is a constant / time."""
    if cell.ci95_us is None or cell.rate_MBps is None:
        return None
    low, high = (cell.rate_MBps * cell.median_us / end for end in reversed(cell.ci95_us))
    return low, high


def exact_text(value: float | None, ci95: Interval | None, unit: str) -> str:
    """A value as the file has it, and its interval: 0.4312 µs [0.42, 0.44]."""
    if value is None:
        return "none"
    ends = f" [{number_text(ci95[0])}, {number_text(ci95[1])}]" if ci95 else ", no interval"
    return f"{value:.10g} {unit}{ends}"


def processors_text(cell: Cell) -> str:
    """The hardware thread of each rank, in rank order."""
    return " ".join(str(pu) for pu in cell.pus) or "not recorded"


def point_of(cell: Cell, setting: Setting, series: str) -> dict[str, Any]:
    """One cell as the charts need it: numbers to place it, texts for its tooltip."""
    rates = rate_interval(cell)
    marks = ", MORE RANKS THAN CORES" if cell.oversubscribed else ""
    return {
        "series": series,
        "bytes": cell.key.bytes,
        "mode": cell.key.mode,
        "time": cell.median_us,
        "time_low": cell.ci95_us[0] if cell.ci95_us else None,
        "time_high": cell.ci95_us[1] if cell.ci95_us else None,
        "rate": cell.rate_MBps,
        "rate_low": rates[0] if rates else None,
        "rate_high": rates[1] if rates else None,
        "size_text": size_text(cell.key.bytes),
        "time_text": exact_text(cell.median_us, cell.ci95_us, "µs"),
        "rate_text": exact_text(cell.rate_MBps, rates, "MB/s"),
        "placement_text": f"{setting.placement}, {setting.ranks} ranks{marks}",
        "pus_text": processors_text(cell),
        "sample_text": f"{cell.samples} samples, {cell.key.mode}",
    }


def points_of(cells: Iterable[Cell], setting: Setting, labels: dict[tuple[str, str], str]) -> list:
    """The data of a setting's charts: those of its valid cells that a log axis can show."""
    return [
        point_of(cell, setting, labels[cell.key.path, cell.key.protocol])
        for cell in cells
        if cell.key.bytes > 0
        and cell.median_us > 0
        and (cell.ci95_us is None or min(cell.ci95_us) > 0)
    ]


def extent(points: Sequence[dict[str, Any]], name: str) -> tuple[float, float] | None:
    """Lowest and highest value to show of `time` or `rate`, ends of intervals included."""
    fields = (name, f"{name}_low", f"{name}_high")
    values = [point[field] for point in points for field in fields if point[field]]
    return (min(values), max(values)) if values else None


def value_ticks(low: float, high: float) -> list[float]:
    """Powers of ten; where fewer than three fit, 2 and 5 times them too."""
    exponents = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2)
    for steps in ((1,), (1, 2, 5)):
        ticks = [float(f"{step}e{exponent}") for exponent in exponents for step in steps]
        shown = [tick for tick in ticks if low <= tick <= high]
        if len(shown) > 2:
            return shown
    return shown


def size_ticks(low: float, high: float) -> list[int]:
    """Powers of two, far enough apart for about six labels."""
    first, last = math.ceil(math.log2(low)), math.floor(math.log2(high))
    step = max(1, round((last - first) / 5))
    return [2**exponent for exponent in range(first, last + 1, step)]


def series_scales(series: Sequence[Series]) -> dict[str, Any]:
    """The encodings that tell one series from another."""

    def channel(values: list) -> dict[str, Any]:
        scale = {"domain": [one.label for one in series], "range": values}
        return {"field": "series", "type": "nominal", "legend": None, "scale": scale}

    return {
        "stroke": channel([one.colour for one in series]),
        "fill": channel([one.fill for one in series]),
        "shape": channel([one.shape for one in series]),
        "strokeDash": channel([one.dash for one in series]),
        "band": channel([one.colour for one in series]),
    }


def size_axis(points: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The horizontal axis: message size, powers of two."""
    sizes = [point["bytes"] for point in points]
    low, high = min(sizes) / 1.3, max(sizes) * 1.3
    label = (
        "datum.value >= 1048576 ? datum.value / 1048576 + ' MiB' : "
        "datum.value >= 1024 ? datum.value / 1024 + ' KiB' : datum.value + ' B'"
    )
    return {
        "field": "bytes",
        "type": "quantitative",
        "scale": {"type": "log", "base": 2, "domain": [low, high], "nice": False},
        "axis": {"title": "message size", "values": size_ticks(low, high), "labelExpr": label},
    }


def value_axis(name: str, title: str, ends: tuple[float, float]) -> dict[str, Any]:
    """The vertical axis of `time` or `rate`, powers of ten."""
    low, high = ends[0] / 1.25, ends[1] * 1.25
    return {
        "field": name,
        "type": "quantitative",
        "scale": {"type": "log", "domain": [low, high], "nice": False},
        "axis": {"title": title, "values": value_ticks(low, high), "format": ",~g"},
    }


def tooltip() -> list[dict[str, str]]:
    """What a point says of itself."""
    titles = {
        "series": "series",
        "size_text": "size",
        "time_text": "time",
        "rate_text": "rate",
        "placement_text": "placement",
        "pus_text": "PUs",
        "sample_text": "from",
    }
    return [{"field": field, "type": "nominal", "title": title} for field, title in titles.items()]


def layers(name: str, x: dict, y: dict, scales: dict[str, Any]) -> list[dict[str, Any]]:
    """Interval band, whiskers, line, points, and under these larger unseen ones to hover over.

    A line breaks where samples are taken in another mode: the two are not one measurement.
    """
    whole = {"x": x, "detail": {"field": "mode"}}
    told = {**whole, "y": y, "tooltip": tooltip()}
    ends = {"y": {**y, "field": f"{name}_low"}, "y2": {"field": f"{name}_high"}}
    return [
        {
            "mark": {"type": "area", "opacity": 0.16},
            "encoding": {**whole, **ends, "fill": scales["band"]},
        },
        {
            "mark": {"type": "rule", "strokeWidth": 1.5},
            "encoding": {**whole, **ends, "stroke": scales["stroke"]},
        },
        {
            "mark": {"type": "line", "strokeWidth": 1.75},
            "encoding": {
                **whole,
                "y": y,
                "stroke": scales["stroke"],
                "strokeDash": scales["strokeDash"],
            },
        },
        {
            "mark": {"type": "point", "size": 260, "opacity": 0, "fill": "transparent"},
            "encoding": told,
        },
        {
            "mark": {"type": "point", "size": 44, "opacity": 1, "strokeWidth": 1.5},
            "encoding": {**told, **{c: scales[c] for c in ("stroke", "fill", "shape")}},
        },
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
        "axisX": {"grid": False},
        "axisY": {"domain": False, "ticks": False},
    }


def line_chart(
    name: str, title: str, points: Sequence[dict[str, Any]], series: Sequence[Series]
) -> dict[str, Any] | None:
    """`time` or `rate` over size; None where there are not two sizes to draw."""
    ends = extent(points, name)
    if ends is None or len({point["bytes"] for point in points}) < 2:
        return None
    shown = {point["series"] for point in points}
    scales = series_scales([one for one in series if one.label in shown])
    return {
        "data": {"name": "cells"},
        "transform": [{"filter": f"isValid(datum.{name})"}],
        "width": "container",
        "height": HEIGHT,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "layer": layers(name, size_axis(points), value_axis(name, title, ends), scales),
        "resolve": {"scale": {"fill": "independent"}},
        "config": config(),
    }
