# SPDX-License-Identifier: BSD-3-Clause
"""What was measured beside the cells: hardware events of one run, or the reason why there are none;
how fast a core reads what another has written, an upper bound of a copy by one core."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from analysis.verdicts import fastest
from records.read import Campaign, Cell
from reports.answers.panels import Operation, Panel
from reports.answers.why import cells_at, large_size, small_size
from reports.words.formats import plural

REMOTE_READ = "remote_read"  # the pattern
REMOTE_BYTES = 800_000  # that a canary reads


class Refused(NamedTuple):
    """A campaign that asked for counters and had none."""

    label: str
    group: str
    reason: str


@dataclass(frozen=True, slots=True)
class Table:
    """One size of one setting: a column for each cell, a row for each event."""

    size: int
    cells: list[Cell]
    rows: list[tuple[str, list[float | None]]]


class Counters(NamedTuple):
    """Settings with their tables; refused campaigns; whether any campaign asked for counters."""

    panels: list[tuple[Panel, list[Table]]]
    refused: list[Refused]
    asked: bool


def sum_of(cell: Cell, event: str) -> float | None:
    """An event of one run over all ranks; None if a rank has no count."""
    counts = cell.counters["events"].get(event) or (None,)
    return None if None in counts else math.fsum(counts)


def table_of(panel: Panel, size: int | None) -> Table | None:
    """The events at one size, in the legend's order; None if nothing was counted."""
    found = cells_at(panel.rows, size)
    shown = [found[one.implementation] for one in panel.series if one.implementation in found]
    cells = [cell for cell in shown if cell.counters]
    events = dict.fromkeys(event for cell in cells for event in cell.counters["events"])
    if not events:
        return None
    return Table(size, cells, [(one, [sum_of(cell, one) for cell in cells]) for one in events])


def tables_of(operation: Operation) -> Iterator[tuple[Panel, list[Table]]]:
    """The settings of an operation with counts, of the short and the long message."""
    for panel in operation.panels:
        sizes = [small_size(panel.rows), large_size(panel.rows)]
        tables = [table for table in (table_of(panel, size) for size in sizes) if table]
        if tables:
            yield panel, tables


def counters_of(labelled: Sequence[tuple[Campaign, str]], operations: Sequence[Operation]
                ) -> Counters:
    requests = [(label, campaign.facts.get("counters", {})) for campaign, label in labelled]
    return Counters(
        panels=[one for operation in operations for one in tables_of(operation)],
        refused=[
            Refused(label, str(request.get("group")), str(request["reason"]))
            for label, request in requests
            if request.get("reason")
        ],
        asked=any(request for _, request in requests),
    )


class Ceiling(NamedTuple):
    """A rate, the place of the measurement, and the number of bytes read."""

    where: str
    size: int
    rate_MBps: float


def measured_ceilings(operations: Iterable[Operation]) -> Iterator[Ceiling]:
    """The fastest long message of each setting of remote_read."""
    for operation in operations:
        for panel in operation.panels if operation.pattern == REMOTE_READ else ():
            found = cells_at(panel.rows, large_size(panel.rows))
            if found:
                best = fastest(found.values())
                yield Ceiling(panel.caption, best.key.bytes, best.rate_MBps)


def canary_ceilings(campaigns: Iterable[Campaign]) -> Iterator[Ceiling]:
    """The medians of the canaries, by placement and number of ranks."""
    rates: dict[str, list[float]] = defaultdict(list)
    for canary in (one for campaign in campaigns for one in campaign.canaries):
        if canary["remote_MBps"]:
            where = f"{canary['placement']}, {plural(canary['ranks'], 'rank')}"
            rates[where].append(canary["remote_MBps"])
    for where, some in rates.items():
        yield Ceiling(where, REMOTE_BYTES, median(some))


def ceilings_of(
    campaigns: Iterable[Campaign], operations: Iterable[Operation]
) -> list[Ceiling]:
    """What remote_read reached where it was measured, else what the canaries did."""
    return list(measured_ceilings(operations)) or list(canary_ceilings(campaigns))
