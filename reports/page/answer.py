# SPDX-License-Identifier: BSD-3-Clause
"""The answer: the verdicts as counts and maps, and how far they can be trusted."""

from typing import Any, NamedTuple

from records.findings import UNDECIDED
from reports.answers.answer import BEST, SAME_CODE, sides_text
from reports.answers.headline import Sentence, headline_of, here_of
from reports.answers.panels import Operation, Panel, panels_of, selected
from reports.answers.verdicts import Map, Verdict, maps_of, verdicts_of
from reports.page.report import Report
from reports.words.trust import warnings_text
from reports.words.verdicts import PAGE

Group = tuple[str, list[Operation], list[Map]]


def groups_of(verdict: Verdict, report: Report) -> list[Group]:
    """Titles, operations and maps; those of the paper apart where all protocols are compared."""
    if verdict.name != BEST:
        return [("", verdict.compared, maps_of(verdict.compared, verdict.name))]
    paper = [operation for operation in report.measured if operation.paper]
    further = [operation for operation in report.measured if not operation.paper]
    title = "Further operations" if paper else "Operations"
    groups = (("The five operations of the paper", paper), (title, further))
    return [(title, some, maps_of(some)) for title, some in groups if some]


class Answer(NamedTuple):
    """Verdicts of which all say the same, and the maps of what no verdict before them says."""

    verdicts: list[Verdict]
    groups: list[Group]
    differing: bool  # only operations of which another verdict says something else

    @property
    def heading(self) -> str:
        first, *others = self.verdicts
        return " = ".join([first.heading, *(one.kind.title for one in others)])


def answers(report: Report) -> list[Answer]:
    """The verdicts. The same code is usually the fastest of both sides; then it is not told again.
    """
    def told(panel: Panel, verdict: str) -> list[tuple[int, str, float | None]]:
        return [(row.size, row.winner, row.ratio) for row in panel.verdicts[verdict]]

    found: list[Answer] = []
    for one in verdicts_of(report.measured):
        if one.name != SAME_CODE or not one.counts:
            found.append(Answer([one], groups_of(one, report), False))
            continue
        others = selected(one.compared, lambda panel: told(panel, SAME_CODE) != told(panel, BEST))
        if not others and one.counts == found[-1].verdicts[0].counts:
            found[-1].verdicts.append(one)
        else:
            found.append(Answer([one], [("", others, maps_of(others, SAME_CODE))], True))
    return found


def headlines(report: Report, simulated: bool) -> list[tuple[str, list[Sentence], Sentence]]:
    """What the terminal says of each file that was measured, or simulated, and for how long that
    holds; the label where there are several."""
    some = [(campaign, label, panels_of(campaign)) for campaign, label in report.labelled
            if campaign.simulated == simulated]
    return [(label if len(report.campaigns) > 1 else "", headline_of(campaign, panels, PAGE),
             here_of(panels)) for campaign, label, panels in some]


def answer(report: Report) -> dict[str, Any] | None:
    """Three verdicts on what was measured, each in one line, as maps, in sentences; and what speaks
    against believing them: cells with warnings, undecided comparisons."""
    if not report.measured:
        return None
    some = answers(report)
    cells = [cell for one in report.measured for panel in one.panels for cell in panel.cells]
    counts = [one.verdicts[0].counts for one in some]
    return {
        "headlines": headlines(report, simulated=False),
        "answers": some,
        "trust": {
            "cells": len(cells),
            "warned": sum(bool(cell.warnings) for cell in cells),
            "warnings": warnings_text(cells),
            "undecided": sum(one.get(UNDECIDED, 0) for one in counts),
            "comparisons": sum(sum(one.values()) for one in counts),
        },
        "direct": report.direct,
        "paths": report.paths,
        "sides": sides_text(report.paths),
        "placement": any("topology" in campaign.facts for campaign in report.campaigns),
    }
