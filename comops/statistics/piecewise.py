# SPDX-License-Identifier: BSD-3-Clause
"""Several lines over the sizes, which jump at each breakpoint or meet there.

Where they jump, the places of any number of breakpoints are the best, by dynamic programming over
the sizes (Bai and Perron, "Computation and analysis of multiple structural change models", Journal
of Applied Econometrics 2003, section 3). Where they meet, breakpoints are found one at a time, each
where it helps most given the others (Bai, "Estimating multiple breaks one at a time", Econometric
Theory 1997), then all are moved while that helps (pattern search: Hooke and Jeeves, JACM 1961).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from comops.statistics.fits import Fit, FitPoint, Segment, deviation_of, least_squares, segment_of

SEGMENT = 3  # sizes of a segment, at least
SEGMENTS = 4  # at most
# Times are no more precise than this, relatively, so a perfect fit is no better either.
RESOLUTION = 1e-4
PLACES = 4  # tried between two sizes
FINEST = 1e-5  # of a breakpoint's place, relative
LEAST_GAIN = 1e-6  # of the squares, relative: smaller ones may be rounding errors


def bic_of(squares: float, count: int, parameters: int) -> float:
    """Bayesian information criterion of `count` relative residuals with this sum of squares.

    It is corrected for small samples (McQuarrie, Statistics & Probability Letters 1999): with a
    dozen sizes the uncorrected one finds breakpoints in every second straight line. Infinite if
    there are too many free parameters.
    """
    rest = count - parameters - 2
    if rest <= 0:
        return math.inf
    return count * (math.log(squares / count + RESOLUTION**2)
                    + parameters * math.log(count) / rest)


def piecewise_of(points: Sequence[FitPoint], segments: Sequence[Segment],
                 at: Sequence[float | None], bic: float) -> Fit:
    """`at`: where the lines meet at each breakpoint; None at all of them if they may jump."""
    breakpoints = [{"between": (before["to"], after["from"]), "bytes": place}
                   for before, after, place in zip(segments, segments[1:], at, strict=False)]
    return {"model": "piecewise", "sizes": len(points), "deviation": deviation_of(segments, points),
            "bic": bic, "continuous": None not in at, "segments": segments,
            "breakpoints": breakpoints}


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

    def fit(self, at: tuple[float, ...]) -> _Bends:
        """Least squares; falling lines are made level, the steepest first."""
        edges = np.array([0.0, *at, np.inf])
        shares = np.maximum(np.minimum(self.sizes[:, None], edges[1:]) - edges[:-1], 0)
        columns = np.column_stack([np.ones(len(self.sizes)), shares]) / self.times[:, None]
        rising = np.ones(columns.shape[1], bool)
        right = np.ones(len(self.sizes))
        while True:
            coefficients = np.zeros(columns.shape[1])
            coefficients[rising] = least_squares(columns[:, rising], right)
            steepest = 1 + int(coefficients[1:].argmin())
            if coefficients[steepest] >= 0:
                squares = float(((right - columns @ coefficients) ** 2).sum())
                return _Bends(at, float(coefficients[0]), coefficients[1:], squares)
            rising[steepest] = False

    def improve(self, best: _Bends | None, at: tuple[float, ...]) -> _Bends | None:
        """Breakpoints at these places if they are allowed and better."""
        ends = [0, *self.spans(at)]
        if any(end < begin + SEGMENT for begin, end in pairwise(ends)):
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
                    at = tuple(bend * factor if i == k else bend for i, bend in enumerate(bends.at))
                    bends = self.improve(bends, at) or bends
            if bends is before:
                step /= 2
        return bends

    def piecewise(self, bends: _Bends) -> Fit:
        ends = self.spans(bends.at)
        height, slopes = bends.alpha, bends.slopes.tolist()
        segments: list[Segment] = []
        for i, (begin, end) in enumerate(zip([0, *ends], ends, strict=False)):
            if i:  # of this segment's line at 0 bytes
                height += (slopes[i - 1] - slopes[i]) * bends.at[i - 1]
            segments.append(segment_of(self.points[begin:end], height, slopes[i]))
        # The height, one slope for each line, a place for each breakpoint.
        bic = bic_of(bends.squares, len(self.points), 2 * len(bends.at) + 2)
        return piecewise_of(self.points, segments, bends.at, bic)


def bends_of(points: Sequence[FitPoint]) -> Iterator[Fit]:
    """The best with one segment, two and so on, as far as there are enough points."""
    search = _Search(points)
    bends: _Bends | None = search.fit(())
    for _ in range(SEGMENTS):
        if not bends:
            return
        bends = search.move(bends)
        yield search.piecewise(bends)
        bends = search.add(bends)


class _Lines(NamedTuple):
    """Some lines, and the sum of the squares of the relative residuals."""

    squares: float
    segments: tuple[Segment, ...]


def _line(points: Sequence[FitPoint]) -> _Lines:
    """The one through these points, level where it would fall."""
    weights = [1 / point.time_us**2 for point in points]
    whole = math.fsum(weights)
    x, y = (math.fsum(w * value for w, value in zip(weights, values, strict=True)) / whole
            for values in zip(*points, strict=True))
    apart = [(w, point.bytes - x, point.time_us - y)
             for w, point in zip(weights, points, strict=True)]
    beta = math.fsum(w * dx * dy for w, dx, dy in apart) / math.fsum(
        w * dx * dx for w, dx, _ in apart)
    beta = max(beta, 0.0)
    squares = math.fsum(w * (dy - beta * dx) ** 2 for w, dx, dy in apart)
    return _Lines(squares, (segment_of(points, y - beta * x, beta),))


def jumps_of(points: Sequence[FitPoint]) -> Iterator[Fit]:
    """The best with 2 segments, 3 and so on, as far as there are enough points."""
    n = len(points)
    pieces = {(begin, end): _line(points[begin:end])
              for begin in range(n) for end in range(begin + SEGMENT, n + 1)}
    # The best of the first `end` points in so many segments is best[end].
    best = {end: pieces[0, end] for end in range(SEGMENT, n + 1)}
    for count in range(2, SEGMENTS + 1):
        best = {
            end: min((_Lines(before.squares + pieces[begin, end].squares,
                             before.segments + pieces[begin, end].segments)
                      for begin, before in best.items() if begin + SEGMENT <= end),
                     key=lambda jump: jump.squares)
            for end in range(count * SEGMENT, n + 1)
        }
        if n in best:  # two parameters for each line, one for each breakpoint
            squares, segments = best[n]
            bic = bic_of(squares, n, 3 * count - 1)
            yield piecewise_of(points, segments, [None] * (count - 1), bic)


def fit_piecewise(points: Sequence[FitPoint]) -> Fit | None:
    """The number and kind of segments are chosen by the Bayesian information criterion, on relative
    residuals: lines that may jump at a breakpoint, or that meet there. At least two segments'
    sizes."""
    if len(points) < 2 * SEGMENT:
        return None
    several = chain(bends_of(points), jumps_of(points))
    return min(several, key=lambda fit: fit["bic"])
