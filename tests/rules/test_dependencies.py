# SPDX-License-Identifier: BSD-3-Clause
"""docs/dependencies.md lists each package of requirements.txt files and packages.txt, no other.

Usage: test_dependencies.py SOURCE-ROOT
"""

import re
import unittest

from source import ROOT

PAGE = (ROOT / "docs/dependencies.md").read_text()
NEEDED = [ROOT / "requirements.txt", ROOT / "commands/requirements.txt",
          ROOT / "reports/requirements.txt", ROOT / "fleet/requirements.txt"]
TESTED = sorted(ROOT.glob("tests/*/requirements.txt"))
SITE = ROOT / "contrib/site/requirements.txt"
HEADINGS = ("To build and to run", "Only for tests")


def required(files):
    """Name -> exact version, as the files have them."""
    return dict(found for file in files
                for found in re.findall(r"(?m)^([\w-]+)==(\S+)$", file.read_text()))


def rows(heading):
    """The cells of each row below a heading."""
    text = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")]
            for line in re.findall(r"(?m)^\|.*\|$", text)]


class Dependencies(unittest.TestCase):
    def test_packages_of_python_are_listed_with_their_versions(self):
        run, tests = required(NEEDED), required(TESTED)
        for heading, wanted in zip(HEADINGS, (run, {name: version for name, version in tests.items()
                                                    if name not in run})):
            listed = {row[0]: row[1] for row in rows(heading)
                      if len(row) == 4 and re.match(r"\d", row[1])}
            self.assertEqual(listed, wanted, heading)
        for name, version in required([SITE]).items():
            self.assertIn(f"{name} {version}", " ".join(PAGE.split()))

    def test_packages_of_the_system_are_listed(self):
        needs = re.findall(r"(?m)^([\w-]+) ", (ROOT / "bootstrap.d/packages.txt").read_text())
        listed = [row[0] for heading in HEADINGS for row in rows(heading)
                  if len(row) == 2 and row[0] != "need" and "--" not in row[0]]
        self.assertEqual(listed, needs)

    def test_every_one_has_a_reason(self):
        for heading in HEADINGS:
            for row in rows(heading):
                self.assertTrue(row[-1], row)


unittest.main(verbosity=2)
