# SPDX-License-Identifier: BSD-3-Clause
"""Text for a terminal: without what it would obey, and no wider than it is."""

import os
import re
import sys
from typing import TextIO

COLUMNS_LEAST = 40  # of a terminal: narrower lines would be no easier to read
# Unicode: control characters (Cc), separators of lines (Zl, Zp), of the format characters (Cf)
# those that are invisible or change the direction, and what stands for bytes that are not UTF-8.
UNSAFE = re.compile("[\0-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
                    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]")

NO_BREAK = "\N{NO-BREAK SPACE}"
UNIT = r"(?<=\d) (?=(?:%|ns|us|ms|s|min|h|[KMG]?i?B)(?!\w))"  # the blank before it


def escaped(text: str) -> str:
    """A text of unknown origin for a terminal: control characters, those that hide or reorder text,
    and bytes that are not UTF-8 become \\u001b, \\u202e, \\xff."""

    def shown(match: re.Match[str]) -> str:
        point = ord(match[0])
        if 0xDC80 <= point <= 0xDCFF:  # as Python reads such a byte
            return f"\\x{point - 0xDC00:02x}"
        return f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"

    return UNSAFE.sub(shown, text)


def plain(text: object) -> str:
    """The same in one line."""
    return escaped(re.sub(r"\s*\n\s*", " ", str(text).strip("\n")))


def lines_escaped(text: str) -> str:
    """The same of lines that have colours."""
    parts = re.split("(\n|\033\\[[0-9;]*m)", text)
    return "".join(part if at % 2 else escaped(part) for at, part in enumerate(parts))


def columns_of(stream: TextIO) -> int:
    """The width of a terminal; 0 if it is none, or its width unknown."""
    try:
        columns = os.get_terminal_size(stream.fileno()).columns
    except OSError:
        return 0
    return max(columns, COLUMNS_LEAST) if columns else 0


def columns_wanted() -> int:
    """The columns of standard output, or those of the variable COLUMNS; 0 if unknown."""
    asked = os.environ.get("COLUMNS", "")
    return int(asked) if re.fullmatch("[1-9][0-9]{0,3}", asked) else columns_of(sys.stdout)


def wrapped(text: str, indent: int, columns: int) -> str:
    """A text broken at blanks so that a terminal breaks no words, all lines but the first after
    `indent` blanks; `columns` 0: one line. It ends with a newline. No number is parted from its
    unit, and no-break spaces become blanks."""
    lines, begin = [""], 0
    for blanks, word in re.findall("( *)([^ ]*)", re.sub(UNIT, NO_BREAK, text)):
        width = len(lines[-1])
        if columns and word and width > begin and width + len(blanks) + len(word) > columns:
            lines.append(" " * indent + word)
            begin = indent
        else:
            lines[-1] += blanks + word
    return "\n".join(lines).replace(NO_BREAK, " ") + "\n"


def colour_wanted() -> bool:
    """Whether standard output is a terminal, and its user wants colour (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
