# SPDX-License-Identifier: BSD-3-Clause
"""The ratio of the same code in processes and threads, wherever the linker puts it.

Usage: layouts.py BUILD gaps|builds [CAMPAIGNS [BUDGET]]

BUILD is a build folder without sanitizers. `gaps` links the worker of MPI and its objects again
with a gap of 0, 16, 32, 48, 64, 256 and 1024 bytes before all their code, and measures each against
the worker of threads as it is. `builds` links both workers with a gap of 0, 48 and 1088 bytes,
which are three builds of the same program, and measures each of them. CAMPAIGNS campaigns (default
4) of BUDGET (default 12s) are made of each, in turns. Prints the median ratios mpi/direct over
threads/direct, how many intervals contain 1, and the times with each gap over those without, as
geometric means over the cells; exit status 1 if a median ratio at 64, 512 or 4096 bytes differs
from 1 by more than 5 %.
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

OBJECTS = "comops/libcomops-timed.so", "shm_threads/libcomops-direct.so"
THREADS, MPI = "shm_threads/comops-threads", "mpi/comops-mpi"
FRONT = "comops/commands/comops"
GAPS, BUILDS = (0, 16, 32, 48, 64, 256, 1024), (0, 48, 1088)
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


def copy(build: Path, target: str, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(build / target, to)


def make_tree(build: Path, tree: Path, gap: int, targets: tuple[str, ...]) -> None:
    """A folder like the build's, with these targets behind a gap."""
    for target in (THREADS, MPI, *OBJECTS):
        if not (build / target).exists():
            continue  # an earlier version has no objects
        if target in targets:
            link_with_gap(build, target, gap, tree / target)
        else:
            copy(build, target, tree / target)
    for target in (FRONT, "comops/commands/catalogue.json"):
        copy(build, target, tree / target)


def make_program(build: Path, folder: Path, gap: int, both: bool) -> Path:
    """The program whose worker of MPI, or both workers, have their code behind the gap."""
    tree = folder / f"gap-{gap}"
    make_tree(build, tree, gap, (THREADS, MPI, *OBJECTS) if both else (MPI, *OBJECTS))
    if both:
        return tree / FRONT
    plain = folder / f"plain-{gap}"
    make_tree(build, plain, 0, ())
    shutil.rmtree(plain / "mpi")
    (plain / "mpi").symlink_to(tree / "mpi")
    return plain / FRONT


def measure(program: Path, budget: str, file: Path) -> list[dict]:
    """All records."""
    subprocess.run([program, "run", "-q", "-a", "threads,mpi", "-r", "direct", "-p", PATTERNS, "-s",
                    SIZES, "-n", "2", "-l", "bus", "--budget", budget, "-o", file],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True,
                   env=os.environ | {"XDG_CACHE_HOME": str(file.parent)})
    with open(file, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


class Found:
    """What all campaigns of one layout say: of each cell, in the order of campaigns."""

    def __init__(self):
        self.ratios, self.times = defaultdict(list), defaultdict(list)
        self.intervals = []

    def add(self, record: dict) -> None:
        if record["record"] == "cell" and record["valid"]:
            self.times[record["pattern"], record["bytes"], record["path"]].append(
                record["time_us"])
        if record["record"] == "pair":
            turned = record["a"]["path"] == "mpi"
            self.ratios[record["a"]["pattern"], record["a"]["bytes"]].append(
                1 / record["ratio"] if turned else record["ratio"])
            if record["ci95"]:
                self.intervals.append(record["ci95"])

    def times_over(self, other: "Found") -> float:
        """The geometric mean over the cells."""
        return geometric_mean(median(times) / median(other.times[cell])
                              for cell, times in self.times.items())


def table(found: dict[int, Found]) -> None:
    print(f"{'':10} {'bytes':>6}" + "".join(f"{'gap ' + str(gap):>10}" for gap in found))
    for pattern in PATTERNS.split(","):
        for size in sorted(size for name, size in found[0].ratios if name == pattern):
            print(f"{pattern:10} {size:6}" + "".join(
                f"{median(one.ratios[pattern, size]):10.3f}" for one in found.values()))
    print(f"{'times over those without a gap':>34}" + "".join(
        f"{one.times_over(found[0]):10.3f}" for one in list(found.values())[1:]))


def main() -> int:
    build, what, *rest = sys.argv[1:]
    campaigns, budget = int(rest[0]) if rest else 4, rest[1] if len(rest) > 1 else "12s"
    found: dict[int, Found] = defaultdict(Found)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = {gap: make_program(Path(build).resolve(), folder, gap, what == "builds")
                    for gap in (BUILDS if what == "builds" else GAPS)}
        for campaign in range(campaigns):
            for gap, program in programs.items():
                for record in measure(program, budget, folder / f"{campaign}-{gap}.jsonl"):
                    found[gap].add(record)
    table(found)
    off = {(gap, *cell): abs(median(ratios) - 1)
           for gap, one in found.items() for cell, ratios in one.ratios.items()}
    intervals = [interval for one in found.values() for interval in one.intervals]
    held = sum(low <= 1 <= high for low, high in intervals)
    print(f"{held} of {len(intervals)} intervals contain 1 ({held / max(len(intervals), 1):.0%}); "
          f"the median furthest from 1 is off by {max(off.values()):.1%}")
    return max(off[cell] for cell in off if cell[-1] in HELD) > LIMIT


sys.exit(main())
