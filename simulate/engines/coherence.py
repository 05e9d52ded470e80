# SPDX-License-Identifier: BSD-3-Clause
"""The engine of coherence: threads and MPI on one machine, each access to memory charged."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from campaign.launch.places import program_file
from campaign.planning.plan import Group
from simulate.descriptions.lines import description_text
from simulate.engines.engine import Missing, Start
from simulate.platforms import Platform

WORKER = "this COMOPS was built without comops-coherence; --engine smpi simulates MPI alone"


class Coherence:
    """The worker comops-coherence."""

    name = "coherence"
    workers = len(os.sched_getaffinity(0))
    consume = "timed"
    caches = True
    runs: dict[str, int] = {}
    runtimes = {"threads": "GCC's libgomp as simulated", "mpi": "MPICH's ch3:nemesis as simulated"}
    launchers: dict[str, dict[str, Any]] = {}

    def __init__(self, worker: Path) -> None:
        self.worker = worker

    def start(self, platform: Platform, ranks: int, model: str, words: Sequence[str]) -> Start:
        return Start({"machine": description_text(platform.machine)},
                     [str(self.worker), "--machine", "machine", "--ranks", str(ranks), *words])

    def offers(self, protocol: str, pattern: str) -> bool:
        return True

    def refusal(self, group: Group) -> str | None:
        return None

    def model(self, platform: Platform, protocol: str) -> str:
        return self.name

    def facts(self, platform: Platform) -> dict[str, Any]:
        return {"machine": platform.machine}


def coherence_find() -> Coherence:
    """Raises Missing."""
    worker = program_file("comops-coherence", "simulate/worker")
    if not worker:
        raise Missing(WORKER)
    return Coherence(worker)
