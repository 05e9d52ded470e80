# SPDX-License-Identifier: BSD-3-Clause
"""Descriptions of machines that are one interconnect: a bus, a crossbar, sockets with links.

All times between two cores are the same, so that the interconnect alone makes a difference.
"""

from simulate.descriptions.description import (
    DISTANCES,
    MEANINGS,
    Carriers,
    Core,
    Description,
    Figure,
    core,
    describe,
)
from simulate.platforms import Parameter


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


def bus_cores(count: int) -> list[Core]:
    return [core(llc=i) for i in range(count)]


def crossbar_cores(count: int, each: int = 1) -> list[Core]:
    """`each`: cores at one port."""
    return [core(llc=i, node=i // each, domain=i // each) for i in range(count)]


def numa_cores(sockets: int, each: int) -> list[Core]:
    return [core(llc=i, node=i // each, socket=i // each, domain=i // each)
            for i in range(sockets * each)]


def uniform(
    name: str, text: str, cores: list[Core], carriers: Carriers, rate: Parameter,
    latency: Parameter, figures: dict[str, Figure], protocol: str = "moesi",
) -> Description:
    """A machine whose pairs of cores all have this latency (us), as has its memory.

    With MOESI a modified line goes only to its readers: the least traffic.
    """
    ns = 1000 * latency.value
    count, nodes = len(cores), len(carriers.memory_of)
    transfer = [[ns if i != j else 0.0 for j in range(count)] for i in range(count)]
    return describe(
        name, text, protocol, cores, (transfer, latency.source),
        (dict.fromkeys(DISTANCES, ns), latency.source),
        ([[ns] * nodes for _ in range(nodes)], latency.source), (carriers, rate.source), figures)


ROUND = "assumption: a round number"


def round_figures(latency: Parameter, rate: Parameter) -> dict[str, Figure]:
    """Figures of an imaginary processor: caches that hold all messages, instructions of 1 or 10 ns.

    A core has enough lines in flight for the rate of its link.
    """
    values = {"hit_ns": 1, "store_ns": 1, "pause_ns": 10, "atomic_ns": 10, "fence_ns": 10,
              "window_ns": 0, "outstanding": 10, "stores": 50, "copy_MBps": 10 * rate.value,
              "reduce_ns_per_byte": 0.1, "futex_ns": 0, "futex_call_ns": 0, "cache_bytes": 1 << 26,
              "llc_bytes": 0, "mpi.send_ns": 1000 * latency.value,
              "mpi.receive_ns": 1000 * latency.value, "mpi.collective_ns": 0,
              "mpi.kernel_call_ns": 1000 * latency.value,
              "mpi.kernel_page_ns": 1000 * latency.value}
    assert set(values) < set(MEANINGS)
    return {member: Figure(value, ROUND) for member, value in values.items()}
