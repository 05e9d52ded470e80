# SPDX-License-Identifier: BSD-3-Clause
"""How many cells `comops compare` calls changed when nothing was, and whether it finds a change.

Usage: self_comparison.py COMOPS [PAIRS] [--planted SOURCE MESON...]

Measures PAIRS + 1 campaigns (default 20) of one program in sequence, and compares each with the
next. With --planted also builds the program at SOURCE with its broadcast over threads' barriers
5 % slower, and alternates it with the unchanged one. Prints tables; exit status 1 if more than 5 %
of the cells of the pairs are called changed, or the planted slowdown is missed.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SIZES = "8,512,32K,800000"
PLANTED_SIZES = "16K,32K,64K"  # where two readings of the clock hardly count
PLANTED = "shm_threads/barrier/broadcast.c"
SLOWED = """
#include <time.h>

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void run_slowly(struct job *job)
{
    const double begin = now();

    run(job);
    const double end = now() + 0.05 * (now() - begin);

    while (now() < end)
        ;
}

"""


def measure(comops: str, file: Path, budget: str, sizes: str) -> Path:
    subprocess.run([comops, "run", "--ranks", "2", "--placements", "bus", "--sizes", sizes,
                    "--budget",
                    budget, "-o", str(file)], capture_output=True, check=True)
    return file


def compare(comops: str, base: list[Path], new: list[Path]) -> dict:
    sides = [",".join(map(str, side)) for side in (base, new)]
    done = subprocess.run([comops, "compare", *sides, "--format", "json"], capture_output=True,
                          text=True, check=True)
    return json.loads(done.stdout)


def changed(comparison: dict) -> list[dict]:
    return [cell for cell in comparison["cells"] if cell["verdict"] in ("slower", "faster")]


def name_of(cell: dict) -> str:
    return (f"{cell['pattern']} over {cell['path']}/{cell['protocol']}, {cell['bytes']} bytes: "
            f"{cell['verdict']}, {cell['ratio']:.3f} {cell['ci95']}")


def compare_unchanged(comops: str, pairs: int, folder: Path) -> bool:
    tested = found = 0
    last = measure(comops, folder / "0.jsonl", "15s", SIZES)
    print("pair   cells   changed   the machine")
    for pair in range(1, pairs + 1):
        file = measure(comops, folder / f"{pair}.jsonl", "15s", SIZES)
        comparison = compare(comops, [last], [file])
        cells = changed(comparison)
        count = sum(cell["verdict"] != "untested" for cell in comparison["cells"])
        print(f"{pair:4} {count:7} {len(cells):9}   {comparison['machine']['ratio']:.3f}",
              flush=True)
        for cell in cells:
            print(f"       {name_of(cell)}")
        tested, found, last = tested + count, found + len(cells), file
    print(f"{found} of {tested} cells called changed: {found / tested:.1%}")
    return found <= 0.05 * tested


def build_slowed(source: Path, meson: list[str], folder: Path) -> str:
    tree = folder / "tree"
    shutil.copytree(source, tree, symlinks=True,
                    ignore=shutil.ignore_patterns(".git", ".venv", "build", "build-sanitize"))
    file = tree / PLANTED
    text, count = re.subn(r"\.run = run\b", ".run = run_slowly", file.read_text())
    file.write_text(text.replace("IMPLEMENTATION(", SLOWED + "IMPLEMENTATION(", 1))
    if count != 1:
        sys.exit(f"{PLANTED} is not what this script expects")
    mpi = Path(shutil.which("mpicc", path=Path(sys.executable).parent) or "/usr/bin/mpicc")
    for step in (["setup", str(folder / "build"), str(tree), f"-Dmpi={mpi}", "-Dshmem=disabled"],
                 ["compile", "-C", str(folder / "build")]):
        subprocess.run([*meson, *step], capture_output=True, check=True)
    return str(folder / "build/comops/commands/comops")


def compare_planted(comops: str, source: Path, meson: list[str], folder: Path) -> bool:
    slowed = build_slowed(source, meson, folder)
    base, new = [], []
    for turn in range(3):
        base.append(measure(comops, folder / f"base{turn}.jsonl", "20s", PLANTED_SIZES))
        new.append(measure(slowed, folder / f"new{turn}.jsonl", "20s", PLANTED_SIZES))
    comparison = compare(comops, base, new)
    print(f"\nplanted: {PLANTED} takes 5 % longer; three campaigns of each, in turns")
    for cell in comparison["cells"]:
        if (cell["pattern"], cell["path"], cell["protocol"]) == ("broadcast", "threads", "barrier"):
            print(f"planted  {name_of(cell)}")
    cells = changed(comparison)
    other = [c for c in cells if (c["pattern"], c["protocol"]) != ("broadcast", "barrier")]
    for cell in other:
        print(f"other    {name_of(cell)}")
    print(f"{len(cells) - len(other)} of 3 planted cells found, {len(other)} others of "
          f"{len(comparison['cells']) - 3}")
    return len(cells) - len(other) == 3 and not other


def main() -> None:
    words = sys.argv[1:]
    planted = words[words.index("--planted") + 1:] if "--planted" in words else []
    words = words[:words.index("--planted")] if planted else words
    with tempfile.TemporaryDirectory() as name:
        good = compare_unchanged(words[0], int(words[1]) if len(words) > 1 else 20, Path(name))
        if planted:
            good &= compare_planted(words[0], Path(planted[0]).resolve(), planted[1:], Path(name))
    sys.exit(not good)


main()
