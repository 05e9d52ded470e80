# SPDX-License-Identifier: BSD-3-Clause
"""Luo 1996: shared memory is the protocol barrier over threads (lock: the Convex's ping-pong),
message passing the MPI library's collective operation, in the ping-pong send and receive.

On his own machines, simulated: the DEC's MPI is MPICH, which copies in and out of a buffer, as the
library does. Those of SGI and Convex let the receiver copy out of the sender's buffer, as `cma`
does; there the fastest protocol of MPI stands for them. His figures over size have four
processors. As no latency is printed, messages below 512 B count only where they are the claim.
"""

from dataclasses import replace
from math import inf

from claims.changes import Change, Steeper, flat, grows, levels
from claims.claim import (
    BARRIER,
    BEST_MPI,
    BEST_THREADS,
    DIRECT,
    LIBRARY,
    LOCK,
    PRINTED,
    SENDRECV,
    paper,
)
from claims.compared import SAME, Comparison, equal, faster
from claims.evidence import LARGE, NOT_SMALL, SMALL, Side
from claims.finding import Both

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
PROCESSORS = 4


def with_four(test: Comparison) -> Comparison:
    return replace(test, most=PROCESSORS)


ON_HIS_MACHINES = {
    132: with_four(faster(VENDOR, PRINTED, *COLLECTIVES, sizes=NOT_SMALL)),
    133: with_four(faster(VENDOR, BARRIER, *FIVE, sizes=NOT_SMALL)),
    134: with_four(faster(VENDOR, BARRIER, "pingpong", sizes=NOT_SMALL)),
    135: with_four(equal(VENDOR, BARRIER, "broadcast", sizes=NOT_SMALL)),
    136: with_four(faster(VENDOR, BARRIER, "scatter", sizes=NOT_SMALL)),
    137: with_four(faster(VENDOR, BARRIER, "gather", sizes=NOT_SMALL)),
    138: with_four(faster(VENDOR_SCATTER, VENDOR_GATHER, "scatter", sizes=LARGE)),
    139: with_four(Comparison(BARRIER, SENDRECV, ("pingpong",), NOT_SMALL, high=SLIGHTLY)),
    140: with_four(faster(BARRIER, LIBRARY, *COLLECTIVES, sizes=NOT_SMALL, by=SAME)),
    141: with_four(faster(PRINTED, COPYING, "pingpong", sizes=SMALL)),
    142: Both((grows(SENDRECV, "pingpong"), flat(BARRIER, "pingpong", sizes=NOT_SMALL))),
    143: Both((flat(VENDOR, "pingpong", sizes=NOT_SMALL),
               flat(BARRIER, "pingpong", sizes=NOT_SMALL))),
    144: with_four(faster(VENDOR, LOCK, "pingpong", sizes=NOT_SMALL)),
    145: with_four(Comparison(VENDOR, BARRIER, COLLECTIVES, NOT_SMALL, high=SLIGHTLY)),
    148: Change(VENDOR, "ranks", ("reduce",), (6, 8), NOT_SMALL),
    149: Change(VENDOR, "ranks", ("reduce",), (4, 6), NOT_SMALL, 1, inf, levels),
    150: with_four(faster(COPYING_DIRECTLY, COPYING, *FIVE, sizes=LARGE)),
}

PAPER = paper(
    "luo",
    {
        132: faster(BEST_MPI, BEST_THREADS, *COLLECTIVES),
        133: Both((faster(SENDRECV, BARRIER, "pingpong"), faster(LIBRARY, BARRIER, *COLLECTIVES))),
        134: faster(SENDRECV, BARRIER, "pingpong"),
        135: equal(LIBRARY, BARRIER, "broadcast"),
        136: faster(LIBRARY, BARRIER, "scatter", sizes=NOT_SMALL),
        137: faster(LIBRARY, BARRIER, "gather", sizes=NOT_SMALL),
        138: faster(LIBRARY_SCATTER, LIBRARY_GATHER, "scatter", sizes=LARGE),
        139: Comparison(BARRIER, SENDRECV, ("pingpong",), high=SLIGHTLY),
        140: faster(BARRIER, LIBRARY, *COLLECTIVES, by=SAME),
        141: faster(PRINTED, BEST_MPI, "pingpong", sizes=SMALL),
        142: Both((grows(SENDRECV, "pingpong"), flat(BARRIER, "pingpong"))),
        143: Both((flat(SENDRECV, "pingpong"), flat(BARRIER, "pingpong"))),
        144: faster(SENDRECV, LOCK, "pingpong"),
        145: Comparison(LIBRARY, BARRIER, COLLECTIVES, high=SLIGHTLY),
        146: grows(BARRIER, "broadcast", sizes=LARGE),
        147: Steeper(PRINTED_REDUCE, PRINTED_BROADCAST, ("reduce",), LARGE),
        148: Change(LIBRARY, "ranks", ("reduce",), (3, 4)),
        149: Change(LIBRARY, "placement", ("reduce",), ("bus", "crossbar"), low=1, high=inf),
        150: faster(DIRECT, BARRIER, "pingpong", *COLLECTIVES, sizes=LARGE),
    },
    ON_HIS_MACHINES,
)
