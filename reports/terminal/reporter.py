# SPDX-License-Identifier: BSD-3-Clause
"""What a campaign tells the user, on the terminal: campaign.reporter.Reporter."""

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from common.console import OutputError, complain, detail, note, show
from common.terminal import colour_wanted, columns_of
from reports.terminal.below import (
    Placed, Warned, briefs, finding_text, percentiles_text, placed_text, warnings_texts,
)
from reports.terminal.conclusion import conclusion_text
from reports.terminal.plans import announcements, plan_lines
from reports.terminal.progress import Progress
from reports.terminal.tables import Table, table_text
from reports.words.verdicts import PlacedCell
from reports.words.warnings import machine_texts

if TYPE_CHECKING:
    from analysis.cells import Cell
    from analysis.findings import FoundCrossover, FoundDistance, FoundFit, FoundOverlap
    from analysis.handovers import Measured
    from analysis.ratios import Ratio
    from analysis.verdicts import Verdict
    from campaign.planning.options import Options
    from campaign.planning.plan import Group, Plan

PROGRAM = "comops"


class TerminalReporter:
    """Messages on standard error, results on standard output. `failure`: why the latter cannot be
    written; nothing more is."""

    says_missing = True  # how `comops run` measures what was not compared

    def __init__(self) -> None:
        self.failure: OSError | OutputError | None = None
        self._tables: dict[int, Table] = {}
        self._warned: list[Warned] = []
        self._placed: list[Placed] = []
        self._runtimes: Mapping[str, str] = {}
        self._precision, self._percentiles = 0.0, False
        self._progress = Progress()

    def _print(self, text: str) -> None:
        try:
            if not self.failure:
                show(text)
        except (OutputError, BrokenPipeError) as error:
            self.failure = error

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

    def began(self, plan: "Plan", options: "Options", runtimes: Mapping[str, str]) -> None:
        self._runtimes = runtimes
        self._precision, self._percentiles = options.precision, options.percentiles
        self._tables = {group.table: Table(group) for group in plan.groups}
        self._progress = Progress()

    def progress(self, group: "Group", launch: int, seconds_left: float) -> None:
        self._progress.show(group, launch, seconds_left)

    def group_ended(self, group: "Group", cells: "Sequence[Cell]",
                    verdicts: "Mapping[str, Verdict]") -> None:
        self._tables[group.table].add(group.bytes, verdicts, self._percentiles)
        self._warned += [
            Warned(group.table, cell.key["path"], cell.key["protocol"], group.bytes, warning)
            for cell in cells for warning in cell.warnings]

    def cell_lost(self, cell: "Cell") -> None:
        key = cell.key
        self.say(f"{key['pattern']} over {key['path']}/{key['protocol']}, {key['bytes']} bytes: "
                 f"{cell.error}")

    def placed(self, first: "Group", other: "Group", cell: "Cell", ratio: "Ratio") -> None:
        self._placed.append(Placed(first, other, PlacedCell(
            cell.key["path"], cell.key["protocol"], other.bytes, ratio.value, ratio.ci95,
            ratio.decision)))

    def distances(self, table: int, measured: "Measured") -> None:
        self._tables[table].measured = measured

    def found(self, table: int,
              finding: "FoundFit | FoundOverlap | FoundCrossover | FoundDistance") -> None:
        text = finding_text(finding)
        if text:
            self._tables[table].notes.append(text)

    def table_ended(self, table: int) -> None:
        self._progress.clear()
        one = self._tables[table]
        if one.rows:
            self._print(table_text(one, colour_wanted()))
        if one.rows and self._percentiles:
            self._print(percentiles_text(one))

    def machine(self, explained: Mapping[str, int], done: int) -> None:
        for message in machine_texts(explained, done):
            self.note(message)

    def warned(self, done: int) -> None:
        for message in briefs(self._warned, done):
            self.note(message)
        for message in warnings_texts(self._warned, self._tables, done):
            self.detail(message)

    def concluded(self) -> None:
        columns = columns_of(sys.stdout)
        tables = list(self._tables.values())
        self._print(conclusion_text(tables, self._runtimes, self._precision, columns,
                                    self.says_missing))
        self._print(placed_text(self._placed, columns))
