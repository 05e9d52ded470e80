# SPDX-License-Identifier: BSD-3-Clause
"""The Vega-Lite specifications of the charts, with variables for data, axes and series, made of the
parts in static/charts.json; and the data that the page's scripts draw, compact, which page.js
unpacks.

The variables, strings like "$points", are replaced by chart.js in the page and by publication.py
in figures. Colours are names from colours.css, where light, dark and print differ. A line is
interrupted where the sampling mode changes, for the two are different measurements; below the
points, larger invisible ones are for the tooltip.
"""

import functools
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

import vl_convert

from comops.common.files import user_folder, write
from comops.reports.answers.answer import winner
from comops.reports.answers.measures import RatioLine, kinds_of, rate_of_messages, ratio_lines
from comops.reports.answers.panels import Panel
from comops.reports.answers.series import DASHES, INK, SYMBOLS
from comops.reports.draw.svg import FACTORS, LEAST, STATIC, STEPS
from comops.reports.page.report import Report
from comops.reports.words.formats import list_text, path_text, places_known, short
from comops.reports.words.trust import title_of
from comops.results.cell import CellRecord
from comops.results.findings import MODELS, FitRecord, PairRecord
from comops.statistics.verdicts import base_of

VEGA_LITE = "6.4"
HEIGHT, RATIO_HEIGHT = 260, 320  # pixels
LETTERS = 8 * 96 / 72  # of figures: 8 pt in pixels
PADDINGS = {"labelPadding": 3, "titlePadding": 5}

PARTS = json.loads((STATIC / "charts.json").read_text(encoding="utf-8"))
# The fields of a point's tooltip, by the form of the chart; time, rate and what is over ranks have
# the form `value`.
TOOLTIPS: dict[str, list[str]] = PARTS["tooltips"]
CONFIG: dict[str, Any] = PARTS["config"]  # the page adds its font
# What axes.js and publication.py decide by. Margins are factors beyond the outermost values, except
# that of ranks, which is a share of their range; an interval's end is shown up to `farthest` times
# beyond all values; `steps` are those between labels of sizes, `least` the number of ticks.
AXES: dict[str, Any] = PARTS["axes"] | {"factors": FACTORS, "evenSteps": STEPS, "least": LEAST}


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


def filled(value: Any, variables: Mapping[str, Any]) -> Any:
    """A specification with values in place of its variables."""
    if isinstance(value, dict):
        return {name: filled(one, variables) for name, one in value.items()}
    if isinstance(value, list):
        return [filled(one, variables) for one in value]
    return variables.get(value, value) if isinstance(value, str) else value


def layers(names: Sequence[str], **own: Any) -> list[dict[str, Any]]:
    """Layers with their variables; `own` encodings besides those of all charts."""
    encodings = PARTS["encodings"] | {f"${name}": value for name, value in own.items()}
    some = [layer for name in names for layer in PARTS["layers"][name]]
    return filled(filled(some, encodings), encodings)  # axes are variables of encodings


def specification(form: str) -> dict[str, Any]:
    """A chart with its variables."""
    ratio = form == "ratio"
    names = ("halves", "crossovers", "points") if ratio else ("crossovers", "fits", "points")
    tooltip = [{"field": name, "type": "nominal", "title": name} for name in TOOLTIPS[form]]
    return {
        "data": {"values": "$points"},
        "width": "container",
        "height": RATIO_HEIGHT if ratio else HEIGHT,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "layer": layers(names, tooltip=tooltip),
        "config": CONFIG,
    }


def style(columns: int) -> dict[str, Any]:
    """Letters of 8 pt everywhere; lines thin enough for the width of a column."""
    sizes = {"labelFontSize": LETTERS, "titleFontSize": LETTERS}
    legend = {"orient": "top", "direction": "horizontal", "columns": columns, "offset": 4}
    return CONFIG | {
        "axis": CONFIG["axis"] | sizes | {"labelColor": INK, "titleColor": INK} | PADDINGS,
        "legend": legend | sizes | {"labelColor": INK, "symbolSize": 36, "labelLimit": 0},
        "text": {"fontSize": LETTERS},
    }


# ---- the data ---------------------------------------------------------------------------------


DIGITS = 4  # of rates, ratios and fits
PERCENT_PLACES = 1

Indices = dict[tuple[str, str], int]  # of series, by path and protocol
Words = dict[tuple[Any, ...], int]  # texts that many cells share, each kept once under an index


def places_text(places: Sequence[int | str | None]) -> str:
    """Indices in rank order; null is unknown."""
    return " ".join("unknown" if one is None else str(one) for one in places)


def brief(value: float | None, digits: int = DIGITS) -> float | int | None:
    """A number to so many significant digits."""
    return None if value is None else short(float(f"{value:.{digits - 1}e}"), 9)


