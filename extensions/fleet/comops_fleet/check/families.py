# SPDX-License-Identifier: BSD-3-Clause
"""Families of cells that a fault may slow by themselves: patterns, paths, protocols, placements,
ranges of sizes, and pairs of these. Of the pairs, a pattern over a path is tested by itself; others
are looked for where one of the two is slow."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from comops.reports.words.formats import path_text, size_text

PAIR = "pair"
KINDS = ("path", "pattern", "protocol", "placement", "sizes", PAIR)
LEAST = 6  # cells of a family and outside it
MORE = 1.1  # times what a family explains: so much must a pair explain
# As a message travels: in one line or a few, in the caches, through memory (docs/compare.md).
SHORT, LONG = 64, 128 * 1024
RANGES = {
    f"up to {size_text(SHORT)}": (0, SHORT),
    f"{size_text(SHORT)} to {size_text(LONG)}": (SHORT + 1, LONG),
    f"above {size_text(LONG)}": (LONG + 1, float("inf")),
}


class Family(NamedTuple):
    """`kind` is one of KINDS; `cells` are the positions of its cells."""

    kind: str
    name: str
    cells: np.ndarray

    def __str__(self) -> str:
        return self.name if self.kind == PAIR else f"{self.kind} {self.name}"


def range_of(size: int) -> str:
    return next(name for name, (low, high) in RANGES.items() if low <= size <= high)


def families_of(cells: Sequence[dict[str, Any]]) -> list[Family]:
    """All families with enough cells inside and outside."""
    members: dict[tuple[str, str], list[int]] = {}
    for at, key in enumerate(cells):
        names = {"pattern": key["pattern"], "path": path_text(key["path"]),
                 "protocol": key["protocol"], "placement": key["placement"],
                 "sizes": range_of(key["bytes"])}
        parts = [f"{kind} {names[kind]}" for kind in ("pattern", "path")]
        for member in (*names.items(), (PAIR, ", ".join(parts))):
            members.setdefault(member, []).append(at)
    singles = [group for (kind, _), group in members.items() if kind != PAIR]
    return [Family(*names, np.array(group)) for names, group in sorted(members.items(), key=order)
            if LEAST <= len(group) <= len(cells) - LEAST
            and (names[0] != PAIR or group not in singles)]


def order(member: tuple[tuple[str, str], list[int]]) -> tuple:
    (kind, name), _ = member
    return KINDS.index(kind), list(RANGES).index(name) if kind == "sizes" else name


def pairs_of(chosen: Sequence[Family], families: Sequence[Family]) -> Iterator[Family]:
    """What each of some families has in common with one of another kind."""
    for family, other in product(chosen, families):
        if PAIR not in (family.kind, other.kind):
            cells = np.intersect1d(family.cells, other.cells)
            if other.kind != family.kind and LEAST <= len(cells) < min(len(family.cells),
                                                                       len(other.cells)):
                both = sorted((family, other), key=lambda part: (part.kind != "pattern",
                                                                 KINDS.index(part.kind)))
                yield Family(PAIR, ", ".join(map(str, both)), cells)


def is_slow(ratios: np.ndarray, least: float) -> bool:
    """Whether the median of what is known is so high."""
    known = ratios[~np.isnan(ratios)]
    return len(known) > 0 and float(np.median(known)) >= least


def spread(values: np.ndarray) -> float:
    """How far values are from their median, together."""
    known = values[~np.isnan(values)]
    return float(np.abs(known - np.median(known)).sum()) if len(known) else 0.0


def explained(ratios: np.ndarray, cells: np.ndarray) -> float:
    """How much of a node's scatter vanishes if these cells have a median of their own."""
    return spread(ratios) - spread(ratios[cells]) - spread(np.delete(ratios, cells))


def narrowest(ratios: np.ndarray, chosen: Sequence[Family], families: Sequence[Family],
              least: float) -> Family:
    """The one of some families that explains a node's `ratios` [cell] best; a pair only if it does
    so clearly better, and its median is at least `least`: fast cells explain scatter, too."""

    def gain(family: Family) -> float:
        return explained(ratios, family.cells)

    pairs = [*(family for family in chosen if family.kind == PAIR),
             *(family for family in pairs_of(chosen, families)
               if is_slow(ratios[family.cells], least))]
    best = max((family for family in chosen if family.kind != PAIR), key=gain, default=None)
    pair = max(pairs, key=gain, default=best)
    return pair if best is None or gain(pair) > MORE * gain(best) else best
