# SPDX-License-Identifier: BSD-3-Clause
"""ARSC T3D Users' Newsletter 56, 1995: shmem_get and shmem_put between two ranks. Table 1 is the
pattern get, table 2 put, table 4 put_acknowledged; table 3 is that with loops that spin."""

from claims.claim import SHMEM_GET, SHMEM_PUT, paper
from claims.compared import equal, faster, slower_when_large
from claims.evidence import LARGE, SMALL, Side
from claims.single import Within

GET = Side("shmem", ("get",), ("get",))
PUT = Side("shmem", ("put",), ("put",))
ACKNOWLEDGED = Side("shmem", ("put",), ("put_acknowledged",))
SPINNING = Side("shmem", ("put_spin",), ("put_acknowledged",))
FEW_US = 4

PAPER = paper(
    "arsc",
    {
        54: Within(SHMEM_GET, ("get",), SMALL, FEW_US),
        56: Within(SHMEM_PUT, ("put",), SMALL, 2),
        59: faster(ACKNOWLEDGED, SPINNING, "put_acknowledged"),
        60: faster(PUT, GET, "put", sizes=LARGE),
        61: equal(PUT, ACKNOWLEDGED, "put", sizes=LARGE),
        62: faster(ACKNOWLEDGED, GET, "put_acknowledged", sizes=LARGE),
        63: slower_when_large(GET, ACKNOWLEDGED, "get"),
    },
)
