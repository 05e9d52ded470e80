# SPDX-License-Identifier: BSD-3-Clause
"""The catalogue has every fact that the results schema, the docs and the parts in Python need, and
these keep no copy of it.

Usage: test_catalogue.py COMOPS SOURCE [UNITTEST ARGUMENTS]
"""

import ast
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

COMOPS, ROOT = sys.argv.pop(1), Path(sys.argv.pop(1))
sys.path.append(str(ROOT))

from common.catalogue import (CATALOGUE, DEFAULT_PROTOCOLS, PATTERNS, WARNINGS,  # noqa: E402
                              family_of)
from common.sizes import size_parse, sizes_parse  # noqa: E402

SCHEMA = json.loads((ROOT / "docs/results.schema.json").read_text())["$defs"]
PYTHON = sorted(file for folder in ("peers", "simulate", "common")
                for file in (ROOT / folder).rglob("*.py"))


def names(what):
    return [one["name"] for one in CATALOGUE[what]]


def strings(file):
    """Every tuple, list, set and mapping's keys of a file, as far as they are strings."""
    for node in ast.walk(ast.parse(file.read_text())):
        parts = getattr(node, "keys", None) or getattr(node, "elts", None)
        if isinstance(parts, list):
            yield {part.value for part in parts if isinstance(part, ast.Constant)
                   and isinstance(part.value, str)}


class Catalogue(unittest.TestCase):
    def test_it_is_what_the_program_prints(self):
        printed = subprocess.run([COMOPS, "list", "--catalogue"], capture_output=True, text=True,
                                 check=True).stdout
        self.assertEqual(json.loads(printed), CATALOGUE)

    def test_it_agrees_with_the_results_schema(self):
        key = SCHEMA["key"]["properties"]
        self.assertEqual(CATALOGUE["cell_key"], list(key))
        self.assertEqual(CATALOGUE["buffers"], key["buffers"]["enum"])
        self.assertEqual([*names("methods"), "batch"], key["method"]["enum"])
        self.assertEqual(CATALOGUE["operations"], key["op"]["enum"])
        self.assertEqual(CATALOGUE["datatypes"], key["datatype"]["enum"])
        self.assertEqual(set(WARNINGS),
                         set(SCHEMA["cell"]["properties"]["warnings"]["items"]["enum"]))

    def test_every_pattern_has_a_file_and_is_defined_as_the_list_shows_it(self):
        self.assertEqual(set(PATTERNS),
                         {file.stem for file in (ROOT / "comops/patterns").glob("*.c")})
        listed = json.loads(
            subprocess.run([COMOPS, "list", "--json"], capture_output=True, text=True,
                           check=True).stdout)
        self.assertEqual(listed["patterns"], CATALOGUE["patterns"])
        self.assertEqual([path["name"] for path in listed["paths"]], names("paths"))
        for path in listed["paths"]:
            offered = {one["protocol"]: one["family"] for one in path["implementations"]}
            for protocol, family in offered.items():
                self.assertEqual(family_of(protocol), family, protocol)
            if offered:
                self.assertLessEqual(set(DEFAULT_PROTOCOLS[path["name"]]), set(offered))

    def test_sizes_are_read_as_the_program_reads_them(self):
        self.assertEqual([size_parse(text) for text in ("8", "1K", "4m", "2G")],
                         [8, 1 << 10, 4 << 20, 2 << 30])
        self.assertEqual(sizes_parse("64,8:32,1K,8"), [8, 16, 32, 64, 1024])

    def test_no_python_file_keeps_a_copy(self):
        protocols = {name for path in DEFAULT_PROTOCOLS.values() for name in path}
        for file in PYTHON:
            for found in strings(file):
                self.assertLess(len(found & set(WARNINGS)), 3, f"{file}: names of warnings")
                self.assertLess(len(found & protocols), 5, f"{file}: the default protocols")
                self.assertLess(len(found & set(names("methods"))), 4, f"{file}: the methods")
                self.assertLess(len(found & set(CATALOGUE["datatypes"])), 3,
                                f"{file}: the datatypes")
            text = file.read_text()
            self.assertFalse(re.search(r"""startswith\(["']\(["']\)""", text),
                             f"{file}: a family by its name")


unittest.main(verbosity=2)
