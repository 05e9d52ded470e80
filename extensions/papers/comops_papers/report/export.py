# SPDX-License-Identifier: BSD-3-Clause
"""The papers' tables and figures for export: print, simulated and here."""

from collections.abc import Iterator, Sequence
from typing import Any

from comops.reports.words.escape import csv_table, markdown, markdown_table
from comops.results.read import Campaign
from comops_papers.items.documents import ITEMS
from comops_papers.items.items import HERE, SIMULATED, Item, Shelf, Table, table_of
from comops_papers.items.shelf import reproduced
from comops_papers.items.verdicts import verdicts

FIELDS = ("item", "title", "table", "row", "origin", "column", "value", "text", "unit",
          "oversubscribed")


def tables_of(shelf: Shelf) -> Iterator[tuple[Item, list[Table]]]:
    """The items that something was measured or simulated for."""
    for item in ITEMS:
        tables = [table for part in item.parts(shelf) if (table := table_of(part)).rows]
        if any(table.count(HERE, SIMULATED) for table in tables):
            yield item, tables


def items_records(campaigns: Sequence[Campaign]) -> dict[str, list[dict[str, Any]]]:
    """For JSON; a value that is no number has `text` alone."""
    return {"reproductions": [
        {"item": item.tag, "title": item.title, "differs": item.differs,
         "tables": [
             {"title": table.title, "unit": table.unit, "note": table.note,
              "labels": list(table.labels),
              "columns": [{"origin": head.origin, "title": head.name} for head in table.columns],
              "rows": [{"labels": list(row.labels),
                        "values": [{"value": cell.number, "text": cell.text,
                                    "oversubscribed": cell.oversubscribed} for cell in row.values]}
                       for row in table.rows]}
             for table in tables]}
        for item, tables in tables_of(reproduced(campaigns))
    ]}


def items_csv(campaigns: Sequence[Campaign]) -> str:
    """A row for each value, if all campaigns reproduce items; otherwise nothing."""
    if not all(campaign.record.reproduces for campaign in campaigns):
        return ""
    return csv_table(FIELDS, (
        (item.tag, item.title, table.title, ", ".join(row.labels), column.origin, column.name,
         cell.number, cell.text, table.unit, cell.oversubscribed)
        for item, tables in tables_of(reproduced(campaigns)) for table in tables
        for row in table.rows
        for column, cell in zip(table.columns, row.values, strict=True) if cell.text))


def _table_markdown(table: Table) -> list[str]:
    heads = [*table.labels, *(": ".join(filter(None, (column.origin, column.name)))
                              for column in table.columns)]
    rows = (map(markdown, (*row.labels, *(cell.text for cell in row.values))) for row in table.rows)
    return [markdown(table.heading), "",
            *markdown_table(map(markdown, heads), rows, range(len(table.labels))),
            *(line for note in table.notes for line in (markdown(note), ""))]


def items_markdown(campaigns: Sequence[Campaign]) -> list[str]:
    lines, shelf = [], reproduced(campaigns)
    for item, tables in tables_of(shelf):
        lines += [f"#### {markdown(item.tag)}: {markdown(item.title)}", ""]
        lines += [line for said in verdicts(tables, item.runs_of(shelf).bands)
                  for line in (markdown(said), "")]
        lines += [line for table in tables for line in _table_markdown(table)]
        lines += [f"Differs from the paper: {markdown(item.differs)}", ""] if item.differs else []
    return ["### The papers' tables and figures", "", *lines] if lines else []
