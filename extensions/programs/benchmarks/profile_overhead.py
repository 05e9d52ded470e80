# SPDX-License-Identifier: BSD-3-Clause
"""What comops profile adds to a call: the same program with and without the library, in turns,
the fastest of all turns: the clock of a virtual machine's cores changes within seconds.

Usage: profile_overhead.py MPIEXEC PROGRAM [TURNS]
"""

import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from comops_programs.launch import environment, library

MPIEXEC, PROGRAM = sys.argv[1:3]
TURNS = int(sys.argv[3]) if len(sys.argv) > 3 else 10


def times(variables: dict[str, str]) -> dict[str, float]:
    """ns by call."""
    done = subprocess.run([MPIEXEC, "-n", "1", PROGRAM], env=variables, capture_output=True,
                          text=True, check=True)
    return {name: float(ns) for name, ns in map(str.split, done.stdout.splitlines())}


def main() -> None:
    plain, profiled = defaultdict(list), defaultdict(list)
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        profiled_by = environment(Path(folder), dict(os.environ), library())
        for _ in range(TURNS):
            for kept, variables in ((plain, dict(os.environ)), (profiled, profiled_by)):
                for name, ns in times(variables).items():
                    kept[name].append(ns)
    print(f"{'call':<28}{'ns':>8}{'profiled':>10}{'more':>7}{'ratio':>7}")
    for name in plain:
        without, within = min(plain[name]), min(profiled[name])
        print(f"{name:<28}{without:8.1f}{within:10.1f}{within - without:7.1f}"
              f"{within / without:7.2f}")


main()
