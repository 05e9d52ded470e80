# SPDX-License-Identifier: BSD-3-Clause
"""The rows that the charts of a panel draw. Each has the texts of its tooltip, which the table of
all cells shows, too."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from comops.reports.answers.answer import winner
from comops.reports.answers.measures import MEASURES, RatioLine
from comops.reports.answers.panels import Panel
from comops.reports.answers.series import Series
from comops.reports.draw.specs import GRID, Row, Spec, halves
from comops.reports.words.formats import (about_text, interval_text, list_text, number_text,
                                          path_text, percent_text, places_known, short, size_text)
from comops.reports.words.trust import title_of
from comops.results.cell import CellRecord
from comops.results.findings import MODELS, CrossoverRecord, FitRecord, FittedValue, PairRecord
from comops.results.keys import Interval
from comops.statistics.verdicts import base_of

DIGITS = 4  # of rates, ratios and fits
UNITS = {"time": "µs", "rate": "MB/s", "messages": "million/s", "overlap": "%"}
STEADY = 1.05  # the most that rate times time / bytes may vary where a fit of times is one of rates


def brief(value: float | None) -> float | int | None:
    """A number to DIGITS significant digits."""
    return None if value is None else short(float(f"{value:.{DIGITS - 1}e}"), 9)


def places_text(places: Sequence[int | str | None]) -> str:
    """Indices in rank order; null is unknown."""
    return " ".join("unknown" if place is None else str(place) for place in places)


def exact(value: float, ci95: Interval | None) -> list[float | None]:
    """A value and the ends of its interval, to the digits that the interval justifies."""
    places = places_known(value, ci95)
    return [number if number is None else short(number, places)
            for number in (value, *(ci95 or (None, None)))]


def value_text(value: float, ci95: Interval | None, unit: str) -> str:
    """1.23 µs [1.20, 1.26]"""
    number, *ends = interval_text(value, ci95).partition(" [")
    return f"{number} {unit}{''.join(ends) or ', no interval'}"


def said_of(cell: CellRecord, panel: Panel, fastest: float, counted: str) -> dict[str, str]:
    """The texts of a cell. `fastest`: the shortest time at its size."""
    launches = f" in {len(cell.launches)} launches" if cell.launches else ""
    doubt = ", MORE RANKS THAN CORES" if cell.oversubscribed else ""
    return {"size": size_text(cell.key.bytes)} | {
        name: value_text(*value, UNITS[name]) for name, measure in MEASURES.items()
        if (value := measure.of(cell))} | {
        "× fastest": number_text(cell.time_us / fastest) if fastest else "",
        "placement": f"{panel.caption}{counted and ', '}{counted}{doubt}",
        "PUs": places_text(cell.pus), "NUMA": places_text(cell.numa),
        "from": f"{cell.samples} samples × {cell.repeats or '?'} runs"
                f"{launches}, {cell.key.mode}",
        "stopped": cell.stopped,
        "warnings": list_text([title_of(name) for name in cell.warnings]) or "none"}


def cell_rows(panel: Panel, cells: Iterable[CellRecord], at: int = 0, counted: str = ""
              ) -> list[Row]:
    """Rows of cells, each over its size, or `at` a number of ranks or pairs, also in words."""
    series = {its.implementation: its for its in panel.series}
    fastest: dict[int, float] = {}
    for cell in panel.points:
        fastest[cell.key.bytes] = min(cell.time_us, fastest.get(cell.key.bytes, cell.time_us))
    rows = []
    for cell in sorted(cells, key=lambda cell: series[cell.key.implementation].index):
        its = series[cell.key.implementation]
        rows.append({
            "series": its.label, "index": its.index, "at": at or cell.key.bytes,
            "mode": cell.key.mode, "said": said_of(cell, panel, fastest[cell.key.bytes], counted),
            **{name: exact(*value) for name, measure in MEASURES.items()
               if (value := measure.of(cell))},
            **({"doubtful": True} if cell.oversubscribed else {})})
    return rows


class Ratios:
    """Lines of ratios and how they are named: without the library, unless libraries of one path
    are compared."""

    def __init__(self, lines: Iterable[RatioLine], shown: Iterable[Series]) -> None:
        """`shown`: the series of the chart's legend."""
        keys = [(pair.a, pair.b) for line in lines for pair in line.points]
        self.series = series = {its.implementation: its for its in shown}
        self.ours, self.others = ([series[key.implementation] for key in dict.fromkeys(side)]
                                  for side in zip(*keys, strict=True))
        shared = set(map(self.base, self.ours)) & set(map(self.base, self.others))
        self.name = self.library if shared else self.base

    @staticmethod
    def base(series: Series) -> str:
        return path_text(base_of(series.path), series.protocol)

    @staticmethod
    def library(series: Series) -> str:
        return path_text(series.path)

    def halves(self) -> list[Spec]:
        """The colours and names of both sides."""
        for name_of in (self.name, self.library):
            names = set(map(name_of, self.others))
            if len(names) == 1:
                return halves(self.name(self.ours[0]), *names,
                              (self.ours[0].colour, self.others[0].colour))
        return halves(self.name(self.ours[0]), "the other", (self.ours[0].colour, GRID))

    def compared(self, crossover: CrossoverRecord) -> bool:
        names = [self.name(self.series[line.implementation])
                 for line in (crossover.small, crossover.large)]
        return names[0] != names[1] and self.name(self.ours[0]) in names

    def rows(self, label: str, line: RatioLine, place: str) -> list[Row]:
        return [self.row(label, pair, place) for pair in line.points]

    def row(self, label: str, pair: PairRecord, place: str) -> Row:
        sides = {key.path: self.series[key.implementation].label for key in (pair.a, pair.b)}
        if pair.a.placement == pair.b.placement:
            faster = sides.get(winner(pair), winner(pair))
        else:
            faster = winner(pair, "placement")
        cells = dict.fromkeys(self.series[key.implementation].label for key in (pair.b, pair.a))
        return {
            "series": label, "at": pair.b.bytes, "mode": pair.b.mode,
            "ratio": list(map(brief, (pair.ratio, *(pair.ci95 or (None, None))))),
            "said": {"ratio": interval_text(pair.ratio, pair.ci95), "size": size_text(pair.b.bytes),
                     "cells": " / ".join(cells), "faster": faster, "placement": place}}


