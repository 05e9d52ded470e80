# SPDX-License-Identifier: BSD-3-Clause
"""What the page's scripts draw: one Vega-Lite specification for all charts, and the cells.

The specification has holes, strings like "$sizes", which page.js fills for each chart.
Colours are names from page.css, so that light, dark and print differ in one place only.
"""

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import vl_convert

from formats import known, short
from results import Cell
from series import Series

VEGA_LITE = "6.4"
HEIGHT = 260  # pixels
RATE_DIGITS = 4
FAINT, GRID = "var(--faint)", "var(--grid)"  # colours, defined in page.css


@functools.cache
def library() -> str:
    """Vega-Lite and all it needs as JavaScript; defines `vegaEmbed`."""
    return vl_convert.javascript_bundle("globalThis.vegaEmbed = vegaEmbed;", vl_version=VEGA_LITE)


def processors_text(cell: Cell) -> str:
    """The hardware thread of each rank, in rank order."""
    return " ".join(map(str, cell.pus)) or "not recorded"


class Words:
    """Texts that many cells share, each kept once and named by its index."""

    def __init__(self) -> None:
        self.indices: dict[tuple[Any, ...], int] = {}

    def index(self, words: tuple[Any, ...]) -> int:
        """The index of these words."""
        return self.indices.setdefault(words, len(self.indices))

    @property
    def all(self) -> list[tuple[Any, ...]]:
        """All words by index."""
        return list(self.indices)


def cell_values(cell: Cell, words: Words) -> list[Any]:
    """A valid cell: size, time, interval, rate, samples, runs, words; page.js takes it apart.

    Numbers are rounded to what the interval leaves of them.
    """
    places = known(cell.time_us, cell.ci95_us)
    ends = [short(end, places) for end in cell.ci95_us] if cell.ci95_us else [None, None]
    rate = cell.rate_MBps and short(float(f"{cell.rate_MBps:.{RATE_DIGITS - 1}e}"), 9)
    how = (
        cell.key.mode,
        cell.stopped,
        processors_text(cell),
        " ".join(map(str, cell.numa)),
        int(cell.oversubscribed),
    )
    time = short(cell.time_us, places)
    return [cell.key.bytes, time, *ends, rate, cell.samples, cell.repeats, words.index(how)]


def cells_by_series(
    cells: Iterable[Cell], series: Sequence[Series], words: Words
) -> dict[int, list[list[Any]]]:
    """The cells of each series, which is named by its index."""
    indices = {(one.path, one.protocol): index for index, one in enumerate(series)}
    groups: dict[int, list[list[Any]]] = {}
    for cell in cells:
        index = indices[cell.key.path, cell.key.protocol]
        groups.setdefault(index, []).append(cell_values(cell, words))
    return dict(sorted(groups.items()))


def looks(series: Iterable[Series]) -> list[list[Any]]:
    """Label, colour, fill, shape and dashes of each series, by index."""
    return [[one.label, one.colour, one.fill, one.shape, one.dash] for one in series]


def series_scale(channel: str) -> dict[str, Any]:
    """An encoding that tells one series from another."""
    scale = {"domain": "$labels", "range": f"${channel}"}
    return {"field": "series", "type": "nominal", "legend": None, "scale": scale}


def size_axis() -> dict[str, Any]:
    """The horizontal axis: message size, powers of two."""
    label = (
        "datum.value >= 1048576 ? datum.value / 1048576 + ' MiB' : "
        "datum.value >= 1024 ? datum.value / 1024 + ' KiB' : datum.value + ' B'"
    )
    return {
        "field": "bytes",
        "type": "quantitative",
        "scale": {"type": "log", "base": 2, "domain": "$sizes", "nice": False},
        "axis": {"title": "message size", "values": "$sizeTicks", "labelExpr": label},
    }


def value_axis() -> dict[str, Any]:
    """The vertical axis of time or rate, powers of ten."""
    return {
        "field": "value",
        "type": "quantitative",
        "scale": {"type": "log", "domain": "$values", "nice": False},
        "axis": {"title": "$title", "values": "$valueTicks", "format": ",~g"},
    }


def tooltip() -> list[dict[str, str]]:
    """What a point says of itself."""
    names = ("series", "size", "time", "rate", "placement", "PUs", "from")
    return [{"field": name, "type": "nominal", "title": name} for name in names]


def layers() -> list[dict[str, Any]]:
    """Interval band, whiskers, line, points, and under these larger unseen ones to hover over.

    A line breaks where samples are taken in another mode: the two are not one measurement.
    """
    y, stroke = value_axis(), series_scale("colours")
    whole = {"x": size_axis(), "detail": {"field": "mode"}}
    told = {**whole, "y": y, "tooltip": tooltip()}
    ends = {"y": {**y, "field": "low"}, "y2": {"field": "high"}}
    points = {"stroke": stroke, "fill": series_scale("fills"), "shape": series_scale("shapes")}
    return [
        {
            "mark": {"type": "area", "opacity": 0.16},
            "encoding": {**whole, **ends, "fill": stroke},
        },
        {
            "mark": {"type": "rule", "strokeWidth": 1.5},
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


def specification() -> dict[str, Any]:
    """A chart over size, with holes for its data, axes and series."""
    return {
        "data": {"values": "$points"},
        "width": "container",
        "height": HEIGHT,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "layer": layers(),
        "resolve": {"scale": {"fill": "independent"}},
        "config": config(),
    }
