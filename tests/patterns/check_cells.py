# SPDX-License-Identifier: BSD-3-Clause
"""Runs all implementations of protocols over odd sizes and checks their data.

Usage: check_cells.py right|small|large|wrong PROTOCOL,... RANKS COMMAND...

The command is a launcher and a worker, or a worker of threads with `--ranks %d`. `families` stands
for all of Worley's protocols. `right` expects every cell to be valid, but one of 0 bytes to be
refused where the pattern has no such message; `small` and `large` are the same for messages below
1 MiB and for the others. `wrong` expects every cell to be rejected for its data or its order.
"""

import json
import os
import re
import sys
from itertools import product

import batch

PAGE = 4096
REFUSED = "power of two"  # a pattern may not exist for three ranks
EMPTY = "it has no message of 0 bytes"
LARGE = {"bytes": (4 << 20) + 8, "op": "sum", "datatype": "float"}
REDUCTIONS = list(product(("max", "sum"), ("double", "float", "int64", "int32")))


def sizes(pattern: dict, oversubscribed: bool) -> list[int]:
    """Bytes: one element, seven, and around a page; an eager and a rendezvous message; none."""
    unit = pattern["unit"]
    if not unit:
        return [0]
    odd = [1, PAGE + 1, 70001] if oversubscribed else [1, 7, PAGE - 1, PAGE, PAGE + 1, 70001]
    if pattern["series_of"] == "volume":
        odd = [1000, PAGE, 8192]
    none = {0} if pattern["empty"] else set()
    return sorted({max(unit, size // unit * unit) for size in odd} | none)


def series(pattern: dict) -> list[int]:
    """Every partner, or the smallest volume."""
    smallest = pattern["series"] and [min(pattern["series"])]
    return (smallest if pattern["series_of"] == "volume" else pattern["series"]) or [0]


def messages(pattern: dict, lengths: list[int], brief: bool) -> list[dict]:
    """The sizes, with their reductions: the paper's maximum at every size; others at the largest
    size and at 24 bytes, which fill no cache line; one sum of 4 MiB and 8 bytes."""
    usual = [{"bytes": size} for size in lengths]
    if not pattern["reduces"]:
        return usual
    return usual + [LARGE] * (not brief) + [
        {"bytes": size, "op": op, "datatype": datatype}
        for size in lengths[-1:] + [24] * (not brief) for op, datatype in REDUCTIONS[1:]]


def cells_of(protocols: list[str], pattern: dict, ranks: int, processes: bool) -> list[dict]:
    """The protocols side by side: they are set up together, over the same buffers. Processes that
    share a core run the smallest and the largest size only, in the mode that hides least."""
    oversubscribed = ranks > len(os.sched_getaffinity(0))
    brief = oversubscribed and (processes or len(protocols) > 1)
    repeats = 1 if pattern["isolated"] else 2 if oversubscribed else 3
    asked = sizes(pattern, oversubscribed)
    if brief:  # of a volume not its many small messages; the largest for protocols that overlap
        asked = asked[-2:] if pattern["series_of"] == "volume" else [asked[0], asked[-1]]
    return [
        {"pattern": pattern["name"], "protocol": protocol, "series": value,
         "buffers": buffers, "consume": "timed", "repeats": repeats,
         "samples": 1 if brief else 2} | message
        for value in series(pattern) for message in messages(pattern, asked, brief)
        for buffers in (["rewrite"] if brief else ["reuse", "rewrite"]) for protocol in protocols
        if not (brief and protocol.startswith(("(2", "(3")) and message["bytes"] == asked[0])
    ]


def protocols_by_pattern(worker: list[str], protocols: set[str]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for line in batch.ask(worker, "--list"):
        if "pattern" in line and protocols & {line["protocol"], line.get("family") and "families"}:
            names.setdefault(line["pattern"], []).append(line["protocol"])
    return names


def without_bytes(protocols: dict[str, list[str]], patterns: list[dict]) -> list[dict]:
    """Cells that do not exist; over one protocol, because the pattern refuses them."""
    return [{"pattern": pattern["name"], "protocol": protocols[pattern["name"]][0], "bytes": 0,
             "series": series(pattern)[0]}
            for pattern in patterns if pattern["unit"] and not pattern["empty"]]


def wanted_cells(verdict: str, named: str, ranks: int, command: list[str]) -> list[dict]:
    worker = batch.worker_of(command)
    protocols = protocols_by_pattern(worker, set(named.split(",")))
    patterns = [pattern for pattern in batch.ask(worker, "--ranks", str(ranks), "--patterns")
                if verdict == "wrong" or pattern["name"] in protocols]
    cells = [cell for pattern in patterns
             for cell in cells_of(protocols[pattern["name"]], pattern, ranks,
                                  batch.is_launched(command))
             if verdict != "wrong" or cell["bytes"] or not pattern["empty"]]  # none is never wrong
    if verdict == "right":
        cells += without_bytes(protocols, patterns)
    return [cell for cell in cells if verdict not in ("small", "large")
            or (verdict == "large") == (cell["bytes"] == LARGE["bytes"])]


def main() -> None:
    verdict, protocols, ranks, *command = sys.argv[1:]
    if refusal := batch.refusal(batch.worker_of(command)):
        print(f"skipped: {refusal}")
        sys.exit(77)
    cells = wanted_cells(verdict, protocols, int(ranks), command)
    if not cells:
        print(f"skipped: this worker has no implementation of {protocols}")
        sys.exit(77)
    done, records = batch.run(command, int(ranks), cells)
    if len(records) != len(cells):
        sys.exit(f"{len(records)} records for {len(cells)} cells\n{done.stdout}{done.stderr}")
    want_valid = verdict != "wrong"
    if sum(EMPTY in r.get("error", "") for r in records) != sum("samples" not in c for c in cells):
        sys.exit(f"not each message of 0 bytes is refused, or one too many\n{done.stderr}")
    all_records = len(records)
    records = [r for r in records if not re.search(f"{EMPTY}|{REFUSED}", r.get("error", ""))]
    left_out = all_records - len(records)
    bad = [r for r in records if r["valid"] != want_valid or len(r["pus"]) != int(ranks)]
    for record in bad:
        print(json.dumps(record))
    if bad or (done.returncode == 0) != (want_valid and not left_out):
        sys.exit(f"{len(bad)} of {len(records)} cells are not {verdict}, "
                 f"exit {done.returncode}\n{done.stderr}")
    reasons = [line for line in done.stderr.splitlines() if line.startswith("comops")]
    if not want_valid and not all(line.split(": ")[2].startswith("wrong ") or REFUSED in line
                                  for line in reasons):
        sys.exit(f"rejected, but not for its data or order:\n{done.stderr}")
    print(f"{len(records)} cells {'right' if want_valid else 'rejected'}, "
          f"{left_out} do not exist for {ranks} ranks")


main()
