# SPDX-License-Identifier: BSD-3-Clause
"""The answer of simulated machines: the verdicts, and each path on one machine beside another."""

from typing import Any

from reports.answers.machines import at_most_ranks, contrasts_of, machines_of, shares_of
from reports.answers.maps import maps_of
from reports.answers.simulated import COMPARED, UNFOLDED_MOST, ratios_of
from reports.answers.verdicts import verdicts_of
from analysis.verdicts import KINDS
from reports.page.machine_lines import MachineLines
from reports.page.report import Report


def build(report: Report) -> dict[str, Any] | None:
    """The variables of the template; None if nothing was simulated."""
    if not report.simulated:
        return None
    most = at_most_ranks(report.simulated)
    titles = {name: KINDS[name].title for name in COMPARED}
    colours = {one.path: one.colour for one in report.series}
    return {
        "alone": not report.measured,
        "direct": report.direct,
        "verdicts": [
            (one, shares_of(report.simulated, one.name))
            for one in verdicts_of(report.simulated)
        ],
        "contrasts": contrasts_of(report.simulated),
        "maps": [(title, maps_of(most, name)) for name, title in titles.items()],
        "ratios": [(title, some) for name, title in titles.items()
                   if (some := ratios_of(most, name))],
        "lines": MachineLines(machines_of(report.simulated), colours),
        "linked": {panel.name for one in report.shown for panel in one.panels},
        "most": UNFOLDED_MOST,
        "paths": report.paths,
    }
