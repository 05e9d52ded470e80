# SPDX-License-Identifier: BSD-3-Clause
"""Partitioned communication, which MPICH 3 lacks, over the MPICH 4 of `comops peers`.

Usage: test_partitioned.py COMOPS WORKER [UNITTEST ARGUMENTS]
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMOPS, WORKER = (sys.argv.pop(1) for _ in range(2))
FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]

from comops_peers.obtain import PEERS  # noqa: E402
from comops_peers.programs import Unavailable  # noqa: E402

PREFIXES = tempfile.TemporaryDirectory()
try:
    MPICH = PEERS["mpich"].obtain(Path(PREFIXES.name), PEERS["mpich"].version)
except Unavailable as error:
    print(f"skipped: {error}")
    sys.exit(77)


class Partitioned(unittest.TestCase):
    def test_messages_are_right_at_odd_sizes_for_several_ranks(self):
        environment = {**os.environ, "LD_LIBRARY_PATH": str(MPICH / "lib")}
        for ranks in ("2", "3", "4"):
            done = subprocess.run(
                [sys.executable, FOLDER / "check_cells.py", "right", "partitioned", ranks,
                 MPICH / "bin/mpiexec", WORKER], capture_output=True, text=True, check=False,
                env=environment)
            with self.subTest(ranks=ranks):
                self.assertRegex(done.stdout, r"(?m)^[1-9]\d* cells right", done.stderr)

    @unittest.skipIf(len(os.sched_getaffinity(0)) < 2, "two ranks need two cores")
    def test_a_campaign_measures_it_over_the_library_that_has_it(self):
        file = Path(self.enterContext(tempfile.TemporaryDirectory()), "results.jsonl")
        done = subprocess.run(
            [COMOPS, "run", "--mpi", f"mpich4={MPICH}", "--paths", "mpi,mpi@mpich4",
             "--patterns", "overlap", "--protocols", "partitioned,sendrecv", "--sizes", "4096",
             "--ranks", "2", "--budget", "1", "--launches", "1", "-o", file],
            capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 4), done.stderr)  # 4: the machine was busy
        cells = [row for row in map(json.loads, file.read_text().splitlines())
                 if row["record"] == "cell"]
        self.assertEqual({(row["path"], row["protocol"]) for row in cells if row["valid"]},
                         {("mpi", "sendrecv"), ("mpi@mpich4", "sendrecv"),
                          ("mpi@mpich4", "partitioned")})


unittest.main(verbosity=2)
