# SPDX-License-Identifier: BSD-3-Clause
"""comops profile: programs whose calls are known, and programs that end otherwise.

Usage: test_profiled.py COMOPS MPIEXEC PROGRAM FOREIGN [CLASS...]
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

COMOPS, MPIEXEC, PROGRAM, FOREIGN = map(os.path.abspath, sys.argv[1:5])
del sys.argv[1:5]
INT, DOUBLE = 4, 8


class Profiled(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def comops(self, *words, **how):
        return subprocess.run([COMOPS, "profile", *words], cwd=self.folder, text=True, timeout=120,
                              capture_output=True, check=False, **how)

    def profile(self, word, ranks=2, status=0):
        """What is said of the program, and its profile."""
        done = self.comops("--", MPIEXEC, "-n", str(ranks), PROGRAM, word)
        self.assertEqual(done.returncode, status, done.stderr)
        return done, json.loads((self.folder / "profile.json").read_text())

    def rows(self, profile, name):
        """What tells calls of this name apart, and how many there are."""
        return sorted((call["bytes"], call["ranks"], call["calls"], call["contiguous"],
                       call["in_place"], call["op"], call["type"])
                      for call in profile["calls"] if call["call"] == f"MPI_{name}")

    def merged(self, profile, name):
        """Without the partner's distance."""
        sums = Counter()
        for row in self.rows(profile, name):
            sums[(*row[:2], *row[3:])] += row[2]
        return sorted((*key[:2], count, *key[2:]) for key, count in sums.items())


