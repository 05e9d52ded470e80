# SPDX-License-Identifier: BSD-3-Clause
"""The series of a report: how each path and protocol looks, in charts, legends and tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from answer import HEADLINE_PATH
from formats import path_text
from results import Cell

COLOURS = 7  # as many as page.css has --path-N
PAPER = "var(--paper)"

# Point shapes as SVG paths in the square from -1 to 1, in the order they are given out.
SHAPES = (
    "M-.9,0A.9,.9,0,1,1,.9,0A.9,.9,0,1,1,-.9,0Z",
    "M-.8,-.8H.8V.8H-.8Z",
    "M0,-1L1,.8H-1Z",
    "M0,-1.15L1.15,0L0,1.15L-1.15,0Z",
    "M0,1L1,-.8H-1Z",
    "M-.35,-1H.35V-.35H1V.35H.35V1H-.35V.35H-1V-.35H-.35Z",
    "M-.5,-.9H.5L1,0L.5,.9H-.5L-1,0Z",
    "M-1,-1L0,-.4L1,-1V1L0,.4L-1,1Z",
)
DASHES = ([1, 0], [7, 3], [2, 3], [9, 3, 2, 3])


@dataclass(frozen=True, slots=True)
class Series:
    """One line: a path over a protocol, drawn alike in every chart of the page.

    Hue tells the path, shape and dashes the protocol; the headline path's points are
    filled, the others' hollow, so that the two sides differ without colour too.
    """

    path: str
    protocol: str
    hue: int
    shape: str
    dash: list[int]

    @property
    def label(self) -> str:
        """As in legends and tables: threads, barrier."""
        return f"{path_text(self.path)}, {self.protocol}"

    @property
    def colour(self) -> str:
        """The line's colour."""
        return f"var(--path-{self.hue})"

    @property
    def fill(self) -> str:
        """The points' inner colour."""
        return self.colour if self.path == HEADLINE_PATH else PAPER


def paths_of(cells: Iterable[Cell]) -> list[str]:
    """All paths, the headline path first, so that each keeps its hue."""
    return sorted({cell.key.path for cell in cells}, key=lambda path: (path != HEADLINE_PATH, path))


def series_of(cells: Sequence[Cell]) -> list[Series]:
    """The series of all cells of a report, in the order of legends."""
    series = []
    for hue, path in enumerate(paths_of(cells)):
        protocols = sorted({cell.key.protocol for cell in cells if cell.key.path == path})
        for index, protocol in enumerate(protocols):
            shape = SHAPES[len(series) % len(SHAPES)]
            dash = DASHES[index % len(DASHES)]
            series.append(Series(path, protocol, hue % COLOURS, shape, dash))
    return series
