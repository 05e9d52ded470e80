# SPDX-License-Identifier: BSD-3-Clause
"""The measures that publications and campaigns have in common: table rows and cells."""

from collections.abc import Mapping
from dataclasses import dataclass

from reports.claims.evidence import Side

SAME_NODE = "pingpong:same-node"  # of the thesis, table 5.5
SMALL = 8  # bytes


@dataclass(frozen=True, slots=True)
class Source:
    """The rows of a published table with these patterns and this size, of all machines."""

    table: str
    patterns: tuple[str, ...]
    bytes: int


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


DISTANT = "luecke2004-table1"
ARSC_GET, ARSC_PUT = ("arsc1995-table1", ("get:PE1",)), ("arsc1995-table4", ("put:PE1",))
PINGPONG = ("thesis-table5.1", ("pingpong",))
ON_NODE = ("thesis-table5.5", (SAME_NODE,))
ONE_WAY = {
    "threads": Side("threads"),
    "mpi": Side("mpi", ("sendrecv",)),
    "mpi2-put": Side("mpi", ("put",)),
    "shmem": Side("shmem", ("put",)),
}
READ = {
    "threads": Side("threads"),
    "mpi2-get": Side("mpi", ("get",)),
    "shmem": Side("shmem", ("get",)),
}
UNLIKE = "16 ranks in the publication, other numbers here"


def scaled(
    title: str, table: int, pattern: str, published: str, mpi: str = "get", shmem: str = "get"
) -> Measure:
    """One of Luecke's tests of many ranks, with 8 bytes; protocols of MPI-2's get and of SHMEM."""
    sources = (Source(f"luecke2004-table{table}", (published,), 8),)
    words = f"{title}, 8 B, time"
    sides = {"mpi2-get": Side("mpi", (mpi,)), "shmem": Side("shmem", (shmem,))}
    return Measure(title, words, pattern, 8, sources, sides, UNLIKE)


MEASURES = (
    Measure(
        "Ping-pong, small",
        "8 B, one way",
        "pingpong",
        8,
        (Source(*PINGPONG, 8), Source(*ON_NODE, 8)),
        ONE_WAY,
    ),
    Measure(
        "Ping-pong, large",
        "1 MB, rate of one way",
        "pingpong",
        1000000,
        (Source(*PINGPONG, 1000000), Source(*ON_NODE, 1000000)),
        ONE_WAY,
    ),
    Measure(
        "Get, small",
        "8 B read from another rank",
        "get",
        8,
        (Source(*ARSC_GET, 8),),
        READ,
    ),
    Measure(
        "Get, large",
        "800 KB read from another rank",
        "get",
        800000,
        (Source(*ARSC_GET, 800000),),
        READ,
    ),
    Measure(
        "Distant get, small",
        "8 B, mean over all partners",
        "distant_get",
        8,
        (Source(DISTANT, ("distant-get",), 8),),
        READ,
    ),
    Measure(
        "Distant get, large",
        "1 MB, mean over all partners",
        "distant_get",
        1000000,
        (Source(DISTANT, ("distant-get",), 1000000),),
        READ,
    ),
    Measure(
        "Put, large",
        "800 KB, until acknowledged",
        "put_acknowledged_printed",
        800000,
        (Source(*ARSC_PUT, 800000),),
        {"threads": Side("threads"), "shmem": Side("shmem", ("put",))},
    ),
    Measure(
        "Swap",
        "2 MiB exchanged, both directions, best protocol",
        "swap_printed",
        2097152,
        (Source("worley1999-table5", ("swap-unordered",), 2097152),),
        {"threads": Side("threads"), "mpi": Side("mpi"), "shmem": Side("shmem")},
    ),
    Measure(
        "Gather",
        "800 KB per rank, rate at the root",
        "gather",
        800000,
        (Source("prose-values", ("gather",), 0),),
        {"mpi": Side("mpi", ("library",))},
        "published as a limit for any size and several processors",
    ),
    scaled("Shift", 2, "shift_printed", "circular-right-shift"),
    scaled("Naive broadcast", 3, "naive_broadcast_printed", "naive-broadcast"),
    scaled("Tree broadcast", 4, "tree_broadcast_printed", "binary-tree-broadcast", "flush", "put"),
    scaled("All-to-all", 5, "alltoall_printed", "all-to-all"),
)
