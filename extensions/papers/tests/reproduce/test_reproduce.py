# SPDX-License-Identifier: BSD-3-Clause
"""comops reproduce.

Usage: test_reproduce.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import csv
import io
import json
import re
import signal
import subprocess
import unittest
from dataclasses import replace
from unittest import mock

from front_end import COMOPS, PLAIN, TWO_CORES, Campaign, asked, comops, listen  # noqa: E402

from comops_papers.items.documents import PAPERS  # noqa: E402
from comops_papers.items.items import Item  # noqa: E402
from comops_papers.reproduce import estimate  # noqa: E402
from comops_papers.reproduce.plan import ThisMachine, commands_of  # noqa: E402

PAPER = "reproduce luo"
# Steps of the model, all runs together, by the options of a command.
WORK = {"A": lambda given: int(given.get("--runs", 3)) * sum(
            map(int, given.get("--steps", "241,481").split(","))),
        "C": lambda given: int(given["--runs"]) * int(given["--steps"]),
        "E": lambda given: int(given["--runs"]) * round(48 * float(given["--days"]))}  # of T42


class Listed(Campaign):
    def test_the_list_has_every_item_with_what_this_machine_can_do(self):
        done = asked("reproduce --list", PLAIN | {"COLUMNS": "80"})
        self.assertLessEqual(max(map(len, done.stdout.splitlines())), 80)
        head, *rows = [re.split(r" {2,}", line) for line in
                       re.sub(r"\n {30,}", " ", done.stdout).splitlines()]
        self.assertEqual(head[0], "item")
        self.assertEqual([row[0] for row in rows],
                         [item.tag for paper in PAPERS.values() for item in paper.values()])
        for row in rows:
            self.assertRegex(row[1], r"^(no values|1 value|[\d,]+ values)$")
            self.assertRegex(row[-1], "runs here|simulated|needs|printed values alone")

    def test_wrong_words_are_refused_with_what_would_do(self):
        for words, why in (
            ("", "name a paper or one of its items"), ("lou", "did you mean `luo`"),
            ("luo:figure-33", "did you mean `figure-"), ("luo", "or run all with --all"),
            ("luo:figure-3 -o -", "-o needs the name of a file"),
            ("--list --all", "--list runs nothing"),
        ):
            done = asked(f"reproduce {words}")
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(why, done.stderr)

    def test_another_name_of_an_item_is_the_item(self):
        for name in ("test-2", "table-2"):
            done = asked(f"reproduce luecke:{name} --dry-run")
            self.assertIn("--patterns shift_printed", done.stdout.splitlines()[0])

    def test_a_plan_has_the_printed_settings_and_each_command_once(self):
        done = asked("reproduce luo:figure-9 --dry-run --oversubscribe")
        run, simulate = done.stdout.splitlines()
        for words in ("--method comops", "--ranks 2,4,6,8,10", "--buffers reuse", "--consume no",
                      "--sizes 800000"):
            self.assertIn(words, run)
        self.assertIn("--platform alphaserver-8400 ", simulate)
        every = asked("reproduce --all --dry-run --quick").stdout.splitlines()
        self.assertEqual(len(every), len(set(every)))


class Other(unittest.TestCase):
    """Machines that are not here."""

    ITEM = Item("luo", "figure-0", "made up", lambda runs: [], (4, 16, 64),
                ("comops run --paths shmem --ranks {ranks} --sizes 8:1M --budget 20s",
                 "comops pstswm --experiment E --ranks {ranks} --runs 6 --days 2"),
                ("comops simulate --platform t3e --ranks {ranks}",))

    def words(self, *machine):
        with mock.patch.dict(PAPERS, {"luo": {"figure-0": self.ITEM}}):
            return [command.text for command in commands_of([self.ITEM], ThisMachine(*machine))]

    def test_ranks_and_paths_are_those_of_the_machine(self):
        shmem, both = frozenset({"mpi", "shmem"}), frozenset({"mpi"})
        run, model, simulated = self.words(16, shmem)
        self.assertIn("--ranks 4,16 ", run)
        self.assertIn("--ranks 4,16,64", simulated)
        self.assertEqual(self.words(16, both), [model, simulated])
        for machine, ranks in (((2, shmem), "2"), ((2, shmem, True), "4,16"),
                               ((128, shmem), "4,16,64")):
            run, *_ = self.words(*machine)
            self.assertIn(f"--ranks {ranks} ", run)
            self.assertEqual("--oversubscribe" in run, machine[2:] == (True,))
        quick, model, _ = self.words(16, shmem, False, True)
        self.assertIn("--sizes 8,2048,1048576 --budget 4s --launches 1", quick)
        self.assertIn("--runs 1", model)
        self.assertIn("--days 0.4", model)
        self.assertIn("--problems T42L16", model)

    def test_quick_is_a_fifth_of_the_budgets_and_of_the_model_s_work(self):
        def work(words):
            match = re.search(r"--budget (\d+)s", words)
            if match:
                return int(match[1])
            experiment = re.search(r"--experiment ([ACE])", words)
            return experiment and WORK[experiment[1]](dict(zip(
                words.split()[2:], words.split()[3:])))

        for paper in PAPERS.values():
            for item in paper.values():
                full, quick = ([work(command.text) for command in commands_of([item], ThisMachine(
                    2, frozenset({"threads", "mpi", "shmem"}), False, quick))]
                    for quick in (False, True))
                for whole, part in zip(full, quick, strict=True):
                    if whole:
                        self.assertLessEqual(part, max(whole / 5, 2), item.tag)

    def test_an_estimate_is_made_of_budgets_operations_and_measured_rates(self):
        here = *self.ITEM.here, "comops run --method arsc --sizes 8"
        simulated = ("comops simulate --platform t3e,origin2000 --ranks {ranks} --sizes 8,64",)
        with (mock.patch.object(estimate, "core_rate", lambda: estimate.RATE / 2),
              mock.patch.object(estimate, "model_seconds", lambda words: 7.0)):
            made = replace(self.ITEM, here=here, simulated=simulated)
            for quick, budget in ((False, 20), (True, 4)):
                on = ThisMachine(16, frozenset({"shmem"}), False, quick)
                self.assertAlmostEqual(
                    estimate.seconds(made, on), budget + 7 + 2 * (
                        estimate.TRIALS_S + estimate.SIMULATION_S
                        + estimate.SIMULATED_S * 2 * 2 * (4 + 16 + 64)))


@TWO_CORES
class Measured(Campaign):
    def test_one_file_has_what_was_measured_and_simulated_side_by_side(self):
        done = comops(f"{PAPER}:figure-9 --quick -o {self.file}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("luo:figure-9: pingpong of 800 KB", done.stdout)
        self.assertRegex(done.stdout, r"ranks +here +simulated|here +simulated")
        campaigns = self.records("campaign")
        for campaign in campaigns:
            self.assertIn("luo:figure-9", campaign["reproduces"])
        self.assertEqual([campaign["command"][1] for campaign in campaigns], ["run", "simulate"])
        self.assertNotIn("-o", campaigns[0]["command"])
        report = json.loads(asked(f"report --format json {self.file}").stdout)
        self.assertIn("luo:figure-9", [entry["item"] for entry in report["reproductions"]])
        rows = list(csv.DictReader(io.StringIO(asked(f"report --format csv {self.file}").stdout)))
        self.assertLessEqual({"here", "simulated"}, {row["origin"] for row in rows})
        again = asked(f"{PAPER}:figure-9 --quick -o {self.file}")
        self.assertEqual(again.returncode, 2)
        self.assert_goes_on()

    def names(self, records):
        return {tuple(cell.get(name) for name in ("path", "protocol", "ranks", "placement",
                                                  "simulated"))
                for cell in records if cell["record"] == "cell"}

    def assert_goes_on(self):
        """From where the first campaign lacks its last cell."""
        before = self.records()
        last = max(at for at, record in enumerate(before[:before.index(
            self.records("campaign")[1])]) if record["record"] == "cell")
        lines = self.file.read_bytes().splitlines(True)
        self.file.write_bytes(b"".join(lines[:last]))
        done = comops(f"{PAPER}:figure-9 --quick --resume {self.file}")
        self.assertEqual(done.returncode, 0, done.stderr)
        kept = lines[before.index(self.records("cell")[0])]
        self.assertIn(kept, self.file.read_bytes())
        self.assertEqual(self.names(self.records()), self.names(before))
        self.assertEqual(len(self.records("campaign")), 2)
        whole = self.file.read_bytes()
        done = comops(f"{PAPER}:figure-9 --quick --resume {self.file}")
        self.assertIn("luo:figure-9: pingpong of 800 KB", done.stdout)
        self.assertEqual((done.returncode, self.file.read_bytes()), (0, whole))

    def test_an_interrupt_keeps_what_was_finished_and_names_a_file_only_if_there_is_one(self):
        for number, begun in ((signal.SIGINT, "2 of 2"), (signal.SIGTERM, "1 of 2"),
                              (signal.SIGHUP, "1 of 2")):
            with self.subTest(number):
                self.file.unlink(missing_ok=True)
                words = f"{PAPER}:figure-9 --quick -o {self.file}"
                run = subprocess.Popen([COMOPS, *words.split()], preexec_fn=listen, text=True,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                self.addCleanup(run.kill)
                while begun not in run.stderr.readline():
                    self.assertIsNone(run.poll())
                run.send_signal(number)
                _, errors = run.communicate(timeout=600)
                self.assertEqual(run.returncode, -number)
                finished = self.file.exists()
                self.assertIn(f"interrupted; what was finished is in {self.file}" if finished
                              else "interrupted before anything was finished", errors)
                self.assertTrue(finished or begun == "1 of 2")
                if finished:
                    self.assertEqual(self.records("campaign")[0]["command"][1], "run")

    def test_a_command_that_fails_says_why(self):
        done = comops(f"{PAPER}:figure-9 --quick -o {self.file}", PLAIN | {"OMP_THREAD_LIMIT": "1"})
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, r"comops run .*: .*OMP_THREAD_LIMIT is 1")

    def test_runs_of_the_model_are_a_whole_campaign(self):
        done = comops(f"reproduce worley:section-5 --quick -o {self.file}")
        self.assertEqual(done.returncode, 0, done.stderr)
        *others, last = self.records()
        self.assertEqual(last, {"record": "end", "records": len(others), "ended": "complete"})


unittest.main(verbosity=2)
