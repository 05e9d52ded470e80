# SPDX-License-Identifier: BSD-3-Clause
"""The cells of a campaign that carry warnings, and what is said of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from analysis.warnings import WARNINGS
from common import sizes
from reports.terminal.tables import Table
from reports.words.groups import group_name, group_title


class Warned(NamedTuple):
    """A cell of a table with a warning."""

    table: int
    path: str
    protocol: str
    size: int
    warning: str


def _short_name(tables: Mapping[int, Table], number: int) -> str:
    """pingpong, or with the setting where other tables have the same title."""
    group = tables[number].group
    title = group_title(group)
    same = sum(bool(one.rows) and group_title(one.group) == title for one in tables.values())
    return group_name(group) if same > 1 else title


def _sizes(some: Sequence[int], table: Table) -> str:
    if len(some) == len(table.rows) > 1:
        return "at every size"
    return f"at {', '.join(map(sizes.size_text, some))}"


def rows_text(warned: Iterable[Warned], tables: Mapping[int, Table]) -> str:
    """pingpong: mpi/library at 8, 4K; threads/direct at 64. reduce: mpi/library at every size"""
    said = []
    for number, some in groupby(sorted(warned), key=lambda one: one.table):
        rows = [f"{path}/{protocol} {_sizes([one.size for one in cells], tables[number])}"
                for (path, protocol), cells in groupby(some, key=lambda one: one[1:3])]
        said.append(f"{_short_name(tables, number)}: {'; '.join(rows)}")
    return ". ".join(said)


def warnings_texts(warned: Sequence[Warned], tables: Mapping[int, Table], measured: int
                   ) -> Iterator[str]:
    """A message for each warning: which rows of the tables carry it, what it means, what to do.
    `measured`: how many cells were."""
    for name, warning in WARNINGS.items():
        some = [one for one in warned if one.warning == name]
        if some:
            rows = rows_text(some, tables) if len(some) < measured else "all"
            yield (f"warning, {name}: {len(some)} of {measured} cells ({rows}). "
                   f"{warning.meaning} {warning.advice}")
