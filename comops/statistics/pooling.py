# SPDX-License-Identifier: BSD-3-Clause
"""One ratio for several comparisons: the geometric mean of theirs.

Cells of one launch have its processes and pages in common, so launches are the clusters of the
estimate's variance (comparing/contrasts.py), whichever launches a comparison was in.
"""

import math
from collections.abc import Mapping, Sequence

from comops.statistics.cells import Cell
from comops.statistics.comparing.contrasts import Estimate
from comops.statistics.comparing.launches import LaunchSeries
from comops.statistics.intervals import CONFIDENCE, CONFIDENCE_EQUIVALENCE, Interval
from comops.statistics.ratios import Ratio, ratios_of_launches
from comops.statistics.significance import quantile
from comops.statistics.verdicts import KINDS, sides_of
from comops.statistics.walsh import interval_of, pseudomedian, walsh_averages

LEAST = 1e-9  # where all launches are equal, none has a part


def series_of_ratios(ratios: Mapping[int, float], before: int = 0) -> LaunchSeries | None:
    """The ratio of two cells from those of launches, by their numbers; None without an interval.
    `before`: launches of earlier stages.

    Its mean is the logarithm of the pseudomedian. Its variance makes Student's interval as wide as
    that of signed ranks (E. Lehmann, "Nonparametric confidence intervals for a shift parameter",
    Annals of Mathematical Statistics 34, 1963). A launch's part is proportional to its signed rank.
    """
    import numpy as np

    count, logs = len(ratios), np.log(list(ratios.values()))
    averages = walsh_averages(logs)
    ends = interval_of(averages, count)
    if not ends:
        return None
    centre = float(pseudomedian(averages))
    error = (ends[1] - ends[0]) / 2 / quantile((1 + CONFIDENCE) / 2, count - 1)
    scores = np.sign(logs + logs[:, None] - 2 * centre).mean(axis=1)
    scores -= scores.mean()
    parts = np.zeros(before + max(ratios))
    parts[before - 1 + np.array(list(ratios))] = scores * (
        error / max(float(np.linalg.norm(scores)), LEAST))
    return LaunchSeries(count, centre, tuple(parts.tolist()))


def same_code_of(cells: Sequence[Cell], before: int = 0) -> list[LaunchSeries]:
    """The same code in processes over threads at each size of a table, over the first library of
    each path: the fastest of several would be too fast."""
    rows: dict[tuple[int, str], list[Cell]] = {}
    for cell in cells:
        rows.setdefault((cell.key["bytes"], cell.key["mode"]), []).append(cell)
    pairs = [[side[0] for side in sides_of(KINDS["same-code"], row) if side]
             for row in rows.values()]
    every = [series_of_ratios(ratios, before) for pair in pairs
             if len(pair) == 2 and (ratios := ratios_of_launches(*pair))]
    return [series for series in every if series]


def estimate_of(all_series: Sequence[LaunchSeries]) -> Estimate:
    """Their mean, with launches of the same number as clusters. Degrees of freedom as by
    Satterthwaite from the variances of the series, at most those of the launches."""
    count, longest = len(all_series), max(len(series.parts) for series in all_series)
    sums = [math.fsum(series.parts[at] for series in all_series if at < len(series.parts)) / count
            for at in range(longest)]
    variances = [math.fsum(part * part for part in series.parts) for series in all_series]
    weighted = sum(v * v / (series.n - 1) for v, series in zip(variances, all_series, strict=True))
    freedom = sum(variances) ** 2 / weighted if weighted else 1.0
    launches = max(series.n for series in all_series)
    return Estimate(math.fsum(series.mean for series in all_series) / count,
                    math.sqrt(math.fsum(part * part for part in sums)),
                    max(min(freedom, launches - 1.0), 1.0))


def pooled_of(all_series: Sequence[LaunchSeries]) -> Ratio:
    """The ratio of at least one comparison; its launches are the most of one. Its degrees of
    freedom are at most those of the one with the fewest launches: with those of the most, its
    intervals hold skewed and bimodal ratios too seldom."""
    estimate = estimate_of(all_series)
    fewest = min(series.n for series in all_series)
    estimate = estimate._replace(freedom=min(estimate.freedom, fewest - 1.0))

    def interval(confidence: float) -> Interval:
        half = estimate.reach((1 + confidence) / 2)
        return math.exp(estimate.effect - half), math.exp(estimate.effect + half)

    return Ratio(math.exp(estimate.effect), interval(CONFIDENCE), interval(CONFIDENCE_EQUIVALENCE),
                 launches=max(series.n for series in all_series))
