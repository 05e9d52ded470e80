# SPDX-License-Identifier: BSD-3-Clause
"""How papers measure: the trials of each method, and what becomes of them.

Usage: test_methods.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import unittest

from comops.common.console import UsageError
from comops.measure.planning.options import options_parse_recorded
from comops.results.methods import methods
from front_end import TWO_CORES
from interrupted import NEEDS_MPI, Campaign


class Trials(unittest.TestCase):
    def test_there_are_as_many_as_each_paper_has(self):
        trials = {"luecke": 51, "arsc": 1, "thesis": 10000}
        self.assertEqual(trials, {name: methods()[name].block_samples * methods()[name].rounds
                                  for name in trials})
        self.assertEqual(methods()["thesis"].clears, 8_000_000)
        self.assertEqual({name: methods()[name].buffers for name in trials},
                         {"luecke": "cold", "arsc": "reuse", "thesis": "cold"})

    def test_they_are_of_one_launch_and_of_each_rank_s_own_clock(self):
        self.assertEqual(options_parse_recorded(["--method=thesis"]).launches, 1)
        for words, why in ((["--method=thesis", "--launches=7"], "has a single launch"),
                           (["--against=A=b", "--method=luecke"], "methods with one launch"),
                           (["--skew=5", "--method=luecke"], "which has no common start")):
            with self.assertRaisesRegex(UsageError, why):
                options_parse_recorded(words)


class Measured(Campaign):
    @NEEDS_MPI
    def test_the_method_of_the_thesis_reports_the_mean_of_10000(self):
        self.measure("--method thesis --buffers rewrite --patterns broadcast --sizes 8 "
                     "--protocols barrier,library")
        for cell in self.cells():
            self.assertNotIn("empty_us", cell)
            self.assertEqual(len(cell["samples_us"]) + cell["voided"], 10000)
            mean = sum(cell["samples_us"]) / len(cell["samples_us"])
            self.assertAlmostEqual(cell["time_us"] / mean, 1, 6)

    @TWO_CORES
    def test_lueckes_method_keeps_its_trials_and_says_which_it_dropped(self):
        self.measure("--method luecke --patterns broadcast --sizes 8 --protocols barrier")
        for cell in self.cells():
            self.assertEqual((cell["buffers"], cell["mode"], cell["repeats"]),
                             ("cold", "isolated", 1))
            self.assertEqual(len(cell["samples_us"]) + cell["voided"], 51)
            self.assertEqual(cell["dropped"][0], 0)
            kept = [t for i, t in enumerate(cell["samples_us"]) if i not in cell["dropped"]]
            self.assertAlmostEqual(cell["time_us"] / (sum(kept) / len(kept)), 1, 6)


unittest.main(verbosity=2)
