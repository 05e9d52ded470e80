# SPDX-License-Identifier: BSD-3-Clause
"""The canaries of a launch: how fast the machine was without any implementation."""

from typing import Any, NamedTuple

from records import fields

CANARIES = {
    "handover_us": "hand-over of a cache line (us)",
    "cache_MBps": "copy in cache (MB/s)",
    "memory_MBps": "copy in memory (MB/s)",
    "arithmetic_us": "arithmetic (us)",
    "remote_MBps": "read of what another core wrote (MB/s)",
}
REMOTE_BYTES = 800_000  # read for the last one


class Canary(NamedTuple):
    """One launch; the values are in the order of CANARIES, None if one was not measured."""

    placement: str
    ranks: int
    values: tuple[float | None, ...]

    @property
    def remote_MBps(self) -> float | None:
        return self.values[list(CANARIES).index("remote_MBps")]


def canary_of(record: dict[str, Any]) -> Canary:
    values = tuple(
        None if record.get(name) is None else fields.number(record, name) for name in CANARIES
    )
    return Canary(fields.text(record, "placement"), fields.count(record, "ranks"), values)
