# SPDX-License-Identifier: BSD-3-Clause
"""Table 4 of Worley 1999 with a row for this machine, in Markdown: serial Mflop/s of PSTSWM, with
the FFT of a library / with the code's own.

Usage: pstswm_table4.py COMOPS SOURCE-ROOT
"""

import csv
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

COMOPS, ROOT = sys.argv[1], Path(sys.argv[2])
PROBLEMS = ("T42L1", "T42L16", "T85L1", "T85L16", "T170L1")
Rates = dict[tuple[str, bool], float]  # of a problem, with or without a library's FFT


def printed() -> dict[str, Rates]:
    machines: dict[str, Rates] = defaultdict(dict)
    with (ROOT / "reference/worley1999-table4.csv").open() as file:
        for row in csv.DictReader(file):
            problem = row["pattern"].removeprefix("pstswm:")
            library = row["protocol"] == "with math library"
            machines[row["machine"]][problem, library] = float(row["value"])
    return machines


def measured() -> Rates:
    """The fastest runs."""
    done = subprocess.run([COMOPS, "pstswm", "--json"], capture_output=True, text=True, check=True)
    rates: Rates = {}
    for record in map(json.loads, done.stdout.splitlines()):
        key = f"{record['truncation']}L{record['levels']}", record["fft"] == "fftw"
        rates[key] = max(rates.get(key, 0), record["mflops"])
    return rates


def row(machine: str, rates: Rates) -> str:
    def text(problem: str, library: bool) -> str:
        rate = rates.get((problem, library))
        return f"{rate:.5g}" if rate else "-"

    cells = [f"{text(problem, True)} / {text(problem, False)}"
             if {(problem, True), (problem, False)} & rates.keys() else "" for problem in PROBLEMS]
    return "| " + " | ".join([machine, *cells]) + " |"


print("| " + " | ".join(["machine", *PROBLEMS]) + " |")
print("|---" * (1 + len(PROBLEMS)) + "|")
for name, values in printed().items():
    print(row(name, values))
print(row("this machine", measured()))
