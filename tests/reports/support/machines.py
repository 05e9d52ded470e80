# SPDX-License-Identifier: BSD-3-Clause
"""Invented machines, as a campaign record has them."""

import math
import random
from itertools import count
from typing import Any

Record = dict[str, Any]


def core(index: int, threads: list[int]) -> Record:
    """A core with a cache of its own."""
    leaves = [{"type": "hardware thread", "os_index": pu} for pu in threads]
    inner = {"type": "core", "index": index, "children": leaves}
    return {"type": "L2", "index": index, "bytes": 1 << 20, "children": [inner]}


def topology(packages: int, cores: int, threads: int = 1) -> Record:
    """Packages with a NUMA node and an L3 each; siblings are numbered after all cores."""
    every = packages * cores
    numbers = count()
    tree = {"type": "machine", "index": 0, "children": []}
    for package in range(packages):
        firsts = [next(numbers) for _ in range(cores)]
        inner = [core(first, [first + every * at for at in range(threads)]) for first in firsts]
        cache = {"type": "L3", "index": package, "bytes": 32 << 20, "children": inner}
        memory = [{"index": package, "os_index": package, "bytes": 31 << 30}]
        tree["children"].append(
            {"type": "package", "index": package, "memory": memory, "children": [cache]}
        )
    values = [[10 if a == b else 20 + abs(a - b) for a in range(packages)] for b in range(packages)]
    return {"tree": tree, "latencies": {"nodes": list(range(packages)), "values": values}}


def placement(name: str, pus: list[int], **changes: Any) -> Record:
    return {
        "name": name,
        "meaning": f"what {name} means",
        "ranks": len(pus),
        "pus": pus,
        "where": f"cores {pus[0]}-{pus[-1]}",
        "oversubscribed": False,
    } | changes


def facts(packages: int = 2, cores: int = 4, threads: int = 2) -> Record:
    """What a campaign record has of bus and crossbar, four ranks each."""
    far = [rank % packages * cores + rank // packages for rank in range(4)]
    return {
        "topology": topology(packages, cores, threads),
        "placements": [placement("bus", [0, 1, 2, 3]), placement("crossbar", far)],
    }


def pairs(cores: int, domain: int) -> Record:
    """Near in a domain, far outside of it."""
    chance = random.Random(42)
    latency: list[list[float | None]] = [[None] * cores for _ in range(cores)]
    rate: list[list[float | None]] = [[None] * cores for _ in range(cores)]
    distance = [[0] * cores for _ in range(cores)]
    for a in range(cores):
        for b in range(a):
            far = a // domain != b // domain
            distance[a][b] = distance[b][a] = 1 + far
            time = (0.2 if far else 0.03) * math.exp(chance.uniform(-0.05, 0.05))
            latency[a][b] = latency[b][a] = time
            rate[a][b] = rate[b][a] = 3000 / time
    return {
        "pus": list(range(cores)),
        "latency_us": latency,
        "rate_MBps": rate,
        "distance": distance,
        "distances": ["in one L3", "in different packages"],
    }
