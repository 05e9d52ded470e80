# SPDX-License-Identifier: BSD-3-Clause
"""Luo 1996: shared memory is the protocol barrier over threads (lock: the Convex's ping-pong),
message passing the MPI library's collective operation, in the ping-pong send and receive.

On his own machines, simulated: the DEC's MPI is MPICH, which copies in and out of a buffer, as the
library does. Those of SGI and Convex let the receiver copy out of the sender's buffer, as `cma`
does; there the fastest protocol of MPI stands for them. His figures over size have four
processors. As no latency is printed, messages below 4 KiB, of whose time assumptions are a large
part, count only where they are the claim; a printed factor holds if the simulated one is between
half and twice of it.
"""

from dataclasses import replace
from math import inf

from comops_papers.claims.changes import Changed, Steeper, flat, grows
from comops_papers.claims.claim import (BARRIER, BEST_MPI, BEST_THREADS, DIRECT, LIBRARY, LOCK,
                                        PRINTED, SENDRECV, paper)
from comops_papers.claims.compared import SAME, ComparedSides, equal, faster, levels
from comops_papers.claims.evidence import LARGE, NOT_SMALL, SMALL, Side, Sizes
from comops_papers.claims.finding import Both

COLLECTIVES = ("broadcast", "reduce", "gather", "scatter")
SLIGHTLY = 1.5
LIBRARY_SCATTER = Side("mpi", ("library",), ("scatter",))
LIBRARY_GATHER = Side("mpi", ("library",), ("gather",))
PRINTED_REDUCE = Side("threads", ("barrier",), ("reduce",))
PRINTED_BROADCAST = Side("threads", ("barrier",), ("broadcast",))
VENDOR = replace(BEST_MPI, label="an MPI that may copy directly")
VENDOR_SCATTER = replace(VENDOR, patterns=("scatter",))
VENDOR_GATHER = replace(VENDOR, patterns=("gather",))
COPYING = Side("mpi", ("library", "sendrecv"))
COPYING_DIRECTLY = Side("mpi", ("cma",))
FIVE = ("pingpong", *COLLECTIVES)
COPIES = ("pingpong", "broadcast", "gather", "scatter")  # no operation but copying
PROCESSORS = 4
BULK = Sizes(1 << 12, 1 << 62, "4 KiB and more")
MEDIUM = Sizes(1 << 12, 1 << 17, "4 KiB to 128 KiB")
WITHIN = 2  # of a printed factor


def with_four(test: ComparedSides) -> ComparedSides:
    return replace(test, most=PROCESSORS)


def printed(factor: float, theirs: Side, pattern: str, sizes: Sizes = BULK) -> ComparedSides:
    """The vendor's MPI is this factor faster, or half or twice as much."""
    return with_four(ComparedSides(VENDOR, theirs, (pattern,), sizes, low=factor / WITHIN,
                                   high=factor * WITHIN))


ON_HIS_MACHINES = {
    132: with_four(faster(VENDOR, PRINTED, *COLLECTIVES, sizes=BULK)),
    133: with_four(faster(VENDOR, BARRIER, *FIVE, sizes=BULK)),
    134: printed(3, BARRIER, "pingpong"),
    135: with_four(equal(VENDOR, BARRIER, "broadcast", sizes=BULK)),
    136: printed(10, BARRIER, "scatter"),
    137: Both(printed(5, BARRIER, "gather", sizes=MEDIUM),
               printed(2, BARRIER, "gather", sizes=LARGE)),
    138: with_four(faster(VENDOR_SCATTER, VENDOR_GATHER, "scatter", sizes=LARGE)),
    139: with_four(ComparedSides(BARRIER, SENDRECV, ("pingpong",), BULK, high=SLIGHTLY)),
    140: with_four(faster(BARRIER, LIBRARY, *COLLECTIVES, sizes=BULK, by=SAME)),
    141: with_four(faster(PRINTED, COPYING, "pingpong", sizes=SMALL)),
    142: Both(grows(SENDRECV, "pingpong"), flat(BARRIER, "pingpong", sizes=BULK)),
    143: Both(flat(VENDOR, "pingpong", sizes=BULK),
               flat(BARRIER, "pingpong", sizes=BULK)),
    144: printed(8, LOCK, "pingpong"),
    145: with_four(ComparedSides(VENDOR, BARRIER, COLLECTIVES, BULK, high=SLIGHTLY)),
    148: Changed(VENDOR, ("reduce",), "ranks", (6, 8), BULK),
    149: Changed(VENDOR, ("reduce",), "ranks", (4, 6), BULK, 1, inf, levels),
    150: with_four(faster(COPYING_DIRECTLY, COPYING, *COPIES, sizes=LARGE)),
}

PAPER = paper(
    "luo",
    {
        132: faster(BEST_MPI, BEST_THREADS, *COLLECTIVES),
        133: Both(faster(SENDRECV, BARRIER, "pingpong"), faster(LIBRARY, BARRIER, *COLLECTIVES)),
        134: faster(SENDRECV, BARRIER, "pingpong"),
        135: equal(LIBRARY, BARRIER, "broadcast"),
        136: faster(LIBRARY, BARRIER, "scatter", sizes=NOT_SMALL),
        137: faster(LIBRARY, BARRIER, "gather", sizes=NOT_SMALL),
        138: faster(LIBRARY_SCATTER, LIBRARY_GATHER, "scatter", sizes=LARGE),
        139: ComparedSides(BARRIER, SENDRECV, ("pingpong",), high=SLIGHTLY),
        140: faster(BARRIER, LIBRARY, *COLLECTIVES, by=SAME),
        141: faster(PRINTED, BEST_MPI, "pingpong", sizes=SMALL),
        142: Both(grows(SENDRECV, "pingpong"), flat(BARRIER, "pingpong")),
        143: Both(flat(SENDRECV, "pingpong"), flat(BARRIER, "pingpong")),
        144: faster(SENDRECV, LOCK, "pingpong"),
        145: ComparedSides(LIBRARY, BARRIER, COLLECTIVES, high=SLIGHTLY),
        146: grows(BARRIER, "broadcast", sizes=LARGE),
        147: Steeper(PRINTED_REDUCE, PRINTED_BROADCAST, ("reduce",), LARGE),
        148: Changed(LIBRARY, ("reduce",), "ranks", (3, 4)),
        149: Changed(LIBRARY, ("reduce",), "placement", ("bus", "crossbar"), low=1, high=inf),
        150: faster(DIRECT, BARRIER, "pingpong", *COLLECTIVES, sizes=LARGE),
    },
    ON_HIS_MACHINES,
)
