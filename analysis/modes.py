# SPDX-License-Identifier: BSD-3-Clause
"""Whether values have two modes."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from analysis.intervals import median_sorted

DISTANCE_LEAST = 5
SHARE_LEAST = 0.1


class Modes(NamedTuple):
    """The means of both parts, the higher one's part of the values, and Ashman's D."""

    low: float
    high: float
    share: float
    distance: float


def modes_of(values: Sequence[float]) -> Modes | None:
    """Two modes, if the values have them.

    They are split where the variance within the two parts is smallest. Each part must have at least
    a tenth of them, and Ashman's D (K. Ashman, C. Bird and S. Zepf, Astronomical Journal 108, 1994,
    equation 5) must be above 5. Split in two, a normal distribution has 2.7, a uniform one 3.5.
    """
    import numpy as np

    if len(values) < 2:
        return None
    ordered = np.sort(np.asarray(values, float))
    middle = median_sorted(ordered)
    ordered -= middle  # so that squares do not cancel
    counts = np.arange(1, len(ordered))
    rests = len(ordered) - counts
    sums, squares = ordered.cumsum(), (ordered**2).cumsum()
    below, above = sums[:-1], sums[-1] - sums[:-1]
    low = np.maximum(squares[:-1] - below**2 / counts, 0)
    high = np.maximum(squares[-1] - squares[:-1] - above**2 / rests, 0)
    cut = int((low + high).argmin())
    count, rest = int(counts[cut]), int(rests[cut])
    means = float(below[cut]) / count, float(above[cut]) / rest
    scatter = math.sqrt(low[cut] / count + high[cut] / rest)
    apart = math.sqrt(2) * (means[1] - means[0])
    distance = apart / scatter if scatter else math.inf if apart else 0.0
    modes = Modes(means[0] + middle, means[1] + middle, rest / len(ordered), distance)
    bimodal = SHARE_LEAST <= modes.share <= 1 - SHARE_LEAST and distance > DISTANCE_LEAST
    return modes if bimodal else None
