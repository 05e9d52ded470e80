# SPDX-License-Identifier: BSD-3-Clause
"""What the ranks of a worker report of a block.

A number that they report is a member of struct arena_rank (arena/arena.h) and a line of
comops/ranks/front/front_layout.c. If the record of a cell has a member of the same name
(comops/results/cell.py), it is there for each rank as it was reported.
"""

from collections import namedtuple
from typing import Any

import numpy as np

from comops.measure import library
from comops.results.cell import CellRecord
from comops.statistics.handovers import Handovers

_ARRAYS = "disturbances", "spent_ns"
_MEMBERS = library.layout()["structs"]["rank"]["members"]
_NUMBERS = [name for name, (_, kind, count) in _MEMBERS.items() if kind != "S" and count == 1]
_RECORDED = [name for name in CellRecord.SCHEMA["properties"] if name in _NUMBERS]

# What a rank reports: all single numbers, and _ARRAYS as lists, in the order of the memory.
Seen = namedtuple("Seen", sorted([*_NUMBERS, *_ARRAYS], key=_MEMBERS.get))  # by their offsets
_BEGIN = Seen._fields.index(_ARRAYS[0])
_MIDDLE = _BEGIN + _MEMBERS[_ARRAYS[0]][2]
_NEXT = _MIDDLE + Seen._fields.index(_ARRAYS[1]) - _BEGIN - 1
_END = _NEXT + _MEMBERS[_ARRAYS[1]][2]


def seen_by(reports: bytes, ranks: int) -> list[Seen]:
    """What each rank reports, from the memory of struct("rank") of all. Without NumPy, which is
    slower for single numbers."""
    unpack = library.reader("rank", Seen._fields).unpack_from
    reported = (unpack(reports, at) for at in range(0, len(reports), len(reports) // ranks))
    return [Seen(*numbers[:_BEGIN], list(numbers[_BEGIN:_MIDDLE]), *numbers[_MIDDLE:_NEXT],
                 list(numbers[_NEXT:_END]), *numbers[_END:]) for numbers in reported]


def recorded(ranks: list[Seen]) -> dict[str, list[Any]]:
    """The members of a cell's record that are as the ranks reported them."""
    return {name: [getattr(seen, name) for seen in ranks] for name in _RECORDED}


def handovers_add(so_far: Handovers, ranks: list[Seen]) -> Handovers:
    """With those that the ranks of a block of the round report."""
    before, after = (tuple(ns for seen in ranks if (ns := getattr(seen, name)) > 0)
                     for name in ("handover_before_ns", "handover_after_ns"))
    return Handovers(so_far.before or before, after or so_far.after)


class TeamStamps:
    """The stamps of a team's ranks, [rank, stamp, began or ended], and their common starts, by the
    clock in nanoseconds."""

    def __init__(self, starts: np.ndarray, stamps: np.ndarray) -> None:
        self.starts, self.stamps = starts, stamps
        self._times = np.empty(stamps.shape[1])
        self._given = starts.ctypes.data, stamps.ctypes.data, stamps.shape[1], len(stamps)
        self._into = self._times.ctypes.data

    def times(self, empty_runs: int, count: int, less_overshoot: bool, latest_ns: float
              ) -> np.ndarray:
        """As front_times; until the next call."""
        library.library().front_times(*self._given, empty_runs, count, less_overshoot, latest_ns,
                                      self._into)
        return self._times[:count]
