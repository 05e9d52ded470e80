# SPDX-License-Identifier: BSD-3-Clause
"""`comops machine --check`: what this machine is good for, in some seconds.

Each finding has its values, and whether it is good: None where that cannot be known. The looks at
its cores in the last hour are kept in $XDG_STATE_HOME/comops/looks, because cores may move.
"""

import contextlib
import mmap
import os
import platform
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from comops.common.console import detail
from comops.common.files import user_folder
from comops.measure import library
from comops.measure.facts import Facts, facts_read
from comops.measure.launch.places import Kept
from comops.measure.planning.quota import Quota, quota_here
from comops.results.machine import Finding
from comops.statistics.handovers import SEVERAL, Handovers, measured_of, same_distance

if TYPE_CHECKING:
    from comops.measure.planning.machine import Machine

_WATCH_S = 9.0
_KEPT_S, _FILES_MOST = 3600, 100  # how long a look counts; a file is of one machine
_CORES_MOST = 8  # whose hand-overs with the first one are watched
_FAULT_BYTES = 16 << 20
# Limits of what is good: shares of the time, and of the median.
_STOLEN_MOST, _OTHERS_MOST, _SPREAD_MOST = 0.01, 0.05, 0.03
_FAULT_US_MOST, _CLOCK_NS_MOST = 1.0, 100.0
_PROGRAMS = 3  # that are named
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class _Watched:
    """`pairs`: by the other core's hardware thread, its hand-overs with the first core; `chains`:
    of arithmetic on the slower core, us; `stolen`: share of these hardware threads' time, None if
    the kernel does not say; `programs`: name and share of a core of others that ran meanwhile."""

    pairs: dict[int, list[Handovers]]
    chains: list[float]
    stolen: float | None
    programs: list[tuple[str, float]]


def _stolen(pus: list[int]) -> float | None:
    """Seconds that the host has taken from these hardware threads."""
    wanted = {f"cpu{pu}" for pu in pus}
    try:
        with open("/proc/stat", encoding="ascii") as lines:
            return sum(int(words[8]) for words in map(str.split, lines)
                       if words[0] in wanted) / _TICKS
    except (OSError, IndexError, ValueError):
        return None


def _programs() -> dict[int, tuple[str, float]]:
    """Each process but this one, with its name and the seconds that it has had a core."""
    programs = {}
    for pid in map(int, filter(str.isdecimal, os.listdir("/proc"))):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                name, rest = file.read().split("(", 1)[1].rsplit(")", 1)
        except (OSError, IndexError, ValueError):  # it has ended
            continue
        words = rest.split()
        if pid != os.getpid():
            programs[pid] = name, (int(words[11]) + int(words[12])) / _TICKS
    return programs


def _watch(pus: list[int], seconds: float) -> _Watched:
    """Repeats the canaries of the first core with each other one. Refusal if they cannot be taken.
    """
    if why := library.canary_open():
        raise library.Refusal(why)
    pairs, chains = defaultdict(list), []
    stolen, before, begin = _stolen(pus), _programs(), time.monotonic()
    try:
        while not chains or time.monotonic() - begin < seconds:
            for other in pus[1:] or pus:
                if (seen := library.canary(list(dict.fromkeys((pus[0], other))))) is None:
                    raise library.Refusal(f"hardware threads {pus[0]} and {other} cannot be used")
                chains.append(seen[3])
                if other != pus[0]:
                    pairs[other].append(Handovers((seen[0] * 1e3,)))
    finally:
        library.canary_close()
    took, after, now = time.monotonic() - begin, _stolen(pus), _programs()
    shares: Counter[str] = Counter()
    for pid, (name, used) in now.items():
        shares[name] += (used - before.get(pid, (name, 0.0))[1]) / took
    share = None if stolen is None or after is None else (after - stolen) / took / len(pus)
    return _Watched(pairs, chains, share, shares.most_common())


def _looks(kept: Kept, now: float) -> list[tuple[float, bool, list[tuple[int, float]]]]:
    """The looks of the last hour: when, whether cores moved, and the hand-overs that each hardware
    thread had for more than moments. An empty list if the file is damaged."""
    with contextlib.suppress(TypeError, ValueError, OverflowError):
        return [(at, bool(moved), [(int(pu), float(ns)) for pu, ns in handovers])
                for at, moved, handovers in kept.read("looks") or () if 0 <= now - at < _KEPT_S]
    return []


