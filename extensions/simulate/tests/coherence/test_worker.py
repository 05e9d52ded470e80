# SPDX-License-Identifier: BSD-3-Clause
"""comops-coherence: every implementation moves the right data on simulated machines.

Usage: test_worker.py WORKER WRONG-WORKER STUCK-WORKER SOURCE-ROOT [all] [UNITTEST ARGUMENTS]

With `all`, each number of ranks on each machine.
"""

import functools
import json
import subprocess
import sys
import tempfile
import unittest
from itertools import product
from pathlib import Path
from statistics import fmean

WORKER, WRONG, STUCK, ROOT = (Path(sys.argv.pop(1)).resolve() for _ in range(4))
ALL = "all" in sys.argv[1:2] and bool(sys.argv.pop(1))

from comops.common.batch import batch_text  # noqa: E402
from comops_simulate.descriptions import __main__ as descriptions  # noqa: E402
from comops_simulate.descriptions.description import description_text  # noqa: E402

description_find = functools.cache(descriptions.description_find)

MACHINES = ("bus:16", "crossbar:16", "numa:2x8")
RANKS = (2, 3, 4, 8, 16)
SIZES = (8, 1024, 65536)
REFUSED = ("power of two", "exceed the volume")
PUBLISHED = {"barrier": ("dissemination", "tournament", "combining_tree", "xhc"),
             "broadcast": ("binomial_tree", "xhc"), "reduce": ("binomial_tree",),
             "allreduce": ("recursive_doubling", "combining_tree", "xhc")}


