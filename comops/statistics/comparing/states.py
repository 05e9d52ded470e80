# SPDX-License-Identifier: BSD-3-Clause
"""The state of a machine while it was measured, from its file: how far its cores were apart, how
fast they computed, and how often other programs had them. What such a state explains is no fault of
a node, and no change of code.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from comops.results.cell import DisturbancesRecord
from comops.results.conditions import CanaryRecord, RoundsRecord
from comops.statistics.handovers import GAP, SEVERAL, distances_of
from comops.statistics.intervals import median

HALF = 0.5  # of an effect: what accounts for so much of it explains it
State = dict[str, Any]


@dataclass
class Seen:
    """Gathers the records of a campaign."""

    handovers_ns: list[float] = field(default_factory=list)
    arithmetic_us: list[float] = field(default_factory=list)
    watched_us: float = 0.0
    lost_us: float = 0.0

    def add_rounds(self, rounds: RoundsRecord) -> None:
        self.handovers_ns += [ns for times in (*rounds.before_ns, *rounds.after_ns) for ns in times]

    def add_canary(self, canary: CanaryRecord) -> None:
        self.arithmetic_us += filter(None, [canary.arithmetic_us])

    def add_disturbances(self, seen: DisturbancesRecord, ranks: int) -> None:
        self.watched_us += seen.watched_us * ranks
        self.lost_us += seen.lost_us

    @property
    def state(self) -> State:
        """`distances`: classes of hand-overs, [ns, share]; `arithmetic_us`; `lost`: the share of
        the time. Without those that were not recorded."""
        state: State = {}
        times = self.handovers_ns
        classes = [[kind.median, sum(kind.low <= ns <= kind.high for ns in times) / len(times)]
                   for kind in distances_of(times)] if times else []
        if usual := [class_ for class_ in classes if class_[1] >= SEVERAL]:
            state["distances"] = usual
        if self.arithmetic_us:
            state["arithmetic_us"] = median(self.arithmetic_us)
        if self.watched_us:
            state["lost"] = min(self.lost_us / self.watched_us, 1.0)
        return state


def pooled(several: Iterable[Seen]) -> State:
    """The state of several campaigns."""
    all_seen = Seen()
    for seen in several:
        all_seen.handovers_ns += seen.handovers_ns
        all_seen.arithmetic_us += seen.arithmetic_us
        all_seen.watched_us += seen.watched_us
        all_seen.lost_us += seen.lost_us
    return all_seen.state


def mean_ns(state: State) -> float:
    return sum(ns * share for ns, share in state["distances"]) / sum(
        share for _, share in state["distances"])


def share_beyond(state: State, ns: float) -> float:
    """The share of hand-overs that took about so long or longer."""
    return sum(share for distance, share in state["distances"] if distance * GAP > ns)


# By how much what is recorded lengthens times.
CAUSES = {
    "distances": mean_ns,
    "arithmetic_us": lambda state: state["arithmetic_us"],
    "lost": lambda state: 1 / max(1 - state["lost"], 0.01),
}


def explained(state: State, others: Sequence[State], effect: float) -> str:
    """Why times are longer by `effect`, a logarithm, than in these others: which part of the state
    none of them has, and accounts for half of it; empty if none does."""
    for name, factor_of in CAUSES.items():
        factors = [factor_of(other) for other in others if name in other]
        if name not in state or not factors:
            continue
        beyond = math.log(factor_of(state) / median(factors))
        if factor_of(state) > max(factors) and beyond >= HALF * effect:
            return name
    return ""
