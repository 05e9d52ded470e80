# SPDX-License-Identifier: BSD-3-Clause
"""Man pages, as comops/cli/manual.py makes them, in Markdown."""

import re
from collections.abc import Iterator
from pathlib import Path

UNESCAPED = {r"\-": "-", r"\(ga": "`", r"\&": "", r"\e": "\\"}


def _plain(text: str) -> str:
    return re.sub(r"\\(?:\(ga|[-&e])", lambda match: UNESCAPED[match[0]], text)


def _text(line: str) -> str:
    """As Markdown takes it literally, but for what stands between backticks."""
    return re.sub(r"`[^`]*`|[<*_]", lambda match: match[0] if len(match[0]) > 1
                  else f"&#{ord(match[0])};", _plain(line))


def _lines(page: list[str]) -> Iterator[str]:
    literal, before = False, ""
    for line in page:
        request, _, rest = line.partition(" ")
        if request in (".nf", ".fi"):
            literal = request == ".nf"
            yield "```text" if literal else "```"
        elif line == ".PP":
            yield ""
        elif literal:
            yield _plain(line)
        elif request in (".SH", ".SS"):
            yield f"\n## {rest.capitalize()}\n" if request == ".SH" else f"\n### {_text(rest)}\n"
        elif request == ".B":
            yield f"\n`{_plain(rest)}`"
        elif not line.startswith("."):
            yield f":   {_text(line)}\n" if before == ".B" else _text(line)
        before = request


def markdown(file: Path) -> str:
    """The page of one command; its title is what a user types."""
    page = "\n".join(_lines(file.read_text(encoding="utf-8").splitlines()))
    page = re.sub(r"([\w-]+)\(1\)", r"[\1](\1.md)", page)
    name, what, rest = re.search(r"(?s)## Name\n\n(\S+) - ([^\n]*)\n(.*)", page).groups()
    return f"# {name.replace('-', ' ')}\n\n{what[:1].upper()}{what[1:]}.\n{rest}\n"
