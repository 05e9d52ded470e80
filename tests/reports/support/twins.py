# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns of the same program, and of one that was changed. No number is real.

`python3 twins.py CELLS SEED` prints one of about so many cells, with as many samples as a real one.
"""

import random
import sys
import zlib
from collections.abc import Callable, Iterator
from itertools import product

import example
from example import Record

PATTERNS = ("pingpong", "broadcast", "reduce", "gather", "scatter")
IMPLEMENTATIONS = (
    ("threads", "barrier"),
    ("threads", "direct"),
    ("mpi", "library"),
    ("mpi", "sendrecv"),
)
SIZES = tuple(8 << 2 * step for step in range(10))
LAUNCHES, BLOCKS, SAMPLES = 12, 6, 20
LAUNCH = 0.01  # standard deviation of the launches of a cell, in logarithms
STATE = 0.003  # of a cell from campaign to campaign

Factor = Callable[[Record], float]


def keys(placements: int = 1) -> Iterator[Record]:
    for at, pattern, series, size in product(range(placements), PATTERNS, IMPLEMENTATIONS, SIZES):
        placement = "bus" if at == 0 else f"distance:{at}"
        yield example.key_record(pattern, series, placement, size) | {"memory": "local"}


def time_of(key: Record) -> float:
    """Microseconds, of each implementation others."""
    lot = random.Random(zlib.crc32(f"{key['pattern']} {key['path']} {key['protocol']}".encode()))
    return lot.uniform(0.1, 1) + key["bytes"] / lot.uniform(5000, 20000)


def cell(key: Record, time: float, chance: random.Random, launches: int) -> Record:
    times = [time * chance.lognormvariate(0, LAUNCH) for _ in range(launches)]
    middle = sorted(times)[launches // 2]
    return {
        "record": "cell",
        **key,
        "repeats": 1,
        "launches": [BLOCKS] * launches,
        "launch_us": times,
        "valid": True,
        "time_us": middle,
        "median_us": middle,
        "ci95_us": [min(times), max(times)],
        "rate_MBps": key["bytes"] / middle,
        "rate_formula": "bytes / time",
    }


def campaign(
    seed: int,
    factor: Factor = lambda key: 1.0,
    drift: float = 0.02,
    placements: int = 1,
    launches: int = LAUNCHES,
    **facts: object,
) -> Iterator[Record]:
    """The records: cells whose state differs from campaign to campaign; `drift` is that of all."""
    chance = random.Random(seed)
    whole = chance.lognormvariate(0, drift)
    yield example.campaign_record(**facts)
    for key in keys(placements):
        time = time_of(key) * factor(key) * whole * chance.lognormvariate(0, STATE)
        yield cell(key, time, chance, launches)


def sampled(record: Record, chance: random.Random, launches: bool = True) -> Record:
    """A cell with samples too; without `launches` as older versions wrote it, from one launch."""
    if record["record"] != "cell":
        return record
    record = {**record, "pus": [0, 1], "numa": [0, 0], "oversubscribed": False}
    times = record["launch_us"] if launches else record["launch_us"][:1] * LAUNCHES
    record["samples_us"] = [
        round(time * chance.uniform(0.99, 1.01), 9) for time in times for _ in range(SAMPLES)
    ]
    record["blocks"] = [SAMPLES] * LAUNCHES
    if not launches:
        del record["launch_us"], record["launches"]
    return record


def slowed(pattern: str, series: tuple[str, str], by: float) -> Factor:
    """One implementation slower, at all sizes."""
    return lambda key: (
        by if (key["pattern"], key["path"], key["protocol"]) == (pattern, *series) else 1.0
    )


if __name__ == "__main__":
    wanted, seed = int(sys.argv[1]), int(sys.argv[2])
    many = max(1, wanted // (len(PATTERNS) * len(IMPLEMENTATIONS) * len(SIZES)))
    noise = random.Random(seed)
    for one in campaign(seed, placements=many):
        print(example.lines([sampled(one, noise)]), end="")
