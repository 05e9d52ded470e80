# SPDX-License-Identifier: BSD-3-Clause
"""XHC's broadcast on the engine: what docs/accuracy.md says of it, for a few sizes.

Usage: test_xhc.py SOURCE-ROOT COMOPS-XHC. Simulated times are the same on every host.
"""

import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT, PROGRAM = Path(sys.argv[1]), sys.argv[2]


def compare(*options: str) -> str:
    return subprocess.run([sys.executable, ROOT / "benchmarks/simulated_xhc.py", PROGRAM, *options],
                          stdout=subprocess.PIPE, text=True, check=True).stdout


class Broadcast(unittest.TestCase):
    def test_it_is_predicted_within_a_quarter_and_the_second_socket_costs_as_measured(self):
        said = compare("--ranks", "2,8,16,24,25", "--sizes", "4,512,4096")
        error = re.search(r"median error ([0-9.]+)%", said)
        self.assertLessEqual(float(error[1]), 25)
        factor = re.search(r"off by a factor of .*, ([0-9.]+) at most", said)
        # 1.45 and 1.53 in two builds with the same broadcast: where data lie matters.
        self.assertLessEqual(float(factor[1]), 1.7)

    def test_two_flags_are_better_than_one_for_small_messages(self):
        said = compare("--ranks", "2,48", "--sizes", "4,64")
        ratios = re.findall(r"[0-9]+: ([0-9.]+) \([0-9.]+\)", said.split("dual over flat")[1])
        self.assertEqual(len(ratios), 2)
        self.assertTrue(all(float(ratio) < 0.85 for ratio in ratios), ratios)  # measured: 0.65

    def test_wrong_use_is_refused(self):
        for arguments in ([], ["/nowhere.json", "xhc_flat", "2", "8"]):
            done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn("comops-xhc: ", done.stderr)


unittest.main(argv=sys.argv[:1], verbosity=2)
