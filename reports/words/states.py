# SPDX-License-Identifier: BSD-3-Clause
"""Sentences on the state of a machine that explains times (statistics/comparing/states.py)."""

from collections.abc import Sequence

from comops.reports.words.formats import percent_text
from comops.statistics.comparing.states import State, share_beyond
from comops.statistics.intervals import median


def range_text(values: Sequence[float]) -> str:
    low, high = map(percent_text, (min(values), max(values)))
    return low if low == high else f"{low.removesuffix(' %')} to {high}"


def state_text(cause: str, state: State, others: Sequence[State], whose: str = "its",
               rest: str = "others") -> str:
    """What statistics.comparing.states.explained found: a state, and that of the others."""
    known = [other for other in others if cause in other]
    if cause == "arithmetic_us":
        usual = median([state[cause] for state in known])
        return f"{whose} arithmetic took {percent_text(state[cause] / usual - 1)} longer"
    if cause == "lost":
        return (f"{whose} ranks had no core in {percent_text(state[cause])} of the time, {rest} "
                f"{range_text([state[cause] for state in known])}")
    ns = max(state[cause], key=lambda class_: class_[0] * class_[1])[0]
    return (f"{whose} cores were {ns:.0f} ns apart in {percent_text(share_beyond(state, ns))} of "
            f"the time, {rest} {range_text([share_beyond(state, ns) for state in known])}")
