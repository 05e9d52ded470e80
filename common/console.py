# SPDX-License-Identifier: BSD-3-Clause
"""Messages, standard output and the exit status of every command in Python."""

import argparse
import difflib
import os
import sys
import textwrap
from collections.abc import Callable, Iterable
from enum import IntEnum
from pathlib import Path
from typing import Any, TextIO

NOT_WRITTEN = 1
STREAMS = (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w"))


class OutputError(Exception):
    """An output cannot be written; one line says why."""

    def __init__(self, output: object, error: OSError) -> None:
        super().__init__(f"{output}: cannot be written: {error.strerror}")


class Level(IntEnum):
    """How much is said besides results and errors."""

    QUIET, NORMAL, VERBOSE = range(3)


class Formatter(argparse.HelpFormatter):
    """Breaks lines between words only: names and paths stay whole."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_long_words=False,
                             break_on_hyphens=False)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return textwrap.indent("\n".join(self._split_lines(text, width - len(indent))), indent)


class Parser(argparse.ArgumentParser):
    """-h, -V, -q and -v for every command.

    A usage error is one line after the usage, whatever the arguments contain.
    """

    level = Level.NORMAL

    def __init__(self, **how: Any) -> None:
        super().__init__(**{"formatter_class": Formatter, **how})
        version = f"comops {os.environ.get('COMOPS_VERSION', '(of unknown version)')}"
        self.add_argument("-V", "--version", action="version", version=version,
                          help="print the version and exit")
        for letter, name, level, what in (
            ("-q", "--quiet", Level.QUIET, "print only results and errors"),
            ("-v", "--verbose", Level.VERBOSE, "also report what is found, read and written"),
        ):
            self.add_argument(letter, name, action="store_const", const=level, dest="level",
                              default=Level.NORMAL, help=what)

    def parse_args(self, words: Any = None, namespace: Any = None) -> argparse.Namespace:
        """Unknown options are refused before anything else that is wrong."""
        for word in sys.argv[1:] if words is None else words:
            if word == "--":
                break
            if word.startswith("--"):
                self.check_option(word.partition("=")[0])
        options = super().parse_args(words, namespace)
        Parser.level = options.level
        del options.level
        return options

    def check_option(self, name: str) -> None:
        known = [option for option in self._option_string_actions if option.startswith("--")]
        if not any(option.startswith(name) for option in known):
            self.error(f"no option `{name}`{meant(name, known)}")

    def exit(self, status: int = 0, message: str | None = None) -> None:
        super().exit(status, f"{plain(message)}\n" if message else None)

    def _print_message(self, message: str, file: TextIO | None = None) -> None:
        """Older versions of argparse let an error pass, newer ones hide it."""
        if message and file is sys.stdout:
            show(message)
        elif message:
            print_error(message)


def plain(text: object) -> str:
    """A text for a terminal: one line without control characters and escape sequences."""
    line = " ".join(str(text).split())
    if line.isprintable():
        return line
    return "".join(character if character.isprintable() else "?" for character in line)


def meant(word: str, names: Iterable[str]) -> str:
    """A question after the name that does not exist: `; did you mean `bus`?`, or nothing."""
    close = difflib.get_close_matches(word, list(names), n=1)
    return f"; did you mean `{close[0]}`?" if close else ""


def choice_of(names: Iterable[str]) -> Callable[[str], str]:
    """As a type of argparse: one of some names."""
    known = list(names)

    def choose(word: str) -> str:
        if word in known:
            return word
        question = meant(word, known)
        there = " There are" if question else "; there are"
        raise argparse.ArgumentTypeError(f"no `{word}`{question}{there}: {', '.join(known)}")

    return choose


def leave(stream: TextIO) -> None:
    """Everything still in a stream and all that follows is lost, without another error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def complain(program: str, message: str) -> None:
    """One line on standard error, whatever a file's name or content contains."""
    print_error(plain(f"{program}: {message}") + "\n")


def note(program: str, message: str) -> None:
    """As complain, of what is no error: not with -q."""
    if Parser.level > Level.QUIET:
        complain(program, message)


def detail(program: str, message: str) -> None:
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


def streams_open() -> None:
    """Closed standard streams: input is empty, output fails, messages vanish.

    Otherwise the next file to be opened would get their number.
    """
    for number, (name, access, mode) in enumerate(STREAMS):
        if getattr(sys, name) is None:
            os.open(os.devnull, access)  # takes the lowest free number
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))


def show(text: str) -> None:
    """To standard output at once.

    Where that fails, OutputError, or BrokenPipeError if the reader has left; nothing more is
    written there.
    """
    try:
        if text:  # /dev/full refuses even nothing
            sys.stdout.buffer.write(text.encode("utf-8", errors="replace"))
        sys.stdout.flush()
    except OSError as error:
        leave(sys.stdout)
        if isinstance(error, BrokenPipeError):
            raise
        raise OutputError("standard output", error) from None


def command_run(program: str, main: Callable[[], int]) -> int:
    """The exit status of a command, NOT_WRITTEN if an output could not be written."""
    try:
        try:
            status = main()
        except SystemExit as end:  # of a usage error or --help
            status = end.code
        show("")
    except BrokenPipeError:
        return NOT_WRITTEN
    except OutputError as error:
        complain(program, str(error))
        return NOT_WRITTEN
    return status
