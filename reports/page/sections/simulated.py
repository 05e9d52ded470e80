# SPDX-License-Identifier: BSD-3-Clause
"""Simulated machines: what was simulated, machines side by side, where the time went."""

from typing import Any

from markupsafe import Markup

from analysis.series import DASHES
from analysis.simulated import OverRanks, label_of, simulated_of
from draw.over_ranks import Line, over_ranks
from page.report import Report
from read.machines import machines_of
from read.where import PARTS
from words.formats import path_text, size_text


def lines_of(chart: OverRanks, colours: dict[str, str]) -> list[Line]:
    """A path's lines have its colour, a machine's its dashes."""
    machines = list(dict.fromkeys(side.machine for side in chart.sides))
    dashes = {machine: " ".join(map(str, DASHES[at])) if at else "none"
              for at, machine in enumerate(machines)}
    return [Line(f"{path_text(side.path)} {side.protocols}, {side.machine}", colours[side.path],
                 dashes[side.machine], side.points) for side in chart.sides]


def drawing_of(chart: OverRanks, lines: list[Line]) -> Markup:
    size = f", {size_text(chart.size)}" if chart.size else ""
    return over_ranks(f"{chart.title}{size}: time over ranks, µs", lines)


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
        "lines": lambda chart: lines_of(chart, colours),
        "draw": drawing_of,
        "parts": {name: words for name, (_, words) in PARTS.items()},
        "label": label_of,
    }
