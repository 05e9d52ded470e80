# SPDX-License-Identifier: BSD-3-Clause
"""The papers' claims, each with the verdict of every campaign and the cells behind it."""

from typing import Any

from reports.draw.interval_strips import strip
from reports.history.paper import HIS_MACHINES
from reports.history.verdicts import verdicts_of
from reports.page.report import Report


def build(report: Report) -> dict[str, Any] | None:
    """The variables of the template; None without a measurement and without their machines."""
    simulated = {panel.setting.placement for one in report.simulated for panel in one.panels}
    if not report.measured and not simulated & HIS_MACHINES.keys():
        return None
    verdicts = verdicts_of(report.campaigns, report.labels, report.shown)
    return {"claims": verdicts, "strip": strip, "campaigns": len(report.campaigns),
            "folded": not (report.measured and verdicts.decided)}
