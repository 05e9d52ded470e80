# SPDX-License-Identifier: BSD-3-Clause
"""Cells as the papers' tables and figures need them: by size, by rank, at the measured size next to
a printed one."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from math import inf

from records.read import Cell
from reports.claims.evidence import Condition, Evidence, Side
from reports.history.items import Value, value_of

FACTOR = 2.5  # the largest between a printed size and the measured one

Reading = Callable[[Cell], float | None]


def factor(measured: int, printed: int) -> float:
    """The greater of two sizes over the other."""
    return max(measured / printed, printed / measured) if measured else inf


def is_near(measured: int, printed: int) -> bool:
    return factor(measured, printed) <= FACTOR


def nearest(sizes: Iterable[int], printed: int) -> int | None:
    """The measured size that is nearest to a printed one; none if it is not near."""
    near = (one for one in sizes if is_near(one, printed))
    return min(near, key=lambda one: factor(one, printed), default=None)


def time_us(cell: Cell) -> float:
    """As the record has it; of a ping-pong one way."""
    return cell.time_us


def rate(cell: Cell) -> float | None:
    """MB/s, by the pattern's formula."""
    return cell.rate_MBps


def best_condition(seen: Evidence, pattern: str, side: Side, ranks: int, placement: str
                   ) -> Condition | None:
    """With the number of ranks that is nearest, on the placement if it was measured."""
    return min(seen.conditions(pattern, side), default=None,
               key=lambda one: (abs(one.ranks - ranks), one.placement != placement,
                                one.preference))


def by_size(seen: Iterable[Evidence], pattern: str, side: Side, ranks: int = 2, series: int = 0,
            placement: str = "bus") -> dict[int, Cell]:
    """A side's cells of the first campaign that has it, by size."""
    for evidence in seen:
        best = best_condition(evidence, pattern, side, ranks, placement)
        if best:
            return {place.bytes: cell
                    for place, cell in evidence.conditions(pattern, side)[best].items()
                    if place.series == series}
    return {}


def by_ranks(seen: Iterable[Evidence], pattern: str, side: Side, size: int, series: int = 0,
             placement: str = "bus") -> dict[int, Cell]:
    """A side's cells by number of ranks, at the size that is nearest: of the first campaign that
    has one near."""
    for evidence in seen:
        settings: dict[tuple[Condition, int], dict[int, Cell]] = defaultdict(dict)
        for condition, cells in evidence.conditions(pattern, side).items():
            for place, cell in cells.items():
                if place.series == series and is_near(place.bytes, size):
                    same = condition._replace(ranks=0), place.bytes
                    settings[same][condition.ranks] = cell
        if settings:
            best = min(settings, key=lambda one: (
                factor(one[1], size), one[0].placement != placement, -len(settings[one]),
                one[0].preference))
            return settings[best]
    return {}


def by_partner(seen: Iterable[Evidence], pattern: str, side: Side, size: int) -> dict[int, Cell]:
    """A side's cells of a size by partner: of the first campaign that has some, the most ranks."""
    for evidence in seen:
        conditions = evidence.conditions(pattern, side)
        best = min(conditions, key=lambda one: (-one.ranks, one.preference), default=None)
        found = {place.series: cell for place, cell in conditions.get(best, {}).items()
                 if place.bytes == size}
        if found:
            return found
    return {}


def values_of(cells: Mapping[int, Cell], of: Reading, size: int = 0) -> dict[int, Value]:
    """What cells say; `size` is the printed one, which theirs may stand in for."""
    return {at: value_of(cell, of, size) for at, cell in cells.items()}
