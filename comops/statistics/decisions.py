# SPDX-License-Identifier: BSD-3-Clause
"""What the intervals of a ratio allow to be said, and what the trials of tuning decide."""

from collections.abc import Sequence

from comops.results.findings import EQUIVALENT, FASTER, SLOWER, UNDECIDED
from comops.statistics.intervals import Interval, side

MARGIN = 1.05  # two times are equivalent if each is at most this many times the other


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


GAIN = 1.03  # what a trial must show before a default changes


def steps_chosen(steps: Sequence[Interval | None], default: int) -> int:
    """How many of the steps of a threshold shall have a way; `default` of them unless the trials
    say otherwise.

    `steps`: for each, intervals of its time with the way over that without it, first where it
    should gain most; None: unknown. A step of the default loses the way if it is shown to be slower
    by GAIN, another one has it if it is shown to be faster; those behind a step without it have
    none.
    """
    for at, step in enumerate(steps):
        if (step is not None and step[0] > GAIN if at < default
                else step is None or step[1] >= 1 / GAIN):
            return at
    return len(steps)


def gain_refuted(step: Interval | None, has_way: bool) -> bool:
    """Whether a step shows that to have the way, or to be without it, gains less than GAIN."""
    return step is not None and (step[0] > 1 / GAIN if has_way else step[1] < GAIN)
