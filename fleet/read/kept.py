# SPDX-License-Identifier: BSD-3-Clause
"""DIR/table.npz: the table of a sweep, kept so that its results files are read once."""

import contextlib
import json
import os
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from fleet.read.sweep import Sweep, plan_read, sweep_read

NAME = "table.npz"
VERSION = 1  # of this file and of what is read from results files
ARRAYS = ("times", "valid")


def sweep_kept(folder: Path) -> Sweep:
    """As sweep_read; from the kept table if no results file and no plan has changed since."""
    state = state_of(folder)
    kept = kept_read(folder / NAME, state)
    if kept is None:
        kept = sweep_read(folder)
        with contextlib.suppress(OSError):  # a read-only folder is read again each time
            kept_write(folder / NAME, state, kept)
    return kept


def state_of(folder: Path) -> dict[str, Any]:
    """The plan, and of each results file when it was written and its size."""
    plan, files = plan_read(folder), {}
    for node in plan["nodes"]:
        with contextlib.suppress(FileNotFoundError):
            found = os.stat(folder / "nodes" / f"{node}.jsonl")
            files[node] = [found.st_mtime_ns, found.st_size]
    return {"version": VERSION, "plan": plan, "files": files}


def kept_read(file: Path, state: dict[str, Any]) -> Sweep | None:
    try:
        with np.load(file) as table:
            head = json.loads(table["head"].tobytes())
            if head["state"] != state:
                return None
            return Sweep(**head["sweep"], **{name: table[name] for name in ARRAYS})
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile):
        return None


def kept_write(file: Path, state: dict[str, Any], sweep: Sweep) -> None:
    """Write the file whole, then rename it."""
    members = asdict(sweep)
    arrays = {name: members.pop(name) for name in ARRAYS}
    head = json.dumps({"state": state, "sweep": members}).encode()
    part = file.with_name(f"{NAME}.{os.getpid()}.part")
    with open(part, "wb") as output:
        np.savez(output, head=np.frombuffer(head, dtype=np.uint8), **arrays)
    part.replace(file)
