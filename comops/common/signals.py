# SPDX-License-Identifier: BSD-3-Clause
"""SIGINT, SIGTERM and SIGHUP: each interrupts a command, and a campaign notices them where it asks.
One that is ignored at the start, as by nohup, stays ignored."""

import contextlib
import os
import select
import signal
import threading
from collections.abc import Iterator

CAUGHT = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_seen = 0
_pipe: tuple[int, int] | None = None


def _on_signal(number: int, frame: object) -> None:
    global _seen
    _seen = number
    if _pipe is None:
        raise KeyboardInterrupt


def _heeded() -> list[signal.Signals]:
    return [number for number in CAUGHT if signal.getsignal(number) != signal.SIG_IGN]


def signals_interrupt() -> None:
    """From now on each of the three signals raises KeyboardInterrupt."""
    for number in _heeded():
        signal.signal(number, _on_signal)


@contextlib.contextmanager
def signals_held() -> Iterator[None]:
    """Whichever of them arrives takes effect when this ends. Not by a mask: the system would give
    the signal to another thread. Only the main thread is interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    arrived: list[int] = []
    before = {number: signal.signal(number, lambda number, _: arrived.append(number))
              for number in _heeded()}
    try:
        yield
    finally:
        for number, action in before.items():
            signal.signal(number, action)
        for number in arrived:
            signal.raise_signal(number)


def signals_catch() -> int:
    """From now on the three signals interrupt nothing. A descriptor that becomes readable with
    each of them, so that none is lost between a check and a sleep."""
    global _pipe
    if _pipe is None:
        _pipe = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(_pipe[1], warn_on_full_buffer=False)
        signals_interrupt()
    return _pipe[0]


def signals_drain() -> None:
    """Makes the descriptor wait for the next signal."""
    if _pipe:
        with contextlib.suppress(BlockingIOError):
            os.read(_pipe[0], 4096)


def signals_seen() -> int:
    """The last of them that has arrived; 0: none."""
    return _seen


def writable_await(fd: int, patience: float) -> bool:
    """Waits until a pipe takes PIPE_BUF bytes, as anything else always does. False if one of the
    signals has arrived and the pipe takes nothing for so many seconds."""
    while True:
        seen = _seen
        watched = [] if seen or not _pipe else [_pipe[0]]
        writable = select.select(watched, [fd], [], patience if seen else None)[1]
        if writable or seen:
            return bool(writable)
        signals_drain()
