# SPDX-License-Identifier: BSD-3-Clause
"""Simulated machines side by side: times over ranks, who is faster, and where the time went."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from analysis.verdicts import KINDS
from records.cell_parts import PARTS
from records.read import Cell
from reports.answers.answer import BEST, HEADLINE_PATH, PAPER, Row
from reports.answers.panels import Operation, Panel
from reports.words.formats import bracketed, number_text, path_text, picked
from reports.words.settings import parameter_text

DRAWN_MOST = 4  # machines in one chart
UNFOLDED_MOST = 2  # machines that are not folded
SIZES_DRAWN = 4  # of an operation; the results file has all
COMPARED = (PAPER, BEST)  # the verdicts that are shown machine by machine

Points = tuple[tuple[int, float], ...]  # a value over ranks or sizes


def sizes_drawn(panels: Iterable[Panel]) -> list[int]:
    """All sizes; of more than SIZES_DRAWN the smallest, the largest and some between."""
    return picked(sorted({size for panel in panels for size in panel.sizes}), SIZES_DRAWN)


def largest(panels: Iterable[Panel]) -> list[Panel]:
    """For each machine, the panel with the most ranks."""
    ascending = sorted(panels, key=lambda one: one.setting.ranks)
    return list({panel.setting.placement: panel for panel in ascending}.values())


# ---- charts and tables of all machines together -----------------------------------------------


class Side(NamedTuple):
    """One path of a machine over ranks, its fastest protocol at each number."""

    path: str
    machine: str
    points: Points
    protocols: list[str]  # in brackets


class OverRanks(NamedTuple):
    """One operation, size and verdict: a line for each path of each machine."""

    title: str  # of the verdict
    size: int
    sides: list[Side]

    @property
    def protocols(self) -> str:
        """The protocols of all machines: threads (direct), MPI (library) or (sendrecv)."""
        names: dict[str, dict[str, None]] = defaultdict(dict)
        for side in self.sides:
            names[side.path] |= dict.fromkeys(side.protocols)
        return ", ".join(f"{path_text(path)} {' or '.join(some)}" for path, some in names.items())


class OverSizes(NamedTuple):
    """One operation: the ratio of the verdict's two sides over sizes, by machine."""

    title: str
    points: dict[str, Points]


class MachineRow(NamedTuple):
    """One size on one machine: a row for each verdict of COMPARED, None if it has none."""

    size: int
    machine: str
    rows: list[Row | None]
    first: bool  # of its size


def sides_of(panels: Sequence[Panel], verdict: str, size: int) -> Iterator[Side]:
    """The lines of one size: both sides of the verdict for each machine."""
    found: dict[tuple[str, str], list[tuple[int, Cell]]] = defaultdict(list)
    for panel in panels:
        for row in panel.verdicts[verdict]:
            for path, cell in row.best.items() if row.size == size else ():
                found[panel.setting.placement, path].append((panel.setting.ranks, cell))
    for (machine, path), cells in found.items():
        points = tuple(sorted((ranks, cell.time_us) for ranks, cell in cells))
        names = dict.fromkeys(bracketed(cell.key.protocol) for _, cell in cells)
        if len(points) > 1:
            yield Side(path, machine, points, list(names))


def charts_of(panels: Sequence[Panel], verdict: str) -> list[OverRanks]:
    """A chart of each size, unless there are many machines."""
    machines = {panel.setting.placement for panel in panels}
    charts = [OverRanks(KINDS[verdict].title, size, list(sides_of(panels, verdict, size)))
              for size in (sizes_drawn(panels) if len(machines) <= DRAWN_MOST else ())]
    return [one for one in charts if one.sides]


def ratios_of(operations: Sequence[Operation], verdict: str) -> list[OverSizes]:
    """The ratios, as in `Row`, of operations that have one panel for each machine."""
    found: dict[str, dict[str, Points]] = defaultdict(dict)
    for panel in (panel for operation in operations for panel in operation.panels):
        points = tuple((row.size, row.ratio) for row in panel.verdicts[verdict]
                       if row.size and row.ratio)
        if len(points) > 1:
            found[panel.title][panel.setting.placement] = points
    return [OverSizes(title, points) for title, points in found.items()
            if len(points) <= DRAWN_MOST]


