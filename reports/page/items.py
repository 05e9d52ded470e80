# SPDX-License-Identifier: BSD-3-Clause
"""The section of the papers' tables and figures: print, here and simulated in one view."""

from collections import Counter
from itertools import groupby
from typing import Any, NamedTuple

from markupsafe import Markup

from comops.reports.answers.series import colours_of
from comops.reports.draw.lines import Axes, Line, chart
from comops.reports.page.report import Report
from comops.reports.words.formats import size_text
from comops_papers.items.documents import PAPERS, TITLES
from comops_papers.items.items import (HERE, MARK, PRINT, SIMULATED, Figure, Part, Shelf, Table,
                                       table_of)

PRINTED = "var(--faint)"
DASHES = {PRINT: ("none", "8 2 2 2", "1 3"), HERE: ("none", "1 2", "8 2 2 2"),
          SIMULATED: ("5 3", "2 2", "8 3 2 3")}  # of the curves of a path, by origin
UNFOLDED_MOST = 16  # rows of a table that is not folded


class Shown(NamedTuple):
    """A part of an item: its values, the heads of its origins, and a chart if it is a figure."""

    table: Table
    heads: list[tuple[str, int]]
    svg: Markup | str
    lines: list[Line]
    folded: bool


def lines_of(figure: Figure) -> list[Line]:
    """Printed curves are grey, the others have the colour of their path; curves of an origin and
    path differ in their dashes."""
    colours = colours_of(["threads", "mpi", "shmem", *(one.path for one in figure.lines)])
    used: Counter[tuple[str, str]] = Counter()
    lines = []
    for one in figure.lines:
        printed, dashes = one.origin == PRINT, DASHES[one.origin]
        place = one.origin, "" if printed else one.path
        dash = dashes[used[place] % len(dashes)]
        used[place] += 1
        mark = f" {MARK}" if any(value.oversubscribed for value in one.values.values()) else ""
        lines.append(Line(
            f"{one.origin}: {one.title}{mark}",
            PRINTED if printed else f"var(--path-{colours[one.path]})", dash,
            tuple((at, value.number) for at, value in one.values.items()
                  if at > 0 and value.number > 0)))
    return [line for line in lines if line.points]


def shown(part: Part, table: Table) -> Shown:
    heads = [(origin, len(list(some)))
             for origin, some in groupby(table.columns, lambda one: one.origin)]
    if isinstance(part, Table):
        return Shown(table, heads, "", [], len(table.rows) > UNFOLDED_MOST)
    lines = lines_of(part)
    places = {at for line in lines for at, _ in line.points}
    if len(places) < 2:
        return Shown(table, heads, "", [], False)
    named = size_text if part.over == "bytes" else str
    axes = Axes("message size" if part.over == "bytes" else part.over, named, part.unit)
    return Shown(table, heads, chart(part.title, lines, axes), lines, True)


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
