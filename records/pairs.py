# SPDX-License-Identifier: BSD-3-Clause
"""Ratios of two cells, what they allow to be said, and the verdicts made of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from records.decisions import DECISIONS, REVERSED, UNDECIDED
from records.keys import CellKey, Interval


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cells' ratio: time of `b` / time of `a`; above 1, `a` is faster.

    `decision` is that of `a`, one of DECISIONS.
    """

    a: CellKey
    b: CellKey
    ratio: float
    ci95: Interval | None
    decision: str = UNDECIDED

    def reversed(self) -> "Pair":
        """The same pair seen from the other side."""
        ci95 = (1 / self.ci95[1], 1 / self.ci95[0]) if self.ci95 else None
        decision = REVERSED.get(self.decision, self.decision)
        return Pair(self.b, self.a, 1 / self.ratio, ci95, decision)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The fastest of two sides, and the names and versions of their libraries."""

    pair: Pair
    libraries: tuple[str, ...]


def group_of(key: CellKey) -> CellKey:
    """The key of all cells that differ from this one in path or protocol alone."""
    return key._replace(path="", protocol="")


def pair_of(record: dict[str, Any], key: Callable[[Any], CellKey]) -> Pair:
    decision, ci95 = record["decision"], record["ci95"]
    return Pair(key(record["a"]), key(record["b"]), record["ratio"], tuple(ci95) if ci95 else None,
                decision if decision in DECISIONS else UNDECIDED)
