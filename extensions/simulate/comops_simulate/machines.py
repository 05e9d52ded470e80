# SPDX-License-Identifier: BSD-3-Clause
"""The machines of the papers, with their printed parameters.

Figures that are not printed are fitted only to printed ping-pong times, or are assumptions; the
simulation predicts the other printed times.
"""

from dataclasses import replace
from functools import partial

from comops_papers.published_values import times, value
from comops_simulate.descriptions.description import Sourced
from comops_simulate.descriptions.papers import luecke, luo, torus_hops
from comops_simulate.generic import bus_carriers, cores_of, crossbar_carriers
from comops_simulate.messages import Costs, Model, costs_from_table
from comops_simulate.platforms import Parameter, Platform
import comops_simulate.simgrid_xml as xml

LUO, THESIS, LUECKE = "Luo 1996, Table 1", "thesis, Table 5.1", "Luecke et al. 2004"
MPICH_EAGER = 16384  # bytes
PROCESSORS = 4  # of his figures over the size
TREES = "bcast:binomial_tree", "reduce:binomial"  # SGI's MPI: Luo 1996, text
SMALL_US = 10.0  # of a small message on Luo's machines, whose text prints no latency

# ---- Luo's three shared-memory machines: the receiver's processor copies ------------------------


def _copying(
    name: str, description: str, ports: list[list[str]], links: list[str], bandwidth: Parameter,
    copies: int = 1,
) -> Platform:
    """`ports`: of each processor, the shared links that its copies cross."""
    copy_rate = (PROCESSORS - 1) * value("prose-values", machine="SGI Power Challenge",
                                         metric="bandwidth_limit")
    count = len(ports)
    body = [xml.host(f"cpu{i}") for i in range(count)] + links
    body += [xml.link(f"copy{i}", copy_rate, 0) for i in range(count)]
    for i in range(count):
        for j in range(count):
            way = dict.fromkeys(ports[i] + ports[j]) if i != j else ports[i]
            copier = ["copy%d" % k for k in ((i, j) if copies == 2 and i != j else (j,))]
            body.append(xml.route(f"cpu{i}", f"cpu{j}", [*way] * copies + copier))
    software = (SMALL_US - 1) / 2
    parameters = (
        bandwidth,
        Parameter("rate at which a processor copies", copy_rate, "10^6 bytes/s",
                  "Luo 1996, text: limit of the Power Challenge's gather, where the root copies "
                  f"alone; assumption: of each of the {PROCESSORS - 1} others' data"
                  + ("" if name == "power-challenge" else "; assumption: the same here")),
        Parameter("latency of the interconnect", 1.0, "us", "assumption: none is printed"),
        Parameter("software of a message, on each side", software, "us",
                  "assumption: none is printed"),
    )
    model = Model(xml.platform(xml.zone(body)), Costs(((0, software),)))
    return Platform(name, description, tuple(f"cpu{i}" for i in range(count)), parameters, model)


def _bandwidth(machine: str) -> Parameter:
    rate = value("luo1997-table1", machine=machine, metric="peak_interconnect_bandwidth") * 1000
    return Parameter("rate of the interconnect", rate, "10^6 bytes/s", LUO)


def _processors(machine: str) -> int:
    return int(value("luo1997-table1", machine=machine, metric="cpu_count"))


def _bus(name: str, machine: str, description: str, copies: int, *how: str) -> Platform:
    bandwidth, count = _bandwidth(machine), _processors(machine)
    links = [xml.link("bus", bandwidth.value, 1.0 / copies)]
    return luo(_copying(name, description, [["bus"]] * count, links, bandwidth, copies), machine,
               *how, cores_of(count, count), bus_carriers(bandwidth.value))


def power_challenge() -> Platform:
    text = "SGI Power Challenge, 8 processors on a bus; the receiver copies"
    platform = _bus("power-challenge", "SGI Power Challenge", text, 1, "cache_L2", "mesi")
    return replace(platform, two_sided=replace(platform.two_sided, algorithms=TREES))


