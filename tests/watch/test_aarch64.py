# SPDX-License-Identifier: BSD-3-Clause
"""Fibres and watched code on AArch64: cross-compiled, and run by QEMU's user emulation.

Usage: test_aarch64.py SOURCE-ROOT PATTERN-SOURCE ... -- ARGUMENT ...

The arguments are those with which watched sources are compiled here. Skipped, with the reason,
where a program is missing.
"""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
_end = sys.argv.index("--")
PATTERNS, WATCHED = sys.argv[1:_end], sys.argv[_end + 1:]
del sys.argv[1:]

COMPILER, EMULATOR = "aarch64-linux-gnu-gcc", "qemu-aarch64"
PACKAGES = "gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user"
C_ARGUMENTS = ["-std=gnu17", "-D_GNU_SOURCE", f"-I{ROOT}", "-Wall", "-Werror=implicit"]
LIBRARY = [ROOT / "comops/ranks/watch" / name for name in ("accesses.c", "fibre.c", "library.c")]
TESTS = ROOT / "extensions/simulate/tests/watch"

for program in (COMPILER, EMULATOR):
    if not shutil.which(program):
        print(f"{program} is missing: Debian's packages are {PACKAGES}")
        sys.exit(77)


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False)
    if done.returncode:
        raise AssertionError(f"{command[0]}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class AArch64(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def compiled(self, sources, arguments):
        for source in sources:
            file = self.folder / f"{len(list(self.folder.iterdir()))}-{Path(source).stem}.o"
            run(COMPILER, *C_ARGUMENTS, *arguments, "-c", source, "-o", file)
            yield file

    def run_test(self, watched, unwatched, *options):
        program = self.folder / "test"
        objects = [*self.compiled(watched, WATCHED),
                   *self.compiled(unwatched, ["-O2", "-mbranch-protection=bti"])]
        run(COMPILER, "-static", "-no-pie", *options, *objects, "-lm", "-o", program)
        said = run(EMULATOR, program)
        self.assertRegex(said, r"(?m)^ok 1 ")
        self.assertNotIn("\nnot ok", said)

    def test_fibres(self):
        self.run_test([], [TESTS / "test_fibre.c", *LIBRARY[1:2]])

    def test_watched_code(self):
        self.run_test([TESTS / "test_watch.c", *PATTERNS], [TESTS / "recorder.c", *LIBRARY],
                      "-Wl,--wrap=data_use")

    def test_the_heap_of_watched_code(self):
        self.run_test([TESTS / "test_heap.c"], [TESTS / "recorder.c", *LIBRARY],
                      "-Wl,--wrap=data_use")


unittest.main(verbosity=2)
