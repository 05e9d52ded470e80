# SPDX-License-Identifier: BSD-3-Clause
"""Luecke 2004: SHMEM is the protocol get over shmem, MPI-2 one-sided is get over mpi (with its
fences); the tree broadcast had a put of each too, and SHMEM's was a put (appendix A)."""

from claims.changes import Change, Steeper, flat, follows, grows, levels, others
from claims.claim import MPI_GET, MPI_PUT, SHMEM_GET, SHMEM_PUT, Claim, Paper
from claims.compared import Comparison, Factor, Mostly, Narrowing, equal, faster
from claims.evidence import LARGE, MIDDLE, NOT_SMALL, SMALL, Side
from claims.finding import Both

MUCH = 2  # "much", "far", "clearly"
TESTS = ("get", "shift", "naive_broadcast", "alltoall")
ROTATED = Side("shmem", ("get",), ("alltoall",))
UNROTATED = Side("shmem", ("get",), ("alltoall_unrotated",))


def ahead(*patterns: str, by: float = 1) -> Factor:
    """SHMEM faster than MPI-2 for small messages."""
    return faster(SHMEM_GET, MPI_GET, *patterns, sizes=SMALL, by=by)


CLAIMS = (
    Claim(
        1,
        "Abstract, S4",
        "In all five tests SHMEM clearly beats one-sided MPI-2 for small messages.",
        "Is SHMEM more than twice as fast as one-sided MPI for up to 100 B, in all five?",
        Both(
            (
                ahead(*TESTS, by=MUCH),
                faster(SHMEM_PUT, MPI_GET, "tree_broadcast", sizes=SMALL, by=MUCH),
            )
        ),
    ),
    Claim(
        2,
        "S4",
        "For small messages SHMEM is typically 5 to 40 times as fast.",
        "Does one-sided MPI take 5 to 40 times as long as SHMEM for up to 100 B?",
        Factor(Comparison(SHMEM_GET, MPI_GET, TESTS, SMALL), 5, 40),
    ),
    Claim(
        3,
        "S4",
        "For large messages SHMEM wins most cases, but not all.",
        "Is SHMEM faster than one-sided MPI in more than half of the large cases, but not in all?",
        Mostly(Comparison(SHMEM_GET, MPI_GET, (*TESTS, "tree_broadcast"), LARGE)),
    ),
    Claim(
        8,
        "S3.1",
        "Reading from another rank takes the same time wherever that rank is.",
        "Does SHMEM take about the same time to and from each partner of rank 0?",
        Change(SHMEM_GET, "series", ("distant",)),
    ),
    Claim(
        10,
        "S3.1",
        "Origin, 8 bytes read: MPI-2 takes about 8 times as long as SHMEM.",
        "Is a small SHMEM get faster than an MPI_Get with its fences, and by how much?",
        ahead("get"),
    ),
    Claim(
        11,
        "S3.1",
        "Origin, 10 KB and 1 MB read: MPI-2 and SHMEM are very close.",
        "Are both gets within 25 % of each other from 512 B up?",
        equal(SHMEM_GET, MPI_GET, "get", sizes=NOT_SMALL),
    ),
    Claim(
        12,
        "S3.1",
        "T3E: MPI-2 takes 24 times as long for 8 bytes, 4 times for 10 KB, as long for 1 MB.",
        "Does the lead of SHMEM's get shrink from the smallest message to the largest?",
        Narrowing(Comparison(SHMEM_GET, MPI_GET, ("get",))),
    ),
    Claim(
        18,
        "S3.2",
        "A circular shift should take the same time with any number of ranks.",
        "Does SHMEM's shift stay within 25 % when ranks are added?",
        flat(SHMEM_GET, "shift"),
    ),
    Claim(
        19,
        "S3.2",
        "T3E, shift of 8 bytes: MPI-2 is about five times slower.",
        "Is a small shift faster over SHMEM than over one-sided MPI, and by how much?",
        ahead("shift"),
    ),
    Claim(
        20,
        "S3.2",
        "T3E, shift of 10 KB and 1 MB: the two are about equal.",
        "Are both within 25 % of each other from 512 B up?",
        equal(SHMEM_GET, MPI_GET, "shift", sizes=NOT_SMALL),
    ),
    Claim(
        26,
        "S3.2",
        "Origin: the 8-byte shift scales poorly over MPI-2.",
        "Does a small shift over one-sided MPI take longer with more ranks?",
        grows(MPI_GET, "shift", sizes=SMALL),
    ),
    Claim(
        27,
        "S3.3",
        "A naive broadcast, one reader after the other, should take time in proportion to the "
        "ranks.",
        "Is the time of SHMEM's naive broadcast within 25 % of proportional to the number of "
        "other ranks?",
        follows(others, SHMEM_GET, "naive_broadcast"),
    ),
    Claim(
        29,
        "S3.3",
        "Origin, naive broadcast of 10 KB: the two are similar.",
        "Are both within 25 % of each other for medium sizes?",
        equal(SHMEM_GET, MPI_GET, "naive_broadcast", sizes=MIDDLE),
    ),
    Claim(
        30,
        "S3.3",
        "T3E, naive broadcast of 8 bytes: SHMEM is 3 to 5 times as fast.",
        "Is a small naive broadcast faster over SHMEM than over one-sided MPI, and by how much?",
        ahead("naive_broadcast"),
    ),
    Claim(
        35,
        "S3.3",
        "The 8-byte naive broadcast scales better over SHMEM than over MPI-2.",
        "Does a small naive broadcast grow faster with ranks over one-sided MPI than over SHMEM?",
        Steeper(MPI_GET, SHMEM_GET, ("naive_broadcast",), SMALL),
    ),
    Claim(
        38,
        "S3.4",
        "A tree broadcast should take time in proportion to log2 of the ranks.",
        "Is the time of SHMEM's tree broadcast within 25 % of proportional to the levels of its "
        "tree?",
        follows(levels, SHMEM_PUT, "tree_broadcast"),
    ),
    Claim(
        39,
        "S3.4",
        "T3E, tree broadcast: over MPI-2, putting is much slower than getting, for 8 B and 10 KB.",
        "Is getting more than twice as fast as putting over one-sided MPI, up to 128 KiB?",
        Both(
            tuple(
                faster(MPI_GET, MPI_PUT, "tree_broadcast", sizes=one, by=MUCH)
                for one in (SMALL, MIDDLE)
            )
        ),
    ),
    Claim(
        40,
        "S3.4",
        "T3E, tree broadcast: SHMEM is much faster than MPI-2's get.",
        "Is SHMEM's tree more than twice as fast as that of MPI_Get, for up to 100 B?",
        faster(SHMEM_PUT, MPI_GET, "tree_broadcast", sizes=SMALL, by=MUCH),
    ),
    Claim(
        45,
        "S3.4",
        "Origin, tree broadcast of 1 MB: SHMEM is the slowest of the three.",
        "Are MPI's put and get both faster than SHMEM for large trees?",
        Both(
            tuple(
                faster(one, SHMEM_PUT, "tree_broadcast", sizes=LARGE) for one in (MPI_PUT, MPI_GET)
            )
        ),
    ),
    Claim(
        48,
        "S3.5",
        "All-to-all should take time in proportion to the ranks.",
        "Is the time of SHMEM's all-to-all within 25 % of proportional to the number of other "
        "ranks?",
        follows(others, SHMEM_GET, "alltoall"),
    ),
    Claim(
        49,
        "S3.5",
        "If all ranks visit the others in the same order, all meet at one; beginning with the "
        "next rank avoids it.",
        "With 3 ranks or more, is a large all-to-all in rotated order faster than in the same "
        "order for all?",
        faster(ROTATED, UNROTATED, "alltoall", sizes=LARGE, ranks=3),
    ),
    Claim(
        51,
        "S3.5",
        "T3E, all-to-all: MPI-2 and SHMEM perform about the same.",
        "Are both within 25 % of each other at all sizes?",
        equal(SHMEM_GET, MPI_GET, "alltoall"),
    ),
)

PAPER = Paper(
    "Luecke, Spanoyannis, Kraeva",
    "2004",
    "G. R. Luecke, S. Spanoyannis, M. Kraeva, The performance and scalability of SHMEM and MPI-2 "
    "one-sided routines on a SGI Origin 2000 and a Cray T3E-600, 2004",
    "16 to 256 ranks. SHMEM is the protocol get over shmem, MPI-2 is get over mpi, its fences "
    "timed; in the tree broadcast SHMEM put.",
    CLAIMS,
)
