# SPDX-License-Identifier: BSD-3-Clause
"""Two sides of campaigns: what became slower or faster, and how certain this is."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from comops.results.findings import EQUIVALENT, FASTER, SLOWER, UNDECIDED
from comops.results.keys import CellKey
from comops.statistics.comparing.causes import Causes
from comops.statistics.comparing.contrasts import ComparedCell, Estimate, cell_of, has
from comops.statistics.comparing.differences import Difference, differences_of
from comops.statistics.comparing.hierarchy import (Node, Variation, discoveries, highest, names_of,
                                                   place_of, tree_of)
from comops.statistics.comparing.launches import Launches
from comops.statistics.comparing.machine import (Drift, beyond_common, drifts_of, reference_of,
                                                 together_of, variation_of)
from comops.statistics.decisions import MARGIN
from comops.statistics.trust import UNUSABLE

UNTESTED = "untested"
VERDICTS = (SLOWER, FASTER, EQUIVALENT, UNDECIDED, UNTESTED)
LEVEL = 0.05  # of intervals
FALSE = 0.005  # the false discovery rate: where nothing changed, of any report of a change
POWER = 0.8  # with which a change that "can be seen" would be found
SMALLEST = 0.02  # the smallest change that counts
LOGARITHM_MOST = 700.0


@dataclass(frozen=True, slots=True)
class Change:
    """A cell, or several of a node: mean times in microseconds, `ratio` is new / base.

    `ci95` is that of the change of the program: it includes what others did. In an untested cell
    the values from `ratio` on are None.
    """

    level: str
    key: CellKey
    base_us: float
    new_us: float
    verdict: str
    ratio: float | None = None
    ci95: tuple[float, float] | None = None
    p: float | None = None
    cells: int = 1


@dataclass(frozen=True)
class Comparison:
    """The result of `comops compare`. `changes` are the cells that are valid on both sides.

    `nodes` are the discovered implementations, patterns and paths, and the campaign. `root` is None
    if no cell could be tested.
    """

    base: Sequence[Launches]
    new: Sequence[Launches]
    machines: bool
    differences: list[Difference]
    drifts: list[Drift]
    changes: list[Change]
    nodes: list[Change]
    root: Node | None
    common: Estimate | None  # of all paths together; None of two machines, too
    variation: Variation
    smallest: float
    only_base: int
    only_new: int
    lost: list[CellKey]
    faults: int  # cells whose times are with page faults on one side alone: they are not tested
    causes: Causes
    explained: list[Node]  # the highest that would be slower or faster, had they no cause

    @cached_property
    def counts(self) -> Counter[str]:
        return Counter(change.verdict for change in self.changes)

    @cached_property
    def changed(self) -> list[Change]:
        return [change for change in self.changes if change.verdict in (SLOWER, FASTER)]

    @cached_property
    def unusable(self) -> list[Launches]:
        """The campaigns whose results are not to be used, by their own verdict on trust."""
        return [campaign for campaign in (*self.base, *self.new)
                if campaign.trust and campaign.trust.verdict == UNUSABLE]

    @cached_property
    def cut(self) -> list[Launches]:
        """The campaigns whose files are not known to be whole."""
        return [campaign for campaign in (*self.base, *self.new) if not campaign.is_whole]

    @cached_property
    def tested(self) -> int:
        return len(self.changes) - self.counts[UNTESTED]

    @cached_property
    def missing(self) -> int:
        """How many cells became invalid, or belong to an implementation without a tested cell."""
        tested = {names_of(change.key)[-1] for change in self.changes if change.verdict != UNTESTED}
        return len(self.lost) + sum(names_of(change.key)[-1] not in tested
                                    for change in self.changes)

    @cached_property
    def wholes(self) -> list[Change]:
        """The highest of `nodes`: one instead of all that are below it."""
        changed = {(node.level, node.key): node for node in self.nodes}
        if not self.root:
            return []
        whole = highest(self.root, lambda node: (node.level, node.key) in changed)
        return [changed[node.level, node.key] for node in whole]

    @cached_property
    def moved(self) -> float:
        """By how much the cells of all paths moved together, as a ratio; 1 where that is less than
        what counts as a change, and of two machines."""
        ratio = exponential(self.common.effect) if self.common else 1.0
        return ratio if max(ratio, 1 / ratio) > 1 + self.smallest else 1.0

    @property
    def moved_cause(self) -> str:
        """What explains that all paths moved; empty if nothing does, or they did not."""
        return self.causes.of_effect(*2 * [self.common.effect]) if self.moved != 1 else ""

    def nodes_at(self, level: str) -> list[Node]:
        return [node for node in self.root.walk() if node.level == level] if self.root else []

    def power(self, change: float, level: str = "cell") -> tuple[int, int]:
        """How many nodes of a level could show a change of this size, and their number."""
        nodes = self.nodes_at(level)
        return sum(can_see(node, change) for node in nodes), len(nodes)


def can_see(node: Node, change: float) -> bool:
    """Whether its own test would find such an increase in most pairs like this one."""
    least = max(estimate.reach(1 - LEVEL / 2) + estimate.reach(POWER)
                + abs(node.effect - estimate.effect) for estimate in node.absolute)
    return least <= math.log1p(change)


def exponential(logarithm: float) -> float:
    """A ratio or time from its logarithm, finite and not 0 also for the end of a wide interval."""
    return math.exp(max(-LOGARITHM_MOST, min(logarithm, LOGARITHM_MOST)))


def ends_of(node: Node, probability: float) -> tuple[float, float]:
    """The ends of the effect's interval, with and without what all paths did together."""
    reaches = [(estimate.effect, estimate.reach(probability)) for estimate in node.absolute]
    return min(e - half for e, half in reaches), max(e + half for e, half in reaches)


