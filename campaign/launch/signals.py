# SPDX-License-Identifier: BSD-3-Clause
"""SIGINT, SIGTERM and SIGHUP, noticed only while waiting and where signals_seen is asked."""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator

CAUGHT = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_seen = False
_pipe: tuple[int, int] | None = None


@contextlib.contextmanager
def signals_held() -> Iterator[None]:
    """Whichever of them arrives takes effect when this ends. Not by a mask: the system would give
    the signal to another thread. Only the main thread is interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    arrived: list[int] = []
    before = {number: signal.signal(number, lambda number, _: arrived.append(number))
              for number in CAUGHT}
    try:
        yield
    finally:
        for number, action in before.items():
            signal.signal(number, action)
        for number in arrived:
            signal.raise_signal(number)


def _on_signal(number: int, frame: object) -> None:
    global _seen
    _seen = True


def signals_catch() -> int:
    """From now on the three signals interrupt nothing. A descriptor that becomes readable with
    each of them, so that none is lost between a check and a sleep."""
    global _pipe
    if _pipe is None:
        _pipe = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(_pipe[1], warn_on_full_buffer=False)
        for number in CAUGHT:
            signal.signal(number, _on_signal)
    return _pipe[0]


def signals_drain() -> None:
    """Makes the descriptor wait for the next signal."""
    if _pipe:
        with contextlib.suppress(BlockingIOError):
            os.read(_pipe[0], 4096)


def signals_seen() -> bool:
    """Whether one of them has arrived."""
    return _seen
