# SPDX-License-Identifier: BSD-3-Clause
"""The map of nodes and families. Many nodes share a row, which shows the slowest of them."""

import math
from itertools import groupby
from typing import Any

import numpy as np

from fleet.check.judge import Check
from fleet.check.scores import EFFECT
from fleet.export.phrases import percent
from fleet.page.sweep_data import shifts_by_family

SINGLE, ROWS = 100, 50  # at most so many nodes have a row each; more share so many rows
DEPTHS = (0.05, 0.1, 0.2)  # shifts at which a colour becomes darker


def field_of(shift: float, title: str = "") -> dict[str, str]:
    if math.isnan(shift):
        return {"text": "none", "look": "open", "title": ""}
    effect = math.expm1(shift)
    depth = sum(abs(effect) >= limit for limit in DEPTHS)
    side = "slow" if effect > 0 else "fast"
    look = f"{side} depth-{depth}" if abs(effect) >= EFFECT else ""
    return {"text": percent(effect) if look else f"{round(100 * effect) or 0} %", "look": look,
            "title": title}


def slowest(shifts: np.ndarray) -> int:
    """The place of the largest shift; 0 if none is known."""
    return 0 if np.isnan(shifts).all() else int(np.nanargmax(shifts))


def row_of(
    check: Check, shifts: np.ndarray, nodes: np.ndarray, odd: np.ndarray, places: dict[int, int]
) -> dict[str, Any]:
    """The row of consecutive nodes, which links to the slowest of them."""
    names, some = check.sweep.nodes, shifts[:, nodes]
    worst = [int(nodes[slowest(one)]) for one in some]
    one = len(nodes) == 1
    return {
        "name": names[nodes[0]] if one else f"{names[nodes[0]]} to {names[nodes[-1]]}",
        "odd": int(odd[nodes].sum()),
        "place": places.get(worst[0]),
        "fields": [field_of(float(family[node]), "" if one else names[node])
                   for family, node in zip(shifts, worst, strict=True)],
    }


def map_of(check: Check, places: dict[int, int]) -> dict[str, Any]:
    count = len(check.sweep.nodes)
    shifts, odd = shifts_by_family(check), np.zeros(count, dtype=bool)
    odd[check.odd] = True
    each = 1 if count <= SINGLE else math.ceil(count / ROWS)
    kinds = [(kind, len(list(some))) for kind, some in groupby(one.kind for one in check.families)]
    return {
        "each": each,
        "kinds": kinds,
        "names": [one.name for one in check.families],
        "rows": [row_of(check, shifts, np.arange(at, min(at + each, count)), odd, places)
                 for at in range(0, count, each)],
    }
