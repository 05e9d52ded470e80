# SPDX-License-Identifier: BSD-3-Clause
"""XHC's broadcast, simulated against measured on dual-socket Xeons.

Usage: simulated_xhc.py COMOPS-COHERENCE [--machine NAME [--ranks P,...] [--sizes BYTES,...]], with
COMOPS_BUILD set to the build.json of the build folder.

What MPI adds at each size is fitted to the means over a third of a socket's cores. Rules of the
engine's protocol `intel` were made from the rest of ICX-48, and those of `skylake` from CSX-48
(accuracy.md), so their errors are no held-out ones. Without a machine: the errors of all by
region, as a table in Markdown. With one: the error of the mean over ranks for numbers of ranks and
sizes, by region, how much slower the first rank beyond the socket makes all, and how much faster
each remedy is than flat.

Exit status 1: at some size the simulation of the ranks that are fitted takes longer than was
measured, so that what MPI adds would be negative; the cells of this size are left out of the errors
of `flat`.
"""

import argparse
import json
import math
import sys
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "benchmarks"))

from band_rows import band_row  # noqa: E402
from tables import batch_simulate, head, row  # noqa: E402

from comops_papers.published_values import rows  # noqa: E402
from comops_simulate.descriptions.description import description_text  # noqa: E402
from comops_simulate.descriptions.known import STUDIED, studied_machine  # noqa: E402

# Bytes of the regions beyond the socket.
ENDS = {"up to 128 B": 128, "to 16 KiB": 16384, "to 512 KiB": 524288, "to 1 MiB": 1 << 20}
REGIONS = {name: range(least + 1, most + 1)
           for (name, most), least in zip(ENDS.items(), [0, *ENDS.values()])}
CHECKED = "SKX-24"  # the only one from which no rule was made
APART = 1.05  # times that differ by more are in an order
NEGATIVE = -0.2  # of the measured time: less than this is no share of MPI's
Times = dict[tuple[int, int], float]  # by ranks and bytes, us
# XHC's flat broadcast and its remedies, which are protocols of simulated machines: the variant and
# the end of the setting in extensions/papers/comops_papers/reference/xhc/remedies.csv.
REMEDIES = {"flat": ("vanilla", "16K"), "dual": ("dual", "16K"), "wait": ("wait", "16K_2"),
            "clwb": ("clwb", "16K"), "opt4": ("opt4", "16K_2")}


def remedy_us(machine: str, ranks: int, protocol: str) -> dict[int, float]:
    """The measured time of one of REMEDIES, the mean over ranks, by bytes; empty if it was not
    measured on this machine with so many ranks."""
    variant, setting = REMEDIES[protocol]
    return {int(row["bytes"]): float(row["mean_us"])
            for row in rows("xhc/remedies", machine=machine, ranks=str(ranks), variant=variant)
            if row["setting"].endswith(setting)}


def simulate(program: str, protocol: str, ranks: list[int], sizes: list[int],
             its: dict[str, Any]) -> Times:
    """The mean over ranks on this machine."""
    cells = [{"path": "threads", "pattern": "broadcast", "protocol": protocol, "bytes": size,
              "buffers": "rewrite"} for size in sizes]
    times = {}
    for count in ranks:
        done = batch_simulate(program, description_text(its), count, cells)
        if done.returncode:
            sys.exit(done.stderr)
        for answer in map(json.loads, done.stdout.splitlines()):
            times[count, answer["bytes"]] = answer["rank_mean_us"]
    return times


def errors_print(ranks: list[int], software: dict[int, float], seen: Times,
                 predicted: Times) -> None:
    print(head("bytes", "MPI adds us", *(f"P={count}" for count in ranks)))
    for size, adds in software.items():
        entries = [f"{seen[p, size]:.3g}, {predicted[p, size] / seen[p, size] - 1:+.0%}"
                   for p in ranks]
        print(row(size, f"{adds:+.3f}", *entries))


def regions_of(half: int, ratios: Times) -> dict[str, list[float]]:
    """The ratios of a machine by region. Some regions contain others; those without ratios are left
    out."""
    beyond = {key: ratio for key, ratio in ratios.items() if key[0] > half}
    regions = {"all cells": list(ratios.values()),
               "one socket": [ratio for key, ratio in ratios.items() if key not in beyond],
               "beyond the socket": list(beyond.values()),
               **{f"- {name}": [ratio for (_, size), ratio in beyond.items() if size in sizes]
                  for name, sizes in REGIONS.items()}}
    return {name: values for name, values in regions.items() if values}


def error_text(ratios: list[float]) -> str:
    """The median error, the signed one and the greatest; `ratios`: simulated over measured."""
    errors = [abs(ratio - 1) for ratio in ratios]
    return (f"{median(errors):.1%} ({median(ratios) - 1:+.0%}), at most {max(errors):.0%}, "
            f"of {len(errors)}")


