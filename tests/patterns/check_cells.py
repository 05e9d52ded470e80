# SPDX-License-Identifier: BSD-3-Clause
"""Runs implementations over odd sizes in both buffer modes and looks at what they say.

Usage: check_cells.py right|wrong PROTOCOL RANKS COMMAND...

The command is the worker with its launcher; "%d" in it becomes the number of ranks. `right` wants
every cell that the worker has over the protocol (`worley`: over all of Worley's) to be valid;
`wrong` wants one of every pattern, each rejected for its data or its order.
"""

import json
import os
import subprocess
import sys
import tempfile
from itertools import product

PAGE = 4096
REFUSED = "powers of two"  # a pattern may not exist for three ranks


def sizes(pattern: dict, oversubscribed: bool) -> list[int]:
    """Bytes: one element, seven, and around a page; an eager and a rendezvous message."""
    unit = pattern["unit"]
    if not unit:
        return [0]
    odd = [1, PAGE + 1, 70001] if oversubscribed else [1, 7, PAGE - 1, PAGE, PAGE + 1, 70001]
    if pattern["series_of"] == "volume":
        odd = [1000, PAGE, 8192]
    return sorted({max(unit, size // unit * unit) for size in odd})


def series(pattern: dict, ranks: int) -> list[int]:
    """Every partner, or the smallest volume."""
    if pattern["series_of"] == "partner":
        return list(range(1, ranks))
    return [8192] if pattern["series_of"] == "volume" else [0]


def combinings(pattern: dict, some: list[int], brief: bool) -> list[dict]:
    """What the cells of each size combine: the paper's at every one, all others at the largest and
    at 24 bytes, which are no whole line; one at 4 MiB and 8 bytes."""
    usual = [{"bytes": size} for size in some]
    if not pattern["reduces"]:
        return usual
    if not brief:
        usual.append({"bytes": (4 << 20) + 8, "op": "sum", "datatype": "float"})
    return usual + [{"bytes": size, "op": op, "datatype": datatype}
                    for size in some[-1:] + [24] * (not brief)
                    for op, datatype in product(("max", "sum"), ("double", "float", "int64"))
                    if (op, datatype) != ("max", "double")]


def cells_of(protocols: list[str], pattern: dict, ranks: int, processes: bool) -> list[dict]:
    """The protocols side by side: they are set up together, over the same buffers. Processes that
    share a core wait by polling for milliseconds: then the smallest and the largest size, and the
    mode that hides least."""
    oversubscribed = ranks > len(os.sched_getaffinity(0))
    brief = oversubscribed and (processes or len(protocols) > 1)
    repeats = 1 if pattern["isolated"] else 2 if oversubscribed else 3
    some = sizes(pattern, oversubscribed)
    if brief:  # of a volume not its many small messages
        some = some[-2:] if pattern["series_of"] == "volume" else [some[0], some[-1]]
    return [
        {"pattern": pattern["name"], "protocol": protocol, "series": value,
         "buffers": buffers, "repeats": repeats, "samples": 1 if brief else 2} | size
        for value in series(pattern, ranks) for size in combinings(pattern, some, brief)
        for buffers in (["rewrite"] if brief else ["reuse", "rewrite"]) for protocol in protocols
    ]


def run(cells: list[dict], command: list[str]) -> tuple[int, list[dict], str]:
    """Exit status, cells and standard error of the worker."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as batch:
        batch.writelines(json.dumps(cell) + "\n" for cell in cells)
        batch.flush()
        done = subprocess.run([*command, "--batch", batch.name], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False)
    records = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if len(records) != len(cells):
        sys.exit(f"{len(records)} records for {len(cells)} cells\n{done.stdout}{done.stderr}")
    return done.returncode, records, done.stderr


def ask(worker: str, option: str) -> list[dict]:
    answer = subprocess.run([worker, option], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in answer.stdout.splitlines()]


def main() -> None:
    verdict, protocol, ranks, *command = sys.argv[1:]
    worker = next(word for word in command if "comops-" in word)
    command = [ranks if word == "%d" else word for word in command]
    protocols: dict[str, list[str]] = {}  # of each pattern
    for line in ask(worker, "--list"):
        if "pattern" in line and protocol in (line["protocol"], line.get("family") and "worley"):
            protocols.setdefault(line["pattern"], []).append(line["protocol"])
    cells = [cell for pattern in ask(worker, "--patterns")
             if verdict == "wrong" or pattern["name"] in protocols
             for cell in cells_of(protocols[pattern["name"]], pattern, int(ranks),
                                  len(command) > 3)]
    status, records, errors = run(cells, command)
    want_valid = verdict == "right"
    left_out = [r for r in records if REFUSED in r.get("error", "")]
    records = [r for r in records if r not in left_out]
    bad = [r for r in records if r["valid"] != want_valid or len(r["pus"]) != int(ranks)]
    for record in bad:
        print(json.dumps(record))
    if bad or (status == 0 and not want_valid) or (status and want_valid and not left_out):
        sys.exit(f"{len(bad)} of {len(records)} cells are not {verdict}, exit {status}\n{errors}")
    if not want_valid and not all(line.split(": ")[2].startswith("wrong ") or REFUSED in line
                                  for line in errors.splitlines() if line.startswith("comops")):
        sys.exit(f"rejected, but not for its data or order:\n{errors}")
    print(f"{len(records)} cells {'right' if want_valid else 'rejected'}, "
          f"{len(left_out)} do not exist for {ranks} ranks")


main()
