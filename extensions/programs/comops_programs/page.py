# SPDX-License-Identifier: BSD-3-Clause
"""The page's section on programs."""

from pathlib import Path

from comops.reports.page.inline import static
from comops.reports.page.report import Render, Report
from comops_programs.screen import (PROMISE, head_lines, notes_of, refusal_text, row_of, unit_of,
                                    way_name, whole_of)
from comops_programs.sums import answers_of

TEMPLATES = Path(__file__).with_name("templates")


def section(report: Report, render: Render) -> str | None:
    """None without a program."""
    programs = []
    for campaign in report.campaigns:
        for answer in answers_of(campaign):
            unit, names = unit_of(answer), [way_name(way, campaign) for way in answer.ways]
            rows = [row_of(way, name, unit, whole_of(answer))
                    for way, name in zip(answer.ways, names, strict=True)]
            head = [line.strip() for line in head_lines(answer, campaign, unit)]
            programs.append((answer, unit, head, rows, names, notes_of(answer),
                             refusal_text(answer)))
    if not programs:
        return None
    return render(static("program.html.j2", TEMPLATES), programs=programs, promise=PROMISE)
