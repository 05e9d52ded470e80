# SPDX-License-Identifier: BSD-3-Clause
"""The papers and their claims, whose texts are in claims.toml."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from comops_papers.claims.evidence import Side
from comops_papers.claims.finding import Test

EMPTY: Mapping[int, Test] = MappingProxyType({})
TEXTS = tomllib.loads(Path(__file__).with_name("claims.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Claim:
    """What a paper said of its machines, and the test of the general question behind it.

    `number` is that of reference/claims.md; `section` is its place in the paper: S3.1 is
    section 3.1. `machines` are the paper's that can be simulated, `there` its test on them.
    """

    number: int
    section: str
    said: str
    test: Test
    machines: Sequence[str] = ()
    there: Test | None = None

    @property
    def cited(self) -> str:
        """The place in the paper in words: section 3.1, figure 12."""
        words = re.sub(r"\bS(?=\d)", "section ", self.section)
        words = re.sub(r"(^|, )(?=\d+\.\d)", r"\1section ", words)
        words = re.sub(r"\bFigs?\b", lambda match: match[0].replace("Fig", "figure"), words)
        return re.sub(r"\bTable", "table", words)


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper and those of its claims that a campaign can test."""

    author: str
    year: str
    claims: tuple[Claim, ...]


def paper(name: str, tests: Mapping[int, Test], there: Mapping[int, Test] = EMPTY) -> Paper:
    """A paper with the claims that these tests decide; `there`: on its own machines."""
    claims = (Claim(number, test=test, there=there.get(number), **TEXTS[str(number)])
              for number, test in tests.items())
    return Paper(**TEXTS[name], claims=tuple(claims))


BARRIER = Side("threads", ("barrier",))
LOCK = Side("threads", ("lock",))
DIRECT = Side("threads", ("direct",))
PRINTED = Side("threads", ("barrier", "lock"))
LIBRARY = Side("mpi", ("library",))
SENDRECV = Side("mpi", ("sendrecv",))
SHMEM_GET = Side("shmem", ("get",))
SHMEM_PUT = Side("shmem", ("put",))
MPI_GET = Side("mpi", ("get",))
MPI_PUT = Side("mpi", ("put",))
BEST_THREADS = Side("threads")
BEST_MPI = Side("mpi", without=("direct",))  # processes that run the threads' code pass no messages
BEST_SHMEM = Side("shmem")
