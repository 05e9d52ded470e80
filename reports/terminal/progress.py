# SPDX-License-Identifier: BSD-3-Clause
"""Progress: one line of a terminal that is written again and again; nothing elsewhere."""

import sys
import time

from comops.common.console import Level, Parser, print_error
from comops.common.durations import duration_text
from comops.common.terminal import columns_of

CLEAR = "\r\033[K"


class Progress:
    """The share of the time that has passed, which never shrinks, and what is left of it."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._began = time.monotonic()
        self._part = 0.0
        self._shown = False

    def show(self, what: str, seconds_left: float) -> None:
        """`what` is done now."""
        if not self._terminal or Parser.level == Level.QUIET:
            return
        spent = time.monotonic() - self._began
        self._part = max(self._part, spent / max(spent + seconds_left, 1e-9))
        text = f"[{100 * self._part:3.0f} %] {duration_text(seconds_left)} left: {what}"
        most = columns_of(sys.stderr) - 1
        print_error(f"{CLEAR}{text[:most] if most > 0 else text}")
        self._shown = True

    def show_part(self, what: str, done: int, of: int) -> None:
        """`done` steps of all have been taken, each about as long as the others."""
        spent = time.monotonic() - self._began
        self.show(what, spent * (of - done) / max(done, 1))

    def clear(self) -> None:
        """Before anything else is printed."""
        if self._shown:
            print_error(CLEAR)
        self._shown = False
