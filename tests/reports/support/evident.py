# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns of a few cells with exact times, for the claims."""

from itertools import combinations
from pathlib import Path
from typing import Any

from filled import whole
from records.findings import Pair
from records.keys import CellKey
from records.read import Campaign, Cell
from records.schema import RECORDS
from reports.claims.evidence import Evidence, condition_of, place_of

SPREAD = 0.01
KEY = {"placement": "bus", "ranks": 2, "buffers": "rewrite", "method": "adaptive",
       "mode": "isolated"}


def cell(pattern: str, path: str, protocol: str, time: float, size: int = 8,
         spread: float | None = SPREAD, **changes: Any) -> Cell:
    """A cell whose interval is so wide to both sides; none where `spread` is None."""
    key = KEY | {"pattern": pattern, "path": path, "protocol": protocol, "bytes": size}
    key |= {name: changes.pop(name) for name in CellKey._fields if name in changes}
    return Cell(CellKey(**key), {
        "valid": True, "time_us": time, "rate_MBps": size / time, "samples_us": [time] * 11,
        "ci95_us": spread and (time * (1 - spread), time * (1 + spread)), "pus": [0, 1],
        "oversubscribed": False} | changes)


def campaign(*cells: Cell) -> Campaign:
    """A campaign of these, with the pairs that comops records: of cells of one group."""
    made = Campaign(Path("made.jsonl"), whole(RECORDS["campaign"], {"started": "2026-11-21"}))
    made.cells = {one.key: one for one in cells}
    for a, b in combinations(cells, 2):
        group = [(c.key.pattern, condition_of(c), place_of(c), c.key.bytes) for c in (a, b)]
        if group[0] == group[1] and a.valid and b.valid:
            ratio = b.time_us / a.time_us
            ends = (b.ci95_us[0] / a.time_us, b.ci95_us[1] / a.time_us) if b.ci95_us else None
            made.pairs[frozenset((a.key, b.key))] = Pair(a.key, b.key, ratio, ends)
    return made


def evidence(*cells: Cell) -> Evidence:
    return Evidence(campaign(*cells))
