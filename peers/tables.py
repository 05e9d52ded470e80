# SPDX-License-Identifier: BSD-3-Clause
"""Sections of a table and its targets, as text, Markdown or JSON."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from analysis.ratios import Ratio

Cell = str | int | float | Ratio | None


@dataclass
class Target:
    """A target, what was found, and whether it is met; None: undecided."""

    text: str
    found: str
    met: bool | None


@dataclass
class Section:
    """A table; column names include the unit."""

    title: str
    columns: list[str] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def verdict(met: bool | None) -> str:
    return "undecided" if met is None else "met" if met else "not met"


def all_met(each: Iterable[bool | None]) -> bool | None:
    """False if one is not met, else undecided if one is."""
    known = list(each)
    return False if False in known else None if None in known else True


def cell_text(cell: Cell) -> str:
    """Numbers to four digits; a ratio with its interval."""
    if cell is None:
        return "-"
    if isinstance(cell, Ratio):
        between = " [{:.3f}, {:.3f}]".format(*cell.ci95) if cell.ci95 else ""
        return f"{cell.value:.3f}{between}"
    if isinstance(cell, float):
        return f"{cell:.0f}" if cell >= 1000 else f"{cell:.4g}"
    return str(cell)


def table_text(table: list[list[str]]) -> str:
    """Aligned columns, the first to the left."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    aligned = ([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])] for row in table)
    return "\n".join("  ".join(row).rstrip() for row in aligned)


def table_markdown(table: list[list[str]]) -> str:
    rows = [table[0], ["---"] * len(table[0]), *table[1:]]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def section_text(section: Section, markdown: bool) -> str:
    blocks = [f"### {section.title}" if markdown else section.title]
    bullet = "- " if markdown else "  "
    if section.targets:
        lines = (f"{bullet}{t.text}: {t.found}, {verdict(t.met)}" for t in section.targets)
        blocks.append("\n".join(lines))
    if section.rows:
        table = [section.columns, *(list(map(cell_text, row)) for row in section.rows)]
        blocks.append((table_markdown if markdown else table_text)(table))
    if section.notes:
        blocks.append("\n".join(f"{bullet}{note}" for note in section.notes))
    return "\n\n".join(blocks) + "\n"


def section_json(section: Section) -> dict[str, Any]:
    """Rows as objects; a ratio as `value` and `ci95`."""

    def plain(cell: Cell) -> Any:
        if not isinstance(cell, Ratio):
            return cell
        return {"value": cell.value, "ci95": cell.ci95}

    rows = [dict(zip(section.columns, map(plain, row), strict=True)) for row in section.rows]
    return {**asdict(section), "rows": rows}
