# SPDX-License-Identifier: BSD-3-Clause
"""What --help-all says of each command, as man pages and as a list of options."""

import contextlib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from commands.main import obey

# A line that begins an option, and one that goes on with its text.
OPTION = re.compile(r" {2,6}(-\S.*?)(?:(?: {2,}|, {3,})(\S.*))?$")
FURTHER = re.compile(r" {10,}(\S.*)$")
WORD = re.compile(r" {2,}(\w+) {2,}(\S.*)$")  # a command and what it does
GROUPED = ("fleet", "history")  # commands that have commands


@dataclass
class Option:
    """`-s, --sizes=LIST`, and what it does."""

    names: str
    text: str

    @property
    def long(self) -> str:
        """`--sizes`, or the only name there is."""
        found = re.findall(r"--[\w-]+", self.names)
        return found[0] if found else self.names.split()[0]

    @property
    def letter(self) -> str:
        found = re.match(r"-(\w)\b", self.names)
        return found[1] if found else ""

    @property
    def takes(self) -> str:
        """What stands for its value, or nothing."""
        found = re.search(r"--[\w-]+(?:\[?=| )([^,\s].*)", self.names)
        return found[1] if found else ""


@dataclass
class Help:
    """A command's --help-all, in its parts."""

    words: tuple[str, ...]  # comops run: ("run",)
    summary: str
    usage: list[str] = field(default_factory=list)
    about: list[str] = field(default_factory=list)  # lines before the options
    options: list[tuple[str, list[Option]]] = field(default_factory=list)  # by their headings
    notes: list[str] = field(default_factory=list)  # lines after the options

    @property
    def name(self) -> str:
        return "-".join(("comops", *self.words))

    def all_options(self) -> list[Option]:
        return [one for _, group in self.options for one in group]


def help_text(*words: str) -> str:
    """What a command prints."""
    printed = io.BytesIO()
    with contextlib.redirect_stdout(io.TextIOWrapper(printed, write_through=True)) as stream, \
            contextlib.suppress(SystemExit):
        obey([*words, "--help-all" if words else "--help"])
    stream.detach()
    return printed.getvalue().decode()


def _usage_read(lines: list[str]) -> list[str]:
    """Takes the lines of the usage off."""
    usage = [lines.pop(0).partition(" ")[2]]
    while lines and re.match(r" +\S", lines[0]) and not OPTION.match(lines[0]):
        usage.append(lines.pop(0).strip().removeprefix("or: ").strip())
    return usage


def help_read(words: tuple[str, ...], summary: str, text: str) -> Help:
    """The parts of one --help-all."""
    lines = [line.rstrip() for line in text.splitlines()]
    found = Help(words, summary, _usage_read(lines))
    heading, group = "", None
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        option, further = OPTION.match(line), FURTHER.match(line)
        if option:
            if group is None or heading:
                found.options.append((heading, group := []))
                heading = ""
            group.append(Option(option[1], option[2] or ""))
        elif further and group and not any(found.notes):
            group[-1].text = f"{group[-1].text} {further[1]}".strip()
        elif line.endswith(":") and OPTION.match(after):
            heading = line.strip().removesuffix(":")
        elif line or found.about or found.notes:
            (found.about if group is None else found.notes).append(line)
    return found


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command that a help lists, and what it does."""
    for line in text.splitlines():
        found = WORD.match(line)
        if found:
            yield found[1], found[2]


def helps_read() -> list[Help]:
    """comops itself, then every command."""
    text = help_text()
    all_of_them = [help_read((), "shared memory against message passing on one node", text)]
    for name, what in commands(text):
        inner = help_text(name)
        all_of_them.append(help_read((name,), what, inner))
        for second, does in commands(inner) if name in GROUPED else ():
            all_of_them.append(help_read((name, second), does, help_text(name, second)))
    return all_of_them


def roff(text: str) -> str:
    """The text as a man page has it: no character of it is a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga")
    return re.sub(r"^([.'])", r"\\&\1", text)


def _paragraphs(lines: list[str]) -> Iterator[str]:
    """Lines that begin at the margin are filled, others stay as they are."""
    shaped = False
    for line in [*lines, "end"][:-1]:
        indented = line.startswith(" ")
        if indented != shaped and line:
            yield ".nf" if indented else ".fi"
            shaped = indented
        yield roff(line) if line else ".PP"
    if shaped:
        yield ".fi"


def _trimmed(lines: list[str]) -> list[str]:
    text = "\n".join(lines).strip("\n")
    return text.split("\n") if text else []


def man_page(of: Help, names: list[str]) -> str:
    """The page in section 1; `names` are those of all pages."""
    lines = [f'.\\" From `{" ".join(("comops", *of.words))} --help-all`',
             f'.TH {roff(of.name.upper())} 1 "" COMOPS "User Commands"',
             ".nh", ".ad l",  # names stay whole
             ".SH NAME", f"{roff(of.name)} \\- {roff(of.summary)}", ".SH SYNOPSIS", ".nf",
             *map(roff, of.usage), ".fi", ".SH DESCRIPTION", *_paragraphs(_trimmed(of.about))]
    if of.options:
        lines.append(".SH OPTIONS")
    for heading, group in of.options:
        if heading and heading != "options":
            lines.append(f".SS {roff(heading)}")
        for one in group:
            lines += [".TP", f".B {roff(one.names)}", roff(one.text)]
    if _trimmed(of.notes):
        lines += [".SH NOTES", *_paragraphs(_trimmed(of.notes))]
    others = ", ".join(f"{roff(name)}(1)" for name in names if name != of.name)
    return "\n".join([*lines, ".SH SEE ALSO", others]) + "\n"
