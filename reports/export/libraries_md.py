# SPDX-License-Identifier: BSD-3-Clause
"""The libraries of each path in Markdown: how often which one is faster, and a table to unfold."""

from collections.abc import Iterator, Sequence

from reports.answers.libraries import Libraries, Line
from reports.export.markdown_parts import (
    field_text,
    folded_tables,
    head_rows,
    picked,
    row_text,
    text_of,
)
from reports.words.escape import markdown
from reports.words.formats import path_text


def names_text(one: Libraries) -> str:
    """The libraries that are known: (MPI: MPICH 3.4.3; MPI (intel): Intel(R) MPI Library)."""
    names = "; ".join(f"{path_text(path)}: {name}" for path, name in one.paths if name)
    return f" ({markdown(names)})" if names else ""


def libraries_texts(every: Sequence[Libraries]) -> Iterator[str]:
    """A list item for each protocol of each path."""
    for one in every:
        for protocol, total in one.totals:
            yield (f"- **{markdown(one.title)} libraries, {markdown(protocol)}**{names_text(one)}: "
                   f"{text_of(total)}")


def line_text(line: Line, sizes: Sequence[int]) -> str:
    """One implementation in one panel; of a pattern without sizes the first column has it."""
    fields = line.fields(sizes)
    if not any(fields):
        fields = [*line.fields([0]), *fields[1:]]
    return row_text([markdown(f"{line.panel.title}, {line.panel.label}"), markdown(line.protocol),
                     *map(field_text, fields)])


def table(one: Libraries) -> list[str]:
    sizes = picked([size for size in one.sizes if size]) or [0]
    return [*head_rows([f"{markdown(one.title)} libraries", "protocol"], sizes),
            *(line_text(line, sizes) for line in one.lines)]


def libraries_tables(every: Sequence[Libraries]) -> list[str]:
    tables = [line for one in every for line in (*table(one), "")]
    return folded_tables(tables, "The same implementation over each library")
