# SPDX-License-Identifier: BSD-3-Clause
"""`comops fleet check` of 10 000 nodes with 250 cells each: seconds and memory.

Usage: fleet_check.py COMOPS SOURCE-ROOT [NODES]. The table of the sweep is kept already, as after
a first check; reading the nodes' results files (22 GB) is not included. Exits 1 beyond 10 s or
2 GB.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMOPS, ROOT = sys.argv[1], Path(sys.argv[2]).resolve()
sys.path[:1] = [str(ROOT), str(ROOT / "tests/fleet")]

from fleet.check.sweep import TABLE, kept_write, state_of  # noqa: E402
from synthetic import HEAVY, fleet  # noqa: E402

NODES, CELLS = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000, 250
SECONDS, BYTES = 10, 2e9


def sweep_make(folder: Path) -> None:
    made = fleet(NODES, CELLS, noise=HEAVY)
    for node in range(0, NODES, 200):
        made.slow(node, 0.05)
        made.slow(node + 7, 0.05, pattern="gather")
        made.misconfigured(node + 9, bios_version="2.3.9")
    (folder / "fleet.json").write_text(json.dumps(made.sweep.plan))
    kept_write(folder / TABLE, state_of(folder), made.sweep)


def main() -> int:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as name:
        sweep_make(Path(name))
        begun = time.monotonic()
        done = subprocess.run([COMOPS, "fleet", "check", name, "--format", "json"],
                              env=os.environ | {"PATH": path}, capture_output=True, check=True)
        seconds = time.monotonic() - begun
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    print(f"{NODES:,} nodes x {CELLS} cells, {len(done.stdout) / 1e6:.1f} MB of JSON: "
          f"{seconds:.1f} s, {memory / 1e6:.0f} MB; reading the results files is not included")
    return int(seconds > SECONDS or memory > BYTES)


sys.exit(main())
