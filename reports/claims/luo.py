# SPDX-License-Identifier: BSD-3-Clause
"""Luo 1996: shared memory is the protocol barrier over threads (lock: the Convex's ping-pong),
message passing the MPI library's collective operation, in the ping-pong send and receive."""

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
    Claim,
    Paper,
)
from claims.compared import SAME, Comparison, Factor, equal, faster
from claims.evidence import LARGE, NOT_SMALL, SMALL, Side
from claims.finding import Both

TEXT = "Performance Data and Analysis"
COLLECTIVES = ("broadcast", "reduce", "gather", "scatter")
SLIGHTLY = 1.5
LIBRARY_SCATTER = Side("mpi", ("library",), ("scatter",))
LIBRARY_GATHER = Side("mpi", ("library",), ("gather",))
PRINTED_REDUCE = Side("threads", ("barrier",), ("reduce",))
PRINTED_BROADCAST = Side("threads", ("barrier",), ("broadcast",))

CLAIMS = (
    Claim(
        132,
        TEXT,
        "SGI's MPI is generally the best of all combinations of machine and model, but for the "
        "ping-pong.",
        "Is the fastest MPI protocol faster than the fastest over threads in the four collective "
        "operations?",
        faster(BEST_MPI, BEST_THREADS, *COLLECTIVES),
    ),
    Claim(
        133,
        TEXT,
        "On the SGI, MPI is better than the shared-memory code in all five operations.",
        "Is MPI faster than the paper's own code over threads in all five?",
        Both((faster(SENDRECV, BARRIER, "pingpong"), faster(LIBRARY, BARRIER, *COLLECTIVES))),
    ),
    Claim(
        134,
        TEXT,
        "On the SGI, the ping-pong over MPI is about three times as fast as over shared memory.",
        "Is the ping-pong faster over MPI than by barriers over threads, and by how much?",
        faster(SENDRECV, BARRIER, "pingpong"),
    ),
    Claim(
        135,
        TEXT,
        "On the SGI, the broadcast takes about the same time in both models.",
        "Are MPI_Bcast and the paper's broadcast over threads within 25 % of each other?",
        equal(LIBRARY, BARRIER, "broadcast"),
    ),
    Claim(
        136,
        TEXT,
        "On the SGI, MPI scatters medium and big messages nearly ten times as fast.",
        "Is MPI_Scatter faster than the paper's scatter from 512 B up, and by how much?",
        faster(LIBRARY, BARRIER, "scatter", sizes=NOT_SMALL),
    ),
    Claim(
        137,
        TEXT,
        "On the SGI, MPI gathers medium messages nearly five times as fast, 800 KB twice as fast, "
        "and at most about 70 MB/s.",
        "Is MPI_Gather faster than the paper's gather from 512 B up, and by how much?",
        faster(LIBRARY, BARRIER, "gather", sizes=NOT_SMALL),
    ),
    Claim(
        138,
        TEXT,
        "On the SGI, MPI scatters far faster than it gathers: receivers copy at the same time, "
        "the root of a gather copies alone.",
        "Is MPI_Scatter faster than MPI_Gather of large slices?",
        faster(LIBRARY_SCATTER, LIBRARY_GATHER, "scatter", sizes=LARGE),
    ),
    Claim(
        139,
        TEXT,
        "On the DEC, the ping-pong is about equal, MPI always slightly worse, since it is made of "
        "shared memory.",
        "Is the ping-pong by barriers over threads always faster than over MPI, but by less than "
        "half?",
        Factor(Comparison(BARRIER, SENDRECV, ("pingpong",)), 1, SLIGHTLY),
    ),
    Claim(
        140,
        TEXT,
        "On the DEC, all collective operations are considerably better in shared memory.",
        "Is the paper's code over threads more than 25 % faster than MPI in the four collective "
        "operations?",
        faster(BARRIER, LIBRARY, *COLLECTIVES, by=SAME),
    ),
    Claim(
        141,
        f"{TEXT}, Fig 6",
        "The shared-memory ping-pong of the DEC has the lowest time of all for 8 to 80 bytes.",
        "Is the ping-pong of up to 80 bytes faster by the paper's codes over threads than by any "
        "protocol of MPI?",
        faster(PRINTED, BEST_MPI, "pingpong", sizes=SMALL),
    ),
    Claim(
        142,
        TEXT,
        "On the DEC, idle MPI processes slow the ping-pong of two others a little; idle threads "
        "do not.",
        "With more ranks idle, does the ping-pong take longer over MPI and stay within 25 % over "
        "threads?",
        Both((grows(SENDRECV, "pingpong"), flat(BARRIER, "pingpong"))),
    ),
    Claim(
        143,
        TEXT,
        "On the SGI, the ping-pong takes the same time with any number of processors, in both "
        "models.",
        "Does the ping-pong stay within 25 % when more ranks stand by, over threads and MPI?",
        Both((flat(SENDRECV, "pingpong"), flat(BARRIER, "pingpong"))),
    ),
    Claim(
        144,
        f"{TEXT}, Fig 15",
        "On the Convex, the ping-pong over MPI is eight times as fast as over shared memory "
        "(elsewhere: it takes half the time).",
        "Is the ping-pong faster over MPI than by a lock over threads, as the Convex's code had "
        "it, and by how much?",
        faster(SENDRECV, LOCK, "pingpong"),
    ),
    Claim(
        145,
        TEXT,
        "On the Convex, the four collective operations are only slightly better over MPI.",
        "Is MPI faster than the paper's code in the four, but by less than half?",
        Factor(Comparison(LIBRARY, BARRIER, COLLECTIVES), 1, SLIGHTLY),
    ),
    Claim(
        146,
        f"{TEXT}, Figs 10, 13, 16",
        "On all machines the shared-memory broadcast takes longer with more processors, which "
        "queue to read.",
        "Does a large broadcast by the paper's code take longer with more ranks?",
        grows(BARRIER, "broadcast", sizes=LARGE),
    ),
    Claim(
        147,
        f"{TEXT}, Figs 11, 14, 17",
        "On all machines the shared-memory reduction grows faster with processors than the "
        "broadcast: its critical section lets in one at a time.",
        "Does a large reduction by the paper's code grow faster with ranks than the broadcast?",
        Steeper(PRINTED_REDUCE, PRINTED_BROADCAST, ("reduce",), LARGE),
    ),
    Claim(
        148,
        TEXT,
        "On the SGI, MPI reduces over 8 processors as fast as over 6, since the tree has three "
        "levels in both.",
        "Does MPI_Reduce take about the same with 3 ranks and 4, whose trees both have two levels?",
        Change(LIBRARY, "ranks", ("reduce",), (3, 4)),
    ),
    Claim(
        149,
        TEXT,
        "On the Convex, a reduction is slower than expected once two processors lie beyond the "
        "crossbar's port.",
        "Does MPI_Reduce take longer across the machine's link (crossbar) than within its "
        "smallest part (bus)?",
        Change(LIBRARY, "placement", ("reduce",), ("bus", "crossbar"), low=1, high=float("inf")),
    ),
    Claim(
        150,
        TEXT,
        "Copying directly, without a shared buffer between, is what makes a vendor's MPI faster "
        "than shared memory.",
        "Is shared memory faster itself when it copies directly (direct) than through a shared "
        "temporary (barrier), for large messages?",
        faster(DIRECT, BARRIER, "pingpong", *COLLECTIVES, sizes=LARGE),
    ),
)

PAPER = Paper(
    "Luo",
    "1996",
    "Y. Luo, Shared Memory vs. Message Passing: the COMOPS Benchmark Experiment, LA-UR 96-4726, "
    "1996",
    "SGI Power Challenge, DEC AlphaServer 8400, Convex SPP1600; 4 processors. Shared memory is "
    "the protocol barrier over threads, message passing the library's operation or, in the "
    "ping-pong, sendrecv.",
    CLAIMS,
)
