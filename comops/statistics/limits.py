# SPDX-License-Identifier: BSD-3-Clause
"""The limit of a message between two ranks: the time in which a core reads where another has just
written as many bytes, measured before launches (comops/ranks/canary/limits.h)."""

from collections.abc import Sequence
from math import nan
from typing import NamedTuple

from comops.results.cell import CellRecord
from comops.results.conditions import CanaryRecord
from comops.results.findings import both_modes_of
from comops.results.keys import CellKey
from comops.results.read import Campaign
from comops.statistics.handovers import same_distance
from comops.statistics.intervals import Interval, median, median_interval

READ = 0  # LIMIT_READ
BYTES_MOST = 16 << 20  # longer messages would take more of a campaign than its canaries may
# In each of these, one core must read as many bytes that another core has just written: the data,
# a half that it copied, or results of a reduction that depend on its vector.
PATTERNS = {"pingpong", "broadcast", "reduce", "gather", "scatter", "allreduce", "allgather",
            "alltoall"}


class Limit(NamedTuple):
    """Microseconds, the median over the launches; `left_out`: launches before which the cores were
    at another distance than the results use. Too few of the others: no interval, and `us` is no
    limit to show."""

    us: float
    ci95: Interval | None
    launches: int
    left_out: int


def has_limit(key: CellKey) -> bool:
    """Whether a reading of as many bytes bounds these cells: two ranks whose data are new and have
    been read when a run ends, on ordinary pages of their own."""
    return (key.pattern in PATTERNS and key.ranks == 2 and 0 < key.bytes <= BYTES_MOST
            and (key.buffers, key.consume, key.memory) == ("rewrite", "timed", "local")
            and not (key.pages or key.skew))


def _distance(campaign: Campaign, key: CellKey) -> tuple[float, ...] | None:
    """The hand-over of the rounds that the results use, ns; None: they use all rounds."""
    group = both_modes_of(key)
    for record in campaign.rounds:
        if record.key == group:
            used = record.used
            return None if used is None else tuple(record.distances[used].handover_ns)
    return None


def readings_of(canaries: Sequence[CanaryRecord], size: int, distance: Sequence[float] | None
                ) -> tuple[list[float], int]:
    """The readings of so many bytes, microseconds; how many others are left out because the cores
    were not at this distance, ns."""
    every = [(reading.us, canary.handover_us * 1e3) for canary in canaries
             for reading in canary.read if reading.bytes == size]
    kept = [us for us, ns in every if distance is None or same_distance((ns,), distance)]
    return kept, len(every) - len(kept)


def limit_of(campaign: Campaign, key: CellKey) -> Limit | None:
    """The limit of all cells that differ from this one in path or protocol; None: there is none, or
    it was not measured."""
    if not has_limit(key):
        return None
    canaries = [canary for canary in campaign.canaries
                if (canary.placement, canary.ranks) == (key.placement, key.ranks)]
    readings, left_out = readings_of(canaries, key.bytes, _distance(campaign, key))
    if not readings and not left_out:
        return None
    return Limit(median(readings or [nan]), median_interval(readings), len(readings), left_out)


def loss_of(cell: CellRecord, limit: Limit) -> tuple[float, Interval] | None:
    """The time of a cell over the limit, with an interval; None if one of both has none.

    The quotients of both intervals' ends: with two independent times they hold the ratio in more
    than 95 %, and a drift that both share makes it more.
    """
    if not cell.ci95_us or not limit.ci95:
        return None
    return cell.time_us / limit.us, (cell.ci95_us[0] / limit.ci95[1],
                                     cell.ci95_us[1] / limit.ci95[0])
