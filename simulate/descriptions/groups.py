# SPDX-License-Identifier: BSD-3-Clause
"""Which hardware threads share a core, a cache, a node and a socket, read from a matrix of times.

Pairs within a group are quicker than pairs of two groups. Measured times are noisy, so a group is
believed if nearly all of its pairs are quick, the groups are of one size, and being together makes
a clear difference.
"""

from collections.abc import Callable, Iterable
from statistics import median

from simulate.descriptions.matrix import Matrix

Groups = list[list[int]]

STEP = 1.04  # between successive times, where a limit may lie
CONTRAST = 1.2  # median time between groups over median time within
QUICK = 0.9  # of the pairs of a group


def cores_find(matrix: Matrix, threads: int) -> Groups:
    """The hardware threads of each core; `threads`: how many a core has.

    Operating systems number siblings one after the other or at a fixed distance: the one at which
    pairs are quickest.
    """
    count = len(matrix)

    def took(distance: int) -> float:
        starts = range(0, count - distance, threads if distance == 1 else 1)
        return median(matrix[i][i + distance] or 0.0 for i in starts)

    if threads == 1:
        return [[i] for i in range(count)]
    distance = min(range(1, count), key=took)
    if distance == 1:
        return [list(range(i, min(i + threads, count))) for i in range(0, count, threads)]
    return [list(range(i, count, distance)) for i in range(distance)]


def _joined(matrix: Matrix, limit: float) -> Groups:
    """The groups that pairs within this limit connect."""
    group = list(range(len(matrix)))
    for i, row in enumerate(matrix):
        for j in range(i):
            value = row[j]
            if value is not None and value <= limit and group[i] != group[j]:
                old, new = max(group[i], group[j]), min(group[i], group[j])
                group = [new if one == old else one for one in group]
    return [[i for i, one in enumerate(group) if one == first] for first in sorted(set(group))]


def pairs_of(matrix: Matrix, groups: Groups, together: bool) -> list[float]:
    """The times of the pairs within a group, or of those of two groups."""
    of = {member: number for number, group in enumerate(groups) for member in group}
    return [row[j] for i, row in enumerate(matrix) for j in range(i)
            if row[j] is not None and (of[i] == of[j]) is together]


def _believed(matrix: Matrix, groups: Groups, limit: float) -> bool:
    if len({len(group) for group in groups}) > 1 or not 1 < len(groups) < len(matrix):
        return False
    within, between = pairs_of(matrix, groups, True), pairs_of(matrix, groups, False)
    quick = sum(value <= limit for value in within) / len(within)
    return quick >= QUICK and median(between) >= CONTRAST * median(within)


def levels_find(matrix: Matrix) -> list[Groups]:
    """The groupings of the matrix's members that can be believed, finest first."""
    values = sorted({value for i, row in enumerate(matrix) for value in row[:i] if value})
    limits = [low for low, high in zip(values, values[1:]) if high > STEP * low]
    levels: list[Groups] = []
    for limit in limits:
        groups = _joined(matrix, limit)
        if groups not in levels and _believed(matrix, groups, limit):
            levels.append(groups)
    return levels


def level_of(levels: Iterable[Groups], count: int, members: int) -> Groups:
    """The level of so many groups; if none was found, equal blocks in the order of numbers."""
    for groups in levels:
        if len(groups) == count:
            return groups
    return blocks(members, lambda i: i * count // members)


def blocks(members: int, number: Callable[[int], int]) -> Groups:
    """The groups of members with the same number, by the first member."""
    found: dict[int, list[int]] = {}
    for i in range(members):
        found.setdefault(number(i), []).append(i)
    return list(found.values())
