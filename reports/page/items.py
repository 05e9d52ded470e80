# SPDX-License-Identifier: BSD-3-Clause
"""The section of the papers' tables and figures: print, here and simulated in one view."""

from collections import Counter
from itertools import groupby
from typing import Any, NamedTuple

from comops.reports.answers.series import PAPER, SYMBOLS, colours_of
from comops.reports.draw.specs import COUNT, ChartLook, Points, Spec, places_axis, small
from comops.reports.page.report import Report
from comops_papers.items.documents import PAPERS, TITLES
from comops_papers.items.items import (HERE, MARK, PRINT, SIMULATED, Figure, Part, Shelf, Table,
                                       table_of)

PRINTED = "var(--faint)"
DASHES = {PRINT: ((1, 0), (8, 2, 2, 2), (1, 3)), HERE: ((1, 0), (1, 2), (8, 2, 2, 2)),
          SIMULATED: ((5, 3), (2, 2), (8, 3, 2, 3))}  # of the curves of a path, by origin
UNFOLDED_MOST = 16  # rows of a table that is not folded


class Shown(NamedTuple):
    """A part of an item: its values, the heads of its origins, and a chart if it is a figure."""

    table: Table
    heads: list[tuple[str, int]]
    chart: Spec | None
    looks: list[ChartLook]
    folded: bool


def lines_of(figure: Figure) -> list[tuple[ChartLook, Points]]:
    """Printed curves are grey, the others have the colour of their path; curves of an origin and
    path differ in their dashes."""
    colours = colours_of(["threads", "mpi", "shmem", *(one.path for one in figure.lines)])
    used: Counter[tuple[str, str]] = Counter()
    lines = []
    for at, one in enumerate(figure.lines):
        printed, dashes = one.origin == PRINT, DASHES[one.origin]
        place = one.origin, "" if printed else one.path
        dash = dashes[used[place] % len(dashes)]
        used[place] += 1
        mark = f" {MARK}" if any(value.oversubscribed for value in one.values.values()) else ""
        colour = PRINTED if printed else f"var(--path-{colours[one.path]})"
        look = ChartLook(f"{one.origin}: {one.title}{mark}", colour, PAPER if printed else colour,
                         SYMBOLS[at % len(SYMBOLS)], dash)
        lines.append((look, [(at, value.number) for at, value in one.values.items()
                             if at > 0 and value.number > 0]))
    return [(look, points) for look, points in lines if points]


def figure_chart(figure: Figure) -> tuple[Spec | None, list[ChartLook]]:
    """A chart of a figure's lines, unless they have fewer than two places."""
    lines = lines_of(figure)
    places = {at for _, points in lines for at, _ in points}
    if len(places) < 2:
        return None, []
    x = (places_axis(places) if figure.over == "bytes"
         else places_axis(places, figure.over, COUNT))
    return small(figure.title, lines, x, figure.unit), [look for look, _ in lines]


def shown(part: Part, table: Table) -> Shown:
    heads = [(origin, len(list(some)))
             for origin, some in groupby(table.columns, lambda one: one.origin)]
    if isinstance(part, Table):
        return Shown(table, heads, None, [], len(table.rows) > UNFOLDED_MOST)
    chart, looks = figure_chart(part)
    return Shown(table, heads, chart, looks, chart is not None)


def items(report: Report) -> dict[str, Any] | None:
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
    return {"papers": papers, "titles": TITLES, "missing": missing, "alone": not report.campaigns}
