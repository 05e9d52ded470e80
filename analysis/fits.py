# SPDX-License-Identifier: BSD-3-Clause
"""Models of time over message size: a latency and a bandwidth, or several of them. Bytes,
microseconds, 10^6 bytes/s."""

from collections.abc import Sequence
from typing import NamedTuple

from analysis.intervals import Interval


class FitPoint(NamedTuple):
    bytes: float
    time_us: float


class Estimate(NamedTuple):
    """With its 95 % interval; an open end is infinite."""

    value: float
    ci95: Interval


class Hockney(NamedTuple):
    """t = latency + bytes / bandwidth; `half_bytes`, at which half the bandwidth is reached, is
    their product (Hockney, "The communication challenge for MPP", Parallel Computing 1994).

    `model` is "hockney" or "hockney-robust"; `deviation` the root of the mean square of the points'
    relative distances from the line.
    """

    model: str
    sizes: int
    deviation: float
    latency_us: Estimate
    bandwidth_MBps: Estimate  # noqa: N815
    half_bytes: Estimate


class Segment(NamedTuple):
    """The sizes from `first` to `last` lie on one line; its bandwidth is infinite if time does not
    rise."""

    first: float
    last: float
    latency_us: float
    bandwidth_MBps: float  # noqa: N815


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


def fits_of(points: Sequence[FitPoint]) -> list[Fit]:
    """All models that the points allow, which have ascending, distinct sizes."""
    return []
