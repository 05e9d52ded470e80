# SPDX-License-Identifier: BSD-3-Clause
"""Lines that may jump: the best places for any number of breakpoints, by dynamic programming over
the sizes (Bai and Perron, "Computation and analysis of multiple structural change models", Journal
of Applied Econometrics 2003, section 3)."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from analysis.fits.models import (
    SEGMENT,
    SEGMENTS,
    FitPoint,
    Piecewise,
    Segment,
    bic_of,
    piecewise_of,
)


class _Piece(NamedTuple):
    """A line through points, level where it would fall, and its relative residuals' squares."""

    segment: Segment
    squares: float


def _piece(points: Sequence[FitPoint]) -> _Piece:
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
    bandwidth = 1 / beta if beta else math.inf
    return _Piece(Segment(points[0].bytes, points[-1].bytes, y - beta * x, bandwidth), squares)


class _Best(NamedTuple):
    squares: float
    segments: tuple[Segment, ...]


def jumps_of(points: Sequence[FitPoint]) -> Iterator[Piecewise]:
    """The best with 2 segments, 3 and so on, as far as there are enough points."""
    n = len(points)
    pieces = {(begin, end): _piece(points[begin:end])
              for begin in range(n) for end in range(begin + SEGMENT, n + 1)}
    # The best of the first `end` points in so many segments is best[end].
    best = {end: _Best(pieces[0, end].squares, (pieces[0, end].segment,))
            for end in range(SEGMENT, n + 1)}
    for count in range(2, SEGMENTS + 1):
        best = {
            end: min((_Best(before.squares + pieces[begin, end].squares,
                            (*before.segments, pieces[begin, end].segment))
                      for begin, before in best.items() if begin + SEGMENT <= end),
                     key=lambda found: found.squares)
            for end in range(count * SEGMENT, n + 1)
        }
        if n in best:  # two parameters for each line, one for each breakpoint
            squares, segments = best[n]
            bic = bic_of(squares, n, 3 * count - 1)
            yield piecewise_of(points, segments, [None] * (count - 1), bic)
