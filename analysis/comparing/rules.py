# SPDX-License-Identifier: BSD-3-Clause
"""Rules that a comparison must keep, such as slower:5%: kept, violated, or undecided."""

import math
import re
from typing import NamedTuple

from analysis.comparing.comparison import FALSE, LEVEL, Comparison, ends_of
from analysis.comparing.hierarchy import LEVELS, Node, discoveries, highest
from records.findings import FASTER, SLOWER

HOLDS, VIOLATED, NO_ANSWER = "holds", "violated", "undecided"
CHANGED = "changed"


class Rule(NamedTuple):
    """No cell may be slower, faster or changed by more than a factor."""

    verdict: str
    factor: float
    text: str

    @property
    def bound(self) -> float:
        return math.log(self.factor)

    def broken_by(self, node: Node) -> float:
        """The p-value of the hypothesis that a node keeps the rule."""
        if self.verdict == CHANGED:
            return node.changed(self.bound)
        return node.slower(self.bound) if self.verdict == SLOWER else node.faster(self.bound)

    def kept_by(self, node: Node) -> bool:
        """Whether the interval of a cell is wholly within the rule."""
        low, high = ends_of(node, 1 - LEVEL)
        return ((self.verdict == FASTER or high <= self.bound)
                and (self.verdict == SLOWER or low >= -self.bound))


class Outcome(NamedTuple):
    """The outcome of a rule: the nodes that violate it, and the cells that may.

    `nodes` are the highest that were discovered; `open` counts cells that could not show a change
    of that size, `missing` those that were not tested, or lost.
    """

    rule: Rule
    outcome: str
    nodes: list[Node]
    open: int
    missing: int


def rule_of(text: str) -> Rule:
    """A rule such as slower:5%; ValueError if it is none."""
    found = re.fullmatch(r"(slower|faster|changed):(\d{1,6}(?:\.\d+)?)%?", text)
    if not found:
        raise ValueError(f"{text!r} is not like slower:5%, faster:5% or changed:5%")
    return Rule(found[1], 1 + float(found[2]) / 100, text)


def violating(rule: Rule, root: Node) -> list[Node]:
    """The nodes that are discovered to violate a rule; none if nothing is."""
    found = {id(node) for node in discoveries(root, rule.broken_by, FALSE)}

    def breaks(node: Node) -> bool:
        return id(node) in found and rule.broken_by(node) <= LEVEL

    return highest(root, breaks) or [root] if found else []


def outcome_of(rule: Rule, comparison: Comparison) -> Outcome:
    """Violated if any node shows it; holds if every cell of both sides excludes it."""
    cells = [node for node in comparison.nodes_all if node.level == LEVELS[-1]]
    nodes = violating(rule, comparison.root) if comparison.root else []
    left = sum(not rule.kept_by(cell) for cell in cells)
    missing = len(comparison.changes) - len(cells) + len(comparison.lost)
    outcome = VIOLATED if nodes else NO_ANSWER if left or missing else HOLDS
    return Outcome(rule, outcome, nodes, left, missing)
