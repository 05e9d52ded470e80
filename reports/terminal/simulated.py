# SPDX-License-Identifier: BSD-3-Clause
"""What a simulated campaign tells the user."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.terminal.reporter import TerminalReporter
from reports.words.groups import group_title

if TYPE_CHECKING:
    from analysis.cells import Cell
    from campaign.planning.plan import Group


class SimulatedReporter(TerminalReporter):
    """`cells`: how many there are; `answers`: whether the answer is printed."""

    def __init__(self, cells: int, answers: bool) -> None:
        super().__init__()
        self._cells, self._done, self._answers = cells, 0, answers

    def _print(self, text: str) -> None:
        if self._answers:
            super()._print(text)

    def group_ended(self, group: "Group", cells: "Sequence[Cell]") -> None:
        self._done += len(cells)
        self._progress.show_part(f"{self._done} of {self._cells} cells: {group_title(group)}, "
                                 f"{group.bytes} bytes, {group.ranks} ranks on "
                                 f"{group.placement.name}", self._done, self._cells)
