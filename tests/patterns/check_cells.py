# SPDX-License-Identifier: BSD-3-Clause
"""Runs one implementation over odd sizes in both buffer modes and looks at what it says.

Usage: check_cells.py right|wrong PROTOCOL PATTERN RANKS COMMAND...

The command is the worker with its launcher; "%d" in it becomes the number of ranks. `right`
wants every cell valid, `wrong` wants every cell rejected for its data.
"""

import json
import subprocess
import sys
import tempfile

PAGE = 4096


def sizes(unit: int) -> list[int]:
    """Bytes: one element, seven, and around a page; an eager and a rendezvous message."""
    odd = [1, 7, PAGE - 1, PAGE, PAGE + 1, 70001]
    return sorted({max(unit, size // unit * unit) for size in odd})


def unit_of(protocol: str, pattern: str, worker: str) -> int:
    """Bytes that a size must be a multiple of, as the worker lists it."""
    listed = subprocess.run([worker, "--list"], capture_output=True, text=True, check=True).stdout
    for line in map(json.loads, listed.splitlines()):
        if (line["protocol"], line["pattern"]) == (protocol, pattern):
            return line["unit"]
    sys.exit(f"the worker does not list {protocol}/{pattern}:\n{listed}")


def run(protocol: str, pattern: str, worker: str, command: list[str]) -> tuple[int, list[dict], str]:
    """Exit status, cell records and standard error of the worker."""
    cells = [
        {"pattern": pattern, "protocol": protocol, "bytes": size, "buffers": buffers,
         "repeats": 3, "samples": 2}
        for size in sizes(unit_of(protocol, pattern, worker)) for buffers in ("reuse", "rewrite")
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as batch:
        batch.writelines(json.dumps(cell) + "\n" for cell in cells)
        batch.flush()
        done = subprocess.run([*command, "--batch", batch.name], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False)
    records = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if len(records) != len(cells):
        sys.exit(f"{len(records)} records for {len(cells)} cells\n{done.stdout}{done.stderr}")
    return done.returncode, records, done.stderr


def main() -> None:
    verdict, protocol, pattern, ranks, *command = sys.argv[1:]
    worker = next(word for word in command if "comops-" in word)
    command = [ranks if word == "%d" else word for word in command]
    status, records, errors = run(protocol, pattern, worker, command)
    want_valid = verdict == "right"
    bad = [r for r in records if r["valid"] != want_valid or r["ranks"] != int(ranks)]
    for record in bad:
        print(json.dumps(record))
    if bad or (status == 0) != want_valid:
        sys.exit(f"{len(bad)} of {len(records)} cells are not {verdict}, exit status {status}\n{errors}")
    if not want_valid and "wrong data" not in errors:
        sys.exit(f"rejected, but not for its data:\n{errors}")
    print(f"{len(records)} cells {'right' if want_valid else 'rejected'}")


main()
