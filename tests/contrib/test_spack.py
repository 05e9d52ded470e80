# SPDX-License-Identifier: BSD-3-Clause
"""The Spack recipe against what COMOPS is built from. Spack itself is not on any package index: a
stand-in for its directives notes what the recipe says, so what Spack makes of it is not tested.

Usage: test_spack.py SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import contextlib
import re
import runpy
import sys
import types
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(sys.argv.pop(1)).resolve()
REPOSITORY = ROOT / "contrib/spack/spack_repo/comops"
RECIPE = REPOSITORY / "packages/comops/package.py"
BUILD_FILES = [file for file in ROOT.glob("**/meson.build")
               if not file.relative_to(ROOT).parts[0].startswith("build")]


class Recipe:
    """What the directives of the recipe said, and its class."""

    def __init__(self):
        self.versions, self.variants, self.needs, self.conditions = {}, {}, {}, []
        package = types.ModuleType("spack.package")
        package.license = package.requires = lambda *_, **__: None
        package.version = lambda name, **source: self.versions.update({name: source})
        package.variant = lambda name, **what: self.variants.update({name: what})
        package.depends_on, package.when = self.depends_on, self.when
        package.default_args = lambda **_: contextlib.nullcontext()
        meson = types.ModuleType("spack_repo.builtin.build_systems.meson")
        meson.MesonPackage = object
        folders = ["spack", "spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems"]
        modules = {name: types.ModuleType(name) for name in folders}
        modules |= {module.__name__: module for module in (package, meson)}
        with mock.patch.dict(sys.modules, modules):
            self.package = runpy.run_path(str(RECIPE))["Comops"]

    def depends_on(self, spec, when="", type=None):
        name, _, rest = spec.partition(" ")[0].partition("@")
        self.needs[name] = rest, " ".join([*self.conditions, when]).strip()

    @contextlib.contextmanager
    def when(self, condition):
        self.conditions.append(condition)
        yield
        self.conditions.pop()

    def options(self, *variants):
        """The options it passes to meson for these variants: name -> value."""
        class Spec(dict):
            def satisfies(self, variant):
                return variant in variants
        package = self.package()
        package.spec = Spec(mpi=types.SimpleNamespace(mpicc="/mpi/bin/mpicc"))
        return dict(re.fullmatch(r"-D(\w+)=(.+)", word).groups() for word in package.meson_args())


class Held(unittest.TestCase):
    def setUp(self):
        self.recipe = Recipe()

    def test_it_lies_where_spack_looks_for_it(self):
        config = (REPOSITORY / "repo.yaml").read_text()
        self.assertIn(f"namespace: {REPOSITORY.name}\n", config)
        self.assertRegex(config, r"api: v2\.\d")  # which wants spack_repo/NAMESPACE
        self.assertEqual(REPOSITORY.parent.name, "spack_repo")
        self.assertIn(f"project('{RECIPE.parent.name}', 'c'", (ROOT / "meson.build").read_text())

    def test_its_source_is_the_checkout_it_lies_in(self):
        self.assertEqual(self.recipe.package.git, ROOT.as_uri())
        self.assertEqual(self.recipe.versions["main"], {"branch": "main"})

    def test_it_has_no_release_that_is_not_one(self):
        built = re.search(r"version: '(.+)'", (ROOT / "meson.build").read_text())[1]
        changes = (ROOT / "CHANGELOG.md").read_text()
        released = re.findall(r"^## (\S+) \(\d", changes, flags=re.M)
        self.assertEqual(sorted(set(self.recipe.versions) - {"main"}), sorted(released))
        self.assertRegex(changes, rf"(?m)^## {re.escape(built)}\b")

    def test_every_option_that_it_passes_exists(self):
        known = set(re.findall(r"(?m)^option\('(\w+)'", (ROOT / "meson.options").read_text()))
        self.assertLessEqual(set(self.recipe.options("+mpi", "+shmem")), known)

    def test_variants_become_options(self):
        self.assertLessEqual({"mpi", "shmem", "likwid", "report"}, set(self.recipe.variants))
        options = self.recipe.options("+mpi", "+shmem", "+likwid")
        self.assertEqual((options["mpi"], options["shmem"], options["likwid"]),
                         ("/mpi/bin/mpicc", "enabled", "enabled"))
        options = self.recipe.options()
        self.assertEqual((options["mpi"], options["shmem"], options["likwid"]),
                         ("none", "disabled", "disabled"))
        self.assertEqual(options["simgrid"], "disabled")

    def test_what_is_not_always_needed_is_needed_only_by_its_variant(self):
        self.assertEqual(self.recipe.needs["mpi"][1], "+mpi")
        self.assertEqual(self.recipe.needs["openmpi"][1], "+shmem")
        self.assertEqual(self.recipe.needs["likwid"][1], "+likwid")

    def test_every_library_of_the_build_is_a_dependency_of_the_same_version(self):
        wanted = {}
        for file in BUILD_FILES:
            code = re.sub(r"#.*", "", file.read_text())
            wanted |= dict(re.findall(r"dependency\('(\w+)'(?:, version: '>=([\d.]+)')?\)", code))
        for own in ("openmp", "threads", "dl"):  # the compiler's and the C library's
            del wanted[own]
        self.assertIn("hwloc", wanted)
        for name, least in wanted.items():
            said, condition = self.recipe.needs[name]
            self.assertEqual((said, condition), (f"{least}:" if least else "", ""), name)

    def test_meson_is_of_the_version_that_the_build_asks_for(self):
        least = re.search(r"meson_version: '>=([\d.]+)'", (ROOT / "meson.build").read_text())[1]
        self.assertEqual(self.recipe.needs["meson"][0], f"{least}:")

    def test_every_package_of_the_report_is_a_dependency_of_the_pinned_release_or_later(self):
        pinned = re.findall(r"^([\w-]+)==([\d.]+)", (ROOT / "reports/requirements.txt").read_text(),
                            flags=re.M)
        self.assertTrue(pinned)
        for name, version in pinned:
            said, condition = self.recipe.needs[f"py-{name}"]
            self.assertEqual(condition, "" if name == "numpy" else "+report")
            self.assertEqual(version.split(".")[:2], said.rstrip(":").split("."), name)


unittest.main(verbosity=2)
