# SPDX-License-Identifier: BSD-3-Clause
"""What a simulated campaign tells the user: the same as one that is measured, without intervals."""

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from common.console import Level, Parser, print_error
from reports.terminal.progress import CLEAR
from reports.terminal.reporter import TerminalReporter
from reports.words.groups import group_title

if TYPE_CHECKING:
    from analysis.cells import Cell
    from analysis.verdicts import Verdict
    from campaign.planning.plan import Group

EXACT = "Times are simulated and have no interval: docs/simulation.md\n"


class SimulatedReporter(TerminalReporter):
    """`cells`: how many there are; `tables`: whether they are printed."""

    says_missing = False

    def __init__(self, cells: int, tables: bool) -> None:
        super().__init__()
        self._cells, self._done, self._with_tables = cells, 0, tables

    def _print(self, text: str) -> None:
        if self._with_tables:
            super()._print(text)

    def group_ended(self, group: "Group", cells: "Sequence[Cell]",
                    verdicts: "Mapping[str, Verdict]") -> None:
        super().group_ended(group, cells, verdicts)
        before, self._done = self._done, self._done + len(cells)
        self._show_progress(f"{self._done} of {self._cells}: {group_title(group)}, {group.bytes} "
                            f"bytes, {group.ranks} ranks on {group.placement.name}", before)

    def _show_progress(self, text: str, before: int) -> None:
        """On a terminal one line, overwritten; elsewhere ten lines in all; none with -q."""
        done, of = self._done, self._cells
        if Parser.level == Level.QUIET:
            return
        if sys.stderr.isatty():
            print_error(f"{CLEAR}{text}{CLEAR if done == of else ''}")
        elif done * 10 // of > before * 10 // of:
            print_error(f"{text}\n")

    def concluded(self) -> None:
        super().concluded()
        self._print(EXACT)
