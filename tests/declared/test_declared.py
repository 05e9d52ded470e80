# SPDX-License-Identifier: BSD-3-Clause
"""What implementations declare (copies, crossings, lines, waits) against what they do, as count.c
counts it.

Usage: test_declared.py COUNT [UNITTEST ARGUMENTS]
"""

import json
import math
import re
import subprocess
import sys
import unittest

COUNT = sys.argv.pop(1)
BRIEF, LONG = 8, 4096
# The grammar (docs/method.md): terms, behind them a number for two ranks, before them a bound.
TERM = r"(?:\d+(?:\.\d+)?(?:\(P-1\)| log2 P| L)?|P-1|P|log2 P|G|L)"
FORMULA = re.compile(rf"(at most )?({TERM}(?: [+-] {TERM})*)(?:, (\d+) with 2 ranks)?")
FACTORS = re.compile(r"(?:^|([+-]) )(\d+(?:\.\d+)?)? ?(\(P-1\)|P-1|P|log2 P|G|L)?")


def value_of(formula: str, ranks: int, grouped: int, levels: int) -> float | None:
    """None if it is no formula. P: ranks; L: the groups through which a rank reaches all others;
    G: the ranks in them, added up."""
    match = FORMULA.fullmatch(formula)
    if not match:
        return None
    if match[3] and ranks == 2:
        return float(match[3])
    units = {"": 1, "P": ranks, "P-1": ranks - 1, "(P-1)": ranks - 1, "G": grouped, "L": levels,
             "log2 P": math.ceil(math.log2(ranks))}
    return sum((-1 if sign == "-" else 1) * float(number or 1) * units[unit]
               for sign, number, unit in FACTORS.findall(match[2]))


def is_(cell: dict, protocol: str, *patterns: str) -> bool:
    return cell["protocol"] == protocol and cell["pattern"] in patterns


def counted(cell: dict) -> bool:
    """Not told by counting: a rank that takes a lock to see whether it is its turn may be given it
    any number of times, and one that looks at a flag only now and then passes over numbers."""
    return (cell["protocol"] != "lock" and not is_(cell, "shared", "bidirectional")
            and not is_(cell, "direct", "mutual_exclusion"))


def lines_counted(cell: dict) -> bool:
    """Plain loads are not, nor is what a clause of OpenMP's merges, nor memory that is MPI's or
    OpenSHMEM's."""
    ours = cell["path"] == "threads" or cell["protocol"] == "shared"
    return (counted(cell) and ours and cell["pattern"] != "remote_read"
            and not is_(cell, "library", "reduce", "allreduce"))


