# SPDX-License-Identifier: BSD-3-Clause
"""The results file of one node: its facts, and the time of each cell."""

import math
import re
from dataclasses import dataclass, field
from pathlib import Path

from records.cell_schema import CELL
from records.check import check
from records.keys import CellKey
from records.lines import Record, record_of
from records.read import Results, campaign_read

Facts = dict[str, str | int | float | None]

LEAST, MOST = 1e-30, 1e30  # microseconds, in single precision too

# What the campaign record says of a node besides its `facts`.
OUTSIDE_FACTS = ("cpu", "machine", "version", "compiler", "flags")
# Objects of the campaign record, whose members become facts such as `runtime threads`.
INSIDE = {"runtimes": "runtime"}


# A line as comops writes it: what comes between these is most of a cell, and not needed here.
# Neither can be within a text, where a quote is escaped.
KIND = re.compile(rb'{"record":"(\w+)"')
AFTER_KEY, RESULT = b',"repeats":', b'"valid":'


@dataclass
class Times(Results):
    """A campaign that keeps nothing but the time of each cell in microseconds, NaN if invalid."""

    cells: dict[CellKey, float] = field(default_factory=dict)

    def add_line(self, line: bytes) -> None:
        """Adds a cell; other records are ignored. ValueError if the line is not a record."""
        kind = KIND.match(line)
        if not kind or kind[1] == b"cell":
            self.add(record_of(shortened(line)))

    def add(self, record: Record) -> None:
        if record.get("record") == "cell":
            self.cells[self.keys.cell(record)] = time_of(record)


def shortened(line: bytes) -> bytes:
    """The line of a cell without its samples and stamps; unchanged if written differently."""
    key, result = line.find(AFTER_KEY), line.rfind(RESULT)
    return line[:key + 1] + line[result:] if 0 <= key < result else line


def time_of(record: Record) -> float:
    """The time of a cell in microseconds, NaN if it is invalid."""
    if record.get("valid") is not True:
        return math.nan
    time = record.get("time_us")
    check(CELL["properties"]["time_us"], time, "time_us")
    if not LEAST < time < MOST:
        raise ValueError("the time is out of range")
    return time


def facts_of(campaign: Record) -> Facts:
    """The flat facts of a campaign record; what is not plain text or a number is left out."""
    found = {name: campaign[name] for name in OUTSIDE_FACTS}
    for name, prefix in INSIDE.items():
        found |= {f"{prefix} {member}": value for member, value in campaign[name].items()}
    found |= campaign.get("facts", {})
    plain = (str, int, float, type(None))
    return {name: one for name, one in found.items() if type(one) in plain}


def times_read(file: Path) -> Times:
    """A node's results file; ResultsError if it is none, cannot be read or has no cell."""
    return campaign_read(file, Times)
