# SPDX-License-Identifier: BSD-3-Clause
"""A heat map: a value for each pair of cores, dark to light from least to greatest.

Its fields and their shades; the page's drawing is in heat_svg.py, that of the terminal in
reports/terminal/heat.py.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from records.topology import Pairs

SHADES = 10
NUMBERS_MOST = 14  # with more cores a map has no numbers

Matrix = Sequence[Sequence[float | None]]
Groups = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Scale:
    """Shades from 0 to SHADES - 1, logarithmic from the least to the greatest value."""

    least: float
    most: float

    @classmethod
    def of(cls, values: Iterable[float | None]) -> "Scale":
        known = [value for value in values if value is not None and value > 0]
        return cls(min(known, default=1.0), max(known, default=1.0))

    def shade(self, value: float) -> int:
        if value <= self.least or self.most <= self.least:
            return 0
        place = math.log(value / self.least) / math.log(self.most / self.least)
        return min(int(place * SHADES), SHADES - 1)

    def limit(self, shade: int) -> float:
        """The least value of this shade."""
        return self.least * (self.most / self.least) ** (shade / SHADES)


@dataclass(frozen=True)
class Heat:
    """`blocks`: the rows of the matrix in each part of the machine, as they are to be drawn.

    `within`: what two of them have in common, and their times.
    """

    title: str
    what: str
    part: str  # "socket"
    blocks: Groups
    numbers: Sequence[int]  # the operating system's, of each row of the matrix
    matrix: Matrix
    within: Sequence[tuple[str, list[float]]]

    def field(self, rows: Sequence[int], columns: Sequence[int]) -> float | None:
        """The median of some rows and columns; None: not measured, or NaN: of one thread."""
        if rows == columns and len(rows) == 1:
            return math.nan
        values = [value for i in rows for j in columns if i != j
                  for value in [self.matrix[i][j]] if value is not None]
        return median(values) if values else None


def below(matrix: Matrix) -> list[float]:
    """The known values of each pair, once."""
    return [value for i, row in enumerate(matrix) for value in row[:i] if value is not None]


def scaled(values: Matrix, factor: float) -> list[list[float | None]]:
    return [[None if one is None else one * factor for one in row] for row in values]


def by_distance(pairs: Pairs, matrix: Matrix) -> list[tuple[str, list[float]]]:
    """The values of the pairs at each distance, nearest first."""
    return [(name, [value for i, row in enumerate(matrix) for j, value in enumerate(row)
                    if j > i and pairs.distance[i][j] == level and value is not None])
            for level, name in enumerate(pairs.distances, start=1)]


def heat_of_pairs(summary: str, cores: int, packages: dict[int, int], pairs: Pairs) -> Heat:
    """The times of a machine's pairs; `cores`: that it has; `packages`: of each hardware thread."""
    matrix = scaled(pairs.latency_us, 1e3)
    parts: dict[int, list[int]] = {}
    for row, pu in enumerate(pairs.pus):
        parts.setdefault(packages.get(pu, 0), []).append(row)
    what = "One-way time of 8 bytes between cores, ns"
    if len(matrix) < cores:
        what += f"; {len(matrix)} of {cores} cores, evenly spread"
    return Heat(summary, what, "socket", list(parts.values()), pairs.pus, matrix,
                by_distance(pairs, matrix))
