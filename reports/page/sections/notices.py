# SPDX-License-Identifier: BSD-3-Clause
"""Notices: oversubscribed cells, invalid cells, damaged files."""

from typing import Any

from reports.page.report import Report


def build(report: Report) -> dict[str, Any]:
    return {
        "campaigns": report.labelled,
        "oversubscribed": sum(cell.oversubscribed for cell in report.cells),
        "invalid": sum(not cell.valid for cell in report.cells),
        "total": len(report.cells),
        "simulated": sum(cell.simulated for cell in report.cells),
    }
