# SPDX-License-Identifier: BSD-3-Clause
"""Measured pairs of cores: two heat maps, then minimum, median and maximum by distance."""

from collections.abc import Iterator
from statistics import median

from records.topology import Pairs
from reports.draw.heat import by_distance, scaled
from reports.terminal.heat import numbers_map


def _lines(cores: int, pairs: Pairs, colour: bool) -> Iterator[str]:
    if len(pairs.pus) < cores:
        yield (f"{len(pairs.pus)} of {cores} cores, evenly spread, numbered by hardware thread")
        yield ""
    latencies, rates = scaled(pairs.latency_us, 1e3), scaled(pairs.rate_MBps, 1e-3)
    yield from numbers_map("One-way time of 8 bytes, ns", pairs.pus, latencies, colour)
    yield from numbers_map("One-way bandwidth of 1 MiB, GB/s", pairs.pus, rates, colour)
    yield (f"  {'distance':<36} {'pairs':>6} {'ns: min':>9} {'median':>7} {'max':>7} "
           f"{'MB/s: min':>11} {'median':>7} {'max':>7}")
    for (name, ns), (_, rate) in zip(by_distance(pairs, latencies),
                                     by_distance(pairs, pairs.rate_MBps), strict=True):
        if ns:
            yield (f"  {name:<36} {len(ns):6} {min(ns):9.1f} {median(ns):7.1f} {max(ns):7.1f} "
                   f"{min(rate):11.0f} {median(rate):7.0f} {max(rate):7.0f}")


def pairs_text(cores: int, pairs: Pairs, colour: bool) -> str:
    """`cores`: of the machine, of which some are measured."""
    return "".join(f"{line}\n" for line in _lines(cores, pairs, colour))
