# SPDX-License-Identifier: BSD-3-Clause
"""A measure as a dot plot on a logarithmic axis: published values by year, then this machine's with
their intervals (W. S. Cleveland, The Elements of Graphing Data, 1985)."""

import math
from collections.abc import Mapping, Sequence

from comops.reports.draw.specs import (CIRCLE, FAINT, INK, LOG, PAPER, Row, Spec, chart, named,
                                       quantity)
from comops.reports.words.formats import number_text
from comops_papers.items.published import PublishedComparison

LINE = 19  # height of a dot plot's row
NAMES, LETTERS = 190, 31  # the width of names, and letters of one
RAISED = "var(--raised)"
# 0.01, 100, 10k
POWER = "datum.label && (datum.value < 1000 ? datum.value : format(datum.value, '~s'))"


def span_of(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten that hold all values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def values_of(part: PublishedComparison) -> list[float]:
    """All values of a measure and the ends of its intervals."""
    ends = [end for dot in part.now if dot.ci95 for end in dot.ci95]
    return [*(dot.value for dot in (*part.published, *part.now)), *(end for end in ends if end > 0)]


def dot_rows(part: PublishedComparison, colours: Mapping[str, str]) -> list[Row]:
    """Published values as rings, dashed ones of two nodes; this machine's as dots."""
    rows = [{"name": f"{ring.year} {ring.name}", "value": ring.value, "fill": PAPER, "text":
             ring.printed, "colour": colours.get(ring.path, INK), "here": False,
             "dash": [2, 1.5] if "two nodes" in ring.note else [1, 0]} for ring in part.published]
    return rows + [
        {"name": f"{dot.year} {dot.name}", "value": dot.value, "fill": colours[dot.path], "text":
         number_text(dot.value), "colour": colours[dot.path], "here": True, "dash": [1, 0],
         "details": f"{dot.name}, {dot.where}: {dot.text}",
         **dict(zip(("low", "high"), dot.ci95 or (), strict=False))} for dot in part.now]


def dot_plot(part: PublishedComparison, span: tuple[int, int], colours: Mapping[str, str]) -> Spec:
    """The plot of one measure over these powers of ten; `colours` are by path."""
    rows = [{"row": at, "details": f"{row['name']}: {row['text']}"} | row
            for at, row in enumerate(dot_rows(part, colours))]
    names = [row["name"] if len(row["name"]) <= LETTERS else f"{row['name'][:LETTERS]}…"
             for row in rows]
    scale = LOG | {"domain": [10.0**power for power in span], "padding": 6}
    x = quantity("value", scale, {"title": None, "tickCount": 4, "grid": True, "labelSeparation": 6,
                                   "labelExpr": POWER})
    y = {"field": "row", "type": "ordinal", "axis": {
        "title": None, "domain": False, "ticks": False, "minExtent": NAMES, "maxExtent": NAMES,
        "labelExpr": f"{names}[datum.value]", "labelColor": INK, "labelAlign": "left",
        "labelPadding": NAMES, "labelLimit": 0, "labelFontWeight": {"condition": {
            "test": f"datum.value >= {len(part.published)}", "value": 600}, "value": 400}}}
    own = {name: named(name, scale=None) for name in ("fill", "colour", "dash", "details")}
    layers = [
        {"mark": {"type": "bar", "color": RAISED, "height": LINE, "aria": False},
         "transform": [{"filter": "datum.here"}],
         "encoding": {"x": {"value": 0}, "x2": {"value": "width"}, "y": y}},
        {"mark": {"type": "rule", "color": FAINT, "opacity": 0.55, "strokeDash": [1, 3]},
         "transform": [{"filter": "!datum.here"}],
         "encoding": {"x": x, "x2": {"value": 0}, "y": y}},
        {"mark": {"type": "rule", "strokeWidth": 2.5},
         "transform": [{"filter": "isValid(datum.low)"}],
         "encoding": {"x": x | {"field": "low"}, "x2": {"field": "high"}, "y": y,
                      "stroke": own["colour"]}},
        {"mark": {"type": "point", "size": 70, "opacity": 1, "strokeWidth": 1.75, "shape": CIRCLE},
         "encoding": {"x": x, "y": y, "stroke": own["colour"], "fill": own["fill"],
                      "strokeDash": own["dash"], "tooltip": own["details"]}},
        {"mark": {"type": "text", "align": "left", "dx": 6, "color": INK},
         "encoding": {"x": {"value": "width"}, "y": y, "text": named("text")}}]
    said = "; ".join(row["details"] for row in rows)
    return chart(f"{part.measure.title}, {part.measure.unit}, {part.measure.words}: {said}", layers,
                 LINE * len(rows), data={"values": rows})
