# SPDX-License-Identifier: BSD-3-Clause
"""The verdicts: threads against the other paths, each time between other protocols. Each is a total
and maps: a row for each operation and setting, a column for each size, factors as colours. The
libraries of a path likewise: the same implementation over each of them."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from comops.reports.answers.answer import Row, tally, total_sentence
from comops.reports.answers.panels import Operation, Panel
from comops.reports.words.formats import (RUNTIME_NAMES, bracketed, interval_text, name_order,
                                          number_text, path_text, size_text)
from comops.reports.words.phrases import Phrase, capitalized
from comops.reports.words.sentences import NOT_COMPARED, OUTCOMES, SYMBOLS, not_measured, sides_text
from comops.reports.words.wins import factor_short
from comops.results.read import Campaign
from comops.statistics.verdicts import BEST, KINDS, Kind, base_of, library_line, paths_in_order

STEPS = (1.1, 1.4, 2, 4)  # factors from which the colour is deeper


class OverallVerdict(NamedTuple):
    """What all operations say together; `rows` is empty if nothing was compared.

    `libraries`: the names and versions of each side's.
    """

    kind: Kind
    libraries: tuple[list[str], list[str]]
    rows: list[Row]
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
    def counts(self) -> dict[str, int]:
        return tally(self.rows)

    @property
    def total(self) -> list[Phrase]:
        return total_sentence(self.rows)

    @property
    def missing(self) -> str:
        return not_measured(self.kind)


def verdicts_of(operations: Sequence[Operation]) -> list[OverallVerdict]:
    verdicts = []
    for name, kind in KINDS.items():
        compared = [operation for operation in operations if compared_rows([operation], name)]
        named = [row.libraries for row in compared_rows(compared, name) if row.libraries]
        libraries = tuple(sorted({names[side] for names in named}) for side in (0, 1))
        verdicts.append(OverallVerdict(kind, libraries, total_rows(compared, name), compared))
    return verdicts


class Field(NamedTuple):
    """One size of one panel; `depth` is that of its colour, `details` its tooltip."""

    winner: str
    depth: int
    text: str
    details: str
    name: str = ""  # of the winner


class MapRow(NamedTuple):
    """One panel: a field for each column, None if that size was not measured; its label where its
    operation has several."""

    panel: Panel
    label: str
    fields: list[Field | None]
    sizeless: bool


class Map(NamedTuple):
    """Panels that share most of their sizes."""

    sizes: list[int]
    lines: list[MapRow]


def details_of(row: Row) -> str:
    """Size, times and ratio in words."""
    parts = [
        f"{path_text(*cell.key.implementation)} {bracketed(cell.key.protocol)} "
        f"{number_text(cell.time_us, cell.ci95_us)} µs"
        for path, cell in row.best.items()
    ]
    if row.ratio_known:
        parts.append(f"ratio {interval_text(row.ratio, row.ci95)}")
    size = f"{size_text(row.size)}: " if row.size else ""
    return size + "; ".join(parts)


def field_of(winner: str, factor: float | None, details: str) -> Field:
    """`winner` is a path, one of OUTCOMES, or "" for a path that is slower than elsewhere."""
    if winner in OUTCOMES:
        return Field(winner, 0, SYMBOLS[winner], details)
    return Field(winner, bisect_right(STEPS, factor), factor_short(factor), details)


def fields_of(rows: Iterable[Row]) -> dict[int, Field]:
    """By size."""
    return {row.size: field_of(row.winner, row.factor, details_of(row))._replace(
                name="" if row.winner in OUTCOMES else row.winner_name) for row in rows}


def by_sizes(panels: Sequence[Panel]) -> list[tuple[list[int], list[Panel]]]:
    """The sizes and panels of each map: few maps, most of whose fields are filled.

    A panel joins the first map that has more than half of its sizes; one without sizes any.
    """
    columns: list[set[int]] = []
    for panel in panels:
        sizes = {size for size in panel.sizes if size}
        home = next((column for column in columns if 2 * len(column & sizes) > len(sizes)), None)
        if home is not None:
            home |= sizes
        elif sizes:
            columns.append(sizes)
    groups: list[tuple[list[int], list[Panel]]] = [
        (sorted(sizes), []) for sizes in columns or [set()]]
    for panel in panels:
        own = set(panel.sizes) - {0}
        next(group for sizes, group in groups if own <= set(sizes)).append(panel)
    return groups


def maps_of(operations: Sequence[Operation], verdict: str = BEST) -> list[Map]:
    labels = {panel.name: panel.label if len({other.label for other in operation.panels}) > 1
              else "" for operation in operations for panel in operation.panels}
    maps = []
    every = [panel for operation in operations for panel in operation.panels]
    for sizes, panels in by_sizes(every):
        drawn = Map(sizes, [])
        for panel in panels:
            fields = fields_of(panel.verdicts[verdict])
            sizeless = list(fields) == [0]
            shown = [fields[0]] if sizeless else [fields.get(size) for size in sizes]
            if fields:
                drawn.lines.append(MapRow(panel, labels[panel.name], shown, sizeless))
        maps += [drawn] if drawn.lines else []
    return maps


def compared_rows(operations: Iterable[Operation], verdict: str) -> list[Row]:
    return [row for operation in operations for panel in operation.panels
            for row in panel.verdicts[verdict] if row.winner != NOT_COMPARED]


def total_rows(operations: Iterable[Operation], verdict: str) -> list[Row]:
    """What was compared, without oversubscribed cells."""
    return [row for row in compared_rows(operations, verdict) if not row.oversubscribed]


# ---- the libraries of a path ------------------------------------------------------------------


class LibraryLine(NamedTuple):
    """One implementation in one panel; rows compare the path's own library with the fastest of
    the others."""

    panel: Panel
    protocol: str
    rows: list[Row]

    def fields(self, sizes: Sequence[int]) -> list[Field | None]:
        fields = fields_of(self.rows)
        return [fields.get(size) for size in sizes]


class Libraries(NamedTuple):
    """All libraries of one path, its own first; `totals` by protocol."""

    paths: list[tuple[str, str]]  # each with its library's name and version, where known
    lines: list[LibraryLine]

    @property
    def title(self) -> str:
        base = base_of(self.paths[0][0])
        return RUNTIME_NAMES.get(base, base)

    @property
    def sizes(self) -> list[int]:
        return sorted({row.size for line in self.lines for row in line.rows})

    @property
    def totals(self) -> list[tuple[str, list[Phrase]]]:
        rows: dict[str, list[Row]] = defaultdict(list)
        for line in self.lines:
            rows[line.protocol] += [row for row in line.rows if not row.oversubscribed]
        return [(name, total_sentence(rows[name]))
                for name in sorted(rows, key=name_order)]


def lines_of(base: str, operations: Sequence[Operation]) -> Iterator[LibraryLine]:
    """The implementations that were measured over several libraries."""
    for panel in (panel for operation in operations for panel in operation.panels):
        mine = {cell.key.protocol for cell in panel.cells if base_of(cell.key.path) == base}
        for protocol in sorted(mine, key=name_order):
            if rows := panel.of(library_line(base, protocol)):
                yield LibraryLine(panel, protocol, rows)


def libraries_of(campaigns: Sequence[Campaign], operations: Sequence[Operation]
                 ) -> list[Libraries]:
    """The libraries of each path that was measured over several, in the order of paths."""
    every = paths_in_order(key.path for campaign in campaigns for key in campaign.cells)
    names = {key.path: library for campaign in campaigns for verdict in campaign.verdicts.values()
             for key, library in zip((verdict.a, verdict.b), verdict.libraries, strict=True)}
    libraries = []
    for base in dict.fromkeys(map(base_of, every)):
        paths = [(path, names.get(path, "")) for path in every if base_of(path) == base]
        if lines := list(lines_of(base, operations)):
            libraries.append(Libraries(paths, lines))
    return libraries
