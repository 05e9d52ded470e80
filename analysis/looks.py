# SPDX-License-Identifier: BSD-3-Clause
"""Looks at a group while it is measured: the widest interval of the ratios that are shown."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import numpy as np

from analysis.against import partners_of
from analysis.cells import Cell
from analysis.intervals import (
    CONFIDENCE, CONFIDENCE_EQUIVALENCE, median_interval, rank_of, relative_half_width,
)
from analysis.levels import Launches, Levels, levels_estimate
from analysis.ratios import Ratio
from analysis.rows import median_rows, rows_of
from analysis.times import block_time, time_us
from analysis.verdicts import OURS, Comparing, Sides, sides_compared, verdict_between

Shown = tuple[Cell, Cell, Ratio]


def sides_shown(cells: Sequence[Cell]) -> list[Sides]:
    """The sides of the verdicts and of the comparisons of libraries."""
    return [sides for name, sides in sides_compared(cells).items() if name != OURS]


def _pairs(cells: Sequence[Cell], compare: Comparing) -> Iterator[Shown]:
    """All between paths."""
    for a, b in combinations([cell for cell in cells if cell.valid], 2):
        if a.key["path"] != b.key["path"]:
            yield a, b, compare(a, b)


def widest_shown(cells: Sequence[Cell], sides: Sequence[Sides], compare: Comparing,
                 time: Callable[[Cell], float]) -> Shown | None:
    """Both cells and the ratio with the widest interval, infinite without one, of those that are
    shown: the ratios of verdicts and of libraries or, without any, of all pairs between paths."""
    verdicts = (verdict_between(one, compare, time) for one in sides)
    shown = [(*one.cells, one.ratio) for one in verdicts if one.complete]
    return max(shown or _pairs(cells, compare), key=lambda one: one[2].half_width, default=None)


class _Launches:
    """What the launches of a group's cells say; NaN where there is nothing.

    For launch l, `own[c, l]` is the time of a cell, `ratios[a, b, l]` the median over the rounds of
    the time of b over that of a, and `logs[m, a, b, l]` are member m of levels.Launches for the
    ratios of the rounds.
    """

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.cells = cells
        count = len(cells)
        self.rounds: list[np.ndarray] = []  # of each launch the times [cell, round]
        self.own = np.empty((count, 0))
        self.ratios = np.empty((count, count, 0))
        self.logs = np.empty((len(Launches._fields), count, count, 0))
        self.first = [(0, 0)] * count  # block and sample of each cell with which the last one began
        self.reads = -1

    def update(self) -> None:
        """Reads the last launch again, and those after it."""
        reads = sum(cell.reads for cell in self.cells)
        if reads == self.reads:
            return
        self.reads = reads
        count = max(len(cell.launches) for cell in self.cells)
        if count > self.own.shape[-1]:
            more = max(count, 2 * self.own.shape[-1])
            self.own, self.ratios, self.logs = (
                np.concatenate([old, np.full((*old.shape[:-1], more - old.shape[-1]), np.nan)], -1)
                for old in (self.own, self.ratios, self.logs))
        for launch in range(max(len(self.rounds) - 1, 0), count):
            if launch > len(self.rounds) - 1 and self.rounds:
                self._pass(launch - 1)
            times = self._times(launch)
            self.rounds[launch:] = [times]
            self._take(launch, times)

    def _pass(self, launch: int) -> None:
        """The launch is over."""
        for at, (cell, (block, sample)) in enumerate(zip(self.cells, self.first, strict=True)):
            blocks = cell.launches[launch] if launch < len(cell.launches) else 0
            self.first[at] = (block + blocks, sample + sum(cell.blocks[block : block + blocks]))

    def _times(self, launch: int) -> np.ndarray:
        counts = [cell.launches[launch] if launch < len(cell.launches) else 0
                  for cell in self.cells]
        times = np.full((len(counts), max(counts)), np.nan)
        for row, cell, (block, sample), count in zip(times, self.cells, self.first, counts,
                                                     strict=True):
            for at, samples in enumerate(cell.blocks[block : block + count]):
                row[at] = block_time(cell, sample, samples)  # None becomes NaN
                sample += samples
        return times

    def _take(self, launch: int, times: np.ndarray) -> None:
        self.own[:, launch] = median_rows(times)
        ratios = times[None] / np.where(times > 0, times, np.nan)[:, None]
        self.ratios[..., launch] = median_rows(ratios)
        known = ~np.isnan(ratios)
        logs = np.log(ratios, where=known, out=np.zeros(ratios.shape))
        counts = known.sum(axis=-1)
        means = logs.sum(axis=-1) / np.maximum(counts, 1)
        squares = (((logs - means[..., None]) * known) ** 2).sum(axis=-1)
        self.logs[..., launch] = counts, means, squares


class Look:
    """The same cells, those of a group, are looked at again and again: what does not change is
    kept."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.cells = cells
        self._sides = sides_shown(cells)
        self._partners = partners_of(cells)
        self._at = {id(cell): at for at, cell in enumerate(cells)}
        self._launches = _Launches(cells)
        self._seen = -1  # what `_launches.reads` was when these were made:
        self._table: list[list[list[float]]] = []
        self._times: list[float] = []

    @property
    def starved(self) -> bool:
        """Whether a cell has no sample yet because a rank was late for every start."""
        return any(not cell.error and not cell.samples for cell in self.cells)

    def precise(self, precision: float) -> bool:
        """Whether the intervals of all that is shown of the group are as narrow as `precision`,
        relative half widths; not of a starved group.

        Shown are the ratios of its verdicts and of its libraries or, without any, all cells and
        their ratios between paths. Two builds are compared for all the time there is.
        """
        if self.starved or self._partners:
            return False
        if not rank_of(max(len(cell.launches) for cell in self.cells)):
            return not any(cell.valid for cell in self.cells)
        widest = self.widest()
        if widest:
            return widest[2].half_width <= precision
        return all(self._is_precise(cell, precision) for cell in self.cells if cell.valid)

    def levels(self) -> Levels | None:
        """How the launches and rounds of what is shown differ: those of the ratio with the widest
        interval or, without any, those of a cell."""
        widest = self.widest()
        if widest:
            a, b = (self._at[id(cell)] for cell in widest[:2])
            logs = self._launches.logs[:, a, b, : len(self._launches.rounds)]
            launches, rounds, known = Launches(*logs).levels()
            return Levels(float(launches), float(rounds)) if known else None
        return next(filter(None, (
            levels_estimate(rounds[at].tolist() for rounds in self._launches.rounds)
            for at, cell in enumerate(self.cells) if cell.valid)), None)

    def widest(self) -> Shown | None:
        """The ratio of widest_shown, without levels, and its cells."""
        self._launches.update()
        if self._seen != self._launches.reads:
            self._seen = self._launches.reads
            self._table = self._ratios()
            self._times = median_rows(self._launches.own[:, : len(self._launches.rounds)]).tolist()
        if self._partners:
            shown = [(*two, self._compare(*two)) for two in self._partners
                     if two.new.valid and two.old.valid]
            return max(shown, key=lambda one: one[2].half_width, default=None)
        return widest_shown(self.cells, self._sides, self._compare, self._time)

    def _time(self, cell: Cell) -> float:
        return self._times[self._at[id(cell)]] if len(cell.launches) > 1 else time_us(cell)

    def _is_precise(self, cell: Cell, precision: float) -> bool:
        own = self._launches.own[self._at[id(cell)]]
        interval = median_interval(own[~np.isnan(own)].tolist())
        return bool(interval) and relative_half_width(interval, self._time(cell)) <= precision

    def _compare(self, a: Cell, b: Cell) -> Ratio:
        at, other = self._at[id(a)], self._at[id(b)]
        value, count, low, low_90, high, high_90 = (one[at][other] for one in self._table)
        if not rank_of(count):
            return Ratio(value, exact=a.exact)
        return Ratio(value, (low, high), (low_90, high_90), exact=a.exact)

    def _ratios(self) -> list[list[list[float]]]:
        """[a][b] of all cells: the ratio, its launches, the low ends of its 95 % and 90 % intervals
        and the high ends."""
        rows = rows_of(self._launches.ratios[..., : len(self._launches.rounds)])
        low, high = zip(*map(rows.interval, (CONFIDENCE, CONFIDENCE_EQUIVALENCE)), strict=True)
        return [one.tolist() for one in (rows.median_ratio(), rows.count, *low, *high)]
