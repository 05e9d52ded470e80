# SPDX-License-Identifier: BSD-3-Clause
"""Fits of latency and bandwidth to the times of several sizes."""

import math
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from analysis.fits.bends import bends_of
from analysis.fits.jumps import jumps_of
from analysis.fits.models import (
    SEGMENT,
    Estimate,
    Fit,
    FitPoint,
    Hockney,
    Piecewise,
    Segment,
    deviation_of,
)
from analysis.fits.robust import bisquare
from analysis.intervals import Interval, mean
from analysis.student import quantile

LEAST = 3  # sizes that least squares need
LEAST_ROBUST = 5  # with fewer, outliers cannot be identified


class Line(NamedTuple):
    """alpha + beta * bytes, and the covariance of both."""

    alpha: float
    beta: float
    alpha_alpha: float
    alpha_beta: float
    beta_beta: float

    def quotient_interval(self, t: float) -> Interval:
        """The interval of alpha / beta (Fieller, "Some problems in interval estimation", JRSS B
        1954): all q for which alpha - q beta is not significantly different from 0. It is open
        where beta might be 0."""
        a = self.beta**2 - t * t * self.beta_beta
        b = self.alpha * self.beta - t * t * self.alpha_beta
        c = self.alpha**2 - t * t * self.alpha_alpha
        if a <= 0:
            return -math.inf, math.inf
        root = math.sqrt(max(b * b - a * c, 0))
        return (b - root) / a, (b + root) / a


def hockney_of(model: str, line: Line, points: Sequence[FitPoint]) -> Hockney | None:
    """None if time does not rise: then there is no bandwidth."""
    if not line.beta > 0:
        return None
    t = quantile(0.975, len(points) - 2)
    alpha_half, beta_half = t * math.sqrt(line.alpha_alpha), t * math.sqrt(line.beta_beta)
    least = line.beta - beta_half
    whole = Segment(points[0].bytes, points[-1].bytes, line.alpha, 1 / line.beta)
    return Hockney(
        model, len(points), deviation_of([whole], points),
        Estimate(line.alpha, (line.alpha - alpha_half, line.alpha + alpha_half)),
        Estimate(1 / line.beta,
                 (1 / (line.beta + beta_half), 1 / least if least > 0 else math.inf)),
        Estimate(line.alpha / line.beta, line.quotient_interval(t)))


def fit_hockney(points: Sequence[FitPoint]) -> Hockney | None:
    """Ordinary least squares, each size with the same weight, as in the Texas Tech thesis, section
    on ping-pong.

    beta = Sxy / Sxx, alpha = mean(y) - beta mean(x), bandwidth 1 / beta, half_bytes alpha / beta.
    The largest times decide; the latency may come out negative. None if there are fewer than LEAST
    points or time does not rise.
    """
    n = len(points)
    if n < LEAST:
        return None
    x, y = (mean(values) for values in zip(*points, strict=True))
    xx = math.fsum((point.bytes - x) ** 2 for point in points)
    beta = math.fsum((point.bytes - x) * (point.time_us - y) for point in points) / xx
    squares = math.fsum((point.time_us - y - beta * (point.bytes - x)) ** 2 for point in points)
    variance = squares / (n - 2)
    line = Line(y - beta * x, beta, variance * (1 / n + x * x / xx), -variance * x / xx,
                variance / xx)
    return hockney_of("hockney", line, points)


def fit_robust(points: Sequence[FitPoint]) -> Hockney | None:
    """The same line by Tukey's bisquare on relative residuals, so that small sizes count as much as
    large ones and a few sizes far off do not. At least LEAST_ROBUST sizes."""
    if len(points) < LEAST_ROBUST:
        return None
    sizes, times = np.array(points, float).T
    unit = sizes[-1]
    # Any line will do, unless it is so close that only rounding errors remain: the least scale of a
    # residual is a part of the right side's deviation, and times divided by themselves have none.
    beta = (times[-1] - times[0]) / (sizes[-1] - sizes[0]) / 2
    left = np.column_stack([1 / times, sizes / unit / times])
    found, covariance = bisquare(left, 1 - beta * sizes / times)
    line = Line(float(found[0]), float(beta + found[1] / unit), float(covariance[0, 0]),
                float(covariance[0, 1] / unit), float(covariance[1, 1] / unit**2))
    return hockney_of("hockney-robust", line, points)


def fit_piecewise(points: Sequence[FitPoint]) -> Piecewise | None:
    """The number and kind of segments are chosen by the Bayesian information criterion, on relative
    residuals: lines that may jump at a breakpoint, or that meet there. At least two segments'
    sizes."""
    if len(points) < 2 * SEGMENT:
        return None
    several = chain(bends_of(points), jumps_of(points))
    return min(several, key=lambda found: found.bic)


def fits_of(points: Sequence[FitPoint]) -> list[Fit]:
    """All models that the points allow, which have ascending, distinct sizes."""
    found = fit_hockney(points), fit_robust(points), fit_piecewise(points)
    return [fit for fit in found if fit]
