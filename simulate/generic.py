# SPDX-License-Identifier: BSD-3-Clause
"""Generic interconnects, `bus:16` to `torus:4x4x2`, all with the same round numbers.

A bus, a crossbar and a NUMA machine have shared memory, and so a description for the
coherence engine too.
"""

import math
import re
from collections.abc import Callable

from simulate.descriptions import interconnects as lines
import simulate.simgrid_xml as xml
from simulate.costs import Costs
from simulate.descriptions.description import CORES_MOST, RESOURCES_MOST, Carriers, Core
from simulate.platforms import Model, Parameter, Platform, PlatformError

MOST = 1024  # ranks; beyond that a simulation takes hours
DIGITS = 9  # of a number; more are too many
RATE, LATENCY, SOFTWARE = 1000.0, 0.1, 0.5  # 10^6 bytes/s, us for each link, us on each side
ASSUMED = "assumption: a round number"
SHAPES = "bus:P, crossbar:P, numa:SxC, hypercube:P, torus:XxY[xZ]"


_LINK = Parameter("rate of a link", RATE, "10^6 bytes/s", ASSUMED)
_LATENCY = Parameter("latency of a link", LATENCY, "us", ASSUMED)
_SOFTWARE = Parameter("software of a message, on each side", SOFTWARE, "us", ASSUMED)


def _platform(
    name: str, description: str, seats: list[str], body: list[str],
    coherent: Callable[[], tuple[list[Core], Carriers]] | None = None,
) -> Platform:
    """`coherent` returns the cores, and the resources that carry lines between them."""
    model = Model(xml.platform(body), Costs(((0, SOFTWARE),)))
    machine = None
    if coherent and len(seats) <= CORES_MOST:
        cores, carriers = coherent()
        if len(carriers.resources) <= RESOURCES_MOST:
            machine = lines.uniform(name, description, cores, carriers, _LINK, _LATENCY,
                                    lines.round_figures(_LATENCY, _LINK))
    return Platform(name, description, tuple(seats), (_LINK, _LATENCY, _SOFTWARE), model,
                    machine=machine)


def bus(name: str, sizes: tuple[int, ...]) -> Platform:
    """One link that every message crosses once."""
    (ranks,) = sizes
    body = [xml.host("node", ranks), xml.link("bus", RATE, LATENCY),
            xml.route("node", "node", ["bus"])]
    return _platform(name, f"{ranks} processors on one bus", ["node"] * ranks, xml.zone(body),
                     lambda: (lines.bus_cores(ranks), lines.bus_carriers(RATE)))


def crossbar(name: str, sizes: tuple[int, ...]) -> Platform:
    """A port per processor with half a link's latency; nothing else is shared."""
    (ranks,) = sizes
    body = xml.cluster(ranks, RATE, LATENCY / 2, RATE, LATENCY)
    seats = [f"n{i}" for i in range(ranks)]
    return _platform(name, f"{ranks} processors on a crossbar", seats, body,
                     lambda: (lines.crossbar_cores(ranks), lines.crossbar_carriers(ranks, RATE)))


def numa(name: str, sizes: tuple[int, ...]) -> Platform:
    """Sockets, each with a memory that all its messages cross, and a link between any two."""
    sockets, cores = sizes
    body = [xml.host(f"s{i}", cores) for i in range(sockets)]
    body += [xml.link(f"memory{i}", RATE, LATENCY) for i in range(sockets)]
    body += [xml.route(f"s{i}", f"s{i}", [f"memory{i}"]) for i in range(sockets)]
    for i in range(sockets):
        for j in range(i + 1, sockets):
            body.append(xml.link(f"link{i}-{j}", RATE, LATENCY))
            way = [f"memory{i}", f"link{i}-{j}", f"memory{j}"]
            body.append(xml.route(f"s{i}", f"s{j}", way, both=True))
    seats = [f"s{i}" for i in range(sockets) for _ in range(cores)]
    text = f"{sockets} sockets of {cores} cores, each with its memory, a link between any two"
    return _platform(name, text, seats, xml.zone(body),
                     lambda: (lines.numa_cores(sockets, cores),
                              lines.numa_carriers(sockets, RATE)))


def _torus(name: str, shape: tuple[int, ...], text: str) -> Platform:
    hosts = math.prod(shape)
    body = xml.cluster(hosts, RATE, LATENCY, RATE, LATENCY, shape)
    return _platform(name, text, [f"n{i}" for i in range(hosts)], body)


def torus(name: str, sizes: tuple[int, ...]) -> Platform:
    """Nearest neighbours in each direction, closed to rings."""
    return _torus(name, sizes, f"torus of {' x '.join(map(str, sizes))}")


def hypercube(name: str, sizes: tuple[int, ...]) -> Platform:
    """Neighbours differ in one bit of their number: a torus of 2 x 2 x ... x 2."""
    dimension = sizes[0].bit_length() - 1
    if sizes[0] != 1 << dimension or dimension < 1:
        raise PlatformError(f"{name}: a hypercube has a power of two of processors")
    return _torus(name, (2,) * dimension, f"hypercube of {sizes[0]}")


_MAKERS: dict[str, tuple[Callable[[str, tuple[int, ...]], Platform], range]] = {
    "bus": (bus, range(1, 2)),
    "crossbar": (crossbar, range(1, 2)),
    "numa": (numa, range(2, 3)),
    "hypercube": (hypercube, range(1, 2)),
    "torus": (torus, range(1, 5)),
}


def generic(name: str) -> Platform | None:
    """The platform of this name; None if it is not a generic one. Raises PlatformError."""
    shape, colon, numbers = name.partition(":")
    if shape not in _MAKERS or not colon:
        return None
    maker, counts = _MAKERS[shape]
    words = numbers.split("x")
    if len(words) not in counts or not all(re.fullmatch("0*[1-9][0-9]*", word) for word in words):
        raise PlatformError(f"{name}: write {SHAPES}")
    sizes = tuple(MOST + 1 if len(word) > DIGITS else int(word) for word in words)
    if not 2 <= math.prod(sizes) <= MOST:
        raise PlatformError(f"{name}: from 2 to {MOST} processors")
    return maker(name, sizes)
