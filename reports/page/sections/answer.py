# SPDX-License-Identifier: BSD-3-Clause
"""The answer of what was measured: three verdicts, each in one line, as maps, in sentences."""

from typing import Any

from reports.answers.answer import BEST
from reports.answers.maps import maps_of
from reports.answers.sentences import sides_text
from reports.answers.verdicts import Verdict, verdicts_of
from reports.page.report import Report


def groups_of(verdict: Verdict, report: Report) -> list[tuple[str, list, list]]:
    """Titles, operations and maps; those of the paper apart where all protocols are compared."""
    if verdict.name != BEST:
        return [("", verdict.compared, maps_of(verdict.compared, verdict.name))]
    paper = [operation for operation in report.measured if operation.paper]
    further = [operation for operation in report.measured if not operation.paper]
    title = "Further operations" if paper else "Operations"
    groups = (("The five operations of the paper", paper), (title, further))
    return [(title, some, maps_of(some)) for title, some in groups if some]


def build(report: Report) -> dict[str, Any] | None:
    """The variables of the template; None if nothing was measured."""
    if not report.measured:
        return None
    verdicts = verdicts_of(report.measured)
    return {
        "verdicts": [(verdict, groups_of(verdict, report)) for verdict in verdicts],
        "best": BEST,
        "direct": report.direct,
        "paths": report.paths,
        "sides": sides_text(report.paths),
        "placement": any("topology" in campaign.facts for campaign in report.campaigns),
    }
