# SPDX-License-Identifier: BSD-3-Clause
"""The same implementations on two placements."""

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from common.terminal import wrapped
from reports.words import verdicts
from reports.words.groups import group_name
from reports.words.verdicts import PlacedCell

if TYPE_CHECKING:
    from campaign.planning.plan import Group


class Placed(NamedTuple):
    """A cell on the first placement of its bundle and on another."""

    first: "Group"
    other: "Group"
    cell: PlacedCell


def placed_text(placed: Iterable[Placed], columns: int = 0) -> str:
    """A sentence for each table that is not on the first placement."""
    ordered = sorted(placed, key=lambda one: (one.other.table, one.cell.ratio))
    lines = ["Each implementation on two placements:\n"] if ordered else []
    for _, group in groupby(ordered, key=lambda one: one.other.table):
        some = list(group)
        first, other, _ = some[0]
        where = f"{other.placement.name} against {first.placement.name}"
        said = verdicts.placed_text([one.cell for one in some])
        lines.append(wrapped(f"  {group_name(other, where)}: {said}.", 4, columns))
    return "".join(lines)
