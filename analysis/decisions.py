# SPDX-License-Identifier: BSD-3-Clause
"""What the intervals of a ratio allow to be said, and what the trials of tuning decide."""

import math
from collections.abc import Sequence

from analysis.intervals import Interval, side
from records.findings import EQUIVALENT, FASTER, SLOWER, UNDECIDED

MARGIN = 1.05  # two times are equivalent if each is at most this many times the other
PREDICTED, NOT_PREDICTED = "predicted", "did not predict"
PINGPONGS = {"threads": "direct", "mpi": "sendrecv", "shmem": "put"}  # as a path's users write it


def decision_of(ci95: Interval | None, ci90: Interval | None) -> str:
    """About a, for the ratio of the time of b to the time of a; one of DECISIONS.

    Equivalent: the 90 % interval lies within [1 / MARGIN, MARGIN], which is two one-sided tests at
    5 % (Schuirmann, J. Pharmacokinetics and Biopharmaceutics 15, 1987), whether or not it contains
    1. Faster or slower: otherwise, and the 95 % interval lies above 1 or below. Undecided: none of
    these, or no interval.
    """
    if ci95 is None or ci90 is None:
        return UNDECIDED
    if 1 / MARGIN <= ci90[0] and ci90[1] <= MARGIN:
        return EQUIVALENT
    return {1: FASTER, -1: SLOWER, 0: UNDECIDED}[side(ci95)]


def decision_exact(ratio: float) -> str:
    """The same for the ratio of simulated times, which repeat exactly: within the margin they are
    equivalent."""
    if 1 / MARGIN <= ratio <= MARGIN:
        return EQUIVALENT
    return FASTER if ratio > 1 else SLOWER


def prediction_of(pingpong: str, model: str) -> str:
    """Whether a ping-pong predicts a model's winner: PREDICTED if both comparisons have the same
    decision, NOT_PREDICTED if they contradict each other, UNDECIDED if one of them is undecided."""
    if UNDECIDED in (pingpong, model):
        return UNDECIDED
    return PREDICTED if pingpong == model else NOT_PREDICTED


CLEARLY = 0.05  # two trials on an idle machine differ by less


def choice_fastest(ratios: Sequence[float]) -> int:
    """The way with the least ratio, numbered from 1, or 0, the fixed one, unless that ratio is
    clearly below 1. NaN: not tried."""
    least, best = 1 - CLEARLY, 0
    for way, ratio in enumerate(ratios, start=1):
        if ratio < least:
            least, best = ratio, way
    return best


def choice_limit(lines: Sequence[int], ratios: Sequence[float], fixed: int) -> int:
    """The number of lines up to which the other way is faster.

    It is the last of the ascending `lines` up to which that way is slower at no step. Up to `fixed`
    lines only a clear loss refuses it; beyond, only a clear gain accepts it. NaN: not tried.
    """
    limit = 0
    for step, ratio in zip(lines, ratios, strict=True):
        if math.isnan(ratio):
            return max(limit, fixed)
        if ratio > (1 + CLEARLY if step <= fixed else 1 - CLEARLY):
            return limit
        limit = step
    return limit
