# SPDX-License-Identifier: BSD-3-Clause
"""XHC's broadcast, simulated against measured on dual-socket Xeons.

Usage: simulated_xhc.py COMOPS-XHC [--machine NAME] [--ranks P,...] [--sizes BYTES,...], with
COMOPS_BUILD set to the build.json of the build folder.

The machine of the measurements is taken from the hand-over matrix of a processor of the same
family: the first cores of each socket. Fitted to the means of 2 ranks are: what MPI's software
takes before it communicates (the shortest message), how many lines a core has under way (64 to
512 KiB), and what MPI adds at each size. Rules of the engine's protocol `intel` were made from the
rest of ICX-48 (docs/accuracy.md), so its errors are no held-out ones. Prints the error of the mean
over ranks for numbers of ranks and sizes, by region, how much slower the first rank beyond the
socket makes all, and how much faster each remedy is than flat.

Exit status 1: at some size the simulation of 2 ranks takes longer than was measured, so that what
MPI adds would be negative; the cells of this size are left out of all errors.
"""

import argparse
import csv
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

from simulate.descriptions.known import known_machine  # noqa: E402
from simulate.descriptions.lines import description_text  # noqa: E402

MEASURED = ROOT / "simulate/xhc/measured"
# Cores of each socket, and a known machine of the same family with at least as many.
MACHINES = {"ICX-48": (24, "2x-xeon-8358"), "SKX-24": (12, "xeon-8275cl-c5-metal"),
            "CSX-48": (24, "xeon-8275cl-c5-metal")}
LINES_FROM = 65536, 524288  # bytes; both fit the second cache
# Bytes up to which a region beyond the socket goes.
REGIONS = {"up to 128 B": 128, "to 16 KiB": 16384, "to 512 KiB": 524288, "to 1 MiB": 1 << 20}
# Remedies, and which of the measured settings is simulated.
REMEDIES = {"dual": "16K", "wait": "16K_2", "clwb": "16K", "opt4": "16K_2"}
APART = 1.05  # times that differ by more are in an order
NEGATIVE = -0.2  # of the measured time: less than this is no share of MPI's
Times = dict[tuple[int, int], float]  # by ranks and bytes, us


def lines_under_way(transfer_ns: float, seen: Times) -> int:
    """That a core fetches at a time, if two ranks take so long for lines beyond the first."""
    short, long = LINES_FROM
    each = 1e3 * (seen[2, long] - seen[2, short]) / ((long - short) / 64)
    return round(transfer_ns / each)


def machine(name: str, call_ns: float, seen: Times) -> dict[str, Any]:
    """The machine of the measurements; a call takes MPI's software so long before it begins to
    communicate."""
    half, known = MACHINES[name]
    description = known_machine(known)
    every = len(description["cores"]) // 2
    cores = [*range(half), *range(every, every + half)]
    cut = [[description["transfer_ns"][i][j] for j in cores] for i in cores]
    for port in description["llc_of"]:
        description["resources"][port]["MBps"] *= half / every
    # XHC polls without a pause.
    return description | {"name": name, "pause_ns": description["hit_ns"],
                          "mpi": description["mpi"] | {"send_ns": call_ns},
                          "outstanding": lines_under_way(cut[0][1], seen),
                          "cores": [description["cores"][i] for i in cores], "transfer_ns": cut,
                          "cache_of": [description["cache_of"][i] for i in cores]}


def measured(name: str, file: str, column: str, variant: str = "", setting: str = "") -> Times:
    with (MEASURED / file).open(encoding="utf-8") as lines:
        return {(int(row["ranks"]), int(row["bytes"])): float(row[column])
                for row in csv.DictReader(lines)
                if row["machine"] == name and row.get("variant", "") == variant
                and row.get("setting", "").endswith(setting)}