def changed_of(node: Node, smallest: float) -> str:
    """Whether a discovered node became slower or faster by more than counts; empty: neither."""
    effects = [estimate.effect for estimate in node.absolute]
    bound = math.log1p(smallest)
    return SLOWER if min(effects) > bound else FASTER if max(effects) < -bound else ""


def verdict_of(node: Node, discovered: bool, smallest: float) -> str:
    if discovered and (changed := changed_of(node, smallest)):
        return UNDECIDED if node.cause else changed
    low, high = ends_of(node, 1 - LEVEL)  # two one-sided tests
    margin = math.log(max(MARGIN, 1 + smallest))
    return EQUIVALENT if -margin < low and high < margin else UNDECIDED


def side_mean(side: Sequence[Launches], key: CellKey) -> float:
    """The logarithm of a cell's time on one side, tested or not."""
    tested = [campaign.cells[key].mean for campaign in side if has(campaign, key)]
    return fmean(tested or [campaign.cells[key].mean for campaign in side
                            if is_valid(campaign, key)])


def is_valid(campaign: Launches, key: CellKey) -> bool:
    return key in campaign.cells and key not in campaign.invalid


def change_of(node: Node, sides: Sequence[Sequence[Launches]], discovered: bool, smallest: float
              ) -> Change:
    """A node as a change; several cells have the geometric means of their times."""
    base, new = (exponential(fmean(side_mean(side, cell.key) for cell in node.cells))
                 for side in sides)
    low, high = map(exponential, ends_of(node, 1 - LEVEL / 2))
    return Change(node.level, node.key, base, new, verdict_of(node, discovered, smallest),
                  exponential(node.effect), (low, high), node.changed(), len(node.cells))


def cells_of(sides: Sequence[Sequence[Launches]], keys: Sequence[CellKey]) -> list[ComparedCell]:
    """The cells that both sides can test, in the order of the tree."""
    tested = [key for key in keys if not differ_in_faults(sides, key)
              and all(any(has(campaign, key) for campaign in side) for side in sides)]
    return [cell_of(sides, key) for key in sorted(tested, key=place_of)]


def differ_in_faults(sides: Sequence[Sequence[Launches]], key: CellKey) -> bool:
    """Whether the times of some campaigns are with page faults and those of others without: two
    states, whose difference is no change."""
    return len({key in campaign.faulting for side in sides for campaign in side
                if is_valid(campaign, key)}) > 1


def compare(base: Sequence[Launches], new: Sequence[Launches], machines: bool = False
            ) -> Comparison:
    """Compare the campaigns of two sides; `machines`: of two machines, whose common difference is
    of interest."""
    sides = base, new
    every = [set().union(*(campaign.cells for campaign in side)) for side in sides]
    valid = [{key for campaign in side for key in campaign.cells if is_valid(campaign, key)}
             for side in sides]
    keys = sorted(valid[0] & valid[1])
    drifts = [] if machines else drifts_of(*sides)
    cells, common = cells_of(sides, keys), None
    if cells and not machines:
        reference = reference_of(drifts)
        common = together_of(cells, reference)
        cells = beyond_common(cells, reference)
    smallest = max(SMALLEST, *(campaign.record.precision for campaign in (*base, *new)))
    variation = variation_of(cells) if cells else Variation()
    root = tree_of(cells, variation) if cells else None
    differences = differences_of(base, new)
    causes = Causes() if machines else Causes.of(sides, differences)
    causes.mark(root.children if root else [])
    discovered = {id(node): node for node in discoveries(root, Node.changed, FALSE)} if root else {}
    leaves = {node.key: node for node in root.walk() if not node.children} if root else {}
    changes = [
        change_of(leaves[key], sides, id(leaves[key]) in discovered, smallest) if key in leaves else
        Change("cell", key, *(exponential(side_mean(side, key)) for side in sides), UNTESTED)
        for key in keys]
    sure = {at for at, node in discovered.items() if not node.children or node.changed() <= LEVEL}
    shown = [node for at, node in discovered.items() if node.children and at in sure]
    nodes = [change_of(node, sides, True, smallest) for node in shown]
    nodes = [node for node in nodes if node.verdict in (SLOWER, FASTER)]
    return Comparison(
        base, new, machines, differences, drifts,
        changes=changes, nodes=nodes, root=root, common=common, variation=variation,
        smallest=smallest,
        only_base=len(every[0] - every[1]), only_new=len(every[1] - every[0]),
        lost=sorted(valid[0] & every[1] - valid[1]),
        faults=sum(differ_in_faults(sides, key) for key in keys), causes=causes,
        explained=highest(root, lambda node: id(node) in sure and bool(node.cause)
                          and changed_of(node, smallest) != "") if root else [])
