# SPDX-License-Identifier: BSD-3-Clause
"""`comops` as the tests of this folder use it; the first word of their command line is the program,
the second the root of the source tree."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest
from functools import cache
from pathlib import Path
from unittest import mock

import forked  # noqa: E402
import jsonschema  # noqa: E402
from busy import measured  # noqa: E402

from comops.results.schema import json_schema  # noqa: E402

COMOPS, ROOT = sys.argv.pop(1), Path(sys.argv.pop(1))
MARK = f"COMOPS_TEST={os.getpid()}"  # in the environment of all that a test starts
# Parts of comops are Python: this one has the packages that they need.
PLAIN = {**os.environ, "NO_COLOR": "1", "XDG_STATE_HOME": "/dev/null", **dict([MARK.split("=")]),
         "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def listen():
    """For a program that starts: nohup and shells in the background leave these ignored."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def comops(line, env=PLAIN, **how):
    done = subprocess.run([COMOPS, *line.split()], capture_output=True, text=True, env=env,
                          timeout=2000, check=False, **how)
    if line.startswith("run ") and "--against" not in line:
        done.returncode = measured(done.returncode)
    return done


def asked(line, env=PLAIN, cwd="."):
    """What measures nothing, without the time that a program needs to start."""
    return forked.comops(COMOPS, line.split(), env, cwd)


def answer(line):
    return json.loads(asked(line).stdout)


def check_for(seconds):
    """While this lasts, `machine --check` that is `asked` watches for so long, instead of nine."""
    from comops.measure.machine_check import check

    return mock.patch.object(check, "__defaults__", (seconds,))


MACHINE = answer("machine --json")
CORES = MACHINE["usable_cores"]
LISTED = answer("list --json")
PATHS = {path["name"]: path for path in LISTED["paths"]}
TWO_CORES = unittest.skipIf(CORES < 2, "two ranks need two cores")


@cache
def validator(kind):
    """The schema of the records of this kind."""
    schema = json_schema()
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]})


class Campaign(unittest.TestCase):
    """Campaigns that write into a folder of their own."""

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.file = self.folder / "results.jsonl"

    def measure(self, line, status=0, **how):
        """A campaign that ends with this status. A busy machine may take minutes for what is a
        matter of seconds, or cost a cell; then it is repeated with a longer budget."""
        for longer in (1, 4, 16):
            words = re.sub(r"(?<=--budget )[\d.]+", lambda match: f"{longer * float(match[0])}",
                           line)
            done = comops(f"run -o {self.file} --timeout 10m {words}", **how)
            if done.returncode == status or not self.was_too_busy():
                break
            self.file.unlink()
        self.assertEqual(done.returncode, status, done.stderr[-3000:])
        return done

    def was_too_busy(self):
        """Whether cells were lost, all of them to other programs on this machine."""
        cells = self.records("cell") if Path(self.file).is_file() else []
        lost = [cell["error"] for cell in cells if not cell["valid"]]
        return bool(lost) and all("too busy" in error for error in lost)

    def records(self, kind=""):
        """The records of one kind, or all: every line must be JSON."""
        records = [json.loads(line) for line in self.file.read_text().splitlines()]
        return [record for record in records if kind in ("", record["record"])]

    def cells(self):
        return self.records("cell")

    def assert_valid(self, records):
        """Each is what the schema of its kind says."""
        for line in records:
            error = jsonschema.exceptions.best_match(validator(line["record"]).iter_errors(line))
            self.assertIsNone(error, f"{error}")

    def refused(self, line, reason="", status=2):
        """The command ends with this status, for this reason, and prints no result."""
        done = asked(line)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertIn(reason, done.stderr)
