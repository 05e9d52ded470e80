# SPDX-License-Identifier: BSD-3-Clause
"""Standard streams that are closed or full.

Usage: test_streams.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import os
import subprocess
import unittest

from front_end import COMOPS, TWO_CORES, Campaign

PRINTED = ["--help", "--version", "list --json", "list --catalogue", "show pingpong", "machine",
           "machine --json", "run --help", "run --dry-run --oversubscribe"]


def shell(line, redirection):
    """`comops LINE` with a redirection of the shell's, such as ">&-"."""
    return subprocess.run(["sh", "-c", f'"$0" "$@" {redirection}', COMOPS,
                           *line.split()],
                          capture_output=True, text=True, timeout=600, check=False)


class Output(unittest.TestCase):
    def test_what_cannot_be_written_is_an_error(self):
        for line in PRINTED:
            for redirection in (">/dev/full", ">&-"):
                with self.subTest(line=line, redirection=redirection):
                    done = shell(line, redirection)
                    self.assertEqual(done.returncode, 1, done.stderr)
                    self.assertIn("cannot write to standard output", done.stderr)

    def test_a_full_disk_is_named(self):
        done = shell("--version", ">/dev/full")
        self.assertIn("No space left on device", done.stderr)

    def test_help_needs_no_standard_error(self):
        done = shell("--help", "2>&-")
        self.assertEqual(done.returncode, 0)
        self.assertIn("Usage:", done.stdout)


class Closed(Campaign):
    @TWO_CORES
    def test_a_reader_that_has_left_is_an_error_with_a_message(self):
        for output in (self.file, "-"):
            reader, writer = os.pipe()
            os.close(reader)
            words = ("run --paths threads --patterns barrier --protocols barrier --ranks 2 "
                     f"--budget 0.1 --launches 1 --output {output}")
            done = subprocess.run([COMOPS, *words.split()], stdout=writer, stderr=subprocess.PIPE,
                                  text=True, timeout=600, check=False)
            os.close(writer)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("Broken pipe", done.stderr)
        self.assertIn("cell", {record["record"] for record in self.records()})


unittest.main(verbosity=2)
