# SPDX-License-Identifier: BSD-3-Clause
"""The warnings of cells: a line for each on the screen, and on request the cells that carry it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from common.sizes import size_text
from common.terminal import wrapped
from records.read import Cell
from reports.answers.comparisons import Table
from reports.words.warnings import warning_counts, warning_of

MOST = 5  # lines


def warning_lines(tables: Sequence[Table], most: int, columns: int) -> list[str]:
    """At most so many lines: one for each of the warnings that most cells carry, with a few words
    on what it means, and one for all others."""
    cells = [cell for table in tables for cell in table.cells]
    counts = sorted(warning_counts(cells).items(), key=lambda one: -one[1])
    each = counts if len(counts) <= most else counts[: most - 1]
    lines = [f"{name} in {count} of {len(cells)} cells: {warning_of(name).brief}"
             for name, count in each]
    if others := counts[len(each):]:
        lines.append(_others(others, f"warnings of {len(cells)} cells: " if not each else "also ",
                             columns))
    return lines


def _others(counts: Sequence[tuple[str, int]], begin: str, columns: int) -> str:
    """Warnings by the number of cells, as many as fit a line."""
    said, left = begin, len(counts)
    for name, count in counts:
        more = f"{name} {count}, "
        if len(said) + len(more) > columns - 14 and left < len(counts):
            return f"{said}and {left} more"
        said, left = said + more, left - 1
    return said.removesuffix(", ")


def _sizes(cells: Sequence[Cell], table: Table) -> str:
    every = {cell.key.bytes for cell in table.cells}
    sizes = sorted({cell.key.bytes for cell in cells})
    if len(sizes) == len(every) > 1:
        return "at every size"
    return f"at {', '.join(map(size_text, sizes))}" if sizes != [0] else "without sizes"


def cells_of(name: str, tables: Sequence[Table]) -> Iterator[str]:
    """pingpong, bus: mpi/library at 8, 4K; threads/direct at 64"""
    for table in tables:
        by: dict[tuple[str, str], list[Cell]] = defaultdict(list)
        for cell in table.cells:
            if name in cell.warnings:
                by[cell.key.implementation].append(cell)
        if by:
            rows = (f"{path}/{protocol} {_sizes(some, table)}"
                    for (path, protocol), some in sorted(by.items()))
            yield f"{table.name}: {'; '.join(rows)}"


def warnings_text(tables: Sequence[Table], columns: int) -> str:
    """Each warning with its meaning, its advice and its cells."""
    cells = [cell for table in tables for cell in table.cells]
    text = ""
    for name, count in warning_counts(cells).items():
        warning = warning_of(name)
        text += wrapped(f"{name}: {count} of {len(cells)} cells. {warning.meaning} "
                        f"{warning.advice}", 2, columns)
        text += "".join(wrapped(f"  {line}", 4, columns) for line in cells_of(name, tables)) + "\n"
    return text or "No cell has a warning.\n"
