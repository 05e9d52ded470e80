# SPDX-License-Identifier: BSD-3-Clause
"""What charts show of a cell: its time, rate, messages per second or overlap."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from reports.answers.answer import Row
from reports.answers.panels import Operation, Panel
from reports.answers.scaling import PAIRS, without
from records.keys import Interval
from records.read import Cell
from reports.words.settings import Setting, label_of

MILLION = 1e6  # messages, the unit in which they are shown

Measured = tuple[float, Interval | None]


class Measure(NamedTuple):
    """A kind of chart over message size; `of` gives a cell's value, None where it has none."""

    title: str
    note: str
    of: Callable[[Cell], Measured | None]


def messages_of(cell: Cell) -> Measured | None:
    """Million messages per second."""
    if not cell.messages_per_s:
        return None
    millions = cell.messages_per_s / MILLION
    return millions, cell.inverse_ci95(millions)


def overlap_of(cell: Cell) -> Measured | None:
    """Per cent of the shorter one of exchange and computing."""
    return cell.overlap and (cell.overlap["percent"], cell.overlap["ci95"])


MEASURES = {
    "time": Measure("Time", "lower is better", lambda cell: (cell.time_us, cell.ci95_us)),
    "rate": Measure("Rate", "higher is better",
                    lambda cell: (cell.rate_MBps, cell.rate_ci95) if cell.rate_MBps else None),
    "messages": Measure("Messages per second", "of all pairs together; higher is better",
                        messages_of),
    "overlap": Measure("Overlap", "how much of the exchange or of the computing, whichever is "
                       "shorter, is hidden; higher is better", overlap_of),
}


def kinds_of(panels: Iterable[Panel]) -> list[str]:
    """The names of MEASURES for which any cell of these panels has a value."""
    cells = [cell for panel in panels for cell in panel.cells]
    return [kind for kind, one in MEASURES.items() if any(map(one.of, cells))]


def by_size(
    panel: Panel, of: Callable[[Cell], Measured | None]
) -> list[tuple[tuple[str, str], list[Measured | None]]]:
    """Each path and protocol that has a value, with those at the panel's sizes."""
    found = {(cell.key.implementation, cell.key.bytes): of(cell) for cell in panel.cells}
    lines = [(one, [found.get((one, size)) for size in panel.sizes])
             for one in panel.implementations]
    return [(one, values) for one, values in lines if any(values)]


@dataclass(frozen=True, slots=True)
class Messages:
    """Messages per second by size and number of pairs: panels that differ only in the latter."""

    name: str
    title: str
    caption: str
    rows: list[tuple[Panel, Row]]
    paths: list[str]

    @property
    def setting(self) -> Setting:
        return without(self.rows[0][0].setting, PAIRS)

    @property
    def pairs(self) -> bool:
        """Whether the number of pairs is part of its rows."""
        return self.rows[0][0].setting.series_of == PAIRS


def messages_by_pairs(operation: Operation) -> list[Messages]:
    """By setting; nothing for an operation whose messages are not counted."""
    groups: dict[Setting, list[Panel]] = defaultdict(list)
    for panel in operation.panels:
        if any(cell.messages_per_s for cell in panel.cells):
            groups[without(panel.setting, PAIRS)].append(panel)
    return [
        Messages(
            panels[0].name.replace("panel", "messages", 1),
            operation.pattern,
            label_of(setting, {"placement", "ranks", "buffers", "consume", "method"}),
            sorted(((panel, row) for panel in panels for row in panel.rows),
                   key=lambda one: (one[1].size, one[0].setting.series)),
            list(dict.fromkeys(path for panel in panels for path in panel.paths)),
        )
        for setting, panels in sorted(groups.items())
    ]
