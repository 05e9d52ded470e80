# SPDX-License-Identifier: BSD-3-Clause
"""The commands that the documentation shows, as a reader would type them."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

COMOPS = ("comops", ".venv/bin/comops")
BOOTSTRAP = "./bootstrap"
FULL_STOPS = ("|", "||", "&&", ";")  # a command ends there
REDIRECTIONS = (">", ">>")


def pages(root: Path) -> list[Path]:
    return [root / "README.md", root / "CONTRIBUTING.md", *sorted(root.glob("*/README.md")),
            *sorted((root / "docs").rglob("*.md"))]


def blocks(text: str) -> Iterator[str]:
    """The indented lines, each with those that continue it."""
    text = re.sub(r"```.*?```", "", text, flags=re.S).replace("\\\n", " ")
    yield from (line.strip() for line in re.findall(r"(?m)^ {4,}\S.*$", text))


def mentions(text: str) -> Iterator[str]:
    """What stands between backticks, where it begins with the program's name."""
    text = re.sub(r"(?ms)^```.*?^```", "", text)
    for typed_text in re.findall(r"`((?:\.venv/bin/)?comops(?: [^`]+)?|\./bootstrap[^`]*)`", text):
        yield " ".join(typed_text.split())


def words_of(line: str) -> list[str]:
    """As a shell reads them, without a comment; nothing of a line that no shell would take."""
    reader = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    reader.whitespace_split = True
    try:
        return list(reader)
    except ValueError:
        return []


def commands_of(line: str) -> Iterator[list[str]]:
    """The commands of a line, without where their output goes to."""
    command: list[str] = []
    redirected = False
    for word in [*words_of(line), ";"]:
        if word in FULL_STOPS:
            if command:
                yield command
            command = []
        elif not redirected and word not in REDIRECTIONS:
            command.append(word)
        redirected = word in REDIRECTIONS


def commands(root: Path) -> Iterator[tuple[str, list[str]]]:
    """Page and words of each command."""
    for page in pages(root):
        text = page.read_text()
        for line in (*blocks(text), *mentions(text)):
            for command in commands_of(line):
                yield page.name, command


def typed(root: Path) -> Iterator[tuple[str, list[str]]]:
    """Page and words of each command of `comops`; `./bootstrap run` is `comops run`."""
    for page, command in commands(root):
        if command[0] in COMOPS or command[:2] == [BOOTSTRAP, "run"]:
            yield page, command[1:]


def scripts(root: Path) -> Iterator[tuple[str, str]]:
    """Page and name of each Python script of this tree in a command."""
    for page, command in commands(root):
        for before, word in zip(command, command[1:]):
            if before.startswith("python") and "/" in word:
                yield page, word


def set_ups(root: Path) -> Iterator[tuple[str, str]]:
    """Page and command of each call of `./bootstrap`."""
    for page, command in commands(root):
        if command[0] == BOOTSTRAP and len(command) > 1:
            yield page, command[1]
