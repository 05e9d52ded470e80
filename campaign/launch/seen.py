# SPDX-License-Identifier: BSD-3-Clause
"""What the ranks of a worker report of a block."""

from typing import NamedTuple

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
