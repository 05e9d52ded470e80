# SPDX-License-Identifier: BSD-3-Clause
"""Strata: nodes that should be alike, because their processor, memory and partition are.

Only such nodes are compared. A node that lost a module of memory would be the only one of its
stratum; so the few nodes whose memory alone differs belong to the many.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fleet.read.node import Facts

PROCESSOR, MEMORY, PARTITION = "cpu", "memory_bytes", "partition"
ALIKE = 1.02  # sizes of memory of equal nodes: firmware reserves more on some than on others
SHARE = 0.01  # of the nodes: so few with another memory, or a single one, join the majority
GIB = 2**30


class Stratum(NamedTuple):
    """What its nodes have in common, in words, and their positions in the sweep."""

    name: str
    nodes: np.ndarray


def strata_of(facts: Sequence[Facts]) -> list[Stratum]:
    """The largest first."""
    classes: dict[tuple[str, str], list[int]] = {}
    for node, one in enumerate(facts):
        names = tuple(str(one.get(name) or "") for name in (PROCESSOR, PARTITION))
        classes.setdefault(names, []).append(node)
    strata = [
        Stratum(name_of(names, [facts[node].get(MEMORY) for node in group]), np.array(group))
        for names, nodes in classes.items()
        for group in memory_groups(nodes, facts)
    ]
    return sorted(strata, key=lambda one: (-len(one.nodes), one.nodes[0]))


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
