# SPDX-License-Identifier: BSD-3-Clause
"""Why: what the implementations declare, and what hardware counters counted."""

from typing import Any

from reports.answers.ceilings import ceilings_of
from reports.answers.counters import counters_of
from reports.answers.sides import accounts_of
from reports.answers.why import why_of
from reports.page.report import Report


def build(report: Report) -> dict[str, Any] | None:
    """The variables of the template; None if nothing was measured."""
    if not report.measured:
        return None
    why = why_of(report.campaigns, report.measured)
    reasons = [reason for _, some in why.operations for reason in some]
    return {
        "why": why,
        "accounts": [
            (reason.panel, told)
            for reason in reasons
            if (told := list(accounts_of(reason.panel, reason.lines)))
        ],
        "ceilings": ceilings_of(report.campaigns, report.measured),
        "counters": counters_of(report.campaigns, report.measured),
    }
