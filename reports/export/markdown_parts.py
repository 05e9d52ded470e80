# SPDX-License-Identifier: BSD-3-Clause
"""Parts of a summary in Markdown."""

from collections.abc import Iterable, Sequence

from reports.answers.verdicts import Field
from reports.words.escape import markdown
from reports.words.formats import path_text, size_text
from reports.words import phrases
from reports.words.phrases import Phrase
from reports.words.verdicts import OUTCOMES

COLUMNS = 6  # sizes of a table, at most


def text_of(some: Iterable[Phrase]) -> str:
    """A sentence without the colours of its phrases."""
    return markdown(phrases.text_of(some))


def folded(lines: Sequence[str], what: str) -> list[str]:
    """Lines that a reader can unfold."""
    return ["<details>", f"<summary>{what}</summary>", "", *lines, "", "</details>"]


def field_text(field: Field | None) -> str:
    """threads 3.2; one of OUTCOMES, nothing where not measured."""
    if field is None:
        return ""
    if field.winner in OUTCOMES:
        return field.text
    return f"{markdown(path_text(field.winner))} {field.text}"


def folded_tables(tables: Sequence[str], what: str) -> list[str]:
    """Tables that each end in an empty line, to unfold together; nothing if there are none."""
    return [*folded(tables[:-1], what), ""] if tables else []


def row_text(cells: Iterable[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"


def head_rows(names: Sequence[str], sizes: Iterable[int]) -> list[str]:
    """The head of a table: columns of words, then one for each size; 0 has no title."""
    heads = [size_text(size) if size else "" for size in sizes]
    return [row_text([*names, *heads]), "|" + "---|" * len(names) + "--:|" * len(heads)]
