# SPDX-License-Identifier: BSD-3-Clause
"""Foreign texts, such as a host's name, made harmless: docs/results-file.md, "Foreign files".

On a terminal that is `plain`, in the page Jinja's autoescape after `visible`.
"""

import csv
import io
import json
import re
from collections.abc import Container, Iterable, Sequence
from typing import Any

from comops.common.terminal import plain

FORMULA = re.compile(r"(^|; ?)(?=[=+@\uff1d\uff0b\uff20\uff0d-])")
# Control characters other than tab and line feed, and those that turn the direction of a text.
CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
JSON_ESCAPE = re.compile(r"\\(u[0-9a-f]{4}|.)")
MARKDOWN = re.compile(r"[\\`*_\[\]<>|#~&$@!]")


def markdown(text: object) -> str:
    """A text without markup in a line of Markdown, also in a table.

    Any ASCII punctuation may be escaped (CommonMark 0.31, section 2.4); @ becomes a character
    reference, so that a code host does not notify the person.
    """
    escaped = MARKDOWN.sub(lambda match: f"\\{match[0]}", plain(text))
    return escaped.replace("\\@", "&#64;").replace("://", ":&#47;/")


def markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def markdown_table(heads: Iterable[str], rows: Iterable[Iterable[str]], left: Container[int]
                   ) -> list[str]:
    """Lines of a table, and an empty one. Cells are Markdown; columns with these numbers are flush
    left, the others flush right."""
    names = list(heads)
    rule = "|".join("---" if at in left else "--:" for at in range(len(names)))
    return [markdown_row(names), f"|{rule}|", *map(markdown_row, rows), ""]


def visible(text: str) -> str:
    """A text for the page, control and direction characters as question marks."""
    return CONTROL.sub("?", text)


def csv_text(text: object) -> str:
    """A text in a field of CSV that no spreadsheet takes for a formula.

    An apostrophe precedes = + - @ and their full-width forms at the start and after a semicolon,
    which separates fields in some locales.
    """
    return FORMULA.sub(r"\1'", plain(text))


def value_text(value: Any) -> str:
    """A field: true, false, nothing for null, lists joined by blanks, texts as csv_text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(map(value_text, value))
    return str(value) if isinstance(value, int | float) else csv_text(value)


def csv_table(heads: Sequence[str], rows: Iterable[Iterable[Any]]) -> str:
    """A header, then a row of fields each (RFC 4180)."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows((heads, *(map(value_text, row) for row in rows)))
    return out.getvalue()


def json_text(value: Any) -> str:
    """JSON in ASCII, whose escapes keep control and direction characters off a terminal."""
    return json.dumps(value, indent=2, allow_nan=False) + "\n"


def visible_json(value: Any) -> str:
    """Compact JSON in which all texts are `visible`."""

    def shown(match: re.Match[str]) -> str:
        return match[0] if visible(json.loads(f'"{match[0]}"')) != "?" else "?"

    return JSON_ESCAPE.sub(shown, json.dumps(value, separators=(",", ":")))
