# SPDX-License-Identifier: BSD-3-Clause
"""Threads against the other paths: three comparisons, each between different protocols; and the
libraries of a path against each other."""

import math
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, TypeVar

from comops.statistics.cells import Cell
from comops.statistics.intervals import hull
from comops.statistics.ratios import Ratio, ratio_of
from comops.statistics.times import time_us


@dataclass(frozen=True)
class VerdictSide:
    """The protocols of a side; `path` None: any path but the other side's; `protocols` None: any
    protocol."""

    path: str | None
    protocols: tuple[str, ...] | None
    words: str  # for prose
    short: str = ""

    def has(self, key: Mapping[str, Any]) -> bool:
        return ((self.path is None or is_path(key["path"], self.path))
                and (self.protocols is None or key["protocol"] in self.protocols))


@dataclass(frozen=True)
class Kind:
    """`name` in records, `title` in prose; the first of the sides is a; `command` measures both."""

    name: str
    title: str
    sides: tuple[VerdictSide, VerdictSide]
    command: str

    def side_of(self, key: Mapping[str, Any]) -> int | None:
        """Which side a cell with this key is on; None: neither. The second side never has the first
        one's path."""
        side = 0 if is_path(key["path"], self.sides[0].path or "") else 1
        return side if self.sides[side].has(key) else None


KINDS: dict[str, Kind] = {kind.name: kind for kind in (
    Kind("paper", "as in the paper",
         (VerdictSide("threads", ("barrier", "lock"), "OpenMP barrier, critical section and lock",
                      "OpenMP"),
          VerdictSide("mpi", ("library", "sendrecv"), "MPI collectives and sends", "MPI")),
         "comops run --paths threads,mpi --protocols barrier,lock,library,sendrecv"),
    Kind("best", "best against best",
         (VerdictSide("threads", None, "the fastest protocol in threads"),
          VerdictSide(None, None, "the fastest protocol in processes")),
         "comops run --paths all"),
    Kind("same-code", "the same code",
         (VerdictSide("threads", ("direct",), "direct in threads"),
          VerdictSide("mpi", ("direct",), "the same files in processes")),
         "comops run --paths threads,mpi --protocols direct"),
)}
PAPER, BEST, SAME_CODE = KINDS
LIBRARIES = ("threads", "mpi")  # paths whose libraries are compared
HEADLINE_PATH = "threads"  # it and its libraries are compared with the fastest of all others
OURS = "ours"  # our code against what OpenMP and MPI have themselves
OUR_PROTOCOLS = KINDS[SAME_CODE].sides[0].protocols or ()
WITHOUT_CALLS = (*OUR_PROTOCOLS, "cma", "shared")  # move data without a call of a path's library


def base_of(label: str) -> str:
    """A path without its library: mpi of mpi@openmpi."""
    return label.partition("@")[0]


def is_path(label: str, path: str) -> bool:
    """True of "mpi" and of "mpi@NAME" for "mpi"."""
    return base_of(label) == path


def paths_in_order(paths: Iterable[str]) -> list[str]:
    """Each path once, the headline path and its libraries first, so that they keep their colours
    and their side."""
    return sorted(set(paths), key=lambda path: (base_of(path) != HEADLINE_PATH, path))


def first_side(paths: Iterable[str]) -> list[str]:
    """The headline path with its libraries; without any other path, the first of these alone."""
    ordered = paths_in_order(paths)
    side = [path for path in ordered if base_of(path) == base_of(ordered[0])]
    return side if len(side) < len(ordered) else ordered[:1]


def other_side(paths: Iterable[str]) -> list[str]:
    """The paths that those of the first side are compared with."""
    side = first_side(paths)
    return [path for path in paths_in_order(paths) if path not in side]


@dataclass(frozen=True)
class Verdict:
    """A comparison at one size.

    Each side's cell is the fastest of its protocols; None: there is none. The fastest is chosen by
    the same times that are compared, so its time tends to be too low. Therefore the intervals of
    `ratio` are the smallest that contain those of every pair that may be the fastest two: on each
    side the fastest, and all that are not shown to be slower. They are valid whichever of these was
    chosen. If one of these pairs has no interval, there is none.
    """

    cells: tuple[Cell | None, Cell | None]
    ratio: Ratio

    @property
    def complete(self) -> bool:
        return None not in self.cells


Sides = tuple[Sequence[Cell], Sequence[Cell]]


