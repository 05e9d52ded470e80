# SPDX-License-Identifier: BSD-3-Clause
"""A matrix of line hand-overs between hardware threads, in nanoseconds, from a file; and which of
these share a core, a cache, a node and a socket.

One row a line, comma-separated: a lower triangle, with or without its diagonal, or all of it. An
empty field was not measured; nor was a time that no hand-over takes. Pairs within a group are
quicker than pairs of two groups. Measured times are noisy, so a group is believed if nearly all of
its pairs are quick, the groups are of one size, and being together makes a clear difference.
"""

import math
import re
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import numpy as np

from comops.common.terminal import plain
from comops_simulate.descriptions.description import Core, below, by_distance
from comops_simulate.platforms import PlatformError

Groups = list[list[int]]

ROWS_MOST = 2048  # hardware threads
NS_MOST = 1e6
# The 26 matrices of core_to_core/ have medians from 45 to 683 ns, and siblings take at least 5.
HAND_OVER_NS = 2.0, 1e4
STRAY = 5  # times the usual time of both threads; at most 1.8 there
WIDE = 0.5  # off the median of a distance: at most 4 % of the pairs there, so 1 - QUICK is noise
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
TOLERANCE = 0.01  # between the two halves of a full matrix; beyond it they contradict each other
STEP = 1.04  # between successive times, where a limit may lie
SLOWER = 1.1  # times as long: closer pairs that take longer contradict the machine
CONTRAST = 1.2  # median time between groups over median time within; at least 1.5 there
QUICK = 0.9  # of the pairs of a group
PAIRS = {"core": "hardware threads of a core", "llc": "cores of a cache",
         "node": "cores of a NUMA node", "socket": "cores of a package",
         "far": "cores of two packages"}


def _number(field: str, where: str) -> float:
    text = field.strip()
    if not text:
        return math.nan
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


def _parsed(file: Path) -> np.ndarray:
    lines = _lines(file)
    count = len(lines)
    matrix = np.full((count, count), math.nan)
    for i, line in enumerate(lines):
        fields = line.split(",")
        if len(fields) > i + 1 and len(fields) != count:
            raise PlatformError(f"{file}, row {i + 1}: {len(fields)} fields; a lower triangle has "
                                f"{i} or {i + 1} there, a full matrix {count}")
        matrix[i, :len(fields)] = [_number(field, f"{file}, row {i + 1}, column {j + 1}")
                                   for j, field in enumerate(fields)]
    np.fill_diagonal(matrix, math.nan)
    return matrix


def _unmeasured(matrix: np.ndarray, which: np.ndarray, why: str) -> list[str]:
    """Blanks these values; what to say of them."""
    pairs = np.argwhere(np.tril(which | which.T))
    if not pairs.size:
        return []
    i, j = pairs[0] if which[tuple(pairs[0])] else pairs[0][::-1]
    value = matrix[i, j]
    matrix[which] = math.nan
    others = f" and {len(pairs) - 1} more" if len(pairs) > 1 else ""
    return [f"{value:g} ns in row {i + 1}, column {j + 1}{others} {why}: not measured"]


def _strays(matrix: np.ndarray) -> np.ndarray:
    """Which times are far from those that both threads take otherwise. Of two groups, one has most
    of its pairs with the other, so a distant pair is usual for one of its threads."""
    known = np.sort(matrix)  # blanks last
    middle = np.maximum((~np.isnan(matrix)).sum(axis=1) - 1, 0) // 2
    usual = known[np.arange(len(matrix)), middle]
    return matrix > STRAY * np.fmax(usual[:, None], usual)


def matrix_read(file: Path) -> tuple[np.ndarray, list[str]]:
    """All rows of the symmetric matrix, with zeros on the diagonal; NaN: not measured. And what to
    say of the times that no hand-over takes.

    Raises PlatformError.
    """
    matrix = _parsed(file)
    if np.isnan(matrix).all():
        raise PlatformError(f"{file}: no value was measured")
    if not np.nan_to_num(matrix).any():
        raise PlatformError(f"{file}: all times are 0")
    (least, most), usual = HAND_OVER_NS, np.median(matrix[matrix > 0])
    if not least <= usual <= most:
        raise PlatformError(
            f"{file}: half of the times are below {usual:.3g}, but a hand-over takes from "
            f"{least:g} to {most:g} ns; give nanoseconds")
    notes = _unmeasured(matrix, matrix < least, "is too short for a hand-over")
    apart = np.abs(matrix - matrix.T) > np.maximum(TOLERANCE * np.maximum(matrix, matrix.T), 0.1)
    if apart.any():
        i, j = np.argwhere(np.tril(apart))[0]
        raise PlatformError(
            f"{file}: not symmetric: row {i + 1}, column {j + 1} is {matrix[i, j]:g}, row {j + 1}, "
            f"column {i + 1} is {matrix[j, i]:g}; give both the same value, or one triangle")
    matrix = np.where(np.isnan(matrix), matrix.T, matrix)
    notes += _unmeasured(matrix, _strays(matrix), f"is {STRAY} times the usual time or more")
    np.fill_diagonal(matrix, 0)
    return matrix, notes