def cores_found(pairs: Mapping[int, Sequence[Handovers]], kept: Kept) -> Finding:
    """What this look and those of the last hour say; keeps this one. `pairs`: see _Watched."""
    measured = {pu: pair for pu, rounds in pairs.items() if (pair := measured_of(rounds))}
    here = [(pu, ns) for pu, pair in measured.items() for ns, _, share in pair.classes
            if share >= SEVERAL]
    now, earlier = time.time(), []
    looks = [*_looks(kept, now), (now, any(pair.moves for pair in measured.values()), here)]
    for pu, ns in (handover for *_, handovers in looks for handover in handovers):
        if not any(pu == core and same_distance((ns,), (known,)) for core, known in here + earlier):
            earlier.append((pu, ns))
    moved = sum(moves for _, moves, _ in looks)
    if measured and (why := kept.write("looks", looks)):
        detail("comops", f"this look cannot be kept for later ones: {why}")
    return Finding("cores", not moved and not earlier if measured else None, {
        "looks": len(looks), "looks_moved": moved,
        "earlier": [{"pu": pu, "handover_ns": ns} for pu, ns in earlier],
        "pairs": [{"pu": pu, "classes": [{"handover_ns": low, "share": share}
                                         for low, _, share in pair.classes], "unclear": pair.void}
                  for pu, pair in measured.items()]})


def _frequency(watched: _Watched, governor: str | None) -> Finding:
    ordered = sorted(watched.chains)
    low, middle, high = (ordered[int(share * (len(ordered) - 1))] for share in (0.05, 0.5, 0.95))
    return Finding("frequency", (high - low) / middle <= _SPREAD_MOST,
                   {"spread": (high - low) / middle, "governor": governor})


def _faults() -> Finding:
    """The first touch of a page of 4 KiB, less that of one that is there, us."""
    pages = _FAULT_BYTES // mmap.PAGESIZE
    content = bytes(pages)
    with mmap.mmap(-1, _FAULT_BYTES) as memory:
        if hasattr(mmap, "MADV_NOHUGEPAGE"):
            try:
                memory.madvise(mmap.MADV_NOHUGEPAGE)
            except OSError:  # the kernel has none
                pass
        times = [time.perf_counter()]
        for _ in range(2):
            memory[:: mmap.PAGESIZE] = content
            times.append(time.perf_counter())
    us = (times[1] - times[0] - (times[2] - times[1])) / pages * 1e6
    return Finding("faults", us <= _FAULT_US_MOST, {"fault_us": us})


def _huge_pages(facts: Facts) -> Finding:
    word = facts["transparent_hugepages"]
    return Finding("huge_pages", word and word != "never", {
        "transparent": word, "reserved": facts["huge_pages"]})


def _clock(source: str | None) -> Finding:
    step, cost = library.clock()
    return Finding("clock", step + cost <= _CLOCK_NS_MOST,
                   {"step_ns": step, "cost_ns": cost, "source": source})


def others_found(programs: list[tuple[str, float]], quota: Quota | None, cores: int) -> Finding:
    """Programs that ran meanwhile; a quota of fewer than these cores has the same effect."""
    busy = sum(share for _, share in programs)
    quota = quota if quota and quota.cores < cores else None
    return Finding("others", busy <= _OTHERS_MOST and not quota, {
        "cores_used": busy, "load": os.getloadavg()[0], "quota": quota and quota.text,
        "programs": [{"name": name, "share": share} for name, share in programs[:_PROGRAMS]
                     if share >= 0.01]})


def check(machine: "Machine", seconds: float = _WATCH_S) -> Iterator[Finding]:
    """Refusal if the machine's cores cannot be used."""
    placed = machine.placement("core", min(machine.cores, _CORES_MOST))
    if placed.refused:
        raise library.Refusal(placed.refused)
    watched, facts = _watch(list(placed.pus), seconds), facts_read()
    yield cores_found(watched.pairs, Kept(user_folder("XDG_STATE_HOME", ".local/state", "looks"), {
        "host": platform.node(), "cpu": machine.model, "machine": machine.summary,
        "pus": list(placed.pus)}, _FILES_MOST))
    yield Finding("steal", None if watched.stolen is None else watched.stolen <= _STOLEN_MOST,
                  {"share": watched.stolen})
    yield _frequency(watched, facts["governor"])
    yield Finding("smt", True, {"cores": machine.cores, "hardware_threads": machine.pus})
    yield _clock(facts["clock_source"])
    yield _faults()
    yield _huge_pages(facts)
    yield others_found(watched.programs, quota_here(), machine.cores)
