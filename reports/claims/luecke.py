# SPDX-License-Identifier: BSD-3-Clause
"""Luecke 2004, judged on the operations as printed: SHMEM is the protocol get over shmem, MPI-2
one-sided is get over mpi, with its one fence. In the tree broadcast SHMEM is a put (appendix A),
MPI the get of appendix B and the put of appendix C, with tokens where they poll within an epoch."""

from reports.claims.changes import Change, Steeper, flat, follows, grows
from reports.claims.claim import MPI_GET, SHMEM_GET, paper
from reports.claims.compared import (
    SAME, Comparison, Mostly, Narrowing, equal, faster, levels, others,
)
from reports.claims.evidence import LARGE, MIDDLE, NOT_SMALL, SMALL, Side, Sizes
from reports.claims.finding import Both

MUCH = 2  # "much", "far", "clearly"
SHIFT, NAIVE, ALLTOALL = "shift_printed", "naive_broadcast_printed", "alltoall_printed"
TREE = "tree_broadcast_printed"
TESTS = ("distant_get", SHIFT, NAIVE, ALLTOALL)
ROTATED = Side("shmem", ("get",), (ALLTOALL,))
UNROTATED = Side("shmem", ("get",), ("alltoall_unrotated_printed",))
TREE_SHMEM = Side("shmem", ("put",), (TREE,))
TREE_GET = Side("mpi", ("flush",), (TREE,))
TREE_PUT = Side("mpi", ("put",), (TREE,))


def ahead(*patterns: str, by: float = 1) -> Comparison:
    """SHMEM faster than MPI-2 for small messages."""
    return faster(SHMEM_GET, MPI_GET, *patterns, sizes=SMALL, by=by)


def similar(pattern: str, sizes: Sizes) -> Comparison:
    return equal(SHMEM_GET, MPI_GET, pattern, sizes=sizes)


def tree(a: Side, b: Side, sizes: Sizes, by: float = 1) -> Comparison:
    """Side a's tree faster than side b's."""
    return faster(a, b, TREE, sizes=sizes, by=by)


PAPER = paper(
    "luecke",
    {
        1: Both((ahead(*TESTS, by=MUCH), tree(TREE_SHMEM, TREE_GET, SMALL, MUCH))),
        2: Comparison(SHMEM_GET, MPI_GET, TESTS, SMALL, low=5, high=40),
        3: Mostly(SHMEM_GET, MPI_GET, TESTS, LARGE),
        8: Change(SHMEM_GET, ("distant_get",), "series"),
        10: ahead("distant_get"),
        11: similar("distant_get", NOT_SMALL),
        12: Narrowing(SHMEM_GET, MPI_GET, ("distant_get",)),
        13: Both(tuple(Change(one, ("distant_get",), "series") for one in (SHMEM_GET, MPI_GET))),
        18: flat(SHMEM_GET, SHIFT),
        19: ahead(SHIFT),
        20: similar(SHIFT, NOT_SMALL),
        21: ahead(SHIFT, by=MUCH),
        22: similar(SHIFT, MIDDLE),
        23: similar(SHIFT, LARGE),
        26: grows(MPI_GET, SHIFT, sizes=SMALL),
        27: follows(others, SHMEM_GET, NAIVE),
        28: Comparison(SHMEM_GET, MPI_GET, (NAIVE,), SMALL, low=2, high=4),
        29: similar(NAIVE, MIDDLE),
        30: ahead(NAIVE),
        32: similar(NAIVE, MIDDLE),
        35: Steeper(MPI_GET, SHMEM_GET, (NAIVE,), SMALL),
        36: Both(tuple(follows(others, one, NAIVE, sizes=MIDDLE) for one in (SHMEM_GET, MPI_GET))),
        38: follows(levels, TREE_SHMEM, TREE),
        39: Both(tuple(tree(TREE_GET, TREE_PUT, one, MUCH) for one in (SMALL, MIDDLE))),
        40: tree(TREE_SHMEM, TREE_GET, SMALL, MUCH),
        41: Both((tree(TREE_SHMEM, TREE_PUT, LARGE), tree(TREE_PUT, TREE_GET, LARGE))),
        42: Both(tuple(tree(one, TREE_PUT, SMALL, MUCH) for one in (TREE_GET, TREE_SHMEM))),
        43: Comparison(TREE_SHMEM, TREE_GET, (TREE,), SMALL, high=SAME),
        44: Both((tree(TREE_SHMEM, TREE_GET, MIDDLE), tree(TREE_GET, TREE_PUT, MIDDLE))),
        45: Both(tuple(tree(one, TREE_SHMEM, LARGE) for one in (TREE_PUT, TREE_GET))),
        46: Both(tuple(Steeper(one, TREE_SHMEM, (TREE,), SMALL) for one in (TREE_PUT, TREE_GET))),
        48: follows(others, SHMEM_GET, ALLTOALL),
        49: faster(ROTATED, UNROTATED, ALLTOALL, sizes=LARGE, ranks=3),
        50: ahead(ALLTOALL, by=MUCH),
        51: equal(SHMEM_GET, MPI_GET, ALLTOALL),
    },
)
