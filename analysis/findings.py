# SPDX-License-Identifier: BSD-3-Clause
"""What is found in a whole table: fits, crossovers, and how much the exchanges overlap."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from analysis.cells import Cell
from analysis.crossovers import Crossover
from analysis.fits import Fit


@dataclass(frozen=True)
class FoundFit:
    """`key`: what all cells of an implementation share."""

    key: dict[str, Any]
    fit: Fit


@dataclass(frozen=True)
class FoundOverlap:
    """`percents`: bytes and percent of each size that has an overlap."""

    key: dict[str, Any]
    percents: list[tuple[int, float]]


@dataclass(frozen=True)
class FoundCrossover:
    """The one that is faster below is named by the protocol that it has there, the other by that
    which it has above."""

    a: dict[str, Any]
    b: dict[str, Any]
    crossover: Crossover


@dataclass
class Findings:
    fits: list[FoundFit] = field(default_factory=list)
    overlaps: list[FoundOverlap] = field(default_factory=list)
    crossovers: list[FoundCrossover] = field(default_factory=list)


def implementation_key(cell: Cell) -> dict[str, Any]:
    """What all cells of an implementation share."""
    return {name: value for name, value in cell.key.items() if name not in ("bytes", "mode")}


def findings_of_table(cells: Sequence[Cell]) -> Findings:
    """Of a table's valid cells, which differ in path, protocol and bytes alone.

    Fits of each implementation; crossovers between each two paths, either with its fastest
    protocol, and between each two protocols of a path that are its fastest somewhere.
    """
    return Findings()
