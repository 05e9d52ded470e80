# SPDX-License-Identifier: BSD-3-Clause
"""Messages, standard output and the exit status of every command in Python."""

import argparse
import os
import sys
from collections.abc import Callable
from typing import TextIO

NOT_WRITTEN = 1
STREAMS = (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w"))


class OutputError(Exception):
    """An output cannot be written; one line says why."""

    def __init__(self, output: object, error: OSError) -> None:
        super().__init__(f"{output}: cannot be written: {error.strerror}")


class Parser(argparse.ArgumentParser):
    """A usage error is one line after the usage, whatever the arguments contain."""

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


def leave(stream: TextIO) -> None:
    """Everything still in a stream and all that follows is lost, without another error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def complain(program: str, message: str) -> None:
    """One line on standard error, whatever a file's name or content contains."""
    print_error(plain(f"{program}: {message}") + "\n")


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
