# SPDX-License-Identifier: BSD-3-Clause
"""The catalogue has every fact that the results schema and the parts in Python need, and these keep
no copy of it.

Usage: test_catalogue.py COMOPS SOURCE [UNITTEST ARGUMENTS]
"""

import ast
import json
import subprocess
import sys
import unittest
from pathlib import Path

COMOPS, ROOT = sys.argv.pop(1), Path(sys.argv.pop(1))

from comops.cli.catalogue import catalogue_json  # noqa: E402
from comops.common.catalogue import PATTERNS, in_family  # noqa: E402
from comops.measure.planning.names import DEFAULT_PROTOCOLS  # noqa: E402
from comops.results.schema import json_schema  # noqa: E402
from comops.statistics.warnings import WARNINGS  # noqa: E402

CATALOGUE = json.loads(catalogue_json())
SCHEMA = json_schema()["$defs"]
FOLDERS = "reports", "peers", "fleet", "simulate", "common"
PYTHON = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))


def names(what):
    return [row["name"] for row in CATALOGUE[what]]


def comops_list(form):
    done = subprocess.run([COMOPS, "list", form], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def collections(file):
    """The strings of every tuple, list and set of a file, and of every mapping's keys."""
    for node in ast.walk(ast.parse(file.read_text())):
        parts = getattr(node, "keys", None) or getattr(node, "elts", None)
        if isinstance(parts, list):
            yield {part.value for part in parts
                   if isinstance(part, ast.Constant) and isinstance(part.value, str)}


class Catalogue(unittest.TestCase):
    def test_it_is_what_the_program_prints(self):
        self.assertEqual(comops_list("--catalogue"), CATALOGUE)

    def test_it_agrees_with_the_results_schema(self):
        key = SCHEMA["key"]["properties"]
        self.assertEqual(CATALOGUE["cell_key"], list(key))
        self.assertEqual(CATALOGUE["buffers"], key["buffers"]["enum"])
        self.assertEqual(CATALOGUE["consume"], key["consume"]["enum"])
        self.assertEqual(CATALOGUE["operations"], key["op"]["enum"])
        self.assertEqual(CATALOGUE["datatypes"], key["datatype"]["enum"])

    def test_it_has_what_the_list_has(self):
        self.assertLessEqual({file.stem for file in (ROOT / "comops/ranks/patterns").glob("*.c")},
                             set(PATTERNS))
        listed = comops_list("--json")
        self.assertEqual(listed["patterns"], CATALOGUE["patterns"])
        self.assertEqual(listed["placements"], CATALOGUE["placements"])
        self.assertEqual([path["name"] for path in listed["paths"]], names("paths"))
        for path in listed["paths"]:
            families = {row["protocol"]: row["family"] for row in path["implementations"]}
            for protocol, family in families.items():
                self.assertEqual(in_family(protocol), family is not None, protocol)
            if families:
                self.assertLessEqual(set(DEFAULT_PROTOCOLS.get(path["name"], ())), set(families))

    def test_no_python_file_keeps_a_copy(self):
        protocols = {name for path in DEFAULT_PROTOCOLS.values() for name in path}
        most = [(WARNINGS, 2), (protocols, 4), (names("methods"), 3), (CATALOGUE["datatypes"], 2)]
        for file in PYTHON:
            for words in collections(file):
                for copied, count in most:
                    self.assertLessEqual(len(words & set(copied)), count, (file, words))
            for form in ('startswith("(")', "[0] == \"(\""):
                self.assertFalse(form in file.read_text(), f"{file}: a family by its name")


unittest.main(verbosity=2)
