# SPDX-License-Identifier: BSD-3-Clause
"""EPCC's OpenMP micro-benchmarks: overheads of the program syncbench, versions 3.1 and 4.0."""

import re
from functools import partial
from pathlib import Path
from typing import NamedTuple

from comops_peers.programs import Comops, Measured, Unavailable, output_of
from comops_peers.tables import turns_section
from comops_peers.turns import PeerComparison

TIME_S = 60
NO_DELAY = ["--delay-time", "0.001"]  # us, in each repetition: 0 is refused
# A construct's overhead, twice in 4.0; the median comes last and counts.
OVERHEAD = re.compile(r"^(\S+) (?:overhead|median_ovrhd)\s*= (-?[\d.]+) microseconds", re.M)
NOTE = ("EPCC's critical section and lock protect nothing, ours a shared word; its atomic adds a "
        "double, by compare-and-swap")


class Construct(NamedTuple):
    """Our pattern and protocol over threads, and EPCC's names.

    `in_turn`: the threads share EPCC's repetitions; one of our runs is one entry of each.
    """

    pattern: str
    protocol: str
    size: int
    names: tuple[str, ...]
    in_turn: bool = True


CONSTRUCTS = {
    "barrier": Construct("barrier", "barrier", 0, ("BARRIER",), in_turn=False),
    "critical": Construct("mutual_exclusion", "library", 8, ("CRITICAL",)),
    "lock": Construct("mutual_exclusion", "lock", 8, ("LOCK_CONTENDED", "LOCK/UNLOCK")),
    "atomic": Construct("counter", "library", 0, ("ATOMIC",)),
    "single": Construct("single", "library", 0, ("SINGLE",), in_turn=False),
}


def overheads_read(text: str) -> dict[str, float]:
    """Microseconds by EPCC's name of the construct."""
    return {name: float(us) for name, us in OVERHEAD.findall(text)}


def measure(program: Path, construct: Construct, pus: list[int]) -> Measured:
    """EPCC's overhead for one of our runs. Unavailable if it has none above its reference."""
    overheads = overheads_read(output_of([program, *NO_DELAY], TIME_S, {
        "OMP_NUM_THREADS": str(len(pus)), "OMP_PROC_BIND": "true",
        "OMP_PLACES": ",".join(f"{{{pu}}}" for pu in pus)}))
    times = [overheads[name] for name in construct.names if name in overheads]
    if not times or times[0] <= 0:
        raise Unavailable(f"{program.name}: no overhead of {construct.names[0]}")
    return {construct.size: times[0] * (len(pus) if construct.in_turn else 1)}


def comparisons(comops: Comops, program: Path, _sizes: list[int], pus: list[int]
                ) -> list[PeerComparison]:
    """Each construct in a loop, as EPCC repeats it."""
    return [PeerComparison(name, partial(comops.measure, loop.pattern, "threads", loop.protocol,
                                         [loop.size], "--method", "comops"),
                           partial(measure, program, loop, pus))
            for name, loop in CONSTRUCTS.items()]


section = partial(turns_section, "OpenMP's constructs against EPCC's micro-benchmarks",
                  "construct", "EPCC", note=NOTE)
