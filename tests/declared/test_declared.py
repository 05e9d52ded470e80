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
    found = FORMULA.fullmatch(formula)
    if not found:
        return None
    if found[3] and ranks == 2:
        return float(found[3])
    units = {"": 1, "P": ranks, "P-1": ranks - 1, "(P-1)": ranks - 1, "G": grouped, "L": levels,
             "log2 P": math.ceil(math.log2(ranks))}
    return sum((-1 if sign == "-" else 1) * float(number or 1) * units[unit]
               for sign, number, unit in FACTORS.findall(found[2]))


def is_(one: dict, protocol: str, *patterns: str) -> bool:
    return one["protocol"] == protocol and one["pattern"] in patterns


def counted(one: dict) -> bool:
    """Not told by counting: a rank that takes a lock to see whether it is its turn may be given it
    any number of times, and one that looks at a flag only now and then passes over numbers."""
    return (one["protocol"] != "lock" and not is_(one, "shared", "bidirectional")
            and not is_(one, "direct", "mutual_exclusion"))


def lines_counted(one: dict) -> bool:
    """Plain loads are not, nor is what a clause of OpenMP's merges, nor memory that is MPI's or
    OpenSHMEM's."""
    ours = one["path"] == "threads" or one["protocol"] == "shared"
    return (counted(one) and ours and one["pattern"] != "remote_read"
            and not is_(one, "library", "reduce", "allreduce"))


class Declared(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        done = subprocess.run([COUNT], capture_output=True, text=True, check=True)
        cls.all = [json.loads(line) for line in done.stdout.splitlines()]
        cls.flat = {(one["path"], one["protocol"], one["pattern"], one["ranks"], one["bytes"],
                     one["used"]): one for one in cls.all if not one["on_cache"]}

    def check(self, one: dict, what: str, found: float, formula: str | None, grouped: int,
              levels: int) -> None:
        """Formulas with log2 P hold for powers of two. Among more than two ranks several slices of
        8 bytes may share a line, which is then brought for all of them: fewer `lines`. A bound is
        not much more than what is found."""
        ranks = one["ranks"]
        if formula and "log2" in formula and ranks & (ranks - 1):
            return
        value = formula and value_of(formula, ranks, grouped, levels)
        name = "/".join((one["path"], one["protocol"], one["pattern"]))
        with self.subTest(name, ranks=ranks, what=what, declared=formula,
                          found=found / one["messages"]):
            self.assertIsInstance(value, float | int)
            declared = value * one["messages"]
            if formula.startswith("at most "):
                self.assertLessEqual(found, declared)
                self.assertLess(declared, 3 * found)
            elif ranks > 2 and what == "lines":
                self.assertLessEqual(found, declared)
            else:
                self.assertEqual(found, declared)

    def check_flat(self, one: dict, what: str, found: float, formula: str | None) -> None:
        """All ranks are one group."""
        self.check(one, what, found, formula, one["ranks"], 1)

    def check_crossings(self, one: dict, formula: str) -> None:
        """Parts of a line, where slices of a vector are no multiple of one, count as whole."""
        messages = one["messages"]
        lines = math.ceil(one["crossed_bytes"] / (one["rate_bytes"] * messages))
        self.check_flat(one, "crossings_used" if one["used"] else "crossings", messages * lines,
                        formula)

    def test_each_implementation_of_every_pattern_is_counted(self):
        self.assertGreater(len({key[:3] for key in self.flat}), 600)

    def test_the_waits_and_lines_that_are_declared_are_those_of_a_run(self):
        for (*_, bytes_, _used), one in self.flat.items():
            many = one["ranks"] > 8 and one["exceeds_a_line"]  # slices of 8 bytes in several lines
            if bytes_ == BRIEF and not many:
                if counted(one):
                    self.check_flat(one, "waits", one["waits"], one["declared"]["waits"])
                if lines_counted(one):
                    self.check_flat(one, "lines", one["lines"], one["declared"]["lines"])

    def test_the_copies_and_crossings_that_are_declared_are_those_of_a_run(self):
        """Runs in which nobody uses what it receives, and others in which every rank does; each
        that answers then does so once before it answers."""
        for (*which, ranks, bytes_, used), one in self.flat.items():
            brief = self.flat[*which, ranks, BRIEF, False]
            if bytes_ != LONG or (ranks > 8 and brief["exceeds_a_line"]):
                continue
            declared = one["declared"]
            if not used:
                self.check_flat(one, "copies", one["copies"] * one["messages"], declared["copies"])
            if declared["crossings"] or one["answers"]:
                with self.subTest("/".join(which), ranks=ranks, used=used):
                    self.assertTrue(one["uses_right"])
            if declared["crossings"]:
                self.check_crossings(one, used and declared["crossings_used"]
                                     or declared["crossings"])

    def test_ranks_on_several_caches_wait_in_groups(self):
        """G and L of 16 ranks on these caches and in these packages."""
        groups = {(16, 16): (16, 1), (4, 16): (4 + 4, 2), (2, 16): (2 + 8, 2),
                  (4, 8): (4 + 2 + 2, 3), (2, 8): (2 + 4 + 2, 3)}
        grouped = [one for one in self.all if one["on_cache"] and one["ranks"] == 16]
        self.assertGreaterEqual(len(grouped), 6 * len(groups))
        for one in grouped:
            for what in ("waits", "lines"):
                self.check(one, what, one[what], one["declared"][what], one["grouped"],
                           one["levels"])
            self.assertEqual((one["grouped"], one["levels"]),
                             groups[one["on_cache"], one["in_package"]], one)

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
