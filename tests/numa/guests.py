# SPDX-License-Identifier: BSD-3-Clause
"""The machines that are emulated, and where ranks and pages belong on each, worked out by hand.

QEMU counts hardware threads package by package, core by core. `seats` are those of two ranks unless
the key says (ranks, placement); a text in place of seats is part of the reason for a refusal.
`memory` says on which node each of two ranks on `memory_at` finds its pages: MIXED is several.
"""

import dataclasses

MIXED = "mixed"


@dataclasses.dataclass(frozen=True)
class Guest:
    summary: str
    options: list  # of vng
    nodes: dict  # NUMA node -> its hardware threads
    cores: int
    seats: dict
    memory_at: str = "crossbar"
    memory: dict = dataclasses.field(default_factory=dict)
    four: str = ""  # measured with four ranks, too
    quick: bool = False
    cpuset: dict = dataclasses.field(default_factory=dict)  # what the cgroup allows
    cpuset_seats: dict = dataclasses.field(default_factory=dict)
    cpuset_memory: dict = dataclasses.field(default_factory=dict)
    offline: int | None = None
    offline_seats: dict = dataclasses.field(default_factory=dict)
    online_meanwhile: str = ""  # a placement without the hardware thread that goes offline
    offline_meanwhile: str = ""  # and one with it
    yama: bool = False  # each kernel.yama.ptrace_scope is set


def numa(*nodes, distances=()):
    """Options for nodes (memory, hardware threads), with distances as (from, to, value)."""
    words = []
    for memory, pus in nodes:
        words += ["--numa", f"{memory},cpus={pus}"]
    for source, target, value in distances:
        words += ["--numa-distance", f"{source},{target}={value}"]
    return words


TWO_PACKAGES = Guest(
    summary="2 packages, each a NUMA node of 2 cores with 2 hardware threads",
    options=["--cpus", "8,sockets=2,cores=2,threads=2", "--memory", "2G",
             *numa(("1G", "0-3"), ("1G", "4-7"), distances=[(0, 1, 21)])],
    nodes={0: [0, 1, 2, 3], 1: [4, 5, 6, 7]},
    cores=4,
    seats={
        "bus": [0, 2], "crossbar": [0, 4], "smt": [0, 1], "core": [0, 2], "l3": [0, 2],
        "numa": [0, 2], "package": [0, 2], "spread": [0, 4], "distance:1": [0, 1],
        "distance:2": [0, 2], "distance:3": [0, 4], "pu:6+1": [6, 1],
        "numa:1.core:0-1": [4, 6], "l2": "no L2 cache", "pu:3+8": "hardware thread 8",
        (4, "crossbar"): [0, 4, 2, 6], (4, "agent"): [0, 2, 4, 6], (4, "smt"): [0, 1, 2, 3],
        (4, "spread"): [0, 2, 4, 6], (4, "numa"): "no NUMA node of this machine has 4",
    },
    memory={"local": [0, 1], "root": [0, 0], "peer": [1, 0], "interleave": [MIXED, MIXED],
            "node:1": [1, 1], "node:2": "no usable NUMA node 2"},
    four="crossbar",
    quick=True,
    cpuset={"cpus": "2-5", "mems": "1"},
    cpuset_seats={"core": [2, 4], "crossbar": [2, 4], "smt": [2, 3], "pu:5+3": [5, 3],
                  "bus": "no shared part", "pu:1+2": "hardware thread 1"},
    cpuset_memory={"local": [1, 1], "interleave": [1, 1], "node:0": "no usable NUMA node 0"},
    offline=2,
    offline_seats={"bus": [0, 3], "numa": [0, 3], "crossbar": [0, 4],
                   "pu:2+4": "hardware thread 2"},
    offline_meanwhile="pu:4+2",
    online_meanwhile="pu:4+6",
)

SUB_NUMA = Guest(
    summary="2 packages of 2 NUMA nodes of 2 cores each",
    options=["--cpus", "8,sockets=2,cores=4,threads=1", "--memory", "2G",
             *numa(("512M", "0-1"), ("512M", "2-3"), ("512M", "4-5"), ("512M", "6-7"),
                   distances=[(0, 1, 12), (2, 3, 12), (0, 2, 21), (0, 3, 23), (1, 2, 23),
                              (1, 3, 21)])],
    nodes={0: [0, 1], 1: [2, 3], 2: [4, 5], 3: [6, 7]},
    cores=8,
    seats={
        "bus": [0, 1], "numa": [0, 1], "package": [0, 1], "crossbar": [0, 6], "spread": [0, 4],
        "numa:1.core:0+numa:3.core:1": [2, 7], "smt": "no", "l3": [0, 1],
        # One node; one L3, which spans two nodes; two packages, by latency.
        "distance:1": [0, 1], "distance:2": [0, 2], "distance:3": [0, 4], "distance:4": [0, 6],
        (4, "package"): [0, 1, 2, 3], (4, "bus"): [0, 1, 2, 3],
        (4, "numa"): "no NUMA node of this machine has 4", (4, "spread"): [0, 2, 4, 6],
    },
    memory_at="numa:1.core:0+numa:3.core:1",
    memory={"local": [1, 3], "root": [1, 1], "peer": [3, 1], "interleave": [MIXED, MIXED],
            "node:2": [2, 2]},
    four="spread",
)

