# SPDX-License-Identifier: BSD-3-Clause
"""How often comops calls equal programs different, and whether it finds a planted change.

Usage: self_comparison.py COMOPS [--times N] [--seconds S] [--planted SOURCE MESON...]

COMOPS lies in a build folder or a prefix. N times (default 10) in turns: a campaign, compared with
the one before (`comops compare`), and the same build twice (`comops run --against`), S seconds each
(default 40). With --planted also builds the program at SOURCE twice, with its broadcast over
threads' barriers 3 % slower, and with everything over threads but reductions 10 % slower, and
compares these with COMOPS by --against, the first N times and the second three times. Prints what
was found. Exit status 1 if more than one comparison in 20 of equal programs found a change, or if a
planted change was missed. Ten times with --planted take about 25 minutes.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SIZES = "8,512,32K,800000"
PLANTED_SIZES = "16K,32K,64K,128K,256K"  # a reading of the clock is short beside 3 % of these
ONE = ["shm_threads/barrier/broadcast.c"]
THREADS = [f"shm_threads/{protocol}/{pattern}.c"
           for protocol in ("barrier", "lock", "direct")
           for pattern in ("pingpong", "broadcast", "gather", "scatter")]
PATH_TIMES = 3
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
    const double before = now(), begin = now();

    run(job);
    const double after = now();
    /* Less what three readings of the clock take. */
    const double end = after + SHARE * (after - begin) - 3 * (begin - before);

    while (now() < end)
        ;
}

"""


def measure(comops: str, file: Path, seconds: float, *words: str) -> subprocess.CompletedProcess:
    """A campaign, whose exit status is 0 or one of --against."""
    done = subprocess.run([comops, "run", "--ranks", "2", "--placements", "bus", "--budget",
                           str(seconds), "-o", str(file), *words], capture_output=True, text=True,
                          check=False)
    if done.returncode not in (0, 3, 4):
        sys.exit(done.stderr)
    return done


def changed(comparison: dict, *members: str) -> list[dict]:
    return [row for member in members for row in comparison[member]
            if row["verdict"] in ("slower", "faster")]


def show(what: str, rows: list[dict]) -> None:
    names = [f"{row.get('pattern', '')} {row.get('path', '')}/{row.get('protocol', '')} "
             f"{row.get('bytes', '')} {row['ratio']:.3f}".replace("  ", " ") for row in rows]
    print(f"{what}: {len(rows)} changed{': ' * bool(names)}{', '.join(names[:6])}", flush=True)


def compare(comops: str, base: Path, new: Path) -> list[dict]:
    done = subprocess.run([comops, "compare", str(base), str(new), "--format", "json"],
                          capture_output=True, text=True, check=False)
    return changed(json.loads(done.stdout), "nodes", "cells")


def against(comops: str, old: Path, file: Path, seconds: float, *words: str) -> tuple[int, dict]:
    """The exit status, and what it says as JSON."""
    done = measure(comops, file, seconds, "--against", str(old), "--json", *words)
    return done.returncode, json.loads(done.stdout)


def compare_unchanged(comops: str, old: Path, times: int, seconds: float, folder: Path) -> bool:
    """Files and builds in turns."""
    files, builds, last = 0, 0, folder / "first.jsonl"
    measure(comops, last, seconds, "--sizes", SIZES)
    for turn in range(times):
        file = folder / f"{turn}.jsonl"
        measure(comops, file, seconds, "--sizes", SIZES)
        rows = compare(comops, last, file)
        show(f"files {turn + 1}", rows)
        files, last = files + bool(rows), file
        _, comparison = against(comops, old, folder / f"against{turn}.jsonl", seconds)
        rows = changed(comparison, "implementations", "cells")
        bounds = sorted(row["bound"] for row in comparison["implementations"])
        show(f"builds {turn + 1}, largest possible change {bounds[-1]:.1%}, in the median "
             f"{bounds[len(bounds) // 2]:.1%}", rows)
        builds += bool(rows)
    print(f"a false change in {files} of {times} comparisons of files, {builds} of {times} of "
          "builds")
    return files <= 0.05 * times and builds <= 0.05 * times


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
    return str(folder / "build/comops/cli/comops")


def find(slowed: str, old: Path, times: int, seconds: float, folder: Path,
         planted: list[str]) -> int:
    """In how many comparisons the planted implementations, and no others, were called slower."""
    slow = {tuple(Path(name).with_suffix("").parts[1:]) for name in planted}
    good = 0
    for turn in range(times):
        status, comparison = against(slowed, old, folder / f"{turn}.jsonl", seconds, "--sizes",
                                     PLANTED_SIZES)
        rows = changed(comparison, "implementations")
        show(f"planted {turn + 1}, exit status {status}", rows)
        # Both paths run the same code of `direct`.
        wanted = {(row["path"], row["protocol"], row["pattern"])
                  for row in comparison["implementations"]
                  if (row["protocol"], row["pattern"]) in slow
                  and (row["path"] == "threads" or row["protocol"] == "direct")}
        named = {(row["path"], row["protocol"], row["pattern"]) for row in rows}
        good += status == VIOLATED and named == wanted
    return good


def compare_planted(old: Path, source: Path, meson: list[str], times: int, seconds: float,
                    folder: Path) -> bool:
    good = True
    for name, files, share, many in (("one", ONE, 0.03, times),
                                     ("threads", THREADS, 0.1, PATH_TIMES)):
        (folder / name).mkdir()
        slowed = build_slowed(source, meson, folder / name, files, share)
        named = find(slowed, old, many, seconds, folder / name, files)
        print(f"{share:.0%} in {name}: found {named} of {many} times, and nothing else")
        good &= named == many
    return good


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("comops", type=Path)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--planted", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    comops = options.comops.resolve()
    with tempfile.TemporaryDirectory() as name:
        good = compare_unchanged(str(comops), comops.parents[1], options.times, options.seconds,
                                 Path(name))
        if options.planted:
            source, *meson = options.planted
            good &= compare_planted(comops.parents[1], Path(source).resolve(), meson,
                                    options.times, options.seconds, Path(name))
    sys.exit(not good)


main()
