# SPDX-License-Identifier: BSD-3-Clause
"""The publications' tables and figures, with this machine's values."""

from typing import Any

from reports.claims.evidence import Evidence
from reports.draw.lines import RANKS, SIZES, Axes, Line, chart
from reports.history.printed import Figure
from reports.history.printed_figures import drawable, operations, printed_figures
from reports.history.printed_model import model_tables
from reports.history.printed_tables import printed_tables
from reports.page.report import Report

DASHES = ("none", "6 3", "2 2", "8 2 2 2", "1 3")
PLAIN = "var(--ink)"  # of a curve that belongs to no path of the campaign


def lines_of(figure: Figure, colours: dict[str, str]) -> list[Line]:
    return [Line(one.label, colours.get(one.path, PLAIN), DASHES[one.dashes], one.points)
            for one in figure.curves]


def problem_text(count: int) -> str:
    return next(name for name, one in operations().items() if one == count)


AXES = {"ranks": RANKS, "size": SIZES, "trial": Axes("trial", str, "µs"),
        "problem": Axes("problem", problem_text)}


def axes_of(figure: Figure) -> Axes:
    axes = AXES[figure.over]
    return Axes(axes.title, axes.named, figure.unit)


def build(report: Report) -> dict[str, Any] | None:
    """The variables of the template; None if nothing was measured."""
    seen = [Evidence(one) for one, _ in report.labelled if not one.simulated]
    if not seen:
        return None
    colours = {one.path: one.colour for one in report.series}
    figures = printed_figures(seen)
    tables = [*printed_tables(seen), *model_tables(seen)]
    drawn = []
    for one in filter(drawable, figures):
        lines = lines_of(one, colours)
        drawn.append((one, lines, chart(one.title, lines, axes_of(one))))
    missing = [one for one in figures if not drawable(one)]
    missing += [one for one in tables if not one.measured]
    return {
        "tables": [one for one in tables if one.measured],
        "drawn": drawn,
        "missing": {one.command: f"{one.paper}, {one.title.partition(':')[0]}" for one in missing},
    }
