# SPDX-License-Identifier: BSD-3-Clause
"""A look at a group while it is measured: the widest interval of the ratios that are shown."""

import math
from collections.abc import Sequence
from functools import cache, cached_property
from itertools import combinations

import numpy as np

from comops.statistics.against import partners_of
from comops.statistics.cells import Cell
from comops.statistics.intervals import rank_of
from comops.statistics.levels import Levels
from comops.statistics.ratios import (Ratio, RatioRounds, logs_of, ratio_between, ratio_of,
                                      rounds_between)
from comops.statistics.times import levels, precise
from comops.statistics.verdicts import OURS, sides_compared, verdict_between

Shown = tuple[Cell, Cell, Ratio]
_MORE, _SURELY = 1.75, 0.5  # parts of the launches: at least, and of those that seem to be needed


def look_after(launches: int, wide: float) -> int:
    """After how many launches the next look at a group is due. `wide`: the widest half width over
    the precision that is wanted; infinite if unknown. More looks would cost time, and end more
    measurements at intervals that are narrow by chance; none is needed long before the width, which
    falls with the square root of the launches, can be narrow enough."""
    needed = _SURELY * launches * wide**2 if math.isfinite(wide) else 0
    return math.ceil(max(_MORE * launches, min(needed, 2 * launches)))


def starved(cells: Sequence[Cell]) -> bool:
    """Whether a cell has no sample yet because a rank was late for every start."""
    return any(not cell.error and not cell.samples for cell in cells)


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

    @property
    def half_width(self) -> float:
        """The widest, of the ratios that are shown; infinite if there are none."""
        return self.widest[2].half_width if self.widest else math.inf

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
        logs = {cell: logs_of(cell) for cell in self.valid}
        own = {cell: float(np.median(RatioRounds(log.here, None).launches()[1]))
               for cell, log in logs.items()}

        @cache
        def compare(a: Cell, b: Cell) -> Ratio:
            return ratio_between(rounds_between(logs[a], logs[b]))

        if self.partners:
            shown = [(*two, compare(*two)) for two in self.partners
                     if two.new.valid and two.old.valid]
        else:
            verdicts = [verdict_between(sides, compare, own.__getitem__)
                        for name, sides in sides_compared(self.cells).items() if name != OURS]
            complete = [verdict for verdict in verdicts if verdict.complete]
            shown = [(*verdict.cells, verdict.ratio) for verdict in complete] or [
                (a, b, compare(a, b)) for a, b in combinations(self.valid, 2)
                if a.key["path"] != b.key["path"]]
        return max(shown, key=lambda pair: pair[2].half_width, default=None)
