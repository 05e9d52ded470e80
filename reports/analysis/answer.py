# SPDX-License-Identifier: BSD-3-Clause
"""The answer: who is faster at each size, by what factor, as the pair records say."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from read.results import Campaign, Cell, Interval, Pair

HEADLINE_PATH = "threads"  # set against the fastest cell of all other paths

TIE = "="  # no path's name
UNKNOWN = "?"


class Setting(NamedTuple):
    """The conditions under which sizes are comparable: one chart, one table, one sentence."""

    campaign: str
    series_of: str
    series: int
    op: str
    datatype: str
    placement: str
    ranks: int
    buffers: str
    method: str
    memory: str


@dataclass(frozen=True, slots=True)
class Row:
    """One size: the fastest cell of each side and their recorded ratio.

    `ratio` is the other side's time / the headline path's time; above 1 the headline path
    is faster. `winner` is a path, TIE (the interval spans 1), or UNKNOWN (no pair or no
    interval was recorded). `best` has the fastest cell of each path, and `ours` and
    `other` are among them. `pairs` has the fastest cell of each other path with ours.
    """

    size: int
    mode: str
    cells: tuple[Cell, ...]
    best: dict[str, Cell]
    ours: Cell | None
    other: Cell | None
    ratio: float | None
    ci95: Interval | None
    winner: str
    pairs: dict[str, Pair]

    @property
    def factor(self) -> float | None:
        """How many times faster the winner is: the ratio, or its inverse; None without one."""
        if self.winner in (TIE, UNKNOWN):
            return None
        return self.ratio if self.ratio > 1 else 1 / self.ratio

    @property
    def loser(self) -> Cell:
        """The slower of the two, where one is."""
        return self.other if self.winner == self.ours.key.path else self.ours

    @property
    def oversubscribed(self) -> bool:
        """Whether any of its cells had more ranks than cores."""
        return any(cell.oversubscribed for cell in self.cells)


def fastest(cells: Iterable[Cell]) -> Cell | None:
    """Of valid cells the one of the lowest time."""
    return min(cells, key=lambda cell: cell.time_us, default=None)


def paths_in_order(paths: Iterable[str]) -> list[str]:
    """Each path once, the headline path first, so that it keeps its hue and its side."""
    return sorted(set(paths), key=lambda path: (path != HEADLINE_PATH, path))


def winner(ours: Cell, other: Cell, ci95: Interval | None) -> str:
    """Who is faster, from the interval of the ratio other / ours."""
    if ci95 is None:
        return UNKNOWN
    if ci95[0] > 1:
        return ours.key.path
    return other.key.path if ci95[1] < 1 else TIE


def row_of(campaign: Campaign, cells: Sequence[Cell], headline: str) -> Row:
    """The row of one size's valid cells, which differ in path and protocol alone."""
    key = cells[0].key
    paths = paths_in_order(cell.key.path for cell in cells)
    best = {path: fastest(c for c in cells if c.key.path == path) for path in paths}
    ours = best.get(headline)
    other = fastest(cell for path, cell in best.items() if path != headline)
    pairs = {
        path: pair
        for path, cell in best.items()
        if path != headline and ours and (pair := campaign.pair(ours.key, cell.key))
    }
    pair = pairs.get(other.key.path) if other else None
    return Row(
        size=key.bytes,
        mode=key.mode,
        cells=tuple(sorted(cells, key=lambda cell: cell.key)),
        best=best,
        ours=ours,
        other=other,
        ratio=pair.ratio if pair else None,
        ci95=pair.ci95 if pair else None,
        winner=winner(ours, other, pair.ci95) if pair else UNKNOWN,
        pairs=pairs,
    )


def rows_of(campaign: Campaign, cells: Iterable[Cell]) -> list[Row]:
    """The rows of one setting, by size and mode; sizes without a valid cell have none.

    Where nothing was measured over the headline path, the first of the others stands in.
    """

    def place(cell: Cell) -> tuple[int, str]:
        return cell.key.bytes, cell.key.mode

    every = list(cells)
    headline = paths_in_order(cell.key.path for cell in every)[0]
    groups = groupby(sorted((cell for cell in every if cell.valid), key=place), place)
    return [row_of(campaign, list(group), headline) for _, group in groups]


def tally(rows: Iterable[Row]) -> dict[str, int]:
    """At how many sizes each path is faster, then the ties, then what is open; none is 0."""
    counts = Counter(row.winner for row in rows)
    ends = (TIE, UNKNOWN)
    paths = paths_in_order(winner for winner in counts if winner not in ends)
    return {winner: counts[winner] for winner in (*paths, *ends) if counts[winner]}
