# SPDX-License-Identifier: BSD-3-Clause
"""`runtimes` names the OpenMP runtime that was loaded, whichever the compiler's is.

Usage: test_runtime.py COMOPS COMOPS-THREADS ANOTHER-OPENMP [UNITTEST ARGUMENTS]
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

COMOPS, THREADS, ANOTHER = (os.path.abspath(sys.argv.pop(1)) for _ in range(3))


class Runtime(unittest.TestCase):
    def loaded(self, **environment):
        """What a campaign says, on any number of cores."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "results.jsonl")
            done = subprocess.run(
                [COMOPS, "run", "--paths", "threads", "--patterns", "barrier", "--protocols",
                 "barrier", "--ranks", "2", "--oversubscribe", "--placements", "bus", "--budget",
                 "0.1", "--launches", "1", "-o", file], capture_output=True, text=True, timeout=60,
                env={**os.environ, **environment}, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.loads(file.read_text().splitlines()[0])["runtimes"]["threads"]

    def test_the_loaded_library_is_named(self):
        linked = subprocess.run(["ldd", THREADS], capture_output=True, text=True,
                                check=True).stdout
        name, path = re.search(r"(lib[gi]?omp\S*) => (\S+)", linked).groups()
        self.assertTrue(self.loaded().startswith(os.path.basename(os.path.realpath(path)) + " ("))
        self.assertEqual("(GNU)" in self.loaded(), "gomp" in name)

    def test_a_library_loaded_in_its_place_is_named(self):
        self.assertRegex(self.loaded(LD_PRELOAD=ANOTHER),
                         r"^another_openmp\.so \(LLVM or Intel\), compiled for OpenMP \d{6}$")

    def test_a_library_under_another_ones_name_is_known_by_its_symbols(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, "libgomp.so.1")
            copy.write_bytes(pathlib.Path(ANOTHER).read_bytes())
            self.assertTrue(self.loaded(LD_PRELOAD=str(copy))
                            .startswith("libgomp.so.1 (LLVM or Intel), "))


unittest.main(verbosity=2)
