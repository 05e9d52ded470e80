# SPDX-License-Identifier: BSD-3-Clause
"""Rows of comops_simulate/bands.csv."""

from collections.abc import Sequence
from statistics import quantiles


def band_row(kind: str, factors: Sequence[float], source: str) -> str:
    """A row of bands.csv; `factors`: measured over simulated."""
    low, *_, high = quantiles(factors, n=20, method="inclusive")
    return f'"{kind}",{low:.2f},{high:.2f},{len(factors)},"{source}"'
