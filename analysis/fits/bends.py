# SPDX-License-Identifier: BSD-3-Clause
"""Lines that meet at each breakpoint.

Breakpoints are found one at a time, each where it helps most given the others (Bai, "Estimating
multiple breaks one at a time", Econometric Theory 1997), then all are moved while that helps
(pattern search: Hooke and Jeeves, JACM 1961).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.fits.models import (
    SEGMENT,
    SEGMENTS,
    FitPoint,
    Piecewise,
    Segment,
    bic_of,
    piecewise_of,
)
from analysis.fits.robust import least_squares

PLACES = 4  # tried between two sizes
FINEST = 1e-5  # of a breakpoint's place, relative
LEAST_GAIN = 1e-6  # of the squares, relative: smaller ones may be rounding errors


@dataclass(frozen=True)
class _Bends:
    """Breakpoints in ascending order, and the lines between them; `squares` are those of the
    relative residuals."""

    at: tuple[float, ...]
    alpha: float
    slopes: np.ndarray
    squares: float


class _Search:
    def __init__(self, points: Sequence[FitPoint]) -> None:
        self.points = points
        self.sizes, self.times = np.array(points, float).T

    def spans(self, at: tuple[float, ...]) -> list[int]:
        """The end of the points of each segment, which lie up to its breakpoint."""
        return [*np.searchsorted(self.sizes, at, side="right").tolist(), len(self.sizes)]

    def admissible(self, at: tuple[float, ...]) -> bool:
        ends = [0, *self.spans(at)]
        return all(end >= begin + SEGMENT for begin, end in zip(ends, ends[1:], strict=False))

    def fit(self, at: tuple[float, ...]) -> _Bends:
        """Least squares; falling lines are made level, the steepest first."""
        edges = np.array([0.0, *at, np.inf])
        shares = np.maximum(np.minimum(self.sizes[:, None], edges[1:]) - edges[:-1], 0)
        columns = np.column_stack([np.ones(len(self.sizes)), shares]) / self.times[:, None]
        rising = np.ones(columns.shape[1], bool)
        right = np.ones(len(self.sizes))
        while True:
            found = np.zeros(columns.shape[1])
            found[rising] = least_squares(columns[:, rising], right)
            steepest = 1 + int(found[1:].argmin())
            if found[steepest] >= 0:
                squares = float(((right - columns @ found) ** 2).sum())
                return _Bends(at, float(found[0]), found[1:], squares)
            rising[steepest] = False

    def improve(self, best: _Bends | None, at: tuple[float, ...]) -> _Bends | None:
        """Breakpoints at these places if they are allowed and better."""
        if not self.admissible(at):
            return best
        trial = self.fit(at)
        return trial if not best or trial.squares < best.squares * (1 - LEAST_GAIN) else best

    def add(self, bends: _Bends) -> _Bends | None:
        """One more breakpoint, where it helps most; None if there is no place for it."""
        best = None
        sizes = self.sizes.tolist()
        for i in range(SEGMENT - 1, len(sizes) - SEGMENT):
            for place in range(PLACES):
                at = sizes[i] * (sizes[i + 1] / sizes[i]) ** (place / PLACES)
                best = self.improve(best, tuple(sorted((*bends.at, at))))
        return best

    def move(self, bends: _Bends) -> _Bends:
        step = 0.5
        while step > FINEST:
            before = bends
            for k in range(len(bends.at)):
                for factor in (1 / (1 + step), 1 + step):
                    at = tuple(one * factor if i == k else one for i, one in enumerate(bends.at))
                    bends = self.improve(bends, at) or bends
            if bends is before:
                step /= 2
        return bends

    def piecewise(self, bends: _Bends) -> Piecewise:
        ends = self.spans(bends.at)
        height, slopes = bends.alpha, bends.slopes.tolist()
        segments: list[Segment] = []
        for i, (begin, end) in enumerate(zip([0, *ends], ends, strict=False)):
            if i:  # of this segment's line at 0 bytes
                height += (slopes[i - 1] - slopes[i]) * bends.at[i - 1]
            segments.append(Segment(self.points[begin].bytes, self.points[end - 1].bytes, height,
                                    1 / slopes[i] if slopes[i] > 0 else math.inf))
        # The height, one slope for each line, a place for each breakpoint.
        bic = bic_of(bends.squares, len(self.points), 2 * len(bends.at) + 2)
        return piecewise_of(self.points, segments, bends.at, bic)


def bends_of(points: Sequence[FitPoint]) -> Iterator[Piecewise]:
    """The best with one segment, two and so on, as far as there are enough points."""
    search = _Search(points)
    bends: _Bends | None = search.fit(())
    for _ in range(SEGMENTS):
        if not bends:
            return
        bends = search.move(bends)
        yield search.piecewise(bends)
        bends = search.add(bends)
