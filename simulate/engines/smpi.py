# SPDX-License-Identifier: BSD-3-Clause
"""The engine of messages: the MPI worker under SimGrid's SMPI."""

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simulate.engines.engine import Missing, Offer, offer_of
from simulate.platforms import Model, Platform, PlatformError
from simulate.engines.workers import Answer, Cell, answers, surviving, worker_find

INSTALL = "smpirun is missing; on Debian and Ubuntu: apt-get install libsimgrid-dev"
WORKER = "this COMOPS was built without SimGrid: install libsimgrid-dev and build again"

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
NOT_SIMULATED = {
    "shared": "load and store take no simulated time",
    "flush_spin": "SMPI charges an unrealistic time for each poll",
}
# By protocol and pattern.
WRONG = {("library", "mutual_exclusion"): "SMPI of SimGrid 3.32 loses updates in exclusive locks",
         ("library", "single"): "in SMPI of SimGrid 3.32 several ranks swap the same value"}


class Smpi:
    """smpirun and the worker built for it."""

    name = "smpi"
    workers = 1  # all-to-all of 256 ranks takes gigabytes
    consume = "no"
    caches = False
    # All runs take the same time; with many ranks each takes seconds. Another check follows.
    runs = {"samples": 1, "checks": 2}

    def __init__(self, smpirun: str, worker: Path) -> None:
        self.smpirun, self.worker = smpirun, worker
        said = subprocess.run([smpirun, "-version"], capture_output=True, text=True).stdout
        version = re.search(r"SimGrid version (\S+)", said)
        self.version = version[1] if version else "unknown"
        self.runtimes = {"mpi": f"SMPI of SimGrid {self.version}"}
        self.launchers = {"mpi": {"command": [smpirun, "-np", "%d"],
                                  "version": f"SimGrid {self.version}"}}

    def run(
        self, model: Model, hosts: tuple[str, ...], arguments: list[str], cells: list[Cell]
    ) -> Iterator[Answer]:
        """The worker's output, an object per line, as it comes. RuntimeError if it fails."""
        with tempfile.TemporaryDirectory(prefix="comops-simulate-") as folder:
            files = {
                "platform.xml": model.xml,
                "hosts": "".join(f"{host}\n" for host in hosts),
                "cells": "".join(json.dumps(cell) + "\n" for cell in cells),
            }
            for name, text in files.items():
                Path(folder, name).write_text(text, encoding="utf-8")
            command = [
                self.smpirun, "-np", str(len(hosts)), "-platform", "platform.xml",
                "-hostfile", "hosts", "--log=root.threshold:error",
                *(f"--cfg={option}" for option in OPTIONS + model.costs.options()),
                str(self.worker), *arguments, *(["--batch", "cells"] if cells else []),
            ]
            yield from answers(command, folder, len(cells))

    def offer(self, platform: Platform, ranks: int) -> Offer:
        """PlatformError if SimGrid rejects the platform."""
        model, first = platform.two_sided, platform.seats[:1]
        try:
            offer = offer_of(self.run(model, first, ["--ranks", str(ranks), "--patterns"], []),
                             self.run(model, first, ["--list"], []))
        except RuntimeError as error:
            raise PlatformError(f"SimGrid rejects the platform: {error}") from None
        # A message to the rank itself takes no simulated time.
        patterns = {name: one | {"series": [value for value in one["series"] or [] if value]}
                    for name, one in offer.patterns.items()}
        return Offer(patterns, [one for one in offer.implementations
                                if one["protocol"] not in NOT_SIMULATED
                                and (one["protocol"], one["pattern"]) not in WRONG])

    def simulate(
        self, platform: Platform, ranks: int, cells: list[Cell]
    ) -> Iterator[tuple[Cell, Answer]]:
        for kind, model in platform.models().items():
            mine = [one for one in cells if platform.kind_of(one["protocol"]) == kind]
            yield from surviving(
                lambda some: self.run(model, platform.seats[:ranks], [], some), mine)

    def model(self, platform: Platform, cell: Cell) -> str:
        return platform.kind_of(cell["protocol"])

    def facts(self, platform: Platform) -> dict[str, Any]:
        return {"simgrid": self.version, "seats": list(platform.seats), "models": {
            kind: {"xml": model.xml, "options": model.costs.options()}
            for kind, model in platform.models().items()}}


def smpi_find(comops: Path) -> Smpi:
    """smpirun from PATH, and its worker. Raises Missing."""
    smpirun = shutil.which("smpirun")
    if not smpirun:
        raise Missing(INSTALL)
    worker = worker_find(comops, "comops-smpi", "simulate")
    if not worker:
        raise Missing(WORKER)
    return Smpi(smpirun, worker)
