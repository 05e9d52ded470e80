# SPDX-License-Identifier: BSD-3-Clause
"""What sources.md names exists, no row lacks both a place and a reason, and nothing printed is
left out.

Usage: test_sources.py SOURCE-ROOT
"""

import json
import re
import sys
import unittest
from functools import cache
from pathlib import Path
from typing import Any

from comops.cli.catalogue import catalogue_json
from comops.measure.launch.paths import paths_find
from comops.measure.planning.options import TABLE
from comops.results.schema import json_schema

ROOT = Path(sys.argv.pop())
REFERENCE = ROOT / "extensions/papers/comops_papers/reference"
DOCS = ROOT / "extensions/papers/docs"
PAGE = (DOCS / "sources.md").read_text()
DOCUMENTS = {"Luo": (132, 151), "Luecke": (1, 52), "ARSC": (53, 65), "Worley": (66, 107),
             "Texas Tech": (108, 131)}
TABLES = {"Luo": 1, "Luecke": 5, "ARSC": 4, "Worley": 8, "Texas Tech": 6}
PROGRAMS = {"list", "run", "simulate", "report", "machine", "compare", "peers", "pstswm",
            "reproduce", "show"}
PROTOCOLS = {offer.protocol for path in paths_find() for offer in path.offers}


@cache
def catalogue() -> dict[str, Any]:
    return json.loads(catalogue_json())


def rows(part: str) -> list[list[str]]:
    """The cells of each row of its tables, without the first one's heading."""
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" |")] for line in lines[1:]]


def documents() -> dict[str, list[list[str]]]:
    parts = PAGE.split("\n## ")[1:]
    return {name: rows(part) for part in parts for name in DOCUMENTS if part.startswith(name)}


def numbers(text: str) -> set[int]:
    """The numbers in "tables II to V", "table 5.1", "claims 1 to 52"."""
    roman = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5}
    values = [roman.get(word) or int(word)
              for word in re.findall(r"\b(?:5\.)?(\d+|[IV]+)\b", text)]
    return set(range(min(values), max(values) + 1)) if " to " in text else set(values)


def options() -> set[str]:
    """The options of comops run, and those of the other commands."""
    text = "".join(file.read_text() for folder in ("comops", "extensions")
                   for file in (ROOT / folder).rglob("*.py"))
    return {option.name for option in TABLE} | set(re.findall(r'"--([a-z-]+)"', text))


class Sources(unittest.TestCase):
    def test_every_document_has_its_rows(self):
        self.assertEqual(set(documents()), set(DOCUMENTS))

    def test_every_row_has_a_place_or_a_reason(self):
        for name, listed in documents().items():
            for row in listed:
                self.assertEqual(len(row), 3, (name, row))
                self.assertTrue(row[0] and (row[1] or row[2]), (name, row))

    def test_everything_named_exists(self):
        methods = {method["name"] for method in catalogue()["methods"]}
        fields = json.dumps(json_schema())
        known = {*(entry["name"] for what in ("patterns", "paths") for entry in catalogue()[what]),
                 *PROTOCOLS}
        for word in re.findall(r"`([^`]+)`", PAGE):
            first = word.split()[0]
            if first == "comops":
                self.assertIn(word.split()[1], PROGRAMS, word)
            elif word.startswith("--method "):
                self.assertIn(word.split()[1], methods, word)
            elif word.startswith("--"):
                self.assertIn(first.removeprefix("--"), options(), word)
            elif "/" in word:
                places = (ROOT, REFERENCE.parent)
                self.assertTrue(any((place / word).exists() for place in places), word)
            else:
                self.assertTrue(word in known or f'"{word}"' in fields, word)

    def test_every_table_and_every_claim_has_a_row(self):
        for name, listed in documents().items():
            named = re.compile(r"tables? [\dIV.]+(?: (?:to|and) [\dIV.]+)?")
            tables = [numbers(match[0]) for row in listed if (match := named.match(row[0]))]
            self.assertEqual(set().union(*tables), set(range(1, TABLES[name] + 1)), name)
            claims = [numbers(row[0]) for row in listed if row[0].startswith("claims ")]
            first, last = DOCUMENTS[name]
            self.assertEqual(set().union(*claims), set(range(first, last + 1)), name)

    def test_every_file_of_printed_values_is_named(self):
        for file in REFERENCE.glob("*.csv"):
            self.assertIn(f"`reference/{file.name}`", PAGE)
            self.assertIn(f"`{file.name}`", (REFERENCE / "README.md").read_text())

    def test_its_links_lead_somewhere(self):
        for target in re.findall(r"\]\(([^)]+)\)", PAGE):
            name, _, heading = target.partition("#")
            text = (DOCS / name).read_text()
            headings = {re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")
                        for line in text.splitlines() if line.startswith("#")}
            self.assertTrue(not heading or heading in headings, target)


unittest.main(verbosity=2)
