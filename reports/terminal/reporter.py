# SPDX-License-Identifier: BSD-3-Clause
"""What a campaign tells the user on the terminal (comops/measure/reporter.py). Its plan is what
--dry-run prints."""

import json
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from comops.common.console import OutputError, complain, detail, note, show
from comops.common.durations import duration_text
from comops.reports.terminal.progress import Progress
from comops.reports.terminal.screen import campaign_text
from comops.reports.terminal.times import Wanted
from comops.reports.words.formats import aligned, plural
from comops.reports.words.settings import group_title, pages_text
from comops.reports.words.trust import distance_text
from comops.results.lines import ResultsError
from comops.results.plan import key_of
from comops.results.read import campaign_written

if TYPE_CHECKING:
    from comops.results.plan import Candidate, Forecast, Group, Plan
    from comops.results.write import ResultsFile
    from comops.statistics.cells import Cell
    from comops.statistics.findings import FoundDistance

PROGRAM = "comops"
PLANNED = ("pattern", "series", "op", "datatype", "skew", "path", "protocol", "ranks", "bytes",
           "placement", "memory", "pages", "buffers", "consume")  # members of a key


def _cell_record(group: "Group", candidate: "Candidate") -> dict[str, Any]:
    """What a worker's --batch needs (comops/common/batch.py), and what distinguishes it."""
    key = key_of(group, candidate, "")
    return {name: key[name] for name in PLANNED if name in key}


def _cell_row(group: "Group", candidate: "Candidate") -> list[str]:
    return [group_title(group), candidate.path.label, candidate.offer.protocol,
            f"{group.ranks} ranks", f"{group.bytes} bytes", group.placement.name, group.pages.name,
            group.buffers, ", ".join(filter(None, (group.consume, pages_text(group))))]


def plan_lines(plan: "Plan", as_json: bool) -> list[str]:
    """One cell a line."""
    cells = [(group, candidate) for group in plan.groups for candidate in group.candidates]
    if as_json:
        return [json.dumps(_cell_record(*cell), separators=(",", ":")) for cell in cells]
    return aligned([_cell_row(*cell) for cell in cells], {0, 1, 2, 5, 6, 7, 8})


def announcements(plan: "Plan", forecast: "Forecast") -> Iterator[str]:
    """How long the campaign takes."""
    if 0 < forecast.budget and forecast.planned < forecast.least:
        yield ("--budget is too short: these cells take at least about "
               f"{duration_text(forecast.least)}; for less, name fewer patterns or sizes, or use "
               "--quick")
    longer = ", or longer if they need it" if forecast.is_dry and forecast.budget > 0 else ""
    yield (f"{plural(plan.cells, 'cell')} in {plural(plan.tables, 'table')} will take about "
           f"{duration_text(max(forecast.planned, forecast.least))}{longer}; seed {forecast.seed}")


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

    def planned(self, plan: "Plan", as_json: bool) -> None:
        self._print("".join(f"{line}\n" for line in plan_lines(plan, as_json)))

    def announced(self, plan: "Plan", forecast: "Forecast") -> None:
        for message in announcements(plan, forecast):
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
        if said := distance_text(distance):
            self._others.append(f"{key['pattern']}: {said}")

    def concluded(self, results: "ResultsFile") -> None:
        self._progress.clear()
        if results.file and not sys.stdout.isatty():  # there the answer's last lines say it
            self.note(f"results are in {results.name}")
        try:
            campaign = campaign_written(results)
        except ResultsError:  # nothing was measured
            return
        self._print(campaign_text(campaign, self._wanted, results.file, self._others))


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
