# SPDX-License-Identifier: BSD-3-Clause
"""A wheel, built as `pip wheel` does, installed into an environment of its own, measures and
reports there, without what it was built with.

Usage: test_wheel.py SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import os
import re
import shutil
import sys
import tempfile
import tomllib
import unittest
import venv
from pathlib import Path

from builds import ROOT, main, run, source_copy

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def locked():
    """Name -> version of what ./bootstrap installs."""
    text = (ROOT / "requirements.txt").read_text() + "".join(
        (ROOT / room / "requirements.txt").read_text()
        for room in ("comops/cli", "reports", "extensions/fleet/comops_fleet"))
    return dict(line.split("==") for line in text.splitlines() if "==" in line)


class Declared(unittest.TestCase):
    def test_it_needs_what_bootstrap_installs(self):
        project = PROJECT["project"]
        groups = project["optional-dependencies"]
        needed = {*project["dependencies"], *groups["fleet"], *groups["figures"], *groups["mpich"]}
        self.assertEqual({re.split("==|;", one)[0].lower() for one in needed} | {"meson", "ninja"},
                         {name.lower() for name in locked()})
        self.assertEqual(groups["mpich"], [f"mpich=={locked()['mpich']}"])
        self.assertIn(groups["mpich"][0], PROJECT["build-system"]["requires"])
        self.assertIn(f"vl-convert-python=={locked()['vl-convert-python']}",
                      PROJECT["build-system"]["requires"])


class Built(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        source_copy(folder / "source")
        run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", folder, folder / "source")
        shutil.rmtree(folder / "source")
        cls.wheel = next(folder.glob("*.whl"))
        venv.create(folder / "venv", with_pip=True)
        run(folder / "venv/bin/pip", "install", f"{cls.wheel}[mpich]")

    def comops(self, *words):
        clean = {**os.environ, "PATH": "/usr/bin:/bin"}
        clean.pop("LD_LIBRARY_PATH", None)
        return run(self.folder / "venv/bin/comops", *words, env=clean)

    def test_it_is_small_and_of_one_platform(self):
        self.assertLess(self.wheel.stat().st_size, 20e6)
        self.assertRegex(self.wheel.name, rf"-py3-none-linux_{os.uname().machine}\.whl$")

    def test_it_measures_and_reports_in_an_environment_of_its_own(self):
        results, page = self.folder / "results.jsonl", self.folder / "page.html"
        self.assertIn("library", self.comops("list"))
        self.assertIn("bus", self.comops("machine"))
        self.comops("run", "--quick", "--oversubscribe", "-o", results)
        self.comops("report", results, "-o", page)
        self.assertIn("MPICH", page.read_text())
        self.assertNotIn("vl-convert", run(self.folder / "venv/bin/pip", "list"))

    def test_its_programs_look_for_libraries_nowhere_else(self):
        for program in (self.folder / "venv/bin").glob("comops-*"):
            said = re.findall(r"R(?:UN)?PATH\).*\[(.*)\]", run("readelf", "-d", program))
            found = ":".join(said).split(":")
            self.assertTrue(all(path.startswith("$ORIGIN/") for path in found), (program, found))
            self.assertEqual("$ORIGIN/../lib" in found, program.name.endswith("-mpi"), program)



main()
