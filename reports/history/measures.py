# SPDX-License-Identifier: BSD-3-Clause
"""The measures that publications and campaigns have in common: table rows and cells."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from reports.claims.evidence import Side

SAME_NODE = "pingpong:same-node"  # of the thesis, table 5.5
SMALL = 8  # bytes


class Source(NamedTuple):
    """The rows of a published table with this pattern and the measure's size, of all machines."""

    table: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure: where it was published, and which cells correspond to it.

    A rate is in MB/s, a time in µs. `sides` are by the tables' names of models; "threads" is
    in no table. `unlike` says why published and measured values cannot be compared.
    """

    title: str
    words: str
    pattern: str
    bytes: int
    sources: tuple[Source, ...]
    sides: Mapping[str, Side]
    unlike: str = ""

    @property
    def rate(self) -> bool:
        """Small messages are compared by time, large ones by rate."""
        return self.bytes > SMALL


PINGPONG = Source("thesis-table5.1", "pingpong"), Source("thesis-table5.5", SAME_NODE)
GET = (Source("arsc1995-table1", "get:PE1"),)
DISTANT_GET = (Source("luecke2004-table1", "distant-get"),)
THREADS, PUT = Side("threads"), Side("shmem", ("put",))
ONE_WAY = {"threads": THREADS, "mpi": Side("mpi", ("sendrecv",)),
           "mpi2-put": Side("mpi", ("put",)), "shmem": PUT}
READ = {"threads": THREADS, "mpi2-get": Side("mpi", ("get",)), "shmem": Side("shmem", ("get",))}
UNLIKE = "16 ranks in the publication, other numbers here"


def scaled(
    title: str, table: int, pattern: str, published: str, mpi: str = "get", shmem: str = "get"
) -> Measure:
    """One of Luecke's tests of many ranks, with 8 bytes; protocols of MPI-2's get and of SHMEM."""
    sides = {"mpi2-get": Side("mpi", (mpi,)), "shmem": Side("shmem", (shmem,))}
    source = Source(f"luecke2004-table{table}", published)
    return Measure(title, f"{title}, 8 B, time", pattern, 8, (source,), sides, UNLIKE)


MEASURES = (
    Measure("Ping-pong, small", "8 B, one way", "pingpong", 8, PINGPONG, ONE_WAY),
    Measure("Ping-pong, large", "1 MB, rate of one way", "pingpong", 1000000, PINGPONG, ONE_WAY),
    Measure("Get, small", "8 B read from another rank", "get", 8, GET, READ),
    Measure("Get, large", "800 KB read from another rank", "get", 800000, GET, READ),
    Measure("Distant get, small", "8 B, mean over all partners", "distant_get", 8, DISTANT_GET,
            READ),
    Measure("Distant get, large", "1 MB, mean over all partners", "distant_get", 1000000,
            DISTANT_GET, READ),
    Measure("Put, large", "800 KB, until acknowledged", "put_acknowledged_printed", 800000,
            (Source("arsc1995-table4", "put:PE1"),), {"threads": THREADS, "shmem": PUT}),
    Measure("Swap", "2 MiB exchanged, both directions, best protocol", "swap_printed", 2097152,
            (Source("worley1999-table5", "swap-unordered"),),
            {"threads": THREADS, "mpi": Side("mpi"), "shmem": Side("shmem")}),
    Measure("Gather", "800 KB per rank, rate at the root", "gather", 800000,
            (Source("prose-values", "gather"),), {"mpi": Side("mpi", ("library",))},
            "published as a limit for any size and several processors"),
    scaled("Shift", 2, "shift_printed", "circular-right-shift"),
    scaled("Naive broadcast", 3, "naive_broadcast_printed", "naive-broadcast"),
    scaled("Tree broadcast", 4, "tree_broadcast_printed", "binary-tree-broadcast", "flush", "put"),
    scaled("All-to-all", 5, "alltoall_printed", "all-to-all"),
)
