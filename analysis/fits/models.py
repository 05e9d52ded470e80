# SPDX-License-Identifier: BSD-3-Clause
"""Models of time over message size: what fit.py finds. Bytes, microseconds, 10^6 bytes/s."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from analysis.intervals import Interval

SEGMENT = 3  # sizes of a segment, at least
SEGMENTS = 4  # at most
# Times are no more precise than this, relatively, so a perfect fit is no better either.
RESOLUTION = 1e-4


class FitPoint(NamedTuple):
    bytes: int
    time_us: float


class Estimate(NamedTuple):
    """With its 95 % interval; an open end is infinite."""

    value: float
    ci95: Interval


class Segment(NamedTuple):
    """The sizes from `first` to `last` lie on one line; its bandwidth is infinite if time does not
    rise."""

    first: int
    last: int
    latency_us: float
    bandwidth_MBps: float  # noqa: N815


class Hockney(NamedTuple):
    """t = latency + bytes / bandwidth; `half_bytes`, at which half the bandwidth is reached, is
    their product (Hockney, "The communication challenge for MPP", Parallel Computing 1994).

    `model` is "hockney" or "hockney-robust"; `deviation` as deviation_of.
    """

    model: str
    sizes: int
    deviation: float
    latency_us: Estimate
    bandwidth_MBps: Estimate  # noqa: N815
    half_bytes: Estimate


class Piecewise(NamedTuple):
    """`at[i]` lies between segments[i].last and segments[i + 1].first: where the lines meet, None
    if they may jump there; `continuous`: they meet at each breakpoint."""

    model: str
    sizes: int
    deviation: float
    bic: float
    continuous: bool
    segments: tuple[Segment, ...]
    at: tuple[float | None, ...]


Fit = Hockney | Piecewise


def deviation_of(segments: Sequence[Segment], points: Sequence[FitPoint]) -> float:
    """The root of the mean square of the points' relative distances from their segments."""
    squares = [
        (1 - (segment.latency_us + point.bytes / segment.bandwidth_MBps) / point.time_us) ** 2
        for segment in segments for point in points if segment.first <= point.bytes <= segment.last
    ]
    return math.sqrt(math.fsum(squares) / len(squares))


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
                 at: Sequence[float | None], bic: float) -> Piecewise:
    """`at` is None at each breakpoint, or at none."""
    return Piecewise("piecewise", len(points), deviation_of(segments, points), bic,
                     None not in at, tuple(segments), tuple(at))
