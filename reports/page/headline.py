# SPDX-License-Identifier: BSD-3-Clause
"""The headline's figure as a Vega-Lite specification: a matrix of each comparison, who is faster at
which size and by which factor, and curves with intervals. Colours are names from colours.css. In a
file it has a title, the headline, and below it the machine, the runtimes, the date and trust."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from comops.reports.answers.answer import MARGIN_TEXT, Row
from comops.reports.answers.headline import (TITLES, Sentence, drawn_of, ours_sentence,
                                             paper_sentences, wins)
from comops.reports.answers.panels import Panel, panels_of
from comops.reports.answers.series import DASHES, INK, PAPER as WHITE, SYMBOLS, colours_of
from comops.reports.answers.verdict_maps import details_of, field_of
from comops.reports.draw.specs import (LETTERS, SIZE, ChartLook, Row as Point, Spec, looks_of,
                                       named, places_axis, points, rows_of, style, values_axis)
from comops.reports.draw.svg import wrap
from comops.reports.page.inline import Charts
from comops.reports.page.rows import brief
from comops.reports.terminal.heading import footer
from comops.reports.words.formats import (calls_text, interval_text, path_text, picked, plural,
                                          size_text)
from comops.reports.words.phrases import Phrase, begun, text_of
from comops.reports.words.sentences import OUTCOMES, PAGE
from comops.results.findings import EQUIVALENT, PairRecord
from comops.results.read import Campaign
from comops.statistics.verdicts import BEST, HEADLINE_PATH, KINDS, OURS, PAPER

ROWS_MOST = 10  # operations and settings
FACE, LEADING = LETTERS, 14  # pixels: letters, and the distance of their lines
ROW, CELL, CELL_WIDE = 19, 27, 46  # pixels: height, least width, and that with a mark
CURVE, HEADER, GAP = 105, 18, 14  # pixels: heights of a curve and its header, and between curves
OPACITIES = (0.12, 0.2, 0.32, 0.45, 0.6)  # of a map's depths, and
MARKS = "●○△□◇▽☆"  # of its colours, as in page.css
OURS_LIGHTER = 0.6  # ink is darker than the colours of paths
LETTER, BOLD = 0.88, 1.04  # the width of letters by svg.py's cautious estimate
FAINT, GRID, CLEAR = "var(--faint)", "var(--grid)", "transparent"
WINDOWS = {"wide": (660, 5), "narrow": (310, 2)}  # of a page: width in pixels, and curves
NO_DATA, OUR_CODE = "no data", "our code"
# Sizes in few letters, of an axis and of a matrix: 32K
SIZE_SHORT = re.sub("' ([KM]?)i?B'", r"'\1'", SIZE)
SHORT = "replace(datum.label, /\\u00a0|i?B$/g, '')"
LETTER_WIDE = 0.55  # the width of a letter by its height
LABEL_MOST = 0.3  # of the width
CHANNELS = ("stroke", "fill", "shape", "strokeDash")


class FigureFrame(NamedTuple):
    """How a figure is laid out: its width and that of its row labels in pixels, how many curves
    stand beside each other, and the colour of each path."""

    width: float
    label: float
    columns: int
    colours: dict[str, int]

    @property
    def inner(self) -> float:
        return self.width - self.label

    def lines(self, text: str, larger: float = 1) -> list[str]:
        return lines_within(text, self.width, larger)


def lines_within(text: str, width: float, larger: float = 1) -> list[str]:
    return wrap(text.replace("`", ""), LETTER * larger * FACE, width)


# ---- the matrices -----------------------------------------------------------------------------


def head_of(size: int) -> str:
    return size_text(size) if size else NO_DATA


def field_values(row: Row, colours: dict[str, int]) -> dict[str, Any]:
    """A field of a matrix: its texts and colours."""
    field = field_of(row.winner, row.factor, details_of(row))
    values = {"size": head_of(row.size), "text": field.text, "details": field.details, "mark": "",
              "ink": INK, "edge": CLEAR, "opacity": OPACITIES[field.depth]}
    if row.winner == EQUIVALENT:
        return values | {"fill": GRID, "opacity": 0.7}
    if row.winner in OUTCOMES:
        return values | {"fill": CLEAR, "edge": GRID, "ink": FAINT}
    if row.winner == OURS:
        return values | {"fill": INK, "opacity": round(OURS_LIGHTER * values["opacity"], 3)}
    colour = colours[row.winner]
    return values | {"fill": f"var(--path-{colour})", "mark": f"{MARKS[colour]} "}


def own(name: str, **more: Any) -> Spec:
    """A field whose values are drawn as they are."""
    return named(name, scale=None) | more


def matrix(data: str, names: Sequence[str], sizes: Sequence[str], frame: FigureFrame) -> Spec:
    """`data`: of its rows, by name; marks of the winners are drawn where there is room."""
    wide = frame.inner >= CELL_WIDE * len(sizes)
    axis = {"title": None, "domain": False, "ticks": False}
    across = axis | {"orient": "top", "labelAngle": 0}
    marked = {"calculate": "datum.mark + datum.text", "as": "text"}
    return {
        "data": {"name": data}, "width": frame.inner, "height": ROW * len(names),
        "transform": [{"filter": {"field": "size", "oneOf": list(sizes)}}, *[marked] * wide],
        "encoding": {
            "x": {"field": "size", "type": "nominal",
                  "axis": across if wide else across | {"labelExpr": SHORT},
                  "scale": {"domain": list(sizes), "padding": 0.04}},
            "y": {"field": "row", "type": "nominal", "scale": {"domain": names, "padding": 0.06},
                  "axis": axis | {"minExtent": frame.label, "maxExtent": frame.label,
                                  "labelLimit": frame.label - 8}},
            "tooltip": own("details")},
        "layer": [
            {"mark": {"type": "rect", "strokeDash": [3, 2]}, "encoding": {
                "fill": own("fill"), "stroke": own("edge"),
                "fillOpacity": own("opacity", type="quantitative")}},
            {"mark": {"type": "text", "baseline": "middle"},
             "encoding": {"text": own("text"), "fill": own("ink")}}],
    }


def titled(text: str, frame: FigureFrame) -> Spec:
    """The title of a part, flush with the row labels."""
    return {"text": frame.lines(text, BOLD), "anchor": "start", "frame": "group", "offset": 5,
            "dx": -frame.label, "fontSize": FACE, "fontWeight": "bold", "color": INK}


def matrices(panels: Sequence[Panel], frame: FigureFrame, datasets: dict[str, Any]
             ) -> Iterator[Spec]:
    """One for each comparison; `=` and `?` are explained in the first."""
    shown = drawn_of(panels)
    sizes = {row.size for name, panels in shown for panel in panels for row in panel.of(name)}
    heads = list(map(head_of, picked(sorted(sizes), int(frame.inner / CELL))))
    name_of = path_text if shown[0][0] == BEST else calls_text
    marks = ", ".join(f"{MARKS[colour]} {name_of(path)}"
                      for path, colour in frame.colours.items())
    key = f": faster by this factor ({marks}; = within {MARGIN_TEXT}, ? not decided)"
    for name, shown_panels in shown:
        datasets[name] = [{"row": panel.titled} | field_values(row, frame.colours)
                          for panel in shown_panels[:ROWS_MOST] for row in panel.of(name)]
        more = len(shown_panels) - ROWS_MOST
        left = f"; {plural(more, 'further row')}" if more > 0 else ""
        names = [panel.titled for panel in shown_panels[:ROWS_MOST]]
        yield {"title": titled(TITLES[name] + key + left, frame)} | matrix(
            name, names, heads, frame)
        key = ""


# ---- the curves -------------------------------------------------------------------------------


def sides_of(panel: Panel, name: str) -> tuple[str, str]:
    """What is compared: OpenMP and MPI."""
    first, second = KINDS[name].sides
    return (first.short, second.short) if name == PAPER else panel.sides


def speed(series: str, row: Row, pair: PairRecord | None) -> Point:
    """A point: how many times as fast as the first side, whose time / its own is `pair`."""
    value, ci95 = (pair.ratio, pair.ci95) if pair else (1, None)
    return {"at": row.size, "series": series, "mode": row.mode,
            "ratio": list(map(brief, (value, *(ci95 or (None, None))))),
            "details": f"{series} at {head_of(row.size)}: {interval_text(value, ci95)}"}


def speeds(panel: Panel, name: str) -> Iterator[Point]:
    """The points of an operation: of both sides and of our code."""
    first, second = sides_of(panel, name)
    rows = {(row.size, row.mode): row for row in panel.of(name) if row.size and row.ours}
    for row in rows.values():
        yield speed(first, row, None)
        yield speed(second, row, row.pair.reversed())
    for row in panel.of(OURS) if name == PAPER else ():
        base = rows.get((row.size, row.mode))
        if base and row.ours:
            pair = panel.campaign.pair(row.ours.key, base.ours.key)
            if pair:
                yield speed(OUR_CODE, row, pair)


def looks(first: str, second: str, frame: FigureFrame) -> list[ChartLook]:
    """How both sides and our code are drawn, as in all charts."""
    other = next(colour for path, colour in frame.colours.items() if path != HEADLINE_PATH)
    ours, theirs = f"var(--path-{frame.colours.get(HEADLINE_PATH, 0)})", f"var(--path-{other})"
    return [ChartLook(first, ours, ours, SYMBOLS[0], DASHES[0]),
            ChartLook(second, theirs, WHITE, SYMBOLS[0], DASHES[0]),
            ChartLook(OUR_CODE, INK, INK, SYMBOLS[1], DASHES[0])]


def curves(panels: Sequence[Panel], frame: FigureFrame, datasets: dict[str, Any]
           ) -> Iterator[Spec]:
    """A curve for each operation that has two sizes or more."""
    name = PAPER if any(panel.of(PAPER) for panel in panels) else BEST
    lines = [(panel, list(speeds(panel, name))) for panel in panels if panel.of(name)]
    lines = [(panel, dots) for panel, dots in lines if len({dot["at"] for dot in dots}) > 1]
    drawn = [{"row": panel.titled} | dot for panel, dots in lines[:ROWS_MOST] for dot in dots]
    if not drawn:
        return
    datasets["curves"] = drawn
    first, second = sides_of(lines[0][0], name)
    longest = max(len(dot["row"]) for dot in drawn) * FACE * LETTER_WIDE
    columns = max(1, min(frame.columns, int(frame.inner / (longest + GAP))))
    width = (frame.inner - GAP * (columns - 1)) / columns
    shown = {dot["series"] for dot in drawn}
    series = looks_of([look for look in looks(first, second, frame) if look.label in shown])
    x = places_axis([dot["at"] for dot in drawn], None, SIZE_SHORT)
    layer = points(x, values_axis(None), series, named("details"))
    header = {"labelFontSize": FACE, "labelColor": INK, "labelPadding": 3, "labelLimit": width}
    yield {
        "title": titled(f"How many times as fast as {first} at each message size, with 95 % "
                        "intervals", frame),
        "data": {"name": "curves"}, "columns": columns, "bounds": "flush",
        "spacing": {"column": GAP, "row": GAP + HEADER}, "transform": rows_of("ratio"),
        "facet": {"field": "row", "type": "nominal", "title": None, "header": header,
                  "sort": list(dict.fromkeys(dot["row"] for dot in drawn))},
        "spec": {"width": width, "height": CURVE, "layer": layer},
    }


# ---- all together -----------------------------------------------------------------------------


def note(lines: Sequence[str], frame: FigureFrame) -> Spec:
    """Lines below the figure."""
    return {"data": {"values": [{}]}, "width": frame.inner, "height": LEADING * len(lines),
            "view": {"stroke": None},
            "mark": {"type": "text", "text": list(lines), "align": "left", "baseline": "top",
                     "lineHeight": LEADING, "color": FAINT},
            "encoding": {"x": {"value": -frame.label}, "y": {"value": 0}}}


def said(panels: Sequence[Panel]) -> list[Sentence]:
    """The sentences of the headline about what the figure shows."""
    if any(panel.of(PAPER) for panel in panels):
        first = paper_sentences(panels, PAGE)
    else:
        wanted, *others = wins(panels, BEST, PAGE)
        first = [[Phrase(f"{TITLES[BEST]}: "), *wanted], *others]
    return list(filter(None, [*first, ours_sentence(panels)]))


def headline_figure(campaign: Campaign, panels: Sequence[Panel], width: float, columns: int,
                    framed: bool = True) -> Spec | None:
    """The figure of the campaign's panels; None if nothing is compared. `framed`: with title and
    footer, for a file."""
    panels = [panel for panel in panels if panel.comparisons]
    if not drawn_of(panels):
        return None
    label = max(len(panel.titled) for panel in panels) * FACE * LETTER_WIDE + 10
    frame = FigureFrame(width, min(label, width * LABEL_MOST), columns,
                        colours_of(path for panel in panels for path in panel.paths))
    datasets: dict[str, Any] = {}
    parts = [*matrices(panels, frame, datasets), *curves(panels, frame, datasets)]
    title, *more = [text_of(begun(clause)) for clause in said(panels)]
    spec: Spec = {
        "description": title, "datasets": datasets, "vconcat": parts, "spacing": GAP,
        "resolve": {"scale": dict.fromkeys(CHANNELS, "independent")}}
    if framed:
        below = [line for text in footer(campaign, panels) for line in frame.lines(text)]
        parts.append(note(below, frame))
        spec["title"] = {"text": frame.lines(title, BOLD), "anchor": "start", "color": INK,
                         "fontSize": FACE, "subtitle": [
                              line for text in more for line in frame.lines(text)],
                         "subtitleFontSize": FACE, "subtitleColor": INK, "offset": 12}
    return spec


def is_drawn(panels: Sequence[Panel]) -> bool:
    """Whether a page has the figure."""
    compared = [panel for panel in panels if panel.comparisons]
    return bool(drawn_of(compared)) and len(compared) <= ROWS_MOST


def headlines_add(charts: Charts, campaigns: Sequence[Campaign]) -> None:
    """The figures of a page, for a wide and for a narrow window, without what the page says anyway;
    their data once. None of more than ROWS_MOST rows, for which the page's tables are better."""
    for at, campaign in enumerate(campaigns):
        panels = panels_of(campaign)
        for name, (width, columns) in WINDOWS.items() if is_drawn(panels) else ():
            figure = headline_figure(campaign, panels, width, columns, framed=False)
            charts.datasets[f"headline-{at}"] = figure.pop("datasets")
            charts.specs[f"headline-{at}-{name}"] = figure | {
                "padding": 0, "config": style(len(CHANNELS))}