def ask(worker, *words):
    done = subprocess.run([worker, *map(str, words)], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def cells_of(worker, ranks, sizes, **more):
    """The cells of each implementation over threads, at every size that its pattern can have."""
    patterns = {line["name"]: line for line in ask(worker, "--ranks", ranks, "--patterns")}
    for line in ask(worker, "--list"):
        pattern = patterns.get(line.get("pattern"))
        if not pattern or pattern["min_ranks"] > ranks or line["path"] != "threads":
            continue
        # A volume of 8 KiB, in messages of 1 KiB.
        volume = pattern["series_of"] == "volume"
        series = {"series": pattern["series"][-1]} if pattern["series"] else {}
        for size in [1024] if volume else sizes if pattern["unit"] else [0]:
            yield {"path": line["path"], "pattern": line["pattern"], "protocol": line["protocol"],
                   "bytes": size, "buffers": "rewrite", "consume": "timed", **series, **more}


class Worker(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def description(self, name, **changed):
        file = self.folder / "machine"
        file.write_text(description_text(description_find(name) | changed))
        return file

    def batch(self, cells):
        file = self.folder / "cells"
        file.write_text(batch_text(cells))
        return file

    def run_worker(self, worker, machine, ranks, cells):
        """The finished worker and its answers."""
        done = subprocess.run([worker, "--machine", machine, "--ranks", str(ranks), "--batch",
                               self.batch(cells)], capture_output=True, text=True, check=False,
                              timeout=500)
        return done, [json.loads(line) for line in done.stdout.splitlines()]

    def answers(self, machine, ranks, cells):
        done, answers = self.run_worker(WORKER, machine, ranks, cells)
        self.assertEqual(len(answers), len(cells), done.stderr)
        return answers

    def time(self, machine, ranks, pattern, protocol, size=0, **more):
        cell = {"path": "threads", "pattern": pattern, "protocol": protocol, "bytes": size, **more}
        answer, = self.answers(machine, ranks, [cell])
        self.assertTrue(answer["valid"], answer)
        return fmean(answer["samples_us"])

    def assert_right(self, machine, ranks, sizes):
        cells = list(cells_of(WORKER, ranks, sizes, samples=1))
        right = 0
        for answer in self.answers(self.description(machine), ranks, cells):
            if answer["valid"]:
                self.assertGreater(answer["samples_us"][0], 0, answer)
                right += 1
            else:
                self.assertTrue(any(why in answer["error"] for why in REFUSED), answer)
        self.assertGreater(right, len(cells) // 2)

    def test_every_implementation_over_threads_moves_the_right_data_on_every_machine(self):
        pairs = product(MACHINES, RANKS) if ALL else zip(MACHINES * 2, RANKS)
        for machine, ranks in pairs:
            self.assert_right(machine, ranks, SIZES if ALL or ranks < 4 else SIZES[:2])

    def test_readers_fill_luo_s_buses_but_not_his_crossbar(self):
        for name, least, most in (("power-challenge", 1.5, 2), ("alphaserver-8400", 1.2, 2),
                                  ("spp1600", 1, 1.05)):
            machine = self.description(name)
            few, many = (self.time(machine, ranks, "broadcast", "barrier", 800000, samples=1)
                         for ranks in (2, 8))
            with self.subTest(name, growth=many / few):
                self.assertTrue(least <= many / few <= most)

    def test_what_is_wrong_is_rejected_for_its_data_or_its_order(self):
        machine = self.description("numa:2x8")
        for ranks in (2, 3, 8):
            cells = list(cells_of(WRONG, ranks, (8, 4096)))
            patterns = {cell["pattern"] for cell in cells}
            done, answers = self.run_worker(WRONG, machine, ranks, cells)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(len(answers), len(cells))
            for answer in answers:
                self.assertFalse(answer["valid"], answer)
                self.assertEqual(answer["samples_us"], [])
                self.assertRegex(answer["error"], "^wrong (data|order): |power of two")
            self.assertEqual(patterns, {pattern["name"] for pattern in ask(WRONG, "--patterns")
                                        if pattern["min_ranks"] <= ranks})

    def test_where_the_time_went_is_all_of_it(self):
        for answer in self.answers(self.description("numa:2x8"), 16,
                                   list(cells_of(WORKER, 16, (8,), samples=3, repeats=1))):
            if answer["valid"]:
                where = answer["where"]
                parts = [*where.pop("transfer_us").values(), *where.pop("queue_us").values(),
                         *where.values()]
                self.assertTrue(all(part >= 0 for part in parts), answer)
                self.assertAlmostEqual(sum(parts) / fmean(answer["samples_us"]), 1, places=6)

    def test_the_same_cells_take_the_same_time_whatever_ran_before(self):
        machine = self.description("crossbar:16")
        cells = [{"path": "threads", "pattern": pattern, "protocol": protocol, "bytes": 1024}
                 for pattern, protocol in (("reduce", "lock"), ("alltoall", "direct"),
                                           ("reduce", "barrier"), ("alltoall", "put"))]
        there, back = (self.answers(machine, 6, order) for order in (cells, cells[::-1]))
        self.assertEqual(there, back[::-1])

    def test_with_all_cores_direct_takes_at_most_half_as_long_again_as_what_was_published(self):
        # One cache of 36 cores: blocks; two sockets; caches of 8, and 80 that share none.
        for name in ("xeon-w9-3475x", "2x-xeon-6336y", "epyc-7773x", "2x-altra-q80-30"):
            machine, ranks = self.description(name), len(description_find(name)["cores"])
            cells = [{"path": "threads", "pattern": pattern, "protocol": protocol,
                      "bytes": 0 if pattern == "barrier" else 8, "samples": 2}
                     for pattern, protocols in PUBLISHED.items()
                     for protocol in ("direct", *protocols)]
            took = {}
            for cell, answer in zip(cells, self.answers(machine, ranks, cells)):
                self.assertTrue(answer["valid"], answer)
                took.setdefault(cell["pattern"], []).append(fmean(answer["samples_us"]))
            for pattern, (ours, *theirs) in took.items():
                self.assertLessEqual(ours, 1.5 * min(theirs), (name, pattern))

    def test_a_critical_section_that_is_never_left_is_free_in_the_next_cell(self):
        stuck, good = ({"path": "threads", "pattern": "broadcast", "protocol": "critical",
                        "bytes": size} for size in (8, 16))
        done, answers = self.run_worker(STUCK, self.description("bus:4"), 4, [good, stuck, good])
        self.assertEqual(done.returncode, 1)
        self.assertIn("deadlock; rank 0", answers[1]["error"])
        self.assertTrue(answers[0]["valid"], answers[0])
        self.assertEqual(answers[0], answers[2])

    def test_samples_that_are_asked_for_are_given_and_a_loop_is_one(self):
        machine = self.description("bus:4")
        cell = {"path": "threads", "pattern": "barrier", "protocol": "direct", "bytes": 0}
        usual, three, loops = self.answers(machine, 4, [cell, cell | {"samples": 3},
                                                        cell | {"samples": 2, "repeats": 10}])
        self.assertEqual(len(usual["samples_us"]), 16)
        self.assertEqual(three["samples_us"], usual["samples_us"][:3])
        self.assertEqual(len(loops["samples_us"]), 2)
        # A rank need not have left one barrier to enter the next, but all meet in each.
        self.assertAlmostEqual(loops["samples_us"][0] / usual["samples_us"][0], 1, delta=0.4)

    def test_a_sender_that_rewrites_its_buffer_has_the_lines_in_its_cache(self):
        machine = self.description("bus:2", shared_ns=dict.fromkeys(
            ("llc", "node", "socket", "far"), 1))
        cell = {"path": "threads", "pattern": "scatter", "protocol": "get", "bytes": 4096}
        reuse, rewrite = (self.time(machine, 2, **(cell | {"size": cell["bytes"], "buffers": how}))
                          for how in ("reuse", "rewrite"))
        self.assertLess(reuse, rewrite)

    def test_cold_buffers_come_from_memory(self):
        machine = self.description("bus:2", memory_ns=[[5000]])
        rewrite, cold = (self.time(machine, 2, "broadcast", "get", 4096, buffers=how)
                         for how in ("rewrite", "cold"))
        self.assertGreater(cold, rewrite + 4)  # us

    def test_use_in_time_counts_and_use_between_runs_does_not(self):
        machine = self.description("bus:2")
        no, between, timed = (
            self.time(machine, 2, "gather", "put", 4096, buffers="rewrite", consume=consume)
            for consume in ("no", "between", "timed"))
        self.assertLess(no, timed)
        self.assertLess(between, timed)

    def test_a_barrier_of_libgomp_takes_its_lines_in_turn(self):
        # The counter comes from the rank before, the generation goes to those that spin.
        few, many = (self.time(self.description("bus:16"), ranks, "barrier", "barrier")
                     for ranks in (4, 16))
        self.assertGreater(many, 2.5 * few)

    def test_a_rank_that_takes_a_lock_again_and_again_does_not_keep_the_other_out(self):
        # Without turns rank 1 wins for ever, on this machine even between two ranks.
        machine = self.description("graviton3")
        for ranks in (2, 8):
            self.time(machine, ranks, "pingpong", "lock", 8)
            self.time(machine, ranks, "reduce", "lock", 8)

    def test_the_last_of_a_barrier_calls_the_system(self):
        free, dear = (self.time(self.description("bus:2", futex_call_ns=ns), 2, "barrier",
                                "barrier") for ns in (0, 1e5))
        self.assertTrue(99 < dear - free <= 100, (free, dear))

    def test_a_wait_sleeps_where_the_machine_says_so_and_it_is_long(self):
        slow = {"reduce_ns_per_byte": 1000}  # 4 ms for the other vector, in the critical section
        usual, sleeping = (
            self.time(self.description("bus:2", **slow, futex_ns=ns), 2, "reduce", "barrier", 4096,
                      samples=1)
            for ns in (0, 1e6))
        self.assertAlmostEqual(sleeping - usual, 1000, delta=5)
        short = [self.time(self.description("bus:2", futex_ns=ns), 2, "reduce", "barrier", 4096)
                 for ns in (0, 1e6)]
        self.assertEqual(*short)

    def test_the_same_code_takes_the_same_time_in_threads_and_in_processes(self):
        cells = list(cells_of(WORKER, 4, (8, 65536), samples=2))
        direct = [cell for cell in cells if cell["protocol"] == "direct"]
        for machine in ("bus:4", "2x-xeon-8358"):
            answers = self.answers(self.description(machine), 4,
                                   [cell | {"path": path} for cell in direct
                                    for path in ("threads", "mpi")])
            for threads, processes in zip(answers[::2], answers[1::2]):
                self.assertTrue(threads["valid"], threads)
                self.assertEqual(threads["samples_us"], processes["samples_us"], processes)

    def refused(self, *words):
        done = subprocess.run([WORKER, *map(str, words)], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_bad_input_is_refused_with_the_reason(self):
        machine = self.description("bus:4")
        good = self.batch([])
        text = self.folder / "text"

        def batch(line):
            text.write_text(line)
            return self.refused("--machine", machine, "--ranks", 2, "--batch", text)

        self.assertIn("5 ranks are too many: bus:4 has 4 cores",
                      self.refused("--machine", machine, "--ranks", 5, "--batch", good))
        self.assertIn("missing.json",
                      self.refused("--machine", "missing.json", "--ranks", 2, "--batch", good))
        self.assertIn("missing.jsonl", self.refused("--machine", machine, "--ranks", 2, "--batch",
                                                    "missing.jsonl"))
        self.assertIn("--batch", self.refused("--machine", machine, "--ranks", 2))
        self.assertIn("is not a number of ranks", self.refused("--ranks", 0, "--list"))
        self.assertIn("not a cell", batch("{}"))
        self.assertIn("not a cell", batch("pattern=shift protocol=put bytes=8"))
        self.assertIn("no pattern is called `slide`", batch(
            "path=threads pattern=slide protocol=put bytes=8"))

    def test_a_cell_that_cannot_be_is_an_error_and_the_others_run(self):
        cell = {"path": "threads", "pattern": "reduce", "protocol": "direct", "bytes": 8}
        done, answers = self.run_worker(WORKER, self.description("bus:4"), 2, [
            cell, cell | {"bytes": 7}, cell | {"protocol": "none"}, cell | {"path": "shmem"},
            cell | {"pattern": "alltoall", "bytes": (2 << 30) - 1}, cell])
        self.assertEqual(done.returncode, 1)
        self.assertEqual([answer["valid"] for answer in answers], [True, *[False] * 4, True])
        self.assertEqual([answer.get("error", "")[:12] for answer in answers], [
            "", "size must be", "no such impl", "no such impl", "too large: i", ""])


unittest.main(verbosity=2)
