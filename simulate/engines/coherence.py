# SPDX-License-Identifier: BSD-3-Clause
"""The engine of coherence: threads and MPI on one machine, each access to memory charged."""

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simulate.engines.engine import Missing, Offer, offer_of
from simulate.platforms import Platform, PlatformError
from simulate.engines.workers import Answer, Cell, answers, surviving, worker_find

WORKER = "this COMOPS was built without comops-coherence; --engine smpi simulates MPI alone"


class Coherence:
    """The worker comops-coherence."""

    name = "coherence"
    workers = len(os.sched_getaffinity(0))
    consume = "timed"
    caches = True
    runs: dict[str, int] = {}
    runtimes = {"threads": "GCC's libgomp as simulated", "mpi": "MPICH's ch3:nemesis as simulated"}

    def __init__(self, worker: Path) -> None:
        self.worker = worker
        self.launchers: dict[str, dict[str, Any]] = {}

    def run(
        self, machine: dict[str, Any], arguments: list[str], cells: list[Cell]
    ) -> Iterator[Answer]:
        """The worker's output, an object per line, as it comes. RuntimeError if it fails."""
        with tempfile.TemporaryDirectory(prefix="comops-simulate-") as folder:
            Path(folder, "machine.json").write_text(json.dumps(machine), encoding="utf-8")
            Path(folder, "cells").write_text(
                "".join(json.dumps(cell) + "\n" for cell in cells), encoding="utf-8")
            command = [str(self.worker), "--machine", "machine.json", *arguments,
                       *(["--batch", "cells"] if cells else [])]
            yield from answers(command, folder, len(cells))

    def offer(self, platform: Platform, ranks: int) -> Offer:
        """PlatformError if the worker rejects the machine's description."""
        count = ["--ranks", str(ranks)]
        try:
            return offer_of(self.run(platform.machine, [*count, "--patterns"], []),
                            self.run(platform.machine, [*count, "--list"], []))
        except RuntimeError as error:
            raise PlatformError(f"{platform.name}: {error}") from None

    def simulate(
        self, platform: Platform, ranks: int, cells: list[Cell]
    ) -> Iterator[tuple[Cell, Answer]]:
        return surviving(
            lambda some: self.run(platform.machine, ["--ranks", str(ranks)], some), cells)

    def model(self, platform: Platform, cell: Cell) -> str:
        return self.name

    def facts(self, platform: Platform) -> dict[str, Any]:
        return {"machine": platform.machine}


def coherence_find(comops: Path) -> Coherence:
    """Raises Missing."""
    worker = worker_find(comops, "comops-coherence", "simulate/worker", "simulate")
    if not worker:
        raise Missing(WORKER)
    return Coherence(worker)
