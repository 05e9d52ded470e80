# SPDX-License-Identifier: BSD-3-Clause
"""What a campaign tells the user, on the terminal: campaign.reporter.Reporter."""

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from common.console import OutputError, complain, detail, note, show
from records.lines import ResultsError
from records.read import campaign_written
from reports.terminal.plans import announcements, plan_lines
from reports.terminal.progress import Progress
from reports.terminal.show import campaign_text
from reports.terminal.times import Wanted
from reports.words.distances import distance_text
from reports.words.groups import group_title
from reports.words.warnings import machine_texts

if TYPE_CHECKING:
    from analysis.cells import Cell
    from analysis.findings import FoundDistance
    from campaign.planning.options import Options
    from campaign.planning.plan import Group, Plan
    from records.write import ResultsFile

PROGRAM = "comops"


class TerminalReporter:
    """Messages on standard error, results on standard output. `wanted`: what is printed at the end.
    `failure`: why it cannot be written."""

    def __init__(self, wanted: Wanted = Wanted()) -> None:
        self.failure: OutputError | None = None
        self._wanted, self._progress = wanted, Progress()
        self._others: list[str] = []  # what holds at other distances of the ranks

    def _print(self, text: str) -> None:
        try:
            if not self.failure:
                show(text)
        except OutputError as error:
            self.failure = error
        except BrokenPipeError as error:  # of a whole campaign a part of the answer is missing
            self.failure = OutputError(None, error)

    def say(self, message: str) -> None:
        self._progress.clear()
        complain(PROGRAM, message)

    def note(self, message: str) -> None:
        self._progress.clear()
        note(PROGRAM, message)

    def detail(self, message: str) -> None:
        self._progress.clear()
        detail(PROGRAM, message)

    def planned(self, plan: "Plan", options: "Options") -> None:
        self._print("".join(f"{line}\n" for line in plan_lines(plan, options.json)))

    def announced(self, plan: "Plan", options: "Options", planned: float, least: float) -> None:
        for message in announcements(plan, options, planned, least):
            self.note(message)
        self._progress = Progress()

    def progress(self, group: "Group", launch: int, seconds_left: float) -> None:
        self._progress.show(f"{group_title(group)}, {group.ranks} ranks on {group.placement.name}, "
                            f"launch {launch}", seconds_left)

    def group_ended(self, group: "Group", cells: "Sequence[Cell]") -> None:
        """The answer is told at the end."""

    def cell_lost(self, cell: "Cell") -> None:
        key = cell.key
        self.say(f"{key['pattern']} over {key['path']}/{key['protocol']}, {key['bytes']} bytes: "
                 f"{cell.error}")

    def found(self, distance: "FoundDistance") -> None:
        key = next(cell.key for _, verdict in distance.verdicts for cell in verdict.cells if cell)
        self._others.append(f"{key['pattern']}: {distance_text(distance)}")

    def machine(self, explained: Mapping[str, int], cells: int) -> None:
        self._others += machine_texts(explained, cells)

    def concluded(self, results: "ResultsFile") -> None:
        self._progress.clear()
        if results.file and not sys.stdout.isatty():  # there the answer's last lines say it
            self.note(f"results are in {results.name}")
        try:
            campaign = campaign_written(results)
        except ResultsError:  # nothing was measured
            return
        self._print(campaign_text(campaign, self._wanted, results.file, self._others))
