# SPDX-License-Identifier: BSD-3-Clause
"""Simulated machines side by side: times over ranks, who is faster, and where the time went."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from reports.answers.answer import BEST, HEADLINE_PATH, PAPER, Row
from reports.answers.panels import Operation, Panel
from analysis.verdicts import KINDS
from records.read import Cell
from records.where import PARTS
from reports.words.formats import bracketed, number_text, path_text, picked
from reports.words.settings import parameter_text

DRAWN_MOST = 4  # machines in one chart
UNFOLDED_MOST = 2  # machines that are not folded
SIZES_DRAWN = 4  # of an operation; the results file has all
COMPARED = (PAPER, BEST)  # the verdicts that are shown machine by machine


class Side(NamedTuple):
    """One path of a machine over ranks, its fastest protocol at each number."""

    path: str
    machine: str
    points: tuple[tuple[int, float], ...]
    protocols: tuple[str, ...]  # in brackets


class OverRanks(NamedTuple):
    """One operation, size and verdict: a line for each path of each machine."""

    title: str  # of the verdict
    size: int
    sides: tuple[Side, ...]

    @property
    def protocols(self) -> str:
        """The protocols of all machines: threads (direct), MPI (library) or (sendrecv)."""
        names: dict[str, dict[str, None]] = {}
        for side in self.sides:
            names.setdefault(side.path, {}).update(dict.fromkeys(side.protocols))
        return ", ".join(f"{path_text(path)} {' or '.join(some)}" for path, some in names.items())


class OverSizes(NamedTuple):
    """One operation: the ratio of the verdict's two sides over sizes, by machine."""

    title: str
    points: dict[str, tuple[tuple[int, float], ...]]


class Beside(NamedTuple):
    """One size on one machine: a row for each verdict of COMPARED, None if it has none."""

    size: int
    machine: str
    rows: tuple[Row | None, ...]
    first: bool  # of its size


class Share(NamedTuple):
    """A part of a cell's time; `share` of 1."""

    name: str
    share: float
    words: str


class Bar(NamedTuple):
    """Where the time of a cell went; `length` of 1 is that of the slowest machine in its row."""

    cell: Cell
    shares: tuple[Share, ...]
    length: float

    @property
    def words(self) -> str:
        return "; ".join(one.words for one in self.shares)


class Went(NamedTuple):
    """The bars of one machine; the same rows as those of the other machines have."""

    machine: str
    ranks: int
    bars: tuple[Bar, ...]


class Simulated(NamedTuple):
    """One operation: its charts by verdict, its table at `ranks`, its bars.

    `went` has the fastest protocol of each path in the verdict `shown`, `others` the rest.
    """

    title: str
    ranks: int
    shown: str
    charts: dict[str, tuple[OverRanks, ...]]
    beside: tuple[Beside, ...]
    went: tuple[Went, ...]
    others: tuple[Went, ...]


def sizes_drawn(panels: Sequence[Panel]) -> list[int]:
    """All sizes; of more than SIZES_DRAWN the smallest, the largest and some between."""
    return picked(sorted({size for panel in panels for size in panel.sizes}), SIZES_DRAWN)


def shares_of(cell: Cell) -> tuple[Share, ...]:
    total = sum(cell.where.values())
    return tuple(
        Share(name, us / total, f"{words} {number_text(us)} µs ({100 * us / total:.0f} %)")
        for name, (_, words) in PARTS.items()
        if (us := cell.where[name])
    )


def sides_of(panels: Sequence[Panel], verdict: str, size: int) -> Iterator[Side]:
    """The lines of one size: both sides of the verdict for each machine."""
    for machine in dict.fromkeys(panel.setting.placement for panel in panels):
        found: dict[str, list[tuple[int, Cell]]] = {}
        for panel in panels:
            if panel.setting.placement == machine:
                for row in panel.verdicts[verdict]:
                    for path, cell in row.best.items() if row.size == size else ():
                        found.setdefault(path, []).append((panel.setting.ranks, cell))
        for path, cells in found.items():
            points = tuple(sorted((ranks, cell.time_us) for ranks, cell in cells))
            names = dict.fromkeys(bracketed(cell.key.protocol) for _, cell in cells)
            if len(points) > 1:
                yield Side(path, machine, points, tuple(names))


