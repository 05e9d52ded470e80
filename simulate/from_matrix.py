# SPDX-License-Identifier: BSD-3-Clause
"""A description from a matrix of line hand-overs between cores.

A hand-over is a compare-and-swap: it moves the line with ownership and then updates it. So a load
of a line that another core modified takes the hand-over less the update (Schweizer, Besta and
Hoefler 2015: an atomic is the access to the line plus a constant), at the same distance.
"""

import math
from dataclasses import dataclass
from statistics import median

from description import (
    DEFAULTS,
    DISTANCES,
    Carriers,
    Core,
    Description,
    Figure,
    Square,
    by_distance,
    describe,
    distance,
)
from matrix import Matrix

CLEAN = 0.5  # of a modified line's time within an LLC: it need not be fetched from a core
DRAM_NS = 40.0  # beyond the way to the memory's controller, which is that to a distant core


@dataclass(frozen=True)
class Facts:
    """What the matrix does not tell."""

    protocol: str
    carriers: Carriers
    rates: str  # where their rates are from
    figures: dict[str, Figure]


def _filled(cores: list[Core], matrix: Matrix) -> Square:
    """Pairs that were not measured take the median of their distance, or the nearest smaller."""
    known = by_distance(cores, matrix)
    medians, last = {}, None
    for name in DISTANCES:
        values = [value for value in known.get(name, []) if value is not None]
        last = median(values) if values else last
        medians[name] = last
    least = min(value for value in medians.values() if value is not None)
    return [[0.0 if i == j else value if value is not None
             else medians[distance(cores[i], cores[j])] or least
             for j, value in enumerate(row)] for i, row in enumerate(matrix)]


def _typical(cores: list[Core], transfer: Square) -> dict[str, float]:
    """The median of each distance, on the quickest socket.

    Sockets differ where all of a measurement's lines had their home on one of them.
    """
    found: dict[str, float] = {}
    for socket in {one["socket"] for one in cores}:
        here = [i for i, one in enumerate(cores) if one["socket"] == socket]
        inside = [[transfer[i][j] for j in here] for i in here]
        for name, values in by_distance([cores[i] for i in here], inside).items():
            found[name] = min(median(values), found.get(name, math.inf))
    return {**found, **{name: median(values)
                        for name, values in by_distance(cores, transfer).items() if name == "far"}}


def _shared(typical: dict[str, float], hit: float) -> dict[str, float]:
    """A clean line: half of a modified one's time within an LLC, elsewhere the same."""
    shared, last = {}, hit
    for name in DISTANCES:
        last = max(last, typical.get(name, last) * (CLEAN if name == "llc" else 1))
        shared[name] = round(last, 1)
    return shared


def _memory(cores: list[Core], typical: dict[str, float]) -> Square:
    """The way of a line between these nodes, or across one, and the memory's own time."""
    places = {one["node"]: one["socket"] for one in cores}
    way, last = {}, 0.0
    for name in DISTANCES:
        way[name] = last = max(last, typical.get(name, last))

    def time(a: int, b: int) -> float:
        place = "node" if a == b else "socket" if places[a] == places[b] else "far"
        return round(way[place] + DRAM_NS, 1)

    return [[time(a, b) for b in sorted(places)] for a in sorted(places)]


def describe_matrix(
    name: str, text: str, cores: list[Core], matrix: Matrix, facts: Facts,
) -> Description:
    """`matrix`: hand-overs between the cores, in their order."""
    figures = DEFAULTS | facts.figures
    atomic, hit = figures["atomic_ns"].value, figures["hit_ns"].value
    transfer = [[round(max(value - atomic, hit), 1) if i != j else 0.0
                 for j, value in enumerate(row)] for i, row in enumerate(_filled(cores, matrix))]
    typical = _typical(cores, transfer)
    return describe(
        name, text, facts.protocol, cores,
        (transfer, "the matrix: a hand-over by compare-and-swap less an atomic update"),
        (_shared(typical, hit),
         "assumption: half of a modified line's within an LLC, elsewhere the same"),
        (_memory(cores, typical),
         f"assumption: a transfer within the node or between nodes, and {DRAM_NS:.0f} ns"),
        (facts.carriers, facts.rates), facts.figures)
