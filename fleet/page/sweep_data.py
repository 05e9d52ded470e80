# SPDX-License-Identifier: BSD-3-Clause
"""The data of the page's scripts: every node's shifts, in tenths of a percent."""

from typing import Any

import numpy as np

from fleet.check.judge import Check

KEPT = 10_000  # nodes of which a page has the shifts: it stays below 5 MB
QUANTILES = (0.05, 0.25, 0.75, 0.95)
LONGEST = 80  # characters of a name


def places_of(check: Check) -> dict[int, int]:
    """The node's place in the page's data: all nodes, or the odd ones and some others evenly."""
    count = len(check.sweep.nodes)
    if count <= KEPT:
        return {node: node for node in range(count)}
    odd = check.odd[:KEPT]
    others = np.setdiff1d(np.arange(count), odd)
    spread = others[np.linspace(0, len(others) - 1, KEPT - len(odd)).astype(int)]
    return {int(node): at for at, node in enumerate(sorted({*odd, *spread.tolist()}))}


def tenths(shifts: np.ndarray) -> list[int | None]:
    """Logarithms as tenths of a percent; None if unknown."""
    values = np.round(1000 * np.expm1(shifts))
    return [None if np.isnan(one) else int(one) for one in values]


def shifts_by_family(check: Check) -> np.ndarray:
    """[family, node]: all cells first."""
    return np.vstack([check.scores.node.value[None], check.scores.family.value])


def band_of(values: np.ndarray) -> list[int | None] | None:
    known = values[~np.isnan(values)]
    return tenths(np.quantile(known, QUANTILES)) if len(known) > 1 else None


def sweep_data(check: Check, places: dict[int, int]) -> dict[str, Any]:
    shifts, kept = shifts_by_family(check), np.array(list(places), dtype=int)
    stratum = np.zeros(len(check.sweep.nodes), dtype=int)
    for at, one in enumerate(check.strata):
        stratum[one.nodes] = at
    verdicts: dict[int, list[str]] = {}
    for one in check.verdicts:
        if one.node in places:
            verdicts.setdefault(places[one.node], []).append(one.kind)
    return {
        "names": [check.sweep.nodes[node][:LONGEST] for node in places],
        "stratum": stratum[kept].tolist(),
        "strata": [one.name for one in check.strata],
        "families": ["all cells", *map(str, check.families)],
        "shifts": [tenths(one) for one in shifts[:, kept]],
        "bands": [[band_of(one[stratum.nodes]) for one in shifts] for stratum in check.strata],
        "verdicts": {node: ", ".join(dict.fromkeys(kinds)) for node, kinds in verdicts.items()},
        "first": min(verdicts, default=0),
    }
