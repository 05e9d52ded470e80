# SPDX-License-Identifier: BSD-3-Clause
"""The Debian package, built from a copy of this tree as docs/installing.md says: lintian finds
nothing, and in a fresh Debian it measures.

Usage: test_debian.py SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from builds import ROOT, main, missing, packages, run, source_copy

PACKAGING = ROOT / "contrib/debian"
SYSTEM = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8",
          "HOME": os.environ.get("HOME", "/")}

# In the fresh Debian; the report names the Python packages that Debian lacks.
USE = """
set -eux
apt-get install -y --no-install-recommends "$1"
comops list
comops machine
comops run --quick --oversubscribe --patterns pingpong -o /results.jsonl
grep -q '"path":"mpi"' /results.jsonl
status=0
comops report /results.jsonl -o /page.html || status=$?
test $status = 77
"""


class Declared(unittest.TestCase):
    def test_it_has_the_licence_of_what_it_builds(self):
        terms = (ROOT / "LICENSE").read_text().split("\n\n", 2)[2]
        said = re.sub(r"(?m)^ \.?", "", (PACKAGING / "copyright").read_text())
        self.assertIn(terms, said)

    def test_it_is_built_with_what_bootstrap_installs(self):
        needed = packages("hwloc", "fftw")
        self.assertEqual(len(needed), 2)
        said = re.search(r"(?ms)^Build-Depends:(.*?)^\S",
                         (PACKAGING / "control").read_text())[1]
        self.assertLessEqual(needed, set(re.findall(r"[\w.+-]+", said)))


@missing("dh", "dh_python3", "dpkg-buildpackage", "lintian", "mmdebstrap", "mpicc.mpich")
@unittest.skipIf(os.geteuid() != 0, "a fresh Debian in a folder needs root")
class Built(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        source = source_copy(cls.folder / "comops")
        shutil.copytree(PACKAGING, source / "debian")
        run("dpkg-buildpackage", "-us", "-uc", "-b", cwd=source, env=SYSTEM)
        cls.package = next(cls.folder.glob("comops_*.deb"))

    def test_lintian_finds_nothing(self):
        changes = next(self.folder.glob("*.changes"))
        self.assertEqual(run("lintian", "--allow-root", "--fail-on", "error,warning", changes,
                             env=SYSTEM), "")

    def test_it_measures_in_a_fresh_debian(self):
        script = self.folder / "use.sh"
        script.write_text(USE)
        run("mmdebstrap", "--variant=minbase", f"--customize-hook=copy-in {self.package} /",
            f"--customize-hook=copy-in {script} /",
            f'--customize-hook=chroot "$1" sh /use.sh /{self.package.name}',
            "bookworm", "/dev/null", env=SYSTEM)


main()
