# SPDX-License-Identifier: BSD-3-Clause
"""Simulated campaigns with chosen times: no intervals, and where each time went."""

from collections.abc import Callable, Sequence
from itertools import combinations, product

from example import Record, campaign_record

SERIES = (("threads", "barrier"), ("threads", "direct"), ("mpi", "library"), ("mpi", "cma"))
MARGIN = 1.05
KEY = ("pattern", "path", "protocol", "placement", "memory", "ranks", "bytes", "buffers",
       "consume", "mode", "method")

Time = Callable[[Record], float]


def facts(machines: Sequence[str]) -> Record:
    parameters = [{"name": "rate of a link", "value": 1000, "unit": "10^6 bytes/s",
                   "source": "assumption: a round number"}]
    return campaign_record(simulated=True, platforms=[
        {"name": name, "description": f"a machine named {name}", "parameters": parameters,
         "machine": {}} for name in machines])


def where(time: float, bus: bool) -> Record:
    """A tenth its own work, two tenths lines, the rest queueing for a bus or waiting."""
    return {"own_us": 0.1 * time, "transfer_us": {"llc": 0, "node": 0.2 * time, "socket": 0,
            "far": 0}, "memory_us": 0, "queue_us": {"bus": 0.7 * time * bus, "port": 0, "link": 0,
            "memory": 0}, "line_us": 0, "wait_us": 0.7 * time * (not bus)}


def cell(key: Record, time: float) -> Record:
    return {"record": "cell", **key, "repeats": 1, "samples_us": [time], "median_us": time,
            "time_us": time, "ci95_us": None, "rate_MBps": key["bytes"] / time,
            "rate_formula": "bytes / time", "valid": True, "pus": [None] * key["ranks"],
            "numa": [None] * key["ranks"], "oversubscribed": False, "stopped": "batch",
            "started": "2026-11-21T04:00:01Z", "duration_s": 0, "warnings": [], "simulated": True,
            "model": "coherence", "where": where(time, "bus" in key["placement"])}


def pair(a: Record, b: Record) -> Record:
    ratio = b["time_us"] / a["time_us"]
    decision = "faster" if ratio > MARGIN else "slower" if ratio < 1 / MARGIN else "equivalent"
    return {"record": "pair", "a": {name: a[name] for name in KEY},
            "b": {name: b[name] for name in KEY}, "ratio": ratio, "ci95": None, "ci90": None,
            "decision": decision, "rounds": 1, "launches": 1, "oversubscribed": False}


def campaign(
    time: Time, machines: Sequence[str], patterns: Sequence[str] = ("broadcast",),
    sizes: Sequence[int] = (8, 800000), ranks: Sequence[int] = (2, 4, 256),
) -> list[Record]:
    """`time` of a cell's key in microseconds."""
    records = [facts(machines)]
    for pattern, machine, count, size in product(patterns, machines, ranks, sizes):
        cells = []
        for path, protocol in SERIES:
            key = dict(zip(KEY, (pattern, path, protocol, machine, "local", count, size, "rewrite",
                                 "no", "isolated", "batch"), strict=True))
            cells.append(cell(key, time(key)))
        records += [*cells, *(pair(a, b) for a, b in combinations(cells, 2))]
    return records
