# SPDX-License-Identifier: BSD-3-Clause
"""SimGrid's platform files. Rates in 10^6 bytes/s, latencies in us."""

from collections.abc import Iterable

HEAD = """<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
"""


def platform(body: Iterable[str]) -> str:
    """The file around its only zone."""
    return HEAD + "\n".join(body) + "\n</platform>\n"


def host(name: str, cores: int = 1) -> str:
    """A host whose speed does not matter: computation is not simulated."""
    return f'<host id="{name}" speed="1Gf" core="{cores}"/>'


def link(name: str, rate: float, latency: float, shared: bool = True) -> str:
    """A link that all transfers over it share, in both directions, or that each has for itself."""
    policy = "" if shared else ' sharing_policy="FATPIPE"'
    return f'<link id="{name}" bandwidth="{rate:.9g}MBps" latency="{latency:.9g}us"{policy}/>'


def route(source: str, target: str, links: Iterable[str], both: bool = False) -> str:
    """The route between two hosts, or from a host to itself."""
    over = "".join(f'<link_ctn id="{name}"/>' for name in links)
    symmetrical = "YES" if both else "NO"
    return f'<route src="{source}" dst="{target}" symmetrical="{symmetrical}">{over}</route>'


def zone(body: Iterable[str]) -> list[str]:
    """One zone, in SimGrid's order: hosts, then links, then routes."""
    return ['<zone id="machine" routing="Full">',
            *sorted(body, key=lambda line: line.split()[0]), "</zone>"]


def cluster(
    hosts: int, rate: float, latency: float, own_rate: float, own_latency: float,
    shape: tuple[int, ...] = (), cores: int = 1,
) -> list[str]:
    """Hosts n0, n1, ... behind a switch that is never the bottleneck, or on a torus of this shape.
    Each link has this rate in either direction; `own_*`: from a host to itself."""
    torus = f' topology="TORUS" topo_parameters="{",".join(map(str, shape))}"' if shape else ""
    return [
        f'<cluster id="machine" prefix="n" suffix="" radical="0-{hosts - 1}" speed="1Gf"'
        f' core="{cores}" bw="{rate:.9g}MBps" lat="{latency:.9g}us" sharing_policy="SPLITDUPLEX"'
        f' loopback_bw="{own_rate:.9g}MBps" loopback_lat="{own_latency:.9g}us"{torus}/>'
    ]
