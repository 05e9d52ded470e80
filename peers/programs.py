# SPDX-License-Identifier: BSD-3-Clause
"""Other programs, which never outlive this one."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

from common import console

PROGRAM = "comops peers"
PATIENCE_S = 10  # between SIGTERM and SIGKILL
INTERRUPTS = {signal.SIGINT, signal.SIGTERM}
Word = str | Path


class Unavailable(Exception):
    """Why a peer is missing or failed, in one line; `status` is the program's."""

    def __init__(self, why: str, status: int | None = None) -> None:
        super().__init__(why)
        self.status = status


def complain(message: str) -> None:
    console.complain(PROGRAM, message)


def note(message: str) -> None:
    """Not with -q."""
    console.note(PROGRAM, message)


def last_line(text: str) -> str:
    """The last line of a failed program's output."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "no message"


def interrupts_unblock() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)


def group_end(process: subprocess.Popen[str]) -> None:
    """Ends a program and its children, at first with time to clean up."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE_S)
    for pipe in (process.stdout, process.stderr):
        if pipe:
            pipe.close()


def output_of(
    command: Sequence[Word], timeout: float, env: dict[str, str] | None = None,
    good: Sequence[int] = (0,),
) -> str:
    """Standard output of a program; `timeout` in seconds, `env` added to the environment.

    Unavailable if it cannot be started, takes longer, or ends with a status not in `good`.
    """
    name = Path(command[0]).name
    # An interrupt while it starts would leave it running.
    signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
    try:
        process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, errors="replace", env={**os.environ, **(env or {})}, start_new_session=True,
            preexec_fn=interrupts_unblock)
    except OSError as error:
        interrupts_unblock()
        raise Unavailable(f"{name} cannot be started: {error.strerror}") from error
    try:
        interrupts_unblock()
        output, errors = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        group_end(process)
        raise Unavailable(f"{name} took longer than {timeout:.0f} s") from None
    except BaseException:
        signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)  # so would a second one
        group_end(process)
        raise
    if process.returncode not in good:
        said = last_line(errors or output)
        raise Unavailable(f"{name} failed ({process.returncode}): {said}", process.returncode)
    return output
