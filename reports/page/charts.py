# SPDX-License-Identifier: BSD-3-Clause
"""The charts of a page: their specifications, and the rows that they share."""

from collections.abc import Iterable, Sequence
from itertools import chain

from comops.reports.answers.across import MEASURED, Across, PlacedPanel
from comops.reports.answers.measures import MEASURES, RatioLine, kinds_of, ratio_lines
from comops.reports.answers.panels import Panel
from comops.reports.answers.series import DASHES, INK, PAPER, SYMBOLS, Series
from comops.reports.draw.specs import (COUNT, COUNTS, GRID, RATIO_HEIGHT, TITLES, ChartLook, Row,
                                       Spec, chart, crossovers, fits, halves, looks_of,
                                       measure_axis, named, places_axis, points, rows_of,
                                       values_axis)
from comops.reports.page.inline import Charts
from comops.reports.page.report import Report
from comops.reports.page.rows import UNITS, Ratios, cell_rows, crossing_rows, fit_rows
from comops.reports.words.formats import path_text

# The texts of a row in the tooltip of a point.
TOOLTIP = ("size", *UNITS, "placement", "PUs", "from", "warnings")
RATIO_TOOLTIP = ("ratio", "size", "cells", "faster", "placement")
SHOWN = "indexof(shown, datum.series) >= 0"
BOTH = "indexof(shown, datum.sides[0]) >= 0 && indexof(shown, datum.sides[1]) >= 0"


def sizes_of(panels: Iterable[Panel]) -> set[int]:
    return {cell.key.bytes for panel in panels for cell in panel.points}


def tooltip_of(names: Iterable[str]) -> list[Spec]:
    return [named("series"), *(named(f"said.{name}", title=name) for name in names)]


def look_of(series: Series) -> ChartLook:
    return ChartLook(series.label, series.colour, series.fill, series.symbol, series.dash)


def numbered_look(label: str, at: int, colour: str = INK) -> ChartLook:
    """How the campaigns and the ratios of a chart are drawn, the first one filled."""
    return ChartLook(label, colour, PAPER if at else colour, SYMBOLS[at % len(SYMBOLS)],
                     DASHES[at % len(DASHES)])


def value_chart(title: str, measure: str, looks: Sequence[ChartLook], x: Spec,
                below: Sequence[Spec] = ()) -> Spec:
    """A measure of the series that the reader selects, all of these at first."""
    names = [name for name in TOOLTIP if name not in UNITS or name in (measure, "time", "rate")]
    layers = points(x, measure_axis(measure), looks_of(looks), tooltip_of(names))
    return chart(title, [*below, *layers], data={"name": "points"},
                 transform=[{"filter": SHOWN}, *rows_of(measure)],
                 params=[{"name": "shown", "value": [look.label for look in looks]},
                         {"name": "model", "value": ""}])


def panel_chart(panel: Panel, kind: str, looks: Sequence[ChartLook]) -> Spec:
    x = places_axis(sizes_of([panel]))
    drawn = [fits(x, measure_axis(kind), kind)] if kind in ("time", "rate") else []
    return value_chart(f"{MEASURES[kind].title} of {panel.title}, {panel.label}", kind, looks, x,
                       [*crossovers(x, BOTH), *drawn])


def ratio_chart(title: str, looks: Sequence[ChartLook], x: Spec, below: Sequence[Spec],
                data: str = "ratios") -> Spec:
    layers = points(x, values_axis(TITLES["ratio"]), looks_of(looks), tooltip_of(RATIO_TOOLTIP))
    return chart(title, [*below, *layers], RATIO_HEIGHT, data={"name": data},
                 transform=rows_of("ratio"))


