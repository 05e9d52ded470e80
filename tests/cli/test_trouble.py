# SPDX-License-Identifier: BSD-3-Clause
"""What goes wrong while `comops run` measures: killed and hung processes, Ctrl-C, a full disk, a
folder that is removed, an MPI that does not start.

Usage: test_trouble.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import fcntl
import os
import select
import shutil
import signal
import time
import unittest
from threading import Thread

from front_end import MARK, TWO_CORES, comops, measured
from interrupted import BUDGETS, NEEDS_MPI, PATIENCE, Campaign, marked_processes, until


class Signalled(Campaign):
    def lost(self):
        """Cells that failed for another reason than a busy machine."""
        return [c for c in self.cells() if not c["valid"] and "too busy" not in c["error"]]

    def resume(self):
        """The campaign goes on, and loses no cell but to other programs."""
        done = comops(f"run --resume {self.file}")
        self.assertEqual(self.lost(), [])
        self.assertIn(done.returncode, (0, 1, 4), done.stderr)

    def signal_one(self, name, number, timeout="1m"):
        """The cells that a campaign lost by a signal to one of its workers, and what it said.
        Where a busy machine lets it end before, another one has a longer budget."""
        for budget in BUDGETS:
            self.file.unlink(missing_ok=True)
            run = self.start("--sizes 800000,1M,2M --patterns broadcast --precision 0.0001 "
                             f"--timeout {timeout} --launches 1 --budget {budget}")
            self.wait_for_cells(3)
            time.sleep(0.3)
            came = self.signal_worker(name, number, run)
            _, errors = run.communicate(timeout=PATIENCE)
            if came and (self.lost() or number != signal.SIGSTOP):
                break
        self.assertLessEqual(len(self.lost()), 1, errors)
        self.assertEqual(len(self.cells()), 9)
        all_valid = all(cell["valid"] for cell in self.cells())
        self.assertEqual(measured(run.returncode), 0 if all_valid else 1, errors)
        return self.lost(), errors


class Trouble(Signalled):
    @NEEDS_MPI
    def test_a_killed_rank_or_worker_loses_at_most_one_cell(self):
        for path in ("mpi", "threads"):
            with self.subTest(path):
                for cell in self.signal_one(f"comops-{path}", signal.SIGKILL)[0]:
                    self.assertEqual(cell["path"], path)
                    self.assertIn("died", cell["error"])

    @NEEDS_MPI
    def test_a_rank_killed_while_mpi_starts_leaves_nothing(self):
        for wait in (0, 0.02):
            run = self.start("--sizes 8 --patterns broadcast --budget 1 --launches 1")
            self.signal_worker("comops-mpi", signal.SIGKILL, run, wait)
            run.communicate(timeout=PATIENCE)
            self.file.unlink(missing_ok=True)

    @NEEDS_MPI
    def test_ctrl_c_keeps_what_was_measured_and_resume_goes_on(self):
        errors = self.interrupted(
            "--sizes 800000,1M --patterns broadcast,scatter --precision 0.0001 --seed 3 "
            "--launches 1", lambda: self.wait_for_cells(6))
        self.assertIn(f"--resume {self.file}", errors)
        before = self.cells()
        self.assertEqual({cell["pattern"] for cell in before[:6]}, {"broadcast"})
        self.assertIn(len(before), range(6, 12))
        with self.file.open("a") as file:
            file.write('{"record":"cell","pat')
        elsewhere = self.folder / "elsewhere.jsonl"
        elsewhere.write_text(self.file.read_text().replace('"host":"', '"host":"not-'))
        self.refused(f"run --resume {elsewhere}", "belongs to not-")
        self.resume()
        after = self.cells()
        self.assertEqual(after[:len(before)], before)
        self.assertEqual(len(after), 12)
        self.assertEqual({cell["pattern"] for cell in after[-6:]}, {"scatter"})
        self.assertNotIn("interrupted", {cell["stopped"] for cell in after})
        self.assertEqual(len(self.records("campaign")), 1)
        self.resume()
        again = {(cell["pattern"], cell["bytes"]) for cell in self.cells()[len(after):]}
        lost = {(cell["pattern"], cell["bytes"]) for cell in after if not cell["valid"]}
        self.assertEqual(again, lost)  # to a busy machine

    @TWO_CORES
    def test_a_campaign_ends_by_the_signal_that_interrupts_it_unless_that_is_ignored(self):
        for number, ignored in ((signal.SIGTERM, ()), (signal.SIGHUP, ()),
                                (signal.SIGTERM, (signal.SIGHUP,))):  # as by nohup
            with self.subTest(number, ignored=ignored):
                self.file.unlink(missing_ok=True)
                run = self.start("--paths threads --sizes 8 --patterns broadcast --budget 64 "
                                 "--precision 0.0001", ignored)
                until(lambda: self.file.exists() and self.records("campaign"), PATIENCE)
                for sent in (*ignored, number):
                    run.send_signal(sent)
                _, errors = run.communicate(timeout=PATIENCE)
                self.assertEqual(run.returncode, -number, errors)
                self.assertIn("interrupted", errors)

    @TWO_CORES
    def test_a_campaign_whose_records_nobody_reads_ends_by_the_signal(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            reader, writer = os.pipe()
            fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
            run = self.start("--paths threads --sizes 8 --patterns broadcast --budget 1 "
                             "--launches 1 -o -", stdout=writer)
            os.close(writer)
            self.assertTrue(select.select([reader], [], [], PATIENCE)[0])
            run.send_signal(number)
            _, errors = run.communicate(timeout=PATIENCE)
            os.close(reader)
            self.assertEqual(run.returncode, -number, errors)
            self.assertIn("nothing is read from it", errors)

    @NEEDS_MPI
    def test_a_killed_front_end_takes_its_workers_with_it(self):
        # One launch: nobody removes what ranks leave that are killed inside MPI_Init with it.
        run = self.start("--sizes 1M,2M --patterns broadcast --budget 30 --precision 0.0001 "
                         "--launches 1")
        for name in ("comops-mpi", "comops-threads"):
            self.assertTrue(self.signal_worker(name, 0, run))
        time.sleep(1)
        run.kill()
        run.communicate(timeout=PATIENCE)

    @TWO_CORES
    def test_a_folder_that_is_removed_meanwhile_is_said(self):
        self.file = self.folder / "gone" / "results.jsonl"
        self.file.parent.mkdir()
        run = self.start("--paths threads --sizes 8 --patterns broadcast --budget 2 --launches 1")
        self.assertTrue(until(lambda: self.file.exists() and self.file.stat().st_size, PATIENCE))
        shutil.rmtree(self.file.parent)
        _, errors = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 1, errors)
        self.assertIn(f"{self.file} was removed", errors)
        self.assertNotIn("results are in", errors)

    @TWO_CORES
    def test_a_pipe_waits_for_its_reader_and_says_so(self):
        os.mkfifo(self.file)
        read = []
        reader = Thread(target=lambda: read.append(self.file.read_bytes()), daemon=True)
        reader.start()
        done = self.measure("--paths threads --protocols barrier --sizes 8 --patterns broadcast "
                            "--budget 1 --launches 1")
        self.assertIn(f"{self.file} is a pipe; the campaign begins once it is read", done.stderr)
        reader.join()
        self.assertIn(b'{"record":"cell"', read[0])

    @TWO_CORES
    def test_an_existing_file_is_refused_before_measuring(self):
        self.file.write_text("precious\n")
        self.refused(f"run --sizes 8 -o {self.file}")
        self.assertEqual(self.file.read_text(), "precious\n")
        self.refused(f"run --resume {self.file}", "not a results file")


class Patient(Signalled):
    @NEEDS_MPI
    def test_a_hung_rank_loses_one_cell_to_the_watchdog(self):
        lost, errors = self.signal_one("comops-mpi", signal.SIGSTOP, timeout="4s")
        self.assertEqual(len(lost), 1)
        self.assertIn("--timeout", lost[0]["error"])
        self.assertIn("no answer within", errors)

    @NEEDS_MPI
    def test_ctrl_c_between_launches_keeps_cells_and_resume_measures_them_again(self):
        def ready():
            self.assertTrue(until(lambda: self.file.exists() and self.records("campaign"),
                                  PATIENCE))
            time.sleep(3)

        self.interrupted("--sizes 800000 --patterns broadcast,scatter --precision 0.0001 --seed 3",
                         ready)
        before = self.cells()
        for cell in before:  # none if a busy machine has not come to seven launches
            self.assertEqual(cell["stopped"], "interrupted")
            self.assertIsNotNone(cell["ci95_us"])
        self.resume()
        after = self.cells()[len(before):]
        self.assertEqual(len(after), 6)
        self.assertNotIn("interrupted", {cell["stopped"] for cell in after})

    @NEEDS_MPI
    def test_idle_ranks_use_no_cpu_time(self):
        """A rank's CPU time, by the kernel's account, is what its own cells took and no more."""
        run = self.start("--sizes 4M --patterns gather --budget 5 --precision 0.0001 "
                         "--launches 1")
        used = {}
        while run.poll() is None:
            used.update(marked_processes(MARK))
            time.sleep(0.05)
        run.communicate()
        active = {path: sum(c["duration_s"] for c in self.cells() if c["path"] == path)
                  for path in ("threads", "mpi")}
        self.assertGreater(active["threads"], 1)
        ranks = [seconds for name, seconds in used.values() if name == "comops-mpi"]
        self.assertGreaterEqual(len(ranks), 2)
        for seconds in ranks:
            self.assertLess(seconds, active["mpi"] + 0.5 * active["threads"])


unittest.main(verbosity=2)
