# SPDX-License-Identifier: BSD-3-Clause
"""A release: all files name one version; a source distribution and the wheel that pip builds of it,
installed into an environment of its own, have what ./bootstrap installs, measure and report.

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
import zipfile
from pathlib import Path

from builds import ROOT, main, run, source_copy

RECORDED = ROOT / "docs/results/intel-xeon-vm-2-cores.jsonl.xz"
VERSION = re.search(r"version: '(.+)'", (ROOT / "meson.build").read_text())[1]
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
        needed = {*project["dependencies"], *groups["fleet"], *groups["figures"]}
        self.assertEqual({re.split("==|;", pin)[0].lower() for pin in needed} | {"meson", "ninja"},
                         {name.lower() for name in locked()})
        for needs in (project["dependencies"], PROJECT["build-system"]["requires"]):
            self.assertIn(f"mpich=={locked()['mpich']}", needs)
        self.assertIn(f"vl-convert-python=={locked()['vl-convert-python']}",
                      PROJECT["build-system"]["requires"])


    def test_what_names_a_version_names_that_of_meson_build(self):
        for name, pattern in (
                ("CHANGELOG.md", r"^## (\S+) \(\d{4}-\d\d-\d\d\)$"),
                ("CITATION.cff", "^version: (.*)"),
                ("contrib/debian/changelog", r"^comops \((.*?)\)"),
                ("contrib/spack/spack_repo/comops/packages/comops/package.py",
                 r'^    version\("(.*?)", tag="v\1"\)'),
                ("contrib/README.md", "github-action@v(.*)"),
                ("docs/installing.md", r"comops_(.*)_\*\.deb")):
            match = re.search(pattern, (ROOT / name).read_text(), flags=re.M)
            self.assertEqual((name, match and match[1]), (name, VERSION))


class Built(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        source = source_copy(folder / "source")
        for words in ("init -q", "add -A", "-c user.name=a -c user.email=a@b.c commit -qm all"):
            run("git", "-C", source, *words.split())
        venv.create(folder / "builder", with_pip=True)
        run(folder / "builder/bin/pip", "install", *PROJECT["build-system"]["requires"])
        run(folder / "builder/bin/python", "-c", "import mesonpy; mesonpy.build_sdist('..')",
            cwd=source, env=os.environ | {"PATH": f"{folder}/builder/bin:{os.environ['PATH']}"})
        shutil.rmtree(source)
        run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", folder,
            folder / f"comops-{VERSION}.tar.gz")
        cls.wheel = next(folder.glob("*.whl"))
        venv.create(folder / "venv", with_pip=True)
        run(folder / "venv/bin/pip", "install", cls.wheel)

    def program(self, name, *words):
        clean = {**os.environ, "PATH": "/usr/bin:/bin"}
        for variable in ("LD_LIBRARY_PATH", "PYTHONPATH", "COMOPS_BUILD"):
            clean.pop(variable, None)
        return run(self.folder / "venv/bin" / name, *words, env=clean, cwd=self.folder)

    def comops(self, *words):
        return self.program("comops", *words)

    def test_it_has_the_files_that_bootstrap_installs_and_no_generic_names(self):
        installed = self.folder / "installed"
        run(sys.executable, "-m", "mesonbuild.mesonmain", "install", "--no-rebuild", "--quiet",
            "-C", Path(os.environ["COMOPS_BUILD"]).parent, "--destdir", installed)
        (packages,) = installed.glob("**/*-packages")  # Debian's Python: dist-packages
        usual = {file.relative_to(packages) for file in packages.rglob("*")
                 if file.is_file() and file.suffix != ".pyc"}
        data = f"comops-{VERSION}.data/purelib"
        ours = {Path(name).relative_to(data) for name in zipfile.ZipFile(self.wheel).namelist()
                if name.startswith(data)}
        # Pip writes metadata of its own; the script of charts is built last.
        own = {Path("comops.egg-info/PKG-INFO"), Path("comops/vega-lite.js")}
        self.assertEqual(usual - own, ours - own)
        names = {file.parts[0].removesuffix(".egg-info") for file in ours}
        self.assertEqual(names, {"comops", *(f"comops_{tests.parent.name}"
                                             for tests in ROOT.glob("extensions/*/tests"))})
        self.assertIn(Path("comops/py.typed"), ours)
        self.assertTrue((self.folder / "venv/share/man/man1/comops.1").is_file())

    def test_an_extension_whose_folder_is_deleted_leaves_nothing_behind(self):
        source = source_copy(self.folder / "without")
        shutil.rmtree(source / "extensions/fleet")
        meson = [sys.executable, "-m", "mesonbuild.mesonmain"]
        run(*meson, "setup", "-Dmpi=none", "-Dwheel=true", source / "build", source)
        plan = run(*meson, "introspect", "--install-plan", source / "build")
        self.assertIn("comops_peers.egg-info", plan)
        self.assertNotIn("fleet", plan)

    def test_it_reads_results_without_pandas(self):
        code = ("import comops, sys; results = comops.read(sys.argv[1]); "
                "print(comops.__version__, type(results.cells).__name__); print(results.answer())")
        said = self.program("python", "-c", code, RECORDED).splitlines()
        self.assertEqual(said[0], f"{VERSION} list")
        self.assertEqual(said[1], "Trust: good")
        self.assertEqual(self.program("python", "-m", "comops", "--version"), f"comops {VERSION}\n")

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
            paths = list(filter(None, ":".join(said).split(":")))
            self.assertTrue(all(path.startswith("$ORIGIN/") for path in paths), (program, paths))
            self.assertEqual("$ORIGIN/../lib" in paths, program.name.endswith("-mpi"), program)



main()
