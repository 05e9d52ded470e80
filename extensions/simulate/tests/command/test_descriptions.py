# SPDX-License-Identifier: BSD-3-Clause
"""The descriptions that the coherence engine reads: complete, symmetric, and as the sources say.

Usage: test_descriptions.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import csv
import functools
import math
import os
import pathlib
import tempfile
import unittest
from dataclasses import replace
from statistics import median
from unittest import mock

import numpy as np

from asked import ROOT
from comops.common.console import UsageError
from comops.measure.planning.machine import Machine
from comops_simulate.descriptions import known, processors
from comops_simulate.descriptions.__main__ import description_find
from comops_simulate.descriptions.description import (DEFAULTS, DISTANCES, MEANINGS, PROTOCOLS,
                                                      by_distance)
from comops_simulate.descriptions.hwloc import topology_machine
from comops_simulate.descriptions.known import known_matrix, known_names, known_threads
from comops_simulate.descriptions.matrix import doubts, matrix_read, pairs_of
from comops_simulate.machine_choice import measured, platform_named
from comops_simulate.platforms import PlatformError

DESCRIPTIONS = ROOT / "extensions/simulate/comops_simulate/descriptions"

known_machine = functools.cache(known.known_machine)

KINDS = {"bus", "port", "link", "memory"}


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
        for member, number in ("cache_of", len(cores)), ("llc_of", len(counts(machine, "llc"))):
            if member in machine:
                self.assertEqual(len(machine[member]), number)
                self.assertLessEqual(set(machine[member]), set(resources))
        for resource in machine["resources"]:
            self.assertIn(resource["kind"], KINDS)
            self.assertGreater(resource["MBps"], 0)
            self.assertLess(len(resource["name"]), 32)
        for member in (*DEFAULTS, "cache_bytes", "llc_bytes"):
            self.assertGreaterEqual(machine[member], 0, member)
        self.assertGreater(machine["pause_ns"], 0)
        for parameter in machine["parameters"]:
            self.assertTrue(parameter["source"] and parameter["unit"] and parameter["name"])

    def test_every_measured_machine(self):
        """What each cache gives is limited, and ranks fill a socket first, and in it a cache."""
        with (DESCRIPTIONS / "core_to_core/index.csv").open() as file:
            threads = {row["file"]: int(row["hardware_threads"]) for row in csv.DictReader(file)}
        self.assertEqual((list(threads), len(threads)), (known_names(), 26))
        for name in known_names():
            with self.subTest(name):
                machine = known_machine(name)
                self.check(machine)
                self.assertEqual({machine["resources"][i]["kind"] for i in machine["cache_of"]},
                                 {"port"})
                for kind in ("llc", "node", "socket"):
                    numbers = [core[kind] for core in machine["cores"]]
                    self.assertEqual(numbers, sorted(numbers), kind)
                cores = known_threads(name, known_matrix(name))
                self.assertEqual(sorted(sum(cores, [])), list(range(threads[name])))
                self.assertEqual(len(machine["cores"]), len(cores))

    def test_what_leaves_a_core_complex_of_zen_2_has_half_the_rate_of_what_enters_it(self):
        machine = known_machine("2x-epyc-7702")
        leaves, enters = (machine["resources"][i] for i in machine["routes"][0][1])
        self.assertEqual((leaves["MBps"], enters["MBps"]), (12800, 25600))

    def test_every_machine_that_is_one_interconnect_or_of_a_paper_with_one_memory(self):
        for name, cores in (("bus:16", 16), ("crossbar:16", 16), ("numa:4x4", 16),
                            ("crossbar:512", 512), ("numa:8x64", 512), ("power-challenge", 8),
                            ("alphaserver-8400", 10), ("spp1600", 8), ("origin2000", 256),
                            ("pleione", 112), ("origin2000-195", 128), ("t3e", 256)):
            with self.subTest(name):
                machine = description_find(name)
                self.check(machine)
                self.assertEqual(len(machine["cores"]), cores)

    def test_each_origin_has_the_clock_and_the_cache_of_its_paper(self):
        for name, clock, megabytes in (("origin2000", 300, 8), ("pleione", 300, 4),
                                       ("origin2000-195", 195, 4)):
            machine = description_find(name)
            self.assertAlmostEqual(machine["hit_ns"], 1000 / clock, 2, name)
            self.assertEqual(machine["cache_bytes"], megabytes << 20, name)

    def test_what_has_no_description_is_said(self):
        for name in ("hypercube:16", "crossbar:1024", "weland", "nonsense"):
            with self.assertRaisesRegex((PlatformError, UsageError), name):
                description_find(name)


class Measured(unittest.TestCase):
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
            counted = tuple(counts(machine, kind) for kind in ("llc", "node", "socket"))
            self.assertEqual(counted, groups, name)

    def test_a_load_is_a_hand_over_less_an_update_and_on_amd_s_the_measured_part_of_it(self):
        machine, matrix = known_machine("2x-epyc-9654"), known_matrix("2x-epyc-9654")
        part = float(processors.facts_named("2x-epyc-9654")["load_part"])
        for i in range(1, 192):
            self.assertAlmostEqual(machine["transfer_ns"][i][0], part * matrix[i][0], delta=0.06)
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
            if siblings.size and 2 * median(siblings) < pairs_of(matrix, cores, False).min():
                medians.append(median(siblings))
        self.assertGreater(len(medians), 5)
        self.assertAlmostEqual(median(medians), DEFAULTS["atomic_ns"].value, delta=1)

    def test_what_is_nearer_is_not_slower_in_any_socket_of_any_machine(self):
        for name in known_names():
            machine = known_machine(name)
            cores, square = machine["cores"], np.array(machine["transfer_ns"])
            far = by_distance(cores, square).get("far", np.array([math.inf]))
            for socket in {core["socket"] for core in cores}:
                inside = [at for at, core in enumerate(cores) if core["socket"] == socket]
                took = by_distance([cores[at] for at in inside], square[np.ix_(inside, inside)])
                medians = [median(values) for values in took.values()]
                with self.subTest(name, socket=socket):
                    self.assertEqual(medians, sorted(medians))
                    self.assertGreater(median(far), 1.2 * medians[-1])
            memory = np.array(machine["memory_ns"])
            self.assertTrue((memory >= memory.diagonal()).all(), name)
            if name == "2x-epyc-7702":  # core_to_core/README.md: rome-memory
                self.assertTrue((122 <= memory.diagonal()).all() and memory[0][0] <= 134, memory)

    def test_a_socket_that_was_measured_across_the_link_takes_the_other_one_s_times(self):
        machine, matrix = known_machine("2x-epyc-7302"), known_matrix("2x-epyc-7302")
        self.assertEqual((matrix[2, 0], matrix[18, 16]), (214.9, 101.2))
        square = machine["transfer_ns"]
        self.assertAlmostEqual(square[2][0], median(
            [square[i][j] for i in range(16, 32) for j in range(16, i) if i // 2 != j // 2]),
            delta=0.1)
        self.assertIn("within a socket that took as long as the link", str(machine["parameters"]))


def synthetic_of(name):
    """What hwloc would say of a machine that is built in."""
    machine, (cores, threads) = known_machine(name), known.known_cores(name)
    llcs, order = 1 + cores[-1]["llc"], ",".join(str(pu) for pus in threads for pu in pus)
    text = (f"pack:2 [numa] l3:{llcs // 2}(size={machine['llc_bytes']}) "
            f"l2:{len(cores) // llcs}(size={machine['cache_bytes']}) core:1 "
            f"pu:{len(threads[0])}(indexes={order})")
    with mock.patch.dict(os.environ, {"HWLOC_SYNTHETIC": text}):
        return Machine.load().facts


def machine_of(*cores, summary="some processor", caches=()):
    """As `comops machine --json` prints it: cores of these hardware threads on one socket."""
    pus = [pu for core in cores for pu in core]
    return {
        "summary": summary, "caches": list(caches),
        "cores": [{"index": i, "usable": True, "pus": core, "usable_pus": core}
                  for i, core in enumerate(cores)],
        "packages": [{"index": 0, "pus": pus}], "numa_nodes": [{"index": 0, "pus": pus}],
    }


class BothEngines(unittest.TestCase):
    def test_messages_and_collectives_have_other_costs_than_one_sided_calls(self):
        origin = platform_named("origin2000")
        for kind, protocols in (("two-sided", "library vector sendrecv irecv (0,6)"),
                                ("one-sided", "put get pscw flush")):
            for protocol in protocols.split():
                self.assertEqual(origin.kind_of(protocol), kind, protocol)

    def test_only_this_machine_is_measured(self):
        with mock.patch("comops_simulate.machine_choice._calibrated",
                        return_value=machine_of([0], [1])) as asked:
            measured(platform_named("bus:4"), None)
            asked.assert_not_called()
            self.assertEqual(len(measured(
                replace(platform_named("bus:4"), name="this"), ["threads"]).hosts), 2)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def file(self, text):
        file = self.folder / "matrix.csv"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def test_a_triangle_with_or_without_its_diagonal_and_a_full_matrix_are_the_same(self):
        for text in ("\n7\n8,9\n", "0\n7,0\n8,9,0", ",7,8\n7,,9\n8,9,\n", ",7,8\n,,9\n,,",
                     "\r\n7.0\r\n8,9e0\r\n", "\ufeff0\n7,0\n8, 9,0"):
            matrix, notes = matrix_read(self.file(text))
            self.assertEqual(matrix.tolist(), [[0, 7, 8], [7, 0, 9], [8, 9, 0]], text)
            self.assertEqual(notes, [], text)

    def test_a_time_that_no_hand_over_takes_was_not_measured_and_is_named(self):
        for text, values, note in (
            ("\n7\n8,0\n", [7, 8], "0 ns in row 3, column 2 is too short"),
            ("\n0\n0,9\n", [9], "0 ns in row 2, column 1 and 1 more is too short"),
            ("0,7,0\n7,0,9\n8,9,0\n", [7, 8, 9], "0 ns in row 1, column 3 is too short"),
            ("\n7\n8,9\n7,8,0.07\n", [7, 8, 9, 7, 8], "0.07 ns in row 4, column 3 is too short"),
            ("\n7\n8,9\n7,8000,8\n", [7, 8, 9, 7, 8], "8000 ns in row 4, column 2 is 5 times"),
            # a distant core, and two groups that are far apart, are no errors
            ("\n7\n8,9\n700,800,800\n", [7, 8, 9, 700, 800, 800], None),
            ("\n7\n90,90\n90,90,8\n", [7, 90, 90, 90, 90, 8], None),
        ):
            with self.subTest(text):
                matrix, notes = matrix_read(self.file(text))
                lower = matrix[np.tril_indices(len(matrix), -1)]
                self.assertEqual(lower[~np.isnan(lower)].tolist(), values)
                self.assertRegex("; ".join(notes) or "nothing", f"^{note or 'nothing'}")

    def test_what_is_no_matrix_is_refused_with_its_place(self):
        for text, why in (
            ("", "empty; a matrix"), ("5", "1 row; a matrix"),
            ("\n7\n8,x\n", "row 3, column 2: `x` is not a number"),
            ("\n7\n8,nan\n", "row 3, column 2: `nan` is not a number"), ("\n7\n8,inf\n", "inf"),
            ("\n7\n8,1_0\n", "`1_0` is not a number"), ("\n7\n8,9;1\n", "`9;1` is not a number"),
            ("\n-7\n8,9\n", "row 2, column 1: -7"), ("\n1e30\n8,9\n", "1e30"),
            ("\n7\n8,9,1,2\n", "row 3: 4 fields"), (",7\n8,\n", "not symmetric: row 2, column 1"),
            (",,\n,,\n,,", "no value"),
            ("\n0\n0,0", "all times are 0"),
            ("\n0.07\n0.08,0.09\n", "half of the times are below 0.08, .* give nanoseconds"),
            ("\n70000\n80000,90000\n", "half of the times are below 8e\\+04"),
            (b"\xff\xfe\x00\n1\n", "not a text file"), ("\n" * 3000 + "1", "rows"),
        ):
            with self.subTest(text[:20]), self.assertRaisesRegex(PlatformError, why):
                matrix_read(self.file(text))
        for file in (self.folder, pathlib.Path("/no/such/file")):
            with self.assertRaisesRegex(PlatformError, f"{file}: no"):
                matrix_read(file)

    def test_a_matrix_is_of_the_hardware_threads_or_of_the_cores(self):
        machine = machine_of([0, 2], [1, 3])
        for text, ns in (("\n70\n8,71\n72,9,73\n", 70), ("\n70\n", 70)):
            described = topology_machine("m", machine, self.file(text))
            self.assertEqual(described["transfer_ns"][0][1] + described["atomic_ns"], ns)
        with self.assertRaisesRegex(PlatformError, "3 rows, .* 4 hardware threads and 2 cores"):
            topology_machine("m", machine, self.file("\n7\n8,9\n"))

    def test_the_same_machine_is_described_alike_whether_it_is_built_in_or_in_hwloc_s_xml(self):
        for name in ("2x-xeon-8358", "2x-epyc-7302"):
            facts = synthetic_of(name) | {"summary": known.known_text(name)}
            machine = topology_machine(name, facts, known.FOLDER / f"{name}.csv")
            for member, value in known_machine(name).items():
                if member not in ("description", "parameters"):
                    self.assertEqual(machine[member], value, (name, member))
            self.assertEqual(*([(parameter["name"], parameter["value"])
                                for parameter in described["parameters"]]
                               for described in (machine, known_machine(name))))

    def test_a_processor_that_is_not_built_in_has_the_figures_of_its_family(self):
        facts = synthetic_of("2x-xeon-8358") | {"summary": "Intel(R) Xeon(R) Platinum 8352Y"}
        machine = topology_machine("m", facts, known.FOLDER / "2x-xeon-8358.csv")
        known_one = known_machine("2x-xeon-8358")
        for member in ("protocol", "pause_ns", "outstanding", "transfer_ns", "cache_of", "llc_of"):
            self.assertEqual(machine[member], known_one[member], member)
        self.assertIn("no sheet tells", str(machine["parameters"]))
        self.assertIn("assumed: link_GBs, network_GHz, llc_GBs", str(known_one["parameters"]))

    def test_pairs_that_were_not_measured_take_the_median_of_their_distance_and_it_is_said(self):
        machine = topology_machine("m", machine_of([0], [1], [2]), self.file("\n70\n90,\n"))
        self.assertEqual(machine["transfer_ns"][2][1] + machine["atomic_ns"], 80)
        self.assertIn("1 of 3 pairs of cores are blank", *machine["notes"])
        self.assertIn("1 of 3 pairs of cores are blank", machine["parameters"][0]["source"])
        with self.assertRaisesRegex(PlatformError, "no pair of cores was measured"):
            topology_machine("m", machine_of([0, 2], [1, 3]), self.file("\n\n8,\n,9,\n"))

    def test_a_matrix_that_contradicts_the_machine_is_warned_of(self):
        cores = [[0, 4], [1, 5], [2, 6], [3, 7]]
        caches = [{"type": "L3", "bytes": 1 << 24, "pus": cores[at] + cores[at + 1]}
                  for at in (0, 2)]

        def notes(siblings, cache, far, text=""):
            def took(i, j):
                i, j = sorted((i % 4, j % 4))
                return siblings if i == j else cache if i // 2 == j // 2 else far

            rows = [",".join(str(took(i, j)) for j in range(i)) for i in range(8)]
            return topology_machine("m", machine_of(*cores, caches=caches),
                                    self.file("\n".join(rows))).get("notes", [])

        self.assertEqual(notes(10, 50, 120), [])
        self.assertIn("cores of a cache take as long as others in 2 of 2 (50 and 46 ns): perhaps",
                      *notes(10, 50, 46))
        self.assertIn("cores of a cache take 121 ns, cores of a NUMA node 81 ns: its rows may",
                      *notes(10, 121, 81))
        self.assertIn("hardware threads of a core take 50 ns, cores of a cache 50 ns",
                      *notes(50, 50, 120))

    def test_times_that_differ_widely_at_one_distance_are_warned_of(self):
        machine = machine_of([0], [1], [2], [3], caches=[{"type": "L3", "bytes": 1 << 24,
                                                         "pus": [0, 1, 2, 3]}])
        for text, noisy in (("\n50\n52,60\n48,50,40", False), ("\n50\n90,50\n20,50,80", True)):
            notes = topology_machine("m", machine, self.file(text)).get("notes", [])
            self.assertEqual(len(notes), noisy)
            self.assertTrue(all("50 % of the times between cores of a cache" in note
                                for note in notes))

    def test_the_matrices_of_the_known_machines_raise_no_doubt_but_that_of_one_address(self):
        """On machines with two EPYC, one socket's pairs take as long as those across sockets."""
        for name in known_names():
            matrix, cores = known_matrix(name), known.known_cores(name)
            first = [threads[0] for threads in cores[1]]
            texts = doubts(cores[0], matrix[np.ix_(first, first)], np.array([]))
            one_address = name.startswith("2x-epyc") and name != "2x-epyc-9654"
            self.assertEqual(len(texts), one_address, (name, texts))
            self.assertTrue(all("cores of a package take as long as others in 1 of 2" in text
                                for text in texts))

    def test_caches_whose_size_hwloc_does_not_know_are_assumed_to_have_one(self):
        caches = [{"type": "L2", "bytes": 0, "pus": [pu]} for pu in (0, 1)]
        caches.append({"type": "L3", "bytes": 0, "pus": [0, 1]})
        machine = topology_machine("m", machine_of([0], [1], caches=caches))
        self.assertEqual((machine["cache_bytes"], machine["llc_bytes"]), (1 << 20, 2 << 20))
        sources = {parameter["name"]: parameter["source"] for parameter in machine["parameters"]}
        for member in ("cache_bytes", "llc_bytes"):
            self.assertIn("assumption: hwloc", sources[MEANINGS[member][0]])

    def test_each_figure_of_a_processor_has_a_source_that_the_readme_names_or_is_assumed(self):
        folder = pathlib.Path(known.FOLDER)
        readme = (folder / "README.md").read_text(encoding="utf-8")
        for table in ("processors", "supply", "protocols"):
            for row in processors.table(table).values():
                figures = {name for name, value in row.items()
                           if value and name.endswith(("_KiB", "_GBs", "_ns", "_GHz", "_MBps",
                                                        "_part", "lines"))}
                with self.subTest(table=table, name=row["name"]):
                    self.assertLessEqual(set(row["assumed"].split()), figures)
                    self.assertTrue(row["sources"] or set(row["assumed"].split()) == figures)
                    for source in row["sources"].split():
                        self.assertIn(f"| `{source}` |", readme)

    def test_what_calibration_measured_on_this_machine_replaces_assumptions(self):
        def quantity(value):
            return {"median": value, "low": value, "high": value}

        pair = {"pus": [0, 1], "shared_ns": quantity(33), "modified_ns": quantity(64),
                "window_ns": None, "copy_other_MBps": quantity(10000),
                "copy_first_MBps": quantity(4000), "copy_back_MBps": quantity(3000),
                "kept_ns": quantity(60), "handover_ns": quantity(107.5),
                "stores": quantity(111)}
        core = dict.fromkeys(("hit_ns", "store_ns", "pause_ns", "atomic_ns", "fence_ns",
                              "futex_call_ns", "reduce_ns_per_byte"), quantity(3))
        core |= {"copy_MBps": quantity(20000), "copy_own_first_MBps": quantity(90000),
                 "memory_ns": quantity(150)}
        caches = [{"type": "L3", "bytes": 1 << 20, "pus": [0, 1]},
                  {"type": "L1", "bytes": 32768, "pus": [0]}]
        facts = machine_of([0], [1], caches=caches) | {
            "calibration": {"core": core, "pairs": [pair]}}
        with mock.patch("comops_simulate.machine_choice._calibrated", return_value=facts):
            machine = measured(platform_named("this"), ["threads"]).machine
        self.assertEqual((machine["transfer_ns"][0][1], machine["shared_ns"]["llc"]), (64, 33))
        self.assertEqual((machine["memory_ns"], machine["hit_ns"]), ([[150]], 3))
        # A store that takes the line for two thirds of 64 ns, half a pause, and a load.
        self.assertEqual(machine["pause_ns"], 1.7)
        self.assertEqual((machine["reader_takes"], machine["back_MBps"]), (1, 3000))
        # A line of the other takes 6.4 ns, a tenth of its latency.
        self.assertEqual(machine["outstanding"], 10)
        self.assertEqual((machine["first_bytes"], machine["first_MBps"],
                          machine["first_copy_MBps"]), (32768, 4000, 90000))
        self.assertEqual((machine["stores"], machine["copy_MBps"]), (111, 20000))
        sources = {parameter["name"]: parameter["source"] for parameter in machine["parameters"]}
        self.assertIn("measured", sources[MEANINGS["hit_ns"][0]])
        self.assertIn("assumption", sources[MEANINGS["window_ns"][0]])
        said = "calibrated while a hand-over between hardware threads 0 and 1 took "
        self.assertEqual(machine["notes"], [f"{said}108 ns"])
        pair["handover_ns"] = {"median": 107.5, "low": 28, "high": 110}
        self.assertEqual(topology_machine("this", facts)["notes"],
                         [f"{said}28 to 110 ns: the cores moved, do not use these times"])

    def test_the_protocol_is_that_of_the_processor_s_family(self):
        for summary, bytes, protocol in (
            ("Intel(R) Xeon(R) Platinum 8358", 1280 << 10, "intel"),
            ("Intel(R) Xeon(R) Gold 6248", 1 << 20, "skylake"),
            ("Intel(R) Xeon(R) CPU E5-2690", 256 << 10, "mesif"),
            ("AMD EPYC 9654", 1 << 20, "moesi"), ("some other", 1 << 20, "mesi"),
        ):
            caches = [{"type": "L2", "bytes": bytes, "pus": [pu]} for pu in (0, 1)]
            machine = topology_machine("m", machine_of([0], [1], summary=summary, caches=caches))
            self.assertEqual(machine["protocol"], protocol, summary)
            self.assertRegex(machine["protocol_source"],
                             "assumption: the machine names no processor"
                             if protocol == "mesi" else "the processor's name; ")


unittest.main(verbosity=2)
