# SPDX-License-Identifier: BSD-3-Clause
"""Simulated machines side by side: times over ranks, who is faster, and where the time went."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from analysis.answer import BEST, Row, fastest
from analysis.panels import Operation, Panel
from common.catalogue import VERDICTS
from read.results import Cell
from read.where import PARTS
from words.formats import bracketed, number_text, path_text
from words.settings import parameter_text

DRAWN_MOST = 4  # machines in one chart
PAPER = "paper"
COMPARED = (PAPER, BEST)  # the verdicts that are shown machine by machine


@dataclass(frozen=True, slots=True)
class Side:
    """One path of a machine over ranks, its fastest protocol at each number."""

    path: str
    machine: str
    points: tuple[tuple[int, float], ...]
    protocols: str


@dataclass(frozen=True, slots=True)
class OverRanks:
    """One operation, size and verdict: a line for each path of each machine."""

    title: str
    size: int
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """One size on one machine: a row for each verdict of COMPARED, None where it has none."""

    size: int
    machine: str
    rows: tuple[Row | None, ...]
    first: bool  # of its size
    machines: int


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a cell's time; `share` of 1."""

    name: str
    share: float
    words: str


@dataclass(frozen=True, slots=True)
class Bar:
    """Where the time of a cell went."""

    cell: Cell
    shares: tuple[Share, ...]

    @property
    def words(self) -> str:
        return "; ".join(one.words for one in self.shares)


@dataclass(frozen=True, slots=True)
class Simulated:
    """One operation: its charts, its table at `ranks`, its bars (fastest ones, then all)."""

    operation: Operation
    title: str
    ranks: int
    charts: tuple[OverRanks, ...]
    beside: tuple[Beside, ...]
    bars: tuple[Bar, ...]
    others: tuple[Bar, ...]


def shares_of(cell: Cell) -> tuple[Share, ...]:
    total = sum(cell.where.values())
    return tuple(
        Share(name, us / total, f"{words} {number_text(us)} µs ({100 * us / total:.0f} %)")
        for name, (_, words) in PARTS.items()
        if (us := cell.where.get(name))
    )


def bars_of(cells: Iterable[Cell]) -> tuple[Bar, ...]:
    return tuple(Bar(cell, shares_of(cell)) for cell in cells if cell.where)


def sides_of(panels: Sequence[Panel], verdict: str, size: int) -> Iterator[Side]:
    """The lines of one size: of each machine both sides of the verdict."""
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
                yield Side(path, machine, points, " or ".join(names))


def charts_of(panels: Sequence[Panel]) -> Iterator[OverRanks]:
    machines = {panel.setting.placement for panel in panels}
    sizes = sorted({size for panel in panels for size in panel.sizes})
    for size in sizes if len(machines) <= DRAWN_MOST else ():
        for verdict in COMPARED:
            sides = tuple(sides_of(panels, verdict, size))
            if sides:
                yield OverRanks(VERDICTS[verdict]["title"], size, sides)


def beside_of(panels: Sequence[Panel]) -> Iterator[Beside]:
    """The rows of panels of different machines, those of one size together."""
    for size in sorted({size for panel in panels for size in panel.sizes}):
        having = [panel for panel in panels if size in panel.sizes]
        for at, panel in enumerate(having):
            rows = tuple(
                next((row for row in panel.verdicts[name] if row.size == size), None)
                for name in COMPARED
            )
            yield Beside(size, panel.setting.placement, rows, at == 0, len(having))


def largest(panels: Sequence[Panel]) -> list[Panel]:
    """Of each machine the panel of the most ranks."""
    found: dict[str, Panel] = {}
    for panel in sorted(panels, key=lambda one: one.setting.ranks):
        found[panel.setting.placement] = panel
    return list(found.values())


def bars_at(panels: Sequence[Panel]) -> tuple[tuple[Bar, ...], tuple[Bar, ...]]:
    """The fastest cell of each path at each size and machine, and all others."""
    cells = sorted((cell for panel in panels for cell in panel.cells), key=lambda one: (
        one.key.bytes, one.key.placement, one.key.path != "threads", one.key.path, one.time_us))
    groups: dict[tuple, list[Cell]] = {}
    for cell in cells:
        groups.setdefault((cell.key.bytes, cell.key.placement, cell.key.path), []).append(cell)
    first = [fastest(some) for some in groups.values()]
    return bars_of(first), bars_of(cell for cell in cells if cell not in first)


def simulated_of(operations: Sequence[Operation]) -> list[Simulated]:
    """Every operation that was simulated, apart for each of its parameters."""
    found = []
    for operation in operations:
        groups: dict[str, list[Panel]] = {}
        for panel in operation.panels:
            if panel.simulated:
                groups.setdefault(parameter_text(panel.setting), []).append(panel)
        for panels in groups.values():
            most = largest(panels)
            found.append(Simulated(
                operation, panels[0].title, max(panel.setting.ranks for panel in most),
                tuple(charts_of(panels)), tuple(beside_of(most)), *bars_at(most)))
    return found


def label_of(bar: Bar) -> str:
    """A bar's cell without its size: bus:16, 16 ranks, MPI (library)."""
    key = bar.cell.key
    return f"{path_text(key.path)} {bracketed(key.protocol)}"
