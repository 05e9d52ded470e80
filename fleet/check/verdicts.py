# SPDX-License-Identifier: BSD-3-Clause
"""The possible verdicts on a node."""

from dataclasses import dataclass, field

BROKEN, MISCONFIGURED, SLOW, FAMILY, NOISY = (
    "broken", "misconfigured", "slow", "slow in a family", "noisy")
KINDS = {
    BROKEN: "cells without a valid result",
    MISCONFIGURED: "a fact differs from its stratum",
    SLOW: "the median over all cells is slower",
    FAMILY: "the cells of a pattern, a path, a placement or a range of sizes are slower",
    NOISY: "cells scatter more",
}
Interval = tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact that differs from the value that `alike` of `of` nodes of the stratum have."""

    fact: str
    value: str | float
    usual: str | float
    alike: int
    of: int


@dataclass(slots=True)
class Verdict:
    """Why a node is odd.

    `effect` is relative: 0.05 is slower by 5 %, or with NOISY a scatter of 5 % of the time, where
    `usual` is the stratum's. `cells` are the positions of broken cells. `differences` are all facts
    of the node that differ; they may explain what is slow.
    """

    node: int
    kind: str
    effect: float | None = None
    ci95: Interval = None
    usual: float | None = None
    p: float | None = None
    family: str = ""
    also: list[str] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Note:
    """A single slow cell, which is no reason to call the node odd."""

    node: int
    cell: int
    effect: float
    score: float
