# SPDX-License-Identifier: BSD-3-Clause
"""How far `threads/direct` is from the best known way to move long messages between two ranks.

Usage: limits.py LIMITS COMOPS [--old COMOPS] [--sizes LIST] [--turns N] [--budget S]

LIMITS is the program of limits.c, COMOPS one in a build folder or a prefix, --old another one. In
turns, N of them (default 10): the program by hand; campaigns of S seconds (default 3) with the
tuning that a new user gets, which each turn finds anew; campaigns in which both ranks copy a long
message, or one does. Prints, by pattern and size, the best known way with its microseconds, and the
ratio of `direct`'s time to it with a 95 % interval. Exit status 1 if one is shown to exceed 1.15.
Ten turns of one size take about three minutes on two idle cores.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median

from tables import cells_of, head, row

from comops.common.sizes import size_text, sizes_parse
from comops.statistics.ratios import ratio_of_turns

PATTERNS = "pingpong,broadcast,gather,scatter,reduce,allreduce,alltoall"
FORCED = {"direct: both copy": 1, "direct: one copies": 0}  # both_copy_from
MOST = 1.15
Times = dict[tuple[str, int], float]  # microseconds by pattern and bytes


def by_hand(program: Path, sizes: list[int], pus: list[int]) -> dict[str, Times]:
    """By way."""
    words = subprocess.run([program, *map(str, (*pus, *sizes))], check=True, capture_output=True,
                           text=True).stdout
    times: dict[str, Times] = defaultdict(dict)
    for line in words.splitlines():
        pattern, size, time, way = line.split(maxsplit=3)
        times[way][pattern, int(size)] = float(time)
    return times


def campaign(comops: Path, sizes: list[int], budget: float, tuning: Path | None, folder: Path
             ) -> tuple[Times, list[dict]]:
    """Its times and tuning."""
    file = folder / "results.jsonl"
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run(
            [comops, "run", "-q", "--ranks", "2", "--placements", "bus", "--paths", "threads",
             "--protocols", "direct", "--patterns", PATTERNS, "--sizes", ",".join(map(str, sizes)),
             "--budget", str(budget), "--earlier", "off", "-o", file,
             *(["--tuning", tuning] if tuning else [])],
            env=os.environ | {"XDG_CACHE_HOME": cache}, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 4):  # 1: some cells were lost
        sys.exit(done.stderr)
    times = {(cell["pattern"], cell["bytes"]): cell["time_us"] for cell in cells_of(file)}
    tuned = json.loads(file.read_text().partition("\n")[0])["tuning"]
    file.unlink()
    return times, tuned


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("limits", type=Path)
    parser.add_argument("comops", type=Path)
    parser.add_argument("--old", type=Path)
    parser.add_argument("--sizes", default="1M,4M,16M")
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--budget", type=float, default=3)
    options = parser.parse_args()
    sizes = sizes_parse(options.sizes)
    turns: dict[str, list[Times]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = {"new": options.comops} | ({"old": options.old} if options.old else {})
        tuned = campaign(options.comops, sizes[:1], 1, None, folder)[1]
        for way, both_from in FORCED.items():
            entries = [entry | {"both_copy_from": both_from} for entry in tuned]
            (folder / way).write_text(json.dumps({"tuning": entries}))
        pus = tuned[0]["pus"]
        parts = ["by hand", *FORCED, *programs]
        for turn in range(options.turns):
            print(f"turn {turn + 1} of {options.turns}", file=sys.stderr, flush=True)
            for part in random.sample(parts, len(parts)):
                if part == "by hand":
                    for way, times in by_hand(options.limits, sizes, pus).items():
                        turns[f"by hand: {way}"].append(times)
                else:
                    tuning = folder / part if part in FORCED else None
                    turns[part].append(campaign(programs.get(part, options.comops), sizes,
                                                options.budget, tuning, folder)[0])
    sys.exit(show(turns, sizes, list(programs)))


def show(turns: dict[str, list[Times]], sizes: list[int], programs: list[str]) -> bool:
    """Whether one is shown to exceed what is allowed."""
    exceeds = False
    print(head("pattern", "bytes", "best known way", "us", *(
        word for which in programs for word in (f"{which}: us", "of the best"))))
    for pattern in PATTERNS.split(","):
        for size in sizes:
            times = {way: {number: turn[pattern, size] for number, turn in enumerate(taken)
                           if (pattern, size) in turn} for way, taken in turns.items()}
            best = min((way for way in times if times[way] and way not in programs),
                       key=lambda way: median(times[way].values()))
            words = []
            for which in programs:
                pairs = [(time, times[which][number]) for number, time in times[best].items()
                         if number in times[which]]
                ratio = ratio_of_turns(*zip(*pairs, strict=True))
                interval = "{:.2f} to {:.2f}".format(*ratio.ci95) if ratio.ci95 else "no interval"
                words += [f"{median(times[which].values()):.0f}",
                          f"{ratio.value:.2f} ({interval})"]
                exceeds |= which == "new" and bool(ratio.ci95) and ratio.ci95[0] > MOST
            print(row(pattern, size_text(size), best, f"{median(times[best].values()):.0f}",
                      *words))
    return exceeds


main()
