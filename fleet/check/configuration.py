# SPDX-License-Identifier: BSD-3-Clause
"""Facts that differ from the stratum's."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from analysis.intervals import CONSISTENT
from fleet.check.strata import ALIKE
from fleet.check.verdicts import Difference
from fleet.read.node import Facts

# Each node has its own; and words of a kernel's command line that name its disk or its address.
OWN = re.compile("(node|host)_name$|temperature|throttle")
OWN_WORDS = re.compile(r"(?:^|\s)(?:root|resume|ip|hostname|BOOTIF|nfsroot|systemd\.\S+)=\S*")
STATES = re.compile("temperature|throttle")  # not settings, but explanations
SIZES = re.compile("memory_")  # firmware reserves more on some nodes than on others
HOT = 6  # robust standard deviations
DEGREE = 5.0  # of a state: smaller differences explain nothing
SHARE = 0.1  # of the nodes, or one: at most so many can differ from the usual value


class Split(NamedTuple):
    """A fact for which a stratum has no usual value: its most frequent values and their nodes."""

    fact: str
    values: list[tuple[str | float, int]]


def plain(fact: str, value: str | float) -> str | float:
    """The value without what belongs to the node itself."""
    return OWN_WORDS.sub("", str(value)).strip() if fact == "kernel_command_line" else value


def sizes_of(value: str | float) -> list[float]:
    return [float(one) for one in re.findall(r"\d+", str(value))]


def alike(fact: str, value: str | float, usual: str | float) -> bool:
    """Whether two values are equal, sizes of memory nearly."""
    if value == usual or not SIZES.match(fact):
        return value == usual
    ours, theirs = sizes_of(value), sizes_of(usual)
    return len(ours) == len(theirs) and all(
        max(pair) <= ALIKE * min(pair) for pair in zip(ours, theirs, strict=True))


def differences_of(
    facts: Sequence[Facts], nodes: np.ndarray
) -> tuple[dict[int, list[Difference]], list[Split]]:
    """By node, what differs from the usual value; and the facts without one."""
    found: dict[int, list[Difference]] = {}
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
        if len(odd) <= max(1, SHARE * len(values)) and same > len(odd):
            for node in odd:
                found.setdefault(node, []).append(
                    Difference(name, values[node], usual, same, len(values)))
        elif odd and same > 1:
            splits.append(Split(name, counts[:3]))
    return found, splits


def states_of(facts: Sequence[Facts], nodes: np.ndarray) -> dict[int, list[Difference]]:
    """Nodes that are much hotter, or were throttled much more often, than the others."""
    found: dict[int, list[Difference]] = {}
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
            found[node] = [*found.get(node, []), Difference(
                name, value, usual, len(values) - len(hot), len(values))]
    return found
