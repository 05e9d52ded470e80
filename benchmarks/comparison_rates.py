# SPDX-License-Identifier: BSD-3-Clause
"""How often a rule of `comops compare` holds, is violated or undecided.

Usage: comparison_rates.py [--pairs N] [FILE...]

Compares each results file with each other one of the same program, in both orders, by
`--fail-if slower:5%`; then again with each implementation in turn made 10 % slower in the second
file, and counts how often that one is named, and another. Without files it simulates --pairs N
(default 200) pairs of campaigns with 26 implementations of 8 sizes, for several kinds of variation
between the campaigns: of everything, of a path, of an implementation, of a size, and of a cell.
Four files take 3 minutes, a kind of variation 2.
"""

import argparse
import copy
import math
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np
import tables  # noqa: F401  (from here on the rooms can be imported)

from filled import first_record
from comops.results.keys import CellKey
from comops.results.read import campaigns_in
from comops.statistics.comparing.comparison import Comparison, compare
from comops.statistics.comparing.hierarchy import names_of
from comops.statistics.comparing.launches import Launches, series_of
from comops.statistics.comparing.rules import outcome_of, rule_of

RULE, SLOWER = rule_of("slower:5%"), math.log(1.1)
SIZES = (8, 64, 512, 4096, 32768, 262144, 1 << 20, 1 << 22)
PROTOCOLS = {"threads": ("barrier", "direct", "lock"), "mpi": ("direct", "library", "sendrecv")}
LAUNCHES = 20
# Standard deviations of logarithms from launch to launch.
OF_PATH, OF_IMPLEMENTATION, OF_CELL = 0.03, 0.03, 0.10


class Variation(NamedTuple):
    """Standard deviations of logarithms between campaigns; `freedom`: of Student's t."""

    every: float = 0.0
    path: float = 0.0
    implementation: float = 0.0
    size: float = 0.0
    cell: float = 0.0
    freedom: float = math.inf


KINDS = {
    "nothing": Variation(),
    "everything 2 %, sizes 3 %": Variation(every=0.02, size=0.03),
    "cells 3 %, sizes 5 %": Variation(size=0.05, cell=0.03),
    "implementations 1 %, paths 1 %, cells 2 %": Variation(path=0.01, implementation=0.01,
                                                          cell=0.02),
    "implementations 1 %, cells 3 %, heavy tails": Variation(implementation=0.01, cell=0.03,
                                                             freedom=4),
    "everything 10 %, implementations 3 %": Variation(every=0.1, implementation=0.03),
}


def keys_of() -> list[CellKey]:
    patterns = ("pingpong", "broadcast", "reduce", "gather", "scatter")
    return [CellKey(pattern, path, protocol, "bus", ranks=2, bytes=size)
            for pattern in patterns for path, protocols in PROTOCOLS.items()
            for protocol in protocols for size in SIZES
            if protocol != "lock" or pattern in ("pingpong", "reduce")][:26 * len(SIZES)]


class Noise:
    """Draws one value for each thing of a name."""

    def __init__(self, chance: np.random.Generator, freedom: float = math.inf) -> None:
        self.chance, self.freedom, self.drawn = chance, freedom, {}

    def of(self, spread: float, *name: object, many: int = 1) -> np.ndarray:
        if name not in self.drawn:
            self.drawn[name] = (self.chance.standard_normal(many) if self.freedom == math.inf else
                                self.chance.standard_t(self.freedom, many) / math.sqrt(
                                    self.freedom / (self.freedom - 2)))
        return spread * self.drawn[name]


def campaign_of(chance: np.random.Generator, kind: Variation) -> Launches:
    """A campaign as if read from a file."""
    read = Launches(Path("simulated.jsonl"), first_record())
    state, launch = Noise(chance, kind.freedom), Noise(chance)
    for key in keys_of():
        line = key[:3]
        here = (state.of(kind.every, "") + state.of(kind.path, key.path)
                + state.of(kind.implementation, line) + state.of(kind.size, key.bytes)
                + state.of(kind.cell, key))
        logs = here + sum(launch.of(spread, *name, many=LAUNCHES) for spread, name in (
            (OF_PATH, (key.path,)), (OF_IMPLEMENTATION, (line,)), (OF_CELL, (key,))))
        read.cells[key] = series_of(np.exp(logs).tolist(), range(1, LAUNCHES + 1))
    return read


def slowed(campaign: Launches, line: CellKey) -> Launches:
    """The campaign with an implementation 10 % slower."""
    changed = copy.copy(campaign)
    changed.cells = {key: cell._replace(mean=cell.mean + SLOWER * (names_of(key)[-1] == line))
                     for key, cell in campaign.cells.items()}
    return changed


def pairs_of(files: list[Path]) -> Iterator[tuple[str, Launches, Launches]]:
    read = [campaigns_in(file, Launches)[0] for file in files]
    for base, other in permutations(range(len(files)), 2):
        yield f"{files[base].name} {files[other].name}", read[base], read[other]


def named(comparison: Comparison) -> list[CellKey]:
    return [names_of(node.key)[-1] for node in outcome_of(RULE, comparison).nodes]


def planted(base: Launches, new: Launches) -> Counter[str]:
    """How often the slowed implementation was named, and how often another or several were."""
    counts: Counter[str] = Counter()
    for line, _ in groupby(sorted(base.cells, key=names_of), lambda key: names_of(key)[-1]):
        names = named(compare([base], [slowed(new, line)]))
        counts.update(["planted"] + ["named"] * (line in names)
                      + ["others"] * any(key != line for key in names))
    return counts


def show(title: str, counts: Counter[str]) -> None:
    print(title + ": " + ", ".join(f"{count} {name}" for name, count in counts.items()), flush=True)


def measured(files: list[Path]) -> None:
    outcomes: Counter[str] = Counter()
    all_planted: Counter[str] = Counter()
    for title, base, new in pairs_of(files):
        outcome = outcome_of(RULE, compare([base], [new])).outcome
        counts = planted(base, new)
        show(f"{title}: {outcome}", counts)
        outcomes[outcome] += 1
        all_planted += counts
    show("pairs", outcomes)
    show("10 % slower", all_planted)


def simulated(pairs: int) -> None:
    chance, lines = np.random.default_rng(1), sorted({names_of(key)[-1] for key in keys_of()})
    for name, kind in KINDS.items():
        counts: Counter[str] = Counter()
        for _ in range(pairs):
            base, new = campaign_of(chance, kind), campaign_of(chance, kind)
            counts[outcome_of(RULE, compare([base], [new])).outcome] += 1
            line = lines[chance.integers(len(lines))]
            counts["named"] += line in named(compare([base], [slowed(new, line)]))
        show(f"{name}, {pairs} pairs", counts)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--pairs", type=int, default=200)
    options = parser.parse_args()
    if options.files:
        measured(options.files)
    else:
        simulated(options.pairs)


main()