MEMORY_ONLY = Guest(
    summary="2 packages, each a NUMA node of 2 cores, and a node of memory alone",
    options=["--cpus", "4,sockets=2,cores=2,threads=1", "--memory", "1536M",
             *numa(("512M", "0-1"), ("512M", "2-3")),
             "--qemu-opts=-machine hmat=on -object memory-backend-ram,id=alone,size=512M"
             " -numa node,nodeid=2,memdev=alone,initiator=1"
             " -numa dist,src=0,dst=1,val=21 -numa dist,src=0,dst=2,val=31"
             " -numa dist,src=1,dst=2,val=17"],
    nodes={0: [0, 1], 1: [2, 3], 2: [2, 3]},  # hwloc: the memory's initiator is package 1
    cores=4,
    seats={"bus": [0, 1], "crossbar": [0, 2], "spread": [0, 2], "numa:1.core:0-1": [2, 3],
           "agent": "more than two ranks", (4, "crossbar"): [0, 2, 1, 3],
           (4, "agent"): [0, 1, 2, 3]},
    memory={"local": [0, 1], "peer": [1, 0], "interleave": [MIXED, MIXED], "node:2": [2, 2],
            "kind:hbm": "no memory of the kind hbm"},
    four="agent",
)

FOUR_PACKAGES = Guest(
    summary="4 packages in a ring, each a NUMA node of one core with 2 hardware threads",
    options=["--cpus", "8,sockets=4,cores=1,threads=2", "--memory", "2G",
             *numa(("512M", "0-1"), ("512M", "2-3"), ("512M", "4-5"), ("512M", "6-7"),
                   distances=[(0, 1, 20), (1, 2, 20), (2, 3, 20), (0, 3, 20), (0, 2, 30),
                              (1, 3, 30)])],
    nodes={0: [0, 1], 1: [2, 3], 2: [4, 5], 3: [6, 7]},
    cores=4,
    seats={
        "smt": [0, 1], "distance:1": [0, 1], "distance:2": [0, 2], "distance:3": [0, 4],
        "pu:7+0": [7, 0], "numa": "no NUMA node of this machine has 2",
        (4, "crossbar"): [0, 4, 6, 2], (4, "distance:2"): [0, 2, 4, 6],
        (4, "distance:3"): [0, 4, 2, 6], (4, "smt"): [0, 1, 2, 3],
    },
    memory_at="distance:3",
    memory={"local": [0, 2], "root": [0, 0], "peer": [2, 0], "interleave": [MIXED, MIXED],
            "node:3": [3, 3]},
    four="distance:3",
    cpuset={"cpus": "1,4-7", "mems": "0,2-3"},
    cpuset_seats={"core": [1, 4], "smt": [4, 5], "pu:7+1": [7, 1], "pu:2+4": "hardware thread 2"},
    cpuset_memory={"local": [0, 2], "node:1": "no usable NUMA node 1", "node:3": [3, 3]},
)

UNEVEN = Guest(
    summary="a package of one NUMA node of 4 cores, another of two nodes of 3 cores and of 1",
    options=["--cpus", "8,sockets=2,cores=4,threads=1", "--memory", "1536M",
             *numa(("512M", "0-3"), ("512M", "4-6"), ("512M", "7"),
                   distances=[(0, 1, 21), (0, 2, 25), (1, 2, 12)])],
    nodes={0: [0, 1, 2, 3], 1: [4, 5, 6], 2: [7]},
    cores=8,
    seats={
        "bus": [4, 5], "core": [0, 1], "crossbar": [0, 4], "numa:1.core:1+numa:2.core:0": [5, 7],
        "numa:2.core:0-1": "core", "distance:3": [4, 7], "distance:4": [0, 4],
        "distance:5": [0, 7], "distance:6": "5 distances", (3, "numa"): [0, 1, 2],
        (3, "bus"): [4, 5, 6], (4, "numa"): [0, 1, 2, 3], (4, "agent"): [0, 1, 4, 5],
    },
    memory_at="numa:1.core:1+numa:2.core:0",
    memory={"local": [1, 2], "peer": [2, 1], "node:0": [0, 0]},
    offline=7,
    offline_seats={"core": [0, 1], "numa:1.core:0-1": [4, 5], "pu:7+0": "hardware thread 7"},
    offline_meanwhile="pu:0+7",
    online_meanwhile="pu:0+4",
)

SHORT = Guest(
    summary="2 NUMA nodes of 2 cores",
    options=["--cpus", "4,sockets=2,cores=2,threads=1", "--memory", "1G",
             *numa(("512M", "0-1"), ("512M", "2-3"), distances=[(0, 1, 21)])],
    nodes={0: [0, 1], 1: [2, 3]},
    cores=4,
    seats={"crossbar": [0, 2]},
    memory={"local": [0, 1], "node:1": [1, 1]},
    yama=True,
)

GUESTS = {"two-packages": TWO_PACKAGES, "sub-numa": SUB_NUMA, "memory-only": MEMORY_ONLY,
          "four-packages": FOUR_PACKAGES, "uneven": UNEVEN, "short": SHORT}
