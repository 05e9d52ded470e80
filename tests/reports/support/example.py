# SPDX-License-Identifier: BSD-3-Clause
"""Example campaigns: the same records on every run and every machine. No number is real."""

import json
import math
import random
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, pairwise, product
from typing import Any

from comops.statistics.cells import Cell
from comops.statistics.findings import findings_of_table
from filled import filled
from comops.results.keys import CELL_KEY
from comops.results.methods import DEFAULT
from comops.results.write import line_of
from verdicts import verdict_records

Record = dict[str, Any]

SIZES = (8, 16, 32, 80, 256, 1024, 4096, 16384, 65536, 262144, 800000, 1048576, 4194304)
SERIES = {
    ("threads", "barrier"): (0.38, 11000.0),
    ("threads", "lock"): (0.12, 11500.0),
    ("mpi", "library"): (0.21, 26000.0),
    ("mpi", "sendrecv"): (0.29, 19000.0),
}  # latency in microseconds, bandwidth in bytes per microsecond
PATTERNS = ("pingpong", "broadcast", "reduce", "gather", "scatter")
SAMPLES = 11
LAUNCHES = 6
STAMPS = (-3, 0, 0, 0, 1, 1, 2, 40)  # of a launch, nanoseconds around its time
WARNINGS = ("drifting", "two-modes", "noisy-neighbour", "first-run-slow", "coarse-clock")
DISTURBANCES = {"watched_us": 12e3, "waited_us": [[2, 1, 310.5]], "stolen_us": [],
                "involuntary_switches": [[2, 1, 1]], "migrations": None, "page_faults": []}


def campaign_record(**changes: Any) -> Record:
    """The first line."""
    return {
        "record": "campaign",
        "schema": "comops/1",
        "command": ["comops", "run", "--seed", "42", "-o", "example.jsonl"],
        "seed": 42,
        "started": "2026-11-21T04:00:00Z",
        "host": "node17",
        "kernel": "Linux 6.1.0-32-amd64",
        "cpu": "AMD EPYC 9654",
        "governor": "performance",
        "machine": "AMD EPYC 9654, 2 packages, 192 cores, 32 MiB shared cache",
        "topology_xml": "<topology/>",
        "compiler": "gcc 12.2.0",
        "flags": "-O3 -march=native",
        "runtimes": {
            "threads": "libgomp (gcc 12.2.0), OpenMP 201511",
            "mpi": "MPICH Version: 3.4.3, ch3:nemesis",
        },
        "launchers": {
            "mpi": {"command": ["mpiexec", "-bind-to", "none"], "version": "HYDRA 3.4.3"}
        },
        "version": "0.1.0",
        "clock": {"step_ns": 10, "cost_ns": 21},
    } | changes


def key_record(
    pattern: str, series: tuple[str, str], placement: str, size: int, ranks: int = 2
) -> Record:
    """The ten keys of a cell."""
    return {
        "pattern": pattern,
        "path": series[0],
        "protocol": series[1],
        "placement": placement,
        "memory": "local",
        "ranks": ranks,
        "bytes": size,
        "buffers": "rewrite",
        "mode": "isolated",
        "method": "adaptive",
    }


def model_time(key: Record) -> float:
    """Microseconds: latency and bandwidth by series, a step where MPI changes its protocol."""
    latency, bandwidth = SERIES.get((key["path"], key["protocol"]), (0.5, 9000.0))
    weight = 1 + 0.35 * (sum(key["pattern"].encode()) % 5)
    distance = 1 if key["placement"] == "bus" else 2.3
    step = 1.9 if key["path"] != "threads" and key["bytes"] > 65536 else 0
    spill = 2.4 if key["bytes"] > 1 << 20 else 1
    steps = math.log2(key["ranks"])
    return weight * distance * steps * (latency + step + spill * key["bytes"] / bandwidth)


