# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns on machines that lack something: the exit status is that of the documents, the error
says what to do, and no process or shared memory is left.

Usage: test_environment.py COMOPS SOURCE-ROOT CLOCK_SET_BACK FAILING_WRITE [UNITTEST ARGUMENTS]
"""

import shlex
import subprocess
import sys
import unittest
from pathlib import Path

from front_end import COMOPS, TWO_CORES, measured
from interrupted import ENVIRONMENT, NEEDS_MPI, Campaign, too_busy

CLOCK_SET_BACK, FAILING_WRITE = (sys.argv.pop(1) for _ in range(2))
WRITES_MOST = 50
WORKER = Path(COMOPS).resolve().parents[2] / "shm_threads/comops-threads"
NAMESPACES = subprocess.run(["unshare", "-rmu", "mount", "-t", "tmpfs", "none", "/dev/shm"],
                            capture_output=True, check=False).returncode == 0
NEEDS_MACHINE = unittest.skipIf(b"libasan" in WORKER.read_bytes(),
                                "the address sanitizer needs /proc and much address space")
NEEDS_NAMESPACES = unittest.skipUnless(NAMESPACES, "needs user and mount namespaces")


@TWO_CORES
class Environment(Campaign):
    def campaign(self, *before, more=(), file=None, redirected=""):
        """Runs a short campaign after the shell commands `before`; returns how it ended."""
        run = [COMOPS, "run", "--paths", "threads,mpi", "--patterns", "broadcast", "--sizes", "8",
               "--protocols", "direct,library", "--launches", "1", "--budget", "0.2",
               "-o", str(file or self.file), *more]
        script = " && ".join([*before, f"{shlex.join(run)} {redirected}"])
        apart = any(word.startswith(("mount", "hostname")) for word in before)
        return subprocess.run([*(["unshare", "-rmu"] if apart else []), "sh", "-c", script],
                              capture_output=True, text=True, env=ENVIRONMENT, timeout=600,
                              check=False)

    def ends(self, done, status, *words):
        self.assertEqual(measured(done.returncode), status, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    @NEEDS_NAMESPACES
    def test_without_shared_memory_files_the_threads_are_measured_and_mpi_named(self):
        done = self.campaign("mount -t tmpfs -o ro none /dev/shm")
        cells = {cell["path"]: cell for cell in self.cells()}
        self.assertTrue(cells["threads"]["valid"] or too_busy(cells["threads"]), done.stderr)
        self.assertEqual(measured(done.returncode),
                         0 if all(c["valid"] for c in cells.values()) else 1, done.stderr)

    @NEEDS_MPI
    def test_mpi_that_is_kept_from_shared_memory_is_said_first_and_has_no_shared_windows(self):
        def measured_over(protocol):
            done = self.campaign("export MPIR_CVAR_NOLOCAL=1", more=(
                "--paths", "mpi", "--patterns", "pingpong", "--protocols", protocol,
                "--budget", "1"))
            if "ch3" not in self.records("campaign")[0]["runtimes"]["mpi"]:
                self.skipTest("needs an MPICH that obeys this variable: ch3")
            first = " ".join(done.stdout.partition("Environment:")[0].split())
            self.assertTrue(first.startswith("Trust: do not use: "), done.stdout)
            self.assertIn("MPI does not use shared memory", first)
            self.assertIn("(set: MPIR_CVAR_NOLOCAL)", first)
            cell, = self.cells()
            self.file.unlink()
            return done, cell

        done, cell = measured_over("sendrecv")
        self.assertTrue(cell["valid"] or too_busy(cell), cell)
        self.assertEqual(done.returncode, 4 if cell["valid"] else 1, done.stderr)
        done, cell = measured_over("shared")
        self.ends(done, 1, "the MPI library does not let all ranks share memory")
        self.assertFalse(cell["valid"])

    @NEEDS_NAMESPACES
    @NEEDS_MACHINE
    def test_too_little_shared_memory_is_named_with_its_size(self):
        done = self.campaign("mount -t tmpfs -o size=2m none /dev/shm",
                             more=("--protocols", "put,shared", "--sizes", "8,8M"))
        self.ends(done, 1, "/dev/shm (2 MiB) is too small", "--shm-size")
        self.assertTrue(all(cell["valid"] or cell["bytes"] > 8 or too_busy(cell)
                            for cell in self.cells()), done.stderr)

    @NEEDS_NAMESPACES
    @NEEDS_MACHINE
    def test_without_proc_nothing_can_be_measured(self):
        self.ends(self.campaign("mount -t tmpfs -o ro none /proc"), 77, "/proc")

    @NEEDS_NAMESPACES
    def test_a_disk_that_fills_ends_the_campaign_and_keeps_whole_lines(self):
        disk = self.folder / "disk"
        disk.mkdir()
        for kilobytes in (4, 16):
            with self.subTest(kilobytes=kilobytes):
                kept = self.folder / f"kept{kilobytes}.jsonl"
                done = self.campaign(
                    f"mount -t tmpfs -o size={kilobytes}k none {disk}",
                    f"trap 'cp {disk}/results.jsonl {kept}' EXIT", "true",
                    file=disk / "results.jsonl", more=("--sizes", "8,16,32,64,128,256,512"))
                self.ends(done, 1, "No space left on device")

    def test_each_write_that_fails_ends_the_campaign_and_it_can_be_resumed(self):
        for number in range(1, WRITES_MOST):
            self.file.unlink(missing_ok=True)
            done = self.campaign(f"export LD_PRELOAD={FAILING_WRITE} FAILING_WRITE={number}",
                                 more=("--sizes", "8,16", "--protocols", "barrier", "--paths",
                                       "threads", "--tuning", "off"))
            if "No space left" not in done.stderr:
                break
            with self.subTest(number=number):
                self.assertEqual(done.returncode, 1, done.stderr)
                before = self.records() if self.file.exists() else []
                self.assertEqual(len(before), number - 1)
                if before:
                    resumed = subprocess.run(
                        [COMOPS, "run", "--resume", self.file], text=True, capture_output=True,
                        env=ENVIRONMENT | {"LD_PRELOAD": FAILING_WRITE}, check=False)
                    self.assertIn(measured(resumed.returncode), (0, 1), resumed.stderr)
                    self.assertEqual(self.records()[:number - 1], before)
                    self.assertEqual({cell["bytes"] for cell in self.cells()}, {8, 16})
        self.assertGreater(number, 5)
        self.assertLess(number, WRITES_MOST - 1)

    def test_one_core_is_too_small(self):
        self.ends(self.campaign("taskset -p -c 0 $$ >/dev/null"), 77, "--oversubscribe")

    def test_too_few_descriptors_are_reported(self):
        self.ends(self.campaign("ulimit -n 8"), 1, "Too many open files")

    @NEEDS_MACHINE
    def test_a_stack_that_is_too_small_is_named_before_ranks_die_of_it(self):
        self.ends(self.campaign("ulimit -s 100"), 77, "a stack may have 100 KiB", "ulimit -s 8192")

    @NEEDS_MACHINE
    def test_a_variable_or_limit_that_stops_threads_or_programs_is_named(self):
        for before, status, word in (
                ("export OMP_THREAD_LIMIT=1", 1, "1 of 2 threads: OMP_THREAD_LIMIT is 1"),
                ("export OMP_MAX_ACTIVE_LEVELS=0", 1, "OMP_MAX_ACTIVE_LEVELS is 0"),
                ("export OMP_STACKSIZE=16K", 1, "set OMP_STACKSIZE to 128K"),
                ("ulimit -f 8", 77, "ulimit -f unlimited")):
            with self.subTest(before=before):
                self.file.unlink(missing_ok=True)
                self.ends(self.campaign(before), status, word)

    def measures_both(self, before, word=""):
        self.file.unlink(missing_ok=True)
        done = self.campaign(before)
        self.assertIn(word, done.stderr)
        self.assertEqual({cell["path"] for cell in self.cells() if cell["valid"] or too_busy(cell)},
                         {"threads", "mpi"}, done.stderr)

    def test_an_environment_for_other_programs_stops_nothing(self):
        numpy = self.folder / "other/numpy/__init__.py"
        numpy.parent.mkdir(parents=True)
        numpy.write_text("raise ImportError('for another Python')\n")
        for before, word in (
                (f"export PYTHONPATH={self.folder}/other", ""),
                ("export PYTHONHOME=/nonexistent", ""),
                ("export HYDRA_HOST_FILE=/no/hosts HYDRA_LAUNCHER=slurm HYDRA_RMK=slurm",
                 "HYDRA_HOST_FILE, HYDRA_LAUNCHER, HYDRA_RMK: not passed on")):
            with self.subTest(before=before):
                self.measures_both(before, word)

    @NEEDS_NAMESPACES
    def test_a_host_name_without_an_address_does_not_cost_mpi(self):
        self.measures_both("hostname weird.invalid")

    @NEEDS_MACHINE
    def test_too_little_memory_is_reported(self):
        done = self.campaign("ulimit -v 300000", more=("--sizes", "256M"))
        self.ends(done, 1, "memory")

    def test_a_folder_that_cannot_be_written_is_refused(self):
        self.ends(self.campaign(file="/proc/results.jsonl"), 1, "/proc/results.jsonl")

    def test_closed_descriptors_leave_the_results_file_alone(self):
        for redirected, status in (("<&-", 0), ("2>&-", 0), (">&-", 1), ("<&- 2>&-", 0),
                                   ("<&- >&- 2>&-", 1)):
            with self.subTest(redirected=redirected):
                self.file.unlink(missing_ok=True)
                done = self.campaign(redirected=redirected)
                cells = self.cells()
                self.assertTrue(all(c["valid"] or too_busy(c) for c in cells), cells)
                self.assertEqual(measured(done.returncode),
                                 status if all(c["valid"] for c in cells) else 1, done.stderr)

    def test_a_full_standard_output_is_reported_and_the_results_are_kept(self):
        self.ends(self.campaign(redirected=">/dev/full"), 1, "No space left on device")
        self.assertTrue(self.cells())

    def test_a_clock_set_back_changes_no_time(self):
        done = self.campaign(f"export LD_PRELOAD={CLOCK_SET_BACK}")
        self.assertTrue(self.cells(), done.stderr)
        for cell in self.cells():
            self.assertGreaterEqual(cell["duration_s"], 0)
            self.assertTrue(cell["valid"] or too_busy(cell), cell)


if __name__ == "__main__":
    unittest.main()
