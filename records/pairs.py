# SPDX-License-Identifier: BSD-3-Clause
"""Ratios of two cells, what they allow to be said, and the verdicts made of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from records.decisions import DECISIONS, REVERSED, UNDECIDED
from records.keys import CellKey, Interval


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cells' ratio: time of `b` / time of `a`; above 1, `a` is faster.

    `decision` is that of `a`, one of DECISIONS; `ci90` is the interval for equivalence.
    """

    a: CellKey
    b: CellKey
    ratio: float
    ci95: Interval | None
    decision: str = UNDECIDED
    ci90: Interval | None = None
    launches: int = 0

    def reversed(self) -> "Pair":
        """The same pair seen from the other side."""
        ci95, ci90 = (one and (1 / one[1], 1 / one[0]) for one in (self.ci95, self.ci90))
        decision = REVERSED.get(self.decision, self.decision)
        return Pair(self.b, self.a, 1 / self.ratio, ci95, decision, ci90, self.launches)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The fastest of two sides, and the names and versions of their libraries."""

    pair: Pair
    libraries: tuple[str, ...]


class Here(NamedTuple):
    """On how many campaigns it rests, and the interval that holds the ratio of the next one."""

    campaigns: int
    ci95: Interval


def group_of(key: CellKey) -> CellKey:
    """The key of all cells that differ from this one in path or protocol alone."""
    return key._replace(path="", protocol="")


def pair_of(record: dict[str, Any], key: Callable[[Any], CellKey]) -> Pair:
    ci95, ci90 = (tuple(record[name]) if record[name] else None for name in ("ci95", "ci90"))
    decision = record["decision"] if record["decision"] in DECISIONS else UNDECIDED
    return Pair(key(record["a"]), key(record["b"]), record["ratio"], ci95, decision, ci90,
                record["launches"])
