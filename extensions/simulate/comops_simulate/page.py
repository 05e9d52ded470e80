# SPDX-License-Identifier: BSD-3-Clause
"""The sections of simulated machines: their answer, and each machine by itself."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from comops.reports.answers.across import at_most_ranks
from comops.reports.answers.panels import selected
from comops.reports.answers.series import DASHES, SYMBOLS
from comops.reports.answers.verdict_maps import maps_of, verdicts_of
from comops.reports.draw.specs import COUNT, ChartLook, Spec, places_axis, small
from comops.reports.page.answer import headlines
from comops.reports.page.inline import static
from comops.reports.page.report import Render, Report
from comops.reports.words.formats import path_text, size_text
from comops.results.cell_parts import PARTS
from comops.statistics.verdicts import KINDS
from comops_simulate.answers import (COMPARED, UNFOLDED_MOST, OverRanks, contrasts_of,
                                     machines_of, shares_of, simulated_of,
                                     sizes_drawn)
from comops_simulate.bands import bands_of
from comops_simulate.terminal import sentences

TITLES = {name: KINDS[name].title for name in COMPARED}
TEMPLATES = Path(__file__).with_name("templates")


class MachineLines:
    """The lines of a page: colours by path, dashes by machine."""

    def __init__(self, report: Report) -> None:
        self.colours = report.colours
        self.dashes = {}
        self.bands = {(path, platform.name): band for campaign in report.campaigns
                      for platform in campaign.record.platforms
                      for path, band in bands_of(platform).items()}
        for at, machine in enumerate(machines_of(report.simulated)):
            self.dashes[machine] = DASHES[at % len(DASHES)]

    def look(self, path: str, machine: str) -> ChartLook:
        colour = self.colours[path]
        return ChartLook(f"{path_text(path)}, {machine}", colour, colour, SYMBOLS[0],
                         self.dashes[machine])

    def of_paths(self) -> list[ChartLook]:
        """A line for each path of each machine."""
        return [self.look(path, dash) for path in self.colours for dash in self.dashes]

    def time_chart(self, times: OverRanks) -> Spec:
        lines = [(self.look(*side), [(cell.key.ranks, cell.time_us) for cell in cells])
                 for side, cells in times.sides.items()]
        ranks = [at for _, points in lines for at, _ in points]
        size = f", {size_text(times.size)}" if times.size else ""
        chart = small(f"{times.title}{size}: simulated time over ranks, with bands", lines,
                      places_axis(ranks, "ranks", COUNT), "µs")
        areas = [area(chart["layer"][0]["encoding"], look.colour,
                      [(at, us * band.low, us * band.high) for at, us in points])
                 for (look, points), side in zip(lines, times.sides, strict=True)
                 if (band := self.bands.get(side))]
        return chart | {"layer": [*areas, *chart["layer"]]}


def area(encoding: Spec, colour: str, points: list[tuple[int, float, float]]) -> Spec:
    """The band of a line that is drawn with this encoding."""
    return {"mark": {"type": "area", "opacity": 0.15, "fill": colour},
            "data": {"values": [{"at": at, "low": low, "high": high} for at, low, high in points]},
            "encoding": {"x": encoding["x"], "y": encoding["y"] | {"field": "low"},
                         "y2": {"field": "high"}}}


def simulated_answer(report: Report, render: Render) -> str | None:
    """The verdicts, and each path on one machine beside another."""
    if not report.simulated:
        return None
    most, verdicts = at_most_ranks(report.simulated), verdicts_of(report.simulated)
    return render(
        static("simulated_answer.html.j2", TEMPLATES),
        alone=not report.measured,
        direct=report.direct,
        headlines=headlines(report, simulated=True),
        bands=[text for campaign in report.campaigns if campaign.simulated
               for text in sentences(campaign)],
        verdicts=[(verdict, shares_of(report.simulated, verdict.name)) for verdict in verdicts],
        contrasts=contrasts_of(report.simulated),
        maps=[(title, maps_of(most, name)) for name, title in TITLES.items()],
        lines=MachineLines(report),
        linked=report.linked,
        most=UNFOLDED_MOST,
        paths=report.paths)


def parts_of(report: Report) -> Iterator[dict[str, Any]]:
    """A machine of one file: how it is `described` in the campaign record's platforms, maps of all
    its ranks, panels of the most."""
    for campaign, label in report.labelled:
        described = {platform.name: platform for platform in campaign.record.platforms}
        here = selected(report.simulated, lambda panel: panel.setting.campaign == label)
        for name in machines_of(here):
            own = selected(here, lambda panel: panel.setting.placement == name)
            names = {panel.name for operation in own for panel in operation.panels}
            yield {
                "name": name, "file": label, "described": described.get(name),
                "maps": [(title, maps_of(own, verdict)) for verdict, title in TITLES.items()],
                "operations": selected(report.shown, lambda panel: panel.name in names)}


def simulated(report: Report, render: Render) -> str | None:
    """Times over ranks, where they went, and each machine by itself."""
    operations = list(simulated_of(report.simulated))
    if not operations:
        return None
    every = [panel for operation in report.simulated for panel in operation.panels]
    return render(
        static("simulated.html.j2", TEMPLATES),
        machines=list(parts_of(report)),
        several=len(report.campaigns) > 1,
        operations=operations,
        folded=len(machines_of(report.simulated)) > UNFOLDED_MOST,
        drawn=any(chart for operation in operations for chart in operation["charts"].values()),
        lines=MachineLines(report),
        titles=TITLES,
        some_sizes=len(sizes_drawn(every)) < len({size for panel in every for size in panel.sizes}),
        parts={name: words for name, (_, words) in PARTS.items()},
        linked=report.linked,
        distributions={})
