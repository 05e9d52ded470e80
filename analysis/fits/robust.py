# SPDX-License-Identifier: BSD-3-Clause
"""Robust linear regression by Tukey's bisquare.

Iteratively reweighted least squares (Holland and Welsch, "Robust regression using iteratively
reweighted least-squares", 1977) with residuals adjusted by leverage (DuMouchel and O'Brien,
"Integrating a robust option into a multiple regression computing environment", 1989) and the
variance of Street, Carroll and Ruppert, "A note on computing robust regression estimates via
iteratively reweighted least squares", The American Statistician 42, 1988. Scales, limits and the
end of the iteration are those of GSL's gsl_multifit_robust.
"""

import math

import numpy as np

TUNE = 4.685  # scales; 95 % as efficient as least squares for normal residuals
CONSISTENT = 0.6745  # median absolute deviation / standard deviation of normal values
LEVERAGE_MOST = 0.9999
LEAST_SCALE = 1e-6  # of the right side's standard deviation
HARDLY = 1e-300  # a scale where all residuals are 0
STEPS = 100  # without convergence it alternates between neighbours well within their intervals
NEAR = float(np.sqrt(np.finfo(float).eps))


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
    found = least_squares(left, right)
    residuals = right - left @ found
    sigma_least = float(np.linalg.norm(residuals)) / math.sqrt(n - p)
    for _ in range(STEPS):
        adjusted = residuals * adjust
        weights = np.sqrt(_weights(adjusted / (max(_scale(adjusted, p), least) * TUNE)))
        before, found = found, least_squares(left * weights[:, None], right * weights)
        residuals = right - left @ found
        if np.all(np.abs(found - before) <= NEAR * np.maximum(np.abs(found), np.abs(before))):
            break
    inverse = np.linalg.inv(r)
    return found, _sigma(residuals, adjust, sigma_least, p) ** 2 * inverse @ inverse.T
