# SPDX-License-Identifier: BSD-3-Clause
"""Twice the bytes take less time where accuracy.md says why, and hardly elsewhere.

Usage: test_doublings.py COMOPS SOURCE-ROOT. Simulated times are the same on every host.
"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from asked import ROOT, kind, recorded, simulate

SCRIPT = ROOT / "extensions/simulate/benchmarks/doublings.py"
MACHINES = "kunpeng-920,2x-xeon-8358,epyc-7773x"
UNKNOWN_MOST = 3  # of 780


class Doublings(unittest.TestCase):
    def test_those_without_a_known_reason_are_few(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "doublings.jsonl")
            done = simulate("-q", "--platform", MACHINES, "--paths", "threads", "--patterns",
                            "pingpong,broadcast,reduce,gather,scatter", "--protocols",
                            "barrier,direct", "--ranks", "2,16", "--sizes", "8:64K", "-o", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            said = subprocess.run([sys.executable, SCRIPT, file], capture_output=True, text=True,
                                  check=True).stdout
        self.assertIn(" of 780 doublings", said)
        self.assertLessEqual(int(re.search(r"^(\d+) no known reason", said, re.MULTILINE)[1]),
                             UNKNOWN_MOST, said)


class Trials(unittest.TestCase):
    def test_direct_takes_the_way_that_is_faster_on_the_machine(self):
        words = ("--platform", "kunpeng-920", "--paths", "threads", "--protocols", "direct",
                 "--patterns", "broadcast", "--ranks", "16", "--sizes", "1K")
        tuning, = kind(recorded(*words), "campaign")[0]["tuning"]
        ratios = {trial["step"]: trial["ratio"] for trial in tuning["trials"]}
        self.assertEqual(tuning["source"], "trial")
        self.assertEqual(list(ratios), [5, 10, 20, 40])  # all ranks share no cache: no other trial
        self.assertEqual(tuning["lines"], max(step for step, ratio in ratios.items() if ratio < 1))


unittest.main()