def machine_rows(panels: Sequence[Panel]) -> Iterator[MachineRow]:
    """The rows of panels of different machines, those of one size together."""
    for size in sorted({size for panel in panels for size in panel.sizes}):
        for at, panel in enumerate(panel for panel in panels if size in panel.sizes):
            rows = [next((row for row in panel.verdicts[name] if row.size == size), None)
                    for name in COMPARED]
            yield MachineRow(size, panel.setting.placement, rows, at == 0)


# ---- where the time went ----------------------------------------------------------------------


class Share(NamedTuple):
    """A part of a cell's time; `share` of 1."""

    name: str
    share: float
    words: str


class Bar(NamedTuple):
    """Where the time of a cell went; `length` of 1 is that of the slowest machine in its row."""

    cell: Cell
    length: float

    @property
    def shares(self) -> list[Share]:
        where = self.cell.where
        total = sum(where.values())
        return [Share(name, us / total, f"{words} {number_text(us)} µs ({100 * us / total:.0f} %)")
                for name, (_, words) in PARTS.items() if (us := where[name])]

    @property
    def words(self) -> str:
        return "; ".join(one.words for one in self.shares)


class Bars(NamedTuple):
    """The bars of one machine; the same rows as those of the other machines have."""

    machine: str
    ranks: int
    bars: list[Bar]


def _bars(panels: Sequence[Panel], cells: Sequence[list[Cell]], by_protocol: bool) -> list[Bars]:
    """The bars of some cells of each panel. A row is of a size and path, of several protocols also
    of which one."""

    def row(cell: Cell) -> tuple:
        protocol = cell.key.protocol if by_protocol else ""
        return cell.key.bytes, cell.key.path != HEADLINE_PATH, cell.key.path, protocol

    longest: dict[tuple, float] = defaultdict(float)
    for cell in chain(*cells):
        longest[row(cell)] = max(cell.time_us, longest[row(cell)])
    return [
        Bars(panel.setting.placement, panel.setting.ranks,
             [Bar(cell, cell.time_us / longest[row(cell)]) for cell in sorted(some, key=row)])
        for panel, some in zip(panels, cells, strict=True)
        if some
    ]


def bars_of(panels: Sequence[Panel], verdict: str) -> tuple[list[Bars], list[Bars]]:
    """For each machine, the fastest cell of each path at the sizes drawn, and all others."""
    sizes, first, others = sizes_drawn(panels), [], []
    for panel in panels:
        best = [cell for row in panel.verdicts[verdict] if row.size in sizes
                for cell in row.best.values()]
        cells = [cell for cell in panel.cells if cell.key.bytes in sizes]
        first.append([cell for cell in best if cell.where])
        others.append([cell for cell in cells if cell.where and cell not in best])
    return _bars(panels, first, False), _bars(panels, others, True)


class Simulated(NamedTuple):
    """One operation: its charts by verdict, its table at `ranks`, its bars.

    `fastest` has the bars of the fastest protocol of each path in the verdict `shown`, `others` of
    the rest.
    """

    title: str
    ranks: int
    shown: str
    charts: dict[str, list[OverRanks]]
    machines: list[MachineRow]
    fastest: list[Bars]
    others: list[Bars]


def simulated_of(operations: Sequence[Operation]) -> Iterator[Simulated]:
    """Every operation, apart for each of its parameters."""
    for operation in operations:
        groups: dict[str, list[Panel]] = defaultdict(list)
        for panel in operation.panels:
            groups[parameter_text(panel.setting)].append(panel)
        for panels in groups.values():
            most = largest(panels)
            shown = PAPER if any(panel.verdicts[PAPER] for panel in panels) else BEST
            yield Simulated(
                panels[0].title, max(panel.setting.ranks for panel in most), shown,
                {name: charts_of(panels, name) for name in COMPARED}, list(machine_rows(most)),
                *bars_of(most, shown))
