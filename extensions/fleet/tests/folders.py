# SPDX-License-Identifier: BSD-3-Clause
"""Results files of nodes and folders of sweeps, as `comops run` and `comops fleet` write them."""

import json
import lzma
from pathlib import Path
from typing import Any

from filled import filled

KEY = {"pattern": "pingpong", "path": "threads", "protocol": "direct", "placement": "bus",
       "memory": "local", "ranks": 2, "bytes": 8, "buffers": "rewrite", "consume": "timed",
       "mode": "isolated", "method": "adaptive"}
FACTS = {"kernel": "6.1.0-31", "bios_version": "2.4.1", "memory_bytes": 2**39,
         "temperature_max": 61.5, "mpi_library_sha256": "5c0f" * 16}
STARTED = "2026-11-22T03:00:00.000Z"


def line(record: dict[str, Any]) -> str:
    return json.dumps(record, separators=(",", ":")) + "\n"


def campaign(node: str, started: str = STARTED, **facts: Any) -> dict[str, Any]:
    return filled({"record": "campaign", "started": started, "host": node,
                   "cpu": "Xeon", "runtimes": {"threads": "libgomp GOMP_5.1"},
                   "facts": FACTS | {"node_name": node} | facts})


def cell(time: float | None, **key: Any) -> dict[str, Any]:
    """A cell of this time in microseconds; None is an invalid one."""
    record = {"record": "cell"} | KEY | key | {"repeats": 1, "samples_us": [1.0, 2.0]}
    if time is None:
        return record | {"valid": False, "error": "rank 1 died"}
    return record | {"valid": True, "time_us": time, "median_us": time * 2, "ci95_us": [0.1, 9.0]}


def node_text(node: str, times: dict[int, float | None], started: str = STARTED,
              **facts: Any) -> str:
    """A results file with one cell for each size."""
    return line(campaign(node, started, **facts)) + "".join(
        line(cell(time, bytes=size)) for size, time in times.items())


def noisy_sweep() -> dict[str, str]:
    """The results files of a real sweep by node: eight campaigns with --budget 25 over threads and
    MPICH, one after the other by --engine local, while other programs loaded the machine (AMD EPYC
    virtual machine, 2 cores, 2026-11-27). Of each record it has what a check reads."""
    with lzma.open(Path(__file__).parent / "support/noisy-sweep.jsonl.xz", "rt") as lines:
        records = list(map(json.loads, lines))
    texts: dict[str, str] = {}
    for record in records:
        if record["record"] == "campaign":
            node = record["facts"]["node_name"]
            record = filled(record)
        texts[node] = texts.get(node, "") + line(record)
    return texts


def sweep_write(folder: Path, texts: dict[str, str | None], created: str = STARTED,
                **plan: Any) -> Path:
    """The folder of a sweep; a node whose text is None has no results file."""
    (folder / "nodes").mkdir(parents=True)
    record = {"schema": "comops-fleet/1", "created": created, "engine": "slurm",
              "partition": "batch", "nodes": list(texts), "options": [], "seed": 1,
              "program": "00", "window": 1, "wait": None} | plan
    (folder / "fleet.json").write_text(json.dumps(record))
    for node, text in texts.items():
        if text is not None:
            (folder / "nodes" / f"{node}.jsonl").write_text(text)
    return folder
