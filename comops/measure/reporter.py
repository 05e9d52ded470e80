# SPDX-License-Identifier: BSD-3-Clause
"""What a campaign tells the user, without saying how: cli/run.py passes an object that writes
it to the terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from comops.results.plan import Forecast, Group, Plan
    from comops.results.write import ResultsFile
    from comops.statistics.cells import Cell
    from comops.statistics.findings import FoundDistance


class Reporter(Protocol):
    """Messages on standard error, results on standard output. An output that fails is remembered,
    and no campaign ends by it: comops/cli/run.py asks at the end."""

    def say(self, message: str) -> None:
        """An error."""

    def note(self, message: str) -> None:
        """Not with -q."""

    def detail(self, message: str) -> None:
        """Only with -v."""

    def planned(self, plan: "Plan", as_json: bool) -> None:
        """Prints the plan of a --dry-run."""

    def announced(self, plan: "Plan", forecast: "Forecast") -> None:
        """How long the campaign will take."""

    def progress(self, group: "Group", launch: int, seconds_left: float) -> None:
        """The group is measured now."""

    def group_ended(self, group: "Group", cells: "Sequence[Cell]") -> None:
        """Before its cells are recorded."""

    def cell_lost(self, cell: "Cell") -> None:
        """Its error."""

    def found(self, distance: "FoundDistance") -> None:
        """What a table's verdicts are where its ranks had another distance."""

    def concluded(self, results: "ResultsFile") -> None:
        """The answer, from the records."""
