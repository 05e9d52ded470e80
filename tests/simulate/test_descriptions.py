# SPDX-License-Identifier: BSD-3-Clause
"""The descriptions that the coherence engine reads: complete, symmetric, and as the sources say.

Usage: test_descriptions.py SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import csv
import functools
import math
import pathlib
import sys
import unittest
from statistics import median

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path[:0] = [str(ROOT / "simulate"), str(ROOT)]

from description import DEFAULTS, DISTANCES, MEANINGS, PROTOCOLS, distance  # noqa: E402
from descriptions import description_find  # noqa: E402
from groups import pairs_of  # noqa: E402
import known  # noqa: E402
from known import known_matrix, known_names, known_threads  # noqa: E402
from platforms import PlatformError  # noqa: E402

known_machine = functools.cache(known.known_machine)

KINDS = {"bus", "port", "link", "memory"}
SYNTHETIC = ("bus:16", "crossbar:16", "numa:4x4", "crossbar:512", "numa:8x64")


def counts(machine, kind):
    """How many cores each LLC, node or socket has."""
    numbers = [core[kind] for core in machine["cores"]]
    return [numbers.count(number) for number in sorted(set(numbers))]


class Complete(unittest.TestCase):
    def check_square(self, square, count, zero):
        self.assertEqual([len(row) for row in square], [count] * count)
        self.assertEqual([tuple(row) for row in square], list(zip(*square)))
        self.assertTrue(all(0 < value < math.inf or (zero and i == j and value == 0)
                            for i, row in enumerate(square) for j, value in enumerate(row)))

    def check(self, machine):
        cores = machine["cores"]
        self.assertIn(machine["protocol"], PROTOCOLS)
        self.check_square(machine["transfer_ns"], len(cores), True)
        for kind in ("llc", "node", "socket", "domain"):
            self.assertEqual({core[kind] for core in cores},
                             set(range(1 + max(core[kind] for core in cores))))
        nodes, domains = (1 + max(core[kind] for core in cores) for kind in ("node", "domain"))
        self.check_square(machine["memory_ns"], nodes, False)
        self.assertEqual(list(machine["shared_ns"]), list(DISTANCES))
        self.assertEqual(sorted(machine["shared_ns"].values()),
                         list(machine["shared_ns"].values()))
        resources = range(len(machine["resources"]))
        self.assertEqual(len(machine["memory_of"]), nodes)
        self.assertLessEqual(set(machine["memory_of"]), {-1, *resources})
        self.assertEqual([len(row) for row in machine["routes"]], [domains] * domains)
        routes = [route for row in machine["routes"] for route in row]
        self.assertLessEqual(set().union(*routes), set(resources))
        self.assertLessEqual(max(map(len, routes)), 4)
        for resource in machine["resources"]:
            self.assertIn(resource["kind"], KINDS)
            self.assertGreater(resource["MBps"], 0)
            self.assertLess(len(resource["name"]), 32)
        for member in MEANINGS:
            of = machine["mpi"] if member.startswith("mpi.") else machine
            self.assertGreaterEqual(of[member.removeprefix("mpi.")], 0, member)
        for parameter in machine["parameters"]:
            self.assertTrue(parameter["source"] and parameter["unit"] and parameter["name"])

    def test_every_measured_machine(self):
        self.assertEqual(len(known_names()), 25)
        for name in known_names():
            with self.subTest(name):
                self.check(known_machine(name))

    def test_every_machine_that_is_one_interconnect(self):
        for name in SYNTHETIC:
            with self.subTest(name):
                self.check(description_find(name))

    def test_every_machine_of_the_papers_with_one_memory(self):
        for name, cores in (("power-challenge", 8), ("alphaserver-8400", 10), ("spp1600", 8),
                            ("origin2000", 256), ("t3e", 256)):
            with self.subTest(name):
                machine = description_find(name)
                self.check(machine)
                self.assertEqual(len(machine["cores"]), cores)

    def test_what_has_no_description_is_said(self):
        for name in ("hypercube:16", "crossbar:1024", "weland", "nonsense"):
            with self.assertRaisesRegex(PlatformError, name):
                description_find(name)


class Measured(unittest.TestCase):
    def test_each_hardware_thread_is_in_one_core(self):
        with (ROOT / "simulate/core_to_core/index.csv").open() as file:
            threads = {row["file"]: int(row["hardware_threads"]) for row in csv.DictReader(file)}
        for name in known_names():
            matrix = known_matrix(name)
            cores = known_threads(name, matrix)
            self.assertEqual(sorted(sum(cores, [])), list(range(threads[name])), name)
            self.assertEqual(len(known_machine(name)["cores"]), len(cores), name)

    def test_the_groups_are_those_of_the_processors(self):
        expected = {  # cores of each LLC, node, socket
            "2x-epyc-9654": ([8] * 24, [96] * 2, [96] * 2),
            "2x-epyc-9454": ([6] * 16, [48] * 2, [48] * 2),
            "epyc-7773x": ([8] * 8, [64], [64]),
            "2x-epyc-7601": ([4] * 16, [8] * 8, [32] * 2),
            "threadripper-3990x": ([4] * 16, [64], [64]),
            "ryzen-9950x": ([8] * 2, [16], [16]),
            "kunpeng-920": ([32] * 2, [32] * 2, [64]),
            "2x-power9": ([2] * 16, [16] * 2, [16] * 2),
            "2x-xeon-8358": ([32] * 2, [32] * 2, [32] * 2),
            "2x-xeon-8360y": ([36] * 2, [36] * 2, [36] * 2),
            "2x-xeon-x5650": ([6] * 2, [6] * 2, [6] * 2),
            "xeon-phi-7210": ([2] * 32, [64], [64]),
            "graviton3": ([64], [64], [64]),
        }
        for name, groups in expected.items():
            machine = known_machine(name)
            found = tuple(counts(machine, kind) for kind in ("llc", "node", "socket"))
            self.assertEqual(found, groups, name)

    def test_ranks_fill_a_socket_first_and_in_it_a_cache(self):
        for name in known_names():
            cores = known_machine(name)["cores"]
            for kind in ("llc", "node", "socket"):
                numbers = [core[kind] for core in cores]
                self.assertEqual(numbers, sorted(numbers), (name, kind))

    def test_a_load_takes_the_hand_over_less_an_atomic_update(self):
        machine, matrix = known_machine("2x-xeon-8358"), known_matrix("2x-xeon-8358")
        for i in range(1, 64):
            self.assertAlmostEqual(machine["transfer_ns"][i][0] + machine["atomic_ns"],
                                   matrix[i][0], places=6)

    def test_the_assumed_update_is_what_siblings_take_in_these_matrices(self):
        medians = []
        for name in known_names():
            matrix = known_matrix(name)
            cores = known_threads(name, matrix)
            siblings = pairs_of(matrix, cores, True)
            if siblings and 2 * median(siblings) < min(pairs_of(matrix, cores, False)):
                medians.append(median(siblings))
        self.assertGreater(len(medians), 5)
        self.assertAlmostEqual(median(medians), DEFAULTS["atomic_ns"].value, delta=1)

    def test_another_socket_is_farther_than_any_core_of_the_own(self):
        for name in ("2x-epyc-9654", "2x-xeon-8358", "2x-xeon-e5-2690"):
            machine = known_machine(name)
            cores, took = machine["cores"], machine["transfer_ns"]
            far = [took[i][j] for i, one in enumerate(cores) for j, other in enumerate(cores)
                   if distance(one, other) == "far"]
            near = [took[i][j] for i, one in enumerate(cores) for j, other in enumerate(cores)
                    if i != j and distance(one, other) != "far"]
            self.assertGreater(min(far), max(near), name)


unittest.main(verbosity=2)
