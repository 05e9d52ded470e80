# SPDX-License-Identifier: BSD-3-Clause
"""What the ranks of a worker report of a block."""

from typing import NamedTuple

import numpy as np

from campaign import library


class Seen(NamedTuple):
    """What a rank reports of a block: members of struct("rank") (campaign/library.py)."""

    pu_seen: int
    node_buffers: int
    node_temporary: int
    huge_bytes: int
    levels: int
    grouped: int
    reading_ns: float
    lead_ns: int
    watched_us: float
    disturbances: list[float]
    clock_with: int
    clock_ns: float
    clock_error_ns: float


_ARRAY = Seen._fields.index("disturbances")
_BEHIND = _ARRAY + 1 - len(Seen._fields)


def seen_by(reports: memoryview, ranks: int) -> list[Seen]:
    """By each rank, of the memory of struct("rank") of all. Without NumPy, which is slower for
    single numbers."""
    unpack = library.reader("rank", Seen._fields).unpack_from
    found = (unpack(reports, at) for at in range(0, len(reports), len(reports) // ranks))
    return [Seen(*one[:_ARRAY], list(one[_ARRAY:_BEHIND]), *one[_BEHIND:]) for one in found]


class Stamps:
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
