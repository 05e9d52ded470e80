# SPDX-License-Identifier: BSD-3-Clause
"""`srun -N1 comops run`: it starts its ranks within the job step, and says what the step got.

Usage: test_srun.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import os
import subprocess
import unittest
from pathlib import Path

from sweeps import COMOPS, CORES, Sweeps

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
        found = {one["path"] for one in records if one["record"] == "cell" and one["valid"]}
        self.assertEqual(found, set(records[0]["runtimes"]))
        self.assertIn("mpi", found)

    def test_a_step_with_one_cpu_is_told_how_to_get_all(self):
        done = self.srun("-c1", COMOPS, "run", *CELLS, "--paths=threads")
        self.assertEqual(done.returncode, 77, done.stderr)
        said = " ".join(done.stderr.split())
        self.assertRegex(said, rf"may use 1 of {ALL} hardware threads: \d+; for all: "
                               rf"srun -N1 --exclusive -c {ALL}")
        self.assertIn("2 ranks on 1 core", said)
        said, records = self.run_comops(["-c1"], "--paths=threads", "--oversubscribe",
                                        "--protocols=barrier")
        pus = {pu for one in records if one["record"] == "cell" for pu in one["pus"]}
        self.assertEqual({str(pu) for pu in pus}, {records[0]["batch"]["cpuset"]})


if __name__ == "__main__":
    unittest.main(verbosity=2)
