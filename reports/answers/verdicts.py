# SPDX-License-Identifier: BSD-3-Clause
"""The verdicts: threads against the other paths, each time between other protocols. Each is a total
and maps: a row for each operation and setting, a column for each size, factors as colours."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analysis.verdicts import KINDS, Kind
from reports.answers.answer import BEST, Row, tally, total_sentence
from reports.answers.panels import Operation, Panel
from reports.words.formats import bracketed, interval_text, number_text, path_text, size_text
from reports.words.phrases import Phrase, capitalized
from reports.words.verdicts import NOT_COMPARED, OUTCOMES, SYMBOLS, not_measured, sides_text

STEPS = (1.1, 1.4, 2, 4)  # factors from which the colour is deeper


@dataclass(frozen=True, slots=True)
class Verdict:
    """What all operations say together; `counts` is empty if nothing was compared.

    `libraries`: the names and versions of each side's.
    """

    kind: Kind
    libraries: tuple[list[str], list[str]]
    counts: dict[str, int]
    compared: list[Operation]

    @property
    def name(self) -> str:
        return self.kind.name

    @property
    def heading(self) -> str:
        return capitalized(self.kind.title)

    @property
    def what(self) -> str:
        """Both sides: MPI collectives and sends (MPICH 3.4.3, ch3:nemesis)."""
        return sides_text(self.kind, self.libraries)

    @property
    def total(self) -> list[Phrase]:
        return total_sentence(self.counts)

    @property
    def missing(self) -> str:
        return not_measured(self.kind)


def libraries_of(rows: Sequence[Row]) -> tuple[list[str], list[str]]:
    """Names and versions of each side's, as recorded."""
    named = [row.libraries for row in rows if row.libraries]
    return sorted({one for one, _ in named}), sorted({other for _, other in named})


def verdicts_of(operations: Sequence[Operation]) -> list[Verdict]:
    found = []
    for name, kind in KINDS.items():
        rows = {
            operation.name: [
                row
                for panel in operation.panels
                for row in panel.verdicts[name]
                if row.winner != NOT_COMPARED
            ]
            for operation in operations
        }
        every = [row for some in rows.values() for row in some]
        compared = [operation for operation in operations if rows[operation.name]]
        found.append(Verdict(kind, libraries_of(every), total_counts(operations, name), compared))
    return found


@dataclass(frozen=True, slots=True)
class Field:
    """One size of one panel; `depth` is that of its colour, `details` its tooltip."""

    winner: str
    depth: int
    text: str
    details: str


@dataclass(frozen=True, slots=True)
class Line:
    """One panel: a field for each column, None if that size was not measured."""

    operation: Operation
    panel: Panel
    fields: list[Field | None]
    sizeless: bool

    @property
    def label(self) -> str:
        """The panel's label where its operation has several."""
        labels = {panel.label for panel in self.operation.panels}
        return self.panel.label if len(labels) > 1 else ""


@dataclass(frozen=True, slots=True)
class Map:
    """Panels that share most of their sizes."""

    sizes: list[int]
    lines: list[Line]


def factor_text(factor: float) -> str:
    """A factor in few characters: 1.04, 2.3, 12."""
    if factor < 1.095:
        return f"{factor:.2f}"
    return f"{factor:.1f}" if factor < 9.95 else f"{factor:,.0f}"


def details_of(row: Row) -> str:
    """Size, times and ratio in words."""
    parts = [
        f"{path_text(path)} {bracketed(cell.key.protocol)} "
        f"{number_text(cell.time_us, cell.ci95_us)} µs"
        for path, cell in row.best.items()
    ]
    if row.ratio:
        parts.append(f"ratio {interval_text(row.ratio, row.ci95)}")
    size = f"{size_text(row.size)}: " if row.size else ""
    return size + "; ".join(parts)


def field_of(row: Row) -> Field:
    if row.winner in OUTCOMES:
        return Field(row.winner, 0, SYMBOLS[row.winner], details_of(row))
    depth = bisect_right(STEPS, row.factor)
    return Field(row.winner, depth, factor_text(row.factor), details_of(row))


def columns_of(panels: Iterable[Panel]) -> list[set[int]]:
    """The sizes of each map: few maps, most of whose fields are filled.

    A panel joins the first map that has more than half of its sizes; one without sizes any.
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


def maps_of(operations: Sequence[Operation], verdict: str = BEST) -> list[Map]:
    columns = columns_of(panel for operation in operations for panel in operation.panels)
    maps = [Map(sorted(sizes), []) for sizes in columns]
    for operation in operations:
        for panel in operation.panels:
            home = next(one for one in maps if set(panel.sizes) - {0} <= set(one.sizes))
            fields = {row.size: field_of(row) for row in panel.verdicts[verdict]}
            if not fields:
                continue
            sizeless = list(fields) == [0]
            shown = [fields[0]] if sizeless else [fields.get(size) for size in home.sizes]
            home.lines.append(Line(operation, panel, shown, sizeless))
    return [one for one in maps if one.lines]


def total_counts(operations: Iterable[Operation], verdict: str = BEST) -> dict[str, int]:
    """How many comparisons each path wins, then the others; without oversubscribed cells."""
    panels = [panel for operation in operations for panel in operation.panels]
    rows = [row for panel in panels for row in panel.verdicts[verdict]]
    counts = tally(row for row in rows if not row.oversubscribed)
    return {winner: count for winner, count in counts.items() if winner != NOT_COMPARED}
