# SPDX-License-Identifier: BSD-3-Clause
"""The papers' claims, each with the verdict of every campaign and the cells behind it."""

from typing import Any

from draw.interval_strips import strip
from history.verdicts import verdicts_of
from page.report import Report


def build(report: Report) -> dict[str, Any]:
    verdicts = verdicts_of(report.campaigns, report.labels, report.operations)
    return {"claims": verdicts, "strip": strip, "campaigns": len(report.campaigns)}
