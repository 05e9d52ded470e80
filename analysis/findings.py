# SPDX-License-Identifier: BSD-3-Clause
"""What is found in a whole table: fits and crossovers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby
from typing import Any

from analysis.cells import Cell
from analysis.crossovers import Crossover, RatioPoint, crossovers_of
from analysis.fits.fit import fits_of
from analysis.fits.models import Fit, FitPoint
from analysis.ratios import ratio_of
from analysis.times import time_us
from analysis.verdicts import Verdict
from records.decisions import EQUIVALENT


@dataclass(frozen=True)
class FoundFit:
    """`key` is what all cells of an implementation share."""

    key: dict[str, Any]
    fit: Fit


@dataclass(frozen=True)
class FoundCrossover:
    """The one that is faster below is named by the protocol that it has there, the other by that
    which it has above."""

    a: dict[str, Any]
    b: dict[str, Any]
    crossover: Crossover


@dataclass
class FoundDistance:
    """The verdicts `best` at another distance between the ranks than that of the results (analysis/
    handovers.py): its shortest and longest hand-over, ns, its share of the rounds, and the size and
    verdict of each group that has enough launches."""

    low_ns: float
    high_ns: float
    share: float = 0.0
    verdicts: list[tuple[int, Verdict]] = field(default_factory=list)


@dataclass
class Findings:
    fits: list[FoundFit] = field(default_factory=list)
    crossovers: list[FoundCrossover] = field(default_factory=list)


def implementation_key(cell: Cell) -> dict[str, Any]:
    """What all cells of an implementation share."""
    return {name: value for name, value in cell.key.items() if name not in ("bytes", "mode")}


def cuts_volume(cell: Cell) -> bool:
    """Its sizes cut a fixed volume: the time is that of the volume, and no line over the bytes."""
    return cell.key.get("series_of") == "volume"


def fits_of_cells(cells: Sequence[Cell]) -> Iterator[FoundFit]:
    """The fits of an implementation, whose cells are in ascending order of size."""
    points = [FitPoint(cell.key["bytes"], time_us(cell)) for cell in cells]
    key = implementation_key(cells[0])
    return (FoundFit(key, fit) for fit in fits_of(points))


BySize = dict[int, Cell]


def fastest_of(cells: Sequence[Cell]) -> BySize:
    """The fastest at each size, in ascending order."""
    ordered = sorted(cells, key=lambda cell: (cell.key["bytes"], time_us(cell)))
    return {size: next(some) for size, some in groupby(ordered, lambda cell: cell.key["bytes"])}


def crossovers_between(a: BySize, b: BySize) -> Iterator[FoundCrossover]:
    ratios = ((size, ratio_of(cell, b[size])) for size, cell in a.items() if size in b)
    points = [RatioPoint(size, ratio.value, ratio.ci95,
                         0 if ratio.decision == EQUIVALENT else ratio.side)
              for size, ratio in ratios if ratio.ci95]
    for found in crossovers_of(points):
        size_a, size_b = ((found.before, found.after) if found.a_below
                          else (found.after, found.before))
        yield FoundCrossover(implementation_key(a[size_a]), implementation_key(b[size_b]), found)


def crossovers_within(path: Sequence[Cell], protocols: Sequence[Sequence[Cell]]
                      ) -> Iterator[FoundCrossover]:
    """Between each two protocols of a path that are its fastest somewhere."""
    fastest = fastest_of(path).values()
    some = [fastest_of(cells) for cells in protocols
            if any(cell is best for cell in cells for best in fastest)]
    for a, b in combinations(some, 2):
        yield from crossovers_between(a, b)


def findings_of_table(cells: Sequence[Cell]) -> Findings:
    """A table's valid cells differ in path, protocol and bytes alone.

    Fits of each implementation; crossovers between each two paths, either with its fastest
    protocol, and between each two protocols of a path that are its fastest somewhere.
    """
    found = Findings()
    ordered = sorted(cells, key=lambda cell: [cell.key[name]
                                              for name in ("path", "protocol", "bytes")])
    paths = [[list(some) for _, some in groupby(path, lambda cell: cell.key["protocol"])]
             for _, path in groupby(ordered, lambda cell: cell.key["path"])]
    for protocols in paths:
        for some in protocols:
            found.fits += [] if cuts_volume(some[0]) else fits_of_cells(some)
    whole = [[cell for some in protocols for cell in some] for protocols in paths]
    for at, (path, protocols) in enumerate(zip(whole, paths, strict=True)):
        for other in whole[at + 1 :]:
            found.crossovers += crossovers_between(fastest_of(path), fastest_of(other))
        found.crossovers += crossovers_within(path, protocols)
    return found
