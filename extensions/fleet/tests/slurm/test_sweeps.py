# SPDX-License-Identifier: BSD-3-Clause
"""Sweeps over the virtual nodes of a real Slurm: with a drained one, with one that has another MPI
library and one that is slow; and `srun -N1 comops run`, which starts its ranks within the job step
and says what the step got.

Usage: test_sweeps.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import os
import shutil
import subprocess
import unittest
from pathlib import Path

from sweeps import COMOPS, CORES, OPTIONS, Sweeps


class Short(Sweeps):
    nodes = 3

    def test_every_node_is_measured_but_for_one_that_is_drained_with_the_reason(self):
        self.slurm.call("scontrol", "update", "nodename=n3", "state=drain", "reason=bad DIMM")
        done = self.fleet("run", "--nodes=@all", "--window=1", "--", *OPTIONS)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("n3: not measured: drained: bad DIMM", done.stderr)
        self.assertIn("  measured         2  n[1-2]\n", done.stdout)

        plan = json.loads((self.folder / "fleet.json").read_text())
        self.assertEqual((plan["partition"], plan["nodes"]), ("all", ["n1", "n2", "n3"]))
        status = self.status()
        self.assertEqual(status["measured"], ["n1", "n2"])
        self.assertEqual(status["not_measured"], {"n3": "drained: bad DIMM"})
        for node in status["measured"]:
            campaign, *_, cell = self.records(node, "campaign", "cell")
            self.assertTrue(cell["valid"] or "too busy" in cell["error"], cell)
            self.assertEqual(campaign["facts"]["node_name"], node)
            self.assertEqual(campaign["facts"]["partition"], "all")
            self.assertEqual(campaign["seed"], plan["seed"])
        self.assertEqual(list((self.folder / "nodes").glob("*.part")), [])


SOURCE = Path(__file__).with_name("two_nodes.c")
ODD = ["--paths=threads,mpi", "--protocols=direct,library,sendrecv",
           "--patterns=pingpong,broadcast,gather", "--sizes=8,512,16K", "--ranks=2",
           "--placements=bus", "--budget=3", "--launches=1", "--tuning=off"]


def mpi_library() -> Path | None:
    """The library of the MPI worker; None if there is no MPI."""
    worker = COMOPS.parents[2] / "mpi/comops-mpi"
    if not worker.exists():
        return None
    listed = subprocess.run(["ldd", worker], capture_output=True, text=True, check=True).stdout
    files = [line.split()[2] for line in listed.splitlines() if "libmpi.so" in line]
    return Path(files[0]) if files else None


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
        done = self.fleet("run", "--nodes=@all", "--window=1", "--", *ODD)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = self.fleet("check", "--confirm", "--format=json", "--fail-if=odd")
        self.assertEqual(done.returncode, 3, done.stderr)
        checked = json.loads(done.stdout)
        odd = {kind: nodes for kind, nodes in checked["odd"].items() if nodes}
        self.assertEqual(odd["misconfigured"], ["n2"], done.stderr)
        if "too noisy to judge" in done.stderr:
            self.skipTest(f"a slow node cannot be told here: {done.stderr.splitlines()[-1]}")
        self.assertEqual(odd, {"misconfigured": ["n2"], "slow": ["n3"]}, done.stderr)
        facts = {verdict["node"]: [difference["fact"] for difference in verdict["differences"]]
                 for verdict in checked["verdicts"]}
        self.assertEqual(facts, {"n2": ["mpi_library_sha256"], "n3": []})
        self.assertTrue((self.folder / "confirm-1/nodes/n3.jsonl").exists())

        page = self.folder / "sweep.html"
        done = self.fleet("report", "-o", page)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(os.path.getsize(page), 5_000_000)
        text = page.read_text()
        for name in ("n2", "n3"):
            self.assertRegex(text, rf'<th scope="row"><a href="#node" data-node="\d">{name}</a>')


ALL = os.cpu_count()
CELLS = ["--patterns=pingpong", "--sizes=8", "--ranks=2", "--placements=bus", "--budget=0.1",
         "--launches=1", "--tuning=off"]


class Srun(Sweeps):
    nodes = 1
    task = "affinity"

    def srun(self, *words):
        return subprocess.run(["srun", "-N1", *words], env=self.environment, cwd=self.here,
                              capture_output=True, text=True, check=False, timeout=300)

    def run_comops(self, step, *options):
        """stderr in one line, and the records."""
        file = Path(self.here, "results.jsonl")
        file.unlink(missing_ok=True)
        done = self.srun(*step, COMOPS, "run", "-o", file, *CELLS, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return " ".join(done.stderr.split()), list(map(json.loads, file.read_text().splitlines()))

    def test_a_whole_node_is_measured_over_every_path_that_is_here(self):
        said, records = self.run_comops(["--exclusive", f"-c{ALL}"], "--paths=threads,mpi,shmem",
                                        "--protocols=direct,put")
        batch = records[0]["batch"]
        self.assertEqual((batch["system"], batch["hardware_threads"], batch["of"]),
                         ("Slurm", CORES, ALL))
        self.assertIn(f"job {batch['job']} of Slurm may use {CORES} of {ALL} hardware threads: "
                      f"{batch['cpuset']}", said)
        self.assertNotIn("for all", said)
        paths = {line["path"] for line in records if line["record"] == "cell" and line["valid"]}
        self.assertEqual(paths, set(records[0]["runtimes"]))
        self.assertIn("mpi", paths)

    def test_a_step_with_one_cpu_is_told_how_to_get_all(self):
        done = self.srun("-c1", COMOPS, "run", *CELLS, "--paths=threads")
        self.assertEqual(done.returncode, 77, done.stderr)
        said = " ".join(done.stderr.split())
        self.assertRegex(said, rf"may use 1 of {ALL} hardware threads: \d+; for all: "
                               rf"srun -N1 --exclusive -c {ALL}")
        self.assertIn("2 ranks on 1 core", said)
        said, records = self.run_comops(["-c1"], "--paths=threads", "--oversubscribe",
                                        "--protocols=barrier")
        pus = {pu for line in records if line["record"] == "cell" for pu in line["pus"]}
        self.assertEqual({str(pu) for pu in pus}, {records[0]["batch"]["cpuset"]})


if __name__ == "__main__":
    unittest.main(verbosity=2)
