# SPDX-License-Identifier: BSD-3-Clause
"""`comops` as the tests of this folder use it; the first word of their command line is the program,
the second the root of the source tree."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import forked  # noqa: E402

COMOPS, ROOT = sys.argv.pop(1), Path(sys.argv.pop(1))
sys.path.append(str(ROOT))
MARK = f"COMOPS_TEST={os.getpid()}"  # in the environment of all that a test starts
# Parts of comops are Python: this one has the packages that they need.
PLAIN = {**os.environ, "NO_COLOR": "1", "XDG_STATE_HOME": "/dev/null", **dict([MARK.split("=")]),
         "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def comops(line, env=PLAIN, **how):
    return subprocess.run([COMOPS, *line.split()], capture_output=True, text=True, env=env,
                          timeout=2000, check=False, **how)


def asked(line, env=PLAIN, cwd="."):
    """What measures nothing, without the time that a program needs to start."""
    return forked.comops(COMOPS, line.split(), env, cwd)


def answer(line):
    return json.loads(asked(line).stdout)


MACHINE = answer("machine --json")
CORES = MACHINE["usable_cores"]
LISTED = answer("list --json")
PATHS = {path["name"]: path for path in LISTED["paths"]}
TWO_CORES = unittest.skipIf(CORES < 2, "two ranks need two cores")


class Campaign(unittest.TestCase):
    """Campaigns that write into a folder of their own."""

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.file = self.folder / "results.jsonl"

    def measure(self, line, status=0, **how):
        # A busy machine may take minutes for what is a matter of seconds.
        done = comops(f"run -o {self.file} --timeout 10m {line}", **how)
        self.assertEqual(done.returncode, status, done.stderr[-3000:])
        return done

    def records(self, kind=""):
        """The records of one kind, or all: every line must be JSON."""
        found = [json.loads(line) for line in self.file.read_text().splitlines()]
        return [one for one in found if kind in ("", one["record"])]

    def cells(self):
        return self.records("cell")

    def refused(self, line, reason="", status=2):
        """The command ends with this status, for this reason, and prints no result."""
        done = asked(line)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertIn(reason, done.stderr)
