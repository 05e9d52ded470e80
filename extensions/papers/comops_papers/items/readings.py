# SPDX-License-Identifier: BSD-3-Clause
"""Cells as the papers' tables and figures need them: by size, rank or partner."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any

from comops.results.cell import CellRecord
from comops.results.keys import CellKey
from comops_papers.claims.evidence import Evidence, Side, condition_of, preference
from comops_papers.items.items import Value, value_of

MANY = 1 << 30  # ranks: those of as many as there are

Reading = Callable[[CellRecord], float | None]
time_us: Reading = attrgetter("time_us")  # of a ping-pong one way
rate: Reading = attrgetter("rate_MBps")  # by the pattern's formula


def cells_of(seen: Iterable[Evidence], pattern: str, side: Side, by: str = "bytes", ranks: int = 2,
             placement: str = "bus", **key: Any) -> dict[int, CellRecord]:
    """A side's cells by a member of their key, of the first campaign that has some.

    They have one condition: the number of ranks that is nearest, and the placement if it was
    measured. `key`: what else is wanted of theirs.
    """
    for evidence in seen:
        groups: dict[CellKey, dict[int, CellRecord]] = defaultdict(dict)
        for cell in evidence.matching(pattern, side):
            if all(cell.key[name] == value for name, value in key.items()):
                condition = condition_of(cell)
                if by == "ranks":
                    condition = condition._replace(ranks=0)
                groups[condition].setdefault(cell.key[by], cell)
        if groups:
            best = min(groups, key=lambda group: (
                abs(group.ranks - ranks), group.placement != placement,
                -len(groups[group]) * (by == "ranks"), preference(group)))
            return dict(sorted(groups[best].items()))
    return {}


def values_of(cells: Mapping[int, CellRecord], of: Reading) -> dict[int, Value]:
    """What cells say."""
    return {at: value_of(cell, of) for at, cell in cells.items()}
