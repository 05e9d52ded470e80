# SPDX-License-Identifier: BSD-3-Clause
"""The container: the definition for Apptainer says what the Containerfile says; the image, built by
Podman on a base made of Debian's packages, measures and reports.

Usage: test_container.py SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
FOLDER = ROOT / "contrib/container"
IMAGE = "localhost/comops-test"
MISSING = [name for name in ("podman", "mmdebstrap") if not shutil.which(name)]
LARGEST = 300e6


def joined(text):
    """Without line ends and indentation."""
    return " ".join(text.replace("\\\n", " ").split())


def containerfile():
    """Of each stage, the base and the commands."""
    stages = re.split(r"(?m)^FROM ", (FOLDER / "Containerfile").read_text())[1:]
    return [(stage.split()[0], [joined(command) for command in
                                re.findall(r"(?m)^RUN ((?:.*\\\n)*.*)$", stage)])
            for stage in stages]


def definition():
    """Of each stage, the base and all commands as one text."""
    stages = re.split(r"(?m)^Bootstrap: docker\n", (FOLDER / "comops.def").read_text())[1:]
    return [(re.match(r"From: (.*)", stage)[1],
             joined(re.search(r"(?ms)^%post\n(.*?)(?=^%|\Z)", stage)[1])) for stage in stages]


class Declared(unittest.TestCase):
    def test_the_definition_has_the_commands_of_the_containerfile(self):
        stages = [(base, " ".join(commands)) for base, commands in containerfile()]
        self.assertEqual(len(stages), 2)
        self.assertEqual(definition(), stages)

    def test_both_set_the_same_environment(self):
        said = [re.search(rf"(?m)^\s*{word} (PATH=.*)$", (FOLDER / name).read_text())[1]
                for name, word in (("Containerfile", "ENV"), ("comops.def", "export"))]
        self.assertEqual(*said)

    def test_it_is_built_with_what_bootstrap_installs(self):
        rows = [line.split() for line in
                (ROOT / "bootstrap.d/packages.txt").read_text().splitlines() if "#" not in line]
        needed = {package for row in rows if row[0] in
                  ("compiler", "pkg-config", "python", "hwloc", "jansson", "gsl")
                  for package in row[1].split(",")}
        installed = containerfile()[0][1][0].partition("--no-install-recommends ")[2].split()
        self.assertLessEqual(needed - {"python3"}, set(installed))


def run(*words):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (words, done.stdout[-2000:], done.stderr[-3000:])
    return done.stdout


@unittest.skipIf(MISSING, f"not installed: {', '.join(MISSING)}")
@unittest.skipIf(os.geteuid() != 0, "making the base image needs root")
class Built(unittest.TestCase):
    """Commands run in a chroot, which needs neither control groups nor a network of its own."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        run(FOLDER / "base.sh")
        cls.build(FOLDER / "Containerfile", ROOT, "-t", IMAGE, *cls.certificates())
        cls.addClassCleanup(run, "podman", "rmi", "--force", IMAGE)

    @classmethod
    def build(cls, file, folder, *options):
        run("podman", "build", "--isolation=chroot", "--network=host", "--pull=never", *options,
            "-f", file, folder)

    @classmethod
    def certificates(cls):
        """For pip, those that it has on this machine."""
        if "PIP_CERT" not in os.environ:
            return []
        settings = cls.folder / "pip.conf"
        settings.write_text("[global]\ncert = /etc/pip-certificates\n")
        return ["-v", f"{settings}:/etc/pip.conf:ro",
                "-v", f"{os.environ['PIP_CERT']}:/etc/pip-certificates:ro"]

    def inspected(self, field):
        return run("podman", "image", "inspect", "--format", field, IMAGE).strip()

    def test_it_is_small(self):
        size = int(self.inspected("{{.Size}}"))
        print(f"the image has {size / 1e6:.0f} MB")
        self.assertLess(size, LARGEST)

    def test_it_is_the_program(self):
        self.assertEqual(self.inspected("{{.Config.Entrypoint}} {{.Config.Cmd}}"), "[comops] [run]")

    def test_it_measures_threads_and_mpi_and_reports(self):
        used = self.folder / "Containerfile"
        used.write_text(f"FROM {IMAGE}\nRUN comops list && comops machine\n"
                        "RUN comops run --quick --oversubscribe -o results.jsonl\n"
                        "RUN comops report results.jsonl -o report.html\n")
        self.build(used, self.folder, "-v", f"{self.folder}:/results")
        self.assertIn("MPICH", (self.folder / "report.html").read_text())


def main():
    result = unittest.main(argv=sys.argv, verbosity=2, exit=False).result
    if result.skipped and not result.testsRun - len(result.skipped):
        sys.exit(77)
    sys.exit(not result.wasSuccessful())


main()
