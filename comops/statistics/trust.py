# SPDX-License-Identifier: BSD-3-Clause
"""How far a campaign can be trusted, in one verdict with its reasons; made when it ends, and
recorded. docs/statistics.md justifies the bounds."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from statistics import median

from comops.results.cell import CellRecord
from comops.results.conditions import CanaryRecord, TrustRecord
from comops.results.lines import Record
from comops.results.read import Campaign
from comops.statistics.handovers import LAUNCHES_LEAST, HandoverSummary, Handovers, measured_of

GOOD, RATIOS, UNUSABLE = "good", "use ratios only", "do not use"
Place = tuple[str, int]  # a placement and its ranks

NO_CORE_MOST = 0.1  # the share of the time without a core
INVALID_MOST = 0.25  # of the cells
ELSEWHERE_MOST = 0.1  # of the rounds: at another distance than most
CLOCK_MOST = 0.1  # between the quartiles of the launches' arithmetic, over the median
THROTTLED_MOST = 0.01  # of the time: the kernel counts a tick where nothing was lost

# Hand-overs that a message of up to SHORT bytes takes at most in shared memory, and how many times
# longer than reading it from the other core's cache one of LONG bytes takes at most; a canary reads
# 800 KB, and longer messages may leave the caches.
HOPS_MOST, HOPS_MOST_ONE_SIDED, COPIES_MOST, SHORT = 20, 40, 12, 64
LONG = range(1 << 16, (1 << 20) + 1)
TWO_SIDED, ONE_SIDED = {"library", "sendrecv"}, {"put", "get", "pscw", "flush"}
JUDGED = {"pingpong", "broadcast", "scatter"}  # a time of two ranks is that of one message
# Variables that choose how messages travel.
TRANSPORTS = "LD_PRELOAD", "MPIR_CVAR_", "MPICH_", "OMPI_MCA_", "UCX_", "FI_", "I_MPI_"


def measured_by_placement(campaign: Campaign) -> dict[Place, HandoverSummary]:
    """How far the ranks of each placement were from each other."""
    rounds: dict[Place, list[Handovers]] = defaultdict(list)
    groups, mixed = Counter[Place](), Counter[Place]()
    for record in campaign.rounds:
        place = record.key.placement, record.key.ranks
        rounds[place] += (Handovers(tuple(before), tuple(after)) for before, after in zip(
            record.before_ns, record.after_ns, strict=True))
        groups[place] += 1
        mixed[place] += record.used is None
    measured = {place: measured_of(handovers) for place, handovers in rounds.items()}
    return {place: summary._replace(mixed=mixed[place] / groups[place])
            for place, summary in measured.items() if summary}


def without_core(campaign: Campaign) -> float:
    """The share of the timed time in which ranks had no core."""
    cells = [cell for cell in campaign.cells.values() if cell.valid]
    watched = sum(cell.watched_us for cell in cells)
    return sum(cell.lost_us for cell in cells) / watched if watched else 0.0


def causes_of(campaign: Campaign) -> list[str]:
    """The variables that were set and choose how messages travel."""
    return sorted(name for name in campaign.record.environment or ()
                  if name.startswith(TRANSPORTS))


def _hops(cell: CellRecord) -> float:
    """How many hand-overs a message of the cell takes at most; 0 if that is not known."""
    key = cell.key
    path, _, _ = key.path.partition("@")
    if path == "threads" or key.pattern not in JUDGED or key.buffers == "cold":
        return 0
    if path == "mpi" and key.protocol in ONE_SIDED:
        return HOPS_MOST_ONE_SIDED
    return HOPS_MOST if key.protocol in TWO_SIDED | ONE_SIDED else 0


def _slow_message(cell: CellRecord, canaries: list[CanaryRecord], moves: bool) -> Record | None:
    """What shows that the cell's messages do not travel through shared memory. Where the cores
    move, the cell may have been measured where they are farthest from each other."""
    key, hops = cell.key, _hops(cell)
    if not (hops and cell.valid and canaries) or cell.oversubscribed or cell.simulated or (
            cell.lost_us > NO_CORE_MOST * cell.watched_us):
        return None
    us = cell.time_us / (key.ranks - 1)  # of one message, if one rank sends all
    what = {"path": key.path, "pattern": key.pattern, "protocol": key.protocol,
            "bytes": key.bytes, "time_us": cell.time_us}
    handover = (max if moves else median)(canary.handover_us for canary in canaries)
    if 0 < key.bytes <= SHORT and us > hops * handover:
        return {"name": "slow messages", **what, "handover_us": handover}
    rates = [canary.remote_MBps for canary in canaries if canary.remote_MBps]
    rate = (min if moves else median)(rates) if rates else None
    if key.bytes in LONG and key.protocol in TWO_SIDED and rate and (
            us > COPIES_MOST * key.bytes / rate):
        return {"name": "slow copies", **what, "copy_MBps": rate}
    return None


def _messages(campaign: Campaign) -> Iterator[Record]:
    """Paths whose messages do not travel through shared memory: by the library's answer, or by what
    its own calls take."""
    canaries: dict[Place, list[CanaryRecord]] = defaultdict(list)
    for canary in campaign.canaries:
        canaries[canary.placement, canary.ranks].append(canary)
    causes = {"causes": names} if (names := causes_of(campaign)) else {}
    measured = measured_by_placement(campaign)
    said = {path: {"name": "no shared memory", "path": path, "ranks": ranks, "of": of}
            for path, (ranks, of) in campaign.record.shared_ranks.items() if ranks < of}
    for cell in campaign.cells.values():
        place = cell.key.placement, cell.key.ranks
        reason = cell.key.path not in said and _slow_message(
            cell, canaries[place], place in measured and measured[place].moves)
        if reason:
            said[cell.key.path] = reason
    yield from (reason | causes for reason in said.values())


def _unusable(campaign: Campaign) -> Iterator[Record]:
    cells = campaign.cells.values()
    yield from _messages(campaign)
    asked = any(word.startswith("--oversubscribe") for word in campaign.record.command)
    if not asked and any(cell.oversubscribed for cell in cells):
        yield {"name": "oversubscribed"}
    if (share := without_core(campaign)) > NO_CORE_MOST:
        yield {"name": "no core", "share": share}
    invalid = sum(not cell.valid for cell in cells)
    if invalid > INVALID_MOST * len(cells):
        yield {"name": "invalid", "cells": invalid, "of": len(cells)}


def _unsteady(campaign: Campaign) -> Iterator[Record]:
    for (placement, _), summary in measured_by_placement(campaign).items():
        there = max((share for *_, share in summary.classes), default=0.0)
        if there < 1 - ELSEWHERE_MOST and summary.rounds >= LAUNCHES_LEAST:
            yield {"name": "cores move", "placement": placement, "share": 1 - there}
    for tuning in campaign.record.tuning:
        if tuning.refuted:
            yield {"name": "tuning", "placement": tuning.placement}
    chains: dict[Place, list[float]] = defaultdict(list)
    for canary in campaign.canaries:
        chains[canary.placement, canary.ranks].append(canary.arithmetic_us)
    for times in chains.values():
        if len(times) >= LAUNCHES_LEAST:
            ordered = sorted(times)
            spread = ordered[3 * len(times) // 4] / ordered[len(times) // 4] - 1
            if spread > CLOCK_MOST:
                yield {"name": "clock", "share": spread}
                return


def trust_made(campaign: Campaign, seen: Record | None = None) -> Record:
    """The record. `seen`: what only the campaign itself can know: `throttled`, the share of its
    time in which a quota kept its programs from all cores; `throttles`, how often the processor
    slowed itself down; `explained`, the cells with warnings that the machine explains, by name."""
    seen = seen or {}
    throttled, throttles = seen.get("throttled", 0.0), seen.get("throttles", 0)
    bad = list(_unusable(campaign))
    if throttled > NO_CORE_MOST:
        bad.append({"name": "quota", "share": throttled})
    doubts = list(_unsteady(campaign))
    if THROTTLED_MOST < throttled <= NO_CORE_MOST:
        doubts.append({"name": "quota", "share": throttled})
    if throttles:
        doubts.append({"name": "throttled", "times": throttles})
    verdict = UNUSABLE if bad else RATIOS if doubts else GOOD
    return {"record": "trust", "verdict": verdict, "reasons": bad or doubts, **seen}


def trust_of(campaign: Campaign) -> TrustRecord | None:
    """As recorded, or as it follows from the other records of a file that was written before or cut
    short; None where nothing was measured in cells."""
    if campaign.simulated or not campaign.cells:
        return None
    if not campaign.trust:
        campaign.trust = TrustRecord.from_json(trust_made(campaign))
    return campaign.trust
