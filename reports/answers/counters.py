# SPDX-License-Identifier: BSD-3-Clause
"""Hardware events of one run, or the reason why there are none."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from comops.reports.answers.panels import Operation, Panel
from comops.reports.answers.why import cells_at
from comops.results.cell import CellRecord
from comops.results.read import Campaign


@dataclass(frozen=True, slots=True)
class CounterTable:
    """One size of one setting: a column for each cell, a row for each event."""

    size: int
    cells: list[CellRecord]
    rows: list[tuple[str, list[float | None]]]


class CounterTables(NamedTuple):
    """Settings with their tables; refused campaigns; whether any campaign asked for counters."""

    panels: list[tuple[Panel, list[CounterTable]]]
    refused: list[tuple[str, str, str]]  # by label, the group and the reason why not
    asked: bool


def table_of(panel: Panel, size: int | None) -> CounterTable | None:
    """The events of one run at one size, over all ranks, None if a rank has no count; in the
    legend's order. None if nothing was counted."""
    known = cells_at(panel.rows, size)
    cells = [cell for line in panel.series
             if (cell := known.get(line.implementation)) and cell.counters]
    events = dict.fromkeys(event for cell in cells for event in cell.counters.events)
    counts = {event: [cell.counters.events.get(event) or [None] for cell in cells]
              for event in events}
    rows = [(event, [None if None in counts else math.fsum(counts) for counts in every])
            for event, every in counts.items()]
    return CounterTable(size, cells, rows) if rows else None


def counters_of(labelled: Sequence[tuple[Campaign, str]], operations: Sequence[Operation]
                ) -> CounterTables:
    """The settings with counts, of the short and the long message; whose requests were refused."""
    requests = [(label, campaign.record.counters) for campaign, label in labelled
                if campaign.record.counters]
    every = [(panel, [table for size in (panel.small, panel.large)
                      if (table := table_of(panel, size))])
             for operation in operations for panel in operation.panels]
    return CounterTables(
        panels=[(panel, tables) for panel, tables in every if tables],
        refused=[(label, request.group, request.reason)
                 for label, request in requests if request.reason],
        asked=bool(requests),
    )
