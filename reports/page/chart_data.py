# SPDX-License-Identifier: BSD-3-Clause
"""The data that the page's scripts draw, compact; page.js unpacks it."""

from collections.abc import Iterable, Sequence
from typing import Any

from analysis.answer import OUTCOMES, Row, winner
from analysis.overlays import Overlay
from analysis.panels import Operation, Panel
from analysis.ratios import RatioLine, ratio_lines
from analysis.scaling import Scaling
from analysis.series import DASHES, SYMBOLS, Series
from page import charts
from read.findings import MODELS, Crossover, Fit
from read.pairs import Pair
from read.results import Cell
from words.formats import base_of, list_text, path_text, places_known, short
from words.warnings import title_of

RATE_DIGITS = 4
FIT_DIGITS = 4

Indices = dict[tuple[str, str], int]  # of series, by path and protocol


def processors_text(cell: Cell) -> str:
    """The hardware thread of each rank, in rank order."""
    return " ".join(map(str, cell.pus)) or "not recorded"


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
    """A valid cell: size, time, interval, rate, samples, runs, words.

    Numbers are rounded to what the interval justifies.
    """
    places = places_known(cell.time_us, cell.ci95_us)
    ends = [short(end, places) for end in cell.ci95_us] if cell.ci95_us else [None, None]
    rate = cell.rate_MBps and short(float(f"{cell.rate_MBps:.{RATE_DIGITS - 1}e}"), 9)
    how = (
        cell.key.mode,
        cell.stopped,
        processors_text(cell),
        " ".join(map(str, cell.numa)),
        int(cell.oversubscribed),
        len(cell.launches),
        list_text([title_of(name) for name in cell.warnings]),
    )
    time = short(cell.time_us, places)
    return [cell.key.bytes, time, *ends, rate, cell.samples, cell.repeats, words.index(how)]


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


def ratio_values(row: Row, pair: Pair, indices: Indices) -> list[Any]:
    """Size, ratio, its interval, the two series, mode, the index of the faster or an outcome."""
    sides = {key.path: indices[key.implementation] for key in (pair.a, pair.b)}
    faster = winner(pair)
    numbers = (pair.ratio, *(pair.ci95 or (None, None)))
    outcome = OUTCOMES.get(faster) or sides[faster]
    return [row.size, *map(brief, numbers), *sides.values(), row.mode, outcome]


def line_values(line: RatioLine, indices: Indices) -> dict[str, Any]:
    return {
        "names": line.names,
        "look": [line.fill, line.symbol, line.dash],
        "points": [ratio_values(row, pair, indices) for row, pair in line.points],
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


def scaling_values(scaling: Scaling) -> dict[str, Any]:
    """The panels whose cells of one size are drawn over ranks."""
    return {
        "place": scaling.caption,
        "over": [[panel.setting.ranks, panel.name] for panel in scaling.panels],
        "bytes": scaling.bytes,
    }


def overlay_values(overlay: Overlay) -> dict[str, Any]:
    """The panels of several campaigns that share charts."""
    return {"place": overlay.caption,
            "campaigns": [[panel.setting.campaign, panel.name] for panel in overlay.panels]}


def chart_data(
    operations: Iterable[Operation],
    scalings: Iterable[Scaling],
    overlays: Iterable[Overlay],
    series: Sequence[Series],
) -> dict[str, Any]:
    words, indices = Words(), {one.implementation: one.index for one in series}
    panels = {
        panel.name: panel_values(panel, indices, words)
        for operation in operations
        for panel in operation.panels
        if panel.points
    }
    return {
        "series": series_values(series),
        "words": words.all,
        "models": MODELS,
        "axes": charts.AXES,
        "looks": [[symbol, dash] for symbol, dash in zip(SYMBOLS, DASHES * 2, strict=True)],
        "panels": panels
        | {one.name: scaling_values(one) for one in scalings}
        | {one.name: overlay_values(one) for one in overlays},
        "specifications": {kind: charts.specification(kind) for kind in charts.TOOLTIPS},
    }
