# SPDX-License-Identifier: BSD-3-Clause
"""A full campaign: all patterns, protocols and paths, series, a barrier. No number is real."""

import random
import zlib
from collections.abc import Iterator, Sequence
from itertools import combinations

import example
from example import Record, findings

PAPER = ("pingpong", "broadcast", "reduce", "gather", "scatter")
OTHERS = (
    "allgather allreduce alltoall alltoall_unrotated bandwidth bidirectional exchsum get halfsum "
    "logtrans naive_broadcast put put_acknowledged reduce_scatter ringsum shift srtrans swtrans "
    "tree_broadcast"
).split()
VOLUMES = (8192, 131072, 2097152)
PARTNERS = (1, 2, 3)
SIZES = (8, 16, 32, 48, 64, 80, 512, 4096, 32768, 262144, 800000, 4194304)
FAMILY = tuple(f"({x},{y})" for x in (0, 1) for y in range(7))
PROTOCOLS = {
    "threads": ("barrier", "lock", "direct", "put", "get", "shared"),
    "mpi": ("library", "sendrecv", "put", "get", "pscw", "flush", "flush_spin", "shared"),
    "shmem": ("library", "put", "get", "put_spin"),
}
LATENCY = {"threads": 0.09, "mpi": 0.24, "shmem": 0.17}  # microseconds
BANDWIDTH = {"threads": 11000.0, "mpi": 16000.0, "shmem": 14500.0}  # bytes per microsecond

Series = tuple[str, int]
NONE: Series = ("", 0)


def protocols_of(pattern: str, few: bool) -> list[tuple[str, str]]:
    per_path = {path: names[:2] if few else names for path, names in PROTOCOLS.items()}
    if pattern in ("swap", "sendrecv"):
        per_path["mpi"] += FAMILY[:4] if few else FAMILY
    return [(path, name) for path, names in per_path.items() for name in names]


def groups(sizes: Sequence[int]) -> Iterator[tuple[str, Series, int]]:
    """Pattern, series and size of each group of cells."""
    for pattern in (*PAPER, *OTHERS):
        yield from ((pattern, NONE, size) for size in sizes)
    for partner in PARTNERS:
        yield from (("distant", ("partner", partner), size) for size in sizes)
    for pattern in ("swap", "sendrecv"):
        for volume in VOLUMES:
            cuts = [volume >> 10 << 2 * step for step in range(6)]
            yield from ((pattern, ("volume", volume), size) for size in cuts)
    yield "barrier", NONE, 0


def key_of(group: tuple[str, Series, int], series: tuple[str, str], ranks: int) -> Record:
    pattern, (series_of, number), size = group
    key = example.key_record(pattern, series, "bus", size, ranks)
    return key | ({"series_of": series_of, "series": number} if series_of else {})


def moved_bytes(key: Record) -> int:
    """What a run moves: a message, or the volume it is part of."""
    return key["series"] if key.get("series_of") == "volume" else key["bytes"]


def time_of(key: Record) -> float:
    """Latency and bandwidth, of each pattern, path and protocol a little different."""
    work = f"{key['pattern']} {key['path']} {key['protocol']}".encode()
    lot = random.Random(zlib.crc32(work))
    latency = LATENCY[key["path"]] * lot.uniform(1, 5)
    bandwidth = BANDWIDTH[key["path"]] / lot.uniform(1, 4)
    moved = moved_bytes(key)
    messages = moved / key["bytes"] if key["bytes"] else 1
    slow = 60 if key["oversubscribed"] else 1
    return slow * (latency * messages**0.7 + moved / bandwidth)


def cell_of(key: Record, chance: random.Random, oversubscribed: bool) -> Record:
    time = time_of(key | {"oversubscribed": oversubscribed})
    cell = example.cell_record(key, chance, oversubscribed=oversubscribed)
    scale = time / cell["median_us"]
    return cell | {
        "samples_us": [round(sample * scale, 9) for sample in cell["samples_us"]],
        "repeats": max(1, round(20 / time)),
        "median_us": time,
        "time_us": time,
        "launch_us": [time * scale for time in cell["launch_us"]],
        "ci95_us": [end * scale for end in cell["ci95_us"]],
        "rate_MBps": moved_bytes(key) / time,
    }


def campaign(
    sizes: Sequence[int] = SIZES,
    few: bool = False,
    slow: bool = True,
    patterns: Sequence[str] = (),
) -> list[Record]:
    """All of it, or of some patterns; `few` protocols of each path; `slow`: the paper's five
    oversubscribed too."""
    chance = random.Random(7)
    facts = {
        "machine": "AMD EPYC 9654, 1 package, 4 cores, 32 MiB shared cache",
        "command": ["comops", "run", "--patterns", "all", "-o", "full.jsonl"],
    }
    records = [example.campaign_record(**facts)]
    wanted = [group for group in groups(sizes) if not patterns or group[0] in patterns]
    runs = [(group, 4) for group in wanted]
    runs += [(group, 8) for group in wanted if slow and group[0] in PAPER]
    for group, ranks in runs:
        keys = [key_of(group, series, ranks) for series in protocols_of(group[0], few)]
        cells = [cell_of(key, chance, ranks > 4) for key in keys]
        records += cells
        names = list(keys[0])
        records += [example.pair_record(a, b, names) for a, b in combinations(cells, 2)]
    return [*records, *findings(records[1:])]
