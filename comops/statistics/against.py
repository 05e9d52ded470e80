# SPDX-License-Identifier: BSD-3-Clause
"""Two builds in the same rounds: by how much each implementation changed.

An implementation is pooled over its cells (pooling.py). The tests of all implementations and all
their cells are one family, for which Holm's procedure with weights keeps the probability of any
false change (S. Holm, Scandinavian Journal of Statistics 6, 1979). An implementation weighs as much
as all its cells, because a change of code shows in most of them.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from comops.results.findings import EQUIVALENT, FASTER, SLOWER, UNDECIDED
from comops.results.keys import OLD, Implementation, implementation_of
from comops.statistics.cells import Cell
from comops.statistics.comparing.contrasts import Estimate
from comops.statistics.comparing.launches import LaunchSeries, series_of
from comops.statistics.pooling import estimate_of
from comops.statistics.ratios import ratios_of_launches
from comops.statistics.significance import holm

FALSE = 0.005  # the probability of any false change in a comparison
LEVEL = 0.05  # of the intervals
# Two copies of one program differ by so much through the places of their code and data.
SMALLEST = 0.005
LIMIT = 0.05  # an implementation whose change is not known better is undecided


class Partners(NamedTuple):
    """The same cell of both builds."""

    new: Cell
    old: Cell


@dataclass(frozen=True)
class Tested:
    """An implementation, or one of its cells. `ratio` is new over old, `ci95` its interval, `bound`
    how large its change can be, as a share, at 95 % for the whole family; `p` as Holm's procedure
    leaves it."""

    key: Implementation
    cell: Cell | None
    cells: int
    launches: int
    ratio: float
    ci95: tuple[float, float]
    bound: float
    p: float

    @property
    def verdict(self) -> str:
        if self.p <= FALSE:
            return SLOWER if self.ratio > 1 else FASTER
        return EQUIVALENT if self.bound <= LIMIT else UNDECIDED

    @property
    def changed(self) -> bool:
        return self.verdict in (SLOWER, FASTER)


def partners_of(cells: Iterable[Cell]) -> list[Partners]:
    """In a group, whose cells differ only in path or protocol."""
    by_path = {(cell.key["path"], cell.key["protocol"]): cell for cell in cells}
    return [Partners(new, by_path[path + OLD, protocol])
            for (path, protocol), new in by_path.items() if (path + OLD, protocol) in by_path]


def _series(partners: Partners) -> LaunchSeries | None:
    """The ratios of a cell's launches; None if there are fewer than two."""
    ratios = ratios_of_launches(partners.old, partners.new)
    return series_of(list(ratios.values()), list(ratios)) if len(ratios) > 1 else None


class _Row(NamedTuple):
    """An implementation, or one of its cells, with the series of its cells, or its own."""

    key: Implementation
    cell: Cell | None
    series: list[LaunchSeries]

    def tested(self, estimate: Estimate, p: float, share: float) -> Tested:
        """`share`: of the family's weight."""
        effect, half = estimate.effect, estimate.reach(1 - LEVEL / 2)
        far = abs(effect) + estimate.reach(1 - LEVEL * share / 2)
        return Tested(self.key, self.cell, len(self.series),
                      max(series.n for series in self.series), math.exp(effect),
                      (math.exp(effect - half), math.exp(effect + half)),
                      math.expm1(min(far, 700.0)), p)


def changes_of(partners: Iterable[Partners]) -> list[Tested]:
    """Each implementation, followed by its cells."""
    cells_of: dict[Implementation, list[tuple[Cell, LaunchSeries]]] = {}
    for pair in partners:
        series = _series(pair) if pair.new.valid and pair.old.valid else None
        if series:
            cells_of.setdefault(implementation_of(pair.new.key), []).append((pair.new, series))
    rows = []
    for key, cells in cells_of.items():
        rows.append(_Row(key, None, [series for _, series in cells]))
        if len(cells) > 1:
            rows += [_Row(key, cell, [series]) for cell, series in cells]
    weights = [float(len(row.series)) for row in rows]
    estimates = [estimate_of(row.series) for row in rows]
    bound = math.log1p(SMALLEST)  # no change
    adjusted = holm([min(1.0, 2 * min(estimate.above(bound), estimate.below(bound)))
                     for estimate in estimates], weights)
    return [row.tested(estimate, p, weight / sum(weights)) for row, estimate, p, weight in zip(
        rows, estimates, adjusted, weights, strict=True)]
