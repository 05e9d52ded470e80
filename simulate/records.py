# SPDX-License-Identifier: BSD-3-Clause
"""The campaign record of a simulation, and writing records."""

import json
import os
import platform as system
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from common.console import OutputError, leave, show
from platforms import Platform

SCHEMA = "comops/1"


def now() -> str:
    """UTC, as in all records."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def campaign(platform: Platform, ranks: int, version: str, smpirun: str) -> dict[str, object]:
    """The first record: the command, and everything that determines the simulated times."""
    return {
        "record": "campaign",
        "schema": SCHEMA,
        "version": os.environ.get("COMOPS_VERSION", "unknown"),
        "command": ["comops", "simulate", *sys.argv[1:]],
        "seed": 0,
        "started": now(),
        "host": system.node(),
        "kernel": f"{system.system()} {system.release()}",
        "cpu": None,
        "machine": platform.description,
        "governor": None,
        "transparent_hugepages": None,
        "numa_balancing": None,
        "topology_xml": platform.topology_xml or "",
        "compiler": os.environ.get("COMOPS_COMPILER", "unknown"),
        "flags": os.environ.get("COMOPS_FLAGS", "unknown"),
        "clock": {"step_ns": 1, "cost_ns": 0},
        "runtimes": {"mpi": f"SMPI of SimGrid {version}"},
        "launchers": {"mpi": {"command": [smpirun, "-np", "%d"], "version": f"SimGrid {version}"}},
        "simulated": True,
        "platform": {
            "name": platform.name,
            "description": platform.description,
            "simgrid": version,
            "seats": list(platform.seats[:ranks]),
            "parameters": [asdict(parameter) for parameter in platform.parameters],
            "models": {
                kind: {"xml": model.xml, "options": model.costs.options()}
                for kind, model in platform.models().items()
            },
        },
    }


def write(record: dict[str, object], file: TextIO | None, printed: bool) -> None:
    """One line to the file and to standard output, flushed: a truncated file is still valid."""
    line = json.dumps(record, separators=(",", ":")) + "\n"
    if file:
        try:
            file.write(line)
            file.flush()
        except OSError as error:
            leave(file)
            raise OutputError(file.name, error) from None
    if printed:
        show(line)


def default_name(platform: Platform) -> Path:
    """comops-PLATFORM-TIME.jsonl in this folder."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return Path(f"comops-{Path(platform.name).stem.replace(':', '-')}-{stamp}.jsonl")
