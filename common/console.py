# SPDX-License-Identifier: BSD-3-Clause
"""Messages, standard streams and options of every command."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from enum import IntEnum
from pathlib import Path
from typing import Any, TextIO

from common.help import Formatter, further_text
from common.nearest import nearest, no_such
from common.terminal import columns_of, escaped, plain, wrapped

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


class HelpAll(argparse.Action):
    """--help-all: the help of all options."""

    def __call__(self, parser: "Parser", *_: Any) -> None:
        parser.further = ()
        parser.print_help()
        parser.exit()


class Parser(argparse.ArgumentParser):
    """-h, -V, -q and -v for every command; words as getopt_long reads them.

    A usage error is one line, whatever the words contain, and the exit status USAGE. A `silent`
    parser raises UsageError instead, also for words that only ask for an answer.
    """

    level = Level.NORMAL
    release = "(of unknown version)"  # of comops
    further: tuple[str, ...] = ()  # titles of groups that only --help-all explains
    stray = "Too many arguments"  # what is said of a `{word}` that nothing stands for

    def __init__(self, silent: bool = False, **how: Any) -> None:
        super().__init__(**{"formatter_class": Formatter, "add_help": False,
                            "exit_on_error": False, **how})
        self.silent = silent
        self.places: dict[str, list[slice]] = {}  # of long options in the words that were parsed
        self._has_common = False

    def _add_common(self) -> None:
        """After all others, so that help ends with them."""
        if self._has_common:
            return
        self._has_common = True
        group = self.add_argument_group("Options of every command")
        group.add_argument("-h", "--help", action="help", help="print this help")
        group.add_argument("--help-all", action=HelpAll, nargs=0,
                           help="explain all options" if self.further else argparse.SUPPRESS)
        for letter, name, level, what in (
            ("-q", "--quiet", Level.QUIET, "print only results and errors"),
            ("-v", "--verbose", Level.VERBOSE,
             "also report what is found, started and left out"),
        ):
            group.add_argument(letter, name, action="store_const", const=level, dest="level",
                               help=what)
        group.add_argument("-V", "--version", action="version",
                           version=f"comops {Parser.release}",
                           help="print the version")

    def format_help(self) -> str:
        self._add_common()
        if not self.further:
            return super().format_help()
        every, epilog = self._action_groups, self.epilog
        others = [group for group in every if group.title in self.further]
        self._action_groups = [group for group in every if group not in others]
        self.epilog = further_text(self.prog, others)
        try:
            return super().format_help()
        finally:
            self._action_groups, self.epilog = every, epilog

    def parse_args(self, words: Any = None, namespace: Any = None) -> argparse.Namespace:
        """Unknown options are refused before anything else that is wrong."""
        self._add_common()
        plain_words = self._in_order(sys.argv[1:] if words is None else words)
        try:
            options, others = self.parse_known_args(plain_words, namespace)
        except argparse.ArgumentError as error:
            name = (error.argument_name or "").rpartition("/")[2]
            self.error(f"{name}: {error.message}" if name else error.message)
        if others:
            self.error(self.stray.format(word=next(one for one in others if one != "--")))
        if options.level is not None:
            Parser.level = options.level
        del options.level
        return options

    def _in_order(self, words: list[str]) -> list[str]:
        """Options, each with its whole name and its value, then `--` and what else there is."""
        options, others, left = [], [], words[::-1]
        while left:
            word = left.pop()
            if word == "--":
                others += left[::-1]
                break
            if word.startswith("--"):
                first = len(words) - len(left) - 1
                options.append(self._long(word[2:], left))
                self.places.setdefault(options[-1].partition("=")[0], []).append(
                    slice(first, len(words) - len(left)))
            elif word.startswith("-") and word != "-":
                options += self._letters(word[1:], left)
            else:
                others.append(word)
        for option in options:
            if option.partition("=")[2] == "--":  # argparse drops such a value
                self.error(f"{option[:-3]} needs a value")
        return [*options, "--", *others] if others else options

    def _long(self, word: str, left: list[str]) -> str:
        name, equals, value = word.partition("=")
        known = [one[2:] for one in self._option_string_actions if one.startswith("--")]
        some = [name] if name in known else [one for one in known if one.startswith(name)]
        if not some:
            near = nearest(name, known)
            self.error(f"no option `--{name}`" + (f"; did you mean `--{near}`?" if near else ""))
        if len(some) > 1:
            self.error(f"`--{name}` may be {' or '.join(f'--{one}' for one in some)}")
        if self._option_string_actions[f"--{some[0]}"].nargs == 0:
            if equals:
                self.error(f"--{name} takes no value")
            return f"--{some[0]}"
        if not equals and not left:
            self.error(f"--{name} needs a value")
        return f"--{some[0]}={value if equals else left.pop()}"

    def _letters(self, word: str, left: list[str]) -> list[str]:
        found = []
        while word:
            letter, word = word[0], word[1:]
            action = self._option_string_actions.get(f"-{letter}")
            if not action:
                self.error(f"no option `-{letter}`")
            if action.nargs != 0 and not word and not left:
                self.error(f"-{letter} needs a value")
            name = action.option_strings[-1]
            found.append(name if action.nargs == 0 else f"{name}={word or left.pop()}")
            word = word if action.nargs == 0 else ""
        return found

    def error(self, message: str) -> None:
        if self.silent:
            raise UsageError(message)
        print_error(f"{self.prog}: {plain(message)}\n"
                    f"Try `{self.prog} --help' for more information.\n")
        self.exit(USAGE)

    def exit(self, status: int = 0, message: str | None = None) -> None:
        if self.silent:
            raise UsageError("it measures nothing")
        sys.exit(status)

    def _print_message(self, message: str, file: TextIO | None = None) -> None:
        """Older versions of argparse let an error pass, newer ones hide it."""
        if message and not self.silent:
            show(message)


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
