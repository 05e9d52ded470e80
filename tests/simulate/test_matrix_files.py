# SPDX-License-Identifier: BSD-3-Clause
"""`comops simulate --xml FILE --core-to-core FILE`: a good matrix runs, a bad one is one error.

What makes a matrix bad is tested in test_descriptions.py.

Usage: test_matrix_files.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

COMOPS, ROOT = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()
XML = ROOT / "tests/topology/machines/32em64t-2n8c2t-pci-noio.xml"  # two sockets, 16 cores
CORES = 16
NEAR, FAR = 50, 120  # ns


def matrix(size, time):
    """A lower triangle."""
    return "\n".join(",".join(str(time(i, j)) for j in range(i)) for i in range(size)) + "\n"


def sockets(i, j):
    return NEAR if (i < CORES // 2) == (j < CORES // 2) else FAR


def simulate(file, *words):
    return subprocess.run(
        [COMOPS, "simulate", "--xml", XML, "--core-to-core", file, "--patterns", "pingpong",
         "--protocols", "direct", "--paths", "threads", "--sizes", "8", "--json", *words],
        capture_output=True, text=True, check=False)


class MatrixFiles(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, text):
        file = pathlib.Path(self.folder.name) / "matrix.csv"
        file.write_text(text)
        return file

    def test_a_matrix_of_the_cores_decides_the_times(self):
        def took(time):
            done = simulate(self.file(matrix(CORES, time)), "--ranks", "2")
            self.assertEqual(done.returncode, 0, done.stderr)
            (cell,) = [one for one in map(json.loads, done.stdout.splitlines())
                       if one["record"] == "cell"]
            return cell["time_us"]

        self.assertLess(took(sockets), took(lambda i, j: 3 * sockets(i, j)))

    def test_the_engine_takes_every_machine_that_is_known_by_a_matrix(self):
        done = subprocess.run(
            [COMOPS, "simulate", "--platform", "all", "--ranks", "2", "--patterns", "pingpong",
             "--protocols", "direct", "--paths", "threads", "--sizes", "8", "--json"],
            capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count('"record":"cell"'), 26)

    def test_a_bad_matrix_is_one_error_and_exit_2(self):
        good = matrix(CORES, sockets)
        for text, why in (
            (matrix(5, sockets), "5 rows, but the machine has 32 hardware threads and 16 cores"),
            (good.replace("50", "-50", 1), "row 2, column 1: -50"),
            ("\n".join(",".join(str(i * 100 + j) for j in range(CORES)) for i in range(CORES)),
             "not symmetric: row 2, column 1 is 100, row 1, column 2 is 1"),
        ):
            with self.subTest(why):
                done = simulate(self.file(text))
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(why, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assertEqual(done.stdout, "")

    def test_placements_are_those_that_the_policies_give_on_this_machine(self):
        """`bus` and `pu:0-1` are on one socket, `crossbar` is on both; siblings share a core."""
        file = self.file(matrix(CORES, sockets))
        done = simulate(file, "--ranks", "2", "--placements", "bus,crossbar,pu:0-1,smt")
        self.assertEqual(done.returncode, 0, done.stderr)
        campaign, *others = map(json.loads, done.stdout.splitlines())
        took = {one["placement"]: one["time_us"] for one in others if one["record"] == "cell"}
        self.assertEqual(list(took), ["bus", "crossbar"])
        self.assertLess(1.5 * took["bus"], took["crossbar"])
        self.assertIn("equals", done.stderr)
        self.assertIn("two ranks share a core, which is not simulated", done.stderr)
        self.assertEqual([one["name"] for one in campaign["placements"]], list(took))
        planned = json.loads(subprocess.run(
            [COMOPS, "machine", "--xml", XML, "--json", "--ranks", "2"], capture_output=True,
            check=True).stdout)["placements"]
        self.assertEqual({one["name"]: one["pus"] for one in campaign["placements"]},
                         {one["name"]: one["pus"] for one in planned if one["name"] in took})
        for words, why in ((["--placements", "buss"], "bus"),
                           (["--placements", "smt"], "nothing to simulate")):
            done = simulate(file, "--ranks", "2", *words)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(why, done.stderr)

    def test_the_coherence_protocol_is_said_and_can_be_set(self):
        file = self.file(matrix(CORES, sockets).replace("50", ""))
        for words, said in (([], "coherence protocol mesif: the processor's name has Intel"),
                            (["--coherence", "moesi"], "coherence protocol moesi: --coherence")):
            results = pathlib.Path(self.folder.name, f"{len(words)}.jsonl")
            done = subprocess.run([COMOPS, "simulate", "--xml", XML, "--core-to-core", file, "-p",
                                   "pingpong", "-r", "direct", "-s", "8", "-n", "2", *words, "-o",
                                   results], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(said, done.stdout)
            self.assertIn("pairs of cores are blank", done.stderr)
            page = subprocess.run([COMOPS, "report", results, "-o", "-"], capture_output=True,
                                  text=True, check=True).stdout
            self.assertIn("coherence protocol</th>", page)
            self.assertIn("pairs of cores are blank", page)

    def test_a_rank_too_many_is_an_error(self):
        done = simulate(self.file(matrix(CORES, sockets)), "--ranks", str(CORES + 1))
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, f"--ranks {CORES + 1}: .* takes from 2 to {CORES}")

    def test_an_output_that_was_removed_meanwhile_is_an_error(self):
        results = pathlib.Path(self.folder.name, "results.jsonl")
        with subprocess.Popen([COMOPS, "simulate", "--xml", XML, "-n", "2:16", "-o", results],
                              stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                              text=True) as process:
            while process.poll() is None and not (results.exists() and results.stat().st_size):
                time.sleep(0.01)
            results.unlink()
            _, errors = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 1, errors)
        self.assertIn("results.jsonl was removed or replaced", errors)

    def test_a_file_that_is_not_there_is_named(self):
        done = simulate("/no/such/matrix.csv")
        self.assertEqual(done.returncode, 2)
        self.assertIn("/no/such/matrix.csv: no such file", done.stderr)


unittest.main(verbosity=2)
