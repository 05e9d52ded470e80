# SPDX-License-Identifier: BSD-3-Clause
"""An item of a paper as text: its tables and the values of its figures, print, here and simulated
side by side."""

from collections.abc import Iterable, Sequence

from comops.common.terminal import wrapped
from comops.reports.words.formats import GAP, aligned, blocks_of
from comops_papers.items.items import Item, Part, Table, table_of

WIDTH = 100


def _columns(table: Table) -> list[list[str]]:
    """The columns, each with its origin, its title, then its values."""
    heads = [["", name] for name in table.labels] + [list(column) for column in table.columns]
    bodies = [*zip(*(row.labels for row in table.rows), strict=True),
              *zip(*([one.text for one in row.values] for row in table.rows), strict=True)]
    return [head + list(body) for head, body in zip(heads, bodies, strict=True)]


def table_text(table: Table, width: int = WIDTH) -> str:
    if not table.rows:
        return ""
    labels = len(table.labels)
    columns = _columns(table)
    widths = [max(map(len, column)) for column in columns]
    lines = [table.heading]
    for shown in blocks_of(labels, widths, width):
        before = ""  # each origin stands above the first of its columns
        for at in shown[labels:]:
            origin = table.columns[at - labels].origin
            columns[at][0], before = "" if origin == before else origin, origin
        for row in zip(*(columns[at] for at in shown), strict=True):
            cells = [text.ljust(widths[at]) if at < labels else text.rjust(widths[at])
                     for at, text in zip(shown, row, strict=True)]
            if any(row):
                lines.append(f"  {(' ' * GAP).join(cells)}".rstrip())
        lines.append("")
    return "\n".join([*lines[:-1], *(f"  {note}" for note in table.notes)]) + "\n"


def item_text(item: Item, parts: Iterable[Part], width: int = WIDTH) -> str:
    """Its title, its tables, and what differs."""
    tables = filter(None, (table_text(table_of(part), width) for part in parts))
    differs = f"\nDiffers from the paper: {item.differs}\n" if item.differs else ""
    return f"{item.tag}: {item.title}\n\n" + "\n".join(tables) + differs


def lines_text(rows: Sequence[Sequence[str]], columns: int) -> str:
    """Rows of texts, their columns flush left; the last one is folded."""
    indent = sum(max(map(len, column)) + 2 for column in list(zip(*rows, strict=True))[:-1])
    return "".join(wrapped(line, indent, columns) for line in aligned(rows, range(len(rows[0]))))