def jumps_text(jumps: dict[int, tuple[float, float]]) -> str:
    """`jumps`: how many times as long the first rank beyond the socket makes it, simulated and
    measured, by bytes."""
    off = [max(a / b, b / a) for a, b in jumps.values()]
    return f"off by a factor of {median(off):.2f} (median), {max(off):.2f} at most"


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
        ours = {remedy: times[key] for remedy, times in simulated.items()}
        theirs = {remedy: times[size] for remedy, times in seen.items()}
        ratios = [(ours[other] / ours["flat"], theirs[other] / theirs["flat"]) for other in others]
        print(row(size, *(f"{a:.2f} ({b:.2f})" for a, b in ratios)))
        off[size] = [max(a / b, b / a) for a, b in ratios]
        for first, second in combinations(simulated, 2):
            if abs(math.log(theirs[first] / theirs[second])) > math.log(APART):
                pairs += 1
                right += (ours[first] < ours[second]) == (theirs[first] < theirs[second])
        best += theirs[min(ours, key=ours.__getitem__)] <= APART * min(theirs.values())
    for region, sizes in REGIONS.items():
        if factors := [ratio for size, ratios in off.items() if size in sizes for ratio in ratios]:
            print(f"  {region}: ratios off by a factor of {median(factors):.2f} (median), "
                  f"{max(factors):.2f} at most")
    print(f"{right} of {pairs} pairs that differ by more than {APART - 1:.0%} are in the right "
          f"order; what is fastest in the simulation is so on the machine, within "
          f"{APART - 1:.0%}, at {best} of {len(off)} sizes")


@dataclass(frozen=True)
class Compared:
    """The flat broadcast on one machine."""

    name: str
    half: int  # cores of a socket
    its: dict[str, Any]  # the machine's description
    seen: Times
    flat: Times  # simulated, without what MPI adds

    @property
    def fitted(self) -> int:
        """Ranks."""
        return self.half // 3

    @property
    def software(self) -> dict[int, float]:
        """What MPI adds, us, by bytes."""
        return {size: self.seen[ranks, size] - time for (ranks, size), time in self.flat.items()
                if ranks == self.fitted}

    @property
    def refused(self) -> list[int]:
        """Sizes at which what MPI adds would be negative."""
        return [size for size, adds in self.software.items()
                if adds < NEGATIVE * self.seen[self.fitted, size]]

    @property
    def predicted(self) -> Times:
        software = self.software
        return {(ranks, size): time + software[size] for (ranks, size), time in self.flat.items()}

    @property
    def regions(self) -> dict[str, list[float]]:
        refused = self.refused
        return regions_of(self.half, {key: time / self.seen[key]
                                      for key, time in self.predicted.items()
                                      if key[0] != self.fitted and key[1] not in refused})

    @property
    def jumps(self) -> dict[int, tuple[float, float]]:
        """As jumps_text needs them; empty if the numbers of ranks are missing."""
        near, far, predicted = self.half, self.half + 1, self.predicted
        return {size: (predicted[far, size] / predicted[near, size],
                       self.seen[far, size] / self.seen[near, size])
                for size in self.software if {(near, size), (far, size)} <= predicted.keys()}


def compare(program: str, name: str, ranks: list[int] | None = None,
            sizes: list[int] | None = None) -> Compared:
    _, half, _ = STUDIED[name.lower()]
    ranks = ranks or [half + 1, *range(half // 6, 2 * half + 1, half // 6)]
    seen = {(int(row["ranks"]), int(row["bytes"])): float(row["mean_us"])
            for row in rows("xhc/flat-broadcast", machine=name)}
    its = studied_machine(name.lower())
    flat = simulate(program, "flat", sorted({half // 3, *ranks}),
                    sizes or sorted({size for _, size in seen}), its)
    return Compared(name, half, its, seen, flat)


def every_machine_print(program: str) -> None:
    every = [compare(program, name.upper()) for name in STUDIED]
    print(head("", *(study.name for study in every)))
    for region in every[0].regions:
        print(row(region, *(error_text(study.regions[region]) if region in study.regions
                            else "left out" for study in every)))
    print(row("the first rank beyond", *(jumps_text(study.jumps) for study in every)))
    (checked,) = (study for study in every if study.name == CHECKED)
    print("\n" + band_row("threads, matrix", [1 / ratio for ratio in checked.regions["all cells"]],
                          "a broadcast on a Skylake, by rules made elsewhere"))


def machine_print(program: str, study: Compared) -> None:
    ranks = list(dict.fromkeys(count for count, _ in study.flat))
    errors_print(ranks, study.software, study.seen, study.predicted)
    print()
    for region, ratios in study.regions.items():
        print(f"{region}: median error {error_text(ratios)} cells")
    if study.jumps:
        print(f"{study.half + 1} ranks over {study.half}, simulated (measured): "
              + ", ".join(f"{size}: {ours:.2f} ({theirs:.2f})"
                          for size, (ours, theirs) in study.jumps.items()))
        print(f"  {jumps_text(study.jumps)}")
    if 2 * study.half in ranks:
        remedies_print(study.name, {
            remedy: simulate(program, remedy, [2 * study.half], list(study.software), study.its)
            for remedy in REMEDIES})


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--machine", choices=[name.upper() for name in STUDIED])
    for name in "--ranks", "--sizes":
        parser.add_argument(name, type=lambda text: [int(word) for word in text.split(",")])
    options = parser.parse_args()
    if not options.machine:
        if options.ranks or options.sizes:
            parser.error("--ranks and --sizes need a --machine")
        every_machine_print(options.program)
        return
    study = compare(options.program, options.machine, options.ranks, options.sizes)
    machine_print(options.program, study)
    if study.refused:
        fitted = study.fitted
        sys.exit("\n".join(f"{size} bytes: the simulation of {fitted} ranks takes "
                           f"{study.flat[fitted, size]:.3g} us, measured were "
                           f"{study.seen[fitted, size]:.3g}, so what MPI adds cannot be found: "
                           "left out of the errors above" for size in study.refused))


main()
