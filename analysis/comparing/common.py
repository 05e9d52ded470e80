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
from collections.abc import Iterable, Sequence
from statistics import median

from analysis.comparing.contrasts import Cell
from records.keys import CellKey

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
    made = []
    for cell in cells:
        key = cell.key.pattern, cell.key.bytes
        if key not in found:
            others = [one for one in cells if one.key.pattern != key[0]]
            alike = [one for one in others if one.key.bytes == key[1]]
            found[key] = common_of(alike, reference), common_of(others, reference)
        own = cell.contrasts[0]
        less = [own._replace(effect=own.effect - common) for common in found[key]]
        made.append(cell._replace(contrasts=[*cell.contrasts, *less, own]))
    states = shared_states(made)
    return [one._replace(contrasts=[*one.contrasts[:-1], one.contrasts[-1]._replace(effect=0.0)])
            if one.key in states else one for one in made]


def shared_states(cells: Sequence[Cell]) -> set[CellKey]:
    """The cells that moved, beyond what all did, as most other protocols of their path, and as
    their protocol or most protocols of another path; and the same protocol of other paths."""
    groups: dict[CellKey, dict[tuple[str, str], Cell]] = defaultdict(dict)
    for cell in cells:
        groups[cell.key._replace(path="", protocol="")][cell.key.implementation] = cell
    found = set()
    for group in groups.values():
        for sign in (1, -1):
            moved = {name for name, one in group.items()
                     if sign * one.contrasts[-2].effect > MOVED}
            shared = {name[1] for name in moved if moved_together(name, moved, list(group))}
            found |= {group[name].key for name in moved if name[1] in shared}
    return found


def moved_together(
    name: tuple[str, str], moved: set[tuple[str, str]], names: Sequence[tuple[str, str]]
) -> bool:
    """Whether an implementation, a path and a protocol, moved with its own path and another."""
    path, protocol = name
    most = {one: 2 * sum(other in moved for other in some) >= len(some) > 0
            for one in {one for one, _ in names}
            for some in [[other for other in names if other[0] == one and other != name]]}
    return most.pop(path) and any(most[one] or (one, protocol) in moved for one in most)
