# SPDX-License-Identifier: BSD-3-Clause
"""That the worker under the thread sanitizer, without libgomp, reports what is left out.

Usage: test_omission.py WORKER
"""

import subprocess
import sys
import unittest

import batch

WORKER = sys.argv.pop()
REPORTED = 66  # the sanitizer's own exit status, as meson.build sets it


def run(protocol: str, pattern: str, ranks: int) -> subprocess.CompletedProcess:
    cell = {"pattern": pattern, "protocol": protocol, "bytes": 4096, "buffers": "rewrite",
            "repeats": 5, "samples": 5}
    return batch.run([WORKER, "--ranks", "%d"], ranks, [cell])[0]


class Omission(unittest.TestCase):
    def reported(self, pattern: str, protocol: str = "omission", file: str = "omission.c") -> None:
        for ranks in (2, 3, 4):
            done = run(protocol, pattern, ranks)
            self.assertEqual(done.returncode, REPORTED, done.stdout + done.stderr)
            self.assertIn("ThreadSanitizer: data race", done.stderr)
            self.assertIn(file, done.stderr)

    def silent(self, pattern: str, protocol: str) -> None:
        for ranks in (2, 3, 4):
            done = run(protocol, pattern, ranks)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_missing_closing_barrier_is_reported(self):
        self.reported("broadcast")

    def test_a_missing_barrier_before_the_reading_is_reported(self):
        self.reported("gather")

    def test_a_rank_outside_the_critical_section_is_reported(self):
        self.reported("reduce")

    def test_a_missing_fence_between_data_and_flag_is_reported(self):
        self.reported("shift", "unfenced", "flags.c")

    def test_a_flag_behind_a_fence_is_not_reported(self):
        self.silent("shift", "fenced")

    def test_the_same_patterns_with_nothing_left_out_are_not_reported(self):
        for pattern in ("broadcast", "gather", "reduce"):
            self.silent(pattern, "barrier")


unittest.main(verbosity=2)
