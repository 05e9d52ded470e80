# SPDX-License-Identifier: BSD-3-Clause
"""The Texas Tech thesis: MPI is sendrecv over mpi, MPI-2 is put over mpi in the ping-pong and get
elsewhere, SHMEM likewise."""

from math import inf

from claims.changes import Change, follows, grows, others
from claims.claim import MPI_GET, MPI_PUT, SENDRECV, SHMEM_GET, SHMEM_PUT, Claim, Paper
from claims.compared import faster
from claims.evidence import LARGE, SMALL, Side
from claims.finding import Both
from claims.single import Peak

ONE_WAY = Side("mpi", ("sendrecv",), ("pingpong",))
ALLREDUCE = Side("mpi", ("library",), ("allreduce",))

CLAIMS = (
    Claim(
        109,
        "3.3, 5.2.1",
        "How far apart two nodes are has no visible effect, on any machine or model.",
        "Does the ping-pong of MPI take about the same time with each partner of rank 0?",
        Change(SENDRECV, "series", ("distant",)),
    ),
    Claim(
        110,
        "4.1, Fig 4.1",
        "Flushing the caches changes the bandwidth of MPI on the Origin.",
        "Does a large MPI ping-pong take longer from cold caches than when the same bytes are "
        "used again?",
        Change(SENDRECV, "buffers", ("pingpong",), ("reuse", "cold"), LARGE, 1, inf),
    ),
    Claim(
        117,
        "5.1.2",
        "Two processes of one node are far faster for small messages than two of different nodes.",
        "Does a small MPI ping-pong take longer across the machine's link (crossbar) than within "
        "its smallest part (bus)?",
        Change(SENDRECV, "placement", ("pingpong",), ("bus", "crossbar"), SMALL, 1, inf),
    ),
    Claim(
        118,
        "5.1.2",
        "Within a node the rate is greatest at the eager limit and drops above it.",
        "Is the rate of the MPI ping-pong greatest at a middle size, and less at the largest?",
        Peak(SENDRECV, "pingpong"),
    ),
    Claim(
        119,
        "5.1.3",
        "MPI-2 and SHMEM beat two-sided MPI in the ping-pong, because they are one-sided.",
        "Is the ping-pong faster by MPI_Put and by shmem_put than by send and receive?",
        Both((faster(MPI_PUT, SENDRECV, "pingpong"), faster(SHMEM_PUT, SENDRECV, "pingpong"))),
    ),
    Claim(
        120,
        "5.1.3",
        "MPI-2 has a better bandwidth than SHMEM.",
        "Is a large ping-pong faster by MPI_Put than by shmem_put?",
        faster(MPI_PUT, SHMEM_PUT, "pingpong", sizes=LARGE),
    ),
    Claim(
        121,
        "5.2.2",
        "The naive broadcast takes time in proportion to the processors.",
        "Is the time of MPI's naive broadcast within 25 % of proportional to the number of other "
        "ranks?",
        follows(others, SENDRECV, "naive_broadcast"),
    ),
    Claim(
        122,
        "3.4, 4.2.2",
        "A circular shift should take the same time with any number of processors, but takes "
        "longer with more.",
        "Does MPI's shift take longer with more ranks?",
        grows(SENDRECV, "shift"),
    ),
    Claim(
        124,
        "5.2.3, 5.2.4",
        "In shift and all-to-all MPI-2 and SHMEM are similar, and better than MPI.",
        "Are the gets of MPI and SHMEM both faster than send and receive, in shift and all-to-all?",
        Both(tuple(faster(one, SENDRECV, "shift", "alltoall") for one in (MPI_GET, SHMEM_GET))),
    ),
    Claim(
        126,
        "5.3.1.1",
        "The rate in both directions is greatest near the eager limit, and falls for messages "
        "beyond the cache.",
        "Is the rate of MPI's bidirectional stream greatest at a middle size, and less at the "
        "largest?",
        Peak(SENDRECV, "bidirectional"),
    ),
    Claim(
        129,
        "5.3.1.5",
        "The rate of MPI_Allreduce is far below that of a message, since it reduces and then "
        "distributes.",
        "Does a large MPI_Allreduce take more than twice as long as a one-way message of its size?",
        faster(ONE_WAY, ALLREDUCE, "allreduce", sizes=LARGE, by=2),
    ),
)

PAPER = Paper(
    "Texas Tech thesis",
    "about 2003",
    "Thesis, Texas Tech University: MPI, MPI-2 and SHMEM on the Origin 2000 Pleione and the "
    "clusters Weland and Mathwulf",
    "The text names neither author nor year. MPI is sendrecv over mpi; MPI-2 and SHMEM are put in "
    "the ping-pong, get in the other patterns.",
    CLAIMS,
)
