# SPDX-License-Identifier: BSD-3-Clause
"""Worley 1999: his protocols (x,y) over mpi and shmem; x is 0 where both ranks send at once, 1
where they take turns. A volume is cut in messages; the best cut stands for a protocol."""

from claims.claim import BEST_MPI, BEST_SHMEM, Claim, Paper
from claims.compared import NEAR, Comparison, Ever, Factor, faster, near_optimal, slower_when_large
from claims.evidence import Side
from claims.finding import Both

POINT_TO_POINT = "S6, Table 5"
ALGORITHMS = "S7, S8, Tables 7-8, Figs 4-5"
SENDRECV = Side("mpi", ("(0,6)",))
SIMPLE = Side("mpi", ("(0,0)",))
GO = Side("mpi", ("(1,6)",))
GET = Side("shmem", ("(0,1)",))
PUT = Side("shmem", ("(0,2)",))
MPI_AT_ONCE = Side("mpi", tuple(f"(0,{y})" for y in range(7)), label="MPI both ways at once")
MPI_IN_TURN = Side("mpi", tuple(f"(1,{y})" for y in range(7)), label="MPI in turns")
SHMEM_AT_ONCE = Side("shmem", ("(0,1)", "(0,2)"), label="SHMEM both ways at once")
SHMEM_IN_TURN = Side("shmem", ("(1,1)", "(1,2)", "(1,6)"), label="SHMEM in turns")
TRANSPOSES = ("srtrans", "swtrans", "logtrans")
SUMS = ("exchsum", "halfsum", "ringsum")
DIRECT = ("srtrans", "swtrans")
MPI_SUMS, SHMEM_SUMS = Side("mpi", patterns=SUMS), Side("shmem", patterns=SUMS)
MPI_HALVING, SHMEM_HALVING = (
    Side("mpi", patterns=("halfsum",)),
    Side("shmem", patterns=("halfsum",)),
)
ALLREDUCE = Side("mpi", ("library",), ("allreduce",))
ALLTOALL = Side("mpi", ("library",), ("alltoall",))
MPI_DIRECT, SHMEM_DIRECT = Side("mpi", patterns=DIRECT), Side("shmem", patterns=DIRECT)
MPI_LOG, SHMEM_LOG = Side("mpi", patterns=("logtrans",)), Side("shmem", patterns=("logtrans",))
MPI_TRANSPOSES = Side("mpi", patterns=TRANSPOSES)

