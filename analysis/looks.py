# SPDX-License-Identifier: BSD-3-Clause
"""Looks at a group while it is measured: the widest interval of the ratios that are shown."""

from collections.abc import Sequence

from analysis.cells import Cell
from analysis.levels import Levels


class Look:
    """The same cells are looked at again and again: what does not change is kept."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.cells = cells

    def precise(self, precision: float) -> bool:
        """Whether the intervals of all that is shown of the group are as narrow as `precision`,
        relative half widths.

        Shown are the ratios of its verdicts and of its libraries or, without any, all cells and
        their ratios between paths. False if a cell has no sample yet because a rank was late for
        every start.
        """
        raise NotImplementedError

    def levels(self) -> Levels | None:
        """How the launches and rounds of what is shown differ: those of the ratio with the widest
        interval or, without any, those of a cell."""
        raise NotImplementedError
