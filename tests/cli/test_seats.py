# SPDX-License-Identifier: BSD-3-Clause
"""Where ranks and pages go, as a user asks for it.

Usage: test_seats.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

COMOPS, ROOT = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
MACHINES = ROOT / "tests/topology/machines"


def comops(*words):
    return subprocess.run([COMOPS, *map(str, words)], capture_output=True, text=True, check=False)


MACHINE = json.loads(comops("machine", "--json").stdout)
CORES = MACHINE["usable_cores"]
TWO_CORES = unittest.skipIf(CORES < 2, "two ranks need two cores")


class Seats(unittest.TestCase):
    @TWO_CORES
    def test_of_all_placements_those_that_seat_alike_are_measured_once_and_said(self):
        done = comops("run", "--dry-run", "--placements", "all", "--patterns", "pingpong",
                      "--sizes", 8,
                      "--protocols", "barrier", "--ranks", 2)
        self.assertEqual(done.returncode, 0, done.stderr)
        taken = json.loads(comops("machine", "--json", "--placements", "all", "--ranks", 2).stdout)
        seats = {tuple(p["pus"]) for p in taken["placements"] if not p["refused"]}
        self.assertEqual(len(done.stdout.splitlines()), len(seats))
        self.assertIn("equals bus: measured once", done.stderr)

    @TWO_CORES
    def test_a_list_of_hardware_threads_is_a_placement(self):
        pus = [p["os_index"] if isinstance(p, dict) else p
               for core in MACHINE["cores"] for p in core["usable_pus"][:1]][:2][::-1]
        name = "pu:" + "+".join(map(str, pus))
        shown = json.loads(comops("machine", "--json", "--placements", name, "--ranks", 2).stdout)
        self.assertEqual(shown["placements"][0]["pus"], pus)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "results.jsonl")
            done = comops("run", "--placements", name, "--patterns", "pingpong", "--sizes", 8,
                          "--protocols", "barrier", "--budget", 1, "--ranks", 2, "-o", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            cells = [json.loads(line) for line in pathlib.Path(file).read_text().splitlines()]
        self.assertEqual({tuple(c["pus"]) for c in cells if c["record"] == "cell"}, {tuple(pus)})

    def test_a_placement_this_machine_lacks_is_left_out_with_the_reason(self):
        done = comops("run", "--placements", "package:77", "--ranks", 1)
        self.assertEqual(done.returncode, 77, done.stderr)
        self.assertIn("package:77", done.stderr)

    def test_a_placement_nobody_has_is_a_usage_error(self):
        for words in (["run", "--placements", "moon"], ["machine", "--placements", "pu:x"]):
            done = comops(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)

    def test_help_explains_the_language(self):
        for word in ("agent", "distance:K", "pu:0+2+5-7", "numa:0.core:0-3"):
            self.assertIn(word, comops("machine", "--help").stdout)

    def test_every_saved_machine_is_drawn_with_every_placement(self):
        for xml in sorted(MACHINES.glob("*.xml")):
            for ranks in (1, 2, 4, 7):
                done = comops("machine", "--xml", xml, "--placements", "all", "--ranks", ranks)
                self.assertEqual(done.returncode, 0, (xml, done.stderr))
                self.assertIn("bus", done.stdout)
                self.assertLessEqual(max(map(len, done.stdout.splitlines())), 100, xml)


    def test_every_saved_machine_becomes_a_picture_with_each_rank_in_each_placement(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder, "seats.svg")
            for xml in sorted(MACHINES.glob("*.xml")):
                words = ["machine", "--xml", xml, "--placements", "all", "--ranks", 3]
                done = comops(*words, "--svg", picture)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""), xml)
                placements = json.loads(comops(*words, "--json").stdout)["placements"]
                seats = {tuple(one["pus"]) for one in placements if not one["refused"]}
                groups = ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}g")
                told = [one[0].text for one in groups if one[0].tag.endswith("title")]
                self.assertEqual(len(told), 3 * len(seats), xml)
                for rank, pu in {(rank, pu) for pus in seats for rank, pu in enumerate(pus)}:
                    self.assertTrue(any(f"rank {rank}: hardware thread {pu}," in one or
                                        f"rank {rank}: hardware thread {pu}" == one
                                        for one in told), (xml, rank, pu))

    def test_a_picture_that_cannot_be_written_is_told(self):
        done = comops("machine", "--svg", "/nowhere/seats.svg")
        self.assertEqual(done.returncode, 1)
        self.assertIn("/nowhere/seats.svg: cannot be written", done.stderr)
        self.assertEqual(comops("machine", "--svg", "x", "--json").returncode, 2)


class Pairs(unittest.TestCase):
    @TWO_CORES
    def test_latency_and_bandwidth_are_measured_between_all_pairs(self):
        done = comops("machine", "--pairs", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        pairs = json.loads(done.stdout)["pairs"]
        count = len(pairs["pus"])
        self.assertEqual(count, min(CORES, 48))
        for matrix in (pairs["latency_us"], pairs["rate_MBps"]):
            for i in range(count):
                self.assertIsNone(matrix[i][i])
                for j in range(i):
                    self.assertGreater(matrix[i][j], 0)
                    self.assertEqual(matrix[i][j], matrix[j][i])
        self.assertEqual({level for row in pairs["distance"] for level in row} - {0},
                         set(range(1, len(pairs["distances"]) + 1)))
        self.assertIn("One-way time of 8 bytes, ns", comops("machine", "--pairs").stdout)

    @TWO_CORES
    def test_pairs_are_drawn_too(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder, "pairs.svg")
            done = comops("machine", "--pairs", "--svg", picture)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("One way of 1 MiB, GB/s", picture.read_text())

    def test_a_saved_machine_cannot_be_measured(self):
        done = comops("machine", "--pairs", "--xml", next(MACHINES.glob("*.xml")))
        self.assertEqual(done.returncode, 2)
        self.assertIn("only this machine", done.stderr)


@TWO_CORES
class Pages(unittest.TestCase):
    def measure(self, *words):
        """Exit status, standard error and cells of a small campaign."""
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "results.jsonl")
            done = comops("run", "--patterns", "pingpong", "--protocols", "barrier,sendrecv",
                          "--placements", "bus", "--ranks", 2, "--budget", 3, "-o", file, *words)
            lines = pathlib.Path(file).read_text().splitlines() if os.path.exists(file) else []
        cells = [r for r in map(json.loads, lines) if r["record"] == "cell"]
        return done.returncode, done.stderr, cells

    def test_each_way_pages_can_lie_is_a_table(self):
        status, errors, cells = self.measure("--sizes", "64K",
                                             "--memory", "local,root,peer,interleave")
        self.assertEqual(status, 0, errors)
        self.assertEqual({c["memory"] for c in cells}, {"local", "root", "peer", "interleave"})
        nodes = {n["os_index"] for n in MACHINE["numa_nodes"]}
        if len(nodes) == 1:
            self.assertLessEqual({n for c in cells for n in c["numa"]}, nodes | {None})

    def test_a_node_that_is_not_there_is_left_out_with_the_reason(self):
        status, errors, cells = self.measure("--sizes", 8, "--memory", "node:999")
        self.assertEqual((status, cells), (77, []))
        self.assertIn("no usable NUMA node 999", errors)
        self.assertEqual(comops("run", "--memory", "moon").returncode, 2)

    def test_huge_pages_are_asked_for_and_the_kernels_answer_is_recorded(self):
        status, errors, cells = self.measure("--sizes", "4M", "--pages", "4k")
        self.assertEqual(status, 0, errors)
        self.assertEqual({b for c in cells for b in c["huge_bytes"]}, {0})
        enabled = pathlib.Path("/sys/kernel/mm/transparent_hugepage/enabled")
        if not enabled.exists() or "[never]" in enabled.read_text():
            self.skipTest("this kernel gives no transparent huge pages")
        status, errors, cells = self.measure("--sizes", "4M", "--pages", "thp")
        self.assertEqual(status, 0, errors)
        self.assertTrue(all(c["valid"] for c in cells))

    def test_reserved_huge_pages_that_are_not_there_are_said_with_how_to_get_them(self):
        if int(pathlib.Path("/proc/sys/vm/nr_hugepages").read_text()):
            self.skipTest("this machine has reserved some")
        status, errors, cells = self.measure("--sizes", 8, "--pages", "2m")
        self.assertEqual(status, 1)
        self.assertIn("vm.nr_hugepages", errors)
        self.assertFalse(any(c["valid"] for c in cells))


unittest.main(verbosity=2)
