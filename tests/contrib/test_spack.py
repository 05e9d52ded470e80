# SPDX-License-Identifier: BSD-3-Clause
"""What the Spack recipe says against what COMOPS is built from. Spack itself is not on any package
index, so what it makes of the recipe is not tested.

Usage: test_spack.py SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import ast
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
REPOSITORY = ROOT / "contrib/spack/spack_repo/comops"
RECIPE = REPOSITORY / "packages/comops/package.py"
BUILD_FILES = [file for file in ROOT.glob("**/meson.build")
               if not file.relative_to(ROOT).parts[0].startswith("build")]


def directives(name, nodes, condition=""):
    """The words of each directive of this name, and the variant that it is for."""
    for node in nodes:
        if isinstance(node, ast.With):
            when = node.items[0].context_expr
            yield from directives(name, node.body, when.args[0].value)
        elif isinstance(node, ast.Expr) and getattr(node.value, "func", None) is not None:
            call = node.value
            named = {word.arg: ast.literal_eval(word.value) for word in call.keywords}
            if call.func.id == name:
                yield call.args[0].value, named, named.get("when", condition)


class Held(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = RECIPE.read_text()
        package = next(node for node in ast.parse(cls.text).body if isinstance(node, ast.ClassDef))
        cls.versions = {name: named for name, named, _ in directives("version", package.body)}
        cls.variants = {name for name, *_ in directives("variant", package.body)}
        cls.needs = {}  # by name: version and variant
        for spec, _, condition in directives("depends_on", package.body):
            name, _, version = spec.partition(" ")[0].partition("@")
            cls.needs[name] = version, condition

    def test_it_lies_where_spack_looks_for_it(self):
        config = (REPOSITORY / "repo.yaml").read_text()
        self.assertIn(f"namespace: {REPOSITORY.name}\n", config)
        self.assertRegex(config, r"api: v2\.\d")  # which wants spack_repo/NAMESPACE
        self.assertEqual(REPOSITORY.parent.name, "spack_repo")
        self.assertIn(f"project('{RECIPE.parent.name}', 'c'", (ROOT / "meson.build").read_text())

    def test_its_source_is_the_checkout_it_lies_in(self):
        above = int(re.search(r"git = .*\.parents\[(\d)\]\.as_uri\(\)", self.text)[1])
        self.assertEqual(RECIPE.parents[above], ROOT)
        self.assertEqual(self.versions["main"], {"branch": "main"})

    def test_it_has_no_release_that_is_not_one(self):
        built = re.search(r"version: '(.+)'", (ROOT / "meson.build").read_text())[1]
        changes = (ROOT / "CHANGELOG.md").read_text()
        released = re.findall(r"^## (\S+) \(\d", changes, flags=re.M)
        self.assertEqual(sorted(set(self.versions) - {"main"}), sorted(released))
        self.assertRegex(changes, rf"(?m)^## {re.escape(built)}\b")

    def test_variants_become_options_that_exist(self):
        self.assertLessEqual({"mpi", "shmem", "likwid", "report"}, self.variants)
        passed = dict(re.findall(r'"-D(\w+)=(.*),$', self.text, flags=re.M))
        known = set(re.findall(r"(?m)^option\('(\w+)'", (ROOT / "meson_options.txt").read_text()))
        self.assertLessEqual(passed.keys(), known)
        self.assertEqual(passed, {
            "mpi": '" + (spec["mpi"].mpicc if spec.satisfies("+mpi") else "none")',
            "shmem": '" + ("enabled" if spec.satisfies("+shmem") else "disabled")',
            "likwid": '" + ("enabled" if spec.satisfies("+likwid") else "disabled")',
            "simgrid": 'disabled"'})

    def test_what_is_not_always_needed_is_needed_only_by_its_variant(self):
        self.assertEqual(self.needs["mpi"][1], "+mpi")
        self.assertEqual(self.needs["openmpi"][1], "+shmem")
        self.assertEqual(self.needs["likwid"][1], "+likwid")

    def test_every_library_of_the_build_is_a_dependency_of_the_same_version(self):
        wanted = {}
        for file in BUILD_FILES:
            code = re.sub(r"#.*", "", file.read_text())
            wanted |= dict(re.findall(r"dependency\('(\w+)'(?:, version: '>=([\d.]+)')?\)", code))
        for own in ("openmp", "threads", "dl"):  # the compiler's and the C library's
            del wanted[own]
        self.assertIn("hwloc", wanted)
        for name, least in wanted.items():
            said, condition = self.needs[name]
            self.assertEqual((said, condition), (f"{least}:" if least else "", ""), name)

    def test_meson_is_of_the_version_that_the_build_asks_for(self):
        least = re.search(r"meson_version: '>=([\d.]+)'", (ROOT / "meson.build").read_text())[1]
        self.assertEqual(self.needs["meson"][0], f"{least}:")

    def test_every_package_of_the_report_is_a_dependency_of_the_pinned_release_or_later(self):
        pinned = re.findall(r"^([\w-]+)==([\d.]+)", (ROOT / "reports/requirements.txt").read_text(),
                            flags=re.M)
        self.assertTrue(pinned)
        for name, version in pinned:
            said, condition = self.needs[f"py-{name}"]
            self.assertEqual(condition, "" if name == "numpy" else "+report")
            self.assertEqual(version.split(".")[:2], said.rstrip(":").split("."), name)


unittest.main(verbosity=2)