class Counted(Profiled):
    def test_calls_have_their_bytes_ranks_types_and_operations(self):
        for ranks in (2, 3):
            _, profile = self.profile("calls", ranks)

            def one(bytes_, calls, type_="int", op=None, whole=True, in_place=False, among=ranks):
                return (bytes_, among, calls, whole, in_place, op, type_)

            expected = {
                "Send": [one(7 * INT, 5)], "Recv": [one(7 * INT, 5)],
                "Ssend": [one(3, 1, "char")], "Mrecv": [one(3, 1, "char", among=0)],
                "Isend": [one(8 * INT, 6, None, whole=False)], "Irecv": [one(8 * INT, 6)],
                "Waitall": [one(0, 6 + 8 + 2, None, among=0)], "Mprobe": [one(0, 1, None)],
                "Iprobe": [one(0, ranks, None)],
                "Send_init": [one(100 * DOUBLE, 2, "double")],
                "Recv_init": [one(50 * DOUBLE, 2, "double"), one(100 * DOUBLE, 2, "double")],
                "Start": [one(100 * DOUBLE, 16, "double")],
                "Startall": [one(100 * DOUBLE, 2, "double")], "Sendrecv": [one(6 * INT, ranks)],
                "Allreduce": [one(2 * DOUBLE, ranks, "double", "max"),
                              one(10 * INT, 4 * ranks, op="sum", in_place=True)],
                "Reduce": [one(3 * INT, ranks, op="user")],
                "Bcast": [one(100, 6 * ranks, "byte")],
                "Gather": [one(5 * INT, ranks)], "Scatter": [one(9 * INT, ranks)],
                "Allgather": [one(11 * INT, ranks, in_place=True)],
                "Alltoall": [one(2 * INT, ranks)],
                "Alltoallv": [one(round(4 * INT * (ranks - 1) / ranks), ranks)],
                "Alltoallw": [one(3 * INT, ranks)], "Ibcast": [one(40, ranks, "char")],
                "Wait": [one(0, ranks, None, among=0)],
                "Neighbor_alltoall": [one(6 * INT, ranks)],
                "Neighbor_alltoallv": [one(3 * INT, ranks)],
                "Win_fence": [one(0, 2 * ranks, None)], "Put": [one(4 * INT, ranks)],
                "Win_lock": [one(0, ranks, None)], "Get": [one(2 * DOUBLE, ranks, "double")],
                "Win_flush": [one(0, ranks, None)],
                "Accumulate": [one(3 * INT, ranks, op="sum")],
                "Fetch_and_op": [one(INT, ranks, op="replace")],
            }
            for name, rows in expected.items():
                self.assertEqual(self.merged(profile, name), sorted(rows), name)
            self.check_whole(profile, ranks)

    def check_whole(self, profile, ranks):
        barriers = self.merged(profile, "Barrier")
        halves = {1: 1, 2: 2} if ranks == 3 else {1: 2}
        self.assertEqual({row[1]: row[2] for row in barriers}, halves | {ranks: ranks} | (
            {2: 2} if ranks == 3 else {}))
        other = {row["call"]: row["calls"] for row in profile["other"]}
        self.assertEqual(other["MPI_Comm_split"], ranks)
        self.assertNotIn("MPI_Type_size", other)  # within MPI_Reduce
        self.assertEqual(profile["end"], "finalized")
        self.assertEqual([rank["rank"] for rank in profile["ranks"]], list(range(ranks)))
        for call in profile["calls"]:
            self.assertLessEqual(call["shortest_us"], call["median_us"])
            self.assertLessEqual(call["calls_most"], call["calls"])

    def test_partners_are_as_far_as_hwloc_says(self):
        _, profile = self.profile("threads", 1)
        self.assertEqual({call["distance"] for call in profile["calls"]
                          if call["call"] in ("MPI_Send", "MPI_Irecv")}, {"self"})
        _, profile = self.profile("calls")
        (send,) = [call for call in profile["calls"] if call["call"] == "MPI_Send"]
        self.assertIn(send["distance"], ("core", "cache", "numa", "package", "machine"))

    def test_threads_that_call_at_once_lose_no_call(self):
        _, profile = self.profile("threads", 1)
        for name in ("Send", "Irecv", "Wait"):
            self.assertEqual([row[2] for row in self.rows(profile, name)], [4000], name)

    def test_large_counts_of_mpi_4_are_counted_with_the_others(self):
        done = self.comops("--", MPIEXEC, "-n", "2", PROGRAM, "large")
        if done.returncode == 77:
            self.skipTest("this MPI has none")
        profile = json.loads((self.folder / "profile.json").read_text())
        self.assertEqual([row[:3] for row in self.rows(profile, "Bcast")], [(100, 2, 2)])
        self.assertEqual([row[:3] for row in self.rows(profile, "Alltoallv")], [(6 * INT, 2, 2)])

    def test_many_sizes_are_rounded_to_powers_of_two(self):
        _, profile = self.profile("sizes", 1)
        rows = [call for call in profile["calls"] if call["call"] == "MPI_Bcast"]
        self.assertEqual(sum(row["calls"] for row in rows), 1000)
        self.assertEqual(round(sum(row["calls"] * row["bytes"] for row in rows), -3), 500_000)
        self.assertEqual({row["bytes_to"] for row in rows}, {None, 512, 1024})
        self.assertEqual(len(rows), 402)


class Imb(Profiled):
    def test_the_intel_mpi_benchmarks_make_the_calls_that_they_print(self):
        program = shutil.which("IMB-MPI1")
        if not program:
            self.skipTest("IMB-MPI1 is not in PATH")
        words = ["PingPong", "Allreduce", "-npmin", "2", "-msglog", "8", "-iter", "100",
                 "-iter_policy", "off", "-warm_up", "off"]
        ours = os.environ | {"LD_LIBRARY_PATH": str(Path(MPIEXEC).resolve().parents[1] / "lib")}
        done = self.comops("--", MPIEXEC, "-n", "2", program, *words, env=ours)
        self.assertEqual(done.returncode, 0, done.stderr)
        pingpong, allreduce = done.stdout.split("# Benchmarking Allreduce")
        profile = json.loads((self.folder / "profile.json").read_text())
        for name, text in (("Send", pingpong), ("Recv", pingpong), ("Allreduce", allreduce)):
            printed = {int(size): int(runs) for size, runs in
                       re.findall(r"(?m)^ +(\d+) +(\d+)(?: +[\d.]+)+ *$", text)}
            counted = {row[0]: row[2] for row in self.merged(profile, name)}
            self.assertGreater(len(printed), 5)
            for size, runs in printed.items():
                if (name, size) != ("Allreduce", 4):  # with which IMB agrees on other things, too
                    # Each of two ranks makes all runs twice.
                    self.assertEqual(counted[size], 4 * runs, (name, size))


