# SPDX-License-Identifier: BSD-3-Clause
"""Libraries of one path: the same implementation over each of them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from records.read import Campaign
from reports.answers.answer import Row, paths_in_order, row_of, tally, total_sentence
from reports.answers.panels import Operation, Panel
from reports.answers.verdicts import Field, fields_of
from reports.words.formats import RUNTIME_NAMES, base_of, name_order
from reports.words.phrases import Phrase


class Line(NamedTuple):
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
    lines: list[Line]

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
        return [(name, total_sentence(tally(rows[name]))) for name in sorted(rows, key=name_order)]


def lines_of(base: str, operations: Sequence[Operation]) -> Iterator[Line]:
    """The implementations that were measured over several libraries."""
    for panel in (panel for operation in operations for panel in operation.panels):
        mine = [cell for cell in panel.cells if base_of(cell.key.path) == base]
        for protocol in sorted({cell.key.protocol for cell in mine}, key=name_order):
            some = [cell for cell in mine if cell.key.protocol == protocol]
            own = paths_in_order(cell.key.path for cell in some)[0]
            rows = [row_of(panel.campaign, sides, "") for size in panel.rows
                    if any(sides := tuple([cell for cell in some if cell in size.cells
                                           and (cell.key.path == own) == is_own]
                                          for is_own in (True, False)))]
            if rows := [row for row in rows if row.pair]:
                yield Line(panel, protocol, rows)


def libraries_of(campaigns: Sequence[Campaign], operations: Sequence[Operation]
                 ) -> list[Libraries]:
    """The libraries of each path that was measured over several, in the order of paths."""
    every = paths_in_order(cell.key.path for one in campaigns for cell in one.cells.values())
    names = {key.path: library for one in campaigns for verdict in one.verdicts.values()
             for key, library in zip((verdict.pair.a, verdict.pair.b), verdict.libraries,
                                     strict=False)}
    found = []
    for base in dict.fromkeys(map(base_of, every)):
        paths = [(path, names.get(path, "")) for path in every if base_of(path) == base]
        if lines := list(lines_of(base, operations)):
            found.append(Libraries(paths, lines))
    return found
