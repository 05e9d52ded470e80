# SPDX-License-Identifier: BSD-3-Clause
"""Luecke 2004: SHMEM is the protocol get over shmem, MPI-2 one-sided is get over mpi (with its
fences); the tree broadcast had a put of each too, and SHMEM's was a put (appendix A)."""

from claims.changes import Change, Steeper, flat, follows, grows, levels, others
from claims.claim import MPI_GET, MPI_PUT, SHMEM_GET, SHMEM_PUT, paper
from claims.compared import Comparison, Mostly, Narrowing, equal, faster
from claims.evidence import LARGE, MIDDLE, NOT_SMALL, SMALL, Side
from claims.finding import Both

MUCH = 2  # "much", "far", "clearly"
TESTS = ("distant_get", "shift", "naive_broadcast", "alltoall")
ROTATED = Side("shmem", ("get",), ("alltoall",))
UNROTATED = Side("shmem", ("get",), ("alltoall_unrotated",))


def ahead(*patterns: str, by: float = 1) -> Comparison:
    """SHMEM faster than MPI-2 for small messages."""
    return faster(SHMEM_GET, MPI_GET, *patterns, sizes=SMALL, by=by)


PAPER = paper(
    "luecke",
    {
        1: Both(
            (
                ahead(*TESTS, by=MUCH),
                faster(SHMEM_PUT, MPI_GET, "tree_broadcast", sizes=SMALL, by=MUCH),
            )
        ),
        2: Comparison(SHMEM_GET, MPI_GET, TESTS, SMALL, low=5, high=40),
        3: Mostly(SHMEM_GET, MPI_GET, (*TESTS, "tree_broadcast"), LARGE),
        8: Change(SHMEM_GET, "series", ("distant_get",)),
        10: ahead("distant_get"),
        11: equal(SHMEM_GET, MPI_GET, "distant_get", sizes=NOT_SMALL),
        12: Narrowing(SHMEM_GET, MPI_GET, ("distant_get",)),
        13: Both(tuple(Change(one, "series", ("distant_get",)) for one in (SHMEM_GET, MPI_GET))),
        18: flat(SHMEM_GET, "shift"),
        19: ahead("shift"),
        20: equal(SHMEM_GET, MPI_GET, "shift", sizes=NOT_SMALL),
        26: grows(MPI_GET, "shift", sizes=SMALL),
        27: follows(others, SHMEM_GET, "naive_broadcast"),
        29: equal(SHMEM_GET, MPI_GET, "naive_broadcast", sizes=MIDDLE),
        30: ahead("naive_broadcast"),
        35: Steeper(MPI_GET, SHMEM_GET, ("naive_broadcast",), SMALL),
        38: follows(levels, SHMEM_PUT, "tree_broadcast"),
        39: Both(
            tuple(
                faster(MPI_GET, MPI_PUT, "tree_broadcast", sizes=one, by=MUCH)
                for one in (SMALL, MIDDLE)
            )
        ),
        40: faster(SHMEM_PUT, MPI_GET, "tree_broadcast", sizes=SMALL, by=MUCH),
        45: Both(
            tuple(
                faster(one, SHMEM_PUT, "tree_broadcast", sizes=LARGE) for one in (MPI_PUT, MPI_GET)
            )
        ),
        48: follows(others, SHMEM_GET, "alltoall"),
        49: faster(ROTATED, UNROTATED, "alltoall", sizes=LARGE, ranks=3),
        51: equal(SHMEM_GET, MPI_GET, "alltoall"),
    },
)
