# SPDX-License-Identifier: BSD-3-Clause
"""The papers' sections of a page: tables and figures, published values, whether the ping-pong
predicts Worley's model."""

from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from comops.reports.draw.specs import ChartLook, Spec
from comops.reports.page.inline import static
from comops.reports.page.report import Render, Report
from comops_papers.claims.evidence import Evidence
from comops_papers.items.documents import PAPERS, TITLES
from comops_papers.items.items import HERE, SIMULATED, Part, Shelf, Table, table_of
from comops_papers.items.prediction import HEAD, NOTE, predictions
from comops_papers.items.published import MODELS, command_of, comparisons
from comops_papers.report.dot_plots import dot_plot, span_of, values_of
from comops_papers.report.figures import figure_chart

UNFOLDED_MOST = 16  # rows of a table that is not folded
TEMPLATES = Path(__file__).parent


class Shown(NamedTuple):
    """A part of an item: its values, the heads of its origins, and a chart if it is a figure."""

    table: Table
    heads: list[tuple[str, int]]
    chart: Spec | None
    looks: list[ChartLook]
    folded: bool


def shown(part: Part, table: Table) -> Shown:
    heads = [(origin, len(list(some)))
             for origin, some in groupby(table.columns, lambda one: one.origin)]
    if isinstance(part, Table):
        return Shown(table, heads, None, [], len(table.rows) > UNFOLDED_MOST)
    chart, looks = figure_chart(part)
    return Shown(table, heads, chart, looks, chart is not None)


def items(report: Report, render: Render) -> str | None:
    """The five documents' tables and figures that something was measured or simulated for, and
    those that have nothing yet."""
    shelf = Shelf([*report.campaigns, *report.reproduced])
    every = {name: [(item, [(part, table_of(part)) for part in item.parts(shelf)])
                    for item in some.values()] for name, some in PAPERS.items()}
    papers = [(name, [(item, [shown(part, table) for part, table in parts if table.rows])
                      for item, parts in some
                      if any(table.count(HERE, SIMULATED) for _, table in parts)])
              for name, some in every.items()]
    if not any(found for _, found in papers) and not report.measured:
        return None
    missing = {name: [item for item in PAPERS[name].values()
                      if item not in {one for one, _ in found}] for name, found in papers}
    return render(static("items.html.j2", TEMPLATES), papers=papers, titles=TITLES, missing=missing,
                  alone=not report.campaigns)


def published(report: Report, render: Render) -> str | None:
    """Published values, and the same measures on this machine; one axis for each unit."""
    here = [(one, label) for one, label in report.labelled if not one.simulated]
    if not here:
        return None
    parts = comparisons(*map(list, zip(*here, strict=True)))
    drawn = [part for part in parts if part.now and not part.measure.unlike]
    spans = {
        unit: span_of([value for part in drawn if part.measure.unit == unit
                       for value in values_of(part)])
        for unit in {part.measure.unit for part in drawn}
    }
    plots = [(part, dot_plot(part, spans[part.measure.unit], report.colours)) for part in drawn]
    return render(static("published.html.j2", TEMPLATES), parts=parts, plots=plots,
                  command=command_of(parts), models=MODELS)


def predicted(report: Report, render: Render) -> str | None:
    """Whether the ping-pong predicts the winner of Worley's model."""
    seen = [Evidence(campaign) for campaign in report.campaigns if not campaign.simulated]
    rows = [row for one in seen for row in predictions(one)]
    template = static("predicted.html.j2", TEMPLATES)
    return render(template, head=HEAD, rows=rows, note=NOTE) if rows else None
