# SPDX-License-Identifier: BSD-3-Clause
"""The engines: how their workers are started, and what they are."""

import os
import re
import shutil
from collections.abc import Sequence
from typing import Any, NamedTuple

from comops.measure.launch.places import program_file
from comops.measure.launch.processes import output_of
from comops.results.plan import Group
from comops_simulate.descriptions.description import description_text
from comops_simulate.platforms import Platform

COHERENCE_MISSING = ("this COMOPS was built without comops-coherence; --engine smpi simulates MPI "
                     "alone")
SMPIRUN_MISSING = "smpirun is missing; on Debian and Ubuntu: apt-get install libsimgrid-dev"
SMPI_MISSING = "this COMOPS was built without SimGrid: install libsimgrid-dev and build again"
# Only the platform counts: neither computation nor reading the clock takes time, links have the
# rates and latencies of their file, and collectives are MPICH's.
OPTIONS = [
    "smpi/simulate-computation:no",
    "smpi/host-speed:1Gf",
    "smpi/wtime:0",
    "smpi/coll-selector:mpich",
    "smpi/lat-factor:0:1",
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


class SimulationEngine:
    """`runtimes`: by path, what stands for its runtime. Missing if it cannot be made."""

    name: str
    workers: int  # that may run at a time
    runtimes: dict[str, str]
    launchers: dict[str, dict[str, Any]] = {}
    consume: str  # by default
    caches: bool
    runs: dict[str, int] = {}  # `samples` and `checks` of a cell, unless the worker decides

    def start(self, platform: Platform, ranks: int, model: str, words: Sequence[str]) -> Start:
        """How a worker with these options is started."""
        raise NotImplementedError

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

    def facts(self, platform: Platform) -> dict[str, Any]:
        """What the campaign records of a platform for this engine."""
        raise NotImplementedError


class Coherence(SimulationEngine):
    """The worker comops-coherence."""

    name = "coherence"
    workers = len(os.sched_getaffinity(0))
    consume = "timed"
    caches = True
    runtimes = {"threads": "GCC's libgomp as simulated", "mpi": "MPICH's ch3:nemesis as simulated"}

    def __init__(self) -> None:
        self.worker = program_file("comops-coherence", "extensions/simulate")
        if not self.worker:
            raise NoSimulator(COHERENCE_MISSING)

    def start(self, platform: Platform, ranks: int, model: str, words: Sequence[str]) -> Start:
        return Start({"machine": description_text(platform.machine)},
                     [str(self.worker), "--machine", "machine", "--ranks", str(ranks), *words])

    def facts(self, platform: Platform) -> dict[str, Any]:
        return {"machine": platform.machine}


class Smpi(SimulationEngine):
    """smpirun from PATH and the worker built for it."""

    name = "smpi"
    workers = 1  # all-to-all of 256 ranks takes gigabytes
    consume = "no"
    caches = False
    # All runs take the same time; with many ranks each takes seconds. Another check follows.
    runs = {"samples": 1, "checks": 2}

    def __init__(self) -> None:
        if not (smpirun := shutil.which("smpirun")):
            raise NoSimulator(SMPIRUN_MISSING)
        if not (worker := program_file("comops-smpi", "extensions/simulate")):
            raise NoSimulator(SMPI_MISSING)
        self.smpirun, self.worker = smpirun, worker
        version = re.search(r"SimGrid version (\S+)", output_of([smpirun, "-version"]) or "")
        self.version = version[1] if version else "unknown"
        self.runtimes = {"mpi": f"SMPI of SimGrid {self.version}"}
        self.launchers = {"mpi": {"command": [smpirun, "-np", "%d"],
                                  "version": f"SimGrid {self.version}"}}

    def start(self, platform: Platform, ranks: int, model: str, words: Sequence[str]) -> Start:
        one, hosts = platform.models[model], platform.hosts[:ranks]
        return Start(
            {"platform.xml": one.xml, "hosts": "".join(f"{host}\n" for host in hosts)},
            [self.smpirun, "-np", str(len(hosts)), "-platform", "platform.xml", "-hostfile",
             "hosts", "--log=root.threshold:error",
             *(f"--cfg={option}" for option in OPTIONS + one.costs.options()), str(self.worker),
             *words])

    def offers(self, protocol: str, pattern: str) -> bool:
        return protocol not in NOT_SIMULATED and (protocol, pattern) not in WRONG

    def refusal(self, group: Group) -> str | None:
        alone = group.pattern.series_of == "partner" and not group.series
        return "a message to the rank itself takes no simulated time" if alone else None

    def model(self, platform: Platform, protocol: str) -> str:
        return platform.kind_of(protocol)

    def facts(self, platform: Platform) -> dict[str, Any]:
        return {"simgrid": self.version, "hosts": list(platform.hosts), "models": {
            kind: {"xml": model.xml, "options": model.costs.options()}
            for kind, model in platform.models.items()}}
