# SPDX-License-Identifier: BSD-3-Clause
"""What all paths have in common between two campaigns: the machine, or code that all share.

A change of an implementation, or of a path, leaves the other paths as they are. So what the paths
moved by together cannot be attributed to any of them, whether or not a canary shows it. A single
path is compared with the hand-over in each round, which no code of a path changes.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import median

from analysis.comparing.contrasts import Cell

FEWEST = 3  # cells of a path whose median says what the path did


def common_of(cells: Iterable[Cell], reference: Sequence[float] = ()) -> float:
    """The smallest of the paths' median effects if all have the same sign, else 0; 0 where a path
    has few cells. `reference`: what a single path is compared with; without any, it has 0."""
    effects = defaultdict(list)
    for cell in cells:
        effects[cell.key.path].append(cell.contrasts[0].effect)
    middles = [median(some) for some in effects.values() if len(some) >= FEWEST]
    if len(middles) < len(effects):
        return 0.0
    middles += reference if len(middles) == 1 else []
    if len(middles) < 2:
        return 0.0
    return max(min(middles), 0.0) + min(max(middles), 0.0)


def beyond_common(cells: Sequence[Cell], reference: Sequence[float]) -> list[Cell]:
    """The cells with two further contrasts: less what the cells of the other patterns have in
    common, those of the same size and all. A change must be beyond both."""
    found: dict[tuple[str, int], tuple[float, float]] = {}
    made = []
    for cell in cells:
        key = cell.key.pattern, cell.key.bytes
        if key not in found:
            others = [one for one in cells if one.key.pattern != key[0]]
            alike = [one for one in others if one.key.bytes == key[1]]
            found[key] = common_of(alike, reference), common_of(others, reference)
        own = cell.contrasts[0]
        less = [own._replace(effect=own.effect - common) for common in found[key]]
        made.append(cell._replace(contrasts=[*cell.contrasts, *less]))
    return made
