# SPDX-License-Identifier: BSD-3-Clause
"""threads/direct and mpi/direct are the same instructions: their object files, disassembled.

Usage: test_same_code.py OBJDUMP THREADS-FOLDER MPI-FOLDER, where the two workers' objects are
"""

import re
import subprocess
import sys
import unittest
from pathlib import Path

OBJDUMP, *FOLDERS = (sys.argv.pop(1) for _ in range(3))


def objects(folder: str) -> dict[str, Path]:
    """By the name of their pattern."""
    found = ((re.search(r"direct_(\w+)\.c\.o$", file.name), file)
             for file in Path(folder).glob("*.o"))
    return {match[1]: file for match, file in found if match}


def instructions(file: Path) -> list[str]:
    """With their relocations; without the lines that name the file."""
    done = subprocess.run([OBJDUMP, "--disassemble", "--reloc", file], capture_output=True,
                          text=True, check=True)
    return [line for line in done.stdout.splitlines() if "file format" not in line]


class SameCode(unittest.TestCase):
    def test_both_workers_have_the_same_instructions_of_every_pattern(self):
        threads, mpi = map(objects, FOLDERS)
        self.assertIn("pingpong", threads)
        self.assertEqual(threads.keys(), mpi.keys())
        for pattern, file in threads.items():
            here = instructions(file)
            self.assertTrue([line for line in here if "<run" in line], pattern)
            self.assertEqual(here, instructions(mpi[pattern]), pattern)


unittest.main(verbosity=2)
