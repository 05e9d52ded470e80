# SPDX-License-Identifier: BSD-3-Clause
"""The figures of the COMOPS paper, redrawn with this report's data."""

from typing import Any

from reports.history.paper import paper_figures, simulated_figures
from reports.page.report import Report


def build(report: Report) -> dict[str, Any] | None:
    """The variables of the template; None without his machines and without a measurement."""
    there = simulated_figures(report.simulated, report.scalings)
    if not there and not report.measured:
        return None
    figures = there or paper_figures(report.measured, report.scalings)
    return {
        "simulated": bool(there),
        "drawn": [one for one in figures if one.drawing],
        "missing": [one for one in figures if not one.drawing],
    }
