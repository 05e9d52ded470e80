# SPDX-License-Identifier: BSD-3-Clause
"""What is measured besides the times: the canaries of a launch, which say how fast the machine
itself is (canary/canary.h), and hardware counters of cells, in launches of their own before
the times are measured, since a process that counts measures no time."""

import math
import time
from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np

from comops.common.console import UsageError
from comops.measure import library
from comops.measure.account import CANARIES, COUNTING, Account
from comops.measure.block.groups import GroupState, Sampled
from comops.measure.block.sampler import Sampler
from comops.measure.block.sampling import clamp
from comops.measure.cell_record import time_text
from comops.measure.launch.processes import objects_in, output_of
from comops.measure.library import constant
from comops.measure.recording import Recorder
from comops.measure.reporter import Reporter
from comops.results.keys import CellKey
from comops.results.plan import Group, Path, group_key
from comops.results.topology import Placement
from comops.results.write import text
from comops.statistics.limits import READ, has_limit

_CACHE_BYTES, _MEMORY_BYTES, _REMOTE_BYTES = 128 << 10, 512 << 10, 800000  # of canaries
_STAMPS_LEAST, _STAMPS_MOST = 3, 100  # of what is counted
_COUNTED_NS = 2e7
# The limit is read before each of so many launches, then before every so many-th: enough for an
# interval, at a third of what reading it always would take.
_LIMITS_EACH, _LIMITS_EVERY = 12, 4
_NO_ANSWER = "no worker answered (try `comops-threads --counters GROUP`)"


def canaries_take(recorder: Recorder, account: Account, active: Sequence[GroupState], launch: int
                  ) -> None:
    """Measures and records the canaries of each placement that a group still needs. Placements
    whose ranks share cores have none. `launch` counts those of a stage from 1."""
    for placement in dict.fromkeys(state.group.placement for state in active):
        if placement.oversubscribed:
            continue
        keys = [CellKey(**group_key(state.group, "")) for state in active
                if state.group.placement is placement]
        sizes = sorted({key.bytes for key in keys if has_limit(key)})
        with account.time(CANARIES):
            canary = library.canary(list(placement.pus))
            wanted = canary and sizes and (launch <= _LIMITS_EACH or launch % _LIMITS_EVERY == 0)
            read = library.limits(list(placement.pus), READ, sizes) if wanted else None
        if canary is not None:
            recorder.append(_canary_record(placement, launch, canary) | _read_record(sizes, read))


def _read_record(sizes: Sequence[int], read: Sequence[float] | None) -> dict[str, Any]:
    """Nothing if there is no reading whose data were right."""
    right = [{"bytes": size, "us": us} for size, us in zip(sizes, read or (), strict=bool(read))
             if not math.isnan(us)]
    return {"read": right} if right else {}


def _rate(size: int, us: float) -> float | None:
    return size / us if us > 0 else None


def _canary_record(placement: Placement, launch: int, canary: tuple[float, ...]
                   ) -> dict[str, Any]:
    handover_us, cache_us, memory_us, arithmetic_us, remote_us = canary
    return {"record": "canary", "placement": text(placement.name), "ranks": placement.ranks,
            "launch": launch, "started": time_text(time.time()), "handover_us": handover_us,
            "cache_MBps": _rate(_CACHE_BYTES, cache_us),
            "memory_MBps": _rate(_MEMORY_BYTES, memory_us), "arithmetic_us": arithmetic_us,
            "remote_MBps": _rate(_REMOTE_BYTES, remote_us)}


def counting_ask(group: str, paths: list[Path], reporter: Reporter) -> dict[str, Any]:
    """The campaign record's `counters`: the group, and None or the reason why the first worker that
    can run here cannot count it. UsageError if the processor has no such group."""
    program = next((path.program for path in paths if not path.missing), None)
    text = program and output_of([program, "--counters", group]) or ""  # likwid prints lines, too
    offer = next((offer for offer in objects_in(text) if "reason" in offer), None)
    groups = (offer or {}).get("groups")
    if groups and group not in groups:
        raise UsageError(f"likwid has no group `{group}` for this processor; it has "
                         f"{', '.join(groups)}")
    reason = offer["reason"] if offer else _NO_ANSWER
    if reason:
        reporter.note(f"no hardware counters: {reason}; times are measured without them")
    return {"group": group, "reason": reason}


def _per_run(counted: np.ndarray, passes: np.ndarray, runs: int) -> list[float | None]:
    """What each rank counted of one event in a run."""
    return [total / count / runs if math.isfinite(total) else None
            for total, count in zip(counted.tolist(), passes.tolist(), strict=True)]


def _counters(slots: np.ndarray, runs: int, group: str) -> dict[str, Any]:
    first, width = slots[0], constant("COUNTERS_NAME")
    names, passes = first["event_names"], slots["passes"]
    events, empty = {}, {}
    for at in range(int(first["events"])):
        name = names[at * width : (at + 1) * width].partition(b"\0")[0].decode(errors="replace")
        nothing = slots["empty"][:, at]
        events[name] = _per_run(slots["timed"][:, at] - nothing, passes, runs)
        empty[name] = _per_run(nothing, passes, runs)
    return {"group": group, "runs": int(first["passes"]) * runs, "events": events, "empty": empty}


def _count_cell(sampler: Sampler, group: Group, sampled: Sampled, reporter: Reporter) -> None:
    """An error here does not make the cell invalid."""
    counters, cell = sampler.options.counters or "", sampled.cell
    once = copy(sampled)
    # The markers have empty runs of their own; events of the runs alone, not of the barrier between
    # them.
    once.counters, once.command, once.prescribed = counters, None, ()
    once.less_empty = once.barrier_each = False
    stamps = int(clamp(_COUNTED_NS / sampled.stamp_ns, _STAMPS_LEAST, _STAMPS_MOST))
    with sampler.account.time(COUNTING):
        worker = sampler.block(group, once, stamps)
    why = worker.error() if worker else cell.error
    sampled.repetition = once.repetition
    if not why:
        assert worker
        cell.counters = _counters(worker.slots, cell.runs, counters)
    else:
        key = cell.key
        reporter.say(f"{key['pattern']} over {key['path']}/{key['protocol']}, {key['bytes']} "
                     f"bytes, is not counted: {why}")
    cell.error = ""


def count_events(sampler: Sampler, reporter: Reporter, state: GroupState) -> None:
    """Counts options.counters in one block of each cell of a state, which it calibrates first, and
    ends the workers. A cell that cannot be counted is reported and still measured. Raises
    Interrupted."""
    group = state.group
    sampler.rounds(state, 0, 0)  # calibrates
    for sampled, following in zip(state.sampled, [*state.sampled[1:], None], strict=True):
        if not sampled.cell.error:
            _count_cell(sampler, group, sampled, reporter)
        # Only one worker at a time can hold the counters.
        path = sampled.candidate.path
        if not following or following.candidate.path is not path:
            sampler.supervisor.restart(path, group.ranks)
