# SPDX-License-Identifier: BSD-3-Clause
"""`comops` as a user runs it: what it prints, what it leaves, how it fails.

Usage: test_cli.py COMOPS [UNITTEST ARGUMENTS]
"""

import collections
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

COMOPS = sys.argv.pop(1)
MARK = "COMOPS_TEST", str(os.getpid())  # in the environment of all that this test starts
PLAIN = {**os.environ, "NO_COLOR": "1", MARK[0]: MARK[1]}
LISTED = subprocess.run([COMOPS, "list"], capture_output=True, text=True, check=False).stdout
HAVE_MPI = "Path mpi is missing" not in LISTED
LACK_OF_SHMEM = re.search("Path shmem is missing.*", LISTED)
CORES = json.loads(subprocess.run(
    [COMOPS, "machine", "--json"], capture_output=True, text=True,
    check=True).stdout)["usable_cores"]
TWO_CORES = unittest.skipIf(CORES < 2, "two ranks need two cores")
NEEDS_MPI = unittest.skipIf(CORES < 2 or not HAVE_MPI, "needs MPI and two cores")


def comops(*words, **more):
    return subprocess.run([COMOPS, *map(str, words)], capture_output=True, text=True, env=PLAIN,
                          timeout=240, check=False, **more)


def records(file):
    """All records; every line but a cut last one must be JSON."""
    return [json.loads(line) for line in pathlib.Path(file).read_text().splitlines()]


def cells(file):
    return [r for r in records(file) if r["record"] == "cell"]


def processes():
    """pid -> (name, user and system time in seconds) of this test's workers and launchers."""
    ours = r"comops-|hydra_pmi|mpiexec|mpirun|oshrun|orted|prte"
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            text = (folder / "stat").read_text()
            name = text[text.index("(") + 1:text.rindex(")")]
            fields = text[text.rindex(")") + 2:].split()
            if (fields[0] != "Z" and re.match(ours, name)
                    and "=".join(MARK).encode() in (folder / "environ").read_bytes().split(b"\0")):
                ticks = os.sysconf("SC_CLK_TCK")
                found[int(folder.name)] = (name, (int(fields[11]) + int(fields[12])) / ticks)
    return found


def abandoned_segments():
    """Shared memory that no process maps."""
    mapped = ""
    for maps in pathlib.Path("/proc").glob("[0-9]*/maps"):
        with contextlib.suppress(OSError):
            mapped += maps.read_text()
    return {name for name in os.listdir("/dev/shm") if f"/dev/shm/{name}" not in mapped}


