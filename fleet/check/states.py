# SPDX-License-Identifier: BSD-3-Clause
"""The state of a node while it was measured, from its file: how far its cores were apart, how fast
they computed, and how often other programs had them. A node that is slow for such a reason is not
called odd, but to be measured again.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from analysis.handovers import GAP, SEVERAL, distances_of
from records.lines import Record
from records.read import lost_of

HALF = 0.5  # of an effect: what accounts for so much of it explains it
State = dict[str, Any]


@dataclass
class Seen:
    """Gathers the records of a campaign."""

    handovers_ns: list[float] = field(default_factory=list)
    arithmetic_us: list[float] = field(default_factory=list)
    watched_us: float = 0.0
    lost_us: float = 0.0

    def add_rounds(self, record: Record) -> None:
        rounds = [*record["before_ns"], *record["after_ns"]]
        self.handovers_ns += [ns for some in rounds for ns in some]

    def add_canary(self, record: Record) -> None:
        self.arithmetic_us.append(record["arithmetic_us"])

    def add_cell(self, record: Record) -> None:
        watched, lost = lost_of(record)
        self.watched_us, self.lost_us = self.watched_us + watched, self.lost_us + lost

    @property
    def state(self) -> State:
        """`distances`: classes of hand-overs, [ns, share]; `arithmetic_us`; `lost`: the share of
        the time. Without those that were not recorded."""
        found: State = {}
        values = np.array(self.handovers_ns)
        classes = [[one.median, float(np.mean((values >= one.low) & (values <= one.high)))]
                   for one in distances_of(self.handovers_ns)] if len(values) else []
        if some := [one for one in classes if one[1] >= SEVERAL]:
            found["distances"] = some
        if self.arithmetic_us:
            found["arithmetic_us"] = float(np.median(self.arithmetic_us))
        if self.watched_us:
            found["lost"] = min(self.lost_us / self.watched_us, 1.0)
        return found


def percent(share: float) -> str:
    """A share as percent, with one digit below 10: 5.1 %, 48 %."""
    value = 100 * share
    return f"{value:.{1 if abs(value) < 9.95 else 0}f} %"


def mean_ns(state: State) -> float:
    return sum(ns * share for ns, share in state["distances"]) / sum(
        share for _, share in state["distances"])


def share_beyond(state: State, ns: float) -> float:
    """The share of hand-overs that took about so long or longer."""
    return sum(share for one, share in state["distances"] if one * GAP > ns)


def range_text(values: Sequence[float]) -> str:
    low, high = map(percent, (min(values), max(values)))
    return low if low == high else f"{low.removesuffix(' %')} to {high}"


def distance_text(state: State, others: Sequence[State]) -> str:
    ns = max(state["distances"], key=lambda one: one[0] * one[1])[0]
    return (f"its cores were {ns:.0f} ns apart in {percent(share_beyond(state, ns))} of the "
            f"time, others {range_text([share_beyond(one, ns) for one in others])}")


def clock_text(state: State, others: Sequence[State]) -> str:
    usual = float(np.median([one["arithmetic_us"] for one in others]))
    return f"its arithmetic took {percent(state['arithmetic_us'] / usual - 1)} longer"


def busy_text(state: State, others: Sequence[State]) -> str:
    return (f"its ranks had no core in {percent(state['lost'])} of the time, others "
            f"{range_text([one['lost'] for one in others])}")


# What is recorded: by how much it lengthens times, and its sentence.
CAUSES = {
    "distances": (mean_ns, distance_text),
    "arithmetic_us": (lambda state: state["arithmetic_us"], clock_text),
    "lost": (lambda state: 1 / max(1 - state["lost"], 0.01), busy_text),
}


def explained(state: State, others: Sequence[State], effect: float) -> str:
    """Why a node is slower by `effect` than these others: a state that none of them has and that
    accounts for half of it; empty if there is none."""
    for name, (factor_of, text_of) in CAUSES.items():
        known = [one for one in others if name in one]
        if name not in state or not known:
            continue
        factors = list(map(factor_of, known))
        beyond = math.log(factor_of(state) / float(np.median(factors)))
        if factor_of(state) > max(factors) and beyond >= HALF * math.log1p(effect):
            return text_of(state, known)
    return ""
