# SPDX-License-Identifier: BSD-3-Clause
"""`runtimes` names the OpenMP runtime that was loaded, whichever the compiler's is.

Usage: test_runtime.py COMOPS SOURCE-ROOT COMOPS-THREADS ANOTHER-OPENMP
                       [UNITTEST ARGUMENTS]
"""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from front_end import COMOPS, PLAIN, Campaign

THREADS, ANOTHER = (os.path.abspath(sys.argv.pop(1)) for _ in range(2))


class Runtime(Campaign):
    def loaded(self, **environment):
        """What a campaign says, on any number of cores."""
        self.file.unlink(missing_ok=True)
        self.measure("--paths threads --patterns barrier --protocols barrier --ranks 2 "
                     "--oversubscribe --placements bus --budget 0.1 --launches 1",
                     env={**PLAIN, **environment})
        return self.records("campaign")[0]["runtimes"]["threads"]

    def test_the_loaded_library_is_named_with_its_version(self):
        linked = subprocess.run(["ldd", THREADS], capture_output=True, text=True,
                                check=True).stdout
        name, path = re.search(r"(lib[gi]?omp\S*) => (\S+)", linked).groups()
        loaded = self.loaded()
        self.assertTrue(loaded.startswith(os.path.basename(os.path.realpath(path)) + " ("))
        self.assertEqual("(GNU)" in loaded, "gomp" in name)
        # Its version is the newest interface that it defines.
        defined = re.findall(rb"\0GOMP_(\d+(?:\.\d+)*)(?=\0)", Path(path).read_bytes())
        newest = max(defined, key=lambda name: [int(part) for part in name.split(b".")]).decode()
        self.assertIn(f") GOMP_{newest}, compiled for OpenMP ", loaded)

    def test_a_library_loaded_in_its_place_is_named(self):
        self.assertRegex(self.loaded(LD_PRELOAD=ANOTHER),
                         r"^another_openmp\.so \(LLVM or Intel\), compiled for OpenMP \d{6}$")

    def test_a_library_under_another_ones_name_is_known_by_its_symbols(self):
        copy = self.folder / "libgomp.so.1"
        copy.write_bytes(Path(ANOTHER).read_bytes())
        self.assertTrue(self.loaded(LD_PRELOAD=str(copy))
                        .startswith("libgomp.so.1 (LLVM or Intel), "))

    def test_a_library_that_an_option_names_is_a_path_of_its_own(self):
        self.measure(f"--openmp other={ANOTHER}:passive --paths threads,threads@other "
                     "--patterns barrier --protocols barrier --ranks 2 --oversubscribe "
                     "--placements bus --budget 0.1 --launches 1")
        runtimes = self.records("campaign")[0]["runtimes"]
        self.assertRegex(runtimes["threads@other"],
                         r"^another_openmp\.so \(LLVM or Intel\), .*, OMP_WAIT_POLICY=passive$")
        self.assertNotIn("passive", runtimes["threads"])
        self.assertEqual({cell["path"]: cell["valid"] for cell in self.cells()},
                         {"threads": True, "threads@other": True})
        self.assertEqual([{pair["a"]["path"], pair["b"]["path"]} for pair in self.records("pair")],
                         [set(runtimes)])

    def test_what_is_no_openmp_library_is_refused_with_the_reason(self):
        text = self.folder / "text.so"
        text.write_text("no library")
        spaced = self.folder / "a b.so"
        linked = subprocess.run(["ldd", THREADS], capture_output=True, text=True,
                                check=True).stdout
        no_openmp = re.search(r"libc\.so\S* => (\S+)", linked)[1]
        for place, reason in ((text, "not a library"), (sys.executable, "not a library"),
                              ("libomp.so.5", "named by its path"), (spaced, "blanks"),
                              (no_openmp, "it lacks ")):
            with self.subTest(place):
                done = subprocess.run([COMOPS, "run", "-o", self.file, "--openmp", f"x={place}"],
                                      capture_output=True, text=True, env=PLAIN, check=False)
                self.assertEqual(done.returncode, 2)
                self.assertIn(reason, done.stderr)
                self.assertFalse(self.file.exists())
        self.refused(f"run --openmp x={ANOTHER} --paths threads,mpi",
                     "--paths lacks threads@x, which --openmp names")


unittest.main(verbosity=2)