class Declared(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        done = subprocess.run([COUNT], capture_output=True, text=True, check=True)
        cls.all = [json.loads(line) for line in done.stdout.splitlines()]
        cls.flat = {(cell["path"], cell["protocol"], cell["pattern"], cell["ranks"], cell["bytes"],
                     cell["used"]): cell for cell in cls.all if not cell["on_cache"]}

    def check(self, cell: dict, what: str, count: float, formula: str | None, grouped: int,
              levels: int) -> None:
        """Formulas with log2 P hold for powers of two. Among more than two ranks several slices of
        8 bytes may share a line, which is then brought for all of them: fewer `lines`. A bound is
        not much more than what is found."""
        ranks = cell["ranks"]
        if formula and "log2" in formula and ranks & (ranks - 1):
            return
        value = formula and value_of(formula, ranks, grouped, levels)
        name = "/".join((cell["path"], cell["protocol"], cell["pattern"]))
        with self.subTest(name, ranks=ranks, what=what, declared=formula,
                          found=count / cell["messages"]):
            self.assertIsInstance(value, float | int)
            declared = value * cell["messages"]
            if formula.startswith("at most "):
                self.assertLessEqual(count, declared)
                self.assertLess(declared, 3 * count)
            elif ranks > 2 and what == "lines":
                self.assertLessEqual(count, declared)
            else:
                self.assertEqual(count, declared)

    def check_flat(self, cell: dict, what: str, count: float, formula: str | None) -> None:
        """All ranks are one group."""
        self.check(cell, what, count, formula, cell["ranks"], 1)

    def check_crossings(self, cell: dict, formula: str) -> None:
        """Parts of a line, where slices of a vector are no multiple of one, count as whole."""
        messages = cell["messages"]
        lines = math.ceil(cell["crossed_bytes"] / (cell["rate_bytes"] * messages))
        self.check_flat(cell, "crossings_used" if cell["used"] else "crossings", messages * lines,
                        formula)

    def test_each_implementation_of_every_pattern_is_counted(self):
        self.assertGreater(len({key[:3] for key in self.flat}), 600)

    def test_the_waits_and_lines_that_are_declared_are_those_of_a_run(self):
        for (*_, bytes_, _used), run in self.flat.items():
            many = run["ranks"] > 8 and run["exceeds_a_line"]  # slices of 8 bytes in several lines
            if bytes_ == BRIEF and not many:
                if counted(run):
                    self.check_flat(run, "waits", run["waits"], run["declared"]["waits"])
                if lines_counted(run):
                    self.check_flat(run, "lines", run["lines"], run["declared"]["lines"])

    def test_the_copies_and_crossings_that_are_declared_are_those_of_a_run(self):
        """Runs in which nobody uses what it receives, and others in which every rank does; each
        that answers then does so once before it answers."""
        for (*which, ranks, bytes_, used), run in self.flat.items():
            brief = self.flat[*which, ranks, BRIEF, False]
            if bytes_ != LONG or (ranks > 8 and brief["exceeds_a_line"]):
                continue
            declared = run["declared"]
            if not used:
                self.check_flat(run, "copies", run["copies"] * run["messages"], declared["copies"])
            if declared["crossings"] or run["answers"]:
                with self.subTest("/".join(which), ranks=ranks, used=used):
                    self.assertTrue(run["uses_right"])
            if declared["crossings"]:
                self.check_crossings(run, used and declared["crossings_used"]
                                     or declared["crossings"])

    def test_ranks_on_several_caches_wait_in_groups(self):
        """G and L of 16 ranks on these caches and in these packages."""
        groups = {(16, 16): (16, 1), (4, 16): (4 + 4, 2), (2, 16): (2 + 8, 2),
                  (4, 8): (4 + 2 + 2, 3), (2, 8): (2 + 4 + 2, 3)}
        grouped = [cell for cell in self.all if cell["on_cache"] and cell["ranks"] == 16]
        self.assertGreaterEqual(len(grouped), 6 * len(groups))
        for cell in grouped:
            for what in ("waits", "lines"):
                self.check(cell, what, cell[what], cell["declared"][what], cell["grouped"],
                           cell["levels"])
            self.assertEqual((cell["grouped"], cell["levels"]),
                             groups[cell["on_cache"], cell["in_package"]], cell)

    def test_a_formula_says_what_it_says(self):
        right = {"0": 0, "1.5": 1.5, "P": 5, "P-1": 4, "log2 P": 3, "2(P-1)": 8, "2 log2 P": 6,
                 "P + 1": 6, "2(P-1) + 1": 9, "3 + log2 P": 6, "P-1 + log2 P": 7,
                 "3 log2 P - 1": 8, "3, 2 with 2 ranks": 3, "1 - P": -4, "at most 3 log2 P + 2": 11,
                 "G": 7, "G - L": 4, "5 L + 1": 16}
        wrong = ["", "P-2", "2P", "(P-1)", "1 +", "+ 1", "2  log2 P", "log2P", "p", "-1", "1,5",
                 "two", "1+1", "2 (P-1)", "2(P-1) ", "1.", "inf", "1e3", "0x1", "3, 2",
                 "3, 2 with 3 ranks", "1 -", "5L", "GL", "G-1", "at most", "at most at most 1"]
        for text, value in right.items():
            self.assertEqual(value_of(text, 5, 7, 3), value, text)
        for text in wrong:
            self.assertIsNone(value_of(text, 5, 7, 3), text)
        self.assertEqual(value_of("3, 2 with 2 ranks", 2, 2, 1), 2)


unittest.main()
