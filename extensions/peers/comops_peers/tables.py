# SPDX-License-Identifier: BSD-3-Clause
"""Tables of comparisons, as text, Markdown or JSON."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from comops.reports.words.escape import markdown_row
from comops.reports.words.formats import aligned, interval_text, number_text
from comops.statistics.intervals import Interval, median, median_interval
from comops.statistics.ratios import Ratio
from comops_peers.turns import PeerComparison


class Time(NamedTuple):
    """Microseconds, and the interval that decides how many digits are shown."""

    value: float
    ci95: Interval | None


Cell = str | int | Time | Ratio | None


@dataclass
class Section:
    """A table; column names include the unit."""

    title: str
    columns: list[str] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def cell_text(cell: Cell) -> str:
    """A ratio with its interval; no number without one."""
    if isinstance(cell, str | int):
        return str(cell)
    if not cell or not cell.ci95:
        return "-"
    return (interval_text if isinstance(cell, Ratio) else number_text)(cell.value, cell.ci95)


def section_text(section: Section, markdown: bool) -> str:
    table = [section.columns, *(list(map(cell_text, row)) for row in section.rows)]
    if markdown:
        table.insert(1, ["---"] * len(section.columns))
    return "\n".join([f"### {section.title}" if markdown else section.title, "",
                      *(map(markdown_row, table) if markdown else aligned(table, (0,))),
                      *[""] * bool(section.notes),
                      *(f"{'- ' if markdown else '  '}{note}" for note in section.notes)]) + "\n"


def section_json(section: Section) -> dict[str, Any]:
    """Rows as objects; a time or a ratio as `value` and `ci95`."""

    def plain(cell: Cell) -> Any:
        if isinstance(cell, str | int | None):
            return cell
        return {"value": cell.value, "ci95": cell.ci95}

    rows = [dict(zip(section.columns, map(plain, row), strict=True)) for row in section.rows]
    return {**asdict(section), "rows": rows}


def turns_section(title: str, what: str, theirs: str, comparisons: Sequence[PeerComparison],
                  note: str = "") -> Section:
    """A row for each size that has an interval."""
    section = Section(title, [what, "bytes", "ours us", f"{theirs} us", f"{theirs}/ours",
                              "ours is"])
    for comparison in comparisons:
        for size in comparison.sizes():
            ratio = comparison.ratio(size)
            if ratio.ci95:
                times = (Time(median(side), median_interval(side))
                         for side in comparison.times(size))
                section.rows.append([comparison.name, size, *times, ratio, ratio.decision])
    section.notes = [note] if note else []
    return section
