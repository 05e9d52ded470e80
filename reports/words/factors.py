# SPDX-License-Identifier: BSD-3-Clause
"""A ratio as people say it: how many times as long the longer of two times is."""

from reports.words.formats import decimals_within

Interval = tuple[float, float]


def factor_of(ratio: float) -> float:
    return max(ratio, 1 / ratio)


def factor_interval(ratio: float, ci95: Interval) -> Interval:
    """That of the factor: of the ratio, or of its inverse if it is below 1."""
    return (1 / ci95[1], 1 / ci95[0]) if ratio < 1 else ci95


def _decimals(ratio: float, ci95: Interval | None) -> int:
    factor = factor_of(ratio)
    inverse = factor**2 if ratio < 1 else 1
    return decimals_within(factor, (ci95[1] - ci95[0]) / 2 * inverse if ci95 else 0)


def factor_text(ratio: float, ci95: Interval | None) -> str:
    """4.03, with the digits that the interval of the ratio allows."""
    return f"{factor_of(ratio):.{_decimals(ratio, ci95)}f}"


def factor_interval_text(ratio: float, ci95: Interval | None) -> str:
    """4.03 [3.95, 4.11]; without an interval 4.03."""
    if not ci95:
        return factor_text(ratio, ci95)
    decimals = _decimals(ratio, ci95)
    low, high = factor_interval(ratio, ci95)
    return f"{factor_text(ratio, ci95)} [{low:.{decimals}f}, {high:.{decimals}f}]"
