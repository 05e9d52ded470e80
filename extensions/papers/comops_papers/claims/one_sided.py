# SPDX-License-Identifier: BSD-3-Clause
"""ARSC T3D Users' Newsletter 56, 1995; Luecke, Spanoyannis and Kraeva 2004; the Texas Tech thesis.

ARSC measured shmem_get and shmem_put from and to each rank. Table 1 is the pattern distant_get, or
get for rank 1 alone, table 2 distant_put or put, table 4 put_acknowledged_printed, which has every
partner too; table 3 is that with loops that spin.

Luecke is judged on the operations as printed: SHMEM is the protocol get over shmem, MPI-2 one-sided
is get over mpi, with its one fence. In the tree broadcast SHMEM is a put (appendix A), MPI the get
of appendix B and the put of appendix C, with tokens where they poll within an epoch.

In the thesis MPI is sendrecv over mpi, MPI-2 is put over mpi in the ping-pong and get elsewhere,
SHMEM likewise.
"""

from dataclasses import replace
from math import inf

from comops_papers.claims.changes import Changed, Peak, Steeper, Within, flat, follows, grows
from comops_papers.claims.claim import (LIBRARY, MPI_GET, MPI_PUT, SENDRECV, SHMEM_GET, SHMEM_PUT,
                                        paper)
from comops_papers.claims.compared import (NEAR, SAME, ComparedSides, Crossing, Mostly, Narrowing,
                                           about, equal, faster, levels, others)
from comops_papers.claims.evidence import LARGE, MIDDLE, NOT_SMALL, SMALL, Side, Sizes
from comops_papers.claims.finding import Both, Typically

GET, PUT = (Side("shmem", (name,), (name,)) for name in ("get", "put"))
GET_EACH, PUT_EACH = (replace(side, patterns=(f"distant_{side.protocols[0]}",))
                      for side in (GET, PUT))
ACKNOWLEDGED = Side("shmem", ("put",), ("put_acknowledged_printed",))
SPINNING = Side("shmem", ("put_spin",), ("put_acknowledged_printed",))
OWN_GET, OWN_PUT = (replace(side, own=True) for side in (GET_EACH, PUT_EACH))

ARSC = paper(
    "arsc",
    {
        54: Within(SHMEM_GET, ("get",), SMALL, 4),
        56: Within(SHMEM_PUT, ("put",), SMALL, 2),
        57: faster(OWN_GET, OWN_PUT, "distant_get", sizes=LARGE),
        59: faster(ACKNOWLEDGED, SPINNING, "put_acknowledged_printed"),
        60: faster(PUT, GET, "put", sizes=LARGE, by=3),
        61: equal(PUT_EACH, ACKNOWLEDGED, "distant_put", sizes=LARGE),
        62: faster(ACKNOWLEDGED, GET_EACH, "put_acknowledged_printed", sizes=LARGE),
        63: Crossing(GET_EACH, ACKNOWLEDGED, ("distant_get",)),
        64: Both(
            Changed(SHMEM_GET, ("distant_get",), "series", sizes=LARGE, low=1 / NEAR, high=NEAR),
            Changed(SHMEM_PUT, ("distant_put",), "series", sizes=LARGE, low=1 / NEAR, high=NEAR)),
    },
)


MUCH = 2  # "much", "far", "clearly"
SHIFT, NAIVE, ALLTOALL = "shift_printed", "naive_broadcast_printed", "alltoall_printed"
TREE = "tree_broadcast_printed"
TESTS = ("distant_get", SHIFT, NAIVE, ALLTOALL)
ROTATED = Side("shmem", ("get",), (ALLTOALL,))
UNROTATED = Side("shmem", ("get",), ("alltoall_unrotated_printed",))
TREE_SHMEM = Side("shmem", ("put",), (TREE,))
TREE_GET = Side("mpi", ("flush",), (TREE,))
TREE_PUT = Side("mpi", ("put",), (TREE,))


def ahead(*patterns: str, by: float = 1) -> ComparedSides:
    """SHMEM faster than MPI-2 for small messages."""
    return faster(SHMEM_GET, MPI_GET, *patterns, sizes=SMALL, by=by)


def similar(pattern: str, sizes: Sizes) -> ComparedSides:
    return equal(SHMEM_GET, MPI_GET, pattern, sizes=sizes)


def tree(a: Side, b: Side, sizes: Sizes, by: float = 1) -> ComparedSides:
    """Side a's tree faster than side b's."""
    return faster(a, b, TREE, sizes=sizes, by=by)


