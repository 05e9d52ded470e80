# SPDX-License-Identifier: BSD-3-Clause
"""The engines: how their workers are started, and what they are."""

import math
import os
import re
import shutil
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from comops.measure.launch.places import library_file, program_file
from comops.measure.launch.processes import output_of
from comops.results.plan import Group
from comops_simulate.descriptions.description import description_text, distance
from comops_simulate.platforms import Platform

COHERENCE_MISSING = "this COMOPS was built without comops-coherence, which simulates threads"
SMPIRUN_MISSING = "smpirun is missing; on Debian and Ubuntu: apt-get install libsimgrid-dev"
SMPI_MISSING = "this COMOPS was built without SimGrid: install libsimgrid-dev and build again"
NO_CACHES = "nothing is known of its caches"
NO_MESSAGES = "no curve of its messages is known; --curves names files that have one"
COLD = "messages know no caches"
CURVES = "libcomops-curves.so"
# Only the platform counts: neither computation nor reading the clock takes time, links have the
# rates and latencies of their file.
OPTIONS = [
    "smpi/simulate-computation:no",
    "smpi/host-speed:1Gf",
    "smpi/wtime:0",
    "network/crosstraffic:0",
    "network/weight-S:0",
    "network/TCP-gamma:0",
]
# Loads and stores take no simulated time, and each poll of flush_spin an unrealistic one.
NOT_SIMULATED = ("shared", "flush_spin")
# By protocol and pattern. SMPI of SimGrid 3.32 loses updates in exclusive locks, and lets several
# ranks swap the same value.
WRONG = (("library", "mutual_exclusion"), ("library", "single"))

Cell = dict[str, Any]  # a line of a worker's --batch
Answer = dict[str, Any]  # and what it prints


class NoSimulator(Exception):
    """The engine is missing; the text says how to get it."""


class Start(NamedTuple):
    """A start of a worker in a folder of its own, which has these files."""

    files: dict[str, str]
    command: list[str]
    environment: dict[str, str] = {}


class SimulationEngine:
    """`runtimes`: by path, what stands for its runtime. Each engine also has `start`, how a worker
    is started; `absence`, why it cannot simulate so many ranks of a machine; `facts`, what the
    campaign records of it. Missing if it cannot be made."""

    name: str
    label: str  # of the path that it mostly simulates
    workers: int  # that may run at a time
    runtimes: dict[str, str]
    launchers: dict[str, dict[str, Any]] = {}
    runs: dict[str, int] = {}  # `samples`, `warmups`, `checks` of a cell, unless the worker decides

    def offers(self, protocol: str, pattern: str) -> bool:
        """Whether it can simulate what its worker offers."""
        return True

    def refusal(self, group: Group) -> str | None:
        """Why it cannot simulate such cells."""
        return None

    def model(self, platform: Platform, protocol: str) -> str:
        """The name of the model that simulates a cell; cells of different models have different
        starts."""
        return self.name


class Coherence(SimulationEngine):
    """The worker comops-coherence: threads, and our own code in processes."""

    name, label = "coherence", "threads"
    workers = len(os.sched_getaffinity(0))
    runtimes = {"threads": "GCC's libgomp as simulated"}

    def __init__(self) -> None:
        self.worker = program_file("comops-coherence", "extensions/simulate")
        if not self.worker:
            raise NoSimulator(COHERENCE_MISSING)

    def start(self, platform: Platform, ranks: int, model: str, words: Sequence[str]) -> Start:
        return Start({"machine": description_text(platform.machine)},
                     [str(self.worker), "--machine", "machine", "--ranks", str(ranks), *words])

    def absence(self, platform: Platform, ranks: int = 2) -> str | None:
        return None if platform.machine else NO_CACHES

    def facts(self, platform: Platform) -> dict[str, Any]:
        return {"machine": platform.machine}


class Smpi(SimulationEngine):
    """smpirun from PATH and the worker built for it: every message of MPI."""

    name, label = "smpi", "mpi"
    workers = 1  # all-to-all of 256 ranks takes gigabytes
    # All runs take the same time; with many ranks each takes seconds. Another check follows.
    runs = {"samples": 1, "warmups": 0, "checks": 1}

    def __init__(self) -> None:
        if not (smpirun := shutil.which("smpirun")):
            raise NoSimulator(SMPIRUN_MISSING)
        if not (worker := program_file("comops-smpi", "extensions/simulate")):
            raise NoSimulator(SMPI_MISSING)
        self.smpirun, self.worker = smpirun, worker
        self.curves = next((file for file in (library_file().with_name(CURVES), worker.with_name(
            CURVES)) if file.exists()), worker.with_name(CURVES))
        version = re.search(r"SimGrid version (\S+)", output_of([smpirun, "-version"]) or "")
        self.version = version[1] if version else "unknown"
        self.runtimes = {"mpi": f"SMPI of SimGrid {self.version}"}
        self.launchers = {"mpi": {"command": [smpirun, "-np", "%d"],
                                  "version": f"SimGrid {self.version}"}}

    def start(self, platform: Platform, ranks: int, model: str, words: Sequence[str]) -> Start:
        messages, hosts = platform.models[model], platform.hosts[:ranks]
        # What the ranks themselves do takes what it takes threads.
        machine = platform.machine or {"copy_MBps": math.inf, "reduce_ns_per_byte": 0}
        copy_ns = 1000 / machine["copy_MBps"]
        return Start(
            {"platform.xml": messages.xml, "hosts": "".join(f"{host}\n" for host in hosts),
             "curves": messages.curves},
            [self.smpirun, "-np", str(len(hosts)), "-platform",
             str(self.curves) if messages.curves else "platform.xml", "-hostfile", "hosts",
             "--log=root.threshold:error",
             *(f"--cfg={option}" for option in OPTIONS + messages.options()),
             str(self.worker), *words],
            {"COMOPS_COPY_NS_PER_BYTE": f"{copy_ns:.6g}",
             "COMOPS_REDUCE_NS_PER_BYTE": f"{max(copy_ns, machine['reduce_ns_per_byte']):.6g}"})

    def offers(self, protocol: str, pattern: str) -> bool:
        return protocol not in NOT_SIMULATED and (protocol, pattern) not in WRONG

    def absence(self, platform: Platform, ranks: int = 2) -> str | None:
        if not platform.models:
            return NO_MESSAGES
        cores = platform.machine["cores"][:ranks] if platform.curves else []
        without = {distance(*pair) for pair in combinations(cores, 2)} - {*platform.curves}
        return f"no curve for the distance {' and '.join(sorted(without))}" if without else None

    def refusal(self, group: Group) -> str | None:
        if group.buffers == "cold":
            return COLD
        alone = group.pattern.series_of == "partner" and not group.series
        return "a message to the rank itself takes no simulated time" if alone else None

    def model(self, platform: Platform, protocol: str) -> str:
        return platform.kind_of(protocol)

    def facts(self, platform: Platform) -> dict[str, Any]:
        return {"simgrid": self.version, "hosts": list(platform.hosts), "models": {
            kind: {"xml": model.xml, "options": model.options()}
            for kind, model in platform.models.items()}}
