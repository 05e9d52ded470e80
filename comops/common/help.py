# SPDX-License-Identifier: BSD-3-Clause
"""How --help is laid out."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from comops.common.terminal import wrapped

MARGIN = 24  # left of what an option does
COMMON = "Options of every command"


class Entry(NamedTuple):
    """An option, or an argument, which has no `long`."""

    section: str
    letter: str  # p
    long: str  # --patterns
    takes: str  # LIST; "" if it takes no value
    text: str  # "": not shown
    number: int | str | None  # of an argument's words: ?, * or +

    @property
    def names(self) -> str:
        """`-p, --patterns=LIST`"""
        letter = f"-{self.letter}, " if self.letter else ""
        return letter + "=".join(filter(None, (self.long, self.takes)))


def _wrapped(text: str, width: int) -> list[str]:
    return wrapped(" ".join(text.split()), 0, width).splitlines()


def filled(text: str, width: int) -> str:
    """Lines that begin with a blank stay as they are."""
    lines: list[str] = []
    for shaped, group in groupby(text.splitlines(), lambda line: line[:1] in ("", " ")):
        lines += group if shaped else _wrapped(" ".join(group), width)
    return "\n".join(lines)


def usage_text(program: str, entries: Iterable[Entry]) -> str:
    forms = {"?": "[{}]", "*": "[{}...]", "+": "{}..."}
    return " ".join([program, "[OPTION...]", *(forms.get(entry.number, "{}").format(entry.takes)
                                               for entry in entries if not entry.long)])


def sections_of(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """What is shown, by heading; the options of every command come last."""
    sections: dict[str, list[Entry]] = {}
    for entry in sorted(entries, key=lambda entry: entry.section == COMMON):
        if entry.text:
            sections.setdefault(entry.section, []).append(entry)
    return sections


def section_text(heading: str, entries: Iterable[Entry], width: int) -> str:
    """Each option, and beside it what it does."""
    lines = [f"{heading}:"]
    for entry in entries:
        begin, text = f"  {entry.names}", _wrapped(entry.text, max(width - MARGIN, 11))
        if len(begin) <= MARGIN - 2:
            begin = begin.ljust(MARGIN) + text.pop(0)
        lines += [begin, *(" " * MARGIN + line for line in text)]
    return "\n".join(lines)


def further_text(program: str, sections: dict[str, list[Entry]]) -> str:
    """The names of the options that only --help-all explains."""
    lines = [f"More options, explained by `{program} --help-all`:"]
    for heading, entries in sections.items():
        names = ", ".join(entry.long for entry in entries)
        lines.append(wrapped(f"  {heading.lower()}: {names}", 4, 78).rstrip())
    return "\n".join(lines)