LUECKE = paper(
    "luecke",
    {
        1: Both(ahead(*TESTS, by=MUCH), tree(TREE_SHMEM, TREE_GET, SMALL, MUCH)),
        2: Typically(ComparedSides(SHMEM_GET, MPI_GET, TESTS, SMALL, low=5, high=40),
                     *(ComparedSides(TREE_SHMEM, side, (TREE,), SMALL, low=5, high=40)
                       for side in (TREE_GET, TREE_PUT))),
        3: Mostly(SHMEM_GET, MPI_GET, TESTS, LARGE),
        8: Changed(SHMEM_GET, ("distant_get",), "series"),
        10: about(8, SHMEM_GET, MPI_GET, "distant_get", SMALL),
        11: similar("distant_get", NOT_SMALL),
        12: Narrowing(SHMEM_GET, MPI_GET, ("distant_get",)),
        13: Both(*(Changed(side, ("distant_get",), "series") for side in (SHMEM_GET, MPI_GET))),
        18: flat(SHMEM_GET, SHIFT),
        19: about(5, SHMEM_GET, MPI_GET, SHIFT, SMALL),
        20: similar(SHIFT, NOT_SMALL),
        21: ahead(SHIFT, by=MUCH),
        22: similar(SHIFT, MIDDLE),
        23: similar(SHIFT, LARGE),
        26: grows(MPI_GET, SHIFT, sizes=SMALL),
        27: follows(others, SHMEM_GET, NAIVE),
        28: ComparedSides(SHMEM_GET, MPI_GET, (NAIVE,), SMALL, low=2, high=4),
        29: similar(NAIVE, MIDDLE),
        30: ComparedSides(SHMEM_GET, MPI_GET, (NAIVE,), SMALL, low=3, high=5),
        32: similar(NAIVE, MIDDLE),
        35: Steeper(MPI_GET, SHMEM_GET, (NAIVE,), SMALL),
        36: Both(*(follows(others, side, NAIVE, sizes=MIDDLE) for side in (SHMEM_GET, MPI_GET))),
        38: follows(levels, TREE_SHMEM, TREE),
        39: Both(*(tree(TREE_GET, TREE_PUT, sizes, MUCH) for sizes in (SMALL, MIDDLE))),
        40: tree(TREE_SHMEM, TREE_GET, SMALL, MUCH),
        41: Both(tree(TREE_SHMEM, TREE_PUT, LARGE), tree(TREE_PUT, TREE_GET, LARGE)),
        42: Both(*(tree(side, TREE_PUT, SMALL, MUCH) for side in (TREE_GET, TREE_SHMEM))),
        43: ComparedSides(TREE_SHMEM, TREE_GET, (TREE,), SMALL, high=SAME),
        44: Both(tree(TREE_SHMEM, TREE_GET, MIDDLE), tree(TREE_GET, TREE_PUT, MIDDLE)),
        45: Both(*(tree(side, TREE_SHMEM, LARGE) for side in (TREE_PUT, TREE_GET))),
        46: Both(*(Steeper(side, TREE_SHMEM, (TREE,), SMALL) for side in (TREE_PUT, TREE_GET))),
        48: follows(others, SHMEM_GET, ALLTOALL),
        49: faster(ROTATED, UNROTATED, ALLTOALL, sizes=LARGE, ranks=3),
        50: ahead(ALLTOALL, by=MUCH),
        51: equal(SHMEM_GET, MPI_GET, ALLTOALL),
    },
)


ONE_WAY = Side("mpi", ("sendrecv",), ("pingpong",))
GETS = (MPI_GET, SHMEM_GET)  # bare, with a fence over MPI
BOTH_WAYS = Side("mpi", ("sendrecv",), ("pingping",))
NETPIPE = Side("mpi", ("irecv",))

THESIS = paper(
    "thesis",
    {
        109: Changed(SENDRECV, ("distant",), "series"),
        110: Changed(SENDRECV, ("pingpong",), "buffers", ("reuse", "cold"), LARGE, 1, inf),
        117: Changed(SENDRECV, ("pingpong",), "placement", ("bus", "crossbar"), SMALL, 1, inf),
        118: Peak(SENDRECV, ("pingpong",)),
        119: Both(faster(MPI_PUT, SENDRECV, "pingpong"), faster(SHMEM_PUT, SENDRECV, "pingpong")),
        120: faster(MPI_PUT, SHMEM_PUT, "pingpong", sizes=LARGE),
        121: follows(others, SENDRECV, "naive_broadcast"),
        122: grows(SENDRECV, "shift"),
        124: Both(*(faster(replace(side, patterns=(f"{pattern}_printed",)),
                           replace(SENDRECV, patterns=(pattern,)), pattern)
                    for side in GETS for pattern in ("shift", "alltoall"))),
        126: Peak(SENDRECV, ("pingping",)),
        127: equal(ONE_WAY, LIBRARY, "broadcast", sizes=NOT_SMALL, ranks=3, law=levels),
        # An exchange moves two messages.
        128: faster(BOTH_WAYS, LIBRARY, "reduce", sizes=LARGE, by=0.5, law=levels),
        129: faster(ONE_WAY, LIBRARY, "allreduce", sizes=LARGE, by=2),
        130: faster(NETPIPE, SENDRECV, "pingpong", sizes=LARGE),
    },
)