def crossing_rows(panel: Panel, labels: Mapping[tuple[str, str], str],
                  ratios: Ratios | None = None) -> Iterator[Row]:
    """The crossovers of two series; open intervals end where the charts do."""
    sizes = [cell.key.bytes for cell in panel.points]
    for crossover in panel.crossovers:
        lines = [labels.get(line.implementation) for line in (crossover.small, crossover.large)]
        if None in lines or not min(sizes) <= crossover.bytes <= max(sizes):
            continue
        low, high = crossover.ci95
        yield {
            "at": brief(crossover.bytes), "low": brief(max(min(sizes), low or min(sizes))),
            "high": brief(min(max(sizes), high or max(sizes))), "sides": lines,
            "compared": bool(ratios and ratios.compared(crossover)),
            "crossover": f"{lines[1]} overtakes {lines[0]} at {about_text(crossover.bytes)} "
                         f"[{about_text(low)}, {about_text(high)}]"}


def pieces_of(fit: FitRecord, sizes: Sequence[int]) -> list[tuple[float, float, float, float]]:
    """First and last size, latency and bandwidth of each straight piece that can be drawn."""
    if fit.segments:
        return [tuple(segment) for segment in fit.segments]
    values = [fit.parameters.get(name) for name in ("latency_us", "bandwidth_MBps")]
    if not fit.possible or None in values:
        return []
    return [(min(sizes), max(sizes), *(value.value for value in values))]


def fit_rows(panel: Panel, labels: Mapping[tuple[str, str], str]) -> Iterator[Row]:
    for fit in panel.fits:
        cells = [cell for cell in panel.points
                 if cell.key.implementation == fit.line.implementation]
        if fit.line.implementation not in labels or not cells:
            continue
        constants = [(cell.rate_MBps or 0) * cell.time_us / cell.key.bytes for cell in cells]
        steady = max(constants) < STEADY * min(constants)
        for at, piece in enumerate(pieces_of(fit, [cell.key.bytes for cell in cells])):
            first, last, latency, bandwidth = map(brief, piece)
            yield {"series": labels[fit.line.implementation], "model": fit.model, "piece": at,
                   "first": first, "last": last, "latency": latency, "bandwidth": bandwidth,
                   "constant": brief(constants[0]) if steady else 0}


def parameter_text(parameter: FittedValue | None, text: Callable[[float], str] = number_text
                   ) -> str:
    if not parameter:
        return ""
    ends = ["open" if end is None else text(end) for end in parameter.ci95]
    known = any(end is not None for end in parameter.ci95)
    return text(parameter.value) + (f" [{', '.join(ends)}]" if known else "")


def fit_texts(fit: FitRecord) -> list[tuple[str, ...]]:
    """Model, sizes, latency, bandwidth, half-performance length and deviation of each piece."""
    title, off = MODELS.get(fit.model, fit.model), percent_text(fit.deviation)
    if fit.segments:
        return [(title, f"{size_text(piece.first)} – {size_text(piece.last)}",
                 "" if piece.latency_us < 0 else number_text(piece.latency_us),
                 number_text(piece.bandwidth_MBps) if piece.bandwidth_MBps else "", "", off)
                for piece in fit.segments]
    parameters = fit.parameters
    if not fit.possible or "bandwidth_MBps" not in parameters:
        return [(title, "all", "not a line", "", "", off)]
    return [(title, "all", parameter_text(parameters.get("latency_us")),
             parameter_text(parameters["bandwidth_MBps"]),
             parameter_text(parameters.get("half_bytes"), about_text), off)]
