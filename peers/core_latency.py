# SPDX-License-Identifier: BSD-3-Clause
"""core-to-core-latency: two cores alternate in compare-and-swap on one cache line."""

from pathlib import Path

from peers.ours import Comops, Measured
from peers.programs import Unavailable, output_of
from peers.turns import Comparison

TIME_S, SIZE = 60, 8
REPEATS = 3  # three percent need more turns than ten


def measure(program: Path, pus: list[int]) -> Measured:
    """The one-way time between two hardware threads, microseconds: half a round trip."""
    cores = ",".join(map(str, pus[:2]))
    return {SIZE: latency_read(output_of([program, "--csv", "--cores", cores], TIME_S))}


def latency_read(text: str) -> float:
    """From its matrix of nanoseconds, which has one value for two cores."""
    for value in text.replace(",", " ").split():
        try:
            return float(value) / 1e3
        except ValueError:
            continue
    raise Unavailable("core-to-core-latency printed no latency")


def comparisons(comops: Comops, program: Path, _sizes: list[int], pus: list[int]
                ) -> list[Comparison]:
    """One way of 8 bytes against one way of compare-and-swap."""
    return [Comparison("compare-and-swap",
                       lambda: comops.measure("pingpong", "threads", "direct", [SIZE], "--method",
                                              "comops"),
                       lambda: measure(program, pus), REPEATS)]
