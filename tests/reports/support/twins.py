# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns of the same program, and of one that was changed. No number is real."""

import random
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
LAUNCHES, BLOCKS = 12, 6
LAUNCH = 0.01  # standard deviation of the launches of a cell, in logarithms
STATE = 0.003  # of a cell from campaign to campaign

Factor = Callable[[Record], float]


def keys() -> Iterator[Record]:
    for pattern, series, size in product(PATTERNS, IMPLEMENTATIONS, SIZES):
        yield example.key_record(pattern, series, "bus", size)


def time_of(key: Record) -> float:
    """Microseconds, of each implementation others."""
    lot = random.Random(zlib.crc32(f"{key['pattern']} {key['path']} {key['protocol']}".encode()))
    return lot.uniform(0.1, 1) + key["bytes"] / lot.uniform(5000, 20000)


def cell(key: Record, time: float, chance: random.Random) -> Record:
    times = [time * chance.lognormvariate(0, LAUNCH) for _ in range(LAUNCHES)]
    middle = sorted(times)[LAUNCHES // 2]
    return {
        "record": "cell",
        **key,
        "repeats": 1,
        "launches": [BLOCKS] * LAUNCHES,
        "launch_us": times,
        "valid": True,
        "time_us": middle,
        "median_us": middle,
        "ci95_us": [min(times), max(times)],
        "rate_MBps": key["bytes"] / middle,
        "rate_formula": "bytes / time",
    }


def campaign(
    seed: int, factor: Factor = lambda key: 1.0, **facts: object
) -> Iterator[Record]:
    """The records: cells whose state differs from campaign to campaign."""
    chance = random.Random(seed)
    yield example.campaign_record(**facts)
    for key in keys():
        time = time_of(key) * factor(key) * chance.lognormvariate(0, STATE)
        yield cell(key, time, chance)


def slowed(pattern: str, series: tuple[str, str], by: float) -> Factor:
    """One implementation slower, at all sizes."""
    return lambda key: (
        by if (key["pattern"], key["path"], key["protocol"]) == (pattern, *series) else 1.0
    )
