# SPDX-License-Identifier: BSD-3-Clause
"""Simulated machines: times over ranks, where they went, and each machine by itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from reports.answers.machines import machines_of
from reports.answers.maps import Map, maps_of
from reports.answers.panels import Operation, selected
from reports.answers.simulated import COMPARED, UNFOLDED_MOST, label_of, simulated_of, sizes_drawn
from analysis.verdicts import KINDS
from reports.page.machine_lines import MachineLines
from reports.page.report import Report
from records.lines import Record
from records.where import PARTS


@dataclass(frozen=True, slots=True)
class Part:
    """A machine of one file: how it is described, maps of all its ranks, panels of the most."""

    name: str
    file: str
    described: Record | None  # of the campaign record's platforms
    engine: str
    maps: list[tuple[str, list[Map]]]
    operations: list[Operation]


def parts_of(report: Report) -> Iterator[Part]:
    for campaign, label in report.labelled:
        described = {one["name"]: one for one in campaign.facts.get("platforms", ())}
        here = selected(report.simulated, lambda panel: panel.setting.campaign == label)
        for name in machines_of(here):
            own = selected(here, lambda panel: panel.setting.placement == name)
            names = {panel.name for one in own for panel in one.panels}
            maps = [(KINDS[verdict].title, maps_of(own, verdict)) for verdict in COMPARED]
            yield Part(name, label, described.get(name), campaign.facts.get("engine", ""), maps,
                       selected(report.shown, lambda panel: panel.name in names))


def build(report: Report) -> dict[str, Any] | None:
    """The variables of the template; None if nothing was simulated."""
    operations = simulated_of(report.simulated)
    if not operations:
        return None
    every = [panel for one in report.simulated for panel in one.panels]
    return {
        "machines": list(parts_of(report)),
        "several": len(report.campaigns) > 1,
        "operations": operations,
        "folded": len(machines_of(report.simulated)) > UNFOLDED_MOST,
        "drawn": any(some for one in operations for some in one.charts.values()),
        "lines": MachineLines(machines_of(report.simulated),
                              {one.path: one.colour for one in report.series}),
        "titles": {name: KINDS[name].title for name in COMPARED},
        "some_sizes": len(sizes_drawn(every)) < len({size for one in every for size in one.sizes}),
        "parts": {name: words for name, (_, words) in PARTS.items()},
        "label": label_of,
        "linked": {panel.name for one in report.shown for panel in one.panels},
        "distributions": {panel.name: [] for one in report.shown for panel in one.panels},
    }
