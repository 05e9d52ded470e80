# SPDX-License-Identifier: BSD-3-Clause
"""Luo 1996: shared memory is the protocol barrier over threads (lock: the Convex's ping-pong),
message passing the MPI library's collective operation, in the ping-pong send and receive."""

from math import inf

from claims.changes import Change, Steeper, flat, grows
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
)
