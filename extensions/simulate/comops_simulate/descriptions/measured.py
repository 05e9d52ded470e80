# SPDX-License-Identifier: BSD-3-Clause
"""A description from what loads of lines between cores take, or from a matrix of hand-overs: the
same for a machine that is built in, one in hwloc's XML, and this one."""

import math

import numpy as np

from comops_simulate.descriptions.description import (DEFAULTS, DISTANCES, Core, Description,
                                                      Sourced, Square, apart, below, by_distance,
                                                      describe)
from comops_simulate.descriptions.matrix import CONTRAST, blank_text
from comops_simulate.descriptions.processors import (DRAM_NS, Row, carriers_of, figures_of,
                                                     protocol_of, source_of)

HOME_LEGS = 2 / 3  # of a transfer: from the core to the line's home, and back
CLEAN = 0.5  # of a modified line's time within an LLC: it need not be fetched from a core


def filled(cores: list[Core], matrix: np.ndarray) -> np.ndarray:
    """Pairs that were not measured take the median of their distance, or the nearest smaller."""
    known, medians = by_distance(cores, matrix), [math.nan]
    for name in DISTANCES:
        medians.append(float(np.median(known[name])) if name in known else medians[-1])
    usual = np.nan_to_num(medians[1:], nan=np.nanmin(medians))
    return np.where(np.isnan(matrix), usual[apart(cores)], matrix)


def _shared(near: dict[str, float], hit: float, known: dict[str, Sourced]) -> dict[str, float]:
    """A clean line: half of a modified one's time within an LLC, elsewhere the same."""
    shared, last = {}, hit
    for name in DISTANCES:
        guess = near.get(name, last) * (CLEAN if name == "llc" else 1)
        last = max(last, known[name].value if name in known else guess)
        shared[name] = round(last, 1)
    return shared


def _memory(cores: list[Core], near: dict[str, float], own: float | None) -> Square:
    """The way of a line between these nodes, or across one, and the memory's own time. Between the
    LLCs of a node the way leads past the memory's controller, so two of its three legs count."""
    places = {place["node"]: place["socket"] for place in cores}
    way, last, legs = {}, 0.0, HOME_LEGS if "node" in near else 1
    for name in DISTANCES:
        way[name] = last = max(last, legs * near.get(name, 0))
    rest = DRAM_NS if own is None else own - way["node"]

    def time(a: int, b: int) -> float:
        place = "node" if a == b else "socket" if places[a] == places[b] else "far"
        return round(max(way[place] + rest, own or 0), 1)

    return [[time(a, b) for b in sorted(places)] for a in sorted(places)]


def _quick_sockets(cores: list[Core], matrix: np.ndarray) -> tuple[np.ndarray, str]:
    """The matrix without the pairs within a socket that take as long as pairs across sockets, if
    within another socket they are quicker; and what to say of it.

    Such a measurement had all its lines in the memory of the other socket, so what a core of this
    one takes crosses the link, too.
    """
    places, sockets = apart(cores), np.array([place["socket"] for place in cores])
    far, slow = below(matrix, places == len(DISTANCES) - 1), np.zeros(matrix.shape, dtype=bool)
    for at in range(len(DISTANCES) - 1):
        pairs = {socket: (places == at) & (sockets == socket)[:, None] for socket in set(sockets)}
        medians = {socket: float(np.median(below(matrix, chosen)))
                   for socket, chosen in pairs.items() if below(matrix, chosen).size}
        for socket, median in medians.items() if far.size else ():
            if median > CONTRAST * min(medians.values()) and median * CONTRAST > np.median(far):
                slow |= pairs[socket]
    if not slow.any():
        return matrix, ""
    text = ("within a socket that took as long as the link takes (all lines lay in the memory of "
            "the other): the median of the same distance within the other")
    return np.where(slow, math.nan, matrix), text


def loads(
    cores: list[Core], matrix: np.ndarray, facts: Row, figures: dict[str, Sourced],
) -> tuple[Square, str]:
    """What a load of a modified line takes if a hand-over takes what the matrix says: the hand-over
    less the update, at every distance (Schweizer, Besta and Hoefler 2015: an atomic is the access
    to the line plus a constant), unless both were measured on such a processor."""
    atomic, hit = ((DEFAULTS | figures)[name].value for name in ("atomic_ns", "hit_ns"))
    quick, socket = _quick_sockets(cores, matrix)
    hand_over, part = filled(cores, quick), float(facts.get("load_part", 0))
    transfer = np.maximum(hand_over * part if part else hand_over - atomic, hit)
    np.fill_diagonal(transfer, 0)
    rounded = [[round(value, 1) for value in row] for row in transfer.tolist()]
    text = "the matrix: a hand-over by compare-and-swap " + (
        f"times {part:g} ({source_of(facts, 'load_part')})" if part else "less an atomic update")
    return rounded, "; ".join(filter(None, (text, socket, blank_text(matrix))))


def _update(siblings: np.ndarray, matrix: np.ndarray, facts: Row) -> dict[str, Sourced]:
    """An atomic update is what siblings of a core take for a hand-over, if they were measured and
    told apart from cores; it was measured on some families."""
    others = below(matrix, matrix > 0)
    if "atomic_ns" in facts or not siblings.size or 2 * np.nanmedian(siblings) >= others.min():
        return {}
    return {"atomic_ns": Sourced(round(float(np.nanmedian(siblings)), 1),
                                 "the matrix: what siblings of a core take for a hand-over")}


def describe_matrix(
    name: str, text: str, cores: list[Core], matrix: np.ndarray, siblings: np.ndarray, facts: Row,
    figures: dict[str, Sourced],
) -> Description:
    """`matrix`: hand-overs between cores, `siblings` within them. `facts`: of the processor;
    `figures` replace its numbers."""
    figures = figures | _update(siblings, matrix, facts)
    return describe_loads(name, text, cores, loads(cores, matrix, facts, figures), facts, figures)


def describe_loads(
    name: str, text: str, cores: list[Core], transfer: tuple[Square, str], facts: Row,
    figures: dict[str, Sourced], measured: dict[str, Sourced] | None = None,
) -> Description:
    """`transfer`: loads of modified lines, and their source. `measured`: of a clean line by
    distance, and of a load from "memory"."""
    figures = figures_of(facts) | figures
    known, numbers = measured or {}, DEFAULTS | figures
    near = {name: float(np.median(values))
            for name, values in by_distance(cores, np.array(transfer[0])).items()}
    clean = "assumption: half of a modified line's within an LLC, elsewhere the same"
    dram = ("assumption: a transfer within the node or between nodes, two thirds of it if the node "
            f"has several LLCs, and {DRAM_NS:.0f} ns")
    own = None
    if "memory" in known:
        own = known["memory"].value
        dram = f"{known['memory'].source}; another node: and the way between the nodes"
    if "llc" in known:
        clean = f"{known['llc'].source}; distances that are not here: assumption"
    return describe(
        name, text, protocol_of(facts), cores, transfer,
        (_shared(near, numbers["hit_ns"].value, known), clean), (_memory(cores, near, own), dram),
        carriers_of(facts, cores, near, numbers["outstanding"].value), figures)
