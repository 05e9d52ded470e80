# SPDX-License-Identifier: BSD-3-Clause
"""The figures of the COMOPS paper, redrawn with this report's data."""

from typing import Any

from history.paper import paper_figures, simulated_figures
from page.report import Report


def build(report: Report) -> dict[str, Any]:
    there = simulated_figures(report.operations, report.scalings)
    figures = there or paper_figures(report.operations, report.scalings)
    return {
        "simulated": bool(there),
        "drawn": [one for one in figures if one.drawing],
        "missing": [one for one in figures if not one.drawing],
    }
