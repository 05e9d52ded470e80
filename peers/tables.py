# SPDX-License-Identifier: BSD-3-Clause
"""Tables of comparisons with programs of others, and their targets, as text, Markdown or JSON."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import inf
from statistics import median
from typing import Any

from analysis.ratios import Ratio
from peers.turns import Comparison
from reports.words.escape import markdown_row
from reports.words.formats import aligned

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
    return "\n".join(aligned(table, (0,)))


def table_markdown(table: list[list[str]]) -> str:
    rows = [table[0], ["---"] * len(table[0]), *table[1:]]
    return "\n".join(map(markdown_row, rows))


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


CEILING_SHARE = 0.9


def is_within(ratio: Ratio, least: float, most: float) -> bool | None:
    """None if it is not, but the interval overlaps or is unknown."""
    if least <= ratio.value <= most:
        return True
    if ratio.ci95 is None or (ratio.ci95[0] <= most and ratio.ci95[1] >= least):
        return None
    return False


def compared_row(comparison: Comparison, size: int) -> list[Cell]:
    """Name, bytes, ours, theirs, ratio, steady turns."""
    steady = comparison.steady(size)
    ours, theirs = (median(side) for side in zip(*steady, strict=True))
    return [comparison.name, size, ours, theirs, comparison.ratio(size), len(steady)]


def compared_section(title: str, what: str, theirs: str, comparisons: Sequence[Comparison],
                     unit: str = "us") -> Section:
    """A row for each size."""
    rows = [compared_row(comparison, size)
            for comparison in comparisons for size in comparison.sizes()]
    return Section(title, [what, "bytes", f"ours {unit}", f"{theirs} {unit}", f"ours/{theirs}",
                           "turns"], rows)


def within_section(title: str, what: str, theirs: str, comparisons: Sequence[Comparison],
                   limits: Mapping[str, float], note: str = "") -> Section:
    """Each row with a verdict: ours over theirs is to be so close to 1, by the comparison's name;
    "" is any other. A target for each limit, whose text is that of the greatest distance."""
    section = compared_section(title, what, theirs, comparisons)
    section.columns.append("verdict")
    found: dict[str, list[tuple[float, str, bool | None]]] = {}
    for row in section.rows:
        name, size, _, _, ratio, _ = row
        kind = name if name in limits else ""
        met = is_within(ratio, 1 - limits[kind], 1 + limits[kind])
        row.append(verdict(met))
        found.setdefault(kind, []).append((abs(ratio.value - 1), f"{name}, {size} bytes", met))
    for kind, some in found.items():
        distance, where, _ = max(some)
        section.targets.append(Target(
            f"{kind or f'every {what}'} within {limits[kind]:.0%} at every size",
            f"{distance:.1%} at most ({where})", all_met(met for *_, met in some)))
    section.notes = [note] if note and section.rows else []
    return section


def latency_section(comparisons: Sequence[Comparison]) -> Section:
    section = compared_section("8-byte ping-pong against core-to-core-latency", "peer", "theirs",
                               comparisons)
    section.targets = [Target("no slower than compare-and-swap",
                              f"{row[4].value:.2f} times its time", is_within(row[4], 0, 1))
                       for row in section.rows]
    return section


def ceiling_section(comparisons: Sequence[Comparison]) -> Section:
    """Near the remote-read ceiling; the copy bandwidth is for information."""
    section = compared_section("Large ping-pong (threads direct, one way) against ceilings",
                               "ceiling", "ceiling", comparisons, unit="MB/s")
    ratios = [row[4] for row in section.rows if row[0] == "remote read"]
    if ratios:
        section.targets = [
            Target(f"at least {CEILING_SHARE:g} of the remote read at every size",
                   f"{min(ratio.value for ratio in ratios):.2f}",
                   all_met(is_within(ratio, CEILING_SHARE, inf) for ratio in ratios)),
            Target("nowhere above the remote read",
                   f"{max(ratio.value for ratio in ratios):.2f} at most",
                   all_met(is_within(ratio, 0, 1) for ratio in ratios))]
    return section
