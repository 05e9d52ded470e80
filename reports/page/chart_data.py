# SPDX-License-Identifier: BSD-3-Clause
"""The data that the page's scripts draw, compact; page.js unpacks it."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from records.findings import MODELS, Crossover, Fit, Pair
from records.read import Cell
from reports.answers.across import Across, Placed, Scaling
from reports.answers.answer import winner
from reports.answers.measures import RatioLine, kinds_of, rate_of_messages, ratio_lines
from reports.answers.panels import Panel
from reports.answers.series import DASHES, SYMBOLS, Series
from reports.page import charts
from reports.page.report import Report
from reports.words.formats import base_of, list_text, path_text, places_known, short
from reports.words.trust import title_of

RATE_DIGITS = 4
FIT_DIGITS = 4
PERCENT_PLACES = 1

Indices = dict[tuple[str, str], int]  # of series, by path and protocol


def places_text(places: Sequence[int | str | None]) -> str:
    """Indices in rank order; null is unknown."""
    return " ".join("unknown" if one is None else str(one) for one in places)


class Words:
    """Texts that many cells share, each kept once under an index."""

    def __init__(self) -> None:
        self.indices: dict[tuple[Any, ...], int] = {}

    def index(self, words: tuple[Any, ...]) -> int:
        return self.indices.setdefault(words, len(self.indices))

    @property
    def all(self) -> list[tuple[Any, ...]]:
        return list(self.indices)


def cell_values(cell: Cell, words: Words) -> list[Any]:
    """A valid cell: size, time, interval, rate, samples, runs, words; further values by name.

    Numbers are rounded to what the interval justifies.
    """
    places = places_known(cell.time_us, cell.ci95_us)
    ends = [short(end, places) for end in cell.ci95_us] if cell.ci95_us else [None, None]
    rate = cell.rate_MBps and brief(cell.rate_MBps, RATE_DIGITS)
    how = (
        cell.key.mode,
        cell.stopped,
        places_text(cell.pus),
        places_text(cell.numa),
        int(cell.oversubscribed),
        len(cell.launches),
        list_text([title_of(name) for name in cell.warnings]),
    )
    time = short(cell.time_us, places)
    values = [cell.key.bytes, time, *ends, rate, cell.samples, cell.repeats, words.index(how)]
    further = further_values(cell)
    return [*values, further] if further else values


def further_values(cell: Cell) -> dict[str, Any]:
    """Million messages per second, overlap with its interval; only what the cell has."""
    found: dict[str, Any] = {}
    if messages := rate_of_messages(cell):
        found["messages"] = brief(messages[0], RATE_DIGITS)
    if cell.overlap:
        percents = (cell.overlap["percent"], *(cell.overlap["ci95"] or (None, None)))
        found["overlap"] = [one if one is None else round(one, PERCENT_PLACES) for one in percents]
    return found


def cells_by_series(
    cells: Iterable[Cell], indices: Indices, words: Words
) -> dict[int, list[list[Any]]]:
    groups: dict[int, list[list[Any]]] = {}
    for cell in cells:
        index = indices[cell.key.implementation]
        groups.setdefault(index, []).append(cell_values(cell, words))
    return dict(sorted(groups.items()))


def series_values(series: Iterable[Series]) -> list[list[Any]]:
    """Label, colour, fill, symbol, dashes, path, protocol, and path without its library of each
    series, by index."""
    return [
        [one.label, one.colour, one.fill, one.symbol, one.dash, path_text(one.path), one.protocol,
         path_text(base_of(one.path))]
        for one in series
    ]


def brief(value: float | None, digits: int = FIT_DIGITS) -> float | int | None:
    """A number to so many significant digits."""
    return None if value is None else short(float(f"{value:.{digits - 1}e}"), 9)


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
    return {
        "names": line.names,
        "look": [line.fill, line.symbol, line.dash],
        "points": [ratio_values(pair, indices) for pair in line.points],
    }


def fit_values(fit: Fit, index: int) -> list[Any]:
    """Series, model, deviation, parameters with their intervals, segments.

    Without parameters and segments the model does not describe the line.
    """
    shown = fit.parameters if fit.possible else {}
    parameters = [[brief(value) for value in (one.value, *one.ci95)] for one in shown.values()]
    return [
        index,
        fit.model,
        brief(fit.deviation, 2),
        dict(zip(shown, parameters, strict=True)),
        [[one.first, one.last, *map(brief, one[2:])] for one in fit.segments],
    ]


def crossing_values(one: Crossover, indices: Indices) -> list[Any]:
    """The series faster below, the one faster above, the size and its interval."""
    sides = [indices[line.implementation] for line in (one.small, one.large)]
    return [*sides, *(brief(value) for value in (one.bytes, *one.ci95))]


def panel_values(panel: Panel, indices: Indices, words: Words) -> dict[str, Any]:
    found = panel.findings
    return {
        "place": panel.caption,
        "cells": cells_by_series(panel.points, indices, words),
        "ratios": [line_values(line, indices) for line in ratio_lines(panel)],
        "fits": [
            fit_values(fit, indices[fit.line.implementation])
            for fit in found.fits
            if fit.line.implementation in indices
        ],
        "crossings": [
            crossing_values(one, indices)
            for one in found.crossovers
            if {one.a.implementation, one.b.implementation} <= indices.keys()
        ],
    }


def placed_values(placed: Placed, indices: Indices) -> dict[str, Any]:
    """Ratios of cells to the same ones on another placement; `placements` names both."""
    return {
        "place": placed.caption,
        "placements": [placed.first, placed.setting.placement],
        "ratios": [line_values(line, indices) for line in placed.lines],
        "crossings": [],
    }


def scaling_values(scaling: Scaling) -> dict[str, Any]:
    """The panels whose cells of one size are drawn over ranks or pairs."""
    return {
        "place": scaling.caption,
        "over": [[count, words, panel.name] for count, words, panel in scaling.counts],
        "bytes": scaling.bytes,
    }


def overlay_values(overlay: Across) -> dict[str, Any]:
    """The panels of several campaigns that share charts."""
    return {"place": overlay.caption,
            "campaigns": [[panel.setting.campaign, panel.name] for panel in overlay.panels]}


def chart_data(report: Report) -> dict[str, Any]:
    """What charts need: the panels with an article."""
    words, indices = Words(), {one.implementation: one.index for one in report.series}
    shown = [panel for operation in report.shown for panel in operation.panels if panel.points]
    panels = {panel.name: panel_values(panel, indices, words) for panel in shown}
    forms = charts.TOOLTIPS.keys() & {"value", "ratio", *kinds_of(shown)}
    scalings, overlays, placed = (list(chain.from_iterable(some.values())) for some in (
        report.scalings, report.overlays, report.placed))
    return {
        "series": series_values(report.series),
        "words": words.all,
        "models": MODELS,
        "axes": charts.AXES,
        "looks": [[symbol, dash] for symbol, dash in zip(SYMBOLS, DASHES * 2, strict=True)],
        "panels": panels
        | {one.name: scaling_values(one) for one in scalings
           if report.linked.issuperset(panel.name for panel in one.panels)}
        | {one.name: overlay_values(one) for one in overlays}
        | {one.name: placed_values(one, indices) for one in placed},
        "specifications": {form: charts.specification(form) for form in sorted(forms)},
    }
