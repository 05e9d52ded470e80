# SPDX-License-Identifier: BSD-3-Clause
"""Numbers in options: those out of range are refused with the range, none is cut to fit.

Usage: test_numbers.py COMOPS COMOPS-THREADS [UNITTEST ARGUMENTS]
"""

import subprocess
import sys
import tempfile
import unittest

import forked  # noqa: E402

COMOPS, THREADS = sys.argv.pop(1), sys.argv.pop(1)
HUGE = "9" * 5000
SEED_MOST = 2 ** 63 - 1
HOURS = "1000000h"

# Options of `comops run`: what the message says, and values that are refused.
REFUSED = {
    "--launches": ("1 or 6 to 200", ["4294967302", "18446744073709551622", "201", "0", "-1", "2",
                                     "6.5", "", HUGE]),
    "--ranks": ("1 to 4096", ["4294967298", "18446744073709551618", "4097", "0", "-1",
                              "2,4294967298", "0x2", "2 ", " 2", "+2", "", HUGE]),
    "--seed": (f"0 to {SEED_MOST}", [str(SEED_MOST + 1), str(2 ** 64), str(2 ** 64 + 1), "-1",
                                     " 1", "+1", "1.5", "", HUGE]),
    "--budget": (HOURS, ["1e400", "nan", "inf", "infinity", "-1", "0", "1000001h", "1e307h",
                         "1e-400", "", HUGE]),
    "--timeout": (HOURS, ["1e400", "nan", "inf", "0", HUGE]),
    "--precision": ("100", ["1e400", "nan", "inf", "0", "-1", "100.1", "1e-400", " 1", "", HUGE]),
    "--sizes": ("below 2G", ["2G", "18446744073709551624", "17179869184G", "8:17179869185G",
                             "-8", "8:2G", "", HUGE]),
    "--perturb": ("below 2G", ["2G", "18446744073709551619", "-3", "", HUGE]),
    "--memory": ("node:N", ["node:4294967296", "node:18446744073709551616", "node:-1", "node:"]),
    "--placements": ("", ["pu:4294967296", "distance:4294967297", "numa:4294967296.core:0",
                          "core:0-4294967296"]),
}
ACCEPTED = {"--launches": ["1", "6", "200"], "--ranks": ["1", "4096"],
            "--seed": ["0", "0x10", str(SEED_MOST)], "--budget": ["1e-300", HOURS, "3600000000"],
            "--timeout": ["1.5m"], "--precision": ["100", "1e-300", ".5"],
            "--sizes": ["1", "2147483647"], "--perturb": ["0", "2147483647"]}


def comops(*words):
    return forked.comops(COMOPS, words)


class Numbers(unittest.TestCase):
    def refused(self, expected, *words):
        with self.subTest(words=[word[:40] for word in words]):
            done = comops(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr[:200])
            self.assertIn(expected, done.stderr)

    def test_what_is_out_of_range_is_refused_with_the_range(self):
        for option, (expected, values) in REFUSED.items():
            for value in values:
                self.refused(expected, "run", "--dry-run", f"{option}={value}")

    def test_the_ends_of_each_range_are_accepted(self):
        for option, values in ACCEPTED.items():
            for value in values:
                with self.subTest(option=option, value=value):
                    done = comops("run", "--dry-run", "--paths", "threads", "--patterns", "barrier",
                                  f"{option}={value}")
                    self.assertIn(done.returncode, (0, 77), done.stderr)

    def test_a_machine_is_shown_with_1_to_4096_ranks(self):
        for value in ("4294967298", "18446744073709551618", "4097", "0", "-1", "2 ", "", HUGE):
            self.refused("1 to 4096", "machine", f"--ranks={value}")
        self.assertEqual(comops("machine", "-n", "4096").returncode, 0)

    def test_a_worker_refuses_numbers_that_it_cannot_hold(self):
        def refused(expected, status, *words):
            done = subprocess.run([THREADS, *words], capture_output=True, text=True, timeout=600,
                                  check=False)
            self.assertEqual((done.returncode, done.stdout), (status, ""), words)
            self.assertIn(expected, done.stderr)

        for value in ("4294967298", "-1", "x", ""):
            refused("1 to 4096", 2, f"--ranks={value}", "--patterns")
        for what in ("bytes=8 repeats=4294967297", "bytes=8 checks=4294967297", "bytes=2147483648",
                     "bytes=9223372036854775807"):
            with tempfile.NamedTemporaryFile("w") as file:  # each rank reads all of it
                print(f"pattern=broadcast protocol=direct {what}", file=file, flush=True)
                refused("not a cell", 1, "--batch", file.name)

unittest.main(verbosity=2)
