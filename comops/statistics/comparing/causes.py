# SPDX-License-Identifier: BSD-3-Clause
"""What differed between two sides besides the code, and explains a change: it is named in place of
a verdict. A state of the machine moves all paths, another environment may move a single one;
neither moves one implementation alone.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from comops.statistics.comparing.differences import ENVIRONMENT, Difference
from comops.statistics.comparing.hierarchy import Node
from comops.statistics.comparing.launches import Launches
from comops.statistics.comparing.machine import MOVED
from comops.statistics.comparing.states import HALF, State, explained, pooled


@dataclass(frozen=True)
class Causes:
    """The states of BASE and NEW, and the variables of their environments that differ; without any,
    nothing is explained."""

    states: tuple[State, State] = ({}, {})
    variables: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, sides: Sequence[Sequence[Launches]], differences: Sequence[Difference]) -> "Causes":
        base, new = (pooled(campaign.seen for campaign in side) for side in sides)
        names = [difference.name for difference in differences]
        return cls((base, new), [name for name in names if name.startswith(ENVIRONMENT)])

    def slow_fast(self, effect: float) -> tuple[State, State]:
        """The state of the side that is slower by this effect, and that of the other one."""
        base, new = self.states
        return (new, base) if effect > 0 else (base, new)

    def of_effect(self, effect: float, every: float) -> str:
        """What explains an effect, a logarithm; empty if nothing does. `every`: the effect that the
        cells of all paths have in common."""
        slow, fast = self.slow_fast(effect)
        state = math.copysign(every, every * effect) > MOVED and explained(
            slow, [fast], abs(effect))
        return state or ENVIRONMENT * bool(self.variables)

    def mark(self, nodes: Sequence[Node], above: str = "", effect: float = 0.0) -> None:
        """Names the cause of each of these nodes and of those below whose path as a whole did at
        least half of their change; `above` is that of the node above them, and `effect` its own."""
        for node in nodes:
            path = node.effect - node.estimates[-1].effect
            every = node.effect - node.beyond.effect
            if math.copysign(path, path * node.effect) >= HALF * abs(node.effect) > 0:
                inherited = above if effect * node.effect > 0 else ""
                node.cause = inherited or self.of_effect(node.effect, every)
            self.mark(node.children, node.cause, node.effect)