def simulate(program: str, protocol: str, ranks: list[int], sizes: list[int],
             its: dict[str, Any]) -> Times:
    """The mean over ranks on this machine."""
    times = {}
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(description_text(its))
        file.flush()
        for count in ranks:
            done = subprocess.run([program, file.name, protocol, str(count), *map(str, sizes)],
                                  stdout=subprocess.PIPE, text=True, check=True)
            for line in done.stdout.splitlines():
                one = json.loads(line)
                times[count, one["bytes"]] = sum(one["rank_us"]) / count
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


def remedies_print(name: str, simulated: dict[str, Times], software: dict[int, float]) -> None:
    """The time of each remedy over that of `vanilla`, and how often two are in the right order."""
    seen = {remedy: measured(name, "xhc-remedies.csv", "mean_us", remedy, REMEDIES.get(remedy, ""))
            for remedy in simulated}
    print(head("bytes", *(f"{remedy}, simulated (measured)" for remedy in simulated
                          if remedy != "vanilla")))
    right, pairs, best = 0, 0, 0
    for size, adds in software.items():
        key = next(key for key in simulated["vanilla"] if key[1] == size)
        ours = {remedy: times[key] + adds for remedy, times in simulated.items()}
        theirs = {remedy: times[key] for remedy, times in seen.items()}
        print(row(size, *(f"{ours[one] / ours['vanilla']:.2f} "
                          f"({theirs[one] / theirs['vanilla']:.2f})"
                          for one in simulated if one != "vanilla")))
        for one, other in combinations(simulated, 2):
            if abs(math.log(theirs[one] / theirs[other])) > math.log(APART):
                pairs += 1
                right += (ours[one] < ours[other]) == (theirs[one] < theirs[other])
        best += theirs[min(ours, key=ours.__getitem__)] <= APART * min(theirs.values())
    print(f"{right} of {pairs} pairs that differ by more than {APART - 1:.0%} are in the right "
          f"order; what is fastest in the simulation is so on the machine, within "
          f"{APART - 1:.0%}, at {best} of {len(software)} sizes")


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--machine", choices=MACHINES, default="ICX-48")
    parser.add_argument("--ranks")
    parser.add_argument("--sizes")
    options = parser.parse_args()
    name, half = options.machine, MACHINES[options.machine][0]
    every = sorted({2, half + 1, *range(half // 6, 2 * half + 1, half // 6)})
    ranks = [int(one) for one in options.ranks.split(",")] if options.ranks else every
    seen = measured(name, "xhc-flat-broadcast.csv", "mean_us")
    sizes = ([int(one) for one in options.sizes.split(",")] if options.sizes else
             sorted({size for _, size in seen}))
    shortest = sizes[0]
    alone = simulate(options.program, "xhc_flat", [2], [shortest], machine(name, 0, seen))
    its = machine(name, 1e3 * (seen[2, shortest] - alone[2, shortest]), seen)
    flat = simulate(options.program, "xhc_flat", ranks, sizes, its)
    software = {size: seen[2, size] - flat[2, size] for size in sizes}
    predicted = {(p, size): time + software[size] for (p, size), time in flat.items()}
    errors_print(ranks, software, seen, predicted)
    wrong = [size for size in sizes if software[size] < NEGATIVE * seen[2, size]]
    regions_print(half, {key: time / seen[key] for key, time in predicted.items()
                         if key[0] > 2 and key[1] not in wrong})
    if {half, half + 1} <= set(ranks):
        jumps_print(half, sizes, seen, predicted)
    if 2 * half in ranks:
        simulated = {"vanilla": {key: flat[key] for key in flat if key[0] == 2 * half}} | {
            remedy: simulate(options.program, f"xhc_{remedy}", [2 * half], sizes, its)
            for remedy in REMEDIES}
        remedies_print(name, simulated, software)
    if wrong:
        sys.exit("\n".join(f"{size} bytes: the simulation of 2 ranks takes {flat[2, size]:.3g} us, "
                           f"measured were {seen[2, size]:.3g}, so what MPI adds cannot be found: "
                           "left out of the errors above" for size in wrong))


main()
