# SPDX-License-Identifier: BSD-3-Clause
"""`comops run --mpi NAME=PREFIX`: several MPI libraries in one campaign.

Usage: test_libraries.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import contextlib
import json
import shutil
import subprocess
import time
import unittest
from pathlib import Path

import jsonschema
from front_end import COMOPS, CORES, PATHS, comops, measured
from interrupted import Campaign

from comops.cli.answers import schemas

LAUNCHER = PATHS["mpi"]["launcher"] or [""]
PREFIX = Path(LAUNCHER[0]).parent.parent
SCHEMA = jsonschema.Draft202012Validator(schemas()["commands.schema.json"])
LIBRARY = PREFIX / "lib/libmpi.so.12"


def mapped(folder):
    """Workers that have loaded a library from the folder."""
    names = []
    for maps in Path("/proc").glob("[0-9]*/maps"):
        with contextlib.suppress(OSError):
            if str(folder) in maps.read_text() and "comops" in maps.with_name("comm").read_text():
                names.append(maps.parent.name)
    return names


class Libraries(Campaign):
    @unittest.skipUnless(LIBRARY.exists() and CORES > 1,
                         "needs two cores and an MPI of MPICH's ABI in a prefix of its own")
    def test_a_second_library_is_loaded_measured_and_paired_with_the_first(self):
        for part in ("bin", "lib"):
            (self.folder / "copy" / part).mkdir(parents=True)
        for program in (PREFIX / "bin").glob("*pmi*"):  # Hydra looks for its proxy beside itself
            (self.folder / "copy/bin" / program.name).symlink_to(program)
        (self.folder / "copy/bin/mpiexec").symlink_to(LAUNCHER[0])
        shutil.copy(LIBRARY, self.folder / "copy/lib")
        run = subprocess.Popen(
            [COMOPS, "run", "-o", self.file, "--mpi", f"copy={self.folder}/copy", "--paths",
             "mpi,mpi@copy", "-p", "broadcast", "-r", "library", "--sizes", "8,64K", "--ranks", "2",
             "--budget", "4", "--launches", "1", "--precision", "0.0001"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        seen = set()
        while run.poll() is None:
            seen.update(mapped(self.folder / "copy/lib"))
            time.sleep(0.1)
        said, errors = run.communicate()
        self.assertEqual(measured(run.returncode), 0, errors)
        self.assertRegex(" ".join(said.split()),
                         r" MPI libraries, the first against the others: .*\b2\b")
        summary = comops(f"report --format md {self.file}").stdout
        self.assertIn("**MPI libraries, library**", summary)
        self.assertIn("<summary>The same implementation over each library</summary>", summary)
        self.assertGreaterEqual(len(seen), 2, "two ranks load the copy")
        self.assertEqual(sorted((cell["path"], cell["bytes"], cell["valid"])
                                for cell in self.cells()),
                         [(path, size, True) for path in ("mpi", "mpi@copy")
                          for size in (8, 65536)])
        self.assertIn("mpi@copy", self.records()[0]["runtimes"])
        self.assertEqual({(pair["a"]["path"], pair["b"]["path"])
                          for pair in self.records("pair")},
                         {("mpi", "mpi@copy")})

    @unittest.skipUnless(LIBRARY.exists() and CORES > 1,
                         "needs two cores and an MPI of MPICH's ABI in a prefix of its own")
    def test_a_library_that_does_not_start_is_named_and_leaves_nothing(self):
        launcher = self.folder / "broken/bin/mpiexec"
        for folder in (launcher.parent, self.folder / "broken/lib"):
            folder.mkdir(parents=True)
        shutil.copy(LIBRARY, self.folder / "broken/lib")
        words = (f"run -q -o {self.file} --patterns barrier --protocols direct,library --ranks 2 "
                 "--budget 0.1 --launches 1 --paths")
        library = f"--mpi x={self.folder}/broken"
        launcher.write_text("#!/bin/sh\nexit 3\n")
        launcher.chmod(0o755)
        self.refused(f"{words} threads,mpi@x {library}", "cannot run `env")
        launcher.write_text("#!/bin/sh\n[ $1 = --version ] && exit\n: >/dev/shm/mpich_shar_tmp-$$\n"
                            "echo no fabric >&2; exit 3\n")
        self.refused(f"{words} threads,mpi {library}", "--paths lacks mpi@x, which --mpi names")
        for path, option, reason in (("mpi@x", library, "path mpi@x: .*no fabric"),
                                     ("mpi", f"--mpiexec {launcher}", "path mpi: .*no fabric"),
                                     ("mpi", "--mpiexec /nowhere/mpiexec", "--mpiexec")):
            self.file.unlink(missing_ok=True)
            done = comops(f"{words} threads,{path} {option}")
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stderr, reason)
            self.assertEqual({cell["path"] for cell in self.cells()}, {"threads"})
        self.file.unlink()
        self.assertEqual(comops(f"{words} mpi --mpiexec {launcher}").returncode, 1)
        self.assertFalse(self.file.exists())

    def test_what_is_no_library_is_refused_with_the_reason(self):
        (self.folder / "empty/bin").mkdir(parents=True)
        (self.folder / "half/bin").mkdir(parents=True)
        (self.folder / "half/bin/mpiexec").symlink_to("/bin/true")
        for name, answer in (("old", "comops 0.0.1"), ("list", "[]"), ("odd", '{"paths":[7]}'),
                             ("launcher", '{"paths":[{"name":"mpi","launcher":5}]}')):
            (self.folder / name / "bin").mkdir(parents=True)
            (self.folder / name / "bin/comops").write_text(f"#!/bin/sh\necho '{answer}'\n")
            (self.folder / name / "bin/comops").chmod(0o755)
        for folder, reason in (("empty", "no bin/mpiexec and no bin/comops"),
                               ("half", "no libmpi.so.12"),
                               ("old", "list --json` fails: not JSON"),
                               ("list", "fails: is not an object"),
                               ("odd", "fails: paths: an item"),
                               ("launcher", "launcher is not")):
            with self.subTest(folder):
                self.refused(f"run -o {self.file} --mpi x={self.folder}/{folder}", reason)
                self.assertFalse(self.file.exists())

    @unittest.skipUnless(CORES > 1, "needs two cores")
    def test_another_build_is_measured_in_the_same_rounds_and_compared(self):
        build = Path(COMOPS).parents[2]
        done = comops(f"run -q -o {self.file} --against {build} -a threads -p broadcast -s 8,64 "
                      "--protocols direct,barrier --ranks 2 --budget 2 --json")
        self.assertIn(done.returncode, (0, 3, 4), done.stderr)
        answer = json.loads(done.stdout)
        SCHEMA.validate(answer)
        self.assertIn(done.returncode, (answer["status"], 4))
        cells = self.cells()
        self.assertEqual({cell["path"] for cell in cells}, {"threads", "threads@old"})
        launches = {size: {tuple(cell["launch_numbers"]) for cell in cells
                           if cell["bytes"] == size} for size in (8, 64)}
        self.assertEqual([len(sets) for sets in launches.values()], [1, 1],
                         "both are in the same launches")
        # A size whose ranks were at another distance in all launches but one has no ratio.
        compared = sum(len(sets.pop()) > 1 for sets in launches.values())
        self.assertEqual(sorted((row["path"], row["protocol"], row["cells"])
                                for row in answer["implementations"]),
                         [("threads", name, compared) for name in ("barrier", "direct")
                          if compared])
        compared = comops(f"compare {self.file} {self.file}")
        self.assertIn("8 cells compared: none slower", compared.stdout)
        self.refused(f"run --resume {self.file}", "measure it again")


unittest.main(verbosity=2)