def sides_of(kind: Kind, cells: Sequence[Cell]) -> Sides:
    first, second = ([cell for cell in cells if kind.side_of(cell.key) == side] for side in (0, 1))
    return first, second


def sides_of_libraries(path: str, cells: Sequence[Cell]) -> Sides:
    """The first side is the path's own library, or the first of them, and the second all others,
    both without what calls no library."""
    mine = [cell for cell in cells if is_path(cell.key["path"], path)]
    calling = [cell for cell in mine if cell.key["protocol"] not in WITHOUT_CALLS]
    own = mine[0].key["path"] if mine else ""
    return split(calling, lambda key: key["path"] == own)


def sides_compared(cells: Sequence[Cell]) -> dict[str, Sides]:
    """The two sides of each comparison of a group's cells, by its name: of the verdicts, of the
    libraries of each path, and our shared-memory code against the runtimes' own means."""
    sides = {name: sides_of(kind, cells) for name, kind in KINDS.items()}
    sides |= {path: sides_of_libraries(path, cells) for path in LIBRARIES}
    ours = [cell for cell in cells if cell.key["protocol"] in OUR_PROTOCOLS]
    return sides | {OURS: (ours, [cell for side in sides[PAPER] for cell in side])}


def comparisons_of(cells: Sequence[Cell], first: Collection[str]) -> dict[str, Sides]:
    """All that is said of a group's cells, by its name: what sides_compared has; the best also
    where threads were not measured, by the paths of their first side; and each implementation over
    the libraries of its path, the first of them against the others: `mpi/sendrecv`."""
    lines: dict[str, list[Cell]] = defaultdict(list)
    for cell in cells:
        lines[library_line(cell.key["path"], cell.key["protocol"])].append(cell)
    return sides_compared(cells) | {BEST: split(cells, lambda key: key["path"] in first)} | {
        name: sides for name, line in lines.items() if all(sides := over_libraries(line))}


def library_line(path: str, protocol: str) -> str:
    return f"{base_of(path)}/{protocol}"


def over_libraries(cells: Sequence[Cell]) -> Sides:
    own = paths_in_order(cell.key["path"] for cell in cells)[0]
    return split(cells, lambda key: key["path"] == own)


def split(cells: Sequence[Cell], is_first: Callable[[Mapping[str, Any]], bool]) -> Sides:
    first, second = ([cell for cell in cells if is_first(cell.key) == side]
                     for side in (True, False))
    return first, second


Comparing = Callable[[Cell, Cell], Ratio]
Measured = TypeVar("Measured")


def fastest(cells: Iterable[Measured],
            time: Callable[[Measured], float] = attrgetter("time_us")) -> Measured | None:
    """The cell that represents its side, by default of records; None if there is none."""
    return min(cells, key=time, default=None)


def _ratio_of_fastest(sides: Sides, best: tuple[Cell, Cell], compare: Comparing) -> Ratio:
    whole = compare(*best)
    ci95, ci90 = whole.ci95, whole.ci90
    first, second = ([cell for cell in cells if cell is least or compare(least, cell).side < 1]
                     for cells, least in zip(sides, best, strict=True))
    for a in first:
        for b in second:
            ratio = compare(a, b)
            ci95, ci90 = hull(ci95, ratio.ci95), hull(ci90, ratio.ci90)
    return replace(whole, ci95=ci95, ci90=ci90)


def verdict_between(sides: Sides, compare: Comparing = ratio_of,
                    time: Callable[[Cell], float] = time_us) -> Verdict:
    """The fastest valid cell of each side, compared."""
    first, second = ([cell for cell in cells if cell.valid] for cells in sides)
    a, b = (fastest(cells, time) for cells in (first, second))
    ratio = _ratio_of_fastest((first, second), (a, b), compare) if a and b else Ratio(math.nan)
    return Verdict((a, b), ratio)


def verdict_of(kind: Kind, cells: Sequence[Cell]) -> Verdict:
    """For the cells of a group, which differ only in path or protocol."""
    return verdict_between(sides_of(kind, cells))


def library_name(runtime: str) -> str:
    """ "MPICH 3.4.3, ch3:nemesis" from what the library says of itself."""
    version, device = (re.search(rf" {what}: *([^ ,]*)", runtime) for what in ("Version", "Device"))
    if not version:  # Open MPI, Intel MPI, OpenMP: up to the first comma
        return runtime.partition(",")[0].rstrip(" ")
    name = f"{runtime.partition(' ')[0]} {version[1]}"
    return f"{name}, {device[1]}" if device else name
