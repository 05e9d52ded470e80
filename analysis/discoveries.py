# SPDX-License-Identifier: BSD-3-Clause
"""The procedure of Benjamini and Hochberg (J. R. Stat. Soc. B 57, 1995)."""

import numpy as np


def discoveries(p: np.ndarray, level: float) -> np.ndarray:
    """Which p-values, of any shape, are discoveries: at most `level` of these are false."""
    ordered = np.sort(p, axis=None)
    below = np.flatnonzero(ordered <= level * np.arange(1, p.size + 1) / p.size)
    return p <= ordered[below[-1]] if len(below) else np.zeros(p.shape, dtype=bool)
