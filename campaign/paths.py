# SPDX-License-Identifier: BSD-3-Clause
"""The paths, their worker programs, and the implementations that these offer on this machine."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Offer:
    """An implementation that a worker offers. Costs (docs/method/why.md) are None if they lie in
    the runtime."""

    protocol: str
    pattern: str
    summary: str
    file: str  # its source, from the root of the source tree
    family: str | None = None  # of protocols that share a column of the matrix
    with_: tuple[str, ...] = ()  # sources to show beside it
    copies: str | None = None
    crossings: str | None = None
    crossings_used: str | None = None
    lines: str | None = None
    waits: str | None = None


@dataclass(frozen=True)
class Absence:
    """Why a protocol lacks some patterns; "*" stands for all."""

    protocol: str
    patterns: str
    reason: str


@dataclass(eq=False)
class Path:
    """A path, and what its worker offers on this machine."""

    label: str  # "threads", "mpi"; "mpi@NAME", "threads@NAME" with a further library
    program: str | None = None  # the worker
    environment: dict[str, str] = field(default_factory=dict)  # what it needs
    launcher: list[str] | None = None  # None: the worker starts its ranks itself
    launcher_version: str | None = None
    missing: str | None = None  # why it cannot run here
    offers: list[Offer] = field(default_factory=list)
    absences: list[Absence] = field(default_factory=list)

    def is_a(self, label: str) -> bool:
        """True of "mpi" and of every "mpi@NAME"."""
        return self.label.partition("@")[0] == label

    def command(self, ranks: int) -> list[str]:
        """The words before the worker's own: the launcher for so many ranks."""
        return [str(ranks) if word == "%d" else word for word in self.launcher or ()]


def paths_find(mpiexec: str | None = None) -> list[Path]:
    """All paths this program knows, asked what they offer. `mpiexec` replaces MPI's launcher."""
    raise NotImplementedError


def add_libraries(paths: list[Path], mpi: list[str], openmp: list[str]) -> None:
    """Adds a path mpi@NAME for each NAME=PREFIX, and threads@NAME for each NAME=LIBRARY; UsageError
    if one cannot be used."""
    raise NotImplementedError
