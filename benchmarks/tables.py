# SPDX-License-Identifier: BSD-3-Clause
"""What these programs share: the rooms of the source tree can be imported; a program to measure
with, simulated cells, the valid cells of a results file, and tables in Markdown."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), *map(str, ROOT.glob("extensions/*/")),
                str(ROOT / "tests/reports/support")]

from comops.common.batch import batch_text  # noqa: E402


def comops_given(program: Path, ranks: int, placement: str, patterns: list[str]):
    """`comops` in a build folder or a prefix, to run campaigns with (peers.programs.Comops)."""
    program = program.resolve()
    os.environ["COMOPS_PROGRAM"] = str(program)
    built = program.parents[2] / "build.json"
    if built.exists():
        os.environ["COMOPS_BUILD"] = str(built)
    from comops_peers.programs import comops_here

    return comops_here(ranks, placement, patterns)


def batch_simulate(worker: str | Path, machine: str, ranks: int, cells: list[dict]
                   ) -> subprocess.CompletedProcess:
    """What a worker prints of them: a JSON object each."""
    with tempfile.TemporaryDirectory() as folder:
        file, batch = Path(folder, "machine"), Path(folder, "cells")
        file.write_text(machine, encoding="utf-8")
        batch.write_text(batch_text(cells), encoding="utf-8")
        return subprocess.run([worker, "--machine", file, "--ranks", str(ranks), "--batch", batch],
                              capture_output=True, text=True, check=False)


def cells_of(file: str | Path) -> list[dict]:
    with open(file, encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    return [record for record in records if record["record"] == "cell" and record["valid"]]


def most_ranks(cells: list[dict]) -> dict[str, int]:
    """Each machine's most ranks."""
    most: dict[str, int] = {}
    for cell in cells:
        most[cell["placement"]] = max(cell["ranks"], most.get(cell["placement"], 0))
    return most


def row(*words: object) -> str:
    return f"| {' | '.join(map(str, words))} |"


def head(*words: object) -> str:
    return f"{row(*words)}\n{'|---' * len(words)}|"
