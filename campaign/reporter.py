# SPDX-License-Identifier: BSD-3-Clause
"""What a campaign tells the user, without saying how: commands/run.py passes an object that writes
it to the terminal."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from analysis.cells import Cell
    from analysis.findings import FoundCrossover, FoundDistance, FoundOverlap
    from analysis.handovers import Measured
    from analysis.ratios import Ratio
    from analysis.verdicts import Verdict
    from campaign.planning.options import Options
    from campaign.planning.plan import Group, Plan


class Reporter(Protocol):
    """Messages on standard error, results on standard output. An output that fails is remembered,
    and no campaign ends by it: commands/run.py asks at the end."""

    def say(self, message: str) -> None:
        """An error."""

    def note(self, message: str) -> None:
        """Not with -q."""

    def detail(self, message: str) -> None:
        """Only with -v."""

    def planned(self, plan: "Plan", options: "Options") -> None:
        """Prints the plan of a --dry-run."""

    def announced(self, plan: "Plan", options: "Options", planned: float, least: float) -> None:
        """How long the campaign will take, seconds: as planned, and at least."""

    def began(self, plan: "Plan", options: "Options", runtimes: dict[str, str]) -> None:
        """Before anything else below. `runtimes`: what each path's runtime says of itself."""

    def progress(self, group: "Group", launch: int, seconds_left: float) -> None:
        """The group is measured now."""

    def group_ended(self, group: "Group", cells: "Sequence[Cell]",
                    verdicts: "dict[str, Verdict]") -> None:
        """A row of the group's table, and the warnings of its cells. `verdicts`: as
        campaign.recording.comparisons_of has them."""

    def cell_lost(self, cell: "Cell") -> None:
        """Its error."""

    def placed(self, first: "Group", other: "Group", cell: "Cell", ratio: "Ratio") -> None:
        """The ratio of the cell in `other` to that in `first`, which differ in placement alone."""

    def distances(self, table: int, measured: "Measured") -> None:
        """How far the table's ranks were from each other, before its findings."""

    def found(self, table: int, finding: "FoundCrossover | FoundDistance | FoundOverlap") -> None:
        """To be shown below a table."""

    def table_ended(self, table: int) -> None:
        """Prints the table with the rows that it has; nothing if there are none."""

    def machine(self, explained: Mapping[str, int], done: int) -> None:
        """What is to be said once about the machine: warnings of cells that it explains, and how
        many cells have each, of those that were measured or known before."""

    def warned(self, done: int) -> None:
        """The advice of the warnings. `done`: cells that were measured or known before."""

    def concluded(self) -> None:
        """What all tables say together, and placements."""
