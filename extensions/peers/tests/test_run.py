# SPDX-License-Identifier: BSD-3-Clause
"""`comops peers` from end to end, with stand-ins for the programs of others.

Usage: test_run.py COMOPS SOURCE [UNITTEST ARGUMENTS]
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import uuid
from pathlib import Path

import jsonschema

COMOPS, SOURCE = sys.argv.pop(1), Path(sys.argv.pop(1))
STAND_IN = SOURCE / "extensions/peers/tests/stand_in.py"

import forked  # noqa: E402
from comops.cli.answers import schemas  # noqa: E402
from leftovers import abandoned_segments, marked_processes, remaining  # noqa: E402

LISTED, MACHINE = (
    json.loads(subprocess.run([COMOPS, command, "--json"], capture_output=True, check=True).stdout)
    for command in ("list", "machine"))
LAUNCHER = {path["name"]: path["launcher"] for path in LISTED["paths"]}.get("mpi") or [""]
LIBRARY = Path(LAUNCHER[0]).resolve().parent.parent / "lib/libmpi.so.12"
TWO_CORES = unittest.skipUnless(MACHINE["usable_cores"] > 1, "measuring needs two cores")
NEEDS_MPI = unittest.skipUnless(LIBRARY.exists(),
                                "needs an MPI of MPICH's ABI in a prefix of its own")
PATIENCE = 100  # seconds
OSU = "osu_latency", "osu_bw", "osu_mbw_mr", "osu_bcast", "osu_barrier"
QUICK = ["--turns", "6", "--budget", "10", "--patterns", "broadcast", "--sizes", "8,256K"]


def until(done):
    """Waits for it, at most for PATIENCE seconds."""
    deadline = time.monotonic() + PATIENCE
    while not done() and time.monotonic() < deadline:
        time.sleep(0.1)


def sigint_ignored():
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Run(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for place, name in (("impi-rt-2021.18.1", "IMB-MPI1"),
                            ("core-to-core-latency-1.2.0", "core-to-core-latency")):
            self.stand_in(self.folder / place / "bin", name)
            (self.folder / place / ".complete").touch()
        self.stand_in(self.folder / "programs", "cargo", "likwid-bench", "syncbench", *OSU)
        path = self.folder / "programs", Path(sys.executable).parent, os.environ["PATH"]
        self.env = {**os.environ, "PATH": ":".join(map(str, path))}
        self.file = self.folder / "answer.json"

    def stand_in(self, folder, *names):
        folder.mkdir(parents=True)
        for name in names:
            shutil.copy(STAND_IN, folder / name)  # a link would be resolved

    def peers(self, *words):
        return subprocess.run([COMOPS, "peers", "--folder", self.folder, "-o", self.file, *words],
                              capture_output=True, text=True, timeout=600, check=False,
                              env=self.env)

    def sections(self):
        answer = json.loads(self.file.read_text())
        jsonschema.validate(answer, schemas()["peers.schema.json"])
        sections = answer["sections"]
        return {section["title"]: section for section in sections}

    def assert_measured(self, done):
        if lost := [note for note in self.notes() if "cells lost" in note and "too busy" in note]:
            self.skipTest(f"a busy machine: {lost}")
        few = any("too few turns" in note for note in self.notes())
        self.assertEqual(done.returncode, int(few), done.stderr)

    def notes(self):
        return json.loads(self.file.read_text())["notes"]

    def compared(self, title):
        """The rows of a table; names and sizes in it, and of those that a busy machine lacks."""
        rows = self.sections().get(title, {"rows": []})["rows"]
        few = {note.partition(":")[0] for note in self.notes() if "too few turns" in note}
        return rows, few | {f"{next(iter(row.values()))}, {row['bytes']} bytes" for row in rows}


class AllPeers(Run):
    @TWO_CORES
    @NEEDS_MPI
    def test_all_peers_end_up_in_tables_with_intervals(self):
        done = self.peers("--peers", "imb,core-to-core-latency,likwid-bench", "--epcc",
                          self.folder / "programs/syncbench", "--osu",
                          self.folder / "programs", *QUICK)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        rows, seen = self.compared("Our MPI numbers against the Intel MPI Benchmarks")
        self.assertLessEqual({"pingpong, 8 bytes", "reduce_scatter, 262144 bytes",
                              "barrier, 0 bytes", "message_rate, 8 bytes"}, seen)
        for row in rows:
            self.assertEqual(row["IMB us"], {"value": 1.0, "ci95": [1.0, 1.0]})
            low, high = row["IMB/ours"]["ci95"]
            self.assertLessEqual(low, row["IMB/ours"]["value"])
            self.assertLessEqual(row["IMB/ours"]["value"], high)
        rows, seen = self.compared("8-byte ping-pong against core-to-core-latency")
        self.assertIn("compare-and-swap, 8 bytes", seen)
        for row in rows:
            self.assertAlmostEqual(row["theirs us"]["value"], 0.027)
        rows, seen = self.compared("OpenMP's constructs against EPCC's micro-benchmarks")
        self.assertLessEqual({"barrier, 0 bytes", "critical, 8 bytes", "lock, 8 bytes",
                              "atomic, 0 bytes", "single, 0 bytes"}, seen)
        for row in rows:
            self.assertAlmostEqual(row["EPCC us"]["value"], 1.0)
        rows, seen = self.compared("Our MPI numbers against the OSU Micro-Benchmarks")
        self.assertLessEqual({"osu_latency, 262144 bytes", "osu_bw, 8 bytes",
                              "osu_mbw_mr, 8 bytes", "osu_bcast, 262144 bytes",
                              "osu_barrier, 0 bytes"}, seen)
        for row in rows:
            self.assertAlmostEqual(row["OSU us"]["value"], 1.0)
        rows, seen = self.compared("Large ping-pong against likwid-bench")
        self.assertIn("copy, 262144 bytes", seen)
        for row in rows:
            self.assertAlmostEqual(row["copy us"]["value"], 262144 / 40000)


class Peers(Run):
    @TWO_CORES
    @NEEDS_MPI
    def test_direct_is_held_against_mpi_at_every_size_in_both_buffer_modes(self):
        done = self.peers("--peers", "core-to-core-latency", *QUICK)
        self.assert_measured(done)
        sections = self.sections()
        summary, *tables = (sections.get(title, {"rows": []})["rows"] for title in (
            "The fastest MPI over direct, by operation", "broadcast, reuse buffers: every size",
            "broadcast, rewrite buffers: every size"))
        without = re.findall(r"no interval at (\d+) of", " ".join(self.notes()))
        self.assertEqual(sum(map(len, tables)) + sum(map(int, without)), 4)  # on a busy machine
        self.assertEqual([(row["operation"], row["sizes"], row["worst MPI/direct"]["value"])
                          for row in summary],
                         [("broadcast", len(rows), min(row["MPI/direct"]["value"] for row in rows))
                          for rows in tables if rows])
        self.assertIn("measuring threads and mpi: 10 s; then 6 turns with core-to-core-latency: "
                      "the first tells how long they take\n", done.stderr)
        self.assertEqual(re.findall(r"turn \d+ of \d+", done.stderr),
                         [f"turn {turn} of 6" for turn in range(1, 7)])
        tables = done.stdout.partition("\n\n")[2]  # the lines before name the machine, however long
        for line in tables.splitlines():
            self.assertLessEqual(len(line), 100, line)

    @TWO_CORES
    def test_a_dash_prints_json_a_peer_that_cannot_be_had_is_reported_and_all_else_measured(self):
        shutil.rmtree(self.folder / "core-to-core-latency-1.2.0")
        self.file = "-"
        done = self.peers("--quiet", "--peers", "core-to-core-latency", "--markdown", "--budget",
                          "5", "--patterns", "broadcast", "--sizes", "8")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        answer = json.loads(done.stdout)
        self.assertIn("--budget 5 --patterns broadcast", answer["head"]["command"])
        if not any("no interval" in note for note in answer["notes"]):  # not on a busy machine
            self.assertEqual(answer["sections"][-1]["title"],
                             "broadcast, rewrite buffers: every size")
            self.assertIn("\n### broadcast, rewrite buffers: every size\n", done.stderr)
        self.assertIn("- without core-to-core-latency: cargo failed (101): error: failed to get",
                      done.stderr)
        self.assertIn("- Trust: ", done.stderr)
        self.assertNotIn("turn 1 of", done.stderr)

    @TWO_CORES
    def test_an_interrupt_leaves_nothing_running(self):
        mark = str(uuid.uuid4())
        of_others = abandoned_segments()

        def running():
            marked = marked_processes(f"COMOPS_TEST_MARK={mark}")
            return {name for name, _ in marked.values()}

        measuring = "comops-threads"
        for number, name, ignored in (
            (signal.SIGINT, "", False), (signal.SIGINT, measuring, False),
            (signal.SIGTERM, measuring, True),  # as shells start `comops peers &`
        ):
            with self.subTest(number, running=name):
                run = subprocess.Popen(
                    [COMOPS, "peers", "--folder", self.folder, "--peers", "imb"],
                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                    env={**self.env, "COMOPS_TEST_MARK": mark},
                    preexec_fn=sigint_ignored if ignored else None)
                said = run.stderr.readline()
                until(lambda: not name or run.poll() is not None or name in running())
                run.send_signal(number)
                errors = run.communicate(timeout=PATIENCE)[1]
                self.assertEqual(run.returncode, -number, said + errors)
                self.assertIn("interrupted", errors)
                until(lambda: not running())
                self.assertEqual(running(), set())
                self.assertEqual(remaining(lambda: abandoned_segments() - of_others), set())

    def test_an_output_that_cannot_be_written_is_refused_before_anything_is_measured(self):
        self.file = self.folder / "none" / "answer.json"
        done = self.peers("--peers", "", *QUICK)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_one_core_is_too_few(self):
        done = subprocess.run(
            ["taskset", "--cpu-list", str(min(os.sched_getaffinity(0))), COMOPS, "peers",
             "--peers", ""],
            capture_output=True, text=True, timeout=600, check=False, env=self.env)
        self.assertEqual(done.returncode, 77, done.stderr)
        self.assertIn("2 ranks need 2 cores; this machine offers 1", done.stderr)

    @TWO_CORES
    def test_what_makes_no_sense_is_refused_with_what_would(self):
        for words, reason in ((["--peers", "rumour"], "there are: mpich, mpich-rg, impi"),
                              (["--sizes", "big"], "write 8, 1K, 4M"),
                              (["--epcc", "/nowhere"], "/nowhere is not a program"),
                              (["--osu", "/dev"], "/dev has no program of the OSU"),
                              (["--turns", "0"], "whole number above 0"),
                              (["--turns", "5"], "fewer than 6 give no interval"),
                              (["--budget", "soon"], "is not a time"),
                              (["--ranks", "1"], "at least 2"),
                              (["--placement", "moon"], "bus, crossbar"),
                              (["--patterns", "telepathy"], "pingpong, broadcast"),
                              (["--patterns", ","], "the list is empty")):
            with self.subTest(words):
                done = forked.comops(COMOPS, ["peers", "-o", str(self.file), *words])
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(reason, done.stderr)
                self.assertFalse(self.file.exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
