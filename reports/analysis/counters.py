# SPDX-License-Identifier: BSD-3-Clause
"""What hardware counters counted in one run of a cell, or why they could not."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from analysis.panels import Operation, Panel, campaign_labels
from read.results import Campaign, Cell
from analysis.why import cells_at, large_size, small_size


class Refused(NamedTuple):
    """A file whose campaign asked for counters and had none."""

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
class Counted:
    """The part: settings with their tables; who was refused; whether anybody asked."""

    panels: list[tuple[Panel, list[Table]]]
    refused: list[Refused]
    asked: bool


def sum_of(cell: Cell, event: str) -> float | None:
    """An event of one run, all ranks together; None where a rank does not know."""
    counts = cell.counters.get(event) or (None,)
    return None if None in counts else math.fsum(counts)


def table_of(panel: Panel, size: int | None) -> Table | None:
    """What was counted at one size, in the legend's order; None where nothing was."""
    found = cells_at(panel.rows, size)
    shown = [(one.path, one.protocol) for group in panel.legend.values() for one in group]
    cells = [found[one] for one in shown if one in found and found[one].counters]
    events = dict.fromkeys(event for cell in cells for event in cell.counters)
    if not events:
        return None
    return Table(size, cells, [(one, [sum_of(cell, one) for cell in cells]) for one in events])


def tables_of(operation: Operation) -> Iterator[tuple[Panel, list[Table]]]:
    """The settings of an operation in which something was counted: short and long messages."""
    for panel in operation.panels:
        sizes = [small_size(panel.rows), large_size(panel.rows)]
        tables = [table for table in (table_of(panel, size) for size in sizes) if table]
        if tables:
            yield panel, tables


def answer_of(campaign: Campaign) -> dict[str, Any]:
    """What the campaign record says of counters; empty where they were not asked for."""
    answer = campaign.facts.get("counters")
    return answer if isinstance(answer, dict) else {}


def counted_of(campaigns: Sequence[Campaign], operations: Sequence[Operation]) -> Counted:
    """The whole part."""
    answers = zip(campaign_labels(campaigns), map(answer_of, campaigns), strict=True)
    return Counted(
        panels=[one for operation in operations for one in tables_of(operation)],
        refused=[
            Refused(label, str(answer.get("group")), str(answer["reason"]))
            for label, answer in answers
            if answer.get("reason")
        ],
        asked=any(map(answer_of, campaigns)),
    )
