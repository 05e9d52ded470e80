# SPDX-License-Identifier: BSD-3-Clause
"""How many cells `comops compare` calls changed when nothing was, and whether it finds a change.

Usage: self_comparison.py COMOPS [PAIRS] [--planted SOURCE MESON...]

Measures PAIRS + 1 campaigns (default 20) of one program in sequence, and compares each with the
next. With --planted also builds the program at SOURCE twice, with its broadcast over threads'
barriers 5 % slower, and with everything over threads but reductions 20 % slower, and measures each
in turns with the unchanged one. Prints tables; exit status 1 if more than 5 % of the cells of the
pairs are called changed, or if a planted change is missed.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SIZES = "8,512,32K,800000"
PLANTED_SIZES = "1K,2K,4K,8K,12K,16K,24K,32K,48K,64K,96K,128K"
ONE = ["shm_threads/barrier/broadcast.c"]
THREADS = [f"shm_threads/{protocol}/{pattern}.c"
           for protocol in ("barrier", "lock", "direct")
           for pattern in ("pingpong", "broadcast", "gather", "scatter")]
TURNS = 2  # campaigns of each program
VIOLATED = 3
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
    const double end = now() + SHARE * (now() - begin);

    while (now() < end)
        ;
}

"""


def measure(comops: str, file: Path, budget: str, sizes: str) -> Path:
    subprocess.run([comops, "run", "--ranks", "2", "--placements", "bus", "--sizes", sizes,
                    "--budget",
                    budget, "-o", str(file)], capture_output=True, check=True)
    return file


def compare(comops: str, base: list[Path], new: list[Path], *rules: str) -> tuple[int, dict]:
    """The exit status, and what it says as JSON."""
    sides = [",".join(map(str, side)) for side in (base, new)]
    words = [word for rule in rules for word in ("--fail-if", rule)]
    done = subprocess.run([comops, "compare", *sides, "--format", "json", *words],
                          capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout)


def changed(comparison: dict) -> list[dict]:
    return [cell for cell in comparison["cells"] if cell["verdict"] in ("slower", "faster")]


def name_of(cell: dict) -> str:
    return (f"{cell['pattern']} over {cell['path']}/{cell['protocol']}, {cell['bytes']} bytes: "
            f"{cell['verdict']}, {cell['ratio']:.3f} {cell['ci95']}")


def node_name(node: dict) -> str:
    words = [node.get(name, "") for name in ("pattern", "path", "protocol")]
    return f"{node['level']} {' '.join(filter(None, words))}: {node['ratio']:.3f} {node['ci95']}"


def drift_text(comparison: dict) -> str:
    return ", ".join(f"{one['canary']} {one['ratio']:.3f}" for one in comparison["canaries"])


def seen(comparison: dict, level: str) -> str:
    power = next(one for one in comparison["power"] if one["change"] == 0.05)[level]
    return f"{power['seen']}/{power['of']}"


def compare_unchanged(comops: str, pairs: int, folder: Path) -> bool:
    tested = found = 0
    last = measure(comops, folder / "0.jsonl", "15s", SIZES)
    print("pair  cells  changed  see 5 %: cells, implementations  canaries")
    for pair in range(1, pairs + 1):
        file = measure(comops, folder / f"{pair}.jsonl", "15s", SIZES)
        _, comparison = compare(comops, [last], [file])
        cells = changed(comparison)
        count = comparison["summary"]["compared"] - comparison["summary"]["untested"]
        print(f"{pair:4} {count:6} {len(cells):8}  {seen(comparison, 'cell'):>8}, "
              f"{seen(comparison, 'implementation'):<22} {drift_text(comparison)}", flush=True)
        for name in [*map(name_of, cells), *map(node_name, comparison["nodes"])]:
            print(f"       {name}")
        tested, found, last = tested + count, found + len(cells), file
    print(f"{found} of {tested} cells called changed: {found / max(tested, 1):.1%}")
    return found <= 0.05 * tested


def slow_down(file: Path, share: float) -> bool:
    """Makes the implementations in a file slower; False if it is not what this script expects."""
    text, count = re.subn(r"\.run = run\b", ".run = run_slowly", file.read_text())
    first = re.search(r"^(IMPLEMENTATION|PINGPONG)\(", text, re.MULTILINE)
    if not (count and first):
        return False
    slowed = SLOWED.replace("SHARE", str(share))
    file.write_text(text[:first.start()] + slowed + text[first.start():])
    return True


def build_slowed(source: Path, meson: list[str], folder: Path, files: list[str],
                 share: float) -> str:
    tree = folder / "tree"
    shutil.copytree(source, tree, symlinks=True,
                    ignore=shutil.ignore_patterns(".git", ".venv", "build", "build-sanitize"))
    for name in files:
        if (tree / name).exists() and not slow_down(tree / name, share):
            sys.exit(f"{name} is not what this script expects")
    mpi = Path(shutil.which("mpicc", path=Path(sys.executable).parent) or "/usr/bin/mpicc")
    for step in (["setup", str(folder / "build"), str(tree), f"-Dmpi={mpi}", "-Dshmem=disabled"],
                 ["compile", "-C", str(folder / "build")]):
        subprocess.run([*meson, *step], capture_output=True, check=True)
    return str(folder / "build/commands/comops")


def measure_planted(comops: str, slowed: str, folder: Path) -> tuple[int, dict]:
    base, new = [], []
    for turn in range(TURNS):
        base.append(measure(comops, folder / f"base{turn}.jsonl", "60s", PLANTED_SIZES))
        new.append(measure(slowed, folder / f"new{turn}.jsonl", "60s", PLANTED_SIZES))
    status, comparison = compare(comops, base, new, "slower:5%")
    print(f"see 5 %: {seen(comparison, 'cell')} cells, "
          f"{seen(comparison, 'implementation')} implementations; {drift_text(comparison)}")
    for node in comparison["nodes"]:
        print(f"found    {node_name(node)}")
    print(f"exit status with --fail-if slower:5%: {status}")
    return status, comparison


def compare_planted(comops: str, source: Path, meson: list[str], folder: Path) -> bool:
    folders = folder / "one", folder / "threads"
    print(f"\nplanted: {ONE[0]} takes 5 % longer; {TURNS} campaigns of each, in turns")
    slowed = build_slowed(source, meson, folders[0], ONE, 0.05)
    _, comparison = measure_planted(comops, slowed, folders[0])
    found = [(node["pattern"], node["path"], node["protocol"]) for node in comparison["nodes"]
             if node["level"] == "implementation"]
    print("\nplanted: everything over threads but reductions takes 20 % longer; "
          f"{TURNS} campaigns of each")
    slowed = build_slowed(source, meson, folders[1], THREADS, 0.2)
    status, _ = measure_planted(comops, slowed, folders[1])
    return found == [("broadcast", "threads", "barrier")] and status == VIOLATED


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