def warnings_of(key: Record) -> list[str]:
    """A warning at one cell in sixteen."""
    lot = zlib.crc32(json.dumps(key).encode())
    return [WARNINGS[lot // 16 % len(WARNINGS)]] if lot % 16 == 0 else []


FEW = {"us": None, "ci95": None, "batch": 667, "batches": 0}  # stamps for this percentile


def longest_of(launch_us: Sequence[float]) -> Record:
    """The longest stamp of a launch; the interval of six is from the least to the greatest."""
    longest = sorted(round(time * 1000) + max(STAMPS) for time in launch_us)
    return {"us": (longest[2] + longest[3]) / 2000, "ci95": [longest[0] / 1000, longest[-1] / 1000],
            "runs": [len(STAMPS), len(STAMPS)]}


def stamps_record(launch_us: Sequence[float]) -> Record:
    """Eight stamps of each launch, to the nanosecond, and their percentiles."""
    ns = sorted(round(time * 1000) + step for time in launch_us for step in STAMPS)
    values = sorted(set(ns))
    shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99}
    times = {name: ns[math.ceil(share * len(ns)) - 1] / 1000 for name, share in shares.items()}
    return {
        "stamps": {
            "unit_us": 0.001,
            "steps": [b - a for a, b in pairwise([0, *values])],
            "counts": [ns.count(value) for value in values],
        },
        "percentiles": {name: {"us": us, "ci95": [0.9 * us, 1.2 * us]}
                        for name, us in times.items()}
        | {"p99.9": FEW, "max": longest_of(launch_us), "max_us": ns[-1] / 1000},
    }


def cell_record(key: Record, chance: random.Random, **changes: Any) -> Record:
    """A valid cell around its model time, with an interval of a few per cent."""
    time = model_time(key) * (1 + 0.04 * (chance.random() - 0.5))
    samples = sorted(time * (1 + 0.05 * (chance.random() - 0.5)) for _ in range(SAMPLES))
    median = samples[SAMPLES // 2]
    chance.shuffle(samples)
    spread = 0.008 + 0.03 * chance.random()
    launches = [round(median * (1 + spread * (at - 2.5) / 2.5), 4) for at in range(LAUNCHES)]
    return {
        "record": "cell",
        **key,
        "repeats": 1,
        "samples_us": [round(sample, 4) for sample in samples],
        "median_us": round(median, 4),
        "ci95_us": [round(median * (1 - spread), 4), round(median * (1 + spread), 4)],
        "rate_MBps": round(key["bytes"] / median, 4),
        "rate_formula": "bytes / time",
        "valid": True,
        "pus": list(range(key["ranks"])),
        "numa": [0] * key["ranks"],
        "oversubscribed": False,
        "started": "2026-11-21T04:00:01Z",
        "duration_s": 0.21,
        "stopped": "precise",
        "launches": [1] * LAUNCHES,
        "launch_us": launches,
        "disturbances": DISTURBANCES,
        "warnings": warnings_of(key),
        **stamps_record(launches),
    } | changes


def invalid_record(key: Record, error: str) -> Record:
    """A cell that was lost."""
    return {"record": "cell", **key, "valid": False, "error": error}


def pair_record(a: Record, b: Record, names: Sequence[str], **changes: Any) -> Record:
    """The pair of two cell records, its interval as wide as theirs together."""
    ratio = b["median_us"] / a["median_us"]
    spread = math.hypot(*((cell["ci95_us"][1] / cell["median_us"] - 1) for cell in (a, b)))
    return {
        "record": "pair",
        "a": {name: a[name] for name in names},
        "b": {name: b[name] for name in names},
        "ratio": round(ratio, 5),
        "ci95": [round(ratio * (1 - spread), 5), round(ratio * (1 + spread), 5)],
        "rounds": 12,
        "oversubscribed": a["oversubscribed"],
    } | changes


def series_of(pattern: str) -> list[tuple[str, str]]:
    """What the main job builds: lock for ping-pong alone, library for all but ping-pong."""
    missing = ("mpi", "library") if pattern == "pingpong" else ("threads", "lock")
    return [series for series in SERIES if series != missing]


def group_records(
    pattern: str, placement: str, size: int, chance: random.Random, ranks: int = 2, **changes: Any
) -> Iterator[Record]:
    """All cells of one group, then all their pairs."""
    keys = [key_record(pattern, series, placement, size, ranks) for series in series_of(pattern)]
    cells = [cell_record(key, chance, **changes) for key in keys]
    yield from cells
    for a, b in combinations(cells, 2):
        yield pair_record(a, b, list(keys[0]))


def cell_found(record: Record) -> Cell:
    """A cell with one sample in each launch, its time."""
    times = record["launch_us"]
    ones = [1] * len(times)
    return Cell({name: record[name] for name in CELL_KEY if name in record}, DEFAULT,
                samples=times, blocks=ones, launches=ones,
                launch_numbers=list(range(1, len(times) + 1)))


def findings(records: Sequence[Record]) -> Iterator[Record]:
    """Their fits and crossovers, as comops/statistics/ finds them."""
    tables: dict[tuple, list[Cell]] = defaultdict(list)
    for record in records:
        if record["record"] == "cell" and record.get("valid"):
            cell = cell_found(record)
            tables[tuple(item for item in cell.key.items()
                         if item[0] not in ("path", "protocol", "bytes", "mode"))].append(cell)
    for cells in tables.values():
        yield from (json.loads(line_of(record)) for record in findings_of_table(cells))


def campaign(
    patterns: Sequence[str] = PATTERNS,
    placements: Sequence[str] = ("bus", "crossbar"),
    sizes: Sequence[int] = SIZES,
    facts: Record | None = None,
    ranks: Sequence[int] = (2,),
    **changes: Any,
) -> list[Record]:
    """A whole campaign; `facts` change the first record, `changes` every cell."""
    chance = random.Random(42)
    records = [campaign_record(**(facts or {}))]
    for pattern, placement, count in product(patterns, placements, ranks):
        table = [
            record
            for size in sizes
            for record in group_records(pattern, placement, size, chance, count, **changes)
        ]
        records += [*table, *findings(table)]
    return records


def small_campaign() -> list[Record]:
    """Two operations on one placement, one cell lost."""
    records = campaign(
        ("pingpong", "broadcast"), ("bus",), (8, 80, 4096, 65536, 262144, 800000, 4194304)
    )
    lost = key_record("broadcast", ("mpi", "sendrecv"), "bus", 16)
    return [*records, invalid_record(lost, "rank 1 was killed by signal 9")]


def timed(
    times: Mapping[tuple[str, str], float], sizes: Sequence[int] = (64,), spread: float = 0.01
) -> list[Record]:
    """A campaign with a time for each path and protocol, and all pairs; `spread` is half the
    relative width of the times' intervals."""
    chance, records = random.Random(1), [campaign_record()]
    for size in sizes:
        keys = [key_record("reduce", series, "bus", size) for series in times]
        cells = [
            cell_record(key, chance, median_us=time,
                        ci95_us=[time * (1 - spread), time * (1 + spread)])
            for key, time in zip(keys, times.values(), strict=True)
        ]
        records += cells
        records += [pair_record(a, b, list(keys[0])) for a, b in combinations(cells, 2)]
    return records


def group_key(record: Record) -> Record:
    """Without what differs between the cells of a group."""
    return {name: value for name, value in record.items()
            if name not in ("path", "protocol", "mode")}


def here_records(records: Sequence[Record], low: float, high: float) -> list[Record]:
    """What four campaigns say of each group."""
    names = key_record("", ("", ""), "", 0)
    keys = {json.dumps(key): key for key in (
        group_key({name: cell[name] for name in names}) for cell in kinds(records))}
    compared = dict.fromkeys(("paper", "best", "same-code", "ours"),
                             {"campaigns": 4, "ci95": [low, high]})
    return [{"record": "here", **key, "compared": compared} for key in keys.values()]


def kinds(records: Sequence[Record], kind: str = "cell") -> list[Record]:
    return [record for record in records if record["record"] == kind]


def keys_of(records: Sequence[Record]) -> Iterator[Record]:
    """All that has a cell's key: cells and lines, and both sides of pairs and crossovers."""
    for record in records:
        for part in (record, record.get("a"), record.get("b")):
            if part and "pattern" in part:
                yield part


def lines(records: Sequence[Record]) -> str:
    """The text of a results file; members and verdicts that the records lack are filled in."""
    starts = [at for at, record in enumerate(records) if record["record"] == "campaign"]
    ended = []
    for begin, end in pairwise([*starts, len(records)]):
        campaign = list(map(filled, records[begin:end]))
        with suppress(TypeError, AttributeError, KeyError, ValueError):  # a damaged one has none
            campaign += list(verdict_records(campaign))
        ended += [*campaign, {"record": "end", "records": len(campaign), "ended": "complete"}]
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in ended)
