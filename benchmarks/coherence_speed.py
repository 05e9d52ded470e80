# SPDX-License-Identifier: BSD-3-Clause
"""How fast one machine is simulated: processor seconds, and charged accesses a second.

Fails if a cell takes longer than it may.

Usage: coherence_speed.py WORKER SOURCE-ROOT
"""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

WORKER, ROOT = (Path(sys.argv.pop(1)).resolve() for _ in range(2))
sys.path[:0] = [str(ROOT / "simulate"), str(ROOT)]

from descriptions.__main__ import description_find  # noqa: E402

SMALL, LONG = 8, 1 << 20
# Machine, ranks, path, pattern, protocol, bytes; and the most seconds it may take.
CELLS = [
    *((machine, ranks, "threads", pattern, protocol, SMALL, most)
      for machine, ranks, most in (("bus:64", 64, 1), ("bus:256", 256, 10))
      for pattern, protocol in (("broadcast", "direct"), ("barrier", "barrier"),
                                ("reduce", "barrier"), ("allreduce", "put"),
                                ("alltoall", "direct"), ("alltoall", "get"))),
    ("bus:64", 64, "mpi", "alltoall", "library", SMALL, 1),
    ("bus:256", 256, "mpi", "alltoall", "library", SMALL, 10),
    ("crossbar:64", 64, "threads", "alltoall", "direct", LONG, 60),
]


def processor_seconds() -> float:
    """Of all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(folder: str, machine: str, ranks: int, path: str, pattern: str, protocol: str,
        size: int) -> tuple[float, int]:
    """Seconds and accesses."""
    cell = {"path": path, "pattern": pattern, "protocol": protocol,
            "bytes": 0 if pattern == "barrier" else size, "buffers": "rewrite", "consume": "timed"}
    description, cells = Path(folder, "machine.json"), Path(folder, "cells")
    description.write_text(json.dumps(description_find(machine)), encoding="utf-8")
    cells.write_text(json.dumps(cell), encoding="utf-8")
    before = processor_seconds()
    done = subprocess.run([WORKER, "--machine", description, "--ranks", str(ranks), "--batch",
                           cells], capture_output=True, text=True, check=True)
    return processor_seconds() - before, json.loads(done.stdout)["accesses"]


def main() -> None:
    print("| machine | ranks | operation over | bytes | seconds | accesses, 10^6 a second |\n"
          "|---|---:|---|---:|---:|---:|")
    late = []
    for machine, ranks, path, pattern, protocol, size, most in CELLS:
        with tempfile.TemporaryDirectory() as folder:
            took, accesses = run(folder, machine, ranks, path, pattern, protocol, size)
        name = f"{pattern} {path}/{protocol}"
        print(f"| {machine} | {ranks} | {name} | {size} | {took:.2f} | "
              f"{accesses / took / 1e6:.1f} |", flush=True)
        if took > most:
            late.append(f"{name} on {machine} takes more than {most} s")
    sys.exit("\n".join(late))


main()
