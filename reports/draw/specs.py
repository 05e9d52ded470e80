# SPDX-License-Identifier: BSD-3-Clause
"""Vega-Lite specifications of charts, which scripts draw in a page and vl-convert in files.

Colours are names from colours.css, where light, dark and print differ. A chart of lines draws the
rows of the dataset `points`. Their `at` is where they are on the horizontal axis; a measure is a
value with the ends of its interval, or null. A line is interrupted where the sampling mode
changes, for the two are different measurements. Larger invisible points below
them make the tooltip easy to hit.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from comops.reports.draw.svg import palettes

LETTERS = 8 * 96 / 72  # of figures: 8 pt in pixels
HEIGHT, RATIO_HEIGHT, SMALL_HEIGHT = 260, 320, 126  # pixels
POINTS, SMALL_POINTS = 44, 20  # square pixels
FARTHEST = 4  # times beyond all values: where the ends of intervals are cut off
FIT_STEPS = 40  # of a drawn fit
INK, FAINT, GRID, PAPER = "var(--ink)", "var(--faint)", "var(--grid)", "var(--paper)"
CIRCLE = "circle"
LOG = {"type": "log", "base": 10, "nice": False, "padding": 14}
SIZES = LOG | {"base": 2}
COUNTS = {"type": "linear", "zero": False, "nice": False, "padding": 14}
SIZE = ("datum.value % 1048576 ? datum.value % 1024 ? format(datum.value, ',') + ' B' : "
        "datum.value / 1024 + ' KiB' : datum.value / 1048576 + ' MiB'")  # as size_text
COUNT = "datum.value"
TITLES = {"time": "time, µs", "rate": "rate, MB/s", "ratio": "ratio of times",
          "messages": "million messages/s", "overlap": "overlap, %"}

Spec = dict[str, Any]
Row = dict[str, Any]
Points = Sequence[tuple[int, float]]  # values over ranks or sizes

CONFIG: Spec = {  # of a page, which adds its font and has legends of its own
    "background": "transparent",
    "view": {"stroke": None},
    "axis": {"domainColor": GRID, "gridColor": GRID, "tickColor": GRID, "labelColor": FAINT,
             "titleColor": FAINT, "labelFontSize": 12, "titleFontSize": 12,
             "titleFontWeight": "normal", "labelPadding": 6, "titlePadding": 10},
    "legend": {"disable": True},
    "text": {"fontSize": 11},
    "axisX": {"grid": False},
    "axisY": {"domain": False, "ticks": False},
}


class ChartLook(NamedTuple):
    """How a line is drawn: the symbol of its points as an SVG path, and its dashes."""

    label: str
    colour: str
    fill: str
    symbol: str
    dash: Sequence[int]


def painted(value: Any) -> Any:
    """A specification in the colours of the light scheme, as files need them."""
    light, _ = palettes()
    named = {f"var(--{name})": colour for name, colour in light.items()}

    def replaced(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: replaced(part) for name, part in value.items()}
        if isinstance(value, list | tuple):
            return [replaced(part) for part in value]
        return named.get(value, value) if isinstance(value, str) else value

    return replaced(value)


def style(columns: int) -> Spec:
    """The style of figures: letters of 8 pt everywhere, and legends."""
    sizes = {"labelFontSize": LETTERS, "titleFontSize": LETTERS}
    legend = {"orient": "top", "direction": "horizontal", "columns": columns, "offset": 4}
    ink = {"labelColor": INK, "titleColor": INK, "labelPadding": 3, "titlePadding": 5}
    return CONFIG | {
        "axis": CONFIG["axis"] | sizes | ink,
        "legend": legend | sizes | {"labelColor": INK, "symbolSize": 36, "labelLimit": 0,
                                    "symbolStrokeWidth": 1.2},
        "text": {"fontSize": LETTERS},
    }


# ---- axes -------------------------------------------------------------------------------------


def quantity(field: str, scale: Spec, axis: Spec | None) -> Spec:
    return {"field": field, "type": "quantitative", "scale": scale, "axis": axis}


def named(field: str, **more: Any) -> Spec:
    return {"field": field, "type": "nominal"} | more


def places_axis(places: Iterable[int], title: str | None = "message size", label: str = SIZE,
                scale: Spec = SIZES) -> Spec:
    """Over sizes, or over numbers of ranks or pairs; each has a label where there is room."""
    return quantity("at", scale, {"title": title, "values": sorted(set(places)),
                                  "labelExpr": label, "labelOverlap": "parity"})


def values_axis(title: str | None) -> Spec:
    minor = {"condition": {"test": "datum.label", "value": 1}, "value": 0.4}
    return quantity("value", LOG, {"title": title, "format": ",.6~r", "tickCount": 5,
                                   "gridOpacity": minor})


def measure_axis(measure: str) -> Spec:
    if measure == "overlap":
        return quantity("value", {"domain": [0, 100]},
                        {"title": TITLES[measure], "values": [0, 25, 50, 75, 100]})
    return values_axis(TITLES[measure])


# ---- layers -----------------------------------------------------------------------------------


def rows_of(measure: str) -> list[Spec]:
    """The rows that have this measure, as values with the ends of intervals that are drawn."""
    ends = {"low": f"max(datum.{measure}[1], datum.least / {FARTHEST})",
            "high": f"min(datum.{measure}[2], datum.most * {FARTHEST})"}
    return [
        {"filter": f"isValid(datum.{measure}) && isValid(datum.{measure}[0])"},
        {"calculate": f"datum.{measure}[0]", "as": "value"},
        {"joinaggregate": [{"op": "min", "field": "value", "as": "least"},
                           {"op": "max", "field": "value", "as": "most"}]},
        *({"calculate": f"isValid(datum.{measure}[1]) ? {end} : datum.value", "as": name}
          for name, end in ends.items())]


def looks_of(looks: Sequence[ChartLook]) -> dict[str, Spec]:
    """The channels of series."""
    labels, *ranges = map(list, zip(*looks, strict=True))
    return {channel: named("series", title=None, scale={"domain": labels, "range": values})
            for channel, values in zip(("stroke", "fill", "shape", "strokeDash"), ranges,
                                       strict=True)}


def points(x: Spec, y: Spec, series: dict[str, Spec], tooltip: Spec | list[Spec],
           size: int = POINTS) -> list[Spec]:
    """Intervals, lines, and points to hover over and to see."""
    place = {"x": x, "y": y, "detail": {"field": "mode"}}
    stroke = {"stroke": series["stroke"]}
    return [
        {"mark": {"type": "rule", "strokeWidth": 1.5, "clip": True},
         "encoding": place | stroke | {"y": y | {"field": "low"}, "y2": {"field": "high"}}},
        {"mark": {"type": "line", "strokeWidth": 1.75},
         "encoding": place | stroke | {"strokeDash": series["strokeDash"]}},
        {"mark": {"type": "point", "size": 260, "opacity": 0, "fill": "transparent"},
         "encoding": place | {"tooltip": tooltip}},
        {"mark": {"type": "point", "size": size, "opacity": 1, "strokeWidth": 1.5},
         "encoding": place | stroke | {"fill": series["fill"], "shape": series["shape"],
                                       "tooltip": tooltip}}]


def halves(above: str, below: str, colours: Sequence[str]) -> list[Spec]:
    """The half planes above and below 1 in the colours of the sides that are faster there."""
    here, wide = {"values": [{}]}, {"x": {"value": 0}, "x2": {"value": "width"}}

    def half(colour: str, edge: int | str) -> Spec:
        return {"data": here, "mark": {"type": "rect", "aria": False, "color": colour,
                                       "opacity": 0.09},
                "encoding": wide | {"y": {"datum": 1}, "y2": {"value": edge}}}

    def words(text: str, edge: int | str, down: int) -> Spec:
        mark = {"type": "text", "aria": False, "align": "right", "dx": -6, "dy": down,
                "color": FAINT, "text": text}
        return {"data": here, "mark": mark,
                "encoding": {"x": {"value": "width"}, "y": {"value": edge}}}

    return [half(colours[0], 0), half(colours[1], "height"), level(),
            words(f"▲ {above} faster", 0, 12), words(f"▼ {below} faster", "height", -10)]


def level() -> Spec:
    """A line at 1."""
    return {"data": {"values": [{}]}, "encoding": {"y": {"datum": 1}},
            "mark": {"type": "rule", "aria": False, "color": FAINT, "strokeWidth": 1}}


def crossovers(x: Spec, test: str) -> list[Spec]:
    """The rows of the dataset `crossings` that pass the test, with their intervals."""
    source = {"data": {"name": "crossings"}, "transform": [{"filter": test}]}
    mark, tooltip = {"aria": False, "color": INK}, {"tooltip": named("crossover")}
    return [
        source | {"mark": mark | {"type": "rect", "opacity": 0.09},
                  "encoding": tooltip | {"x": x | {"field": "low"}, "x2": {"field": "high"}}},
        source | {"mark": mark | {"type": "rule", "strokeWidth": 1, "strokeDash": [2, 2]},
                  "encoding": tooltip | {"x": x}}]


def fits(x: Spec, y: Spec, measure: str) -> Spec:
    """Thin lines of the selected model and series, from the dataset `fits`. A rate has one where
    it is a `constant` times bytes / time."""
    time = "(datum.latency + (datum.bandwidth ? datum.at / datum.bandwidth : 0))"
    value = time if measure == "time" else f"datum.constant * datum.at / {time}"
    test = "datum.model == model && indexof(shown, datum.series) >= 0"
    return {
        "data": {"name": "fits"},
        "transform": [
            {"filter": test if measure == "time" else f"{test} && datum.constant"},
            {"calculate": f"sequence({FIT_STEPS + 1})", "as": "step"},
            {"flatten": ["step"]},
            {"calculate": f"datum.first * pow(datum.last / datum.first, datum.step / {FIT_STEPS})",
             "as": "at"},
            {"calculate": value, "as": "value"},
            {"filter": "datum.value > 0"}],
        "mark": {"type": "line", "strokeWidth": 0.9, "color": INK, "opacity": 0.75},
        "encoding": {"x": x, "y": y, "detail": [{"field": "series"}, {"field": "piece"}]}}


# ---- charts -----------------------------------------------------------------------------------


def chart(description: str, layers: Sequence[Spec], height: int = HEIGHT, **more: Any) -> Spec:
    """A chart as wide as its place."""
    return {"description": description, "width": "container", "height": height,
            "autosize": {"type": "fit-x", "contains": "padding"}, "config": CONFIG,
            "layer": list(layers)} | more


def small(description: str, lines: Sequence[tuple[ChartLook, Points]], x: Spec, unit: str = ""
          ) -> Spec:
    """A small chart of lines; without a unit of ratios."""
    rows = [{"series": look.label, "at": at, "value": value} for look, values in lines
            for at, value in values]
    y, levels = values_axis(unit or None), [] if unit else [level()]
    tooltip = [named("series"), named("place", title=x["axis"]["title"]),
               {"field": "value", "type": "quantitative", "title": unit or "ratio",
                "format": ",.4~r"}]
    _, *layers = points(x, y, looks_of([look for look, _ in lines]), tooltip, SMALL_POINTS)
    place = x["axis"]["labelExpr"].replace("datum.value", "datum.at")
    return chart(description, [*levels, *layers], SMALL_HEIGHT, data={"values": rows},
                 transform=[{"calculate": place, "as": "place"}])


class Chart(NamedTuple):
    """A figure without its width: its file's name, its specification and datasets, and the texts of
    its footer."""

    name: str
    spec: Spec
    datasets: dict[str, list[Row]]
    footer: Sequence[str] = ()
