# SPDX-License-Identifier: BSD-3-Clause
"""A matrix of line hand-overs between hardware threads, in nanoseconds, from a file; and which of
these share a core, a cache, a node and a socket.

One row a line, comma-separated: a lower triangle, with or without its diagonal, or all of it. An
empty field was not measured. Pairs within a group are quicker than pairs of two groups. Measured
times are noisy, so a group is believed if nearly all of its pairs are quick, the groups are of one
size, and being together makes a clear difference.
"""

import math
import re
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path
from statistics import median

from common.terminal import plain
from simulate.descriptions.description import Core, by_distance
from simulate.platforms import PlatformError

Matrix = list[list[float | None]]
Groups = list[list[int]]

ROWS_MOST = 2048  # hardware threads
NS_MOST = 1e6
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
TOLERANCE = 0.01  # between the two halves of a full matrix; beyond it they contradict each other
STEP = 1.04  # between successive times, where a limit may lie
SLOWER = 1.1  # times as long: closer pairs that take longer contradict the machine
CONTRAST = 1.2  # median time between groups over median time within
QUICK = 0.9  # of the pairs of a group
PAIRS = {"core": "hardware threads of a core", "llc": "cores of a cache",
         "node": "cores of a NUMA node", "socket": "cores of a package",
         "far": "cores of two packages"}


def _number(field: str, where: str) -> float | None:
    text = field.strip()
    if not text:
        return None
    if not NUMBER.fullmatch(text):
        raise PlatformError(f"{where}: `{plain(text[:40])}` is not a number")
    value = float(text)
    if not 0 <= value <= NS_MOST:
        raise PlatformError(f"{where}: {text[:40]} is not a time from 0 to {NS_MOST:.0f} ns")
    return value


def _lines(file: Path) -> list[str]:
    try:
        if not file.is_file():
            raise PlatformError(f"{file}: {'not a regular' if file.exists() else 'no such'} file")
        if file.stat().st_size > 16 * ROWS_MOST**2:
            raise PlatformError(f"{file}: too long for a matrix of {ROWS_MOST} rows")
        lines = file.read_text(encoding="utf-8-sig").rstrip().split("\n")
    except UnicodeDecodeError:
        raise PlatformError(f"{file}: not a text file") from None
    except OSError as error:
        raise PlatformError(f"{file}: {error.strerror}") from None
    if lines == [""]:
        raise PlatformError(f"{file}: empty; a matrix has from 2 to {ROWS_MOST} rows")
    if not 2 <= len(lines) <= ROWS_MOST:
        raise PlatformError(f"{file}: {len(lines)} row{'s' * (len(lines) > 1)}; a matrix has from "
                            f"2 to {ROWS_MOST}")
    return lines


def _mirror(matrix: Matrix, file: Path) -> None:
    """Both halves hold every value."""
    for i, row in enumerate(matrix):
        row[i] = 0.0
        for j in range(i):
            here, there = row[j], matrix[j][i]
            if here is None or there is None:
                row[j] = matrix[j][i] = there if here is None else here
            elif not math.isclose(here, there, rel_tol=TOLERANCE, abs_tol=0.1):
                raise PlatformError(
                    f"{file}: not symmetric: row {i + 1}, column {j + 1} is {here:g}, row {j + 1}, "
                    f"column {i + 1} is {there:g}; give both the same value, or one triangle")


def matrix_read(file: Path) -> Matrix:
    """All rows of the symmetric matrix, with zeros on the diagonal; None: not measured.

    Raises PlatformError.
    """
    lines = _lines(file)
    count = len(lines)
    matrix: Matrix = []
    for i, line in enumerate(lines):
        fields = line.split(",")
        if len(fields) > i + 1 and len(fields) != count:
            raise PlatformError(f"{file}, row {i + 1}: {len(fields)} fields; a lower triangle has "
                                f"{i} or {i + 1} there, a full matrix {count}")
        row = [_number(field, f"{file}, row {i + 1}, column {j + 1}")
               for j, field in enumerate(fields)]
        matrix.append(row + [None] * (count - len(row)))
    _mirror(matrix, file)
    if all(value is None for i, row in enumerate(matrix) for value in row[:i]):
        raise PlatformError(f"{file}: no value was measured")
    if not any(value for row in matrix for value in row):
        raise PlatformError(f"{file}: all times are 0")
    return matrix


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


def blank_text(matrix: Matrix) -> str:
    """How many pairs were not measured; empty if all were."""
    pairs = [value for i, row in enumerate(matrix) for value in row[:i]]
    return (f"{pairs.count(None)} of {len(pairs)} pairs of cores are blank and take the median of "
            "their distance" if None in pairs else "")


def contradiction_text(
    cores: list[Core], matrix: Matrix, within: list[float | None],
) -> str:
    """Pairs that are closer on the machine but take longer; empty if there are none. Hardware
    threads of a core must be clearly quicker than others."""
    known = {"core": within} | by_distance(cores, matrix)
    medians = {name: median(some) for name, values in known.items()
               if (some := [value for value in values if value is not None])}
    for near, far in combinations(medians, 2):
        if medians[near] * (CONTRAST if near == "core" else 1 / SLOWER) > medians[far]:
            return (f"{PAIRS[near]} take {medians[near]:.3g} ns, {PAIRS[far]} {medians[far]:.3g} "
                    "ns: its rows may be in another order than those of the machine")
    return ""
