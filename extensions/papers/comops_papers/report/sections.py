# SPDX-License-Identifier: BSD-3-Clause
"""The papers' sections of a page: tables and figures, published values, whether the ping-pong
predicts Worley's model."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from comops.reports.draw.specs import ChartLook, Spec
from comops.reports.page.inline import static
from comops.reports.page.report import Render, Report
from comops.reports.words.formats import GAP
from comops_papers.claims.evidence import Evidence
from comops_papers.items.documents import PAPERS, TITLES
from comops_papers.items.items import (HERE, ORIGINS, SIMULATED, Drawing, Figure, Part, Shelf,
                                       Table, table_of)
from comops_papers.items.prediction import HEAD, NOTE, predictions
from comops_papers.items.published import MODELS, command_missing, comparisons
from comops_papers.items.verdicts import verdicts
from comops_papers.report.dot_plots import dot_plot, span_of, values_of
from comops_papers.report.figures import figure_chart
from comops_papers.report.tables import Head, columns_shown, heads_of, widths_of

UNFOLDED_MOST = 16  # rows of a table that is not folded
ROOMS = {"wide": 118, "narrow": 44}  # letters of a table that fits a window, or a telephone
TEMPLATES = Path(__file__).parent


class Columns(NamedTuple):
    """Some columns of a table that stand beside each other, and the rows of heads above them."""

    at: list[int]
    heads: list[list[Head]]


class Shown(NamedTuple):
    """A part of an item: its values, in tables that fit a window of each width, and a chart if it
    is a figure."""

    table: Table
    pieces: dict[str, list[Columns]]
    chart: Spec | None
    looks: list[ChartLook]
    folded: bool
    pictures: Mapping[str, str]


def longest(text: str) -> int:
    """Letters of the longest word, where a browser folds."""
    return max(map(len, text.split(" ")))


def pieces_of(table: Table) -> dict[str, list[Columns]]:
    """By the width of the window; once if it is the same in all."""
    names = sum(max(map(longest, texts)) + GAP for texts in zip(
        table.labels, *(row.labels for row in table.rows), strict=True))
    widths = widths_of(table, range(len(table.columns)), longest)
    pieces = {width: [Columns(at, heads_of([table.columns[place] for place in at]))
                      for at in columns_shown(table.columns, widths, room - names)]
              for width, room in ROOMS.items()}
    return pieces if pieces["wide"] != pieces["narrow"] else {"": pieces["wide"]}


def shown(part: Part, table: Table) -> Shown:
    chart, looks = figure_chart(part) if isinstance(part, Figure) else (None, [])
    return Shown(table, pieces_of(table), chart, looks,
                 bool(chart) or len(table.rows) > UNFOLDED_MOST,
                 part.pictures if isinstance(part, Drawing) else {})


def items(report: Report, render: Render) -> str | None:
    """The five documents' tables and figures that something was measured or simulated for, and
    those that have nothing yet."""
    shelf = Shelf([*report.campaigns, *report.reproduced])
    papers = {name: [(item, [shown(part, table) for part, table in parts if table.rows],
                      verdicts((table for _, table in parts), item.runs_of(shelf).bands))
                     for item in listed.values()
                     for parts in [[(part, table_of(part)) for part in item.parts(shelf)]]
                     if any(table.count(HERE, SIMULATED) for _, table in parts)]
              for name, listed in PAPERS.items()}
    if not any(papers.values()) and not report.measured:
        return None
    for entries in papers.values():  # figures first
        entries.sort(key=lambda both: not any(part.chart for part in both[1]))
    missing = {name: [item for item in PAPERS[name].values()
                      if item not in {filled for filled, *_ in entries}]
               for name, entries in papers.items()}
    return render(static("items.html.j2", TEMPLATES), papers=papers, titles=TITLES, missing=missing,
                  origins=ORIGINS, alone=not report.campaigns)


def published(report: Report, render: Render) -> str | None:
    """Published values, and the same measures on this machine; one axis for each unit."""
    here = [(campaign, label) for campaign, label in report.labelled if not campaign.simulated]
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
                  command=command_missing(parts), models=MODELS)


def predicted(report: Report, render: Render) -> str | None:
    """Whether the ping-pong predicts the winner of Worley's model."""
    seen = [Evidence(campaign) for campaign in report.campaigns if not campaign.simulated]
    rows = [row for evidence in seen for row in predictions(evidence)]
    template = static("predicted.html.j2", TEMPLATES)
    return render(template, head=HEAD, rows=rows, note=NOTE) if rows else None
