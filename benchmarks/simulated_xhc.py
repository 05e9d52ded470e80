# SPDX-License-Identifier: BSD-3-Clause
"""XHC's broadcast, simulated against measured on dual-socket Xeons.

Usage: simulated_xhc.py COMOPS-COHERENCE [--machine NAME] [--ranks P,...] [--sizes BYTES,...], with
COMOPS_BUILD set to the build.json of the build folder.

What MPI adds at each size is fitted to the means over a third of a socket's cores. Rules of the
engine's protocol `intel` were made from the rest of ICX-48 (docs/accuracy.md), so its errors are no
held-out ones. Prints the error of the mean over ranks for numbers of ranks and sizes, by region,
how much slower the first rank beyond the socket makes all, and how much faster each remedy is than
flat.

Exit status 1: at some size the simulation of the ranks that are fitted takes longer than was
measured, so that what MPI adds would be negative; the cells of this size are left out of the errors
of `flat`.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

from tables import head, row

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from common.batch import batch_text  # noqa: E402
from common.published_values import REMEDIES, remedy_us, rows  # noqa: E402
from simulate.descriptions.known import STUDIED, studied_machine  # noqa: E402
from simulate.descriptions.lines import description_text  # noqa: E402

# Bytes up to which a region beyond the socket goes.
REGIONS = {"up to 128 B": 128, "to 16 KiB": 16384, "to 512 KiB": 524288, "to 1 MiB": 1 << 20}
APART = 1.05  # times that differ by more are in an order
NEGATIVE = -0.2  # of the measured time: less than this is no share of MPI's
Times = dict[tuple[int, int], float]  # by ranks and bytes, us


def simulate(program: str, protocol: str, ranks: list[int], sizes: list[int],
             its: dict[str, Any]) -> Times:
    """The mean over ranks on this machine."""
    times = {}
    cells = [{"path": "threads", "pattern": "broadcast", "protocol": protocol, "bytes": size,
              "buffers": "rewrite"} for size in sizes]
    with tempfile.TemporaryDirectory() as folder:
        file, batch = Path(folder, "machine"), Path(folder, "cells")
        file.write_text(description_text(its))
        batch.write_text(batch_text(cells))
        for count in ranks:
            done = subprocess.run([program, "--machine", file, "--ranks", str(count), "--batch",
                                   batch], stdout=subprocess.PIPE, text=True, check=True)
            for line in done.stdout.splitlines():
                one = json.loads(line)
                times[count, one["bytes"]] = one["rank_mean_us"]
    return times


def errors_print(ranks: list[int], software: dict[int, float], seen: Times,
                 predicted: Times) -> None:
    print(head("bytes", "MPI adds us", *(f"P={count}" for count in ranks)))
    for size, adds in software.items():
        entries = [f"{seen[p, size]:.3g}, {predicted[p, size] / seen[p, size] - 1:+.0%}"
                   for p in ranks]
        print(row(size, f"{adds:+.3f}", *entries))


def region_print(name: str, ratios: list[float]) -> None:
    """`ratios`: simulated over measured."""
    if ratios:
        errors = [abs(ratio - 1) for ratio in ratios]
        print(f"{name}median error {median(errors):.1%} (signed {median(ratios) - 1:+.0%}), "
              f"at most {max(errors):.0%}, of {len(errors)} cells")


def regions_print(half: int, ratios: Times) -> None:
    """`ratios`: simulated over measured."""
    beyond, least = {key: ratio for key, ratio in ratios.items() if key[0] > half}, 0
    print()
    region_print("", list(ratios.values()))
    region_print(f"  up to {half} ranks: ", [ratios[key] for key in ratios.keys() - beyond.keys()])
    region_print("  beyond the socket: ", list(beyond.values()))
    for name, most in REGIONS.items():
        region_print(f"    {name}: ", [ratio for (_, size), ratio in beyond.items()
                                       if least < size <= most])
        least = most


def jumps_print(half: int, sizes: list[int], seen: Times, predicted: Times) -> None:
    jumps = [(predicted[half + 1, size] / predicted[half, size],
              seen[half + 1, size] / seen[half, size]) for size in sizes]
    print(f"{half + 1} ranks over {half}, simulated (measured): "
          + ", ".join(f"{size}: {ours:.2f} ({theirs:.2f})"
                      for size, (ours, theirs) in zip(sizes, jumps)))
    off = [max(a / b, b / a) for a, b in jumps]
    print(f"  off by a factor of {median(off):.2f} (median), {max(off):.2f} at most")


def remedies_print(name: str, simulated: dict[str, Times]) -> None:
    """The time of each remedy over that of `flat`, how far these ratios are off, and how often two
    are in the right order."""
    ranks = next(iter(simulated["flat"]))[0]
    seen = {remedy: remedy_us(name, ranks, remedy) for remedy in simulated}
    others = [remedy for remedy in simulated if remedy != "flat"]
    print(head("bytes", *(f"{remedy}, simulated (measured)" for remedy in others)))
    right, pairs, best, off = 0, 0, 0, {}
    for key in simulated["flat"]:
        size = key[1]
        ours = {one: times[key] for one, times in simulated.items()}
        theirs = {one: times[size] for one, times in seen.items()}
        ratios = [(ours[one] / ours["flat"], theirs[one] / theirs["flat"]) for one in others]
        print(row(size, *(f"{a:.2f} ({b:.2f})" for a, b in ratios)))
        off[size] = [max(a / b, b / a) for a, b in ratios]
        for one, other in combinations(simulated, 2):
            if abs(math.log(theirs[one] / theirs[other])) > math.log(APART):
                pairs += 1
                right += (ours[one] < ours[other]) == (theirs[one] < theirs[other])
        best += theirs[min(ours, key=ours.__getitem__)] <= APART * min(theirs.values())
    least = 0
    for region, most in REGIONS.items():
        some = [one for size, factors in off.items() if least < size <= most for one in factors]
        if some:
            print(f"  {region}: ratios off by a factor of {median(some):.2f} (median), "
                  f"{max(some):.2f} at most")
        least = most
    print(f"{right} of {pairs} pairs that differ by more than {APART - 1:.0%} are in the right "
          f"order; what is fastest in the simulation is so on the machine, within "
          f"{APART - 1:.0%}, at {best} of {len(off)} sizes")


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--machine", choices=[name.upper() for name in STUDIED], default="ICX-48")
    parser.add_argument("--ranks")
    parser.add_argument("--sizes")
    options = parser.parse_args()
    name = options.machine
    _, half, _ = STUDIED[name.lower()]
    fitted, its = half // 3, studied_machine(name.lower())
    every = sorted({half + 1, *range(half // 6, 2 * half + 1, half // 6)})
    ranks = [int(one) for one in options.ranks.split(",")] if options.ranks else every
    seen = {(int(row["ranks"]), int(row["bytes"])): float(row["mean_us"])
            for row in rows("xhc/flat-broadcast", machine=name)}
    sizes = ([int(one) for one in options.sizes.split(",")] if options.sizes else
             sorted({size for _, size in seen}))
    flat = simulate(options.program, "flat", sorted({fitted, *ranks}), sizes, its)
    software = {size: seen[fitted, size] - flat[fitted, size] for size in sizes}
    predicted = {(p, size): time + software[size] for (p, size), time in flat.items()}
    errors_print(ranks, software, seen, predicted)
    wrong = [size for size in sizes if software[size] < NEGATIVE * seen[fitted, size]]
    regions_print(half, {key: time / seen[key] for key, time in predicted.items()
                         if key[0] != fitted and key[1] not in wrong})
    if {half, half + 1} <= set(ranks):
        jumps_print(half, sizes, seen, predicted)
    if 2 * half in ranks:
        remedies_print(name, {
            remedy: simulate(options.program, remedy, [2 * half], sizes, its)
            for remedy in REMEDIES})
    if wrong:
        sys.exit("\n".join(f"{size} bytes: the simulation of {fitted} ranks takes "
                           f"{flat[fitted, size]:.3g} us, measured were {seen[fitted, size]:.3g}, "
                           "so what MPI adds cannot be found: left out of the errors above"
                           for size in wrong))


main()
