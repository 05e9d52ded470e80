# SPDX-License-Identifier: BSD-3-Clause
"""Cells as the papers' tables and figures need them: by size, rank or partner, at the measured size
next to a printed one."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Any

from comops.results.cell import CellRecord
from comops.results.keys import CellKey
from comops_papers.claims.evidence import Evidence, Side, condition_of, preference
from comops_papers.items.items import Value, value_of

MANY = 1 << 30  # ranks: those of as many as there are
FACTOR = 2.5  # the largest between a printed size and the measured one

Reading = Callable[[CellRecord], float | None]


def factor(measured: int, printed: int) -> float:
    """The greater of two sizes over the other."""
    return max(measured / printed, printed / measured) if measured else inf


def is_near(measured: int, printed: int) -> bool:
    return factor(measured, printed) <= FACTOR


def nearest(sizes: Iterable[int], printed: int) -> int | None:
    """The measured size that is nearest to a printed one; none if it is not near."""
    near = (size for size in sizes if is_near(size, printed))
    return min(near, key=lambda one: factor(one, printed), default=None)


def time_us(cell: CellRecord) -> float:
    """As the record has it; of a ping-pong one way."""
    return cell.time_us


def rate(cell: CellRecord) -> float | None:
    """MB/s, by the pattern's formula."""
    return cell.rate_MBps


def cells_of(seen: Iterable[Evidence], pattern: str, side: Side, by: str = "bytes", ranks: int = 2,
             near: int = 0, placement: str = "bus", **key: Any) -> dict[int, CellRecord]:
    """A side's cells by a member of their key, of the first campaign that has some.

    They have one condition: the number of ranks that is nearest or, by ranks, the size that is
    nearest to `near`, and the placement if it was measured. `key`: what else is wanted of theirs.
    """
    for evidence in seen:
        groups: dict[tuple[CellKey, int], dict[int, CellRecord]] = defaultdict(dict)
        for cell in evidence.matching(pattern, side):
            if (not near or is_near(cell.key.bytes, near)) and all(
                    cell.key[name] == value for name, value in key.items()):
                group = condition_of(cell), 0
                if by == "ranks":
                    group = group[0]._replace(ranks=0), cell.key.bytes
                groups[group].setdefault(cell.key[by], cell)
        if groups:
            condition, size = min(groups, key=lambda one: (
                near and factor(one[1], near), abs(one[0].ranks - ranks),
                one[0].placement != placement, -len(groups[one]) * (by == "ranks"),
                preference(one[0])))
            return dict(sorted(groups[condition, size].items()))
    return {}


def values_of(cells: Mapping[int, CellRecord], of: Reading, size: int = 0) -> dict[int, Value]:
    """What cells say; `size` is the printed one, which theirs may stand in for."""
    return {at: value_of(cell, of, size) for at, cell in cells.items()}
