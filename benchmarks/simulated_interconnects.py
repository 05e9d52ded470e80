# SPDX-License-Identifier: BSD-3-Clause
"""Machines beside each other at their most ranks, a table in Markdown.

Usage: simulated_interconnects.py FILE

    comops simulate --platform bus:16,crossbar:16 --ranks 2:16 --sizes 8,64K,1M \\
        --protocols barrier,direct,library,sendrecv -o interconnects.jsonl
    python benchmarks/simulated_interconnects.py interconnects.jsonl
"""

import json
import sys

COLUMNS = (("threads", "barrier"), ("threads", "direct"), ("mpi", "library"), ("mpi", "sendrecv"))


def time_text(us: float) -> str:
    return f"{us:.3g}" if us < 999.5 else f"{us:.0f}"


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        cells = [record for record in map(json.loads, file) if record["record"] == "cell"]
    most = max(cell["ranks"] for cell in cells)
    names = ("pattern", "bytes", "placement", "path", "protocol")
    times = {tuple(cell[name] for name in names): time_text(cell["time_us"])
             for cell in cells if cell["valid"] and cell["ranks"] == most}
    machines = list(dict.fromkeys(cell["placement"] for cell in cells))
    print("| operation | bytes | machine |",
          *(f"{path} {protocol} |" for path, protocol in COLUMNS))
    print("|---" * (3 + len(COLUMNS)) + "|")
    for pattern, size in dict.fromkeys((cell["pattern"], cell["bytes"]) for cell in cells):
        for machine in machines:
            entries = (times.get((pattern, size, machine, *column), "-") for column in COLUMNS)
            print(f"| {pattern} | {size} | {machine} |", *(f"{entry} |" for entry in entries))


main()
