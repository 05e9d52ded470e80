# SPDX-License-Identifier: BSD-3-Clause
"""`comops pstswm` as a user runs it.

Usage: test_command.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

import jsonschema

COMOPS, ROOT = sys.argv.pop(1), Path(sys.argv.pop(1))


def call(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run([COMOPS, "pstswm", *words], capture_output=True, text=True, check=False)


class Command(unittest.TestCase):
    def refuse(self, *words: str, because: str) -> None:
        done = call(*words)
        self.assertEqual((done.returncode, done.stdout), (2, ""), words)
        self.assertIn(because, done.stderr)

    def test_a_row_for_each_problem_with_both_ffts_and_a_rate_where_flops_are_printed(self):
        done = call("--problems", "T10L2,T42L1", "--steps", "3", "--runs", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        head, names, *rows = done.stdout.splitlines()
        self.assertIn("Mflop/s", head)
        self.assertIn("blocked", names)
        self.assertEqual([row.split()[0] for row in rows], ["T10L2", "T42L1"])
        self.assertEqual([row.split()[5] != "-" for row in rows], [False, True])

    def test_a_record_for_each_run_fits_the_schema_and_the_rate_its_time(self):
        done = call("--problems", "T42L2", "--steps", "4", "--runs", "2", "--fft", "blocked",
                    "--json")
        records = [json.loads(line) for line in done.stdout.splitlines()]
        schema = json.loads((ROOT / "docs/results.schema.json").read_text())
        self.assertEqual([record["run"] for record in records], [1, 2])
        for record in records:
            jsonschema.validate(record, schema)
            self.assertEqual((record["truncation"], record["levels"], record["steps"]),
                             ("T42", 2, 4))
            self.assertAlmostEqual(record["mflops"] * record["seconds"], 2 * 4 * 4.129859)
            self.assertLessEqual(record["step_min_us"], record["step_median_us"])
            self.assertLessEqual(4 * record["step_min_us"], 1e6 * record["seconds"])
            self.assertLess(record["errors"]["depth"]["l2"], 1e-12)

    def test_steps_are_those_that_are_printed(self):
        done = call("--problems", "T10", "--fft", "blocked", "--runs", "1", "--json")
        steps = [json.loads(line)["steps"] for line in done.stdout.splitlines()]
        self.assertEqual(steps, [241, 481])

    def test_the_wave_is_another_case(self):
        done = call("--problems", "T21", "--fft", "blocked", "--runs", "1", "--steps", "24",
                    "--case", "6", "--json")
        record = json.loads(done.stdout)
        self.assertGreater(record["errors"]["depth"]["l2"], 1e-3)
        self.assertLess(abs(record["drift"]["mass"]), 1e-13)

    def test_a_run_that_blows_up_says_in_which_step(self):
        done = call("--problems", "T42", "--fft", "blocked", "--case", "6", "--dt", "7200")
        self.assertEqual(done.returncode, 2)
        step = re.search(r"T42 blew up in step (\d+) of 241\b", done.stderr)
        self.assertIsNotNone(step, done.stderr)
        self.assertLess(int(step.group(1)), 100)
        self.assertIn("--dt", done.stderr)

    def test_what_does_not_exist_is_refused_with_what_does(self):
        self.refuse("-p", "T43L1", because="there are T10, T21, T42, T85 and T170")
        self.refuse("-p", "T42L0", because="as in T42L16")
        self.refuse("-p", "T42L", because="as in T42L16")
        self.refuse("-p", "", because="no problem")
        self.refuse("--fft", "gsl", because="fftw")
        self.refuse("--fft", "", because="no FFT")
        self.refuse("--dt", "0", because="a number of seconds from 1")
        self.refuse("--dt", "nan", because="a number of seconds from 1")
        self.refuse("--steps", "0", because="steps from 1")
        self.refuse("--case", "5", because="cases 2 and 6")
        self.refuse("--case", "6", "--tilt", "45", because="case 2 only")
        self.refuse("--tilt", "east", because="an angle in degrees")


unittest.main(verbosity=2)
