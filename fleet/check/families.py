# SPDX-License-Identifier: BSD-3-Clause
"""Families of cells that a fault may slow by themselves: patterns, paths, placements, sizes."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from reports.words.formats import path_text, size_text

KINDS = ("path", "pattern", "placement", "sizes")
LEAST = 6  # cells of a family and outside it
# As a message travels: in one line or a few, in the caches, through memory (docs/compare.md).
SHORT, LONG = 64, 128 * 1024
RANGES = {
    f"up to {size_text(SHORT)}": (0, SHORT),
    f"{size_text(SHORT)} to {size_text(LONG)}": (SHORT + 1, LONG),
    f"above {size_text(LONG)}": (LONG + 1, float("inf")),
}


class Family(NamedTuple):
    """`kind` is pattern, path, placement or sizes; `cells` are the positions of its cells."""

    kind: str
    name: str
    cells: np.ndarray

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


def range_of(size: int) -> str:
    return next(name for name, (low, high) in RANGES.items() if low <= size <= high)


def families_of(cells: Sequence[dict[str, Any]]) -> list[Family]:
    """All families with enough cells inside and outside."""
    members: dict[tuple[str, str], list[int]] = {}
    for at, key in enumerate(cells):
        names = {"pattern": key["pattern"], "path": path_text(key["path"]),
                 "placement": key["placement"], "sizes": range_of(key["bytes"])}
        for one in names.items():
            members.setdefault(one, []).append(at)
    return [Family(*names, np.array(some)) for names, some in sorted(members.items(), key=order)
            if LEAST <= len(some) <= len(cells) - LEAST]


def order(member: tuple[tuple[str, str], list[int]]) -> tuple:
    (kind, name), _ = member
    return KINDS.index(kind), list(RANGES).index(name) if kind == "sizes" else name