def cell_values(cell: CellRecord, words: Words) -> list[Any]:
    """A valid cell: size, time, interval, rate, samples, runs, words; further values by name, of
    those that it has: million messages per second, overlap with its interval.

    Numbers are rounded to what the interval justifies.
    """
    places = places_known(cell.time_us, cell.ci95_us)
    ends = [short(end, places) for end in cell.ci95_us] if cell.ci95_us else [None, None]
    how = (cell.key.mode, cell.stopped, places_text(cell.pus), places_text(cell.numa),
           int(cell.oversubscribed), len(cell.launches),
           list_text([title_of(name) for name in cell.warnings]))
    further: dict[str, Any] = {}
    if messages := rate_of_messages(cell):
        further["messages"] = brief(messages[0])
    if cell.overlap:
        percents = (cell.overlap.percent, *(cell.overlap.ci95 or (None, None)))
        further["overlap"] = [one if one is None else round(one, PERCENT_PLACES)
                              for one in percents]
    return [cell.key.bytes, short(cell.time_us, places), *ends,
            cell.rate_MBps and brief(cell.rate_MBps), cell.samples, cell.repeats,
            words.setdefault(how, len(words)), *([further] if further else [])]


def ratio_values(pair: PairRecord, indices: Indices) -> list[Any]:
    """Size, ratio, its interval, the two series, mode; which of these is faster, or, of two
    placements, which of those; or an outcome."""
    sides = {key.path: indices[key.implementation] for key in (pair.a, pair.b)}
    if pair.a.placement == pair.b.placement:
        faster = sides.get(winner(pair), winner(pair))
    else:
        faster = winner(pair, "placement")
    numbers = (pair.ratio, *(pair.ci95 or (None, None)))
    series = (indices[key.implementation] for key in (pair.a, pair.b))
    return [pair.b.bytes, *map(brief, numbers), *series, pair.b.mode, faster]


def line_values(line: RatioLine, indices: Indices) -> dict[str, Any]:
    return {"names": line.names, "look": [line.fill, line.symbol, line.dash],
            "points": [ratio_values(pair, indices) for pair in line.points]}


def fit_values(fit: FitRecord, index: int) -> list[Any]:
    """Series, model, deviation, parameters with their intervals, segments.

    Without parameters and segments the model does not describe the line.
    """
    shown = fit.parameters if fit.possible else {}
    parameters = {name: [brief(value) for value in (one.value, *one.ci95)]
                  for name, one in shown.items()}
    segments = [[one.first, one.last, *map(brief, one[2:])] for one in fit.segments]
    return [index, fit.model, brief(fit.deviation, 2), parameters, segments]


def panel_values(panel: Panel, indices: Indices, words: Words) -> dict[str, Any]:
    """Cells by series; lines of ratios; fits; crossovers: the series faster below, the one faster
    above, the size and its interval."""
    cells: dict[int, list[list[Any]]] = defaultdict(list)
    for cell in panel.points:
        cells[indices[cell.key.implementation]].append(cell_values(cell, words))
    return {
        "place": panel.caption,
        "cells": dict(sorted(cells.items())),
        "ratios": [line_values(line, indices) for line in ratio_lines(panel)],
        "fits": [fit_values(fit, indices[fit.line.implementation]) for fit in panel.fits
                 if fit.line.implementation in indices],
        "crossings": [[*(indices[line.implementation] for line in (one.small, one.large)),
                       *map(brief, (one.bytes, *one.ci95))] for one in panel.crossovers
                      if {one.a.implementation, one.b.implementation} <= indices.keys()],
    }


def chart_data(report: Report) -> dict[str, Any]:
    """What charts need: the panels with an article; of each scaling the panels whose cells of one
    size are drawn over ranks or pairs; of each overlay the panels that share charts; the ratios of
    cells to the same ones on another placement, and `placements`, which names both.

    Of a series: label, colour, fill, symbol, dashes, path, protocol, and path without its library.
    """
    words: Words = {}
    indices = {one.implementation: one.index for one in report.series}
    shown = [panel for operation in report.shown for panel in operation.panels if panel.points]
    panels = {panel.name: panel_values(panel, indices, words) for panel in shown}
    forms = TOOLTIPS.keys() & {"value", "ratio", *kinds_of(shown)}
    scalings, overlays, placed = (chain.from_iterable(some.values()) for some in (
        report.scalings, report.overlays, report.placed))
    return {
        "series": [[one.label, one.colour, one.fill, one.symbol, one.dash, path_text(one.path),
                    one.protocol, path_text(base_of(one.path), one.protocol)]
                   for one in report.series],
        "words": list(words),
        "models": MODELS,
        "axes": AXES,
        "looks": [[symbol, dash] for symbol, dash in zip(SYMBOLS, DASHES * 2, strict=True)],
        "panels": panels
        | {one.name: {"place": one.caption, "bytes": one.bytes, "over": [
            [count, counted, panel.name] for count, counted, panel in one.counts]}
           for one in scalings if report.linked.issuperset(panel.name for panel in one.panels)}
        | {one.name: {"place": one.caption, "campaigns": [
            [panel.setting.campaign, panel.name] for panel in one.panels]} for one in overlays}
        | {one.name: {"place": one.caption, "placements": [one.first, one.setting.placement],
                      "ratios": [line_values(line, indices) for line in one.lines],
                      "crossings": []} for one in placed},
        "specifications": {form: specification(form) for form in sorted(forms)},
    }
