# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns of a few cells with exact times."""

from itertools import combinations
from pathlib import Path
from typing import Any

from comops.statistics.decisions import decision_of
from filled import filled, first_record
from comops.results.cell import CellRecord
from comops.results.findings import PairRecord, group_of
from comops.results.keys import CellKey, Interval
from comops.results.read import Campaign

SPREAD = 0.01
KEY = {"placement": "bus", "ranks": 2, "buffers": "rewrite", "method": "adaptive",
       "mode": "isolated"}


def cell(pattern: str, path: str, protocol: str, time: float, size: int = 8,
         spread: float | None = SPREAD, **changes: Any) -> CellRecord:
    """A cell whose interval is so wide to both sides; none where `spread` is None."""
    key = KEY | {"pattern": pattern, "path": path, "protocol": protocol, "bytes": size}
    key |= {name: changes.pop(name) for name in CellKey._fields if name in changes}
    return CellRecord.from_json(filled({
        "record": "cell", **key, "valid": True, "time_us": time, "rate_MBps": size / time,
        "samples_us": [time] * 11, "pus": [0, 1], "oversubscribed": False,
        "ci95_us": spread and [time * (1 - spread), time * (1 + spread)]} | changes))


def pair(a: CellKey, b: CellKey, ratio: float, ci95: Interval | None) -> PairRecord:
    return PairRecord(a=a, b=b, ratio=ratio, ci95=ci95, ci90=ci95, launches=6, rounds=6,
                      decision=decision_of(ci95, ci95), oversubscribed=False)


def campaign(*cells: CellRecord) -> Campaign:
    """A campaign of these, with the pairs that comops records: of cells of one group."""
    made = Campaign(Path("made.jsonl"), first_record(started="2026-11-21"))
    made.cells = {made_cell.key: made_cell for made_cell in cells}
    for a, b in combinations(cells, 2):
        if group_of(a.key) == group_of(b.key) and a.valid and b.valid:
            ratio = b.time_us / a.time_us
            ends = (b.ci95_us[0] / a.time_us, b.ci95_us[1] / a.time_us) if b.ci95_us else None
            made.pairs[frozenset((a.key, b.key))] = pair(a.key, b.key, ratio, ends)
    return made
