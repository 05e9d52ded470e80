# SPDX-License-Identifier: BSD-3-Clause
"""XHC's broadcast, simulated against measured on a dual-socket Ice Lake Xeon.

Usage: simulated_xhc.py COMOPS-XHC [--ranks P,...] [--sizes BYTES,...], with COMOPS_BUILD set to
the build.json of the build folder.

The machine of the measurements (ICX-48, 2 x 24 cores) is taken from the hand-over matrix of a
processor of the same family with 2 x 32 (2x-xeon-8358): the first 24 cores of each socket. Fitted
to the means of 2 ranks are: what MPI's software takes before it communicates (the shortest
message), how many lines a core has under way (64 to 512 KiB), and what MPI adds at each size.
The rules of the engine's protocol `intel` were made from the rest (docs/accuracy.md), so its errors
are no held-out ones. Prints the error of the mean over ranks for numbers of ranks and
sizes, how much slower 25 ranks are than 24, and how much faster `dual` is than flat.
"""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from tables import head, row

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from simulate.descriptions.known import known_machine  # noqa: E402
from simulate.descriptions.lines import description_text  # noqa: E402

MEASURED = ROOT / "simulate/xhc/measured"
MATRIX, MEASURED_MACHINE = "2x-xeon-8358", "ICX-48"
CORES = [*range(24), *range(32, 56)]
LINES_FROM = 65536, 524288  # bytes; both fit the second cache
RANKS = [2, 4, 8, 12, 16, 20, 24, 25, 28, 32, 36, 40, 44, 48]
Times = dict[tuple[int, int], float]  # by ranks and bytes, us


def lines_under_way(transfer_ns: float, seen: Times) -> int:
    """That a core fetches at a time, if two ranks take so long for lines beyond the first."""
    short, long = LINES_FROM
    each = 1e3 * (seen[2, long] - seen[2, short]) / ((long - short) / 64)
    return round(transfer_ns / each)


def machine(call_ns: float, seen: Times) -> dict:
    """2 x 24 cores; a call takes MPI's software so long before it begins to communicate."""
    description = known_machine(MATRIX)
    cut = [[description["transfer_ns"][i][j] for j in CORES] for i in CORES]
    share = len(CORES) / len(description["cores"])
    for port in description["llc_of"]:
        description["resources"][port]["MBps"] *= share
    # XHC polls without a pause.
    return description | {"name": MEASURED_MACHINE, "pause_ns": description["hit_ns"],
                          "mpi": description["mpi"] | {"send_ns": call_ns},
                          "outstanding": lines_under_way(cut[0][1], seen),
                          "cores": [description["cores"][i] for i in CORES], "transfer_ns": cut,
                          "cache_of": [description["cache_of"][i] for i in CORES]}


def measured(file: str, column: str, **where: str) -> Times:
    with (MEASURED / file).open(encoding="utf-8") as lines:
        return {(int(row["ranks"]), int(row["bytes"])): float(row[column])
                for row in csv.DictReader(lines)
                if row["machine"] == MEASURED_MACHINE and where.items() <= row.items()}


def simulate(program: str, protocol: str, ranks: list[int], sizes: list[int],
             its: dict) -> Times:
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


def errors_print(ranks: list[int], sizes: list[int], seen: Times, predicted: Times) -> None:
    print(head("bytes", "MPI adds us", *(f"P={count}" for count in ranks)))
    for size in sizes:
        entries = [f"{seen[p, size]:.3g}, {predicted[p, size] / seen[p, size] - 1:+.0%}"
                   for p in ranks]
        print(row(size, f"{predicted[0, size]:+.3f}", *entries))


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--ranks", default=",".join(map(str, RANKS)))
    parser.add_argument("--sizes")
    options = parser.parse_args()
    ranks = [int(one) for one in options.ranks.split(",")]
    seen = measured("xhc-flat-broadcast.csv", "mean_us")
    sizes = ([int(one) for one in options.sizes.split(",")] if options.sizes else
             sorted({size for _, size in seen}))
    shortest = sizes[0]
    alone = simulate(options.program, "xhc_flat", [2], [shortest], machine(0, seen))
    its = machine(1e3 * (seen[2, shortest] - alone[2, shortest]), seen)
    flat = simulate(options.program, "xhc_flat", ranks, sizes, its)
    software = {size: seen[2, size] - flat[2, size] for size in sizes}
    predicted = {(p, size): time + software[size] for (p, size), time in flat.items()}
    errors_print(ranks, sizes, seen, predicted | {(0, size): software[size] for size in sizes})
    errors = [abs(time / seen[key] - 1) for key, time in predicted.items() if key[0] > 2]
    print(f"\nmedian error {median(errors):.1%} of {len(errors)} cells")

    jumps = [(predicted[25, size] / predicted[24, size], seen[25, size] / seen[24, size])
             for size in sizes] if {24, 25} <= set(ranks) else []
    if jumps:
        print("25 ranks over 24, simulated (measured): " +
              ", ".join(f"{size}: {ours:.2f} ({theirs:.2f})"
                        for size, (ours, theirs) in zip(sizes, jumps)))
        off = [max(a / b, b / a) for a, b in jumps]
        print(f"  off by a factor of {median(off):.2f} (median), {max(off):.2f} at most")
    if 48 in ranks:
        dual = simulate(options.program, "xhc_dual", [48], sizes, its)
        vanilla, remedy = (measured("xhc-remedies.csv", "mean_us", variant=name)
                           for name in ("vanilla", "dual"))
        print("dual over flat, 48 ranks, simulated (measured): " + ", ".join(
            f"{size}: {(dual[48, size] + software[size]) / predicted[48, size]:.2f} "
            f"({remedy[48, size] / vanilla[48, size]:.2f})" for size in sizes))


main()
