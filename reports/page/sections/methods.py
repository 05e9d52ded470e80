# SPDX-License-Identifier: BSD-3-Clause
"""Methods and data: what a reviewer asks for."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from analysis.panels import Operation, Panel
from page.report import Report
from words.warnings import warning_counts, warning_of


class Warned(NamedTuple):
    """A warning, how many cells carry it, and in which panels, each with its number of cells."""

    warning: dict[str, str]
    count: int
    panels: list[tuple[Panel, int]]


def warned(operations: Sequence[Operation]) -> list[Warned]:
    panels = [panel for operation in operations for panel in operation.panels]
    each = [(panel, warning_counts(panel.warned)) for panel in panels]
    return [
        Warned(
            warning_of(name),
            count,
            [(panel, counts[name]) for panel, counts in each if name in counts],
        )
        for name, count in warning_counts(c for panel in panels for c in panel.warned).items()
    ]


def build(report: Report) -> dict[str, Any]:
    return {
        "campaigns": report.labelled,
        "invalid": [
            (cell, label)
            for campaign, label in report.labelled
            for cell in sorted(campaign.cells.values(), key=lambda one: one.key)
            if not cell.valid
        ],
        "warned": warned(report.operations),
        "launches": any(cell.launches for cell in report.cells),
        "fits": any(p.findings.fits for one in report.operations for p in one.panels),
    }
