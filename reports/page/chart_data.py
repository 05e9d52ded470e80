# SPDX-License-Identifier: BSD-3-Clause
"""The data that the page's scripts draw, compact; page.js unpacks it."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import Any

from records.findings import MODELS, Fit, Pair
from records.read import Cell
from reports.answers.answer import winner
from reports.answers.measures import RatioLine, kinds_of, rate_of_messages, ratio_lines
from reports.answers.panels import Panel
from reports.answers.series import DASHES, SYMBOLS
from reports.page import charts
from reports.page.report import Report
from reports.words.formats import base_of, list_text, path_text, places_known, short
from reports.words.trust import title_of

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


def cell_values(cell: Cell, words: Words) -> list[Any]:
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
        percents = (cell.overlap["percent"], *(cell.overlap["ci95"] or (None, None)))
        further["overlap"] = [one if one is None else round(one, PERCENT_PLACES)
                              for one in percents]
    return [cell.key.bytes, short(cell.time_us, places), *ends,
            cell.rate_MBps and brief(cell.rate_MBps), cell.samples, cell.repeats,
            words.setdefault(how, len(words)), *([further] if further else [])]


def ratio_values(pair: Pair, indices: Indices) -> list[Any]:
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


def fit_values(fit: Fit, index: int) -> list[Any]:
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
    forms = charts.TOOLTIPS.keys() & {"value", "ratio", *kinds_of(shown)}
    scalings, overlays, placed = (chain.from_iterable(some.values()) for some in (
        report.scalings, report.overlays, report.placed))
    return {
        "series": [[one.label, one.colour, one.fill, one.symbol, one.dash, path_text(one.path),
                    one.protocol, path_text(base_of(one.path))] for one in report.series],
        "words": list(words),
        "models": MODELS,
        "axes": charts.AXES,
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
        "specifications": {form: charts.specification(form) for form in sorted(forms)},
    }
