# SPDX-License-Identifier: BSD-3-Clause
"""`comops fleet` and `comops history`: the commands by their names, and a library that is missing.

Usage: test_command.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import importlib.util
import subprocess
import sys
import unittest
from pathlib import Path

COMOPS, ROOT = sys.argv.pop(1), Path(sys.argv.pop(1))

NEEDS_CLUSTERSHELL = unittest.skipUnless(importlib.util.find_spec("ClusterShell"),
                                         "ClusterShell is missing")


def fleet(*words, python=(sys.executable,)):
    return subprocess.run([*python, ROOT / "commands", *words], capture_output=True,
                          text=True, check=False, timeout=60)


class Command(unittest.TestCase):
    def test_a_group_names_its_commands(self):
        done = fleet("fleet", "--help")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^  run +measure")
        self.assertRegex(done.stdout, r"(?m)^  status +show")

    @NEEDS_CLUSTERSHELL
    def test_options_before_the_command_belong_to_it(self):
        done = fleet("fleet", "-q", "status", "--help")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("comops fleet status", done.stdout)

    def test_a_missing_library_is_named_with_the_command_that_installs_it(self):
        done = fleet("fleet", "status", "nowhere", python=(sys.executable, "-S"))
        self.assertEqual(done.returncode, 77, done.stderr)
        self.assertIn("pip install -r", done.stderr)
        self.assertIn("fleet/requirements.txt", done.stderr)


unittest.main(verbosity=2)
