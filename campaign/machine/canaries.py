# SPDX-License-Identifier: BSD-3-Clause
"""The canaries of a launch: how fast the machine itself is (comops/canary/canary.h)."""

import time
from collections.abc import Sequence
from typing import Any

from campaign import library
from campaign.cell_record import time_text
from campaign.groups import GroupState
from campaign.planning.plan import Placement
from campaign.recording import Recorder
from records.write import text

_CACHE_BYTES, _MEMORY_BYTES, _REMOTE_BYTES = 128 << 10, 512 << 10, 800000


def canaries_take(recorder: Recorder, active: Sequence[GroupState], launch: int) -> None:
    """Measures and records the canaries of each placement that a group still needs. Placements
    whose ranks share cores have none. `launch` counts those of a stage from 1."""
    for placement in dict.fromkeys(state.group.placement for state in active):
        if placement.oversubscribed:
            continue
        if (canary := library.canary(list(placement.pus))) is not None:
            recorder.append(_record(placement, launch, canary))


def _rate(size: int, us: float) -> float | None:
    return size / us if us > 0 else None


def _record(placement: Placement, launch: int, canary: tuple[float, ...]) -> dict[str, Any]:
    handover_us, cache_us, memory_us, arithmetic_us, remote_us = canary
    return {"record": "canary", "placement": text(placement.name), "ranks": placement.ranks,
            "launch": launch, "started": time_text(time.time()), "handover_us": handover_us,
            "cache_MBps": _rate(_CACHE_BYTES, cache_us),
            "memory_MBps": _rate(_MEMORY_BYTES, memory_us), "arithmetic_us": arithmetic_us,
            "remote_MBps": _rate(_REMOTE_BYTES, remote_us)}
