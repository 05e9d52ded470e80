# SPDX-License-Identifier: BSD-3-Clause
"""`comops` as a user runs it: what it prints, what it leaves, how it fails.

Usage: test_cli.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import collections
import contextlib
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path
from statistics import median

import front_end
from front_end import (COMOPS, CORES, LISTED, MARK, PATHS, PLAIN, ROOT, TWO_CORES, answer,
                       comops)

sys.path.insert(0, str(Path(__file__).parents[1]))

from leftovers import abandoned_segments, marked_processes, remaining

NEEDS_MPI = unittest.skipIf(CORES < 2 or PATHS["mpi"]["missing"], "needs MPI and two cores")
BUDGETS = (4, 16, 64)  # seconds; the longer ones for a busy machine
PATIENCE = 300  # seconds
NEEDS_SHMEM = unittest.skipIf(PATHS["shmem"]["missing"], PATHS["shmem"]["missing"])


def until(done, seconds):
    """Waits for what `done` returns to be true; returns the last."""
    for _ in range(20 * seconds):
        if found := done():
            return found
        time.sleep(0.05)
    return done()


class Campaign(front_end.Campaign):
    """Afterwards no process and no segment may be left."""

    def setUp(self):
        super().setUp()
        self.before = abandoned_segments()

    def tearDown(self):
        self.assertEqual(remaining(lambda: marked_processes(MARK)), {}, "processes left behind")
        self.assertEqual(remaining(lambda: abandoned_segments() - self.before), set(),
                         "shared memory left behind")

    def start(self, line):
        """A campaign with three cells in each group."""
        run = subprocess.Popen([COMOPS, "run", "-o", self.file, "--paths", "threads,mpi",
                                "--protocols", "barrier,library,sendrecv", "--timeout", "10m",
                                *line.split()],
                               text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=PLAIN)
        self.addCleanup(run.kill)  # of a test that failed
        return run

    def interrupted(self, line, ready):
        """What a campaign says that is interrupted once it is `ready`. Where a busy machine lets
        it end before, another one has a longer budget."""
        for budget in BUDGETS:
            self.file.unlink(missing_ok=True)
            run = self.start(f"{line} --budget {budget}")
            ready()
            run.send_signal(signal.SIGINT)
            _, errors = run.communicate(timeout=PATIENCE)
            if run.returncode:
                break
        self.assertEqual(run.returncode, 1, errors)
        return errors

    def wait_for_cells(self, count):
        def enough():
            with contextlib.suppress(OSError, ValueError):
                return len(self.cells()) >= count

        self.assertTrue(until(enough, PATIENCE), "no cell was recorded")

    def signal_worker(self, name, number, run, wait=0.0):
        """To the latest of that name, once there is one; whether it came before it was gone."""
        mine = until(lambda: run.poll() is not None or [
            pid for pid, (found, _) in marked_processes(MARK).items() if found == name], PATIENCE)
        if not isinstance(mine, list) or not mine:
            return False
        time.sleep(wait)
        with contextlib.suppress(ProcessLookupError):
            os.kill(max(mine), number)
            return True
        return False


class Run(Campaign):
    def printed_quotients_agree(self, text):
        """The ratio of each row is that of its times, as exactly as their digits tell."""
        rows = re.findall(r"(?m)^ +\d+ +([\d.]+) +\S+ +([\d.]+) +\S+ +([\d.]+) ", text)
        self.assertTrue(rows)
        for row in rows:
            (threads, a), (mpi, b), (ratio, c) = [
                (float(one), 0.5 / 10 ** len(one.partition(".")[2])) for one in row]
            self.assertLessEqual((mpi - b) / (threads + a), ratio + c, row)
            self.assertGreaterEqual((mpi + b) / (threads - a), ratio - c, row)

    @NEEDS_MPI
    def test_a_quick_run_measures_both_paths_and_says_who_wins(self):
        done = self.measure("--quick --seed 1 --paths threads,mpi --patterns pingpong,reduce")
        self.assertRegex(done.stdout, r"pingpong, 2 ranks, bus|pingpong, 4 ranks, bus")
        self.assertRegex(done.stdout, r"As in the paper: .*\(libgomp.*\) against MPI .*: .+ of \d")
        self.assertRegex(done.stdout, r"reached in \d+ of \d+ ratios of the tables\.\n\Z")
        readme = (ROOT / "README.md").read_text()
        head = re.search(r"(?m)^ {4}( +bytes  threads us how .*)$", readme)[1]
        self.assertIn(f"{head}\n", done.stdout)
        for beginning in ("As in the paper: ", "Best against best: ", "The same code: ",
                          "A precision of 2 % is reached in "):
            for text in (readme.replace("\n    ", "\n"), done.stdout):
                self.assertIn(f"\n{beginning}", text)
        self.assertNotIn("\033", done.stdout)
        self.assertTrue(all(len(line) <= 100 for line in done.stdout.splitlines()
                            if re.match(r" *(bytes|\d)", line)))
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
            self.assertAlmostEqual(cell["time_us"] / median(cell["launch_us"]), 1, places=7)
            if len(cell["launches"]) < 6:  # a machine too busy for six launches gives no interval
                self.assertIsNone(cell["ci95_us"])
            else:
                self.assertLessEqual(cell["ci95_us"][0], cell["time_us"])
                self.assertGreaterEqual(cell["ci95_us"][1], cell["time_us"])
            self.assertEqual(sum(cell["blocks"]), len(cell["samples_us"]))
        self.assertEqual({c["path"] for c in self.cells()}, {"threads", "mpi"})
        if all(all(cell["blocks"]) for cell in self.cells()):  # no round lacks one of a pair
            self.printed_quotients_agree(done.stdout)
        pairs = self.records("pair")
        groups = collections.Counter((c["pattern"], c["bytes"]) for c in self.cells())
        self.assertEqual(len(groups), 2 * 3)
        self.assertEqual(len(pairs), sum(n * (n - 1) // 2 for n in groups.values()))
        for pair in pairs:
            self.assertEqual({k: v for k, v in pair["a"].items() if k not in ("path", "protocol")},
                             {k: v for k, v in pair["b"].items() if k not in ("path", "protocol")})

    @NEEDS_MPI
    def test_the_papers_method_reports_bytes_by_round_trip(self):
        self.measure("--method comops --patterns pingpong --sizes 80 --budget 1s --launches 1 "
                     "--protocols barrier,direct,sendrecv")
        self.assertEqual({cell["path"] for cell in self.cells()}, {"threads", "mpi"})
        for cell in self.cells():
            self.assertEqual((cell["method"], cell["mode"]), ("comops", "loop"))
            self.assertAlmostEqual(cell["rate_MBps"], 80 / (2 * cell["time_us"]), 5)

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
                     "--budget 1")
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
        self.assertIn("warning, oversubscribed", done.stderr)
        for verdict in re.findall(r"(?m)^  broadcast on .*", done.stdout):
            self.assertIn("(OVERSUBSCRIBED)", verdict)
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
                     "--budget 1", preexec_fn=bind)
        self.assertEqual({pu for c in self.cells() for pu in c["pus"]}, {one})


class Usage(front_end.Campaign):
    def test_an_unknown_name_is_answered_with_those_there_are(self):
        for line, known in (("run --patterns telepathy", "pingpong, broadcast"),
                            ("run --paths smoke", "threads, mpi"),
                            ("run --protocols pigeon", "barrier"),
                            ("run --placements moon", "bus, crossbar"),
                            ("run --buffers blue", "reuse, rewrite, cold"),
                            ("run --method guess", "adaptive, comops, imb, luecke, thesis"),
                            ("run --op min", "`min`; there are: max, sum"),
                            ("run --datatype int", "mean `int64`? There are: double, float, int64"),
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
            done = comops(line)
            self.assertEqual(done.returncode, 0, line)
            self.assertIn("comops", done.stdout)

    def test_list_show_and_machine_say_what_is_here(self):
        self.assertEqual([p["name"] for p in LISTED["patterns"]][:2], ["pingpong", "broadcast"])
        for pattern in LISTED["patterns"]:
            self.assertIn(pattern["name"], comops("list").stdout)
            shown = comops(f"show {pattern['name']}")
            self.assertEqual(shown.returncode, 0)
            self.assertRegex(shown.stdout,
                             r"(IMPLEMENTATION|PINGPONG)\((threads|DIRECT_PATH),|ALGORITHM\(")
        barrier = next(o for o in PATHS["threads"]["implementations"]
                       if (o["protocol"], o["pattern"]) == ("barrier", "reduce"))
        self.assertEqual([barrier[name] for name in ("copies", "lines", "waits")],
                         ["2", "P", "P + 1"])
        self.assertRegex(comops("show reduce").stdout,
                         r"threads/barrier: .*\n    copies 2; lines P; waits P \+ 1\n")
        self.assertIn("bus", comops("machine").stdout)
        self.assertEqual([p["name"] for p in answer("machine --json")["placements"]],
                         ["bus", "crossbar"])


class Trouble(Campaign):
    def lost(self):
        """Cells that failed for another reason than a busy machine."""
        return [c for c in self.cells() if not c["valid"] and "too busy" not in c["error"]]

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
        self.assertEqual(run.returncode, 0 if all_valid else 1, errors)
        return self.lost(), errors

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
    def test_a_hung_rank_loses_one_cell_to_the_watchdog(self):
        lost, errors = self.signal_one("comops-mpi", signal.SIGSTOP, timeout="4s")
        self.assertEqual(len(lost), 1)
        self.assertIn("--timeout", lost[0]["error"])
        self.assertIn("no answer within", errors)

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
        done = comops(f"run --resume {self.file}")
        self.assertEqual(done.returncode, 0, done.stderr)
        after = self.cells()
        self.assertEqual(after[:len(before)], before)
        self.assertEqual(len(after), 12)
        self.assertEqual({cell["pattern"] for cell in after[-6:]}, {"scatter"})
        self.assertNotIn("interrupted", {cell["stopped"] for cell in after})
        self.assertEqual(len(self.records("campaign")), 1)

    @NEEDS_MPI
    def test_ctrl_c_between_launches_keeps_cells_and_resume_measures_them_again(self):
        def ready():
            self.assertTrue(until(lambda: self.file.exists() and self.records("campaign"),
                                  PATIENCE))
            time.sleep(3)

        self.interrupted("--sizes 800000 --patterns broadcast,scatter --precision 0.0001 --seed 3",
                         ready)
        before = self.cells()
        for cell in before:  # none where a busy machine has not come to seven launches
            self.assertEqual(cell["stopped"], "interrupted")
            self.assertIsNotNone(cell["ci95_us"])
        done = comops(f"run --resume {self.file}")
        self.assertEqual(done.returncode, 0, done.stderr)
        after = self.cells()[len(before):]
        self.assertEqual(len(after), 6)
        self.assertNotIn("interrupted", {cell["stopped"] for cell in after})
        self.assertTrue(all(cell["valid"] for cell in after))

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
    def test_a_full_disk_is_said_and_ends_the_campaign(self):
        self.file = "/dev/full"
        done = self.measure("--paths threads --sizes 8", status=1)
        self.assertIn("No space left on device", done.stderr)

    @TWO_CORES
    def test_an_unwritable_or_existing_results_file_is_refused_before_measuring(self):
        self.refused("run --sizes 8 -o /nowhere/at/all.jsonl", "No such file or directory", 1)
        self.file.write_text("precious\n")
        self.refused(f"run --sizes 8 -o {self.file}")
        self.assertEqual(self.file.read_text(), "precious\n")
        self.refused(f"run --resume {self.file}", "not a results file")

    @NEEDS_MPI
    def test_mpi_that_fails_to_start_is_said_and_threads_are_measured(self):
        launcher = self.folder / "mpiexec"
        launcher.write_text("#!/bin/sh\n[ $1 = --version ] && exit\n: >/dev/shm/mpich_shar_tmp-$$\n"
                            "echo no fabric >&2; exit 3\n")
        launcher.chmod(0o755)
        for program, reason in ("/nowhere/mpiexec", "--mpiexec"), (launcher, "no fabric"):
            self.file.unlink(missing_ok=True)
            done = self.measure(f"--mpiexec {program} --sizes 8 --paths threads,mpi "
                                "--patterns broadcast --budget 1", status=1)
            self.assertIn(reason, done.stderr)
            self.assertEqual({c["path"] for c in self.cells()}, {"threads"})
        self.file.unlink()
        self.measure(f"--mpiexec {launcher} --sizes 8 --paths mpi", status=1)
        self.assertFalse(self.file.exists())

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
