# SPDX-License-Identifier: BSD-3-Clause
"""core-to-core-latency: two cores alternate in compare-and-swap on one cache line."""

from pathlib import Path

from peers.programs import Unavailable, output_of

TIME_S = 60


def latency_us(program: Path, pus: list[int]) -> float:
    """The one-way time between two hardware threads, microseconds: half a round trip."""
    cores = ",".join(map(str, pus[:2]))
    return latency_read(output_of([program, "--csv", "--cores", cores], TIME_S))


def latency_read(text: str) -> float:
    """From its matrix of nanoseconds, which has one value for two cores."""
    for value in text.replace(",", " ").split():
        try:
            return float(value) / 1e3
        except ValueError:
            continue
    raise Unavailable("core-to-core-latency printed no latency")
