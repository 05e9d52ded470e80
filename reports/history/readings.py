# SPDX-License-Identifier: BSD-3-Clause
"""Cells as the papers' tables and figures need them: by size, by rank, at a printed size."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from records.read import Cell
from reports.claims.evidence import Condition, Evidence, Side
from reports.history.items import Curve, Point
from reports.history.printed import factor, is_near

Reading = Callable[[Cell], float | None]


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


def curve(origin: str, label: str, side: Side, cells: Mapping[int, Cell], of: Reading
          ) -> list[Curve]:
    """None without a value."""
    points = tuple(Point(at, value, bool(cell.oversubscribed))
                   for at, cell in sorted(cells.items()) if (value := of(cell)) is not None)
    return [Curve(origin, label, side.path, points)] if points else []
