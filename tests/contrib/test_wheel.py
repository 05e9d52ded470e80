# SPDX-License-Identifier: BSD-3-Clause
"""A wheel, built as `pip wheel` does, installed into an environment of its own, measures and
reports there without what it was built with.

Usage: test_wheel.py SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest
import venv
import zipfile
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
NOT_OF_THE_SOURCE = shutil.ignore_patterns(".git", ".venv", "build", "build-*", "__pycache__")


def run(*words, **how):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False, **how)
    assert done.returncode == 0, (words, done.stdout[-2000:], done.stderr[-3000:])
    return done.stdout


def locked():
    """Name -> version of what ./bootstrap installs."""
    text = (ROOT / "requirements.txt").read_text() + "".join(
        (ROOT / room / "requirements.txt").read_text() for room in ("reports", "fleet"))
    return dict(line.split("==") for line in text.splitlines() if "==" in line)


class Declared(unittest.TestCase):
    def test_it_needs_what_bootstrap_installs(self):
        project = PROJECT["project"]
        groups = project["optional-dependencies"]
        needed = {*project["dependencies"], *groups["fleet"], *groups["mpich"]}
        self.assertEqual({one.partition("==")[0].lower() for one in needed} | {"meson", "ninja"},
                         {name.lower() for name in locked()})
        self.assertEqual(groups["mpich"], [f"mpich=={locked()['mpich']}"])
        self.assertIn(groups["mpich"][0], PROJECT["build-system"]["requires"])


class Built(unittest.TestCase):
    def test_it_measures_in_an_environment_of_its_own(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        shutil.copytree(ROOT, folder / "source", symlinks=True, ignore=NOT_OF_THE_SOURCE)
        run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", folder, folder / "source")
        shutil.rmtree(folder / "source")
        wheel = next(folder.glob("*.whl"))
        self.assertLess(wheel.stat().st_size, 20e6)
        venv.create(folder / "venv", with_pip=True)
        run(folder / "venv/bin/pip", "install", f"{wheel}[mpich]")
        comops, results = folder / "venv/bin/comops", folder / "results.jsonl"
        clean = {**os.environ, "PATH": "/usr/bin:/bin"}
        clean.pop("LD_LIBRARY_PATH", None)
        run(comops, "run", "--patterns", "pingpong", "--paths", "threads,mpi", "--sizes", "8",
            "--ranks", "2", "--oversubscribe", "--budget", "2", "--launches", "1", "-o", results,
            env=clean)
        page = folder / "page.html"
        run(comops, "report", results, "-o", page, env=clean)
        self.assertIn("MPICH", page.read_text())
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
        self.assertTrue(any(name.endswith("comops-threads") for name in names))


unittest.main(verbosity=2)
