# SPDX-License-Identifier: BSD-3-Clause
"""Curves: what one message takes over a library, by its size and the distance of its ranks; and the
model of a machine's messages that reproduces them."""

import math
import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from comops_simulate.descriptions.description import Description, distance
from comops_simulate.messages import EAGER, Costs, Model
import comops_simulate.simgrid_xml as xml

MOST = 1 << 30  # bytes, of a message that is simulated
STEPS = 4  # sampled between two powers of two
WIRE = 1 / 3  # of the shortest message, if no transfer of a line is known
BEYOND = 1e6  # 10^6 bytes/s, what limits nothing
ENVELOPE = 16  # bytes that SMPI adds to each message
# The longest message that a library still sends as short ones, where its manual says so. Sizes on
# both sides of it have nothing in common.
SWITCHES = (
    ("vader", 4095, "Open MPI, btl_vader_eager_limit: 4096 with the header"),
    ("Intel.*MPI", 262144, "Intel MPI, I_MPI_EAGER_THRESHOLD: 262144"),
)
# The algorithms of collective operations that SMPI has, by library; MPICH's otherwise.
SELECTORS = (("Open MPI", "ompi"), ("Intel.*MPI", "impi"), ("MVAPICH", "mvapich2"))

Point = tuple[int, float]  # bytes, microseconds one way


def named(table: tuple[tuple[Any, ...], ...], library: str, default: Any) -> Any:
    return next((row[1] for row in table if re.search(row[0], library)), default)


@dataclass(frozen=True)
class Curve:
    """`points`: in ascending order of bytes, without 0, of messages that answer each other;
    `again`: of messages that follow each other in one direction, if they are known."""

    library: str
    points: tuple[Point, ...]
    source: str
    again: tuple[Point, ...] = ()

    def time_us(self, size: float) -> float:
        """On a power law through the nearest two points on the same side of the library's switch;
        shorter messages than the first take as long as it does."""
        switch = named(SWITCHES, self.library, 0)
        points = [point for point in self.points if (point[0] > switch) == (size > switch)]
        points = points if len(points) > 1 else list(self.points)
        if size <= points[0][0] and points[0] == self.points[0]:
            return points[0][1]
        above = min(max(1, bisect_left([at for at, _ in points], size)), len(points) - 1)
        (low, before), (high, after) = points[above - 1], points[above]
        return before * (after / before) ** (math.log(size / low) / math.log(high / low))


SIZES = (1, *(round(2 ** (power + step / STEPS)) for power in range(3, MOST.bit_length() - 1)
              for step in range(STEPS)))


def _rate(curve: Curve, size: int) -> float:
    """A short message is all work and way, a long one has a rate after the shortest's time."""
    return (size + ENVELOPE) / (curve.time_us(size) - (curve.time_us(1) if size >= EAGER else 0))


def _messages(machine: Description, curves: Mapping[str, Curve], rate: float) -> tuple[Costs, str]:
    """The work at each end of a short message, the same at all distances, and the rest."""
    nearest = [min(curve.time_us(size) for curve in curves.values()) for size in SIZES]
    line = min(ns for row in machine["transfer_ns"] for ns in row if ns) / 1000
    free = [(size + ENVELOPE) / rate for size in SIZES]
    work = [max(0.0, us - alone - min(line, WIRE * nearest[0])) / 2 if size < EAGER else 0
            for size, us, alone in zip(SIZES, nearest, free, strict=True)]
    lines = [f"{name} answer {size + ENVELOPE} {curve.time_us(size) - 2 * ends - alone:.6g} "
             f"{rate:.6g}\n" for name, curve in curves.items()
             for size, ends, alone in zip(SIZES, work, free, strict=True) if size < EAGER]
    lines += [f"{name} {kind} {size + ENVELOPE} {curve.time_us(1):.6g} "
              f"{_rate(replace(curve, points=points), size):.6g}\n"
              for name, curve in curves.items()
              for kind, points in (("answer", curve.points), ("again", curve.again)) if points
              for size in SIZES if size >= EAGER]
    return Costs(tuple((size, ends) for size, ends in zip(SIZES, work, strict=True)
                       if size < EAGER)), "".join(lines)


def curve_model(machine: Description, curves: Mapping[str, Curve]) -> Model:
    """All messages of a core share the highest rate that one has."""
    cores, count = machine["cores"], len(machine["cores"])
    rate = max(_rate(curve, size) for curve in curves.values() for size in SIZES)
    body = [xml.host(f"core{at}") for at in range(count)]
    body += [xml.link(f"copier{at}", rate, 0) for at in range(count)]
    body += [xml.link(f"resource{at}", max(rate, resource["MBps"]), 0)
             for at, resource in enumerate(machine["resources"])]
    body += [xml.link(name, BEYOND, 1, shared=False) for name in curves]
    for a, source in enumerate(cores):
        for b, target in enumerate(cores):
            name = distance(source, target) if a != b else next(iter(curves))
            if name in curves:
                crossed = machine["routes"][source["domain"]][target["domain"]] if a != b else []
                body.append(xml.route(f"core{a}", f"core{b}", dict.fromkeys((
                    name, *(f"resource{at}" for at in crossed), f"copier{a}", f"copier{b}"))))
    library = next(iter(curves.values())).library
    return Model(xml.platform(xml.zone(body)), *_messages(machine, curves, rate),
                 named(SELECTORS, library, "mpich"))
