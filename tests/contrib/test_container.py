# SPDX-License-Identifier: BSD-3-Clause
"""The container: the definition for Apptainer says what the Containerfile says; the image, built by
Podman on a base made of Debian's packages, measures and reports in a container.

Usage: test_container.py SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from builds import ROOT, main, missing, packages, run

FOLDER = ROOT / "contrib/container"
IMAGE = "localhost/comops-test"
LARGEST = 350e6
# For machines whose control groups are of both versions, which crun refuses, or whose limits are
# lower than those that Podman sets.
HERE = ["--runtime", "runc", "--ulimit", "nofile=1000:1000", "--ulimit", "nproc=1000:1000"]


def joined(text):
    """Without line ends and indentation."""
    return " ".join(text.replace("\\\n", " ").split())


def containerfile():
    """The base and the commands of each stage."""
    stages = re.split(r"(?m)^FROM ", (FOLDER / "Containerfile").read_text())[1:]
    return [(stage.split()[0], [joined(command) for command in
                                re.findall(r"(?m)^RUN ((?:.*\\\n)*.*)$", stage)])
            for stage in stages]


def definition():
    """The base of each stage, and all its commands as one text."""
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
        needed = packages("compiler", "pkg-config", "python", "hwloc")
        installed = containerfile()[0][1][0].partition("--no-install-recommends ")[2].split()
        self.assertLessEqual(needed - {"python3"}, set(installed))


@missing("podman", "runc", "mmdebstrap")
@unittest.skipIf(os.geteuid() != 0, "making the base image needs root")
class Built(unittest.TestCase):
    """It is built in a chroot, which needs neither control groups nor a network of its own."""

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

    def comops(self, *words, options=(), statuses=(0,)):
        """How it ends in a container that writes its results into our folder."""
        done = subprocess.run(
            ["podman", "run", "--rm", *HERE, "-v", f"{self.folder}:/results", *options, IMAGE,
             *words], capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, statuses, done.stderr[-3000:])
        return done

    def test_it_measures_threads_and_mpi_and_reports(self):
        # A busy machine may lose cells.
        self.comops("run", "--quick", "--oversubscribe", "-o", "results.jsonl", statuses=(0, 1))
        records = map(json.loads, (self.folder / "results.jsonl").read_text().splitlines())
        self.assertEqual({row["path"] for row in records
                          if row["record"] == "cell" and row["valid"]}, {"threads", "mpi"})
        self.comops("report", "results.jsonl", "-o", "report.html")
        self.assertIn("MPICH", (self.folder / "report.html").read_text())

    def test_it_sees_the_cores_that_it_is_given_and_no_others(self):
        core = str(max(os.sched_getaffinity(0)))
        done = self.comops("machine", "--json", options=["--cpuset-cpus", core])
        machine = json.loads(done.stdout)
        self.assertEqual((machine["usable_cores"], machine["usable_pus"]), (1, 1))

    def test_too_little_shared_memory_is_named(self):
        done = self.comops(
            "run", "--oversubscribe", "--paths", "mpi", "--patterns", "broadcast", "--protocols",
            "put", "--sizes", "8M", "--ranks", "2", "--launches", "1", "--budget", "0.1", "-o",
            "small.jsonl", options=["--shm-size", "2m"], statuses=[1])
        self.assertIn("/dev/shm (2 MiB) is too small; in a container, enlarge it by --shm-size",
                      done.stderr)


main()
