# SPDX-License-Identifier: BSD-3-Clause
"""A look at a group while it is measured: the widest interval of the ratios that are shown."""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations

import numpy as np

from analysis.against import partners_of
from analysis.cells import Cell
from analysis.intervals import CONFIDENCE, CONFIDENCE_EQUIVALENCE, rank_of
from analysis.levels import Levels
from analysis.ratios import Ratio, ratio_of
from analysis.rows import median_rows, rows_of
from analysis.times import block_times, levels, precise
from analysis.verdicts import OURS, sides_compared, verdict_between

Shown = tuple[Cell, Cell, Ratio]


def starved(cells: Sequence[Cell]) -> bool:
    """Whether a cell has no sample yet because a rank was late for every start."""
    return any(not cell.error and not cell.samples for cell in cells)


def times_of(cells: Sequence[Cell]) -> np.ndarray:
    """[cell, launch, round]: the times of the cells' blocks, NaN where there is none."""
    counts = [np.array(cell.launches)[:, None] for cell in cells]
    rounds = np.arange(max(int(one.max()) for one in counts))
    times = np.full((len(cells), max(map(len, counts)), len(rounds)), np.nan)
    for here, cell, count in zip(times, cells, counts, strict=True):
        here[: len(count)][rounds < count] = np.array(block_times(cell), float)
    return times


class Look:
    """What is known of a group's cells now."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.cells = cells
        self.valid = [cell for cell in cells if cell.valid]
        self.partners = partners_of(cells)

    def precise(self, precision: float) -> bool:
        """Whether the intervals of all that is shown of the group are as narrow as `precision`,
        relative half widths; not of a starved group.

        Shown are the ratios of its verdicts and of its libraries or, without any, all cells and
        their ratios between paths. Two builds are compared for all the time there is.
        """
        if starved(self.cells) or self.partners:
            return False
        if not rank_of(max(len(cell.launches) for cell in self.cells)):
            return not self.valid
        if self.widest:
            return self.widest[2].half_width <= precision
        return all(precise(cell, precision) for cell in self.valid)

    def levels(self) -> Levels | None:
        """How the launches and rounds of what is shown differ: those of the ratio with the widest
        interval or, without any, those of a cell."""
        if self.widest:
            return ratio_of(*self.widest[:2]).levels
        return next(filter(None, map(levels, self.valid)), None)

    @cached_property
    def widest(self) -> Shown | None:
        """Both cells and the ratio with the widest interval, infinite without one, of those that
        are shown: the ratios of verdicts and of libraries or, without any, of all pairs between
        paths; of two builds the ratios of partners."""
        if not self.valid:
            return None
        times = times_of(self.valid)
        rows = rows_of(median_rows(times[None] / np.where(times > 0, times, np.nan)[:, None]))
        own = dict(zip(self.valid, median_rows(median_rows(times)).tolist(), strict=True))
        numbers = {cell: number for number, cell in enumerate(self.valid)}
        value, ends = rows.median_ratio(), [
            np.stack(rows.interval(confidence), axis=-1)
            for confidence in (CONFIDENCE, CONFIDENCE_EQUIVALENCE)]

        def compare(a: Cell, b: Cell) -> Ratio:
            """As ratio_of, of all pairs in a fraction of its time."""
            at = numbers[a], numbers[b]
            known = rank_of(int(rows.count[at]))
            return Ratio(float(value[at]), *(tuple(one[at].tolist()) for one in ends if known))

        if self.partners:
            shown = [(*two, compare(*two)) for two in self.partners
                     if two.new.valid and two.old.valid]
        else:
            verdicts = [verdict_between(sides, compare, own.__getitem__)
                        for name, sides in sides_compared(self.cells).items() if name != OURS]
            shown = [(*one.cells, one.ratio) for one in verdicts if one.complete] or [
                (a, b, compare(a, b)) for a, b in combinations(self.valid, 2)
                if a.key["path"] != b.key["path"]]
        return max(shown, key=lambda one: one[2].half_width, default=None)
