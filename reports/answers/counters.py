# SPDX-License-Identifier: BSD-3-Clause
"""What was measured beside the cells: hardware events of one run, or the reason why there are none;
how fast a core reads what another has written, an upper bound of a copy by one core."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from analysis.verdicts import fastest
from records.read import Campaign, Cell
from reports.answers.panels import Operation, Panel
from reports.answers.why import cells_at
from reports.words.formats import plural

REMOTE_READ = "remote_read"  # the pattern
REMOTE_BYTES = 800_000  # that a canary reads


@dataclass(frozen=True, slots=True)
class Table:
    """One size of one setting: a column for each cell, a row for each event."""

    size: int
    cells: list[Cell]
    rows: list[tuple[str, list[float | None]]]


class Counters(NamedTuple):
    """Settings with their tables; refused campaigns; whether any campaign asked for counters."""

    panels: list[tuple[Panel, list[Table]]]
    refused: list[tuple[str, str, str]]  # by label, the group and the reason why not
    asked: bool


def table_of(panel: Panel, size: int | None) -> Table | None:
    """The events of one run at one size, over all ranks, None if a rank has no count; in the
    legend's order. None if nothing was counted."""
    found = cells_at(panel.rows, size)
    cells = [cell for one in panel.series
             if (cell := found.get(one.implementation)) and cell.counters]
    events = dict.fromkeys(event for cell in cells for event in cell.counters["events"])
    counts = {event: [cell.counters["events"].get(event) or [None] for cell in cells]
              for event in events}
    rows = [(event, [None if None in some else math.fsum(some) for some in every])
            for event, every in counts.items()]
    return Table(size, cells, rows) if rows else None


def counters_of(labelled: Sequence[tuple[Campaign, str]], operations: Sequence[Operation]
                ) -> Counters:
    """The settings with counts, of the short and the long message; whose requests were refused."""
    requests = [(label, campaign.facts.get("counters", {})) for campaign, label in labelled]
    every = [(panel, [table for size in (panel.small, panel.large)
                      if (table := table_of(panel, size))])
             for operation in operations for panel in operation.panels]
    return Counters(
        panels=[(panel, tables) for panel, tables in every if tables],
        refused=[(label, str(request.get("group")), str(request["reason"]))
                 for label, request in requests if request.get("reason")],
        asked=any(request for _, request in requests),
    )


class Ceiling(NamedTuple):
    """A rate, the place of the measurement, and the number of bytes read."""

    where: str
    size: int
    rate_MBps: float


def ceilings_of(campaigns: Iterable[Campaign], operations: Iterable[Operation]) -> list[Ceiling]:
    """The fastest long message of each setting of remote_read; where it was not measured, the
    medians of the canaries, by placement and number of ranks."""
    measured = [
        Ceiling(panel.caption, best.key.bytes, best.rate_MBps)
        for operation in operations if operation.pattern == REMOTE_READ
        for panel in operation.panels
        if (best := fastest(cells_at(panel.rows, panel.large).values()))]
    rates: dict[str, list[float]] = defaultdict(list)
    for canary in (one for campaign in campaigns for one in campaign.canaries):
        if canary["remote_MBps"]:
            where = f"{canary['placement']}, {plural(canary['ranks'], 'rank')}"
            rates[where].append(canary["remote_MBps"])
    return measured or [Ceiling(where, REMOTE_BYTES, median(some)) for where, some in rates.items()]
