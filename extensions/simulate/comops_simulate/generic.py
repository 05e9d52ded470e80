# SPDX-License-Identifier: BSD-3-Clause
"""Generic interconnects, `bus:16` to `torus:4x4x2`, all with the same round numbers.

A bus, a crossbar and a NUMA machine have shared memory, and so a description for the coherence
engine too. In it all times between two cores are the same, so that the interconnect alone makes a
difference.
"""

import math
import re
from collections.abc import Callable

from comops_simulate.descriptions.description import (CORES_MOST, DISTANCES, RESOURCES_MOST,
                                                      Carriers, Core, Description, Sourced, core,
                                                      describe)
from comops_simulate.messages import Costs, Model
from comops_simulate.platforms import Parameter, Platform, PlatformError
import comops_simulate.simgrid_xml as xml

MOST = 1024  # ranks; beyond that a simulation takes hours
DIGITS = 9  # of a number; more are too many
RATE, LATENCY, SOFTWARE = 1000.0, 0.1, 0.5  # 10^6 bytes/s, us for each link, us on each side
ASSUMED = "assumption: a round number"
LEAST_TRAFFIC = "moesi", "assumption: a modified line goes only to its readers"
SHAPES = "bus:P, crossbar:P, numa:SxC, hypercube:P, torus:XxY[xZ]"

_LINK = Parameter("rate of a link", RATE, "10^6 bytes/s", ASSUMED)
_LATENCY = Parameter("latency of a link", LATENCY, "us", ASSUMED)
_SOFTWARE = Parameter("software of a message, on each side", SOFTWARE, "us", ASSUMED)
# The processor is imaginary: its caches hold all messages, instructions take 1 or 10 ns, and a core
# has enough lines in flight for the rate of its link.
_FIGURES = {member: Sourced(value, ASSUMED) for member, value in {
    "hit_ns": 1, "store_ns": 1, "pause_ns": 10, "atomic_ns": 10, "fence_ns": 10, "window_ns": 0,
    "outstanding": 10, "stores": 50, "copy_MBps": 10 * RATE, "reduce_ns_per_byte": 0.1,
    "futex_ns": 0, "futex_call_ns": 0, "cache_bytes": 1 << 26, "llc_bytes": 0}.items()}


def _platform(
    name: str, description: str, hosts: list[str], body: list[str],
    coherent: Callable[[], tuple[list[Core], Carriers]] | None = None,
) -> Platform:
    """`coherent` returns the cores, and the resources that carry lines between them."""
    model = Model(xml.platform(body), Costs(((0, SOFTWARE),)))
    machine = None
    if coherent and len(hosts) <= CORES_MOST:
        cores, carriers = coherent()
        if len(carriers.resources) <= RESOURCES_MOST:
            machine = uniform(name, description, cores, carriers, _LINK, _LATENCY, _FIGURES)
    return Platform(name, description, tuple(hosts), (_LINK, _LATENCY, _SOFTWARE), model,
                    machine=machine)


def bus(name: str, sizes: tuple[int, ...]) -> Platform:
    """One link that every message crosses once."""
    (ranks,) = sizes
    body = [xml.host("node", ranks), xml.link("bus", RATE, LATENCY),
            xml.route("node", "node", ["bus"])]
    return _platform(name, f"{ranks} processors on one bus", ["node"] * ranks, xml.zone(body),
                     lambda: (cores_of(ranks, ranks), bus_carriers(RATE)))


def crossbar(name: str, sizes: tuple[int, ...]) -> Platform:
    """A port per processor with half a link's latency; nothing else is shared."""
    (ranks,) = sizes
    body = xml.cluster(ranks, RATE, LATENCY / 2, RATE, LATENCY)
    hosts = [f"n{i}" for i in range(ranks)]
    return _platform(name, f"{ranks} processors on a crossbar", hosts, body,
                     lambda: (cores_of(ranks, 1), crossbar_carriers(ranks, RATE)))


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
    hosts = [f"s{i}" for i in range(sockets) for _ in range(cores)]
    text = f"{sockets} sockets of {cores} cores, each with its memory, a link between any two"
    return _platform(name, text, hosts, xml.zone(body),
                     lambda: (cores_of(len(hosts), cores, True), numa_carriers(sockets, RATE)))


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
        raise PlatformError(f"{name}: a hypercube needs a number of processors that is a power "
                            "of two")
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


def bus_carriers(rate: float) -> Carriers:
    """One bus, which every line crosses, also those of the memory behind it."""
    carriers = Carriers(memory_of=[-1])
    carriers.add("bus", "bus", rate)
    carriers.routes = [[[0]]]
    return carriers


def crossbar_carriers(ports: int, rate: float) -> Carriers:
    """Each domain has a port, with a separate rate in each direction, and memory behind it."""
    carriers = Carriers(memory_of=[-1] * ports)
    outward = [carriers.add(f"port {i} out", "port", rate) for i in range(ports)]
    inward = [carriers.add(f"port {i} in", "port", rate) for i in range(ports)]
    carriers.routes = [[[outward[i], inward[j]] if i != j else [] for j in range(ports)]
                       for i in range(ports)]
    return carriers


def numa_carriers(sockets: int, rate: float) -> Carriers:
    """Each socket has a bus; any two have a link."""
    carriers = Carriers(memory_of=[-1] * sockets)
    buses = [carriers.add(f"bus {i}", "bus", rate) for i in range(sockets)]
    link = {(i, j): carriers.add(f"link {i}-{j}", "link", rate)
            for i in range(sockets) for j in range(i + 1, sockets)}
    carriers.routes = [[[buses[i], link[min(i, j), max(i, j)], buses[j]] if i != j else [buses[i]]
                        for j in range(sockets)] for i in range(sockets)]
    return carriers


def cores_of(count: int, each: int, sockets: bool = False) -> list[Core]:
    """Every `each` cores are a node and a domain; with `sockets` also a socket."""
    return [core(i, i // each, i // each if sockets else 0, i // each) for i in range(count)]


def uniform(
    name: str, text: str, cores: list[Core], carriers: Carriers, rate: Parameter,
    latency: Parameter, figures: dict[str, Sourced], protocol: tuple[str, str] = LEAST_TRAFFIC,
) -> Description:
    """A machine whose pairs of cores all have this latency (us), as has its memory."""
    ns = 1000 * latency.value
    count, nodes = len(cores), len(carriers.memory_of)
    transfer = [[ns if i != j else 0.0 for j in range(count)] for i in range(count)]
    return describe(
        name, text, protocol, cores, (transfer, latency.source),
        (dict.fromkeys(DISTANCES, ns), latency.source),
        ([[ns] * nodes for _ in range(nodes)], latency.source), (carriers, rate.source), figures)