class Ended(Profiled):
    def test_a_program_that_ends_early_leaves_what_was_counted(self):
        for word, end, status in (("exits", "not finalized", None), ("killed", "killed", None),
                                  ("aborts", "aborted", 5)):
            done = self.comops("--", MPIEXEC, "-n", "2", PROGRAM, word)
            profile = json.loads((self.folder / "profile.json").read_text())
            self.assertEqual(profile["end"], end)
            if status:
                self.assertEqual(done.returncode, status)
            counted = sum(row[2] for row in self.rows(profile, "Barrier"))
            self.assertIn(counted, (3, 4), word)  # the launcher may kill a rank in the second one
            self.assertIn("the profile has what was counted until then", done.stderr)

    def test_a_child_of_a_rank_changes_nothing(self):
        done, profile = self.profile("forks")
        self.assertEqual(profile["end"], "finalized")
        self.assertIn("rank 0 forked 1 time; calls of its children are not in the", done.stderr)

    def test_calls_while_profiling_is_off_are_left_out(self):
        done, profile = self.profile("pauses")
        self.assertEqual([row[2] for row in self.rows(profile, "Barrier")], [4])
        self.assertEqual(self.rows(profile, "Bcast"), [])
        self.assertIn("rank 1 called MPI_Pcontrol(0) 1 time", done.stderr)

    def test_two_programs_in_turn_are_not_added(self):
        script = f"'{MPIEXEC}' -n 2 '{PROGRAM}' pauses; '{MPIEXEC}' -n 1 '{PROGRAM}' threads"
        done = self.comops("--", "sh", "-c", script)
        self.assertEqual(done.returncode, 0)
        self.assertIn("the command ran 2 MPI programs", done.stderr)
        profile = json.loads((self.folder / "profile.json").read_text())
        self.assertEqual(bool(self.rows(profile, "Barrier")), len(profile["ranks"]) == 2)
        self.assertEqual(bool(self.rows(profile, "Send")), len(profile["ranks"]) == 1)

    def test_what_cannot_be_profiled_is_named(self):
        for command, status, said in (
                ([PROGRAM, "none"], 1, "made no MPI call"), (["false"], 1, "made no MPI call"),
                (["./none"], 2, "cannot start ./none: No such file"),
                (["sh", "-c", "exit 9"], 9, "sh failed with exit status 9"),
                (["sh", "-c", "kill -9 $$"], 137, "failed with exit status 137"),
                ([FOREIGN], 77, "neither MPICH's nor Open MPI's: Foreign MPI 7")):
            done = self.comops("--", *command)
            self.assertEqual(done.returncode, status, (command, done.stderr))
            self.assertIn(said, done.stderr)
            self.assertFalse((self.folder / "profile.json").exists())

    def test_wrong_words_are_refused(self):
        for words, said in (([], "name a command"), (["--"], "name a command"),
                            ([PROGRAM], "put -- before the command"),
                            (["-o", "no/where", "--", PROGRAM], "cannot be written")):
            done = self.comops(*words)
            self.assertIn(done.returncode, (1, 2))
            self.assertIn(said, done.stderr)

    def test_json_goes_to_standard_output_alone(self):
        done = self.comops("-o", "-", "--", MPIEXEC, "-n", "1", "sh", "-c",
                           f"echo said; exec '{PROGRAM}' sizes")
        self.assertEqual(json.loads(done.stdout)["record"], "profile")
        self.assertIn("said", done.stderr)
        self.assertIn("MPI_Bcast", done.stderr)

    def test_what_else_is_preloaded_stays(self):
        done = self.comops("--", "sh", "-c", "echo $LD_PRELOAD",
                           env=os.environ | {"LD_PRELOAD": "libm.so.6"})
        self.assertRegex(done.stdout, r"libcomops-profile\.so libm\.so\.6")


if __name__ == "__main__":
    unittest.main(verbosity=2)
