# SPDX-License-Identifier: BSD-3-Clause
"""Runs the MPI worker under SimGrid's SMPI, in a temporary folder."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from platforms import Model

INSTALL = "smpirun is missing; on Debian and Ubuntu: apt-get install libsimgrid-dev"
WORKER = "this COMOPS was built without SimGrid: install libsimgrid-dev and build again"

# Only what the platform says: neither computation nor reading the clock takes time, links have the
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


class Missing(Exception):
    """SimGrid is missing; the text says how to get it."""


@dataclass(frozen=True)
class Simulator:
    """smpirun and the worker built for it."""

    smpirun: str
    worker: Path
    version: str

    def run(
        self, model: Model, hosts: tuple[str, ...], arguments: list[str], cells: list[dict]
    ) -> Iterator[dict]:
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
            yield from _lines(command, folder, len(cells))


def _lines(command: list[str], folder: str, least: int) -> Iterator[dict]:
    """The objects in the output; RuntimeError if it fails or prints fewer than `least`."""
    count = 0
    with (
        Path(folder, "errors").open("w+", encoding="utf-8", errors="replace") as errors,
        subprocess.Popen(command, cwd=folder, env=os.environ | {"TMPDIR": folder},
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                         text=True, start_new_session=True) as process,
    ):
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith("{"):
                    count += 1
                    yield json.loads(line)
            status = process.wait()
        finally:
            if process.poll() is None:
                os.killpg(process.pid, 9)
        errors.seek(0)
        said = errors.read().strip().splitlines()
        # The worker's own status is 1 if a cell is wrong, which its record says.
        if status not in (0, 1) or count < least:
            raise RuntimeError(_reason(said, status))


def _reason(said: list[str], status: int) -> str:
    for line in said:
        if "CRITICAL]" in line:
            return line.split("CRITICAL]", 1)[1].strip()
    return said[0] if said else f"the simulator ended with status {status}"


def simulator_find(comops: Path) -> Simulator:
    """smpirun from PATH, the worker beside this comops or in its build folder. Raises Missing."""
    smpirun = shutil.which("smpirun")
    if not smpirun:
        raise Missing(INSTALL)
    for folder in (".", "../../simulate"):
        worker = comops.parent / folder / "comops-smpi"
        if worker.is_file():
            said = subprocess.run([smpirun, "-version"], capture_output=True, text=True).stdout
            version = re.search(r"SimGrid version (\S+)", said)
            return Simulator(smpirun, worker.resolve(), version[1] if version else "unknown")
    raise Missing(WORKER)
