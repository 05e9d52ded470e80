# SPDX-License-Identifier: BSD-3-Clause
"""An item of a paper as text: its tables and the values of its figures, print, simulated and here
side by side."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from comops.common.terminal import wrapped
from comops.reports.words.formats import GAP, aligned, blocks_of
from comops_papers.items.items import HERE, Item, ItemColumn, Shelf, Table, table_of
from comops_papers.items.verdicts import verdicts

WIDTH = 100


class Head(NamedTuple):
    """A text above so many columns."""

    text: str
    count: int


def heads_of(columns: Sequence[ItemColumn]) -> list[list[Head]]:
    """The heads above columns, a list for each row that has a text."""
    rows = [[Head(place[-1], len(list(group)))
             for place, group in groupby(columns, lambda column, depth=depth: column.place[:depth])]
            for depth in (1, 2, 3)]
    return [row for row in rows if any(head.text for head in row)]


def columns_shown(columns: Sequence[ItemColumn], widths: Sequence[int], room: int
                  ) -> Iterator[list[int]]:
    """The columns of each table that fits the room. Those of a title stand together; if they do not
    fit, those of some machines stand in each table, all beside what was measured here."""
    def width(indices: Iterable[int]) -> int:
        return sum(widths[at] + GAP for at in indices)

    def filled(groups: Sequence[list[int]], room: int) -> Iterator[list[int]]:
        for chosen in blocks_of(0, [width(group) - GAP for group in groups], room):
            yield [at for group in chosen for at in groups[group]]

    def grouped(indices: Iterable[int], depth: int) -> list[list[int]]:
        return [list(group) for _, group in groupby(indices, lambda at: columns[at].place[:depth])]

    pieces: list[list[int]] = []
    for group in grouped(range(len(columns)), 1):
        here = [at for at in group if columns[at].origin == HERE]
        others = [at for at in group if at not in here]
        pieces += [group] if width(group) <= room or not others else [
            piece + here for piece in filled(grouped(others, 2), room - width(here))]
    yield from filled(pieces, room)


def widths_of(table: Table, shown: Sequence[int], width: Callable[[str], int]) -> list[int]:
    """The widths of these columns, wide enough for the heads above them."""
    columns = [table.columns[at] for at in shown]
    widths = [max(width(columns[place].origin), *(width(row.values[at].text) for row in table.rows))
              for place, at in enumerate(shown)]
    for row in heads_of(columns):
        at = 0
        for head in row:
            own = sum(widths[at:at + head.count]) + GAP * (head.count - 1)
            widths[at] += max(0, width(head.text) - own)
            at += head.count
    return widths


def head_text(row: Sequence[Head], widths: Sequence[int]) -> str:
    """Heads above columns of these widths, lines beside those of several."""
    texts, at = [], 0
    for head in row:
        width = sum(widths[at:at + head.count]) + GAP * (head.count - 1)
        spans = head.text and head.count > 1 and width > len(head.text) + GAP
        texts.append(f" {head.text} ".center(width, "-") if spans else head.text.rjust(width))
        at += head.count
    return (" " * GAP).join(texts)


def table_text(table: Table, width: int = WIDTH) -> str:
    if not table.rows:
        return ""
    labels = [max(map(len, texts)) for texts in zip(
        table.labels, *(row.labels for row in table.rows), strict=True)]
    names = (" " * GAP).join(map(str.ljust, table.labels, labels))
    lines, every = [table.heading], widths_of(table, range(len(table.columns)), len)
    for shown in columns_shown(table.columns, every, width - 2 - len(names)):
        heads = heads_of([table.columns[at] for at in shown])
        widths = widths_of(table, shown, len)
        left = [" " * len(names)] * (len(heads) - 1) + [names]
        rows = [f"{name}{' ' * GAP}{head_text(head, widths)}"
                for name, head in zip(left, heads, strict=True)]
        for row in table.rows:
            texts = [*map(str.ljust, row.labels, labels),
                     *(row.values[at].text.rjust(wide)
                       for at, wide in zip(shown, widths, strict=True))]
            rows.append((" " * GAP).join(texts))
        lines += [*(f"  {row}".rstrip() for row in rows), ""]
    notes = "".join(wrapped(f"  {note}", 2, width) for note in table.notes)
    return "\n".join([*lines[:-1], notes])


def item_text(item: Item, shelf: Shelf, width: int = WIDTH) -> str:
    """Its title, its verdict, its tables, and what differs."""
    shown = list(map(table_of, item.parts(shelf)))
    said = "".join(wrapped(f"  {line}", 4, width)
                   for line in verdicts(shown, item.runs_of(shelf).bands))
    tables = filter(None, (table_text(table, width) for table in shown))
    differs = item.differs and wrapped(f"Differs from the paper: {item.differs}", 2, width)
    return "\n".join(filter(None, [f"{item.tag}: {item.title}\n{said}", *tables, differs]))


def lines_text(rows: Sequence[Sequence[str]], columns: int) -> str:
    """Rows of texts, their columns flush left; the last one is folded."""
    indent = sum(max(map(len, column)) + 2 for column in list(zip(*rows, strict=True))[:-1])
    return "".join(wrapped(line, indent, columns) for line in aligned(rows, range(len(rows[0]))))
