# SPDX-License-Identifier: BSD-3-Clause
"""The records of a simulation, and writing them."""

import json
import math
import os
import platform as system
import sys
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any, TextIO

from common.catalogue import CATALOGUE
from common.console import OutputError, leave, show
from simulate.engines.engine import Engine
from simulate.engines.jobs import Job
from simulate.platforms import Platform
from simulate.engines.workers import Answer, Cell

SCHEMA = "comops/1"

Record = dict[str, Any]


def now() -> str:
    """UTC, as in all records."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _platform(engine: Engine, platform: Platform) -> Record:
    """Everything that determines the simulated times."""
    return {
        "name": platform.name,
        "description": platform.description,
        "parameters": [asdict(parameter) for parameter in platform.parameters],
        **engine.facts(platform),
    }


def _declared(line: Record) -> Record:
    """What an implementation says of itself; null: nothing."""
    return {name: line[name] for name in ("path", "protocol", "pattern", "summary")} | {
        name: line.get(name) for name in ("copies", "lines", "waits")}


def campaign(engine: Engine, jobs: Sequence[Job]) -> Record:
    """The first record: the command, the machines, the implementations."""
    platforms = {job.platform.name: job.platform for job in jobs}
    one = next(iter(platforms.values()))
    used = {(cell["path"], cell["protocol"], cell["pattern"]) for job in jobs for cell in job.cells}
    listed = {(line["path"], line["protocol"], line["pattern"]): line
              for job in jobs for line in job.offer.implementations}
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
        "machine": "; ".join(platform.description for platform in platforms.values()),
        "governor": None,
        "transparent_hugepages": None,
        "numa_balancing": None,
        "topology_xml": one.topology_xml or "",
        "implementations": [_declared(line) for name, line in listed.items() if name in used],
        "compiler": os.environ.get("COMOPS_COMPILER", "unknown"),
        "flags": os.environ.get("COMOPS_FLAGS", "unknown"),
        "clock": {"step_ns": 1, "cost_ns": 0},
        "runtimes": engine.runtimes,
        "launchers": engine.launchers,
        "simulated": True,
        "engine": engine.name,
        "platforms": [_platform(engine, platform) for platform in platforms.values()],
    }


def cell(engine: Engine, job: Job, cell: Cell, answer: Answer) -> Record:
    """The record of a cell from the worker's answer: its time is the median of the samples, which
    differ only where lines come in turns. The worker's view of the machine it ran on is left out.
    """
    time = median(answer["samples_us"] or [0])
    if answer["valid"] and not 0 < time < math.inf:
        why = f"the simulated time is {time:g} us"
        answer = {"samples_us": [], "valid": False, "error": why}
    samples, valid, ranks = answer["samples_us"], answer["valid"], job.ranks
    record: Record = {
        "record": "cell", "placement": job.platform.name, "memory": "local", "ranks": ranks,
        "mode": "isolated", "method": "batch", "repeats": 1, "samples_us": samples,
        "blocks": [len(samples)] * valid, "launches": [1] * valid, "launch_us": [time] * valid,
        "voided": 0,
        "valid": valid,
        "pus": [None] * ranks, "numa": [None] * ranks, "huge_bytes": [0] * ranks,
        "numa_temporary": None, "oversubscribed": False, "started": now(), "duration_s": 0,
        "stopped": "batch" if valid else "error", "warnings": [], "simulated": True,
        "model": engine.model(job.platform, cell),
    } | {name: cell[name] for name in CATALOGUE["cell_key"] if name in cell}
    if "series" in cell:
        record["series_of"] = job.offer.patterns[cell["pattern"]]["series_of"]
    if not valid:
        return record | {"error": answer["error"]}
    if "rate_messages" in answer:
        record["messages_per_s"] = answer["rate_messages"] / time * 1e6
    return record | {name: answer[name] for name in ("where", "groups") if name in answer} | {
        "time_us": time, "median_us": time, "ci95_us": None,
        "rate_MBps": answer["rate_bytes"] / time, "rate_formula": answer["rate_formula"],
    }


def title(record: Record) -> str:
    """A cell in words."""
    where = f"{record['ranks']} ranks on {record['placement']}"
    what = f"{record['pattern']} over {record['path']}/{record['protocol']}"
    return f"{what}, {record['bytes']} bytes, {where}"


def write(record: Record, file: TextIO | None, printed: bool) -> None:
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


def default_name(platforms: Sequence[Platform]) -> Path:
    """comops-PLATFORM-TIME.jsonl in this folder, of several machines the first one's."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = Path(platforms[0].name).stem.replace(":", "-")
    return Path(f"comops-{name}{'-and-others' if len(platforms) > 1 else ''}-{stamp}.jsonl")
