# SPDX-License-Identifier: BSD-3-Clause
"""Tables below the pictures: what the firmware reports of the memories, pairs by distance."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from statistics import median

from comops.reports.draw.boxes import sized
from comops.reports.draw.heat import by_distance, scaled
from comops.reports.words.formats import number_text
from comops.results.conditions import CanaryRecord
from comops.results.topology import MachineTopology, Pairs

MOST_NODES = 12  # more are summarized
MOST_FIGURES = 24

CANARIES = {
    "handover_us": "hand-over of a cache line (µs)",
    "cache_MBps": "copy in cache (MB/s)",
    "memory_MBps": "copy in memory (MB/s)",
    "arithmetic_us": "arithmetic (µs)",
    "remote_MBps": "read of what another core wrote (MB/s)",
}

Rows = list[list[str]]  # the first is the head


def ranges_text(numbers: Iterable[int]) -> str:
    """Numbers as ranges: 0-3,16-19."""
    consecutive = groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0])
    ranges = ([number for _, number in group] for _, group in consecutive)
    return ",".join(f"{pus[0]}-{pus[-1]}" if len(pus) > 1 else f"{pus[0]}" for pus in ranges)


def latency_rows(machine: MachineTopology) -> Rows:
    """Latencies between NUMA nodes; for many nodes, how often each value occurs."""
    if not machine.nodes:
        return []
    names = [f"NUMA node #{node}" for node in machine.nodes]
    if len(names) <= MOST_NODES:
        rows = zip(names, machine.latencies, strict=True)
        return [["from, to", *names], *([name, *map(str, row)] for name, row in rows)]
    counts = Counter(value for row in machine.latencies for value in row)
    total = len(names) ** 2
    return [
        ["latency", "directions"],
        *([str(value), f"{counts[value]} of {total}"] for value in sorted(counts)),
    ]


def memory_rows(machine: MachineTopology) -> Rows:
    rows = [
        [
            sized(f"NUMA node #{figure['node']}", machine.sizes.get(figure["node"], 0)),
            figure["attribute"],
            ranges_text(figure["from_pus"]),
            f"{figure['value']:,} {figure['unit']}",
        ]
        for figure in machine.figures
    ]
    left = len(rows) - MOST_FIGURES
    more = [[f"and {left} more", "", "", ""]] if left > 0 else []
    head = ["memory", "what", "from hardware threads", "value"]
    return [head, *rows[:MOST_FIGURES], *more] if rows else []


def distance_rows(pairs: Pairs) -> Rows:
    """Minimum, median and maximum of the pairs at each distance."""
    head = "distance|pairs|ns: min|median|max|GB/s: min|median|max"
    rows = [head.split("|")]
    for (name, ns), (_, rates) in zip(by_distance(pairs, scaled(pairs.latency_us, 1e3)),
                                      by_distance(pairs, scaled(pairs.rate_MBps, 1e-3)),
                                      strict=True):
        if ns and rates:
            numbers = [number_text(of(column)) for column in (ns, rates)
                       for of in (min, median, max)]
            rows.append([name, str(len(ns)), *numbers])
    return rows


def canary_rows(canaries: Sequence[CanaryRecord]) -> Rows:
    """The canaries' medians, leasts and mosts for each placement and number of ranks."""
    def spread(values: Sequence[float]) -> str:
        return (f"{number_text(median(values))} ({number_text(min(values))} to "
                f"{number_text(max(values))})" if values else "–")

    by_place: dict[tuple[str, int], list[CanaryRecord]] = defaultdict(list)
    for canary in canaries:
        by_place[canary.placement, canary.ranks].append(canary)
    rows = [["placement", "ranks", "launches", *CANARIES.values()]] if canaries else []
    for (placement, ranks), alike in by_place.items():
        values = [[getattr(canary, name) for canary in alike] for name in CANARIES]
        texts = [spread([value for value in row if value is not None]) for row in values]
        rows.append([placement, f"{ranks:,}", f"{len(alike):,}", *texts])
    return rows
