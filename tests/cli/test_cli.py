# SPDX-License-Identifier: BSD-3-Clause
"""`comops` as a user runs it: what it prints, what it leaves, how it fails.

Usage: test_cli.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import collections
import itertools
import json
import os
import re
import unittest
from statistics import median

import front_end
from front_end import CORES, LISTED, PATHS, ROOT, TWO_CORES, answer, asked
from interrupted import NEEDS_MPI, Campaign

NEEDS_SHMEM = unittest.skipIf(PATHS["shmem"]["missing"], PATHS["shmem"]["missing"])


class Run(Campaign):
    def ratios_agree_with_times(self, text):
        """A ratio whose interval does not contain the quotient of the times has a `*`, and no
        other, as exactly as their digits tell."""
        table = text.partition("pingpong, ")[2].partition("\n\n")[0]
        times = {row[0]: row for row in re.findall(r"(?m)^ +(\w+) +([\d.]+) +\w+ +([\d.]+)", table)}
        rows = re.findall(r"(?m)^ +(\w+)  [\d.]+(\*?) \[([\d.]+), ([\d.]+)", table)
        self.assertTrue(rows or "too-few-samples" in text)
        for size, mark, *ends in rows:
            (threads, a), (mpi, b), (low, c), (high, d) = [
                (float(one), 0.5 / 10 ** len(one.partition(".")[2]))
                for one in (*times[size][1:], *ends)]
            least, most = (mpi - b) / (threads + a), (mpi + b) / (threads - a)
            if mark:
                self.assertFalse(low + c <= least and most <= high - d, table)

    def without_trust(self, text):
        return [line for line in text.partition("\nTrust: ")[0].splitlines() if line]

    @NEEDS_MPI
    def test_a_quick_run_measures_both_paths_and_says_who_wins(self):
        done = self.measure("--quick --seed 1 --paths threads,mpi --patterns pingpong,reduce "
                            "--table")
        *_, heading = re.finditer(r"\|\s+GNU\s+OpenMP\s+\|", done.stdout)
        answer = done.stdout[heading.start():]
        self.assertRegex(done.stdout, r"(?m)^pingpong, [24] ranks on bus: ")
        self.assertRegex(answer, r"(?m)^OpenMP against MPI: ")
        self.assertRegex(answer, r"(?m)^Our own shared-memory code, `direct`, ")
        self.assertRegex(answer, r"(?m)^In threads or processes, the same code")
        self.assertLess(answer.count("\n"), 30)  # a busy machine says more
        # What a run says of the machine that no record has is among the lines on trust.
        said = self.without_trust(done.stdout)
        self.assertEqual(self.without_trust(asked(f"show {self.file}").stdout), said)
        again = self.without_trust(asked(f"show --answer {self.file}").stdout)
        self.assertEqual(again, said[-len(again):])
        self.assertNotIn("\033", done.stdout)
        self.assertEqual([line for line in done.stdout.splitlines()
                          if len(line) > 100 and str(self.file) not in line], [])
        self.assertIn("seed 1", done.stderr)
        first, *_ = self.records()
        self.assertEqual((first["record"], first["schema"], first["seed"]),
                         ("campaign", "comops/1", 1))
        self.assertEqual(first["command"][:2], ["comops", "run"])
        declared = {(i["path"], i["protocol"], i["pattern"]): i for i in first["implementations"]}
        self.assertEqual(set(declared), {(c["path"], c["protocol"], c["pattern"])
                                         for c in self.cells()})
        self.assertEqual(declared["threads", "direct", "pingpong"]["copies"], "1")
        self.assertIsNone(declared["mpi", "library", "reduce"]["waits"])
        self.assertIn("<topology", first["topology_xml"])
        for cell in self.cells():
            self.assertTrue(cell["valid"], cell)
            self.assertEqual(len(set(cell["pus"])), cell["ranks"])
            self.assertGreater(cell["median_us"], 0)
            valid = [time for time in cell["launch_us"] if time is not None]  # others were void
            self.assertAlmostEqual(cell["time_us"] / median(valid), 1, places=7)
            if len(valid) < 6:  # a machine too busy for six launches gives no interval
                self.assertIsNone(cell["ci95_us"])
            else:
                self.assertLessEqual(cell["ci95_us"][0], cell["time_us"])
                self.assertGreaterEqual(cell["ci95_us"][1], cell["time_us"])
            self.assertEqual(sum(cell["blocks"]), len(cell["samples_us"]))
        self.assertEqual({c["path"] for c in self.cells()}, {"threads", "mpi"})
        self.ratios_agree_with_times(done.stdout)
        pairs = self.records("pair")
        groups = collections.Counter((c["pattern"], c["bytes"]) for c in self.cells())
        self.assertEqual(len(groups), 2 * 3)
        self.assertEqual(len(pairs), sum(n * (n - 1) // 2 for n in groups.values()))
        for pair in pairs:
            self.assertEqual({k: v for k, v in pair["a"].items() if k not in ("path", "protocol")},
                             {k: v for k, v in pair["b"].items() if k not in ("path", "protocol")})

    @NEEDS_MPI
    def test_a_library_that_allocates_has_no_page_faults_if_malloc_keeps_its_memory(self):
        self.measure("--malloc keep --patterns reduce --paths mpi --protocols library "
                     "--sizes 256K --budget 2s")
        cell, = self.cells()
        self.assertTrue(cell["valid"], cell)
        self.assertNotIn("page-faults", cell["warnings"])

    @NEEDS_MPI
    def test_the_papers_method_reports_bytes_by_round_trip(self):
        self.measure("--method comops --patterns pingpong --sizes 80 --budget 1s --launches 1 "
                     "--protocols barrier,direct,sendrecv")
        self.assertEqual({cell["path"] for cell in self.cells()}, {"threads", "mpi"})
        for cell in self.cells():
            self.assertEqual((cell["method"], cell["mode"]), ("comops", "loop"))
            self.assertAlmostEqual(cell["rate_MBps"], 80 / (2 * cell["time_us"]), 5)

    @NEEDS_MPI
    def test_the_method_of_the_thesis_reports_the_mean_of_10000(self):
        self.measure("--method thesis --buffers rewrite --patterns broadcast --sizes 8 "
                     "--protocols barrier,library")
        for cell in self.cells():
            self.assertNotIn("empty_us", cell)
            self.assertEqual(len(cell["samples_us"]) + cell["voided"], 10000)
            mean = sum(cell["samples_us"]) / len(cell["samples_us"])
            self.assertAlmostEqual(cell["time_us"] / mean, 1, 6)

    @TWO_CORES
    def test_what_reading_takes_is_recorded_where_it_is_timed(self):
        self.measure("--paths threads --consume no,between,timed --sizes 64,64K --protocols direct "
                     "--patterns pingpong,broadcast,barrier --budget 2 --launches 1")
        for cell in self.cells():
            if cell["consume"] == "timed":
                self.assertGreater(cell["reading_us"], 0)
            else:
                self.assertNotIn("reading_us", cell)
        for pattern in ("pingpong", "broadcast"):
            short, long = sorted((c["bytes"], c["reading_us"]) for c in self.cells()
                                 if (c["pattern"], c["consume"]) == (pattern, "timed"))
            self.assertLess(short[1], long[1])
        self.assertIn(self.records("campaign")[0]["vectors"], ("baseline", "avx2", "avx512"))

    @TWO_CORES
    def test_what_an_empty_run_takes_is_recorded_where_it_was_taken_off(self):
        self.measure("--paths threads --buffers reuse,rewrite --sizes 8 --protocols direct "
                     "--patterns pingpong,broadcast --budget 1 --launches 1")
        modes = {(c["pattern"], c["buffers"]): c["mode"] for c in self.cells()}
        self.assertEqual(modes["pingpong", "reuse"], "loop")
        self.assertEqual(modes["pingpong", "rewrite"], "isolated")  # or writing would be timed
        for cell in self.cells():
            if cell["mode"] == "loop":
                self.assertNotIn("empty_us", cell)
                continue
            self.assertEqual(len(cell["empty_us"]), len(cell["blocks"]))
            self.assertGreater(min(cell["empty_us"]), 0)
            self.assertGreater(min(cell["samples_us"]), 0)

    @TWO_CORES
    def test_every_stamp_of_an_isolated_run_is_recorded(self):
        self.measure("--paths threads --sizes 8,65536 --protocols direct --patterns pingpong "
                     "--budget 1")
        for cell in self.cells():
            stamps, percentiles = cell["stamps"], cell["percentiles"]
            times = [step * stamps["unit_us"] for step in itertools.accumulate(stamps["steps"])]
            self.assertEqual(cell["repeats"], 1)
            self.assertLessEqual(set(cell["blocks"]), {0, 1})  # a block is one sample
            self.assertGreater(sum(stamps["counts"]), len(cell["samples_us"]))
            # A nanosecond there and back, or a thousandth.
            self.assertGreaterEqual(stamps["unit_us"], 0.0005)
            self.assertLessEqual(stamps["unit_us"], max(0.0005, 1.5 * cell["time_us"] / 1000))
            self.assertAlmostEqual(times[-1], percentiles["max_us"], delta=stamps["unit_us"])
            shares = [percentiles[name] for name in ("p50", "p90", "p99", "p99.9")]
            for one in shares:  # a value with an interval, or why not
                self.assertEqual(one["us"] is None, one["ci95"] is None)
                self.assertEqual(one["us"] is None, "batches" in one)
            self.assertEqual(cell["clock_offset"]["ranks"], [0, 1])

    @TWO_CORES
    def test_both_buffer_modes_are_measured_when_asked_for(self):
        self.measure("--paths threads --buffers reuse,rewrite --sizes 64 --patterns broadcast "
                     "--budget 0.5 --launches 1")
        self.assertEqual({c["buffers"] for c in self.cells()}, {"reuse", "rewrite"})

    def test_more_ranks_than_cores_are_refused_with_how_to_force_it(self):
        done = self.measure(f"--ranks {CORES + 1} --sizes 8", status=77)
        self.assertIn("--oversubscribe", done.stderr)
        self.assertFalse(self.file.exists())

    def test_forced_oversubscription_is_marked_everywhere(self):
        done = self.measure(f"--ranks {CORES + 1} --sizes 8 --oversubscribe "
                            "--paths threads,mpi --protocols barrier,library "
                            "--patterns broadcast --budget 1")
        self.assertIn("\nOVERSUBSCRIBED: more ranks than cores", done.stdout)
        self.assertIn("oversubscribed in ", done.stdout)
        self.assertTrue(all(c["oversubscribed"] for c in self.cells()))

    @TWO_CORES
    def test_a_dry_run_prints_cells_that_a_worker_can_run(self):
        done = self.measure("--dry-run --json --paths threads --sizes 8 --ranks 2")
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual({line["bytes"] for line in lines}, {8})
        self.assertIn("seed", done.stderr)

    @TWO_CORES
    def test_the_callers_affinity_mask_is_respected(self):
        one = min(os.sched_getaffinity(0))

        def bind():
            os.sched_setaffinity(0, {one})

        self.measure("--sizes 8", status=77, preexec_fn=bind)
        self.measure("--sizes 8 --ranks 2 --oversubscribe --paths threads --patterns broadcast "
                     "--budget 0.5 --launches 1", preexec_fn=bind)
        self.assertEqual({pu for c in self.cells() for pu in c["pus"]}, {one})


class Methods(Campaign):
    @NEEDS_MPI
    def test_the_method_of_imb_times_collectives_one_by_one_and_loops_the_others(self):
        self.measure("--method imb --patterns pingpong,broadcast,barrier --sizes 8 "
                     "--protocols library,sendrecv --launches 1 --budget 2s")
        for cell in self.cells():
            self.assertEqual((cell["method"], cell["buffers"], cell["valid"]),
                             ("imb", "reuse", True))
            self.assertEqual(cell["mode"], "isolated" if cell["pattern"] == "broadcast" else "loop")
            self.assertGreaterEqual(cell["repeats"], 10)

    @TWO_CORES
    def test_lueckes_method_keeps_its_trials_and_says_which_it_dropped(self):
        self.measure("--method luecke --patterns broadcast --sizes 8 --protocols barrier")
        for cell in self.cells():
            self.assertEqual((cell["buffers"], cell["mode"], cell["repeats"]),
                             ("cold", "isolated", 1))
            self.assertEqual(len(cell["samples_us"]) + cell["voided"], 51)
            self.assertEqual(cell["dropped"][0], 0)
            kept = [t for i, t in enumerate(cell["samples_us"]) if i not in cell["dropped"]]
            self.assertAlmostEqual(cell["time_us"] / (sum(kept) / len(kept)), 1, 6)


class Usage(front_end.Campaign):
    def test_an_unknown_name_is_answered_with_those_there_are(self):
        for line, known in (("run --patterns telepathy", "pingpong, broadcast"),
                            ("run --paths smoke", "threads, mpi"),
                            ("run --protocols pigeon", "barrier"),
                            ("run --placements moon", "bus, crossbar"),
                            ("run --buffers blue", "reuse, rewrite, cold"),
                            ("run --method guess", "adaptive, comops, imb, luecke, arsc, thesis"),
                            ("run --op min", "`min`; there are: max, sum"),
                            ("run --datatype int", "mean `int64`? There are: double, float, int64"),
                            ("run --placements buss", "mean `bus`? There are: bus, crossbar"),
                            ("run --memory moon", ""),
                            ("machine --placements pu:x", ""),
                            ("show telepathy", "pingpong"),
                            ("fly", "run")):
            with self.subTest(line):
                self.refused(line, known)

    def test_a_value_that_makes_no_sense_is_refused_with_what_would(self):
        for line, reason in (("run --sizes big", "800000"),
                             ("run --sizes 0:8", ""),
                             ("run --sizes 8:4", ""),
                             ("run --sizes 4G", ""),
                             ("run --ranks -1", ""),
                             ("run --ranks two", ""),
                             ("run --budget soon", ""),
                             ("run --precision 0", ""),
                             ("run --seed x", ""),
                             ("run --no-such-option", ""),
                             ("run stray", ""),
                             ("run --resume results.jsonl --sizes 8", "alone"),
                             ("run --resume /nowhere.jsonl", "cannot read"),
                             ("machine --xml /nowhere.xml", ""),
                             ("machine --svg x --json", "")):
            with self.subTest(line):
                self.refused(line, reason)

    def test_help_and_version_are_answers(self):
        for line in ("--help", "run --help", "list --help", "machine --help", "show --help",
                     "--version"):
            done = asked(line)
            self.assertEqual(done.returncode, 0, line)
            self.assertIn("comops", done.stdout)

    def test_list_show_and_machine_say_what_is_here(self):
        self.assertEqual([p["name"] for p in LISTED["patterns"]][:2], ["pingpong", "broadcast"])
        listed = asked("list").stdout
        for pattern in LISTED["patterns"]:
            self.assertIn(pattern["name"], listed)
            shown = asked(f"show {pattern['name']}")
            self.assertEqual(shown.returncode, 0)
            self.assertRegex(shown.stdout,
                             r"(IMPLEMENTATION|PINGPONG)\((threads|mpi|DIRECT_PATH),|ALGORITHM\(")
        barrier = next(o for o in PATHS["threads"]["implementations"]
                       if (o["protocol"], o["pattern"]) == ("barrier", "reduce"))
        self.assertEqual([barrier[name] for name in ("copies", "lines", "waits")],
                         ["2", "P", "P + 1"])
        self.assertRegex(asked("show reduce").stdout,
                         r"threads/barrier: .*\n    copies 2; lines P; waits P \+ 1\n")
        self.assertIn("bus", asked("machine").stdout)
        self.assertEqual([p["name"] for p in answer("machine --json")["placements"]],
                         ["bus", "crossbar"])


class OpenShmem(Campaign):
    @NEEDS_SHMEM
    @TWO_CORES
    def test_a_quick_run_measures_openshmem_beside_threads(self):
        self.measure("--quick --paths threads,shmem --patterns pingpong --sizes 8")
        self.assertIn("OpenSHMEM 1.", self.records()[0]["runtimes"]["shmem"])
        mine = [c for c in self.cells() if c["path"] == "shmem"]
        self.assertEqual({c["protocol"] for c in mine}, {"put", "get"})
        for cell in mine:
            self.assertTrue(cell["valid"], cell)
            self.assertEqual(len(set(cell["pus"])), cell["ranks"])
            self.assertGreater(cell["median_us"], 0)


unittest.main(verbosity=2)
