# SPDX-License-Identifier: BSD-3-Clause
"""Models of time over message size, and fits of Hockney's line. Bytes, microseconds, 10^6 bytes/s.

The robust fit is linear regression by Tukey's bisquare: iteratively reweighted least squares
(Holland and Welsch, "Robust regression using iteratively reweighted least-squares", 1977) with
residuals adjusted by leverage (DuMouchel and O'Brien, "Integrating a robust option into a multiple
regression computing environment", 1989) and the variance of Street, Carroll and Ruppert, "A note on
computing robust regression estimates via iteratively reweighted least squares", The American
Statistician 42, 1988. Scales, limits and the end of the iteration are those of GSL's
gsl_multifit_robust.
"""

import math
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from comops.statistics.intervals import Interval, mean
from comops.statistics.significance import quantile

LEAST = 3  # sizes that least squares need
LEAST_ROBUST = 5  # with fewer, outliers cannot be identified

TUNE = 4.685  # scales; 95 % as efficient as least squares for normal residuals
CONSISTENT = 0.6745  # median absolute deviation / standard deviation of normal values
LEVERAGE_MOST = 0.9999
LEAST_SCALE = 1e-6  # of the right side's standard deviation
HARDLY = 1e-300  # a scale where all residuals are 0
STEPS = 100  # without convergence it alternates between neighbours well within their intervals
NEAR = math.sqrt(sys.float_info.epsilon)


class FitPoint(NamedTuple):
    bytes: int
    time_us: float


# Members of a record `fit`, and of its segments (results/schema.py); what is open is infinite.
Fit = dict[str, Any]
Segment = dict[str, Any]


def segment_of(points: Sequence[FitPoint], latency_us: float, slope: float) -> Segment:
    """The line on which the sizes of these points lie; a bandwidth is infinite if time does not
    rise."""
    return {"from": points[0].bytes, "to": points[-1].bytes, "latency_us": latency_us,
            "bandwidth_MBps": 1 / slope if slope > 0 else math.inf}


def deviation_of(segments: Sequence[Segment], points: Sequence[FitPoint]) -> float:
    """The root of the mean square of the points' relative distances from their segments."""
    fitted = [(point, line["latency_us"] + point.bytes / line["bandwidth_MBps"])
              for line in segments for point in points if line["from"] <= point.bytes <= line["to"]]
    squares = [(1 - fitted_us / point.time_us) ** 2 for point, fitted_us in fitted]
    return math.sqrt(math.fsum(squares) / len(squares))


def least_squares(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The columns are brought to one length, so that their units do not matter."""
    lengths = np.linalg.norm(left, axis=0)
    return np.linalg.lstsq(left / lengths, right, rcond=np.finfo(float).eps)[0] / lengths


def _scale(residuals: np.ndarray, parameters: int) -> float:
    """Without the smallest residuals, as many as there are parameters but one."""
    return float(np.median(np.sort(np.abs(residuals))[parameters - 1 :])) / CONSISTENT


def _weights(scaled: np.ndarray) -> np.ndarray:
    return np.where(np.abs(scaled) < 1, (1 - scaled**2) ** 2, 0.0)


def _sigma(residuals: np.ndarray, adjust: np.ndarray, sigma_least: float, p: int) -> float:
    """The residuals' standard deviation, from `sigma_least`, that of least squares, and theirs."""
    n = len(residuals)
    unit = max(_scale(residuals, p), HARDLY) * TUNE
    u = residuals * adjust / unit
    slope = float(np.mean(np.where(np.abs(u) < 1, (1 - u**2) * (1 - 5 * u**2), 0.0)))
    psi = float((((u * _weights(u)) / adjust) ** 2).sum()) / (n - p)
    robust = (1 + p / n * (1 - slope) / slope) * math.sqrt(psi) * unit / slope
    return max(robust, math.sqrt((sigma_least**2 * p**2 + robust**2 * n) / (p**2 + n)))


def bisquare(left: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The coefficients of `left`'s columns, and their covariance."""
    n, p = left.shape
    least = LEAST_SCALE * float(np.std(right, ddof=1)) or 1.0
    q, r = np.linalg.qr(left)
    adjust = 1 / np.sqrt(1 - np.minimum((q**2).sum(axis=1), LEVERAGE_MOST))
    fitted = least_squares(left, right)
    residuals = right - left @ fitted
    sigma_least = float(np.linalg.norm(residuals)) / math.sqrt(n - p)
    for _ in range(STEPS):
        adjusted = residuals * adjust
        weights = np.sqrt(_weights(adjusted / (max(_scale(adjusted, p), least) * TUNE)))
        before, fitted = fitted, least_squares(left * weights[:, None], right * weights)
        residuals = right - left @ fitted
        if np.all(np.abs(fitted - before) <= NEAR * np.maximum(np.abs(fitted), np.abs(before))):
            break
    inverse = np.linalg.inv(r)
    return fitted, _sigma(residuals, adjust, sigma_least, p) ** 2 * inverse @ inverse.T


class FittedLine(NamedTuple):
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


def hockney_of(model: str, line: FittedLine, points: Sequence[FitPoint]) -> Fit | None:
    """t = latency + bytes / bandwidth; `half_bytes`, at which half the bandwidth is reached, is
    their product (Hockney, "The communication challenge for MPP", Parallel Computing 1994). None if
    time does not rise: then there is no bandwidth."""
    if not line.beta > 0:
        return None
    t = quantile(0.975, len(points) - 2)
    alpha_half, beta_half = t * math.sqrt(line.alpha_alpha), t * math.sqrt(line.beta_beta)
    least = line.beta - beta_half
    bandwidth = 1 / (line.beta + beta_half), 1 / least if least > 0 else math.inf
    whole = segment_of(points, line.alpha, line.beta)
    return {
        "model": model, "sizes": len(points), "deviation": deviation_of([whole], points),
        "latency_us": {"value": line.alpha,
                       "ci95": (line.alpha - alpha_half, line.alpha + alpha_half)},
        "bandwidth_MBps": {"value": 1 / line.beta, "ci95": bandwidth},
        "half_bytes": {"value": line.alpha / line.beta, "ci95": line.quotient_interval(t)}}


def fit_hockney(points: Sequence[FitPoint]) -> Fit | None:
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
    line = FittedLine(y - beta * x, beta, variance * (1 / n + x * x / xx), -variance * x / xx,
                      variance / xx)
    return hockney_of("hockney", line, points)


def fit_robust(points: Sequence[FitPoint]) -> Fit | None:
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
    fitted, covariance = bisquare(left, 1 - beta * sizes / times)
    line = FittedLine(float(fitted[0]), float(beta + fitted[1] / unit), float(covariance[0, 0]),
                      float(covariance[0, 1] / unit), float(covariance[1, 1] / unit**2))
    return hockney_of("hockney-robust", line, points)
