# SPDX-License-Identifier: BSD-3-Clause
"""A description from a matrix of line hand-overs between cores.

A hand-over is a compare-and-swap: it moves the line with ownership and then updates it. So a load
of a line that another core modified takes the hand-over less the update (Schweizer, Besta and
Hoefler 2015: an atomic is the access to the line plus a constant), at the same distance.
"""

import math
from dataclasses import dataclass
from statistics import median

from simulate.descriptions.description import (
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
from simulate.descriptions.matrix import Matrix

CLEAN = 0.5  # of a modified line's time within an LLC: it need not be fetched from a core
DRAM_NS = 40.0  # beyond the way to the memory's controller, which is that to a distant core


@dataclass(frozen=True)
class Facts:
    """What the matrix does not tell."""

    protocol: str
    carriers: Carriers
    rates: str  # where their rates are from
    figures: dict[str, Figure]


def filled(cores: list[Core], matrix: Matrix) -> Square:
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


def typical(cores: list[Core], transfer: Square) -> dict[str, float]:
    """The median of each distance; of those within a socket, that of the quickest socket.

    Sockets differ where all of a measurement's lines had their home on one of them.
    """
    found: dict[tuple[str, int], list[float]] = {}
    for i, one in enumerate(cores):
        for j, other in enumerate(cores[:i]):
            name = distance(one, other)
            socket = 0 if name == "far" else one["socket"]
            found.setdefault((name, socket), []).append(transfer[i][j])
    near: dict[str, float] = {}
    for (name, _), values in found.items():
        near[name] = min(median(values), near.get(name, math.inf))
    return near


def _shared(near: dict[str, float], hit: float, known: dict[str, Figure]) -> dict[str, float]:
    """A clean line: half of a modified one's time within an LLC, elsewhere the same."""
    shared, last = {}, hit
    for name in DISTANCES:
        guess = near.get(name, last) * (CLEAN if name == "llc" else 1)
        last = max(last, known[name].value if name in known else guess)
        shared[name] = round(last, 1)
    return shared


def _memory(cores: list[Core], near: dict[str, float], own: float | None) -> Square:
    """The way of a line between these nodes, or across one, and the memory's own time."""
    places = {one["node"]: one["socket"] for one in cores}
    way, last = {}, 0.0
    for name in DISTANCES:
        way[name] = last = max(last, near.get(name, last))
    rest = DRAM_NS if own is None else own - way["node"]

    def time(a: int, b: int) -> float:
        place = "node" if a == b else "socket" if places[a] == places[b] else "far"
        return round(max(way[place] + rest, own or 0), 1)

    return [[time(a, b) for b in sorted(places)] for a in sorted(places)]


def loads(
    cores: list[Core], matrix: Matrix, figures: dict[str, Figure],
) -> tuple[Square, str]:
    """What a load of a modified line takes if a hand-over takes what the matrix says."""
    atomic, hit = ((DEFAULTS | figures)[name].value for name in ("atomic_ns", "hit_ns"))
    transfer = [[round(max(value - atomic, hit), 1) if i != j else 0.0
                 for j, value in enumerate(row)] for i, row in enumerate(filled(cores, matrix))]
    return transfer, "the matrix: a hand-over by compare-and-swap less an atomic update"


def describe_transfers(
    name: str, text: str, cores: list[Core], transfer: tuple[Square, str], facts: Facts,
    measured: dict[str, Figure] | None = None,
) -> Description:
    """`transfer`: loads of modified lines, and their source.

    `measured`: of a clean line by distance, and of a load from "memory".
    """
    known, near = measured or {}, typical(cores, transfer[0])
    hit = (DEFAULTS | facts.figures)["hit_ns"].value
    clean = "assumption: half of a modified line's within an LLC, elsewhere the same"
    dram = f"assumption: a transfer within the node or between nodes, and {DRAM_NS:.0f} ns"
    own = None
    if "memory" in known:
        own = known["memory"].value
        dram = f"{known['memory'].source}; another node: and the way between the nodes"
    if "llc" in known:
        clean = f"{known['llc'].source}; distances that are not here: assumption"
    return describe(name, text, facts.protocol, cores, transfer,
                    (_shared(near, hit, known), clean), (_memory(cores, near, own), dram),
                    (facts.carriers, facts.rates), facts.figures)
