# SPDX-License-Identifier: BSD-3-Clause
"""Builds, tests and runs the core without the folder extensions/, by a Python in which no extension
is installed.

Usage: test_alone.py SOURCE-ROOT
"""

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import unittest
from pathlib import Path

from source import tree_copy

# Tests that still need an extension. This list only shrinks.
LEFT = {"results", "measure", "transcripts", "declared", "dependencies"}


def python_alone(folder: Path) -> Path:
    """A Python with all packages of this one but comops and its extensions."""
    packages = folder / "packages"
    packages.mkdir()
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if not package.name.startswith("comops"):
            (packages / package.name).symlink_to(package)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "python"], check=True)
    (site,) = (folder / "python/lib").glob("python3*/site-packages")
    (site / "packages.pth").write_text(f"{packages}\n")
    return folder / "python/bin/python"


class Alone(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.tree, cls.build, cls.python = folder / "tree", folder / "build", python_alone(folder)
        tree_copy(cls.tree, "extensions")
        cls.environment = {name: value for name, value in os.environ.items()
                           if name not in ("PYTHONPATH", "COMOPS_BUILD")}
        programs = cls.python.parent, Path(sys.executable).parent
        cls.environment["PATH"] = ":".join(map(str, (*programs, os.environ["PATH"])))
        cls.meson("setup", cls.build, cls.tree)
        cls.meson("compile", "-C", cls.build)

    @classmethod
    def started(cls, *words) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*map(str, words)], capture_output=True, text=True, check=False,
                              env=cls.environment)

    @classmethod
    def meson(cls, *words) -> None:
        done = cls.started(cls.python, "-m", "mesonbuild.mesonmain", *words)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]

    def test_its_short_suites_pass(self):
        self.started(self.python, "-m", "mesonbuild.mesonmain", "test", "-C", self.build,
                     "--suite", "rules", "--suite", "unit", "--no-suite", "long")
        lines = (self.build / "meson-logs/testlog.json").read_text().splitlines()
        results = {test["name"].rpartition(":")[2]: test["result"]
                   for test in map(json.loads, lines)}
        self.assertGreater(len(results), 20)
        wrong = {name for name, result in results.items() if result not in ("OK", "SKIP")}
        self.assertEqual(wrong, LEFT)

    def test_it_measures(self):
        file = self.build / "results.jsonl"
        done = self.started(self.build / "comops/cli/comops", "run", "--quick", "--earlier=off",
                            "--patterns=pingpong,broadcast", "-o", file)
        self.assertIn(done.returncode, (0, 1), done.stderr)  # 1: the machine was too busy
        records = map(json.loads, file.read_text().splitlines())
        patterns = {record["pattern"] for record in records if record["record"] == "cell"}
        self.assertEqual(patterns, {"pingpong", "broadcast"})


unittest.main(verbosity=2)
