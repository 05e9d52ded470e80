# SPDX-License-Identifier: BSD-3-Clause
"""Whether the many launches of a campaign find the machine as steady as one long launch does.

Usage: steady_state.py COMOPS [--times N]

COMOPS lies in a build folder or a prefix. N times (default 3) in turns, ping-pong, reduce and
gather at 32 and 256 KiB over `sendrecv`, `library` and `direct`: a campaign as it is by default,
and one with a single launch. Prints each cell's ratios, their median over the turns, and the
geometric means. Exit status 1 if one of these is more than 5 % from 1. Three times take about three
minutes on two idle cores.
"""

import argparse
import sys
from pathlib import Path
from statistics import geometric_mean, median

from tables import comops_given

PATTERNS, SIZES, PLACEMENT = ["pingpong", "reduce", "gather"], [32768, 262144], "bus"
CLOSE = 1.05
CELLS = ["--patterns", ",".join(PATTERNS), "--sizes", ",".join(map(str, SIZES)), "--paths",
         "threads,mpi", "--protocols", "sendrecv,library,direct"]
SECONDS = str(10 * len(PATTERNS))  # what a campaign of so many tables takes


def times_of(results) -> dict[tuple, float]:
    """Microseconds by pattern, path, protocol and bytes."""
    return {(key.pattern, key.path, key.protocol, key.bytes): cell.time_us
            for key, cell in results.cells.items() if cell.valid}


def compare(what: str, turns: list[tuple[dict, dict]]) -> bool:
    """Prints the first of each turn over the second; whether the mean is close to 1."""
    print(f"\n{what}", flush=True)
    ratios = {}
    for cell in sorted(set.intersection(*(set(base) & set(other) for base, other in turns))):
        both = [(base[cell], other[cell]) for base, other in turns]
        ratios[cell] = median(base / other for base, other in both)
        pattern, path, protocol, size = cell
        shown = "  ".join(f"{base:.2f}/{other:.2f}" for base, other in both)
        print(f"  {pattern:9}{path + '/' + protocol:17}{size:>7}  {ratios[cell]:.3f}  {shown} us")
    for protocol in sorted({cell[2] for cell in ratios}):
        alike = [ratio for cell, ratio in ratios.items() if cell[2] == protocol]
        print(f"  geometric mean of {protocol}: {geometric_mean(alike):.3f}")
    mean = geometric_mean(ratios.values())
    print(f"  geometric mean: {mean:.3f}", flush=True)
    return 1 / CLOSE <= mean <= CLOSE


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("comops", type=Path)
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    comops = comops_given(options.comops, 2, PLACEMENT, PATTERNS)
    turns = []
    for _ in range(options.times):
        usual = comops.run(*CELLS)
        single = comops.run(*CELLS, "--launches", "1", "--budget", SECONDS)
        turns.append((times_of(usual), times_of(single)))
    sys.exit(not compare("Many launches / one launch", turns))


main()
