# SPDX-License-Identifier: BSD-3-Clause
"""Pairs of campaigns whose truth is known: as noisy as a real one, and plain twins of the same
program or of one that was changed. No number of a twin is real.

launches_measured.json has the cells of a default campaign on a virtual machine with 2 cores (Intel
Xeon, model 207, 2026-11-22): pattern, path, protocol, bytes, geometric mean in microseconds, and
what each launch deviated, in thousandths of a logarithm. A made campaign draws its launches from
these, the same ones for all cells, so that what a launch did to several cells stays together.
"""

import json
import math
import random
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

import example
from comops.statistics.comparing.launches import Launches
from example import Record
from filled import filled
from comops.results.campaign import CampaignRecord

MEASURED = Path(__file__).parents[1] / "comparing" / "launches_measured.json"
Factor = Callable[[Record], float]
LINES: list[list] = json.loads(MEASURED.read_text())
LAUNCHES = 24
STATE = 0.015  # standard deviation of a cell from campaign to campaign, in logarithms
# The spread of each canary from launch to launch.
CANARIES = {"handover_us": 0.03, "cache_MBps": 0.015, "memory_MBps": 0.03, "arithmetic_us": 0.002}
CANARY_VALUES = {"handover_us": 0.06, "cache_MBps": 48000.0, "memory_MBps": 6700.0,
                 "arithmetic_us": 22.3}


def always(factor: float) -> Factor:
    return lambda key: factor


def canary(launch: int, drift: Record, chance: random.Random) -> Record:
    """`drift` names by how much a canary's time is longer."""
    record = {"record": "canary", "placement": "bus", "ranks": 2, "launch": launch,
              "started": "2026-11-22T04:00:00Z"}
    for name, value in CANARY_VALUES.items():
        power = 1 if name.endswith("_us") else -1
        noise = chance.lognormvariate(0, CANARIES[name])
        record[name] = value * drift.get(name, 1.0) ** power * noise
    return record


def interval_of(times: list[float]) -> list[float] | None:
    """Roughly the interval of the mean logarithm; None for few launches."""
    if len(times) < 6:
        return None
    logs = list(map(math.log, times))
    mean = sum(logs) / len(logs)
    half = 2 * math.sqrt(sum((log - mean) ** 2 for log in logs)) / len(logs)
    return [math.exp(mean - half), math.exp(mean + half)]


def cell(key: Record, times: list[float], blocks: int, ci95: list[float] | None) -> Record:
    middle = sorted(times)[len(times) // 2]
    return {"record": "cell", **key, "launch_us": times, "launches": [blocks] * len(times),
            "valid": True, "time_us": middle, "median_us": middle, "ci95_us": ci95}


def campaign(
    seed: int,
    factor: Factor = always(1.0),
    drift: Record | None = None,
    launches: int = LAUNCHES,
    canaries: bool = True,
    noise: float = 1.0,
    state: float = STATE,
    paths: tuple[str, ...] = ("threads", "mpi"),
    rounds: float = 0.0,
    **facts: object,
) -> Iterator[Record]:
    """The records: `factor` changes the times of cells, `drift` those of canaries, `rounds` the
    hand-overs of rounds, of which each launch has one; 0: none."""
    chance = random.Random(seed)
    yield example.campaign_record(**{"seed": seed, **facts})
    if canaries:
        for launch in range(1, launches + 1):
            yield canary(launch, drift or {}, chance)
    drawn = [chance.random() for _ in range(launches)]
    for pattern, path, protocol, size, time, parts in LINES:
        key = example.key_record(pattern, (path, protocol), "bus", size)
        if path not in paths:
            continue
        if rounds:
            handovers = [[28 * rounds * chance.lognormvariate(0, 0.02)] for _ in range(launches)]
            yield {"record": "rounds", **key, "before_ns": handovers,
                   "after_ns": [[] for _ in range(launches)], "classes": [0] * launches}
        scale = math.sqrt(len(parts) / (len(parts) - 1)) / 1e3
        mine = [parts[int(place * len(parts))] * scale for place in drawn]
        time *= factor(key) * chance.lognormvariate(0, state)
        times = [time * math.exp(noise * part) for part in mine]
        yield cell(key, times, 1, interval_of(times))


@cache
def campaign_filled(arguments: tuple, keywords: str) -> list[Record]:
    """Many tests compare the same ones."""
    return list(map(filled, campaign(*arguments, **json.loads(keywords))))


def launches_of(*arguments, **keywords) -> Launches:
    """A campaign as if read from a file."""
    first, *records = campaign_filled(arguments, json.dumps(keywords))
    read = Launches(Path("pair.jsonl"), CampaignRecord.from_json(first))
    for record in records:
        read.add(record)
    return read


# ---- twins ------------------------------------------------------------------------------------

TWIN_PATTERNS = ("pingpong", "broadcast", "reduce", "gather", "scatter")
IMPLEMENTATIONS = (("threads", "barrier"), ("threads", "direct"), ("mpi", "library"),
                   ("mpi", "sendrecv"))
TWIN_SIZES = tuple(8 << 2 * step for step in range(10))
TWIN_LAUNCHES, BLOCKS = 12, 6
LAUNCH = 0.01  # standard deviation of the launches of a cell, in logarithms
TWIN_STATE = 0.003  # of a cell from campaign to campaign


def time_of(key: Record) -> float:
    """Microseconds, of each implementation others."""
    lot = random.Random(zlib.crc32(f"{key['pattern']} {key['path']} {key['protocol']}".encode()))
    return lot.uniform(0.1, 1) + key["bytes"] / lot.uniform(5000, 20000)


def twin(seed: int, factor: Factor = always(1.0), **facts: object) -> Iterator[Record]:
    """A campaign of one program: cells whose state differs from campaign to campaign."""
    chance = random.Random(seed)
    yield example.campaign_record(**{"seed": seed, **facts})
    for pattern, series, size in product(TWIN_PATTERNS, IMPLEMENTATIONS, TWIN_SIZES):
        key = example.key_record(pattern, series, "bus", size)
        time = time_of(key) * factor(key) * chance.lognormvariate(0, TWIN_STATE)
        times = [time * chance.lognormvariate(0, LAUNCH) for _ in range(TWIN_LAUNCHES)]
        yield cell(key, times, BLOCKS, [min(times), max(times)])


def slowed(pattern: str, series: tuple[str, str], by: float) -> Factor:
    """One implementation slower, at all sizes."""
    return lambda key: (
        by if (key["pattern"], key["path"], key["protocol"]) == (pattern, *series) else 1.0
    )
