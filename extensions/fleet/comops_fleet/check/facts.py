# SPDX-License-Identifier: BSD-3-Clause
"""The facts of nodes: which nodes should be alike, and what differs from its stratum.

A stratum has nodes that should be alike, because their processor, memory and partition are. Only
such nodes are compared. A node that lost a module of memory would be the only one of its stratum;
so the few nodes whose memory alone differs belong to the many.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from comops.statistics.intervals import CONSISTENT
from comops_fleet.check.sweep import Facts

PROCESSOR, MEMORY, PARTITION = "cpu", "memory_bytes", "partition"
ALIKE = 1.02  # sizes of memory of equal nodes: firmware reserves more on some than on others
SHARE = 0.01  # of the nodes: so few with another memory, or a single one, join the majority
GIB = 2**30


class Stratum(NamedTuple):
    """What its nodes have in common, in words, and their positions in the sweep."""

    name: str
    nodes: np.ndarray


def strata_of(facts: Sequence[Facts]) -> list[Stratum]:
    """All strata, the largest first."""
    classes: dict[tuple[str, str], list[int]] = {}
    for node, known in enumerate(facts):
        names = tuple(str(known.get(name) or "") for name in (PROCESSOR, PARTITION))
        classes.setdefault(names, []).append(node)
    strata = [
        Stratum(name_of(names, [facts[node].get(MEMORY) for node in group]), np.array(group))
        for names, nodes in classes.items()
        for group in memory_groups(nodes, facts)
    ]
    return sorted(strata, key=lambda stratum: (-len(stratum.nodes), stratum.nodes[0]))


def memory_groups(nodes: Sequence[int], facts: Sequence[Facts]) -> list[list[int]]:
    """Nodes by memory; those with unknown memory join the largest group."""
    sizes = {node: facts[node].get(MEMORY) for node in nodes}
    known = sorted((node for node in nodes if is_size(sizes[node])), key=lambda node: sizes[node])
    groups: list[list[int]] = []
    for node in known:
        if groups and sizes[node] <= ALIKE * sizes[groups[-1][-1]]:
            groups[-1].append(node)
        else:
            groups.append([node])
    groups.sort(key=len)
    most = groups.pop() if groups else []
    small = max(1, SHARE * len(nodes))
    few = [node for group in groups if len(group) <= small for node in group]
    unknown = [node for node in nodes if not is_size(sizes[node])]
    return [sorted([*most, *few, *unknown]),
            *(sorted(group) for group in groups if len(group) > small)]


def is_size(value: object) -> bool:
    return isinstance(value, int | float) and value > 0


def name_of(names: Sequence[str], sizes: Sequence[object]) -> str:
    processor, partition = names
    known = sorted(size for size in sizes if is_size(size))
    memory = f"{known[len(known) // 2] / GIB:.0f} GiB" if known else ""
    words = [processor, memory, f"partition {partition}" if partition else ""]
    return ", ".join(filter(None, words)) or "nodes of an unknown processor"


# Each node has its own; and words of a kernel's command line that name its disk or its address.
OWN = re.compile("(node|host)_name$|temperature|throttle")
OWN_WORDS = re.compile(r"(?:^|\s)(?:root|resume|ip|hostname|BOOTIF|nfsroot|systemd\.\S+)=\S*")
STATES = re.compile("temperature|throttle")  # not settings, but explanations
SIZES = re.compile("memory_")  # firmware reserves more on some nodes than on others
HOT = 6  # robust standard deviations
DEGREE = 5.0  # of a state: smaller differences explain nothing
ODD_SHARE = 0.1  # of the nodes, or one: at most so many can differ from the usual value


@dataclass(frozen=True, slots=True)
class FactDifference:
    """A fact that differs from the value that `alike` of `of` nodes of the stratum have."""

    fact: str
    value: str | float
    usual: str | float
    alike: int
    of: int


class Split(NamedTuple):
    """A fact for which a stratum has no usual value: its most frequent values and their nodes."""

    fact: str
    values: list[tuple[str | float, int]]


def plain(fact: str, value: str | float) -> str | float:
    """The value without what belongs to the node itself."""
    return OWN_WORDS.sub("", str(value)).strip() if fact == "kernel_command_line" else value


def alike(fact: str, value: str | float, usual: str | float) -> bool:
    """Whether two values are equal, sizes of memory nearly."""
    if value == usual or not SIZES.match(fact):
        return value == usual
    ours, theirs = (list(map(float, re.findall(r"\d+", str(size)))) for size in (value, usual))
    return len(ours) == len(theirs) and all(
        max(pair) <= ALIKE * min(pair) for pair in zip(ours, theirs, strict=True))


def differences_of(
    facts: Sequence[Facts], nodes: np.ndarray
) -> tuple[dict[int, list[FactDifference]], list[Split]]:
    """What differs from the usual value, by node; and the facts without one."""
    differences: dict[int, list[FactDifference]] = {}
    splits = []
    names = dict.fromkeys(name for node in nodes for name in facts[node])
    for name in (name for name in names if not OWN.search(name)):
        values = {int(node): plain(name, facts[node][name])
                  for node in nodes if facts[node].get(name) is not None}
        counts = Counter(values.values()).most_common()
        if len(counts) < 2:
            continue
        usual = counts[0][0]
        odd = [node for node, value in values.items() if not alike(name, value, usual)]
        same = len(values) - len(odd)
        if len(odd) <= max(1, ODD_SHARE * len(values)) and same > len(odd):
            for node in odd:
                differences.setdefault(node, []).append(
                    FactDifference(name, values[node], usual, same, len(values)))
        elif odd and same > 1:
            splits.append(Split(name, counts[:3]))
    return differences, splits


def states_of(facts: Sequence[Facts], nodes: np.ndarray) -> dict[int, list[FactDifference]]:
    """Nodes that are much hotter, or were throttled much more often, than the others."""
    states: dict[int, list[FactDifference]] = {}
    names = dict.fromkeys(name for node in nodes for name in facts[node] if STATES.search(name))
    for name in names:
        values = {int(node): float(facts[node][name]) for node in nodes
                  if isinstance(facts[node].get(name), int | float)}
        if len(values) < 3:
            continue
        usual = float(np.median(list(values.values())))
        spread = CONSISTENT * np.median([abs(value - usual) for value in values.values()])
        limit = usual + max(HOT * spread, DEGREE)
        hot = {node: value for node, value in values.items() if value > limit}
        for node, value in hot.items():
            states[node] = [*states.get(node, []), FactDifference(
                name, value, usual, len(values) - len(hot), len(values))]
    return states