class PanelCharts(Charts):
    """The charts of panels with an article, of scalings over panels, and of several campaigns or
    placements together; their ids begin with the names of these."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        for panel in (panel for operation in report.shown for panel in operation.panels):
            if panel.points:
                self.panel_add(panel)
        for scaling in chain.from_iterable(report.scalings.values()):
            if report.linked.issuperset(panel.name for panel in scaling.panels):
                self.scaling_add(scaling)
        for overlay in chain.from_iterable(report.overlays.values()):
            self.overlay_add(overlay)
        for placed in chain.from_iterable(report.placed.values()):
            if placed.lines:
                self.placed_add(placed)

    def panel_add(self, panel: Panel) -> None:
        lines = ratio_lines(panel)
        ratios = Ratios(lines, panel.series) if lines else None
        labels = {its.implementation: its.label for its in panel.series}
        self.datasets[panel.name] = {
            "points": cell_rows(panel, panel.points),
            "crossings": list(crossing_rows(panel, labels, ratios)),
            "fits": list(fit_rows(panel, labels)),
            "ratios": [row for line in lines
                       for row in ratios.rows(line.name, line, panel.caption)]}
        looks, x = list(map(look_of, panel.series)), places_axis(sizes_of([panel]))
        for kind in kinds_of([panel]):
            self.specs[f"{panel.name}-{kind}"] = panel_chart(panel, kind, looks)
        if ratios:
            self.specs[f"{panel.name}-ratio"] = ratio_chart(
                f"Ratio of {panel.title}, {panel.label}", list(map(ratio_look, lines)), x,
                [*ratios.halves(), *crossovers(x, "datum.compared")])

    def scaling_add(self, scaling: Across) -> None:
        self.datasets[scaling.name] = {"points": scaling_rows(scaling)}
        self.specs[f"{scaling.name}-{scaling.over}"] = scaling_chart(
            scaling, list(map(look_of, scaling.series)))

    def overlay_add(self, overlay: Across) -> None:
        """The fastest cells of each path of several campaigns, a line for each path of each; their
        ratios, a chart for each verdict."""
        title = f"{overlay.title}, {overlay.label}"
        rows, looks, x = [], {}, places_axis(sizes_of(overlay.panels))
        for at, panel in enumerate(overlay.panels):
            best = {(cell.key.path, cell.key.bytes): cell for cell in sorted(
                panel.points, key=lambda cell: -cell.time_us)}
            for its in panel.series:
                cells = [cell for cell in best.values()
                         if cell.key.implementation == its.implementation]
                label = f"{path_text(its.path)}, {panel.setting.campaign}"
                if cells:
                    looks[label] = numbered_look(label, at, its.colour)
                rows += [row | {"series": label} for row in cell_rows(panel, cells)]
        datasets = self.datasets[overlay.name] = {"points": rows}
        for kind in kinds_of(overlay.panels):
            self.specs[f"{overlay.name}-{kind}"] = value_chart(
                f"{MEASURES[kind].title} of {title}", kind, list(looks.values()), x)
        every = [(at, panel, line) for at, panel in enumerate(overlay.panels)
                 for line in ratio_lines(panel)]
        if not every:
            return
        ratios = Ratios([line for _, _, line in every], overlay.series)
        for number, verdict in enumerate(overlay.compared, 1):
            shown = [(at, panel, line) for at, panel, line in every if verdict in line.names]
            datasets[f"ratios-{number}"] = [row for _, panel, line in shown for row in ratios.rows(
                panel.setting.campaign, line, panel.caption)]
            self.specs[f"{overlay.name}-ratio-{number}"] = ratio_chart(
                f"Ratio of {title}, {verdict}",
                [numbered_look(panel.setting.campaign, at) for at, panel, _ in shown], x,
                ratios.halves(), f"ratios-{number}")

    def placed_add(self, placed: PlacedPanel) -> None:
        ratios = Ratios(placed.lines, placed.panel.series)
        self.datasets[placed.name] = {"ratios": [
            row for line in placed.lines for row in ratios.rows(line.name, line, placed.caption)]}
        self.specs[f"{placed.name}-ratio"] = ratio_chart(
            f"Ratio of {placed.title}, {placed.caption}", list(map(ratio_look, placed.lines)),
            places_axis(sizes_of([placed.panel])),
            halves(placed.first, placed.setting.placement, (GRID, GRID)))


def ratio_look(line: RatioLine) -> ChartLook:
    return numbered_look(line.name, line.look)


def scaling_rows(scaling: Across) -> list[Row]:
    """The cells of one size over ranks or pairs."""
    return [row for count, counted, panel in scaling.counts for row in cell_rows(
        panel, [cell for cell in panel.points if cell.key.bytes == scaling.bytes], count, counted)]


def scaling_chart(scaling: Across, looks: Sequence[ChartLook]) -> Spec:
    counts = [count for count, _, _ in scaling.counts]
    title = f"{scaling.title} over {scaling.over}, {scaling.label}"
    return value_chart(title, MEASURED[scaling.over], looks,
                       places_axis(counts, scaling.over, COUNT, COUNTS))
