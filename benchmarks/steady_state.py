# SPDX-License-Identifier: BSD-3-Clause
"""Whether the many launches of a campaign find the machine as steady as one long launch does.

Usage: steady_state.py COMOPS [--times N] [--peers DIR]

COMOPS lies in a build folder or a prefix. N times (default 3) in turns, ping-pong, reduce and
gather at 32 and 256 KiB over `sendrecv`, `library` and `direct`: a campaign as it is by default,
one with a single launch, and, where MPI's library has MPICH's ABI, one that times as the Intel MPI
Benchmarks do and these themselves, both with a malloc that keeps its memory. Prints each cell's
ratios, their median over the turns, and the geometric means. Exit status 1 if one of these is more
than 5 % from 1. Three times take about seven minutes on two idle cores.
"""

import argparse
import os
import sys
from pathlib import Path
from statistics import geometric_mean, median

import tables  # noqa: F401  (from here on the rooms can be imported)

PATTERNS, SIZES, PLACEMENT = ["pingpong", "reduce", "gather"], [32768, 262144], "bus"
CLOSE = 1.05
CELLS = ["--patterns", ",".join(PATTERNS), "--sizes", ",".join(map(str, SIZES))]
OURS = [*CELLS, "--paths", "threads,mpi", "--protocols", "sendrecv,library,direct"]
AS_IMB = [*CELLS, "--paths", "mpi", "--protocols", "sendrecv,library", "--method", "imb", "--op",
          "sum", "--malloc", "keep"]
SECONDS = str(10 * len(PATTERNS))  # what a campaign of so many tables takes


def times_of(results) -> dict[tuple, float]:
    """Microseconds by pattern, path, protocol and bytes."""
    return {(key.pattern, key.path, key.protocol, key.bytes): cell.time_us
            for key, cell in results.cells.items() if cell.valid}


def imb_times(comops, program: Path, pus: list[int]) -> dict[tuple, float]:
    """The same cells by IMB's own program."""
    from peers.imb import measure

    return {(pattern, "mpi", "sendrecv" if pattern == "pingpong" else "library", size): time
            for pattern in PATTERNS
            for size, time in measure(program, comops.mpi_prefix(), pattern, SIZES, pus).items()}


def compare(what: str, turns: list[tuple[dict, dict]]) -> bool:
    """Prints the first of each turn over the second; whether the mean is close to 1."""
    print(f"\n{what}", flush=True)
    ratios = {}
    for cell in sorted(set.intersection(*(set(one) & set(other) for one, other in turns))):
        both = [(one[cell], other[cell]) for one, other in turns]
        ratios[cell] = median(one / other for one, other in both)
        pattern, path, protocol, size = cell
        shown = "  ".join(f"{one:.2f}/{other:.2f}" for one, other in both)
        print(f"  {pattern:9}{path + '/' + protocol:17}{size:>7}  {ratios[cell]:.3f}  {shown} us")
    for protocol in sorted({cell[2] for cell in ratios}):
        some = [ratio for cell, ratio in ratios.items() if cell[2] == protocol]
        print(f"  geometric mean of {protocol}: {geometric_mean(some):.3f}")
    mean = geometric_mean(ratios.values())
    print(f"  geometric mean: {mean:.3f}", flush=True)
    return 1 / CLOSE <= mean <= CLOSE


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("comops", type=Path)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--peers", type=Path)
    options = parser.parse_args()
    comops = options.comops.resolve()
    os.environ["COMOPS_PROGRAM"] = str(comops)
    built = comops.parents[1] / "build.json"
    if built.exists():
        os.environ["COMOPS_BUILD"] = str(built)
    from peers.obtain import PEERS, default_folder
    from peers.programs import Unavailable, comops_here, pus_of

    comops = comops_here(2, PLACEMENT, PATTERNS)
    program, long, theirs = None, [], []
    try:
        comops.mpi_prefix()
        prefix = PEERS["imb"].obtain(options.peers or default_folder(), PEERS["imb"].version)
        program = prefix / "bin/IMB-MPI1"
    except Unavailable as error:
        print(f"without the Intel MPI Benchmarks: {error}")
    for _ in range(options.times):
        usual = comops.run(*OURS)
        single = comops.run(*OURS, "--launches", "1", "--budget", SECONDS)
        long.append((times_of(usual), times_of(single)))
        if program:
            ours = comops.run(*AS_IMB)
            theirs.append((times_of(ours), imb_times(comops, program, pus_of(ours))))
    good = compare("Many launches / one launch", long)
    if theirs:
        good &= compare("Many launches, as IMB times / IMB", theirs)
    sys.exit(not good)


main()
