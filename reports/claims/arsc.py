# SPDX-License-Identifier: BSD-3-Clause
"""ARSC T3D Users' Newsletter 56, 1995: shmem_get and shmem_put from and to each rank. Table 1 is
the pattern distant_get, or get for rank 1 alone, table 2 distant_put or put, table 4
put_acknowledged_printed, which has every partner too; table 3 is that with loops that spin."""

from reports.claims.changes import Change, Within
from reports.claims.claim import SHMEM_GET, SHMEM_PUT, paper
from reports.claims.compared import NEAR, equal, faster, slower_when_large
from reports.claims.evidence import LARGE, SMALL, Side
from reports.claims.finding import Both

GET = Side("shmem", ("get",), ("get",))
PUT = Side("shmem", ("put",), ("put",))
GET_EACH = Side("shmem", ("get",), ("distant_get",))
PUT_EACH = Side("shmem", ("put",), ("distant_put",))
ACKNOWLEDGED = Side("shmem", ("put",), ("put_acknowledged_printed",))
SPINNING = Side("shmem", ("put_spin",), ("put_acknowledged_printed",))
OWN_GET = Side("shmem", ("get",), ("distant_get",), own=True)
OWN_PUT = Side("shmem", ("put",), ("distant_put",), own=True)
FEW_US = 4

PAPER = paper(
    "arsc",
    {
        54: Within(SHMEM_GET, ("get",), SMALL, FEW_US),
        56: Within(SHMEM_PUT, ("put",), SMALL, 2),
        57: faster(OWN_GET, OWN_PUT, "distant_get", sizes=LARGE),
        59: faster(ACKNOWLEDGED, SPINNING, "put_acknowledged_printed"),
        60: faster(PUT, GET, "put", sizes=LARGE),
        61: equal(PUT_EACH, ACKNOWLEDGED, "distant_put", sizes=LARGE),
        62: faster(ACKNOWLEDGED, GET_EACH, "put_acknowledged_printed", sizes=LARGE),
        63: slower_when_large(GET_EACH, ACKNOWLEDGED, "distant_get"),
        64: Both(
            (
                Change(SHMEM_GET, ("distant_get",), "series", sizes=LARGE, low=1 / NEAR, high=NEAR),
                Change(SHMEM_PUT, ("distant_put",), "series", sizes=LARGE, low=1 / NEAR, high=NEAR),
            )
        ),
    },
)
