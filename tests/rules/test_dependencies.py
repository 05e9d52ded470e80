# SPDX-License-Identifier: BSD-3-Clause
"""docs/installing.md lists each package of requirements.txt files and packages.txt, no other.

Usage: test_dependencies.py SOURCE-ROOT
"""

import re
import unittest

from source import ROOT

PAGE = (ROOT / "docs/installing.md").read_text()
NEEDED = [ROOT / "requirements.txt", ROOT / "commands/requirements.txt",
          ROOT / "reports/requirements.txt", ROOT / "fleet/requirements.txt"]
TESTED = [*sorted(ROOT.glob("tests/*/requirements.txt")), ROOT / "contrib/site/requirements.txt"]
HEADINGS = ("To build and to run", "Only for tests")


def required(files):
    """The names of packages, each once."""
    return list(dict.fromkeys(found for file in files for found in
                              re.findall(r"(?m)^([\w-]+)==\S+$", file.read_text())))


def rows(heading, columns):
    """The cells of each row below a heading, of the table with so many columns."""
    text = PAGE.partition(f"\n### {heading}\n")[2].partition("\n#")[0]
    found = [[cell.strip() for cell in line.strip("|").split("|")]
             for line in re.findall(r"(?m)^\|.*\|$", text)]
    return [row for row in found if len(row) == columns][2:]


class Dependencies(unittest.TestCase):
    def test_packages_of_python_are_listed(self):
        run = required(NEEDED)
        for heading, wanted in zip(HEADINGS, (run, set(required(TESTED)) - set(run))):
            self.assertEqual({row[0] for row in rows(heading, 3)}, {*wanted}, heading)

    def test_packages_of_the_system_are_listed(self):
        needs = re.findall(r"(?m)^([\w-]+) ", (ROOT / "bootstrap.d/packages.txt").read_text())
        self.assertEqual([row[0] for heading in HEADINGS for row in rows(heading, 2)], needs)

    def test_every_one_has_a_reason(self):
        for heading in HEADINGS:
            for row in rows(heading, 3) + rows(heading, 2):
                self.assertTrue(row[-1], row)


unittest.main(verbosity=2)
