# SPDX-License-Identifier: BSD-3-Clause
"""Messages, standard streams and options of every command."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from getopt import GetoptError, gnu_getopt
from pathlib import Path
from typing import Any, NoReturn, TextIO

from comops.common.help import (COMMON, Entry, filled, further_text, section_text, sections_of,
                                usage_text)
from comops.common.nearest import nearest, no_such
from comops.common.terminal import columns_of, columns_wanted, escaped, plain, wrapped

NOT_WRITTEN, USAGE = 1, 2  # exit statuses


class UsageError(Exception):
    """What the user asked for is wrong; each argument is a line that says why, and what would be
    right."""


class OutputError(Exception):
    """An output cannot be written; one line says why."""

    def __init__(self, output: object, error: OSError) -> None:
        """`output` None is standard output."""
        super().__init__(f"{output}: cannot be written: {error.strerror}" if output else
                         f"cannot write to standard output: {error.strerror}")


class Level(IntEnum):
    """How much is said besides results and errors."""

    QUIET, NORMAL, VERBOSE = range(3)


class _Answer(argparse.Action):
    """An option that prints something and ends the program."""

    def __call__(self, parser: "Parser", _namespace: argparse.Namespace, _values: object,
                 name: str | None = None) -> None:
        if parser.silent:
            raise UsageError("it measures nothing")
        show(f"comops {Parser.release}\n" if name == "--version"
             else parser.format_help(name == "--help-all"))
        sys.exit(0)


class Parser(argparse.ArgumentParser):
    """-h, -V, -q and -v for every command; words as getopt_long reads them.

    A usage error is one line, whatever the words contain, and the exit status USAGE. A `silent`
    parser raises UsageError instead, also for words that only ask for an answer.
    """

    level = Level.NORMAL
    release = "(of unknown version)"  # of comops
    stray = "Too many arguments"  # what is said of a `{word}` that nothing stands for

    def __init__(self, silent: bool = False, further: tuple[str, ...] = (), **how: Any) -> None:
        """Only --help-all explains the sections `further`."""
        super().__init__(**how, add_help=False, exit_on_error=False)
        self.silent, self.further = silent, further
        self.entries: list[Entry] = []
        self.given: list[str] = []  # the options that were parsed, as `--name=value`
        for *names, how, text in (
            ("-h", "--help", {"action": _Answer, "nargs": 0}, "print this help"),
            ("--help-all", {"action": _Answer, "nargs": 0}, "explain all options" * bool(further)),
            ("-q", "--quiet", {"action": "store_const", "const": Level.QUIET, "dest": "level"},
             "print only results and errors"),
            ("-v", "--verbose", {"action": "store_const", "const": Level.VERBOSE, "dest": "level"},
             "also report what is found, started and left out"),
            ("-V", "--version", {"action": _Answer, "nargs": 0}, "print the version"),
        ):
            self.add_argument(*names, section=COMMON, help=text, **how)

    def add_argument(self, *names: str, section: str = "", help: str = "",
                     **how: Any) -> argparse.Action:
        """`section`: the heading of its help; without a help it is not shown."""
        action = super().add_argument(*names, **how)
        *letters, long = action.option_strings or [""]
        takes = "" if action.nargs == 0 else action.metavar or action.dest.upper()
        self.entries.append(Entry(section or ("options" if long else "arguments"),
                                  "".join(letters)[1:], long, takes, help, action.nargs))
        return action

    def format_usage(self) -> str:
        return f"Usage: {self.usage or usage_text(self.prog, self.entries)}\n"

    def format_help(self, everything: bool = False) -> str:
        width = (columns_wanted() or 80) - 2
        sections = sections_of(self.entries)
        further = {} if everything else {heading: sections.pop(heading)
                                         for heading in self.further}
        parts = [self.format_usage().rstrip(), filled(self.description or "", width),
                 *(section_text(*section, width) for section in sections.items()),
                 further_text(self.prog, further) if further
                 else filled(self.epilog or "", width)]
        return "\n\n".join(filter(None, parts)) + "\n"

    def parse_args(self, words: Sequence[str],
                   namespace: argparse.Namespace | None = None) -> argparse.Namespace:
        """Unknown options are refused before anything else that is wrong."""
        self.given, places = self._read(words)
        try:
            options, others = self.parse_known_args(
                [*self.given, "--", *places] if places else self.given, namespace)
        except argparse.ArgumentError as error:
            name = (error.argument_name or "").rpartition("/")[2]
            self.error(f"{name}: {error.message}" if name else error.message)
        if others:
            self.error(self.stray.format(word=next(word for word in others if word != "--")))
        if options.level is not None:
            Parser.level = options.level
        del options.level
        return options

    def _read(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        """The options, each with its whole name and its value, and all other words."""
        entries = {name: entry for entry in self.entries
                   for name in (f"-{entry.letter}", entry.long)}
        letters = [entry.letter + ":" * bool(entry.takes) for entry in self.entries if entry.letter]
        longs = [entry.long[2:] + "=" * bool(entry.takes) for entry in self.entries if entry.long]
        try:
            pairs, others = gnu_getopt(words, "".join(letters), longs)
        except GetoptError as error:
            self.error(self._refusal(error, entries))
        for name, value in pairs:
            if value == "--":  # argparse drops such a value
                self.error(f"{name} needs a value")
        return [entries[name].long + f"={value}" * bool(entries[name].takes)
                for name, value in pairs], others

    @staticmethod
    def _refusal(error: GetoptError, entries: dict[str, Entry]) -> str:
        name = ("--" if error.msg.startswith("option --") else "-") + error.opt
        if name in entries:
            return f"{name} needs a value" if entries[name].takes else f"{name} takes no value"
        if len(meant := [known for known in entries if known.startswith(name)]) > 1:
            return f"`{name}` may be {' or '.join(meant)}"
        near = nearest(error.opt, [entry.long[2:] for entry in entries.values()])
        return f"no option `{name}`" + (f"; did you mean `--{near}`?" if near else "")

    def error(self, message: str) -> NoReturn:
        if self.silent:
            raise UsageError(message)
        print_error(f"{self.prog}: {plain(message)}\n"
                    f"Try `{self.prog} --help' for more information.\n")
        sys.exit(USAGE)


def choice_of(names: Iterable[str], what: str = "") -> Callable[[str], str]:
    """A type of argparse: one of some names; `what` they name, and a blank."""
    known = list(names)

    def choose(word: str) -> str:
        if word in known:
            return word
        raise argparse.ArgumentTypeError(no_such(what, word, known))

    return choose


def leave(stream: TextIO) -> None:
    """Everything still in a stream and all that follows is lost, without another error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def complain(program: str, message: object) -> None:
    """A message on standard error, one line unless that is a terminal, whatever a file's name or
    content contains."""
    print_error(wrapped(escaped(f"{program}: {message}"), 2, columns_of(sys.stderr)))


def note(program: str, message: object) -> None:
    """As complain, of what is no error: not with -q."""
    if Parser.level > Level.QUIET:
        complain(program, message)


def detail(program: str, message: object) -> None:
    """As complain, of what is of interest with -v alone."""
    if Parser.level == Level.VERBOSE:
        complain(program, message)


def output_check(output: Path) -> None:
    """OutputError if a file cannot be written, before the work for it is done."""
    new = not os.path.lexists(output)
    try:
        with open(output, "ab"):
            pass
        if new:
            output.unlink()
    except OSError as error:
        raise OutputError(output, error) from None


def print_error(text: str) -> None:
    """To standard error; lost where that fails."""
    try:
        print(text, end="", file=sys.stderr, flush=True)
    except OSError:
        leave(sys.stderr)


def show(text: str) -> None:
    """To standard output at once.

    Where that fails, OutputError, or BrokenPipeError if the reader has left; nothing more
    is written there.
    """
    try:
        if text:  # /dev/full refuses even nothing
            sys.stdout.buffer.write(text.encode("utf-8", errors="replace"))
        sys.stdout.flush()
    except OSError as error:
        leave(sys.stdout)
        if isinstance(error, BrokenPipeError):
            raise
        raise OutputError(None, error) from None