def cores_find(matrix: np.ndarray, threads: int) -> Groups:
    """The hardware threads of each core; `threads`: how many a core has.

    Operating systems number siblings one after the other or at a fixed distance: the one at which
    pairs are quickest.
    """
    count = len(matrix)

    def took(distance: int) -> float:
        pairs = matrix.diagonal(distance)[::threads if distance == 1 else 1]
        return float(np.median(np.nan_to_num(pairs)))

    if threads == 1:
        return [[i] for i in range(count)]
    distance = min(range(1, count), key=took)
    if distance == 1:
        return [list(range(i, min(i + threads, count))) for i in range(0, count, threads)]
    return [list(range(i, count, distance)) for i in range(distance)]


def _joined(matrix: np.ndarray, limit: float) -> Groups:
    """The groups that pairs within this limit connect."""
    near = np.tril(matrix <= limit)
    near |= near.T
    group, before = np.arange(len(matrix)), None
    while before is None or (group != before).any():
        before, group = group, np.where(near, group, len(group)).min(axis=1)
    return [np.flatnonzero(group == first).tolist() for first in np.unique(group)]


def pairs_of(matrix: np.ndarray, groups: Groups, together: bool) -> np.ndarray:
    """The times of the pairs within a group, or of those of two groups."""
    of = np.empty(len(matrix), dtype=int)
    for number, group in enumerate(groups):
        of[group] = number
    return below(matrix, (of[:, None] == of) == together)


def _believed(matrix: np.ndarray, groups: Groups, limit: float) -> bool:
    if len(set(map(len, groups))) > 1 or not 1 < len(groups) < len(matrix):
        return False
    within, between = pairs_of(matrix, groups, True), pairs_of(matrix, groups, False)
    return bool(np.mean(within <= limit) >= QUICK
                and np.median(between) >= CONTRAST * np.median(within))


def levels_find(matrix: np.ndarray) -> list[Groups]:
    """The groupings of the matrix's members that can be believed, finest first."""
    values = np.unique(below(matrix, matrix > 0))
    levels: list[Groups] = []
    for limit in values[:-1][values[1:] > STEP * values[:-1]]:
        groups = _joined(matrix, limit)
        if groups not in levels and _believed(matrix, groups, limit):
            levels.append(groups)
    return levels


def level_of(levels: Iterable[Groups], count: int, members: int) -> Groups:
    """The level of so many groups; if none was found, equal blocks in the order of numbers."""
    blocks = [part.tolist() for part in np.array_split(range(members), count)]
    return next((groups for groups in levels if len(groups) == count), blocks)


def blank_text(matrix: np.ndarray) -> str:
    """How many pairs were not measured; empty if all were."""
    pairs, blank = len(matrix) * (len(matrix) - 1) // 2, np.isnan(matrix).sum() // 2
    return (f"{blank} of {pairs} pairs of cores are blank and take the median of their distance"
            if blank else "")


def _contradiction_text(known: dict[str, np.ndarray]) -> str:
    """Pairs that are closer on the machine but take longer; empty if there are none. Hardware
    threads of a core must be clearly quicker than others."""
    medians = {name: np.median(values) for name, values in known.items() if values.size}
    for near, far in combinations(medians, 2):
        if medians[near] * (CONTRAST if near == "core" else 1 / SLOWER) > medians[far]:
            return (f"{PAIRS[near]} take {medians[near]:.3g} ns, {PAIRS[far]} {medians[far]:.3g} "
                    "ns: its rows may be in another order than those of the machine")
    return ""


def _slow_text(cores: list[Core], matrix: np.ndarray, kind: str) -> str:
    """Caches or packages whose pairs are no quicker than those with others; empty if none."""
    places, slow = np.array([core[kind] for core in cores]), []
    for place in np.unique(places):
        own = places == place
        near, far = below(matrix, own[:, None] & own), below(matrix, own[:, None] != own)
        if near.size and far.size and np.median(near) * CONTRAST > np.median(far):
            slow.append((np.median(near), np.median(far)))
    if not slow:
        return ""
    return (f"{PAIRS[kind]} take as long as others in {len(slow)} of {places.max() + 1} "
            f"({slow[0][0]:.3g} and {slow[0][1]:.3g} ns): perhaps all lines lay in the memory of "
            "another, or the threads were not pinned")


def _noise_text(known: dict[str, np.ndarray]) -> str:
    for name, values in known.items():
        wide = np.abs(values / np.median(values) - 1) > WIDE if values.size > 2 else np.array([0])
        if wide.mean() > 1 - QUICK:
            return (f"{100 * wide.mean():.0f} % of the times between {PAIRS[name]} are more than "
                    f"{100 * WIDE:.0f} % off their median: perhaps the threads were not pinned")
    return ""


def doubts(cores: list[Core], matrix: np.ndarray, within: np.ndarray) -> list[str]:
    """What in the times speaks against them. `within`: hand-overs within cores."""
    known = {"core": within} | by_distance(cores, matrix)
    order = _contradiction_text(known)
    slow = "" if order else _slow_text(cores, matrix, "llc") or _slow_text(cores, matrix, "socket")
    return [text for text in (order, slow, _noise_text(known)) if text]
