# SPDX-License-Identifier: BSD-3-Clause
"""Approximate fits and crossovers for the example campaigns."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

Record = dict[str, Any]
BREAK = 65536  # where the examples' MPI changes its protocol
NAMES = tuple(
    "pattern path protocol placement memory ranks buffers method series_of series".split()
)
LINE = ("bytes", "mode")  # what the key of a line lacks


def parameter(value: float, width: float = 0.06) -> Record:
    ends = [round(value - width * abs(value), 5), round(value + width * abs(value), 5)]
    return {"value": round(value, 5), "ci95": ends}


def straight(cells: Sequence[Record]) -> tuple[float, float]:
    """Latency and bandwidth through the first and the last cell."""
    first, last = cells[0], cells[-1]
    bandwidth = (last["bytes"] - first["bytes"]) / (last["median_us"] - first["median_us"])
    return first["median_us"] - first["bytes"] / bandwidth, bandwidth


def fit_records(cells: Sequence[Record], line: Record) -> Iterator[Record]:
    """Hockney's model twice, and where MPI has many sizes two segments."""
    latency, bandwidth = straight(cells)
    head = {"record": "fit", **line}
    for model, factor in (("hockney", 1.3), ("hockney-robust", 1.0)):
        yield head | {
            "model": model,
            "sizes": len(cells),
            "deviation": 0.12 * factor,
            "latency_us": parameter(factor * latency),
            "bandwidth_MBps": parameter(bandwidth),
            "half_bytes": parameter(factor * latency * bandwidth),
        }
    parts = [[c for c in cells if (c["bytes"] > BREAK) == large] for large in (False, True)]
    if line["path"] != "threads" and all(len(part) > 2 for part in parts):
        segments = [
            {"from": part[0]["bytes"], "to": part[-1]["bytes"]}
            | dict(zip(("latency_us", "bandwidth_MBps"), straight(part), strict=True))
            for part in parts
        ]
        between = [segments[0]["to"], segments[1]["from"]]
        yield head | {
            "model": "piecewise",
            "sizes": len(cells),
            "deviation": 0.04,
            "bic": -40.0,
            "continuous": False,
            "segments": segments,
            "breakpoints": [{"between": between, "bytes": None}],
        }


def crossover_records(pairs: Sequence[Record]) -> Iterator[Record]:
    """Where the ratio of two lines passes 1 between two sizes whose intervals exclude it."""
    clear = [pair for pair in pairs if pair["ci95"][0] > 1 or pair["ci95"][1] < 1]
    clear.sort(key=lambda pair: pair["a"]["bytes"])
    for one, next_one in zip(clear, clear[1:], strict=False):
        if (one["ratio"] > 1) != (next_one["ratio"] > 1):
            size = math.sqrt(one["a"]["bytes"] * next_one["a"]["bytes"])
            yield {
                "record": "crossover",
                "a": {k: v for k, v in one["a"].items() if k not in LINE},
                "b": {k: v for k, v in one["b"].items() if k not in LINE},
                "bytes": round(size, 1),
                "ci95": [round(size / 1.3, 1), round(size * 1.4, 1)],
                "below": "a" if one["ratio"] > 1 else "b",
            }


def fastest_somewhere(lines: dict[tuple, list[Record]]) -> set[tuple]:
    """The lines that are their path's fastest at some size, by key."""
    best: dict[tuple, Record] = {}
    for cells in lines.values():
        for cell in cells:
            table = tuple(cell.get(name) for name in NAMES if name != "protocol") + (cell["bytes"],)
            if table not in best or cell["median_us"] < best[table]["median_us"]:
                best[table] = cell
    return {tuple((n, cell[n]) for n in NAMES if n in cell) for cell in best.values()}


def findings(records: Sequence[Record]) -> Iterator[Record]:
    lines: dict[tuple, list[Record]] = defaultdict(list)
    pairs: dict[tuple, list[Record]] = defaultdict(list)
    for record in records:
        if record["record"] == "pair":
            sides = [tuple((n, record[one][n]) for n in NAMES if n in record[one]) for one in "ab"]
            pairs[tuple(sides)].append(record)
        elif record.get("valid"):
            lines[tuple((n, record[n]) for n in NAMES if n in record)].append(record)
    for line, cells in lines.items():
        cells = sorted(cells, key=lambda cell: cell["bytes"])
        if len(cells) > 2 and cells[0]["median_us"] < cells[-1]["median_us"]:
            yield from fit_records(cells, dict(line))
    fastest = fastest_somewhere(lines)
    for sides, some in pairs.items():
        if fastest.issuperset(sides) and some[0]["a"]["bytes"]:
            yield from crossover_records(some)
