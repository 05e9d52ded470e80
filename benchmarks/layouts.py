# SPDX-License-Identifier: BSD-3-Clause
"""The ratio of the same code in processes and threads, wherever the linker puts it.

Usage: layouts.py BUILD [CAMPAIGNS [BUDGET]]

BUILD is a build folder without sanitizers. The worker of MPI and its objects are linked again with
a gap of 16, 32, 48, 64, 256 and 1024 bytes before all their code. In CAMPAIGNS campaigns (default
4) of BUDGET (default 45s) each of these builds is a path beside threads and mpi, so that all are
measured in turns. Prints, for each build, the median over the campaigns of its ratio over
threads/direct, how many intervals of these ratios contain 1, and its time over that without a gap
as a geometric mean over the cells. Exit status 1 if a median at 64, 512 or 4096 bytes differs from
1 by more than 5 %.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import geometric_mean, median

WORKER = "mpi/comops-mpi"
OBJECTS = "comops/libcomops-timed.so", "shm_threads/libcomops-direct.so"
GAPS = (16, 32, 48, 64, 256, 1024)
PATTERNS = "pingpong,broadcast,scatter"
SIZES = "8,16,32,48,64,80,128,256,512,1K,2K,4K"
HELD, LIMIT = (64, 512, 4096), 0.05


def link_with_gap(build: Path, target: str, gap: int, to: Path) -> None:
    """Links a target of the build again, into another folder, behind a gap."""
    to.parent.mkdir(parents=True, exist_ok=True)
    source = to.with_name(f"{to.name}.gap.s")
    source.write_text('.text\n' + '.byte 0xcc\n' * gap + '.section .note.GNU-stack,"",@progbits\n')
    commands = subprocess.run(["ninja", "-C", build, "-t", "commands", target],
                              capture_output=True, text=True, check=True).stdout.splitlines()
    words = shlex.split(commands[-1])
    at = words.index("-o")
    words[at + 1:at + 2] = [str(to), str(source)]
    subprocess.run(words, cwd=build, check=True)


def make_prefix(build: Path, prefix: Path, gap: int) -> None:
    """What `comops run --mpi` takes for a comops built with another MPI."""
    link_with_gap(build, WORKER, gap, prefix / "bin/comops-mpi")
    for target in OBJECTS:
        if (build / target).exists():  # a version without them has all in the worker
            link_with_gap(build, target, gap, prefix / target)
    program = prefix / "bin/comops"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(str(front(build)))} "$@"\n')
    program.chmod(0o755)


def front(build: Path) -> Path:
    return build / "commands/comops"


def measure(build: Path, prefixes: dict[int, Path], budget: str, file: Path) -> list[dict]:
    libraries = ",".join(f"gap{gap}={prefix}" for gap, prefix in prefixes.items())
    paths = ",".join(["threads", "mpi", *(f"mpi@gap{gap}" for gap in prefixes)])
    subprocess.run([front(build), "run", "-q", "--mpi", libraries, "-a", paths, "-r", "direct",
                    "-p", PATTERNS, "-s", SIZES, "-n", "2", "-l", "bus", "--budget", budget,
                    "-o", file], stdout=subprocess.DEVNULL, check=True,
                   env=os.environ | {"XDG_CACHE_HOME": str(file.parent)})
    with open(file, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def gap_of(path: str) -> int:
    return int(path.partition("@gap")[2] or 0)


class Found:
    """What the campaigns say of one build: each cell's ratios over threads and over no gap."""

    def __init__(self):
        self.over_threads, self.over_none = defaultdict(list), defaultdict(list)
        self.intervals = []

    def add(self, pair: dict, turned: bool) -> None:
        a, b = (pair["b"], pair["a"]) if turned else (pair["a"], pair["b"])
        ratio = 1 / pair["ratio"] if turned else pair["ratio"]
        cell = b["pattern"], b["bytes"]
        if a["path"] == "threads":
            self.over_threads[cell].append(ratio)
            self.intervals += [pair["ci95"]] if pair["ci95"] else []
        elif a["path"] == "mpi":
            self.over_none[cell].append(ratio)


def collect(records: list[dict], found: dict[int, Found]) -> None:
    for record in records:
        if record["record"] == "pair":
            a, b = record["a"]["path"], record["b"]["path"]
            if b == "threads" or (b == "mpi" and a != "threads"):
                found[gap_of(a)].add(record, True)
            else:
                found[gap_of(b)].add(record, False)


def show(found: dict[int, Found]) -> dict[tuple, float]:
    """Prints the tables; of each build and cell the median ratio over threads."""
    gaps = sorted(found)
    print(f"{'':10} {'bytes':>6}" + "".join(f"{'gap ' + str(gap):>10}" for gap in gaps))
    for pattern in PATTERNS.split(","):
        for size in sorted(size for name, size in found[0].over_threads if name == pattern):
            print(f"{pattern:10} {size:6}" + "".join(
                f"{median(found[gap].over_threads[pattern, size]):10.3f}" for gap in gaps))
    print(f"{'over no gap':17}{'':10}" + "".join(
        f"{geometric_mean(map(median, found[gap].over_none.values())):10.3f}" for gap in gaps[1:]))
    intervals = [interval for one in found.values() for interval in one.intervals]
    held = sum(low <= 1 <= high for low, high in intervals)
    medians = {(gap, *cell): median(ratios)
               for gap, one in found.items() for cell, ratios in one.over_threads.items()}
    furthest = max(medians.values(), key=lambda ratio: abs(ratio - 1))
    near = sum(abs(ratio - 1) <= LIMIT for ratio in medians.values())
    print(f"{held} of {len(intervals)} intervals contain 1 ({held / max(len(intervals), 1):.0%}); "
          f"{near} of {len(medians)} medians are within {LIMIT:.0%} of 1, "
          f"the furthest is {furthest:.3f}")
    return medians


def main() -> int:
    build = Path(sys.argv[1]).resolve()
    campaigns = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    budget = sys.argv[3] if len(sys.argv) > 3 else "45s"
    found: dict[int, Found] = defaultdict(Found)
    with tempfile.TemporaryDirectory() as name:
        prefixes = {gap: Path(name) / f"gap{gap}" for gap in GAPS}
        for gap, prefix in prefixes.items():
            make_prefix(build, prefix, gap)
        for campaign in range(campaigns):
            collect(measure(build, prefixes, budget, Path(name) / f"{campaign}.jsonl"), found)
    medians = show(found)
    return any(abs(ratio - 1) > LIMIT for cell, ratio in medians.items() if cell[-1] in HELD)


if not shutil.which("ninja"):
    sys.exit("layouts.py needs ninja")
sys.exit(main())
