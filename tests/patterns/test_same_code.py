# SPDX-License-Identifier: BSD-3-Clause
"""Workers time the same code at the same place of a page: they load it from the same objects, and
have no function of these themselves.

Usage: test_same_code.py NM READELF OBJECT,... WORKER... -- SOURCE...

The sources are those of the harness and the patterns, whose functions the objects must have.
"""

import os
import re
import subprocess
import sys
import unittest
from collections import Counter
from pathlib import Path

PAGE = 4096
LINE = 64
NM, READELF, OBJECTS, *WORKERS = sys.argv[1:sys.argv.index("--")]
SOURCES = sys.argv[sys.argv.index("--") + 1:]
OBJECTS = OBJECTS.split(",")
del sys.argv[1:]


def output(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def functions(program: str) -> dict[str, int]:
    """Name -> address, of the functions that a program or object defines. Names that files share,
    as `run` is, have a number."""
    places, times = {}, Counter()
    for line in output(NM, "--defined-only", program).splitlines():
        address, kind, name = line.split(maxsplit=2)
        if kind in "tTwW":
            times[name] += 1
            places[f"{name} {times[name]}" if times[name] > 1 else name] = int(address, 16)
    return places


def functions_of_source(file: str) -> set[str]:
    """The functions with external names that a source defines."""
    text = re.sub(r"/\*.*?\*/", "", Path(file).read_text(), flags=re.S)
    names = re.findall(r"^(?!static|typedef)[\w *]+?\b([a-z]\w*)\([^;{}]*\)\n\{", text, flags=re.M)
    return set(names)


class SameCode(unittest.TestCase):
    def test_every_worker_loads_the_same_objects(self):
        for worker in WORKERS:
            needed = output(READELF, "--dynamic", worker)
            for file in OBJECTS:
                self.assertIn(f"[{os.path.basename(file)}]", needed, worker)

    def test_the_objects_have_the_harness_the_patterns_and_direct(self):
        there = set().union(*map(functions, OBJECTS))
        wanted = set().union(*map(functions_of_source, SOURCES))
        self.assertIn("bench_run", wanted)
        self.assertIn("data_use", wanted)
        self.assertEqual(wanted - there, set())
        direct = next(file for file in OBJECTS if "direct" in file)
        self.assertGreater(sum(name.split()[0] == "run" for name in functions(direct)), 10)

    def test_no_worker_has_any_of_them_itself(self):
        wanted = set().union(*map(functions_of_source, SOURCES))
        for worker in WORKERS:
            self.assertEqual(wanted & functions(worker).keys(), set(), worker)

    def test_objects_are_mapped_in_whole_pages_and_what_is_timed_begins_a_line_of_code(self):
        """So an address in an object decides the place in a page and in a line, in each worker."""
        for file in (*OBJECTS, *WORKERS):
            segments = output(READELF, "--segments", "--wide", file)
            loads = re.findall(r"^ +LOAD +(\w+) (\w+)", segments, flags=re.M)
            self.assertTrue(loads, file)
            for offset, address in loads:
                self.assertEqual(int(offset, 16) % PAGE, int(address, 16) % PAGE, file)
        for file in (*OBJECTS, *WORKERS):
            for name, address in functions(file).items():
                if name.split()[0] in ("run", "data_use", "bench_run", "fill"):
                    self.assertEqual(address % LINE, 0, (file, name))


unittest.main(verbosity=2)
