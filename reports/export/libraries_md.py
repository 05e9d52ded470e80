# SPDX-License-Identifier: BSD-3-Clause
"""The libraries of each path in Markdown: how often which one is faster, and a table to unfold."""

from collections.abc import Iterator, Sequence

from analysis.libraries import Libraries, Line
from export.markdown_parts import field_text, folded, picked, row_text, text_of
from words.escape import markdown
from words.formats import path_text, size_text


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
    heads = [f"{markdown(one.title)} libraries", "protocol"]
    heads += [size_text(size) if size else "" for size in sizes]
    return [row_text(heads), "|---|---|" + "--:|" * len(sizes),
            *(line_text(line, sizes) for line in one.lines)]


def libraries_tables(every: Sequence[Libraries]) -> list[str]:
    tables = [line for one in every for line in (*table(one), "")]
    return [*folded(tables[:-1], "The same implementation over each library"), ""] if tables else []