CLAIMS = (
    Claim(
        66,
        "S3",
        "MPI_Sendrecv, protocol (0,6), should be the best way to swap if nothing else is known.",
        "Is (0,6) within 10 % of the fastest MPI protocol, for every volume?",
        near_optimal(SENDRECV, "swap"),
    ),
    Claim(
        67,
        "S3",
        "Synchronous sends are unlikely to help where (0,6) is not the best.",
        "Is the protocol (1,6), which waits for a go, never more than 10 % faster than (0,6)?",
        Factor(Comparison(SENDRECV, GO, ("swap",)), 1 / NEAR),
    ),
    Claim(
        68,
        "S3",
        "T3D: a put is twice as fast as a get.",
        "Is a swap by SHMEM faster when it puts, (0,2), than when it gets, (0,1), and by how much?",
        faster(PUT, GET, "swap"),
    ),
    Claim(
        75,
        POINT_TO_POINT,
        "SHMEM swaps much faster than MPI, for every volume.",
        "Is the fastest SHMEM protocol faster than the fastest of MPI for every volume, and by "
        "how much?",
        faster(BEST_SHMEM, BEST_MPI, "swap"),
    ),
    Claim(
        76,
        POINT_TO_POINT,
        "T3E: with MPI and SHMEM, traffic in both directions at once pays.",
        "Is sending both ways at once, (0,y), faster than taking turns, (1,y), over MPI and SHMEM?",
        Both(
            (faster(MPI_AT_ONCE, MPI_IN_TURN, "swap"), faster(SHMEM_AT_ONCE, SHMEM_IN_TURN, "swap"))
        ),
    ),
    Claim(
        79,
        POINT_TO_POINT,
        "The best MPI_Sendrecv is near the best of MPI.",
        "Is (0,6) within 10 % of the fastest MPI protocol round a ring of ranks, for every volume?",
        near_optimal(SENDRECV, "sendrecv"),
    ),
    Claim(
        80,
        POINT_TO_POINT,
        "SHMEM by gets is the best or nearly.",
        "Is (0,1) within 10 % of the fastest SHMEM protocol, for every volume?",
        near_optimal(GET, "swap"),
    ),
    Claim(
        82,
        ALGORITHMS,
        "T3E: (0,6) is a good MPI protocol for nearly all algorithms, at most 2 % behind.",
        "Is (0,6) within 10 % of the fastest MPI protocol in all transposes and sums?",
        near_optimal(SENDRECV, *TRANSPOSES, *SUMS),
    ),
    Claim(
        83,
        ALGORITHMS,
        "T3E: (0,0), which copies into a buffer first, does surprisingly well.",
        "Is (0,0) within 10 % of the fastest MPI protocol in exchsum, halfsum and logtrans?",
        near_optimal(SIMPLE, "exchsum", "halfsum", "logtrans"),
    ),
    Claim(
        84,
        ALGORITHMS,
        "T3E: (0,1) is a good SHMEM protocol for nearly all algorithms.",
        "Is (0,1) within 10 % of the fastest SHMEM protocol in all transposes and sums?",
        near_optimal(GET, *TRANSPOSES, *SUMS),
    ),
    Claim(
        85,
        ALGORITHMS,
        "T3E: SHMEM is better than MPI for every algorithm and granularity, by 4 to 148 %.",
        "Is the fastest SHMEM protocol faster than the fastest of MPI in all transposes and sums?",
        faster(BEST_SHMEM, BEST_MPI, *TRANSPOSES, *SUMS),
    ),
    Claim(
        86,
        ALGORITHMS,
        "Origin: (0,6) is usually good, but very bad where it is bad.",
        "Is there a transpose or sum in which another MPI protocol takes less than two thirds of "
        "(0,6)'s time?",
        Ever(Comparison(BEST_MPI, SENDRECV, (*TRANSPOSES, *SUMS)), 1.5),
    ),
    Claim(
        88,
        ALGORITHMS,
        "Origin: MPI often matches or beats SHMEM.",
        "Is MPI faster than SHMEM in any transpose or sum?",
        Ever(Comparison(BEST_MPI, BEST_SHMEM, (*TRANSPOSES, *SUMS))),
    ),
    Claim(
        90,
        "S8",
        "MPI: srtrans or swtrans is the best transpose of much data, logtrans of little.",
        "With 4 ranks, is logtrans the fastest for small blocks and one of the others for large "
        "ones?",
        slower_when_large(MPI_LOG, MPI_DIRECT, "logtrans", ranks=4),
    ),
    Claim(
        91,
        "S8",
        "SHMEM: srtrans or swtrans is always the best transpose.",
        "With 4 ranks, is srtrans or swtrans faster than logtrans at every size?",
        faster(SHMEM_DIRECT, SHMEM_LOG, "logtrans", ranks=4),
    ),
    Claim(
        92,
        "S8",
        "T3E: MPI_Alltoallv is the best transpose of MPI.",
        "Is MPI_Alltoall faster than the best transpose made of messages, at every size?",
        faster(ALLTOALL, MPI_TRANSPOSES, "alltoall"),
    ),
    Claim(
        94,
        "S8",
        "halfsum is the best vector sum or nearly, with MPI and SHMEM.",
        "With 4 ranks, is halfsum within 10 % of the fastest sum, over MPI and SHMEM?",
        Both(
            (
                near_optimal(MPI_HALVING, "halfsum", among=MPI_SUMS, ranks=4),
                near_optimal(SHMEM_HALVING, "halfsum", among=SHMEM_SUMS, ranks=4),
            )
        ),
    ),
    Claim(
        95,
        "S8",
        "MPI_Allreduce is very poor, never as good as a sum made of messages.",
        "Is the best sum made of MPI messages faster than MPI_Allreduce (of a maximum), at every "
        "size?",
        faster(MPI_SUMS, ALLREDUCE, "allreduce"),
    ),
    Claim(
        96,
        "S8",
        "T3E: the best sums over SHMEM always beat those over MPI.",
        "Is the fastest vector sum over SHMEM faster than that over MPI, at every size?",
        faster(SHMEM_SUMS, MPI_SUMS, "halfsum"),
    ),
)

PAPER = Paper(
    "Worley",
    "1999",
    "P. H. Worley, Impact of Communication Protocol on Performance, ORNL/TM-13682, 1999",
    "Cray T3D and T3E-900, SGI Origin 2000, HP SPP-2000, Intel Paragon. Protocols carry his "
    "numbers, (x,y); of swap and sendrecv the best cut of a volume counts.",
    CLAIMS,
)