class Campaign(unittest.TestCase):
    """A folder of its own; afterwards no process and no segment may be left."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, "results.jsonl")
        self.before = abandoned_segments()

    def tearDown(self):
        self.assertEqual(self.remaining(processes), {}, "processes left behind")
        left = self.remaining(lambda: abandoned_segments() - self.before)
        self.assertEqual(left, set(), "shared memory left behind")
        self.folder.cleanup()

    def remaining(self, find):
        """What is still there after some time."""
        for _ in range(50):
            if not find():
                break
            time.sleep(0.1)
        return find()

    def start(self, *words):
        """A campaign with three cells in each group."""
        return subprocess.Popen([COMOPS, "run", "-o", self.file, "--paths", "threads,mpi",
                                 "--protocols", "barrier,library,sendrecv", *map(str, words)],
                                text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env=PLAIN)

    def wait_for_cells(self, count):
        for _ in range(600):
            with contextlib.suppress(OSError, ValueError):
                if len(cells(self.file)) >= count:
                    return
            time.sleep(0.05)
        self.fail("no cell was recorded")

    def worker(self, name):
        for _ in range(200):
            mine = [pid for pid, (found, _) in processes().items() if found == name]
            if mine:
                return max(mine)
            time.sleep(0.05)
        self.fail(f"no {name}")


class Run(Campaign):
    @NEEDS_MPI
    def test_a_quick_run_measures_both_paths_and_says_who_wins(self):
        done = comops("run", "--quick", "--seed", 1, "--paths", "threads,mpi", "--patterns",
                      "pingpong,reduce", "-o", self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"pingpong, 2 ranks, bus|pingpong, 4 ranks, bus")
        self.assertRegex(done.stdout, r"(?m)^reduce on bus, .* (faster|difference)")
        self.assertNotIn("\033", done.stdout)
        self.assertTrue(all(len(line) <= 100 for line in done.stdout.splitlines()
                            if re.match(r" *(bytes|\d)", line)))
        self.assertIn("seed 1", done.stderr)
        first, *_ = records(self.file)
        self.assertEqual((first["record"], first["schema"], first["seed"]),
                         ("campaign", "comops/1", 1))
        self.assertEqual(first["command"][:2], ["comops", "run"])
        declared = {(i["path"], i["protocol"], i["pattern"]): i for i in first["implementations"]}
        self.assertEqual(set(declared), {(c["path"], c["protocol"], c["pattern"])
                                         for c in cells(self.file)})
        self.assertEqual(declared["threads", "direct", "pingpong"]["copies"], "1")
        self.assertIsNone(declared["mpi", "library", "reduce"]["waits"])
        self.assertIn("<topology", first["topology_xml"])
        for cell in cells(self.file):
            self.assertTrue(cell["valid"], cell)
            self.assertEqual(len(set(cell["pus"])), cell["ranks"])
            self.assertGreater(cell["median_us"], 0)
            if len(cell["blocks"]) < 6:  # a machine too busy for six rounds gives no interval
                self.assertIsNone(cell["ci95_us"])
            else:
                self.assertLessEqual(cell["ci95_us"][0], cell["median_us"])
                self.assertGreaterEqual(cell["ci95_us"][1], cell["median_us"])
            self.assertEqual(sum(cell["blocks"]), len(cell["samples_us"]))
        self.assertEqual({c["path"] for c in cells(self.file)}, {"threads", "mpi"})
        pairs = [r for r in records(self.file) if r["record"] == "pair"]
        groups = collections.Counter((c["pattern"], c["bytes"]) for c in cells(self.file))
        self.assertEqual(len(groups), 2 * 3)
        self.assertEqual(len(pairs), sum(n * (n - 1) // 2 for n in groups.values()))
        for pair in pairs:
            self.assertEqual({k: v for k, v in pair["a"].items() if k not in ("path", "protocol")},
                             {k: v for k, v in pair["b"].items() if k not in ("path", "protocol")})

    @NEEDS_MPI
    def test_the_papers_method_reports_bytes_by_round_trip(self):
        done = comops("run", "--method", "comops", "--patterns", "pingpong", "--sizes", "80",
                      "--budget", "1s", "-o", self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        for cell in cells(self.file):
            self.assertEqual((cell["method"], cell["mode"]), ("comops", "loop"))
            self.assertAlmostEqual(cell["rate_MBps"], 80 / (2 * cell["median_us"]), 5)

    @NEEDS_MPI
    def test_the_method_of_imb_times_collectives_one_by_one_and_loops_the_others(self):
        done = comops("run", "--method", "imb", "--patterns", "pingpong,broadcast,barrier",
                      "--sizes",
                      "8", "--protocols", "library,sendrecv", "--launches", "1", "--budget", "2s",
                      "-o", self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        for cell in cells(self.file):
            self.assertEqual((cell["method"], cell["buffers"], cell["valid"]),
                             ("imb", "reuse", True))
            self.assertEqual(cell["mode"], "isolated" if cell["pattern"] == "broadcast" else "loop")
            self.assertGreaterEqual(cell["repeats"], 10)

    @TWO_CORES
    def test_lueckes_method_keeps_its_trials_and_says_which_it_dropped(self):
        done = comops("run", "--method", "luecke", "--patterns", "broadcast", "--sizes", "8",
                      "--protocols", "barrier", "-o", self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        for cell in cells(self.file):
            self.assertEqual((cell["buffers"], cell["mode"], cell["repeats"]),
                             ("cold", "isolated", 1))
            self.assertEqual(len(cell["samples_us"]) + cell["voided"], 51)
            self.assertEqual(cell["dropped"][0], 0)
            kept = [t for i, t in enumerate(cell["samples_us"]) if i not in cell["dropped"]]
            self.assertAlmostEqual(cell["time_us"] / (sum(kept) / len(kept)), 1, 6)

    @NEEDS_MPI
    def test_the_method_of_the_thesis_reports_the_mean_of_10000(self):
        done = comops("run", "--method", "thesis", "--patterns", "broadcast", "--sizes", "8",
                      "--protocols", "barrier,library", "-o", self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        for cell in cells(self.file):
            self.assertEqual(len(cell["samples_us"]) + cell["voided"], 10000)
            mean = sum(cell["samples_us"]) / len(cell["samples_us"])
            self.assertAlmostEqual(cell["time_us"] / mean, 1, 6)

    @TWO_CORES
    def test_what_an_empty_run_takes_is_recorded_where_it_was_taken_off(self):
        done = comops("run", "--paths", "threads", "--buffers", "reuse,rewrite", "--sizes", "8",
                      "--patterns", "pingpong,broadcast", "--protocols", "direct", "--budget", "1",
                      "--launches", "1", "-o", self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        modes = {(c["pattern"], c["buffers"]): c["mode"] for c in cells(self.file)}
        self.assertEqual(modes["pingpong", "reuse"], "loop")
        self.assertEqual(modes["pingpong", "rewrite"], "isolated")  # or writing would be timed
        for cell in cells(self.file):
            if cell["mode"] == "loop":
                self.assertNotIn("empty_us", cell)
                continue
            self.assertEqual(len(cell["empty_us"]), len(cell["blocks"]))
            self.assertGreater(min(cell["empty_us"]), 0)
            self.assertGreater(min(cell["samples_us"]), 0)
        os.remove(self.file)
        comops("run", "--method", "thesis", "--paths", "threads", "--patterns", "broadcast",
               "--sizes",
               "8", "--protocols", "barrier", "-o", self.file)
        self.assertNotIn("empty_us", cells(self.file)[0])

    @TWO_CORES
    def test_both_buffer_modes_are_measured_when_asked_for(self):
        done = comops("run", "--paths", "threads", "--buffers", "reuse,rewrite", "--sizes", "64",
                      "--patterns", "broadcast", "--budget", "1", "-o", self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({c["buffers"] for c in cells(self.file)}, {"reuse", "rewrite"})

    def test_more_ranks_than_cores_are_refused_with_how_to_force_it(self):
        done = comops("run", "--ranks", CORES + 1, "--sizes", 8, "-o", self.file)
        self.assertEqual(done.returncode, 77, done.stderr)
        self.assertIn("--oversubscribe", done.stderr)
        self.assertFalse(os.path.exists(self.file))

    def test_forced_oversubscription_is_marked_everywhere(self):
        done = comops("run", "--ranks", CORES + 1, "--sizes", 8, "--oversubscribe", "--paths",
                      "threads", "--patterns", "broadcast", "--budget", "1", "-o", self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreaterEqual(done.stdout.count("OVERSUBSCRIBED"), 2)
        self.assertTrue(all(c["oversubscribed"] for c in cells(self.file)))

    @TWO_CORES
    def test_a_dry_run_prints_cells_that_a_worker_can_run(self):
        done = comops("run", "--dry-run", "--json", "--paths", "threads", "--sizes", 8,
                      "--ranks", 2)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual({line["bytes"] for line in lines}, {8})
        self.assertIn("seed", done.stderr)

    @TWO_CORES
    def test_the_callers_affinity_mask_is_respected(self):
        one = min(os.sched_getaffinity(0))
        done = comops("run", "--sizes", 8, "-o", self.file,
                      preexec_fn=lambda: os.sched_setaffinity(0, {one}))
        self.assertEqual(done.returncode, 77, done.stderr)
        done = comops("run", "--sizes", 8, "--ranks", 2, "--oversubscribe", "--paths", "threads",
                      "--patterns", "broadcast", "--budget", 1, "-o", self.file,
                      preexec_fn=lambda: os.sched_setaffinity(0, {one}))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({pu for c in cells(self.file) for pu in c["pus"]}, {one})


class Usage(unittest.TestCase):
    def refused(self, *words):
        done = comops(*words)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_an_unknown_name_is_answered_with_those_there_are(self):
        self.assertIn("pingpong, broadcast", self.refused("run", "--patterns", "telepathy"))
        self.assertIn("threads, mpi", self.refused("run", "--paths", "smoke"))
        self.assertIn("barrier", self.refused("run", "--protocols", "pigeon"))
        self.assertIn("bus, crossbar", self.refused("run", "--placements", "moon"))
        self.assertIn("reuse, rewrite, cold", self.refused("run", "--buffers", "blue"))
        self.assertIn("adaptive, comops, imb, luecke, thesis",
                      self.refused("run", "--method", "guess"))
        self.assertIn("pingpong", self.refused("show", "telepathy"))
        self.assertIn("run", self.refused("fly"))

    def test_a_value_that_makes_no_sense_is_refused_with_what_would(self):
        self.assertIn("800000", self.refused("run", "--sizes", "big"))
        self.refused("run", "--sizes", "0")
        self.refused("run", "--sizes", "8:4")
        self.refused("run", "--sizes", "4G")
        self.refused("run", "--ranks", "-1")
        self.refused("run", "--ranks", "two")
        self.refused("run", "--budget", "soon")
        self.refused("run", "--precision", "0")
        self.refused("run", "--seed", "x")
        self.refused("run", "--no-such-option")
        self.refused("run", "stray")
        self.assertIn("alone", self.refused("run", "--resume", "results.jsonl", "--sizes", "8"))
        self.assertIn("cannot read", self.refused("run", "--resume", "/nowhere.jsonl"))
        self.refused("machine", "--xml", "/nowhere.xml")

    def test_help_and_version_are_answers(self):
        for words in (["--help"], ["run", "--help"], ["list", "--help"], ["machine", "--help"],
                      ["show", "--help"], ["--version"]):
            done = comops(*words)
            self.assertEqual(done.returncode, 0, words)
            self.assertIn("comops", done.stdout)

    def test_list_show_and_machine_say_what_is_here(self):
        everything = json.loads(comops("list", "--json").stdout)
        self.assertEqual([p["name"] for p in everything["patterns"]][:2], ["pingpong", "broadcast"])
        for pattern in everything["patterns"]:
            self.assertIn(pattern["name"], comops("list").stdout)
            shown = comops("show", pattern["name"])
            self.assertEqual(shown.returncode, 0)
            self.assertRegex(shown.stdout, r"(IMPLEMENTATION|PINGPONG)\(threads,|ALGORITHM\(")
        offers = {path["name"]: path["implementations"] for path in everything["paths"]}
        barrier = next(o for o in offers["threads"]
                       if (o["protocol"], o["pattern"]) == ("barrier", "reduce"))
        self.assertEqual([barrier[name] for name in ("copies", "lines", "waits")],
                         ["2", "P", "P + 1"])
        self.assertRegex(comops("show", "reduce").stdout,
                         r"threads/barrier: .*\n    copies 2; lines P; waits P \+ 1\n")
        self.assertIn("bus", comops("machine").stdout)
        machine = json.loads(comops("machine", "--json").stdout)
        self.assertEqual([p["name"] for p in machine["placements"]], ["bus", "crossbar"])


class Trouble(Campaign):
    def lost(self, file):
        """Cells that failed for another reason than a busy machine."""
        return [c for c in cells(file) if not c["valid"] and "too busy" not in c["error"]]

    def kill_one(self, name, number, timeout="1m"):
        run = self.start("--sizes", "800000,1M,2M", "--patterns", "broadcast,gather",
                         "--budget", 6,
                         "--precision", "0.0001", "--timeout", timeout, "--launches", 1)
        self.wait_for_cells(3)
        time.sleep(0.3)
        os.kill(self.worker(name), number)
        _, errors = run.communicate(timeout=120)
        self.assertLessEqual(len(self.lost(self.file)), 1, errors)
        self.assertEqual(len(cells(self.file)), 18)
        all_valid = all(cell["valid"] for cell in cells(self.file))
        self.assertEqual(run.returncode, 0 if all_valid else 1, errors)
        return self.lost(self.file), errors

    @NEEDS_MPI
    def test_a_killed_mpi_rank_loses_at_most_one_cell(self):
        for cell in self.kill_one("comops-mpi", signal.SIGKILL)[0]:
            self.assertEqual(cell["path"], "mpi")
            self.assertIn("died", cell["error"])

    @NEEDS_MPI
    def test_a_killed_threads_worker_loses_at_most_one_cell(self):
        for cell in self.kill_one("comops-threads", signal.SIGKILL)[0]:
            self.assertEqual(cell["path"], "threads")
            self.assertIn("died", cell["error"])

    @NEEDS_MPI
    def test_a_hung_rank_loses_one_cell_to_the_watchdog(self):
        lost, errors = self.kill_one("comops-mpi", signal.SIGSTOP, timeout="4s")
        self.assertEqual(len(lost), 1)
        self.assertIn("--timeout", lost[0]["error"])
        self.assertIn("no answer within", errors)

    @NEEDS_MPI
    def test_ctrl_c_keeps_what_was_measured_and_resume_goes_on(self):
        run = self.start("--sizes", "800000,1M", "--patterns", "broadcast,scatter", "--budget", 6,
                         "--precision", "0.0001", "--seed", 3, "--launches", 1)
        self.wait_for_cells(6)
        time.sleep(0.5)
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=30)
        self.assertEqual(run.returncode, 1, errors)
        self.assertIn(f"--resume {self.file}", errors)
        before = cells(self.file)
        self.assertEqual({cell["pattern"] for cell in before[:6]}, {"broadcast"})
        self.assertEqual(before[6:], [])
        with open(self.file, "a") as file:
            file.write('{"record":"cell","pat')
        elsewhere = pathlib.Path(self.folder.name, "elsewhere.jsonl")
        elsewhere.write_text(pathlib.Path(self.file).read_text().replace('"host":"',
                                                                         '"host":"not-'))
        done = comops("run", "--resume", elsewhere)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("belongs to not-", done.stderr)
        done = comops("run", "--resume", self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        after = cells(self.file)
        self.assertEqual(after[:len(before)], before)
        self.assertEqual(len(after) - len(before), 6)
        self.assertEqual({cell["pattern"] for cell in after[-6:]}, {"scatter"})
        self.assertNotIn("interrupted", {cell["stopped"] for cell in after[-6:]})
        self.assertEqual([r["record"] for r in records(self.file)].count("campaign"), 1)

    @NEEDS_MPI
    def test_ctrl_c_between_launches_keeps_cells_and_resume_measures_them_again(self):
        run = self.start("--sizes", "8,800000", "--patterns", "broadcast,scatter", "--budget", 8,
                         "--precision", "0.0001", "--seed", 3)
        time.sleep(5)
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=30)
        self.assertEqual(run.returncode, 1, errors)
        before = cells(self.file)
        for cell in before:  # none where a busy machine has not come to seven launches
            self.assertEqual(cell["stopped"], "interrupted")
            self.assertIsNotNone(cell["ci95_us"])
        done = comops("run", "--resume", self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        after = cells(self.file)[len(before):]
        self.assertEqual(len(after), 12)
        self.assertNotIn("interrupted", {cell["stopped"] for cell in after})
        self.assertTrue(all(cell["valid"] for cell in after))

    @NEEDS_MPI
    def test_a_killed_front_end_takes_its_workers_with_it(self):
        # One launch: a rank killed inside MPI_Init leaves what MPICH has not yet unlinked.
        run = self.start("--sizes", "1M,2M", "--patterns", "broadcast", "--budget", 30,
                         "--precision", "0.0001", "--launches", "1")
        self.worker("comops-mpi")
        self.worker("comops-threads")
        time.sleep(1)
        run.kill()
        run.communicate(timeout=30)

    @TWO_CORES
    def test_a_full_disk_is_said_and_ends_the_campaign(self):
        done = comops("run", "--paths", "threads", "--sizes", 8, "-o", "/dev/full")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("No space left on device", done.stderr)

    @TWO_CORES
    def test_an_unwritable_or_existing_results_file_is_refused_before_measuring(self):
        done = comops("run", "--sizes", 8, "-o", "/nowhere/at/all.jsonl")
        self.assertEqual(done.returncode, 2)
        self.assertIn("No such file or directory", done.stderr)
        pathlib.Path(self.file).write_text("precious\n")
        done = comops("run", "--sizes", 8, "-o", self.file)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(pathlib.Path(self.file).read_text(), "precious\n")
        done = comops("run", "--resume", self.file)
        self.assertEqual(done.returncode, 2)
        self.assertIn("not a results file", done.stderr)

    @NEEDS_MPI
    def test_a_launcher_that_is_not_there_is_said_and_threads_are_measured(self):
        done = comops("run", "--mpiexec", "/nowhere/mpiexec", "--sizes", 8,
                      "--paths", "threads,mpi",
                      "--patterns", "broadcast", "--budget", 1, "-o", self.file)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("--mpiexec", done.stderr)
        self.assertEqual({c["path"] for c in cells(self.file)}, {"threads"})

    @NEEDS_MPI
    def test_mpi_that_fails_to_start_is_said_and_threads_are_measured(self):
        launcher = pathlib.Path(self.folder.name, "mpiexec")
        launcher.write_text("#!/bin/sh\n[ $1 = --version ] || { echo no fabric >&2; exit 3; }\n")
        launcher.chmod(0o755)
        done = comops("run", "--mpiexec", launcher, "--sizes", 8, "--paths", "threads,mpi",
                      "--patterns", "broadcast", "--budget", 1, "-o", self.file)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("no fabric", done.stderr)
        self.assertEqual({c["path"] for c in cells(self.file)}, {"threads"})
        done = comops("run", "--mpiexec", launcher, "--sizes", 8, "--paths", "mpi", "-o",
                      self.file + "2")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertFalse(os.path.exists(self.file + "2"))

    @NEEDS_MPI
    def test_idle_ranks_use_no_cpu_time(self):
        """A rank's CPU time, by the kernel's account, is what its own cells took and no more."""
        run = self.start("--sizes", "2M,4M", "--patterns", "gather", "--budget", 6,
                         "--precision", "0.0001")
        used = {}
        while run.poll() is None:
            used.update(processes())
            time.sleep(0.05)
        run.communicate()
        active = {path: sum(c["duration_s"] for c in cells(self.file) if c["path"] == path)
                  for path in ("threads", "mpi")}
        self.assertGreater(active["threads"], 1)
        ranks = [seconds for name, seconds in used.values() if name == "comops-mpi"]
        self.assertGreaterEqual(len(ranks), 2)
        for seconds in ranks:
            self.assertLess(seconds, active["mpi"] + 0.5 * active["threads"])


class OpenShmem(Campaign):
    @unittest.skipIf(LACK_OF_SHMEM, LACK_OF_SHMEM and LACK_OF_SHMEM[0])
    @TWO_CORES
    def test_a_quick_run_measures_openshmem_beside_threads(self):
        done = comops("run", "--quick", "--paths", "threads,shmem", "--patterns", "pingpong", "-o",
                      self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("OpenSHMEM 1.", records(self.file)[0]["runtimes"]["shmem"])
        mine = [c for c in cells(self.file) if c["path"] == "shmem"]
        self.assertEqual({c["protocol"] for c in mine}, {"put", "get"})
        for cell in mine:
            self.assertTrue(cell["valid"], cell)
            self.assertEqual(len(set(cell["pus"])), cell["ranks"])
            self.assertGreater(cell["median_us"], 0)


unittest.main(verbosity=2)
