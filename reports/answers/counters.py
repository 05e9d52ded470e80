# SPDX-License-Identifier: BSD-3-Clause
"""Hardware events of one run of a cell, or the reason why there are none."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from reports.answers.panels import Operation, Panel
from reports.answers.why import cells_at, large_size, small_size
from records.read import Campaign, Cell
from reports.words.settings import campaign_labels


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


@dataclass(frozen=True, slots=True)
class Counters:
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
    shown = [found[one] for one in panel.implementations if one in found]
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


def request_of(campaign: Campaign) -> dict[str, Any]:
    """The campaign record's counters; empty if they were not asked for."""
    return campaign.facts.get("counters", {})


def counters_of(campaigns: Sequence[Campaign], operations: Sequence[Operation]) -> Counters:
    requests = zip(campaign_labels(campaigns), map(request_of, campaigns), strict=True)
    return Counters(
        panels=[one for operation in operations for one in tables_of(operation)],
        refused=[
            Refused(label, str(request.get("group")), str(request["reason"]))
            for label, request in requests
            if request.get("reason")
        ],
        asked=any(map(request_of, campaigns)),
    )