def charts_of(panels: Sequence[Panel], verdict: str) -> Iterator[OverRanks]:
    machines = {panel.setting.placement for panel in panels}
    for size in sizes_drawn(panels) if len(machines) <= DRAWN_MOST else ():
        sides = tuple(sides_of(panels, verdict, size))
        if sides:
            yield OverRanks(KINDS[verdict].title, size, sides)


def ratios_of(operations: Sequence[Operation], verdict: str) -> list[OverSizes]:
    """The ratios, as in `Row`, of operations that have one panel for each machine."""
    found: dict[str, dict[str, tuple[tuple[int, float], ...]]] = {}
    for panel in (panel for operation in operations for panel in operation.panels):
        rows = [row for row in panel.verdicts[verdict] if row.size and row.ratio]
        if len(rows) > 1:
            points = tuple((row.size, row.ratio) for row in rows)
            found.setdefault(panel.title, {})[panel.setting.placement] = points
    return [OverSizes(title, points) for title, points in found.items()
            if len(points) <= DRAWN_MOST]


def beside_of(panels: Sequence[Panel]) -> Iterator[Beside]:
    """The rows of panels of different machines, those of one size together."""
    for size in sorted({size for panel in panels for size in panel.sizes}):
        having = [panel for panel in panels if size in panel.sizes]
        for at, panel in enumerate(having):
            rows = tuple(
                next((row for row in panel.verdicts[name] if row.size == size), None)
                for name in COMPARED
            )
            yield Beside(size, panel.setting.placement, rows, at == 0)


def largest(panels: Iterable[Panel]) -> list[Panel]:
    """For each machine, the panel with the most ranks."""
    found: dict[str, Panel] = {}
    for panel in sorted(panels, key=lambda one: one.setting.ranks):
        found[panel.setting.placement] = panel
    return list(found.values())


def row_of(cell: Cell, by_protocol: bool) -> tuple:
    """Sort key of a cell's row: size, path, of several protocols which one."""
    protocol = cell.key.protocol if by_protocol else ""
    return cell.key.bytes, cell.key.path != HEADLINE_PATH, cell.key.path, protocol


def went_of(panels: Sequence[Panel], cells: Sequence[list[Cell]], by_protocol: bool) -> list[Went]:
    """The bars of some cells of each panel."""
    longest: dict[tuple, float] = {}
    for cell in chain(*cells):
        row = row_of(cell, by_protocol)
        longest[row] = max(cell.time_us, longest.get(row, 0))
    return [
        Went(panel.setting.placement, panel.setting.ranks, tuple(
            Bar(cell, shares_of(cell), cell.time_us / longest[row_of(cell, by_protocol)])
            for cell in sorted(some, key=lambda one: row_of(one, by_protocol))))
        for panel, some in zip(panels, cells, strict=True)
        if some
    ]


def bars_of(panels: Sequence[Panel], verdict: str) -> tuple[list[Went], list[Went]]:
    """For each machine, the fastest cell of each path at the sizes drawn, and all others."""
    sizes, first, others = sizes_drawn(panels), [], []
    for panel in panels:
        best = [cell for row in panel.verdicts[verdict] if row.size in sizes
                for cell in row.best.values()]
        cells = [cell for cell in panel.cells if cell.key.bytes in sizes]
        first.append([cell for cell in best if cell.where])
        others.append([cell for cell in cells if cell.where and cell not in best])
    return went_of(panels, first, False), went_of(panels, others, True)


def simulated_of(operations: Sequence[Operation]) -> list[Simulated]:
    """Every operation, apart for each of its parameters."""
    found = []
    for operation in operations:
        groups: dict[str, list[Panel]] = {}
        for panel in operation.panels:
            groups.setdefault(parameter_text(panel.setting), []).append(panel)
        for panels in groups.values():
            most = largest(panels)
            charts = {name: tuple(charts_of(panels, name)) for name in COMPARED}
            shown = PAPER if any(panel.verdicts[PAPER] for panel in panels) else BEST
            found.append(Simulated(
                panels[0].title, max(panel.setting.ranks for panel in most), shown,
                charts, tuple(beside_of(most)), *map(tuple, bars_of(most, shown))))
    return found
