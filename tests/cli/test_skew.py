# SPDX-License-Identifier: BSD-3-Clause
"""A rank that arrives late, from the option to all outputs.

Usage: test_skew.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import csv
import io
import json
import unittest

from front_end import TWO_CORES, Campaign, asked


@TWO_CORES
class Skew(Campaign):
    def test_it_is_part_of_the_key_and_not_of_the_time(self):
        done = self.measure("--skew 5000 -a threads -p broadcast -s 8 -r direct -n 2 -l bus "
                            "--budget 0.2 --launches 1")
        (cell,) = self.cells()
        self.assertEqual(cell["skew"], "5000us")
        self.assertLess(cell["time_us"], 5000)  # the delay is not counted
        self.assertGreater(cell["duration_s"], 10 * 0.005)  # but there is one in every run
        self.assertIn("last rank late by 5000us", done.stdout)
        (row,) = csv.DictReader(io.StringIO(asked(f"report --format csv {self.file}").stdout))
        self.assertEqual(row["skew"], "5000us")
        compared = asked(f"compare --format json {self.file} {self.file}")
        self.assertEqual(json.loads(compared.stdout)["summary"]["compared"], 1)

    def test_without_the_option_the_key_has_none_and_what_makes_no_sense_is_refused(self):
        plan = "run --dry-run --json -a threads -p pingpong -s 8 -r direct -n 2"
        self.assertNotIn("skew", json.loads(asked(plan).stdout.splitlines()[0]))
        self.assertEqual(json.loads(asked(f"{plan} --skew 5").stdout.splitlines()[0])["skew"],
                         "5us")
        self.refused("run --skew 0", "from 1 to 1000000")
        self.refused("run --skew 5 --method imb", "leave out --method imb")


unittest.main(verbosity=2)
