# SPDX-License-Identifier: BSD-3-Clause
"""A sweep over four virtual nodes, of which one has another MPI library and one is slow.

Usage: test_odd.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import os
import shutil
import subprocess
import unittest
from pathlib import Path

from sweeps import COMOPS, Sweeps

SOURCE = Path(__file__).with_name("two_nodes.c")
OPTIONS = ["--paths=threads,mpi", "--protocols=direct,library,sendrecv",
           "--patterns=pingpong,broadcast,gather", "--sizes=8,512,16K", "--ranks=2",
           "--placements=bus", "--budget=3", "--launches=1", "--tuning=off"]


def mpi_library() -> Path | None:
    """That of the MPI worker; None if there is no MPI."""
    worker = COMOPS.parents[2] / "mpi/comops-mpi"
    if not worker.exists():
        return None
    listed = subprocess.run(["ldd", worker], capture_output=True, text=True, check=True).stdout
    found = [line.split()[2] for line in listed.splitlines() if "libmpi.so" in line]
    return Path(found[0]) if found else None


class Odd(Sweeps):
    nodes = 4

    def setUp(self):
        super().setUp()
        library = mpi_library()
        if not library:
            self.skipTest("there is no MPI")
        other, preloaded = self.folder.parent / "mpi", self.folder.parent / "two_nodes.so"
        other.mkdir()
        (other / library.name).write_bytes(library.read_bytes() + b"another MPI")
        compiler = shutil.which("cc") or shutil.which("gcc")
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", SOURCE, "-o", preloaded], check=True)
        self.environment |= {"OTHER_MPI": str(other), "LD_PRELOAD": str(preloaded)}

    def test_both_are_named_and_nothing_else_also_when_measured_again(self):
        done = self.fleet("run", "--nodes=@all", "--window=1", "--", *OPTIONS)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = self.fleet("check", "--confirm", "--format=json", "--fail-if=odd")
        self.assertEqual(done.returncode, 3, done.stderr)
        found = json.loads(done.stdout)
        odd = {kind: nodes for kind, nodes in found["odd"].items() if nodes}
        self.assertEqual(odd, {"misconfigured": ["n2"], "slow": ["n3"]}, done.stderr)
        facts = {verdict["node"]: [one["fact"] for one in verdict["differences"]]
                 for verdict in found["verdicts"]}
        self.assertEqual(facts, {"n2": ["mpi_library_sha256"], "n3": []})
        self.assertTrue((self.folder / "confirm-1/nodes/n3.jsonl").exists())

        page = self.folder / "sweep.html"
        done = self.fleet("report", "-o", page)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(os.path.getsize(page), 5_000_000)
        text = page.read_text()
        for name in ("n2", "n3"):
            self.assertRegex(text, rf'<th scope="row"><a href="#node" data-node="\d">{name}</a>')


if __name__ == "__main__":
    unittest.main(verbosity=2)