def alphaserver() -> Platform:
    text = "DEC AlphaServer 8400, 10 processors on a bus; MPICH copies in and out of a buffer"
    return _bus("alphaserver-8400", "DEC AlphaServer 8400/300 (Turbolaser)", text, 2, "cache_L3",
                "moesi")


def spp1600() -> Platform:
    count, bandwidth = _processors("Convex SPP1600"), _bandwidth("Convex SPP1600")
    links = [xml.link(f"agent{i}", bandwidth.value, 0.5) for i in range(count // 2)]
    text = "Convex SPP1600, a hypernode: 8 processors, in pairs on the agents of a crossbar"
    ports = [[f"agent{i // 2}"] for i in range(count)]
    return luo(_copying("spp1600", text, ports, links, bandwidth), "Convex SPP1600", "cache_L1",
               "mesi", cores_of(count, 2), crossbar_carriers(count // 2, bandwidth.value))


def _cluster(name: str, nodes: int, machine: str, text: str) -> Platform:
    table = times("thesis-table5.1", machine=machine, model="mpi")
    size, longest = table[-1]
    rate, wire = size / longest, 10.0
    parameters = (
        Parameter("rate of a node's link", rate, "10^6 bytes/s", f"{THESIS}: the longest message"),
        Parameter("latency from node to node", wire, "us", "assumption: two cards and a switch"),
        Parameter("time of a small message", table[0][1], "us", f"{THESIS}; each side has one half "
                  "of what the wires leave, at every size up to the eager limit"),
        Parameter("eager limit", MPICH_EAGER, "bytes", "thesis, section 5.1.2: that of MPICH"),
    )
    model = Model(xml.platform(xml.cluster(nodes, rate, wire / 2, 10 * rate, 1.0)),
                  costs_from_table(table, wire, rate, eager=MPICH_EAGER))
    hosts = tuple(f"n{i}" for i in range(nodes))
    return Platform(name, f"{text}; one rank a node", hosts, parameters, model)


# ---- three Origins 2000, and the T3E of Luecke et al. -------------------------------------------

# A get or put before a fence takes dependent messages: its own, and in each of SMPI's barriers one
# for each bit of the number of ranks. A closing fence is two barriers.
CLOSING = 2


def origin(name: str, nodes: int, clock: Sourced, cache: Sourced) -> Platform:
    """`clock` in MHz, `cache` in KiB. All have Pleione's messages and the loads of Luecke's."""
    hop, link_rate = 0.1, 780.0
    dimension = (nodes - 1).bit_length()
    puts = dict(times("thesis-table5.1", machine="Pleione", model="mpi2-put"))
    # The listing's loop has one fence, which completes the puts of both ranks; half of its time is
    # printed. That of 8 bytes exceeds that of 1000: an outlier.
    size, longest = max(puts.items())
    put_rate = size / (2 * longest)
    small = (2 * puts[1000] - 1000 / put_rate) / (1 + CLOSING)
    sends = times("thesis-table5.1", machine="Pleione", model="mpi")
    rate = sends[-1][0] / sends[-1][1]
    body = xml.cluster(1 << dimension, link_rate, hop, link_rate, hop, (2,) * dimension, cores=2)
    file = xml.platform(body)
    parameters = (
        Parameter("rate of a link", link_rate, "10^6 bytes/s", "assumption: the vendor's peak"),
        Parameter("latency of a link", hop, "us", "assumption: a router takes about that"),
        Parameter("put, get: time of a small message", small, "us", f"{THESIS} (Pleione, MPI-2): "
                  "a third of the time of a put of 1000 bytes and its fence"),
        Parameter("put, get: rate of a message", put_rate, "10^6 bytes/s",
                  f"{THESIS} (Pleione, MPI-2): the longest message"),
        Parameter("sends: time of a small message", sends[0][1], "us",
                  f"{THESIS} (Pleione), all sizes"),
        Parameter("sends: rate of a message", rate, "10^6 bytes/s",
                  f"{THESIS} (Pleione): the longest message"),
    )
    platform = Platform(
        name, f"SGI Origin 2000, {nodes} nodes of two processors on a hypercube, "
        f"{clock.value:.0f} MHz", tuple(f"n{i // 2}" for i in range(2 * nodes)), parameters,
        Model(file, costs_from_table(sends, hop, rate, link_rate)),
        Model(file, costs_from_table([(0, small)], hop, put_rate, link_rate)))
    return luecke(platform, "SGI Origin 2000", nodes, lambda a, b: (a ^ b).bit_count(),
                  clock, cache)


def _gets(table: list[tuple[int, float]], ranks: int, wire: float, link_rate: float) -> Costs:
    """The costs from the times of one get and the fence of all ranks after it."""
    (_, least), *_, (size, longest) = table
    each = least / (1 + CLOSING * (ranks - 1).bit_length())
    own = [(bytes, each + time - least) for bytes, time in table]
    return costs_from_table(own, wire, size / (longest - least), link_rate)


def t3e() -> Platform:
    hop, link_rate, shape = 0.05, 500.0, (8, 8, 4)
    gets = times("luecke2004-table1", machine="Cray T3E-600", model="mpi2-get")
    swap = {"machine": "T3E-900", "model": "mpi", "pattern": "swap-ordered"}
    small = value("worley1999-table5", **swap, bytes="8192", metric="latency") / 2
    rate = value("worley1999-table5", **swap, bytes="2097152", metric="peak_bandwidth")
    file = xml.platform(xml.cluster(256, link_rate, hop, link_rate, hop, shape))
    parameters = (
        Parameter("rate of a link", link_rate, "10^6 bytes/s",
                  "assumption: the vendor's, without headers"),
        Parameter("latency of a link", hop, "us", "assumption: a router takes about that"),
        *(Parameter(f"put, get: time of {size} bytes", time, "us",
                    "Luecke et al. 2004, Table I: distant get of 256 ranks, fence included")
          for size, time in gets),
        Parameter("sends: time of a small message", small, "us",
                  "Worley 1999, Table 5: half an ordered swap of the T3E-900"),
        Parameter("sends: rate of a message", rate, "10^6 bytes/s",
                  "Worley 1999, Table 5, T3E-900"),
    )
    platform = Platform("t3e", "Cray T3E-600, 256 processors on a torus of 8 x 8 x 4",
                        tuple(f"n{i}" for i in range(256)), parameters,
                        Model(file, costs_from_table([(8, small)], hop, rate, link_rate)),
                        Model(file, _gets(gets, 256, hop * 5, link_rate)))
    # The caches hold only a rank's own memory, so every load of another's is a get.
    return luecke(platform, "Cray T3E-600", 256, torus_hops(shape), Sourced(300, LUECKE),
                  Sourced(96, LUECKE))


MACHINES = {
    "power-challenge": power_challenge, "alphaserver-8400": alphaserver, "spp1600": spp1600,
    "origin2000": partial(origin, "origin2000", 128, Sourced(300, LUECKE), Sourced(8192, LUECKE)),
    "pleione": partial(origin, "pleione", 56, Sourced(300, "thesis"),
                       Sourced(4096, "thesis, Section 5.3.1.1")),
    "origin2000-195": partial(origin, "origin2000-195", 64, Sourced(
        value("worley1999-table3", machine="Origin/195", metric="clock"), "Worley 1999, Table 3"),
        Sourced(4096, "assumption: Worley prints no cache")),
    "t3e": t3e,
    "weland": partial(_cluster, "weland", 32, "Weland", "32 nodes on a switch of 1 Gbit/s, MPICH"),
    "mathwulf": partial(_cluster, "mathwulf", 31, "Mathwulf",
                        "31 nodes on 100 Mbit/s Ethernet, MPICH"),
}
