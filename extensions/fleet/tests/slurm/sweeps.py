# SPDX-License-Identifier: BSD-3-Clause
"""`comops fleet` on a virtual Slurm; the first word of the command line is the program."""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import virtual_slurm

COMOPS, ROOT = Path(sys.argv.pop(1)).resolve(), Path(sys.argv.pop(1)).resolve()
CORES = len(os.sched_getaffinity(0))
WHY = virtual_slurm.missing() or ("" if CORES > 1 else "two ranks need two cores") or (
    "" if importlib.util.find_spec("ClusterShell") else "ClusterShell is missing")
if WHY:
    print(f"SKIP: {WHY}")
    sys.exit(77)
# The shortest campaign, and one that takes so long that something can happen meanwhile.
OPTIONS = ["--paths=threads", "--protocols=direct", "--patterns=pingpong", "--sizes=8", "--ranks=2",
           "--placements=bus", "--budget=0.05", "--launches=1", "--tuning=off"]
LONG = ["--paths=threads", "--protocols=direct,get", "--patterns=pingpong,broadcast",
        "--sizes=8,64,512", "--ranks=2", "--placements=bus", "--budget=3", "--launches=1",
        "--tuning=off"]


class Sweeps(unittest.TestCase):
    """Each test has a Slurm and a folder of its own."""

    nodes = 4
    task = "none"

    def setUp(self):
        here = self.here = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.slurm = self.enterContext(virtual_slurm.Slurm(here / "slurm", self.nodes, self.task))
        self.folder = here / "sweep"
        # Programs in Python find the packages that the tests have.
        self.environment = {**self.slurm.environment,
                            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}

    def words(self, command, *words):
        return [COMOPS, "fleet", command, self.folder, *words]

    def fleet(self, command, *words):
        return subprocess.run(self.words(command, *words), env=self.environment, timeout=600,
                              capture_output=True, text=True, check=False)

    def begun(self, *words):
        """A `fleet run` that works beside the test."""
        child = subprocess.Popen(self.words("run", *words), env=self.environment, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.addCleanup(child.communicate)
        self.addCleanup(child.kill)
        return child

    def status(self):
        return json.loads(self.fleet("status", "--format=json").stdout)

    def records(self, node, *kinds):
        lines = (self.folder / f"nodes/{node}.jsonl").read_text().splitlines()
        return [line for line in map(json.loads, lines) if line["record"] in kinds]
