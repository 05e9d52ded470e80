# SPDX-License-Identifier: BSD-3-Clause
"""docs/installing.md lists the packages of requirements.txt files and packages.txt.

Usage: test_dependencies.py SOURCE-ROOT
"""

import re
import unittest
from pathlib import Path

from source import ROOT

INSTALLING = (ROOT / "docs/installing.md").read_text()
NEEDED = [ROOT / "requirements.txt", ROOT / "comops/cli/requirements.txt",
          ROOT / "reports/requirements.txt",
          *sorted(ROOT.glob("extensions/*/comops_*/requirements.txt"))]
TESTED = [ROOT / "tests/requirements.txt", ROOT / "contrib/site/requirements.txt"]


def rows(part: str) -> list[list[str]]:
    """The cells of each row of its tables, without the first one's heading."""
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" |")] for line in lines[1:]]


def required(files: list[Path]) -> list[str]:
    """The names of packages, each once."""
    return list(dict.fromkeys(line for file in files for line in
                              re.findall(r"(?m)^([\w-]+)==\S+(?: ;.*)?$", file.read_text())))


class Dependencies(unittest.TestCase):
    def setUp(self):
        """The rows below each heading, by their number of columns."""
        self.listed = {2: [], 3: []}
        for heading in ("To build and to run", "Only for tests"):
            part = INSTALLING.partition(f"\n### {heading}\n")[2].partition("\n#")[0]
            for columns, tables in self.listed.items():
                tables.append([row for row in rows(part) if len(row) == columns
                               and row[0] not in ("package", "need")])

    def test_packages_of_python_are_listed(self):
        run = required(NEEDED)
        wanted = [{*run}, {*required(TESTED)} - {*run}]
        self.assertEqual([{row[0] for row in rows_of} for rows_of in self.listed[3]], wanted)

    def test_packages_of_the_system_are_listed(self):
        needs = re.findall(r"(?m)^([\w-]+) ", (ROOT / "bootstrap.d/packages.txt").read_text())
        self.assertEqual([row[0] for rows_of in self.listed[2] for row in rows_of], needs)

    def test_every_one_has_a_reason(self):
        for row in sum(sum(self.listed.values(), []), []):
            self.assertTrue(row[-1], row)


unittest.main(verbosity=2)
