# SPDX-License-Identifier: BSD-3-Clause
"""The machine and its ranks as text, at most 100 columns wide."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from comops.common.terminal import escaped
from comops.reports.draw.boxes import FULL_CORES, distinct, fold_words, labels_of, runs_of, sized
from comops.reports.draw.machine_tables import latency_rows, ranges_text
from comops.results.topology import LEAF, MachineTopology, Part, Placement

COLUMNS = 100
TREE_COLUMNS = 52  # at most: enough for a deep core with four siblings
CELL_COLUMNS = 12  # at most: "0,4,+30" and longer names
COLUMN_GAP = 2
LIST_COLUMNS = 3  # longer lists of ranks end with the number omitted
MOST_ATTRIBUTES = 12  # more are left to --json
HEADER = "ranks in each placement:"

Pus = frozenset[int]


def _text(placement: Placement, pus: Pus) -> str:
    """Which ranks are there: 3; 0,4; 0,4,+30; 900 ranks."""
    ranks = [str(rank) for rank, pu in enumerate(placement.pus) if pu in pus]
    listed = 1
    while listed < len(ranks) and len(",".join(ranks[:listed])) < LIST_COLUMNS:
        listed += 1
    left = [f"+{len(ranks) - listed}"] if listed < len(ranks) else []
    text = ",".join(ranks[:listed] + left)
    return text if len(text) <= CELL_COLUMNS else f"{len(ranks)} ranks"


class PlacementColumn(NamedTuple):
    """A placement beside the tree; as wide as its widest cell, its name included."""

    placement: Placement
    width: int


class TreeLine(NamedTuple):
    """A line of the tree; `pus`: the hardware threads whose ranks are shown beside it."""

    depth: int
    text: str
    pus: Pus | None = None

    @property
    def shown(self) -> str:
        """Cut where it would be too long."""
        room = (COLUMNS if self.pus is None else TREE_COLUMNS - COLUMN_GAP) - 2 * self.depth
        text = self.text if len(self.text) <= room else f"{self.text[:room - 2]}.."
        return " " * 2 * self.depth + text


def _chain(part: Part) -> tuple[Part, str]:
    """Descends to where the tree branches or a core begins, and collects labels. Private caches are
    omitted: they do not matter for placement."""
    labels: list[str] = []
    while not part.single:
        if part.cores > 1 or not part.cache:
            labels += [label for _, label in labels_of(part)]
        if len(part.children) != 1:
            break
        part = part.children[0]
    return part, ", ".join(labels)


@dataclass(frozen=True)
class Tree:
    """Lines of a machine's tree for some placements; `whole`: also of parts without ranks."""

    columns: Sequence[PlacementColumn]
    whole: bool

    def _taken(self, pus: Iterable[int]) -> bool:
        return any(pu in column.placement.pus for pu in pus for column in self.columns)

    def _core(self, core: Part, depth: int) -> Iterator[TreeLine]:
        """A line for a core, or more if ranks share it."""
        usable = sorted(leaf.index for leaf in core.threads if leaf.usable)
        shared = self._taken(usable[1:])
        closed = "" if core.usable else ", not usable"
        numbers = ranges_text(leaf.index for leaf in core.threads)
        text = f"hardware thread{'s' * (len(core.threads) != 1)} {numbers}"
        if core.type != LEAF:
            text = f"core {core.index}" if shared else f"core {core.index:<3}  {text}"
        pus = frozenset(leaf.index for leaf in core.threads)
        yield TreeLine(depth, text + closed, None if shared else pus)
        for leaf in core.threads if shared else ():
            yield TreeLine(depth + 1, f"hardware thread {leaf.index}", frozenset([leaf.index]))

    def lines(self, part: Part, depth: int = 0) -> Iterator[TreeLine]:
        part, label = _chain(part)
        if label:
            yield TreeLine(depth, label)
            depth += 1
        if part.single:
            yield from self._core(part, depth)
            return
        taken = [self.whole or self._taken(leaf.index for leaf in child.threads)
                 for child in part.children]
        for child, count in runs_of(part.children, taken):
            if count:
                yield TreeLine(depth, _run_text(child, count))
            else:
                yield from self.lines(child, depth)


def _run_text(part: Part, count: int) -> str:
    """... 23 more packages of 8 cores each, 4 usable"""
    usable = sum(core.usable for core in part.walk() if core.single)
    text = " ".join(filter(None, ("...", *fold_words(part, count))))
    if usable < part.cores:
        text += f", {usable} usable" if usable else ", not usable"
    return text


