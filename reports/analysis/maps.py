# SPDX-License-Identifier: BSD-3-Clause
"""The maps on top of the page: operations down, sizes across, the ratio as a colour."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analysis.answer import TIE, UNKNOWN, Row, tally
from words.formats import number_text, path_text, size_text
from analysis.panels import Operation, Panel

STEPS = (1.1, 1.4, 2, 4)  # factors at which the colour deepens


@dataclass(frozen=True, slots=True)
class Field:
    """One size of one panel: its look, and what it says when pointed at."""

    winner: str
    depth: int
    text: str
    told: str


@dataclass(frozen=True, slots=True)
class Line:
    """One panel: a field for each column, None where it was not measured at that size."""

    operation: Operation
    panel: Panel
    fields: list[Field | None]
    sizeless: bool

    @property
    def label(self) -> str:
        """The panel's label where it tells it from others of its operation."""
        labels = {panel.label for panel in self.operation.panels}
        return self.panel.label if len(labels) > 1 else ""


@dataclass(frozen=True, slots=True)
class Map:
    """Panels that share most of their sizes."""

    sizes: list[int]
    lines: list[Line]


def factor_text(factor: float) -> str:
    """A factor in as little room as tells it from others: 1.04, 2.3, 12."""
    if factor < 1.095:
        return f"{factor:.2f}"
    return f"{factor:.1f}" if factor < 9.95 else f"{factor:,.0f}"


def told(row: Row) -> str:
    """Size, times and ratio of a field, in words."""
    parts = [
        f"{path_text(path)} ({cell.key.protocol.strip('()')}) {number_text(cell.time_us)} µs"
        for path, cell in row.best.items()
    ]
    if row.ratio:
        ends = f" [{number_text(row.ci95[0])}, {number_text(row.ci95[1])}]" if row.ci95 else ""
        parts.append(f"ratio {number_text(row.ratio)}{ends}")
    size = f"{size_text(row.size)}: " if row.size else ""
    return size + "; ".join(parts)


def field_of(row: Row) -> Field:
    """The field of one size."""
    if row.winner in (TIE, UNKNOWN):
        return Field(row.winner, 0, row.winner, told(row))
    depth = bisect_right(STEPS, row.factor)
    return Field(row.winner, depth, factor_text(row.factor), told(row))


def tables(panels: Iterable[Panel]) -> list[set[int]]:
    """The sizes of as many tables as keep most columns filled.

    A panel joins the first table that has more than half of its sizes; one without sizes any.
    """
    columns: list[set[int]] = []
    for panel in panels:
        sizes = {size for size in panel.sizes if size}
        home = next((one for one in columns if 2 * len(one & sizes) > len(sizes)), None)
        if home is not None:
            home |= sizes
        elif sizes:
            columns.append(sizes)
    return columns or [set()]


def home_of(panel: Panel, columns: Sequence[set[int]]) -> int:
    """The index of the table that has all sizes of a panel."""
    sizes = {size for size in panel.sizes if size}
    return next(index for index, one in enumerate(columns) if sizes <= one)


def maps_of(operations: Sequence[Operation]) -> list[Map]:
    """The maps of some operations."""
    columns = tables(panel for operation in operations for panel in operation.panels)
    maps = [Map(sorted(sizes), []) for sizes in columns]
    for operation in operations:
        for panel in operation.panels:
            home = maps[home_of(panel, columns)]
            fields = {row.size: field_of(row) for row in panel.rows}
            sizeless = list(fields) == [0]
            shown = [fields[0]] if sizeless else [fields.get(size) for size in home.sizes]
            home.lines.append(Line(operation, panel, shown, sizeless))
    return [one for one in maps if one.lines]


@dataclass(frozen=True, slots=True)
class Total:
    """All sizes of all operations together, but for those that were oversubscribed."""

    counts: dict[str, int]

    @property
    def compared(self) -> int:
        """How many comparisons have an answer, a tie being one."""
        return sum(count for winner, count in self.counts.items() if winner != UNKNOWN)


def total_of(operations: Iterable[Operation]) -> Total:
    """What the maps say in one line."""
    return Total(
        tally(
            row
            for operation in operations
            for panel in operation.panels
            for row in panel.rows
            if not row.oversubscribed
        )
    )
