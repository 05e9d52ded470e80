# SPDX-License-Identifier: BSD-3-Clause
"""Machines beside each other at their most ranks, a table in Markdown.

Usage: simulated_interconnects.py FILE

    comops simulate --platform bus:16,crossbar:16 --ranks 2:16 --sizes 8,64K,1M \\
        --protocols barrier,direct,library,sendrecv -o interconnects.jsonl
    python extensions/simulate/benchmarks/simulated_interconnects.py interconnects.jsonl
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "benchmarks"))

from tables import cells_of, head, row  # noqa: E402

COLUMNS = (("threads", "barrier"), ("threads", "direct"), ("mpi", "library"), ("mpi", "sendrecv"))


def time_text(us: float) -> str:
    return f"{us:.3g}" if us < 999.5 else f"{us:.0f}"


def main() -> None:
    cells = cells_of(sys.argv[1])
    most = max(cell["ranks"] for cell in cells)
    names = ("pattern", "bytes", "placement", "path", "protocol")
    times = {tuple(cell[name] for name in names): time_text(cell["time_us"])
             for cell in cells if cell["ranks"] == most}
    machines = list(dict.fromkeys(cell["placement"] for cell in cells))
    print(head("operation", "bytes", "machine", *(" ".join(column) for column in COLUMNS)))
    for pattern, size in dict.fromkeys((cell["pattern"], cell["bytes"]) for cell in cells):
        for machine in machines:
            entries = (times.get((pattern, size, machine, *column), "-") for column in COLUMNS)
            print(row(pattern, size, machine, *entries))


main()
