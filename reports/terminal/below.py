# SPDX-License-Identifier: BSD-3-Clause
"""What is said below tables: percentiles, findings, placements, warnings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from analysis.findings import FoundCrossover, FoundDistance, FoundFit, FoundOverlap
from analysis.percentiles import SHARES
from analysis.warnings import WARNINGS
from common import sizes
from common.terminal import wrapped
from reports.terminal.tables import BEST, Side, Table
from reports.words import verdicts
from reports.words.distances import distance_text
from reports.words.formats import about_short, decimals_within
from reports.words.groups import group_name, group_title
from reports.words.verdicts import PlacedCell

if TYPE_CHECKING:
    from campaign.planning.plan import Group

MOST = 5  # warnings with a line of their own

# ---- percentiles of single runs: of the fastest cell of each side ---------------------------


def _side_text(side: Side | None) -> str:
    fields = []
    for name in SHARES:
        one = side and side.percentiles.get(name)
        if not one or one.us is None:
            fields.append("-")
        else:
            half_width = (one.ci95[1] - one.ci95[0]) / 2 if one.ci95 else 0.0
            fields.append(f"{one.us:.{decimals_within(one.us, half_width)}f}")
    return "".join(f"{one:>9}" for one in fields)


def percentiles_text(table: Table) -> str:
    """An empty line at the end."""
    first, second = table.columns
    names = "".join(f"{name:>9}" for name in SHARES)
    lines = [f"single runs of a typical launch, us: {first}, then {second}",
             f"{'bytes':>10}{names}{names}",
             *(f"{one.size:10}{''.join(map(_side_text, one.sides))}" for one in table.of(BEST))]
    return "\n".join([*lines, "", ""])


# ---- what is found in a whole table ---------------------------------------------------------


def finding_text(finding: FoundFit | FoundOverlap | FoundCrossover | FoundDistance
                 ) -> str | None:
    """threads/direct hides 93 % at 64K; mpi/library overtakes threads/direct at 1.2K [900, 1.5K];
    None of a fit, which only the results file has."""
    if isinstance(finding, FoundOverlap):
        parts = (f"{percent:.0f} % at {sizes.size_text(size)}"
                 for size, percent in finding.percents)
        return f"{finding.key['path']}/{finding.key['protocol']} hides {', '.join(parts)}"
    if isinstance(finding, FoundDistance):
        return distance_text(finding)
    if not isinstance(finding, FoundCrossover):
        return None
    a, b, crossover = finding.a, finding.b, finding.crossover
    below, above = (a, b) if crossover.a_below else (b, a)
    path = "" if a["path"] == b["path"] else f"{below['path']}/"
    at, low, high = map(about_short, (crossover.bytes, *crossover.ci95))
    return (f"{above['path']}/{above['protocol']} overtakes {path}{below['protocol']} at {at} "
            f"[{low}, {high}]")


# ---- the same implementations on two placements ---------------------------------------------


class Placed(NamedTuple):
    """A cell on the first placement of its bundle and on another."""

    first: "Group"
    other: "Group"
    cell: PlacedCell


def placed_text(placed: Iterable[Placed], columns: int = 0) -> str:
    """A sentence for each table that is not on the first placement."""
    ordered = sorted(placed, key=lambda one: (one.other.table, one.cell.ratio))
    lines = ["Each implementation on two placements:\n"] if ordered else []
    for _, group in groupby(ordered, key=lambda one: one.other.table):
        some = list(group)
        first, other, _ = some[0]
        where = f"{other.placement.name} against {first.placement.name}"
        said = verdicts.placed_text([one.cell for one in some])
        lines.append(wrapped(f"  {group_name(other, where)}: {said}.", 4, columns))
    return "".join(lines)


# ---- cells with warnings --------------------------------------------------------------------


class Warned(NamedTuple):
    """A cell of a table with a warning."""

    table: int
    path: str
    protocol: str
    size: int
    warning: str


def _short_name(tables: Mapping[int, Table], number: int) -> str:
    """pingpong, or with the setting where other tables have the same title."""
    group = tables[number].group
    title = group_title(group)
    same = sum(bool(one.rows) and group_title(one.group) == title for one in tables.values())
    return group_name(group) if same > 1 else title


def _sizes(some: Sequence[int], table: Table) -> str:
    if len(some) == len(table.rows) > 1:
        return "at every size"
    return f"at {', '.join(map(sizes.size_text, some))}"


def rows_text(warned: Iterable[Warned], tables: Mapping[int, Table]) -> str:
    """pingpong: mpi/library at 8, 4K; threads/direct at 64. reduce: mpi/library at every size"""
    said = []
    for number, some in groupby(sorted(warned), key=lambda one: one.table):
        rows = [f"{path}/{protocol} {_sizes([one.size for one in cells], tables[number])}"
                for (path, protocol), cells in groupby(some, key=lambda one: one[1:3])]
        said.append(f"{_short_name(tables, number)}: {'; '.join(rows)}")
    return ". ".join(said)


def briefs(warned: Sequence[Warned], measured: int) -> Iterator[str]:
    """A line for each of the MOST warnings that most cells carry, and one for all others.
    `measured`: how many cells were."""
    counts = Counter(one.warning for one in warned).most_common()
    for name, count in counts[:MOST]:
        yield f"warning, {name}: {count} of {measured} cells: {WARNINGS[name].brief}"
    if len(counts) > MOST:
        others = (f"{name} {count}" for name, count in counts[MOST:])
        yield f"further warnings, by cells: {', '.join(others)}"


def warnings_texts(warned: Sequence[Warned], tables: Mapping[int, Table], measured: int
                   ) -> Iterator[str]:
    """A message for each warning: which rows of the tables carry it, what it means, what to do."""
    for name, warning in WARNINGS.items():
        some = [one for one in warned if one.warning == name]
        if some:
            rows = rows_text(some, tables) if len(some) < measured else "all"
            yield (f"{name}: {len(some)} of {measured} cells ({rows}). {warning.meaning} "
                   f"{warning.advice}")
