# SPDX-License-Identifier: BSD-3-Clause
"""Progress on standard error: one line that a terminal sees updated; in a file one line every ten
seconds."""

import sys
import time
from typing import TYPE_CHECKING

from common.console import Level, Parser, print_error
from common.durations import duration_text
from reports.words.groups import group_title

if TYPE_CHECKING:
    from campaign.planning.plan import Group

EVERY_S = 10  # if standard error is no terminal
CLEAR = "\r\033[K"


class Progress:
    """Shows the part of the work that is done: the time so far, divided by that and what is left.
    It never shrinks."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._began = time.monotonic()
        self._shown_at = 0.0
        self._part = 0.0
        self._shown = False

    def show(self, group: "Group", launch: int, seconds_left: float) -> None:
        now = time.monotonic()
        if Parser.level == Level.QUIET:
            return
        if not self._terminal and self._shown_at and now < self._shown_at + EVERY_S:
            return
        spent = now - self._began
        self._part = max(self._part, spent / (spent + seconds_left))
        text = (f"[{100 * self._part:3.0f} %] about {duration_text(seconds_left)} left: "
                f"{group_title(group)}, {group.ranks} ranks, {group.placement.name}, "
                f"launch {launch}")
        print_error(f"{CLEAR}{text}" if self._terminal else f"{text}\n")
        self._shown_at, self._shown = now, True

    def clear(self) -> None:
        """Before anything else is printed."""
        if self._terminal and self._shown:
            print_error(CLEAR)
        self._shown = False
