# SPDX-License-Identifier: BSD-3-Clause
"""Rules that a comparison must keep, such as slower:5%: kept, violated, or undecided.

A rule is about implementations, each over all its sizes: that of a single size is seldom known well
enough. The estimate of a change decides on which side of the rule it is. It must be certain that
something changed for a violation, and that nothing changed by twice as much for the opposite.
"""

import math
import re
from typing import NamedTuple

from comops.results.findings import FASTER, SLOWER
from comops.statistics.comparing.comparison import FALSE, LEVEL, Comparison
from comops.statistics.comparing.contrasts import Estimate
from comops.statistics.comparing.hierarchy import LEVELS, Node, discoveries, highest

HOLDS, VIOLATED, NO_ANSWER = "holds", "violated", "undecided"
CHANGED = "changed"


class Rule(NamedTuple):
    """Nothing may be slower, faster or changed by more than a factor."""

    verdict: str
    factor: float
    text: str

    def changed(self, node: Node) -> float:
        """The p-value of the hypothesis that a node did not change in the direction of the rule."""
        return {SLOWER: node.slower, FASTER: node.faster, CHANGED: node.changed}[self.verdict](0.0)

    @property
    def twice(self) -> float:
        """A change that must be excluded where the rule is kept."""
        return 2 * self.factor - 1

    def beyond(self, effect: float, factor: float) -> bool:
        """Whether an effect is beyond a factor in the direction of the rule."""
        return ((self.verdict != FASTER and effect > math.log(factor))
                or (self.verdict != SLOWER and effect < -math.log(factor)))

    def may_be(self, change: Estimate) -> bool:
        """Whether a change is estimated beyond the rule, or may be beyond twice that."""
        half = change.reach(1 - LEVEL)
        ends = change.effect - half, change.effect + half
        return (self.beyond(change.effect, self.factor)
                or any(self.beyond(end, self.twice) for end in ends))

    def broken_by(self, node: Node) -> bool:
        return all(self.beyond(estimate.effect, self.factor) for estimate in node.absolute)

    def kept_by(self, node: Node) -> bool:
        return not self.may_be(node.beyond)


class RuleOutcome(NamedTuple):
    """The outcome of a rule: the nodes that violate it, and the implementations that may.

    `nodes` are the highest that certainly do. `together`: what all paths did together may violate
    it. `cells` counts the tested cells that, each by itself, may; `missing` those of both sides
    that were not tested and have no other size of their implementation, or are lost. `explained`
    are nodes that violate it, but for a cause outside the code.
    """

    rule: Rule
    outcome: str
    nodes: list[Node]
    open: list[Node]
    together: bool
    cells: int
    missing: int
    explained: list[Node]


def rule_of(text: str) -> Rule:
    """A rule such as slower:5%; ValueError if it is none."""
    match = re.fullmatch(r"(slower|faster|changed):(\d{1,6}(?:\.\d+)?)%?", text)
    if not match:
        raise ValueError(f"{text!r} is not like slower:5%, faster:5% or changed:5%")
    return Rule(match[1], 1 + float(match[2]) / 100, text)


def violating(rule: Rule, root: Node, explained: bool = False) -> list[Node]:
    """The nodes that certainly changed, and by more than a rule allows; none if nothing did. Those
    whose change is `explained`, or the others."""
    discovered = {id(node) for node in discoveries(root, rule.changed, FALSE)}
    return highest(root, lambda node: id(node) in discovered and rule.broken_by(node)
                   and bool(node.cause) == explained)


def outcome_of(rule: Rule, comparison: Comparison) -> RuleOutcome:
    """Violated if any node shows it; holds if every implementation keeps it, and so does what all
    did together."""
    nodes, explained = ([violating(rule, comparison.root, why) for why in (False, True)]
                        if comparison.root else ([], []))
    left, cells = ([node for node in comparison.nodes_at(level) if not rule.kept_by(node)]
                   for level in LEVELS[-2:])
    together = bool(comparison.common) and rule.may_be(comparison.common)
    unknown = left or together or explained or comparison.missing
    outcome = VIOLATED if nodes else NO_ANSWER if unknown else HOLDS
    return RuleOutcome(rule, outcome, nodes, left, together, len(cells), comparison.missing,
                       explained)
