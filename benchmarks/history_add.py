# SPDX-License-Identifier: BSD-3-Clause
"""How fast `comops history add` is: JSON lines with all stamps, of many nodes.

A sweep of 10 000 nodes with 250 cells of 9 kB is 22 GB; the time for it is extrapolated.

Usage: history_add.py SOURCE-ROOT [--nodes N] [--cells N]
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
WHOLE = 22e9
SAMPLES, VALUES = 60, 800  # of a cell: about 9 kB
KEY = {"pattern": "broadcast", "path": "threads", "protocol": "direct", "placement": "bus",
       "memory": "local", "ranks": 2, "bytes": 8, "buffers": "rewrite", "consume": "timed",
       "mode": "isolated", "method": "adaptive"}


def cell(size: int, chance: random.Random) -> dict:
    samples = [round(chance.gauss(1, 0.02), 9) for _ in range(SAMPLES)]
    return {"record": "cell"} | KEY | {
        "bytes": size, "repeats": 1, "samples_us": samples, "empty_us": samples,
        "stamps": {"unit_us": 0.0005, "steps": [chance.randrange(1, 99) for _ in range(VALUES)],
                   "counts": [chance.randrange(1, 999) for _ in range(VALUES)]},
        "valid": True, "time_us": samples[0], "median_us": samples[1],
        "ci95_us": [min(samples), max(samples)], "pus": [0, 1], "numa": [0, 0],
        "started": "2026-11-22T03:00:00.000Z", "duration_s": 0.2, "stopped": "precise"}


def write(folder: Path, nodes: int, cells: int) -> int:
    """The bytes of all results files. Every node has the lines of one, which is as long to read."""
    chance = random.Random(1)
    lines = "".join(json.dumps(cell(size, chance), separators=(",", ":")) + "\n"
                    for size in range(1, cells + 1))
    (folder / "nodes").mkdir(parents=True)
    names = [f"n{at}" for at in range(nodes)]
    plan = {"schema": "comops-fleet/1", "created": "2026-11-22T03:00:00Z", "nodes": names,
            "engine": "local", "partition": None, "options": [], "seed": 1, "program": "",
            "window": 1, "wait": None}
    (folder / "fleet.json").write_text(json.dumps(plan))
    total = 0
    for name in names:
        head = {"record": "campaign", "schema": "comops/1", "started": "2026-11-22T03:00:00Z",
                "host": name, "cpu": "Xeon", "facts": {"memory_bytes": 2**39, "kernel": "6.1"}}
        total += (folder / "nodes" / f"{name}.jsonl").write_text(
            json.dumps(head, separators=(",", ":")) + "\n" + lines)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--cells", type=int, default=250)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sweep = Path(folder) / "sweep"
        size = write(sweep, options.nodes, options.cells)
        command = [sys.executable, ROOT / "commands", "history", "add", Path(folder) / "store",
                   sweep]
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - start
    per_cell = size / options.nodes / options.cells
    print(f"{size / 1e9:.2f} GB of {options.nodes} nodes, {per_cell:.0f} bytes a cell: "
          f"{seconds:.1f} s, {size / seconds / 1e6:.0f} MB/s; {WHOLE / 1e9:.0f} GB would take "
          f"{seconds * WHOLE / size:.0f} s")


main()
