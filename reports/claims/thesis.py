# SPDX-License-Identifier: BSD-3-Clause
"""The Texas Tech thesis: MPI is sendrecv over mpi, MPI-2 is put over mpi in the ping-pong and get
elsewhere, SHMEM likewise."""

from dataclasses import replace
from math import inf

from reports.claims.changes import Change, Peak, follows, grows
from reports.claims.claim import (
    LIBRARY, MPI_GET, MPI_PUT, SENDRECV, SHMEM_GET, SHMEM_PUT, paper,
)
from reports.claims.compared import equal, faster, levels, others
from reports.claims.evidence import LARGE, NOT_SMALL, SMALL, Side
from reports.claims.finding import Both

ONE_WAY = Side("mpi", ("sendrecv",), ("pingpong",))
GETS = (MPI_GET, SHMEM_GET)  # bare, with a fence over MPI
BOTH_WAYS = Side("mpi", ("sendrecv",), ("pingping",))
NETPIPE = Side("mpi", ("irecv",))

PAPER = paper(
    "thesis",
    {
        109: Change(SENDRECV, ("distant",), "series"),
        110: Change(SENDRECV, ("pingpong",), "buffers", ("reuse", "cold"), LARGE, 1, inf),
        117: Change(SENDRECV, ("pingpong",), "placement", ("bus", "crossbar"), SMALL, 1, inf),
        118: Peak(SENDRECV, ("pingpong",)),
        119: Both((faster(MPI_PUT, SENDRECV, "pingpong"), faster(SHMEM_PUT, SENDRECV, "pingpong"))),
        120: faster(MPI_PUT, SHMEM_PUT, "pingpong", sizes=LARGE),
        121: follows(others, SENDRECV, "naive_broadcast"),
        122: grows(SENDRECV, "shift"),
        124: Both(
            tuple(
                faster(
                    replace(one, patterns=(f"{pattern}_printed",)),
                    replace(SENDRECV, patterns=(pattern,)),
                    pattern,
                )
                for one in GETS
                for pattern in ("shift", "alltoall")
            )
        ),
        126: Peak(SENDRECV, ("pingping",)),
        127: equal(ONE_WAY, LIBRARY, "broadcast", sizes=NOT_SMALL, ranks=3, law=levels),
        # An exchange moves two messages.
        128: faster(BOTH_WAYS, LIBRARY, "reduce", sizes=LARGE, by=0.5, law=levels),
        129: faster(ONE_WAY, LIBRARY, "allreduce", sizes=LARGE, by=2),
        130: faster(NETPIPE, SENDRECV, "pingpong", sizes=LARGE),
    },
)
