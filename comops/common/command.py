# SPDX-License-Identifier: BSD-3-Clause
"""How a command begins and ends: its standard streams, its exit status, its interruption."""

import os
import signal
import sys
from collections.abc import Callable

from comops.common.console import NOT_WRITTEN, USAGE, OutputError, UsageError, complain, show
from comops.common.signals import signals_interrupt, signals_seen

STREAMS = (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w"))


def streams_open() -> None:
    """Closed standard streams: input is empty, output fails, messages vanish.

    Otherwise the next file to be opened would get their number.
    """
    for number, (name, access, mode) in enumerate(STREAMS):
        if getattr(sys, name) is None:
            os.open(os.devnull, access)  # takes the lowest free number
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))


def _end_by(number: int) -> int:
    """Ends as other programs do, so that a shell that runs several ends too."""
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
    return 128 + number


def command_run(program: str, main: Callable[[], int]) -> int:
    """The exit status of a command, NOT_WRITTEN if an output could not be written. Does not return
    if a signal has interrupted it."""
    signals_interrupt()
    status = _command_status(program, main)
    return _end_by(number) if (number := signals_seen()) else status


def _command_status(program: str, main: Callable[[], int]) -> int:
    try:
        try:
            status = main()
        except SystemExit as end:  # after --help or a wrong option
            status = end.code
        show("")
    except BrokenPipeError:
        return NOT_WRITTEN
    except OutputError as error:
        complain(program, error)
        return NOT_WRITTEN
    except UsageError as error:
        for reason in error.args:
            complain(program, reason)
        return USAGE
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    return status
