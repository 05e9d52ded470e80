# SPDX-License-Identifier: BSD-3-Clause
"""ARSC T3D Users' Newsletter 56, 1995: shmem_get and shmem_put between two ranks. Table 1 is the
pattern get, table 2 put, table 4 put_acknowledged; table 3 is that with loops that spin."""

from claims.claim import SHMEM_GET, SHMEM_PUT, Claim, Paper
from claims.compared import equal, faster, slower_when_large
from claims.evidence import LARGE, SMALL, Side
from claims.single import Within

GET = Side("shmem", ("get",), ("get",))
PUT = Side("shmem", ("put",), ("put",))
ACKNOWLEDGED = Side("shmem", ("put",), ("put_acknowledged",))
SPINNING = Side("shmem", ("put_spin",), ("put_acknowledged",))
FEW_US = 4

CLAIMS = (
    Claim(
        54,
        "text after Table 1",
        "A small get takes a few microseconds.",
        "Does a SHMEM get of up to 100 B take at most 4 µs, as up to three words did?",
        Within(SHMEM_GET, ("get",), SMALL, FEW_US),
    ),
    Claim(
        56,
        "Table 2",
        "The call that puts up to five words returns after 2 µs.",
        "Does a SHMEM put of up to 100 B return within 2 µs?",
        Within(SHMEM_PUT, ("put",), SMALL, 2),
    ),
    Claim(
        59,
        "Table 4",
        "Waiting by shmem_wait instead of in a loop of one's own gives sane times.",
        "Is an acknowledged put faster when it waits by the library's call than when it spins on "
        "the flag?",
        faster(ACKNOWLEDGED, SPINNING, "put_acknowledged"),
    ),
    Claim(
        60,
        "text after Table 4",
        "For large messages a put is more than three times as fast as a get.",
        "Is a large SHMEM put faster than a get, and by how much?",
        faster(PUT, GET, "put", sizes=LARGE),
    ),
    Claim(
        61,
        "text after Table 4",
        "The time until a put returns is close to the time until it is acknowledged.",
        "Are both within 25 % of each other for large messages?",
        equal(PUT, ACKNOWLEDGED, "put", sizes=LARGE),
    ),
    Claim(
        62,
        "text after Table 4",
        "Puts are faster because they execute faster, not because nobody waits for them.",
        "Is a large put faster than a get even when it is acknowledged?",
        faster(ACKNOWLEDGED, GET, "put_acknowledged", sizes=LARGE),
    ),
    Claim(
        63,
        "Tables 1 and 4",
        "By the tables, an acknowledged put is slower than a get up to three words, and faster "
        "from ten up.",
        "Is the get faster for small messages and the acknowledged put for larger ones?",
        slower_when_large(GET, ACKNOWLEDGED, "get"),
    ),
)

PAPER = Paper(
    "ARSC newsletter",
    "1995",
    "Arctic Region Supercomputing Center, T3D Users' Newsletter 56, 13 October 1995",
    "Cray T3D. shmem_get is the pattern get, shmem_put the patterns put (a lower bound) and "
    "put_acknowledged (an upper bound), all over shmem.",
    CLAIMS,
)
