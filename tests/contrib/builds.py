# SPDX-License-Identifier: BSD-3-Clause
"""What the tests share that build COMOPS as users install it; the first word of their command line
is the root of the source tree."""

import shutil
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
NOT_OF_THE_SOURCE = shutil.ignore_patterns(".git", ".venv", "build", "build-*", "__pycache__")


def run(*words, **how):
    """What the command prints; it must succeed, on a machine that is too busy for times that can be
    used (4), too."""
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False, **how)
    assert done.returncode in (0, 4), (words, done.stdout[-3000:], done.stderr[-3000:])
    return done.stdout


def source_copy(folder):
    """This tree without what has been built in it."""
    return shutil.copytree(ROOT, folder, symlinks=True, ignore=NOT_OF_THE_SOURCE)


def packages(*needs):
    """The Debian packages that ./bootstrap installs for these needs."""
    rows = [line.split() for line in (ROOT / "bootstrap.d/packages.txt").read_text().splitlines()
            if not line.startswith("#")]
    return {package for row in rows if row[0] in needs for package in row[1].split(",")}


def missing(*programs):
    """Skips a test where one of them is not installed."""
    lacking = [name for name in programs if not shutil.which(name)]
    return unittest.skipIf(lacking, f"not installed: {', '.join(lacking)}")


def main():
    """Runs the tests; exits with 77 if all were skipped."""
    result = unittest.main(argv=sys.argv, verbosity=2, exit=False).result
    if 0 < result.testsRun == len(result.skipped):
        sys.exit(77)
    sys.exit(not result.wasSuccessful())
