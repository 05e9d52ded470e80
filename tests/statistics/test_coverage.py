# SPDX-License-Identifier: BSD-3-Clause
"""How often our intervals hold the truth: test_coverage.py [--short | --write] PROGRAM PAGE

The page is docs/method/coverage.md; --write makes it anew. The same seed gives the same table.
--short has a tenth of the repetitions, and does not compare the page.
"""

import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

WRITE = "--write" in sys.argv and not sys.argv.remove("--write")
SHORT = "--short" in sys.argv and not sys.argv.remove("--short")
PAGE = Path(sys.argv.pop())
PROGRAM = sys.argv.pop()
REPETITIONS = 400 if SHORT else 4000
# Three standard deviations of the coverage of so many, which is what the least of a hundred is off.
CHANCE = 3 * (0.95 * 0.05 / REPETITIONS) ** 0.5

TEXT = """# Coverage of the intervals

How often an interval of comops, nominally 95 %, contains the true value: {repetitions} simulated
measurements of a pair of cells for each row, from a fixed seed. As in `comops run`, a launch
consists of rounds, and a round of a block of 5 samples of each cell. There are 3 rounds at first,
later as many as the C code finds best for launches that cost as much as 4 rounds. The same code
computes time, ratio and intervals ([method.md](../method.md#intervals)). The true ratio is 1.25,
the true time the median over all rounds of all launches. Chance alone changes these figures by
{chance:.1f}. `tests/statistics/test_coverage.py` makes this page, and fails if a figure differs by
more than 0.2.

Stopping rules:
- **six**: after six launches, whatever they show. The exact coverage of the median of independent
  launches is then 96.9 %.
- **own**: at the first of 6, 9, 12, 15, 17, 18, 20 ... 30 launches at which the interval in
  question is within 2 %. An interval that happens to be narrow ends the measurement and misses the
  truth more often: {own:.1f} % coverage in the worst row.
- **later**: one look after "own": {later:.1f} % in the worst row, for {more:.1f} more launches on
  average.
- **run**: as `comops run` ends a group, one look after the first at which the ratio, which is what
  it shows, is within 2 %. For a ratio this is the same as "later".

The mean number of launches is in parentheses.

| noise | of the | six | own | later | run |
|---|---|---|---|---|---|
{rows}

If the machine drifts from round to round, a cell has no median of its own, independent of the
drift; the ratio has.

These figures do not apply if launches are more alike the closer they are in time. One campaign
alone cannot show that; `comops compare` of two campaigns can.
"""
RULES = {"six": "six", "own": "own", "own, one look later": "later", "run": "run"}


def parts(text: str) -> tuple[list[str], list[float]]:
    """The page without its decimal figures, and these."""
    figure = r"\d+\.\d"
    return re.split(figure, text), [float(found) for found in re.findall(figure, text)]


def simulate() -> list[dict]:
    done = subprocess.run([PROGRAM, str(REPETITIONS)], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def series(rows: list[dict]) -> list[tuple[str, str, dict]]:
    return [(row["noise"], what, row[what]) for row in rows for what in ("median", "ratio")
            if row[what]]


def page(rows: list[dict]) -> str:
    lines = []
    for noise, what, rules in series(rows):
        cells = [f"{100 * rules[name]['coverage']:.1f} ({rules[name]['launches']:.1f})"
                 for name in RULES]
        lines.append(f"| {' | '.join([noise, what, *cells])} |")
    own, later = ([rules[name] for *_, rules in series(rows)]
                  for name in ("own", "own, one look later"))
    more = sum(b["launches"] - a["launches"] for a, b in zip(own, later)) / len(own)
    return TEXT.format(repetitions=REPETITIONS, chance=100 * 2 * (0.95 * 0.05 / REPETITIONS) ** 0.5,
                       own=100 * min(one["coverage"] for one in own),
                       later=100 * min(one["coverage"] for one in later), more=more,
                       rows="\n".join(lines))


class Coverage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.rows = simulate()

    def coverages(self, rule: str) -> list[float]:
        found = [rules[rule]["coverage"] for *_, rules in series(self.rows)]
        self.assertGreater(len(found), 15)
        return found

    def test_intervals_hold_the_truth_in_93_to_97_percent(self):
        """Six launches have 96.9 % exactly."""
        for rule in ("six", "own, one look later", "run"):
            self.assertGreaterEqual(min(self.coverages(rule)), 0.94 - CHANCE, rule)
            self.assertLessEqual(max(self.coverages(rule)), 0.968 + CHANCE, rule)

    def test_ending_at_an_interval_s_own_width_costs_coverage_and_one_look_more_gives_it_back(self):
        self.assertLess(min(self.coverages("own")), min(self.coverages("own, one look later")))

    @unittest.skipIf(SHORT, "the page has more repetitions")
    def test_the_page_shows_these_figures(self):
        """But for the last digits, in which libraries of mathematics differ."""
        (words, figures), (words_now, figures_now) = map(parts, (PAGE.read_text(), page(self.rows)))
        self.assertEqual(words, words_now, f"python {sys.argv[0]} --write {PROGRAM} {PAGE}")
        for figure, now in zip(figures, figures_now, strict=True):
            self.assertAlmostEqual(figure, now, delta=0.2)


if WRITE:
    PAGE.write_text(page(simulate()))
else:
    unittest.main(verbosity=2)
