# SPDX-License-Identifier: BSD-3-Clause
"""Other processors than x86-64: on AArch64 the suites unit and patterns pass, emulated; what knows
a processor's instructions compiles for POWER and RISC-V.

Usage: test_processors.py SOURCE-ROOT MESON...

MESON is the command. Where a compiler, an emulator or a library is missing, the test is skipped
with the reason. COMOPS_AARCH64_ROOT: where the libraries' packages for arm64 are unpacked, if they
are not installed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, MESON = Path(sys.argv[1]).resolve(), sys.argv[2:]
ROOT = os.environ.get("COMOPS_AARCH64_ROOT", "")
LIBRARIES = Path(f"{ROOT}/usr/lib/aarch64-linux-gnu/pkgconfig")
EMULATED = {"aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu", "qemu-aarch64": "qemu-user"}
COMPILED = {"powerpc64le-linux-gnu-gcc": "gcc-powerpc64le-linux-gnu",
            "riscv64-linux-gnu-gcc": "gcc-riscv64-linux-gnu"}
# All that includes no library's header.
FOLDERS = ("comops/ranks/contract", "comops/ranks/patterns", "comops/ranks/arena",
           "comops/ranks/canary",
           "shm_threads/direct", "shm_threads/put", "shm_threads/get", "comops/ranks/watch")
FOREIGN = re.compile(r'#include "topology/')


def missing():
    """The packages without which nothing can be emulated."""
    names = [package for program, package in EMULATED.items() if not shutil.which(program)]
    return names + ["libhwloc-dev:arm64"] * (not (LIBRARIES / "hwloc.pc").exists())


class Processors(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_command(self, *words):
        done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, f"{done.stdout[-5000:]}{done.stderr[-5000:]}")
        return done.stdout

    @unittest.skipIf(missing(), f"packages are missing: {', '.join(missing())}")
    def test_units_and_patterns_are_right_on_aarch64(self):
        root, build = self.folder / "root.ini", self.folder / "build"
        root.write_text(f"[constants]\nroot = '{ROOT}'\n")
        self.run_command(*MESON, "setup", build, SOURCE, "--cross-file",
                         SOURCE / "build-aarch64.ini", "--cross-file", root)
        said = self.run_command(*MESON, "test", "-C", build, "--suite", "unit", "--suite",
                                "patterns", "--setup", "emulated")
        passed = int(re.search(r"(?m)^Ok: +(\d+)", said).group(1))
        skipped = re.search(r"(?m)^Skipped: +(\d+)", said)
        self.assertGreater(passed, 40)
        self.assertIsNone(skipped, said)

    def compiles(self, compiler):
        sources = [source for folder in FOLDERS for source in (SOURCE / folder).glob("*.c")
                   if not FOREIGN.search(source.read_text())]
        self.assertGreater(len(sources), 80)
        for source in sources:
            with self.subTest(source=source.relative_to(SOURCE)):
                self.run_command(compiler, "-std=gnu17", "-O2", "-fopenmp", "-D_GNU_SOURCE",
                                 f"-I{SOURCE}", "-Wall", "-Wno-unknown-pragmas", "-Werror", "-c",
                                 source, "-o", self.folder / "object.o")

    def test_all_that_knows_a_processor_compiles_for_others(self):
        here = list(filter(shutil.which, COMPILED))
        if not here:
            self.skipTest(f"packages are missing: {', '.join(COMPILED.values())}")
        for compiler in here:
            self.compiles(compiler)


def main():
    result = unittest.main(argv=sys.argv[:1], verbosity=2, exit=False).result
    if len(result.skipped) == result.testsRun:
        sys.exit(77)
    sys.exit(not result.wasSuccessful())


main()
