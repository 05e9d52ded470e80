# SPDX-License-Identifier: BSD-3-Clause
"""What paths and protocols have in common between two campaigns: the machine, or shared code.

A change of an implementation, or of a path, leaves the other paths as they are. So what the paths
moved by together cannot be attributed to any of them, whether or not a canary shows it. A single
path is compared with the hand-over in each round, which no code of a path changes. A state of the
machine may also concern one operation and size, such as what flows to the root: two changes of code
at once, of a path and of a protocol, would be needed to move a cell, other protocols of its path
and another path.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from analysis.comparing.contrasts import Cell, Contrast
from records.keys import CellKey
from records.pairs import group_of

FEWEST = 3  # cells of a path whose median says what the path did
MOVED = math.log(1.025)  # an effect that counts as a movement


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
    """The cells with three further contrasts: less what the cells of the other patterns have in
    common, those of the same size and all, and nothing where the cell moved with those of its own
    pattern and size. A change must be beyond all three."""
    found: dict[tuple[str, int], tuple[float, float]] = {}
    beyond: dict[CellKey, list[Contrast]] = {}
    for cell in cells:
        key = cell.key.pattern, cell.key.bytes
        if key not in found:
            others = [one for one in cells if one.key.pattern != key[0]]
            alike = [one for one in others if one.key.bytes == key[1]]
            found[key] = common_of(alike, reference), common_of(others, reference)
        own = cell.contrasts[0]
        beyond[cell.key] = [own._replace(effect=own.effect - common) for common in found[key]]
    states = shared_states({key: every.effect for key, (_, every) in beyond.items()})
    return [cell._replace(contrasts=[*cell.contrasts, *beyond[cell.key], (
        own._replace(effect=0.0) if cell.key in states else own)])
        for cell in cells for own in cell.contrasts[:1]]


def shared_states(effects: Mapping[CellKey, float]) -> set[CellKey]:
    """The cells that moved as most other protocols of their path, and as their protocol or most
    protocols of another path; and the same protocol of other paths."""
    groups: dict[CellKey, list[CellKey]] = defaultdict(list)
    for key in effects:
        groups[group_of(key)].append(key)
    found = set()
    for group in groups.values():
        for sign in (1, -1):
            moved = {key for key in group if sign * effects[key] > MOVED}
            shared = {key.protocol for key in moved if moved_together(key, moved, group)}
            found |= {key for key in moved if key.protocol in shared}
    return found


def moved_together(key: CellKey, moved: set[CellKey], group: Sequence[CellKey]) -> bool:
    """Whether a cell that moved did so with its own path and another."""
    most = {}  # by path: whether at least half of its other cells moved
    for path in {one.path for one in group}:
        others = [one for one in group if one.path == path and one != key]
        most[path] = 2 * len(moved.intersection(others)) >= len(others) > 0
    return most.pop(key.path) and (any(most.values()) or any(
        one.path != key.path and one.protocol == key.protocol for one in moved))
