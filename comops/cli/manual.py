# SPDX-License-Identifier: BSD-3-Clause
"""What --help-all says of each command, as man pages and as a list of options."""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from unittest import mock

from comops.cli.group import commands_listed
from comops.cli.main import ABOUT, COMMON, USAGE_LINE, commands_all, obey
from comops.common.console import Parser
from comops.common.help import Entry, filled, sections_of

WIDTH = 78  # of a paragraph


@dataclass(frozen=True)
class Help:
    """A command's --help-all, in its parts: lines before the options, these by their headings, and
    lines after them."""

    words: tuple[str, ...]  # comops run: ("run",)
    summary: str
    usage: list[str]
    about: list[str]
    options: dict[str, list[Entry]]
    notes: list[str]

    @property
    def name(self) -> str:
        return "-".join(("comops", *self.words))

    def all_options(self) -> list[Entry]:
        return [entry for group in self.options.values() for entry in group if entry.long]


def _parser_of(words: tuple[str, ...]) -> Parser:
    """That which would print the help of a command."""
    asked: list[Parser] = []

    def note(parser: Parser, _everything: bool = False) -> str:
        asked.append(parser)
        return ""

    with mock.patch.object(Parser, "format_help", note), contextlib.suppress(SystemExit):
        obey([*words, "--help-all"])
    return asked[0]


def _help_of(words: tuple[str, ...], summary: str) -> Help:
    parser = _parser_of(words)
    about, notes = (filled(text or "", WIDTH).splitlines()
                    for text in (parser.description, parser.epilog))
    usage = [re.sub(r"^(?:Usage:| *or:) *", "", line)
             for line in parser.format_usage().splitlines()]
    return Help(words, summary, usage, about, sections_of(parser.entries), notes)


def helps_read() -> list[Help]:
    """comops itself, then every command."""
    common = [Entry("", letter[1:], long, "", text, 0) for letter, long, text in COMMON]
    helps = [Help((), "shared memory against message passing on one node", [USAGE_LINE],
                  [ABOUT, "", *commands_listed(commands_all())], {"": common}, [])]
    for name, command in commands_all().items():
        helps.append(_help_of((name,), command.about))
        helps += [_help_of((name, second), part.about)
                  for second, part in command.commands.items()]
    return helps


def roff(text: str) -> str:
    """The text as a man page has it: no character of it is a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga")
    return re.sub(r"^([.'])", r"\\&\1", text)


def _paragraphs(lines: list[str]) -> Iterator[str]:
    """Lines that begin at the margin are filled, others stay as they are."""
    shaped = False
    for line in lines:
        indented = line.startswith(" ")
        if indented != shaped and line:
            yield ".nf" if indented else ".fi"
            shaped = indented
        yield roff(line) if line else ".PP"
    if shaped:
        yield ".fi"


def man_page(of: Help, names: list[str]) -> str:
    """The page in section 1; `names` are those of all pages."""
    lines = [f'.\\" From `{" ".join(("comops", *of.words))} --help-all`',
             f'.TH {roff(of.name.upper())} 1 "" COMOPS "User Commands"',
             ".nh", ".ad l",  # names stay whole
             ".SH NAME", f"{roff(of.name)} \\- {roff(of.summary)}", ".SH SYNOPSIS", ".nf",
             *map(roff, of.usage), ".fi", ".SH DESCRIPTION", *_paragraphs(of.about),
             ".SH OPTIONS"]
    for at, (heading, group) in enumerate(of.options.items()):
        if at or heading not in ("", "options"):
            lines.append(f".SS {roff(heading)}")
        for entry in group:
            lines += [".TP", f".B {roff(entry.names)}", roff(entry.text)]
    if of.notes:
        lines += [".SH NOTES", *_paragraphs(of.notes)]
    others = ", ".join(f"{roff(name)}(1)" for name in names if name != of.name)
    return "\n".join([*lines, ".SH SEE ALSO", others]) + "\n"
