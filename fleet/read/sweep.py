# SPDX-License-Identifier: BSD-3-Clause
"""A sweep: one campaign on each of many nodes (docs/fleet.md)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from fleet.read.node import Facts
from fleet.read.table import INVALID, LOST, VALID, NodeRow, batches_read, table_of
from records.keys import CellKey
from records.lines import ResultsError

__all__ = ["INVALID", "LOST", "VALID", "ResultsError", "Sweep", "files_read", "sweep_read"]

SCHEMA = "comops-fleet/1"


@dataclass
class Sweep:
    """The times of all nodes that were measured.

    `times` [node, cell] are microseconds, NaN without a result; `valid` says why: LOST (no record),
    INVALID (a record without a result) or VALID. `cells` are keys as in a results file, in a stable
    order; `facts` and `started` (UTC) belong to `nodes`. `unmeasured` are the nodes of the plan
    without a readable results file, each with the reason; `plan` is fleet.json, empty of single
    results files; `notes` say what could not be used.
    """

    nodes: list[str]
    cells: list[dict[str, Any]]
    times: np.ndarray
    valid: np.ndarray
    facts: list[Facts]
    started: list[str]
    unmeasured: dict[str, str] = field(default_factory=dict)
    plan: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def key_record(key: CellKey) -> dict[str, Any]:
    """A key as in a results file, without what the cell does not have."""
    return {name: value for name, value in key._asdict().items()
            if value != "" and (name != "series" or key.series_of)}


def name_of(row: NodeRow) -> str:
    """The name of a node without a plan."""
    return str(row.facts.get("node_name") or row.host or "unknown")


def rows_read(files: Sequence[Path], names: Sequence[str] = ()) -> Sweep:
    """The nodes of some results files; `names` or, without them, what each file says."""
    batches = batches_read(files)
    every = [(row, keys) for keys, rows in batches for row in rows]
    called = [
        names[at] if names else str(files[at]) if isinstance(row, str) else name_of(row)
        for at, (row, _) in enumerate(every)
    ]
    read = [(name, row, keys) for name, (row, keys) in zip(called, every, strict=True)
            if isinstance(row, NodeRow)]
    keys, times, valid = table_of(batches, [(row, keys) for _, row, keys in read])
    return Sweep(
        nodes=[name for name, _, _ in read],
        cells=[key_record(key) for key in keys],
        times=times,
        valid=valid,
        facts=[row.facts for _, row, _ in read],
        started=[row.started for _, row, _ in read],
        unmeasured={name: row for name, (row, _) in zip(called, every, strict=True)
                    if isinstance(row, str)},
        notes=[note for _, row, _ in read for note in row.notes],
    )


def files_read(files: Sequence[Path]) -> list[Sweep]:
    """Each results file as a sweep of one node; ResultsError if nothing in it can be read."""
    sweeps = []
    for file in files:
        sweep = rows_read([file])
        if sweep.unmeasured:
            raise ResultsError(*sweep.unmeasured.values())
        sweeps.append(sweep)
    return sweeps


def plan_read(folder: Path) -> dict[str, Any]:
    """DIR/fleet.json; ResultsError if it is not a plan."""
    file = folder / "fleet.json"
    try:
        plan = json.loads(file.read_bytes())
    except OSError as error:
        raise ResultsError(f"{file}: {error.strerror}: {folder} is not the folder of a sweep; "
                           "`comops fleet run` makes one") from None
    except (ValueError, RecursionError):
        raise ResultsError(f"{file}: not JSON") from None
    if not isinstance(plan, Mapping) or plan.get("schema") != SCHEMA:
        raise ResultsError(f"{file}: not the plan of a sweep (its schema is not {SCHEMA})")
    nodes = plan.get("nodes")
    if not isinstance(nodes, list) or not all(type(one) is str and is_name(one) for one in nodes):
        raise ResultsError(f"{file}: nodes are not a list of names")
    return dict(plan)


def is_name(node: str) -> bool:
    """Whether it names a file of the folder nodes/."""
    return bool(node) and "/" not in node and node[0] != "."


def sweep_read(folder: Path) -> Sweep:
    """The sweep in a folder; ResultsError if there is none.

    A node without a results file, or with one that cannot be read, is in `unmeasured`.
    """
    plan = plan_read(folder)
    files = {node: folder / "nodes" / f"{node}.jsonl" for node in plan["nodes"]}
    there = [node for node, file in files.items() if file.exists()]
    sweep = rows_read([files[node] for node in there], there)
    sweep.plan = plan
    for node in files:
        if node not in there:
            sweep.unmeasured[node] = "no results file: not measured, or still being measured"
    if isinstance(plan.get("partition"), str):
        for facts in sweep.facts:
            facts["partition"] = plan["partition"]
    return sweep
