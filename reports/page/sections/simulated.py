# SPDX-License-Identifier: BSD-3-Clause
"""Simulated machines: what was simulated, machines side by side, where the time went."""

from typing import Any

from analysis.simulated import label_of, simulated_of
from draw.over_ranks import dashes_of, over_ranks
from page.report import Report
from read.machines import machines_of
from read.where import PARTS


def build(report: Report) -> dict[str, Any] | None:
    """The variables of the template; None if nothing was simulated."""
    operations = simulated_of(report.operations)
    if not operations:
        return None
    colours = {one.path: one.colour for one in report.series}
    return {
        "machines": [(machine, label) for campaign, label in report.labelled
                     for machine in machines_of(campaign.facts)],
        "several": len(report.campaigns) > 1,
        "operations": operations,
        "draw": lambda chart: over_ranks(chart, colours),
        "dashes": dashes_of,
        "parts": {name: words for name, (_, words) in PARTS.items()},
        "label": label_of,
    }
