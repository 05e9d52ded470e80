# SPDX-License-Identifier: BSD-3-Clause
"""The campaign, its paths, their patterns, their implementations, and the cells of these.

What happened to all sizes of an implementation is seen best in their mean, what happened to one
size in that cell. So each of these nodes has a test of its own, and false discoveries are
controlled over the tree (Bogomolov, Peterson, Benjamini and Sabatti, "Hypotheses on a tree: new
error rates and testing strategies", Biometrika 108, 2021): a node is examined if the one above it
was discovered, at a level that shrinks with the share of nodes discovered there.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np

from comops.results.keys import CellKey
from comops.statistics.comparing.contrasts import (ComparedCell, Contrast, Estimate, estimate_of,
                                                   mean_of)
from comops.statistics.significance import discoveries as discoveries_of, simes

LEVELS = ("campaign", "path", "pattern", "implementation", "cell")


def place_of(key: CellKey) -> tuple:
    """Sorts cells so that those of each node follow each other, and sizes rise."""
    return *names_of(key), key.bytes, key.mode


def names_of(key: CellKey) -> tuple[str, ...]:
    """The node above a cell at each level but the last, from the campaign down."""
    line = key._replace(bytes=0, mode="")
    pattern = line._replace(protocol="")
    return "", key.path, pattern, line


@dataclass(frozen=True)
class Variation:
    """Variances between campaigns of a cell, and of an implementation as a whole."""

    cell: float = 0.0
    implementation: float = 0.0


@dataclass
class Node:
    """A test: the weighted mean of some cells, with an estimate for each of their contrasts;
    `extra` is the variance between campaigns in each. `cause` explains its change (causes.py)."""

    level: str
    key: CellKey
    cells: list[ComparedCell]
    contrasts: list[Contrast]
    estimates: list[Estimate]
    extra: float = 0.0
    children: list["Node"] = field(default_factory=list)
    cause: str = ""

    @property
    def effect(self) -> float:
        return self.estimates[0].effect

    @property
    def beyond(self) -> Estimate:
        """The change beyond what all paths did together, if there are several."""
        return self.estimates[:2][-1]

    @property
    def absolute(self) -> list[Estimate]:
        """The change, with and without what all paths did together, or did in a shared state."""
        return self.estimates[:3]

    @property
    def launches(self) -> tuple[int, int]:
        return launches_of(self.cells)

    @property
    def spread(self) -> float:
        """The standard deviation of the launches' logarithms, of the side where it is larger.
        Launches differ as the machine's states do, so a mix of these that lasted one campaign moves
        a single size by up to that much."""
        sides = zip(self.contrasts[0][1:], self.launches, strict=True)
        return max(math.sqrt(count * math.fsum(part * part for part in parts))
                   for parts, count in sides)

    def slower(self, bound: float) -> float:
        """The p-value against an increase above `bound`."""
        return self.tested([estimate.above(bound) for estimate in self.estimates])

    def faster(self, bound: float) -> float:
        """The p-value against a decrease by more than `bound`."""
        return self.tested([estimate.below(bound) for estimate in self.estimates])

    def tested(self, p_values: Sequence[float]) -> float:
        """A node changed if it did so with and without what all paths did together, or if it did
        so against the others of its path. A path has no others, and the campaign no control."""
        if self.level == LEVELS[-1] and abs(self.effect) <= self.spread:
            return 1.0
        absolute, others = max(p_values[:3]), p_values[3:]
        if others and self.level in LEVELS[:2]:
            return 1.0 if self.level == LEVELS[0] else absolute
        return simes([(p_value, 1) for p_value in (absolute, *others)])

    def changed(self, bound: float = 0.0) -> float:
        return min(1.0, 2 * min(self.slower(bound), self.faster(bound)))

    def walk(self) -> Iterator["Node"]:
        """It and all below, each after the one above it."""
        yield self
        for child in self.children:
            yield from child.walk()


def launches_of(cells: Sequence[ComparedCell]) -> tuple[int, int]:
    return max(cell.launches[0] for cell in cells), max(cell.launches[1] for cell in cells)


def extra_of(cells: Sequence[ComparedCell], weights: Sequence[float], variation: Variation
             ) -> float:
    """The part of the weighted mean's variance that is due to variation between campaigns. The
    implementations of a path may vary together: they share a library."""
    whole = sum(weights)
    extra = variation.cell * sum((weight / whole) ** 2 for weight in weights)
    rows = zip(cells, weights, strict=True)
    for _, path in groupby(rows, lambda row: row[0].key.path):
        extra += variation.implementation * (sum(weight for _, weight in path) / whole) ** 2
    return extra


def node_of(level: str, cells: Sequence[ComparedCell], variation: Variation) -> Node:
    """A node without children; the cells of an implementation follow each other."""
    errors = [estimate_of(cell.contrasts[0], cell.launches, variation.cell).error for cell in cells]
    least = max(errors) * 1e-3 or 1.0  # one cell without any variation is not everything
    weights = [1 / max(error, least) ** 2 for error in errors]
    extra = extra_of(cells, weights, variation)
    contrasts = [mean_of(several, weights)
                 for several in zip(*(cell.contrasts for cell in cells), strict=True)]
    launches = launches_of(cells)
    estimates = [estimate_of(contrast, launches, extra) for contrast in contrasts]
    return Node(level, cells[0].key, list(cells), contrasts, estimates, extra)


def tree_of(cells: Sequence[ComparedCell], variation: Variation, depth: int = 0) -> Node:
    """The node of some cells and all below it."""
    node = node_of(LEVELS[depth], cells, variation)
    if depth + 1 == len(LEVELS) - 1:
        node.children = [node_of(LEVELS[-1], [cell], variation) for cell in cells]
    elif depth + 1 < len(LEVELS) - 1:
        groups = groupby(cells, lambda cell: names_of(cell.key)[depth + 1])
        node.children = [tree_of(list(group), variation, depth + 1) for _, group in groups]
    return node


Test = Callable[[Node], float]


def combined(node: Node, test: Test, into: dict[int, float]) -> float:
    """The p-value of a node, of its mean and of all below; `into` receives those below, too.

    The mean of an implementation weighs as much as all its sizes: a change of code shows in most of
    them. Higher up it weighs as much as one node below.
    """
    below = [combined(child, test, into) for child in node.children]
    weight = len(below) if node.level == "implementation" else 1
    own = [] if len(below) == 1 else [(test(node), weight)]
    into[id(node)] = simes([*own, *((p, 1) for p in below)])
    return into[id(node)]


def discoveries(root: Node, test: Test, level: float) -> Iterator[Node]:
    """The nodes that are discovered, each after the one above it."""
    p_values: dict[int, float] = {}
    combined(root, test, p_values)

    def examine(family: Sequence[Node], level: float) -> Iterator[Node]:
        flags = discoveries_of(np.array([p_values[id(node)] for node in family]), level)
        for node, discovered in zip(family, flags.tolist(), strict=True):
            if discovered:
                yield node
                yield from examine(node.children, level * flags.mean())

    yield from examine([root], level)


def highest(node: Node, holds: Callable[[Node], bool]) -> list[Node]:
    """The nodes for which it holds; a node instead of all those below it if it holds for all.

    An implementation stands for its sizes.
    """
    if not node.children or (node.level == "implementation" and holds(node)):
        return [node] if holds(node) else []
    below = [highest(child, holds) for child in node.children]
    whole = all(nodes == [child] for nodes, child in zip(below, node.children, strict=True))
    if whole and len(below) > 1 and holds(node):
        return [node]
    return [node for nodes in below for node in nodes]
