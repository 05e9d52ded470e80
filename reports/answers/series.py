# SPDX-License-Identifier: BSD-3-Clause
"""The series of a report: colour, symbol and dashes of each path and protocol."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from comops.reports.answers.answer import Row
from comops.reports.words.formats import name_order, path_text
from comops.results.cell import CellRecord
from comops.statistics.verdicts import HEADLINE_PATH, base_of, paths_in_order

# The colours of each kind of path, as N of --path-N in colours.css. Orange, 1 and 4, means MPI and
# nothing else.
COLOURS = {"threads": (0, 5), "mpi": (1, 4), "shmem": (2,)}
OTHER_COLOURS = (3, 6, 2, 5, 0)
NEAR = math.log(1.1)  # a protocol this close to the fastest represents its path in a chart
MISSING = math.log(10)  # a missing size counts as ten times slower
INK, PAPER = "var(--ink)", "var(--paper)"

# Point symbols as SVG paths in the square from -1 to 1, in the order of assignment.
SYMBOLS = (
    "M-.9,0A.9,.9,0,1,1,.9,0A.9,.9,0,1,1,-.9,0Z",
    "M-.8,-.8H.8V.8H-.8Z",
    "M0,-1L1,.8H-1Z",
    "M0,-1.15L1.15,0L0,1.15L-1.15,0Z",
    "M0,1L1,-.8H-1Z",
    "M-.35,-1H.35V-.35H1V.35H.35V1H-.35V.35H-1V-.35H-.35Z",
    "M-.5,-.9H.5L1,0L.5,.9H-.5L-1,0Z",
    "M-1,-1L0,-.4L1,-1V1L0,.4L-1,1Z",
)
DASHES = ((1, 0), (7, 3), (2, 3), (9, 3, 2, 3))


class Series(NamedTuple):
    """A path and protocol, drawn alike in every chart of the page.

    The colour encodes the path, symbol and dashes the protocol. Points of the headline path and
    its libraries are filled, the others hollow, so that the two sides differ without colour, too.
    """

    path: str
    protocol: str
    colour_index: int
    symbol: str
    dash: tuple[int, ...]
    index: int  # in the order of legends

    @property
    def implementation(self) -> tuple[str, str]:
        return self.path, self.protocol

    @property
    def label(self) -> str:
        """As in legends and tables: threads, barrier."""
        return f"{path_text(self.path, self.protocol)}, {self.protocol}"

    @property
    def colour(self) -> str:
        return f"var(--path-{self.colour_index})"

    @property
    def fill(self) -> str:
        return self.colour if base_of(self.path) == HEADLINE_PATH else PAPER


def colours_of(paths: Iterable[str]) -> dict[str, int]:
    """The colour of each path, by its kind; used twice only where all it may have are taken."""
    taken: dict[str, int] = {}
    for path in paths_in_order(paths):
        wanted = (*COLOURS.get(base_of(path), ()), *OTHER_COLOURS)
        free = (colour for colour in wanted if colour not in taken.values())
        taken[path] = next(free, wanted[0])
    return taken


def series_of(cells: Iterable[CellRecord]) -> list[Series]:
    """The series of all cells of a report, in the order of legends.

    Up to 32 protocols of a path differ in symbol or dashes, and a few protocols of two paths do.
    """
    named = {cell.key.implementation for cell in cells}
    series, colours = [], colours_of(path for path, _ in named)
    for at, (path, colour) in enumerate(colours.items()):
        protocols = sorted((p for owner, p in named if owner == path), key=name_order)
        for index, protocol in enumerate(protocols):
            symbol = SYMBOLS[(index + 3 * at) % len(SYMBOLS)]
            dash = DASHES[(index + index // len(SYMBOLS)) % len(DASHES)]
            series.append(Series(path, protocol, colour, symbol, dash, len(series)))
    return series


def gaps_of(rows: Sequence[Row], path: str) -> dict[str, list[float]]:
    """For each protocol of a path, the log factor to the path's fastest in each row."""
    measured = [row for row in rows if path in row.best and row.best[path].time_us > 0]
    gaps: dict[str, list[float]] = defaultdict(lambda: [MISSING] * len(measured))
    for index, row in enumerate(measured):
        for cell in row.cells:
            if cell.key.path == path:
                gaps[cell.key.protocol][index] = math.log(cell.time_us / row.best[path].time_us)
    return dict(sorted(gaps.items()))


def drawn_first(rows: Sequence[Row]) -> set[tuple[str, str]]:
    """The paths and protocols that a chart shows at first.

    Of each path it is the protocol closest to the path's fastest over all sizes, and a second
    one where the first is more than NEAR slower than the fastest at some size.
    """
    drawn = set()
    for path in {path for row in rows for path in row.best}:
        gaps = gaps_of(rows, path)
        first = min(gaps, key=lambda name: sum(gaps[name]))
        least = {name: list(map(min, gaps[first], gaps[name])) for name in gaps}
        second = min(least, key=lambda name: sum(least[name]))
        drawn.add((path, first))
        if max(gaps[first], default=0) > NEAR:
            drawn.add((path, second))
    return drawn
