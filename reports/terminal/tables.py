# SPDX-License-Identifier: BSD-3-Clause
"""A table of the sizes of an operation: the fastest of threads against the fastest of the other
paths. Times in microseconds."""

import bisect
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analysis.decisions import FASTER, SLOWER
from analysis.percentiles import Percentile, percentiles_of
from analysis.times import interval, time_us
from analysis.verdicts import KINDS, is_path
from reports.words.distances import measured_text
from reports.words.factors import Interval
from reports.words.formats import DECIMALS, decimals_within
from reports.words.groups import OVERSUBSCRIBED, group_heading
from reports.words.verdicts import NOT_COMPARED, OUTCOMES, outcome_text

if TYPE_CHECKING:
    from analysis.cells import Cell
    from analysis.handovers import Measured
    from analysis.verdicts import Verdict
    from campaign.planning.plan import Group

BEST = "best"  # the verdict of the table's columns
FIRST = KINDS[BEST].sides[0].path or ""  # the first column; all other paths are the second
HOW_WIDTH = 9
UNSTEADY = ("*: the machine changed between launches; the ratio compares blocks of the same round, "
            "the times do not")
COLOURS = ("\033[34m", "\033[33m")


@dataclass(frozen=True)
class Side:
    """The fastest cell of a side; `half_width` is that of its interval, 0 without one."""

    path: str
    protocol: str
    time_us: float
    half_width: float
    percentiles: Mapping[str, Percentile] = field(default_factory=dict)

    @classmethod
    def of(cls, cell: "Cell", percentiles: bool) -> "Side":
        ci95 = interval(cell)
        shares = percentiles_of(cell) if percentiles and cell.stamps else {}
        return cls(cell.key["path"], cell.key["protocol"], time_us(cell),
                   (ci95[1] - ci95[0]) / 2 if ci95 else 0.0, shares)


@dataclass(frozen=True)
class Comparison:
    """A verdict, or a comparison of libraries, at one size; None: a side without a valid cell.

    `ratio` is the second side's time over the first one's, NaN if one is missing; `half_width` is
    that of its interval over the ratio; `decision` is that of the first.
    """

    size: int
    sides: tuple[Side | None, Side | None]
    ratio: float
    ci95: Interval | None
    half_width: float
    decision: str

    @classmethod
    def of(cls, verdict: "Verdict", size: int, percentiles: bool) -> "Comparison":
        a, b = (cell and Side.of(cell, percentiles) for cell in verdict.cells)
        ratio = verdict.ratio
        return cls(size, (a, b), ratio.value, ratio.ci95, ratio.half_width, verdict.decision)

    @property
    def made(self) -> bool:
        return not math.isnan(self.ratio)

    @property
    def unsteady(self) -> bool:
        """The quotient of the two times lies outside the ratio's interval: the machine changed
        between launches."""
        a, b = self.sides
        if not (a and b and self.ci95):
            return False
        return not self.ci95[0] <= b.time_us / a.time_us <= self.ci95[1]

    @property
    def winner(self) -> str:
        """The label of the faster path, or one of OUTCOMES."""
        if not self.made:
            return NOT_COMPARED
        faster = self.sides[self.decision == SLOWER]
        return faster.path if faster and self.decision in (FASTER, SLOWER) else self.decision


@dataclass
class Table:
    """`group`: any of its groups, which differ only in bytes; `rows`: by size, the comparisons by
    their names; `notes`: lines below it; `measured`: how far its ranks were from each other."""

    group: "Group"
    rows: list[tuple[int, dict[str, Comparison]]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    measured: "Measured | None" = None

    @property
    def columns(self) -> tuple[str, str]:
        """threads and mpi."""
        others = (one.path.label for one in self.group.candidates
                  if not is_path(one.path.label, FIRST))
        return FIRST, next(others, "mpi")

    def add(self, size: int, verdicts: "Mapping[str, Verdict]", percentiles: bool) -> None:
        row = {name: Comparison.of(verdict, size, percentiles and name == BEST)
               for name, verdict in verdicts.items()}
        bisect.insort(self.rows, (size, row), key=lambda one: one[0])

    def of(self, name: str) -> list[Comparison]:
        """The comparisons of that name, by size."""
        return [row[name] for _, row in self.rows if name in row]

    def compares(self, name: str) -> bool:
        return any(one.made for one in self.of(name))


def _how(side: Side | None, column: str) -> str:
    """direct; of another path than the column's shmem/direct, of another library libomp/direct."""
    if side is None:
        return ""
    if side.path == column:
        return side.protocol
    return f"{side.path.removeprefix(f'{column}@')}/{side.protocol}"


def _aligned(value: float, half_width: float, width: int) -> str:
    """A number whose decimal point is that of its column."""
    if math.isnan(value):
        return f"{'-':>{width}}"
    decimals = decimals_within(value, half_width)
    filler = DECIMALS + 1 - decimals - (decimals > 0)
    return f"{value:{width - filler}.{decimals}f}{'':{filler}}"


def _half_width(ci95: Interval | None) -> float:
    return (ci95[1] - ci95[0]) / 2 if ci95 else 0.0


def _ratio_text(one: Comparison) -> str:
    half_width = _half_width(one.ci95)
    shown = ""
    if one.ci95:
        decimals = decimals_within(one.ratio, half_width)
        shown = f"[{one.ci95[0]:.{decimals}f}, {one.ci95[1]:.{decimals}f}]"
    return f"{_aligned(one.ratio, half_width, 12)} {'*' if one.unsteady else ' '}{shown:<16}"


def _outcome(one: Comparison, colour: bool) -> str:
    text = outcome_text(one)
    if not colour or one.winner in OUTCOMES:
        return text
    return f"{COLOURS[one.decision == SLOWER]}{text}\033[0m"


def table_text(table: Table, colour: bool = False) -> str:
    """At most 100 columns; an empty line at the end."""
    columns, best = table.columns, table.of(BEST)
    hows = [[_how(one.sides[at], columns[at]) for one in best] for at in (0, 1)]
    widths = [max(HOW_WIDTH, *map(len, some)) for some in hows]
    lines = [group_heading(table.group)]
    if table.measured:
        lines.append(measured_text(table.measured))
    if table.group.placement.oversubscribed:
        lines.append(f"{OVERSUBSCRIBED}: more ranks than cores; these times say little about the "
                     "machine")
    lines.append(f"{'bytes':>10} " + " ".join(f"{column:>8} us {'how':<{width}}"
                                             for column, width in zip(columns, widths, strict=True))
                 + f" {'/'.join(reversed(columns)):>12}  {'95 % interval':<16} faster")
    for at, one in enumerate(best):
        sides = "".join(
            f" {_aligned(side.time_us if side else math.nan, side.half_width if side else 0, 11)}"
            f" {how[at]:<{width}}"
            for side, how, width in zip(one.sides, hows, widths, strict=True))
        lines.append(f"{one.size:10}{sides} {_ratio_text(one)} {_outcome(one, colour)}")
    if any(one.unsteady for one in best):
        lines.append(UNSTEADY)
    return "\n".join([*lines, *table.notes, "", ""])