def _row(line: TreeLine, columns: Sequence[PlacementColumn], width: int) -> str:
    text, at = line.shown, width
    for column in columns if line.pus else ():
        cell = _text(column.placement, line.pus)
        text = f"{text:<{at}}{cell}" if cell else text
        at += column.width + COLUMN_GAP
    return text


def _beside(machine: MachineTopology, columns: Sequence[PlacementColumn], whole: bool
            ) -> Iterator[str]:
    """The tree, repeated until all columns have been shown beside it."""
    left = list(columns)
    while left:
        lines = list(Tree(left, whole).lines(machine.tree))
        widest = max((len(line.shown) for line in lines if line.pus is not None), default=0)
        width = max(widest, len(HEADER)) + COLUMN_GAP
        count, end = 0, width
        while count < len(left) and end + left[count].width <= COLUMNS:
            end += left[count].width + COLUMN_GAP
            count += 1
        shown, left = left[:count], left[count:]
        names = (f"{name[:room - 2]}.." if len(name) > room else f"{name:<{room}}"
                 for name, room in ((column.placement.name, column.width) for column in shown))
        yield f"{HEADER:<{width}}{(' ' * COLUMN_GAP).join(names)}".rstrip()
        for line in Tree(shown, whole).lines(machine.tree):
            yield _row(line, shown, width)
        if left:
            yield ""


def _latencies(machine: MachineTopology) -> Iterator[str]:
    if not machine.nodes:
        return
    yield ""
    yield "latencies between NUMA nodes as the firmware reports them (10: local)"
    (first, *_), *rows = latency_rows(machine)
    for name, *values in rows:
        if first == "latency":
            yield f"  {name:>5} in {values[0]} directions"
        else:
            yield f"  {name:14}" + "".join(f" {value:>5}" for value in values)


def _attributes(machine: MachineTopology) -> Iterator[str]:
    """Latencies and bandwidths of the memories, if hwloc knows any."""
    if machine.figures:
        yield ""
        yield "memories as the firmware reports them"
    for row in machine.figures[:MOST_ATTRIBUTES]:
        node = sized(f"NUMA node #{row['node']}", machine.sizes.get(row["node"], 0))
        pus = row["from_pus"]
        line = (f"  {node}: {row['attribute']} {row['value']} {row['unit']} from hardware "
                f"thread{'s' * (len(pus) != 1)} {ranges_text(pus)}")
        yield line[:COLUMNS]
    if len(machine.figures) > MOST_ATTRIBUTES:
        yield f"  ... {len(machine.figures) - MOST_ATTRIBUTES} more, see --json"


def _paragraph(title: str, indent: int, text: str) -> list[str]:
    """Broken at blanks, all lines after `indent` columns, the title in the first of these if it has
    room there."""
    above = [title] if title and len(title) >= indent else []
    lines = textwrap.wrap(text, COLUMNS, initial_indent=f"{'' if above else title:<{indent}}",
                          subsequent_indent=" " * indent, break_long_words=False,
                          break_on_hyphens=False)
    return [*above, *lines]


def _explained(placements: Sequence[Placement]) -> Iterator[str]:
    """Each placement's meaning, then where its ranks are, or why there are none."""
    lengths = [len(placement.name) + COLUMN_GAP for placement in placements]
    indent = max((length for length in lengths if length <= CELL_COLUMNS + COLUMN_GAP), default=0)
    firsts: dict[tuple[int, ...], str] = {}
    for placement in placements:
        yield ""
        yield from _paragraph(placement.name, indent, placement.meaning or "unknown")
        first = firsts.setdefault(placement.pus, placement.name)
        if placement.refused:
            text = f"refused: {placement.refused}"
        elif first != placement.name:
            text = f"the same hardware threads as {first}: {placement.where}"
        else:
            text = f"{placement.where}{', oversubscribed' if placement.oversubscribed else ''}"
        yield from _paragraph("", indent, text)


def machine_text(summary: str, machine: MachineTopology, placements: Sequence[Placement]) -> str:
    """The machine as a tree, with a column for each placement that shows each rank beside its
    hardware thread; below it each placement's meaning or refusal."""
    cores = [frozenset(leaf.index for leaf in part.threads)
             for part in machine.tree.walk() if part.single and part.usable]
    columns = []
    for placement, _ in distinct(placements):
        widest = max(len(placement.name), *(len(_text(placement, pus)) for pus in cores))
        columns.append(PlacementColumn(placement, min(widest, CELL_COLUMNS)))
    whole = machine.tree.cores <= FULL_CORES
    bare = Tree((), whole).lines(machine.tree)
    drawn = _beside(machine, columns, whole) if columns else (line.shown for line in bare)
    return "\n".join([*_paragraph("", 0, escaped(summary)), *drawn, *_latencies(machine),
                      *_attributes(machine), *_explained(placements), ""])
