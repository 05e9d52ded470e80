# SPDX-License-Identifier: BSD-3-Clause
"""The cells of a campaign and their order, in words that measuring and reporting have in common:
patterns, paths, groups of cells, the plan."""

from dataclasses import dataclass, field
from typing import Any

from comops.common.catalogue import REDUCTIONS
from comops.results.keys import OLD
from comops.results.topology import Placement


@dataclass(frozen=True)
class Pattern:
    """As the catalogue has it (comops/comops.h). Times are those of a run divided by `messages`."""

    name: str
    summary: str
    completion: str
    bytes: str
    rate_formula: str
    source: str
    unit: int
    empty: bool
    min_ranks: int
    messages: int
    closed: bool
    isolated: bool
    synchronises: bool
    answers: bool
    passive: bool
    reduces: bool
    computes: bool
    by_default: bool
    series_of: str | None


@dataclass(frozen=True)
class Offer:
    """An implementation that a worker offers. Costs (docs/method.md) are None if they lie in
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
    """Why a protocol lacks some patterns, names between blanks; "*" stands for all."""

    protocol: str
    patterns: str
    reason: str

    def covers(self, protocol: str, pattern: str) -> bool:
        return all(named == "*" or name in named.split(" ")
                   for named, name in ((self.protocol, protocol), (self.patterns, pattern)))


@dataclass(eq=False)
class Path:
    """A path, and what its worker offers on this machine."""

    label: str  # "threads", "mpi"; "mpi@NAME", "threads@NAME" with a further library
    program: str | None = None  # the worker
    environment: dict[str, str] = field(default_factory=dict)  # what it needs
    launcher: list[str] | None = None  # "%d" for the ranks; None: the worker starts them itself
    launcher_version: str | None = None
    missing: str | None = None  # why it cannot run here
    offers: list[Offer] = field(default_factory=list)
    absences: list[Absence] = field(default_factory=list)

    def is_a(self, label: str) -> bool:
        """True of "mpi" and of every "mpi@NAME"."""
        return self.label.partition("@")[0] == label

    @property
    def base(self) -> str:
        """The label of the same path of the new build."""
        return self.label.removesuffix(OLD)

    @property
    def is_old(self) -> bool:
        """It has another build's worker, or another library or environment (--against)."""
        return self.label.endswith(OLD)

    def reason(self, protocol: str, pattern: str) -> str | None:
        """Why the protocol, or a column of several, lacks the pattern, if it is given."""
        return next((absence.reason for absence in self.absences
                     if absence.covers(protocol, pattern)), None)


@dataclass(frozen=True)
class Pages:
    """The NUMA node of each rank's pages (topology/placement.h); `bound`: not by first touch."""

    name: str
    nodes: tuple[int, ...]
    bound: bool
    refused: str | None = None


@dataclass(frozen=True)
class Candidate:
    """A cell to measure: an implementation of one path."""

    path: Path
    offer: Offer


@dataclass
class Group:
    """Cells that differ only in path or protocol; their blocks alternate.

    Groups of a `table` differ only in bytes and are adjacent; tables of a `bundle` differ only in
    placement, and are adjacent.
    """

    pattern: Pattern
    placement: Placement
    pages: Pages
    ranks: int
    bytes: int
    series: int  # 0 without one
    reduction: int  # index of REDUCTIONS: 0 is the paper's maximum of doubles
    buffers: str  # "reuse", "rewrite", "cold"
    page_size: str  # "default", "4k", "thp", "2m"
    skew_us: int  # how late the last rank arrives
    consume: str  # "no", "between", "timed"
    candidates: list[Candidate] = field(default_factory=list)
    table: int = 0
    bundle: int = 0


@dataclass
class Plan:
    """`notes`: what was left out, and why."""

    groups: list[Group] = field(default_factory=list)
    placements: list[Placement] = field(default_factory=list)  # in use, each once
    notes: list[str] = field(default_factory=list)

    @property
    def tables(self) -> int:
        return self.groups[-1].table + 1 if self.groups else 0

    @property
    def cells(self) -> int:
        return sum(len(group.candidates) for group in self.groups)

    def ranks_most(self) -> int:
        return max((group.ranks for group in self.groups), default=1)


@dataclass(frozen=True)
class Forecast:
    """How long a plan takes, seconds: as planned, and at least; what of it was asked for."""

    planned: float
    least: float
    budget: float  # 0 without one
    seed: int
    is_dry: bool


def bundle_of(group: Group) -> tuple:
    """What the groups of a bundle have in common: all but placement and bytes."""
    return (group.pattern.name, group.pages.name, group.ranks, group.series, group.reduction,
            group.buffers, group.page_size, group.skew_us, group.consume)


def differ_in_placement(a: Group, b: Group) -> bool:
    """Whether two groups of a plan differ in nothing else; true of a group and itself."""
    return a.bytes == b.bytes and bundle_of(a) == bundle_of(b)


def key_of(group: Group, candidate: Candidate, method: str) -> dict[str, Any]:
    """The key of a cell, as its record has it, members in the order of CELL_KEY; its runs are
    isolated until it is decided that they loop."""
    pattern = group.pattern
    operation, datatype = REDUCTIONS[group.reduction] if pattern.reduces else ("", "")
    members = {
        "pattern": pattern.name, "path": candidate.path.label, "protocol": candidate.offer.protocol,
        "placement": group.placement.name, "memory": group.pages.name,
        "pages": None if group.page_size == "default" else group.page_size,
        "skew": f"{group.skew_us}us" if group.skew_us else None,
        "ranks": group.ranks, "bytes": group.bytes, "buffers": group.buffers,
        "consume": group.consume, "mode": "isolated", "method": method,
        "series_of": pattern.series_of, "series": group.series if pattern.series_of else None,
        "op": operation or None, "datatype": datatype or None,
    }
    return {name: value for name, value in members.items() if value is not None}


def group_key(group: Group, method: str) -> dict[str, Any]:
    """What the keys of its cells have in common."""
    key = key_of(group, group.candidates[0], method)
    return {name: value for name, value in key.items() if name not in ("path", "protocol", "mode")}
