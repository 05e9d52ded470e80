# SPDX-License-Identifier: BSD-3-Clause
"""Our MPI ping-pong beside that of the Intel MPI Benchmarks: same library, same cores, reused
buffers, one timer pair around many runs on both sides, in turns within the same minute.

Usage: imb_pingpong.py COMOPS MPIEXEC LIBDIR FOLDER

The peer is installed into FOLDER (pip, pinned) if it is not there yet. Prints a table; exit status
1 if a median of ratios is off by more than 5 %, 77 if the peer cannot be had or run here.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

PEER = "impi-rt==2021.17.2"
SIZES = (8, 4096, 65536, 1048576)
TURNS = 11
TOLERANCE = 0.05


def skip(why: str) -> None:
    print(f"SKIP: {why}")
    sys.exit(77)


def imb_program(folder: Path) -> Path:
    """IMB-MPI1 as Intel's run-time wheel brings it."""
    program = folder / "bin" / "IMB-MPI1"
    if not program.exists():
        print(f"installing {PEER} into {folder}", flush=True)
        done = subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder),
             PEER], capture_output=True, text=True, check=False)
        if done.returncode or not program.exists():
            skip(f"{PEER} cannot be installed: {done.stderr.strip()[-300:]}")
    program.chmod(0o755)
    return program


def comops_times(comops: str, work: Path, turn: int) -> tuple[dict[int, float], list[int], str]:
    """Median one-way time by size in microseconds, the hardware threads, and the library."""
    file = work / f"{turn}.jsonl"
    done = subprocess.run(
        [comops, "run", "--paths", "mpi", "--patterns", "pingpong", "--buffers", "reuse", "--ranks",
         "2", "--placements", "bus", "--sizes", ",".join(map(str, SIZES)), "--method", "comops",
         "--budget", "4s", "-o", str(file)], capture_output=True, text=True, check=False)
    if done.returncode:
        skip(f"comops cannot measure here:\n{done.stderr}")
    first, *records = [json.loads(line) for line in file.read_text().splitlines()]
    cells = [r for r in records if r["record"] == "cell"]
    return {c["bytes"]: c["median_us"] for c in cells}, cells[0]["pus"], first["runtimes"]["mpi"]


def imb_times(program: Path, mpiexec: str, libdir: str, pus: list[int], work: Path) -> dict[int, float]:
    """One-way time by size in microseconds: from IMB's rate (10^6 bytes/s), which has more digits
    than its time."""
    lengths = work / "lengths"
    lengths.write_text("".join(f"{size}\n" for size in SIZES))
    done = subprocess.run(
        [mpiexec, "-bind-to", "user:" + ",".join(map(str, pus)), "-n", "2", str(program), "PingPong",
         "-msglen", str(lengths), "-iter", "50000,500", "-iter_policy", "off", "-time", "5"],
        capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
        env={**os.environ, "LD_LIBRARY_PATH": libdir})
    rows = re.findall(r"^\s*(\d+)\s+\d+\s+[\d.]+\s+([\d.]+)\s*$", done.stdout, flags=re.M)
    times = {int(size): int(size) / float(rate) for size, rate in rows if int(size) in SIZES}
    if len(times) != len(SIZES):
        skip(f"IMB does not run here:\n{done.stdout[-500:]}{done.stderr[-500:]}")
    return times


def main() -> None:
    comops, mpiexec, libdir, folder = sys.argv[1:]
    program = imb_program(Path(folder))
    ours, theirs = {s: [] for s in SIZES}, {s: [] for s in SIZES}
    with tempfile.TemporaryDirectory() as name:
        for turn in range(TURNS):
            times, pus, library = comops_times(comops, Path(name), turn)
            peer = imb_times(program, mpiexec, libdir, pus, Path(name))
            for size in SIZES:
                ours[size].append(times[size])
                theirs[size].append(peer[size])
    print(f"{library[:100]}\nping-pong, one way, reused buffers, hardware threads {pus}, "
          f"median of {TURNS} turns\n")
    print(f"{'bytes':>9} {'comops us':>11} {'IMB us':>11} {'comops/IMB':>11}   95 % interval")
    worst = 0.0
    for size in SIZES:
        # Turn by turn: what changes the machine between turns changes both.
        ratios = sorted(a / b for a, b in zip(ours[size], theirs[size]))
        ratio = statistics.median(ratios)
        worst = max(worst, abs(ratio - 1))
        print(f"{size:>9} {statistics.median(ours[size]):>11.3f} {statistics.median(theirs[size]):>11.3f} "
              f"{ratio:>11.3f}   [{ratios[1]:.3f}, {ratios[-2]:.3f}]")
    print(f"\n{'within' if worst <= TOLERANCE else 'NOT within'} {TOLERANCE:.0%}")
    sys.exit(worst > TOLERANCE)


main()
