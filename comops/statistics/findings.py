# SPDX-License-Identifier: BSD-3-Clause
"""What is found in a whole table: fits, and the sizes at which the faster of two changes."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby
from typing import Any, NamedTuple

from comops.results.findings import EQUIVALENT
from comops.statistics.cells import Cell
from comops.statistics.fits import Fit, FitPoint, fit_hockney, fit_robust
from comops.statistics.intervals import Interval
from comops.statistics.piecewise import fit_piecewise
from comops.statistics.ratios import ratio_of
from comops.statistics.times import time_us
from comops.statistics.verdicts import Verdict, fastest

LOW, RATIO, HIGH = 0, 1, 2

Record = dict[str, Any]


class RatioPoint(NamedTuple):
    """The time of b over the time of a at this size, with its 95 % interval; `faster`: 1 if a is,
    -1 if b is, 0 if neither is shown to be (statistics/decisions.py)."""

    bytes: float
    ratio: float
    ci95: Interval
    faster: int

    def curve(self, which: int) -> float:
        return (self.ci95[0], self.ratio, self.ci95[1])[which]


class Crossover(NamedTuple):
    """`a_below`: a is the faster one below this size, b above; otherwise the reverse.

    `ci95` is of bytes; `before` and `after` are the sizes around it at which one is faster.
    """

    bytes: float
    ci95: Interval
    a_below: bool
    before: float
    after: float


def _crossing(points: Sequence[RatioPoint], which: int) -> float:
    """Where the curve first crosses 1, coming from the first point: it has different sides at both
    ends."""
    above = points[0].curve(which) > 1
    at = next(at for at, point in enumerate(points) if (point.curve(which) > 1) != above)
    point, other = points[at - 1], points[at]
    from_, to = math.log(point.curve(which)), math.log(other.curve(which))
    return point.bytes * (other.bytes / point.bytes) ** (from_ / (from_ - to))


def _between(points: Sequence[RatioPoint]) -> Crossover:
    """The first and the last point have different sides."""
    backwards = points[::-1]
    a_below = points[0].faster > 0
    # Noise may make the ratio cross back and forth: the middle of the first and the last crossing.
    middle = math.sqrt(_crossing(points, RATIO) * _crossing(backwards, RATIO))
    first, last = (LOW, HIGH) if a_below else (HIGH, LOW)
    ci95 = _crossing(points, first), _crossing(backwards, last)
    return Crossover(middle, ci95, a_below, points[0].bytes, points[-1].bytes)


def crossovers_of(points: Sequence[RatioPoint]) -> Iterator[Crossover]:
    """All crossovers that the intervals support.

    They lie between two sizes at which one is faster and then the other, with no such size in
    between. Between sizes log(ratio) is interpolated over log(bytes). `ci95` contains every size at
    which the interpolated interval of the ratio contains 1 (the inversion of a test; Casella and
    Berger, "Statistical Inference", section 9.2). Points are in ascending order of bytes, above 0.
    """
    decided = [at for at, point in enumerate(points) if point.faster]
    for before, after in zip(decided, decided[1:], strict=False):
        if points[before].faster != points[after].faster:
            yield _between(points[before : after + 1])


@dataclass
class FoundDistance:
    """The verdicts `best` at another distance between the ranks than that of the results
    (handovers.py): its shortest and longest hand-over, ns, its share of the rounds, and the size
    and verdict of each group that has enough launches."""

    low_ns: float
    high_ns: float
    share: float = 0.0
    verdicts: list[tuple[int, Verdict]] = field(default_factory=list)


def implementation_key(cell: Cell) -> Record:
    """What all cells of an implementation share."""
    return {name: value for name, value in cell.key.items() if name not in ("bytes", "mode")}


def fits_of(points: Sequence[FitPoint]) -> list[Fit]:
    """All models that the points allow, which have ascending, distinct sizes."""
    fits = fit_hockney(points), fit_robust(points), fit_piecewise(points)
    return [fit for fit in fits if fit]


def fits_of_cells(cells: Sequence[Cell]) -> list[Record]:
    """The fits of an implementation, whose cells are in ascending order of size."""
    points = [FitPoint(cell.key["bytes"], time_us(cell)) for cell in cells]
    return [{"record": "fit", **implementation_key(cells[0]), **fit} for fit in fits_of(points)]


BySize = dict[int, Cell]


def fastest_of(cells: Sequence[Cell]) -> BySize:
    """The fastest at each size, in ascending order."""
    ordered = sorted(cells, key=lambda cell: cell.key["bytes"])
    return {size: fastest(same_size, time_us)
            for size, same_size in groupby(ordered, lambda cell: cell.key["bytes"])}


def crossovers_between(a: BySize, b: BySize) -> Iterator[Record]:
    """The one that is faster below is named by the protocol that it has there, the other by that
    which it has above."""
    ratios = ((size, ratio_of(cell, b[size])) for size, cell in a.items() if size in b)
    points = [RatioPoint(size, ratio.value, ratio.ci95,
                         0 if ratio.decision == EQUIVALENT else ratio.side)
              for size, ratio in ratios if ratio.ci95]
    for crossing in crossovers_of(points):
        size_a, size_b = ((crossing.before, crossing.after) if crossing.a_below
                          else (crossing.after, crossing.before))
        yield {"record": "crossover", "a": implementation_key(a[size_a]),
               "b": implementation_key(b[size_b]), "bytes": crossing.bytes, "ci95": crossing.ci95,
               "below": "a" if crossing.a_below else "b"}


def crossovers_within(path: Sequence[Cell], protocols: Sequence[Sequence[Cell]]
                      ) -> Iterator[Record]:
    """Between each two protocols of a path that are its fastest somewhere."""
    bests = fastest_of(path).values()
    by_size = [fastest_of(cells) for cells in protocols
               if any(cell is best for cell in cells for best in bests)]
    for a, b in combinations(by_size, 2):
        yield from crossovers_between(a, b)


def findings_of_table(cells: Sequence[Cell]) -> list[Record]:
    """A table's valid cells differ in path, protocol and bytes alone.

    Fits of each implementation; crossovers between each two paths, either with its fastest
    protocol, and between each two protocols of a path that are its fastest somewhere.
    """
    ordered = sorted(cells, key=lambda cell: [cell.key[name]
                                              for name in ("path", "protocol", "bytes")])
    paths = [[list(protocol) for _, protocol in groupby(path, lambda cell: cell.key["protocol"])]
             for _, path in groupby(ordered, lambda cell: cell.key["path"])]
    findings = [fit for protocols in paths for protocol in protocols
             # Sizes that cut a fixed volume have its time, and no line over the bytes.
                if protocol[0].key.get("series_of") != "volume"
                for fit in fits_of_cells(protocol)]
    whole = [[cell for protocol in protocols for cell in protocol] for protocols in paths]
    for at, (path, protocols) in enumerate(zip(whole, paths, strict=True)):
        for other in whole[at + 1 :]:
            findings += crossovers_between(fastest_of(path), fastest_of(other))
        findings += crossovers_within(path, protocols)
    return findings
