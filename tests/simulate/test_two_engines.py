# SPDX-License-Identifier: BSD-3-Clause
"""`comops simulate`: shared memory and MPI on simulated machines, as a user asks for them.

Usage: test_two_engines.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from statistics import fmean

import jsonschema

COMOPS, ROOT = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1))
sys.path.append(str(ROOT))

from common.published_values import REMEDIES  # noqa: E402
from records.schema import json_schema  # noqa: E402
BROADCAST = ("--patterns", "broadcast", "--protocols", "barrier,direct,library", "--sizes", "8,4K")
NO_SMPIRUN = os.environ | {"PATH": os.path.dirname(sys.executable)}


def comops(*words, **how):
    return subprocess.run([COMOPS, "simulate", *map(str, words)], capture_output=True, text=True,
                          check=False, **how)


def recorded(*words):
    done = comops("--json", *words)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def kind(records, name):
    return [one for one in records if one["record"] == name]


class Records(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.records = recorded("--platform", "bus:6,crossbar:6", "--ranks", "2:all", *BROADCAST)
        cls.cells = kind(cls.records, "cell")

    def test_every_record_is_as_the_schema_says(self):
        schema = json_schema()
        for record in self.records:
            part = {"$ref": f"#/$defs/{record['record']}", "$defs": schema["$defs"]}
            jsonschema.Draft202012Validator(part).validate(record)

    def test_each_machine_is_a_placement_with_both_paths_at_each_number_of_ranks(self):
        self.assertEqual([one["name"] for one in self.records[0]["platforms"]],
                         ["bus:6", "crossbar:6"])
        found = {(one["placement"], one["ranks"], one["path"]) for one in self.cells}
        self.assertEqual(found, {(machine, ranks, path) for machine in ("bus:6", "crossbar:6")
                                 for ranks in (2, 4, 6) for path in ("threads", "mpi")})

    def test_where_the_time_went_adds_up_to_the_mean_of_the_runs(self):
        for cell in self.cells:
            where = cell["where"]
            parts = [us for value in where.values()
                     for us in (value.values() if isinstance(value, dict) else [value])]
            self.assertTrue(math.isclose(sum(parts), fmean(cell["samples_us"]), rel_tol=0.02), cell)
            other = "port" if cell["placement"] == "bus:6" else "bus"
            self.assertEqual(where["queue_us"][other], 0)

    def test_cells_that_differ_in_path_or_protocol_are_pairs_without_an_interval(self):
        times = {json.dumps({name: one.get(name) for name in ("placement", "ranks", "bytes",
                             "path", "protocol")}): one["time_us"] for one in self.cells}
        pairs = kind(self.records, "pair")
        self.assertEqual(len(pairs), 2 * 3 * 2 * 6)
        for pair in pairs:
            a, b = (times[json.dumps({name: pair[side].get(name) for name in (
                "placement", "ranks", "bytes", "path", "protocol")})] for side in "ab")
            self.assertAlmostEqual(pair["ratio"], b / a)
            self.assertIsNone(pair["ci95"])
            word = "faster" if b / a > 1.05 else "slower" if a / b > 1.05 else "equivalent"
            self.assertEqual(pair["decision"], word)

    def test_the_verdicts_take_the_fastest_of_both_sides(self):
        for verdict in kind(self.records, "verdict"):
            protocols = verdict["a"]["protocol"], verdict["b"]["protocol"]
            if verdict["verdict"] == "paper":
                self.assertEqual(protocols, ("barrier", "library"))
            if verdict["verdict"] == "same-code":
                self.assertEqual(protocols, ("direct", "direct"))
                self.assertEqual((verdict["ratio"], verdict["decision"]), (1, "equivalent"))
            mine = [one["time_us"] for one in self.cells if one["path"] == "threads" and all(
                one[name] == verdict["a"][name] for name in ("placement", "ranks", "bytes"))]
            if verdict["verdict"] == "best":
                chosen = next(one["time_us"] for one in self.cells if all(
                    one[name] == value for name, value in verdict["a"].items()))
                self.assertEqual(chosen, min(mine))
        self.assertEqual({one["verdict"] for one in kind(self.records, "verdict")},
                         {"paper", "best", "same-code"})

    def test_a_group_s_pairs_follow_its_cells(self):
        kinds = [one["record"] for one in self.records[1:18]]
        self.assertEqual(kinds, ["cell"] * 4 + ["pair"] * 6 + ["verdict"] * 3 + ["cell"] * 4)

    def test_two_runs_give_the_same_numbers(self):
        again = kind(recorded("--platform", "bus:6", "--ranks", "4", *BROADCAST), "cell")
        first = [one for one in self.cells if (one["placement"], one["ranks"]) == ("bus:6", 4)]
        self.assertEqual([one["samples_us"] for one in again], [one["samples_us"] for one in first])


class Algorithms(unittest.TestCase):
    """direct beside the published algorithms."""

    @classmethod
    def setUpClass(cls):
        cls.cells = kind(recorded(
            "--platform", "graviton3,2x-epyc-7601,2x-xeon-8358", "--ranks", "2,8,64", "--paths",
            "threads", "--patterns", "barrier,allreduce,reduce,broadcast,gather", "--sizes", 8,
            "--protocols", "direct,dissemination,tournament,recursive_doubling,binomial_tree,xhc"),
            "cell")

    def times(self, machine, pattern, ranks):
        """By protocol."""
        return {one["protocol"]: one["time_us"] for one in self.cells if (
            one["placement"], one["pattern"], one["ranks"]) == (machine, pattern, ranks)}

    def test_two_ranks_do_not_pay_for_what_many_need(self):
        """Dissemination, recursive doubling and a binomial tree are, with two, what anyone would
        write for two: a line each way. Loads of lists that direct has cost a few nanoseconds."""
        for machine in ("graviton3", "2x-epyc-7601", "2x-xeon-8358"):
            for pattern in ("barrier", "allreduce", "reduce", "broadcast"):
                times = self.times(machine, pattern, 2)
                self.assertGreater(len(times), 1)
                with self.subTest(machine=machine, pattern=pattern, times=times):
                    self.assertLess(times["direct"], 1.1 * min(times.values()))

    def test_many_ranks_take_no_more_transfers_than_they_need(self):
        for machine, most in (("graviton3", 2.5), ("2x-epyc-7601", 4.5), ("2x-xeon-8358", 2.8)):
            for pattern in ("barrier", "allreduce"):
                with self.subTest(machine=machine, pattern=pattern):
                    few, many = (self.times(machine, pattern, ranks) for ranks in (8, 64))
                    self.assertLess(many["direct"], most * few["direct"])
                    self.assertLess(many["direct"], 1.3 * min(many.values()))

    def test_short_slices_of_another_socket_come_in_bundles(self):
        """64 lines one after the other took 0.90 and 3.9 us. On the Xeon the simulated time of 60
        to 64 ranks is 0.55 or 0.87 us, depending on a few ns of work."""
        self.assertLess(self.times("2x-xeon-8358", "gather", 64)["direct"], 0.89)
        self.assertLess(self.times("2x-epyc-7601", "gather", 64)["direct"], 2)

    def test_a_cell_says_in_which_groups_its_ranks_met(self):
        """32 cores on a cache are 6 blocks of 6 at most; XHC divides none."""
        groups = {one["protocol"]: one.get("groups") for one in self.cells if (
            one["placement"], one["pattern"], one["ranks"]) == ("2x-xeon-8358", "barrier", 64)}
        self.assertEqual(groups["direct"], {"levels": 2, "ranks": 6 + 5 + 2})
        self.assertEqual(groups["xhc"], {"levels": 2, "ranks": 32 + 2})
        self.assertIsNone(groups["dissemination"])


class Remedies(unittest.TestCase):
    """XHC's flat broadcast and its remedies, ranked."""

    NAMED = "--patterns", "broadcast", "--protocols", ",".join(REMEDIES)

    @classmethod
    def setUpClass(cls):
        folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        done = comops("--platform", "icx-48", "--ranks", "all", *cls.NAMED, "--sizes", "8,4K",
                      "-o", folder / "one.jsonl")
        assert done.returncode == 0, done.stderr
        cls.said = done.stdout.replace("\N{NO-BREAK SPACE}", " ")
        subprocess.run([COMOPS, "report", folder / "one.jsonl", "-o", folder / "one.html"],
                       check=True, capture_output=True)
        cls.page = (folder / "one.html").read_text()

    def test_the_terminal_ranks_them_beside_what_was_measured(self):
        """What is nearer to flat than the largest error of such ratios is undecided: from 4 KiB on
        the simulated gain of dual is none on the machine."""
        found = re.findall(r"^  ([84]) K?i?B +(\w+) +\S+ +(\S+) +(\w*) +[\d.]+ +(\S+) +\d$",
                           self.said, re.M)
        words = {(size, name): word for size, name, _, word, _ in found}
        order = [name for size, name, *_ in found if size == "8"]
        self.assertEqual((set(order[:2]), order[2:]), ({"dual", "opt4"}, ["clwb", "flat", "wait"]))
        self.assertEqual([words["8", name] for name in order],
                         ["faster", "faster", "undecided", "", "undecided"])
        self.assertEqual({words["4", name] for name in REMEDIES if name != "flat"}, {"undecided"})
        printed = {name: over for size, name, _, _, over in found if size == "8"}
        self.assertEqual((printed["dual"], printed["wait"]), ("0.652", "1.11"))
        self.assertIn("dual and opt4 are faster than flat at 8", self.said)

    def test_the_page_has_the_same_rows(self):
        section = self.page.partition('<section id="remedies">')[2].partition("</section>")[0]
        rows = [re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row)
                for row in section.split("<tr>")[3:]]
        said = [line.split() for line in self.said.splitlines() if re.match("  [84] K?i?B ", line)]
        self.assertEqual([[word for word in " ".join(row).split() if word != "\N{EN DASH}"]
                          for row in rows], said)

    def test_they_are_simulated_only_if_they_are_named(self):
        cells = kind(recorded("--platform", "icx-48", "--ranks", 2, "--patterns", "broadcast",
                              "--protocols", "all", "--paths", "threads", "--sizes", 8), "cell")
        self.assertFalse(REMEDIES.keys() & {one["protocol"] for one in cells})

    def test_a_machine_that_the_study_lacks_has_no_measurements_beside_it(self):
        done = comops("--platform", "2x-xeon-8358", "--ranks", "all", *self.NAMED, "--sizes", 8,
                      cwd=self.enterContext(tempfile.TemporaryDirectory()))
        self.assertIn("The study has no such measurements.", " ".join(done.stdout.split()))
        self.assertNotIn("print", done.stdout)


class Choices(unittest.TestCase):
    def test_a_single_machine_is_for_coherence_a_cluster_for_smpi(self):
        for words, engine in ((("bus:4",), "coherence"), (("bus:4", "--engine", "smpi"), "smpi"),
                              (("weland",), "smpi"), (("2x-xeon-x5650",), "coherence")):
            campaign, *_ = recorded("--platform", *words, "--patterns", "shift", "--sizes", 8,
                                    "--protocols", "sendrecv", "--ranks", 2)
            self.assertEqual(campaign["engine"], engine, words)

    def test_coherence_needs_no_simgrid(self):
        done = comops("--platform", "bus:2", *BROADCAST, "--json", env=NO_SMPIRUN)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(comops("--platform", "weland", env=NO_SMPIRUN).returncode, 77)

    def test_only_the_paths_that_were_named_are_simulated(self):
        cells = kind(recorded("--platform", "bus:2", "--paths", "threads", *BROADCAST), "cell")
        self.assertEqual({one["path"] for one in cells}, {"threads"})

    def test_data_are_used_within_the_time_unless_it_is_asked_otherwise(self):
        took = {}
        for consume in ("timed", "no"):
            words = [] if consume == "timed" else ["--consume", consume]
            (cell,) = kind(recorded("--platform", "bus:2", "--patterns", "broadcast", "--sizes",
                                    "64K", "--protocols", "direct", *words, "--paths", "threads"),
                           "cell")
            self.assertEqual(cell["consume"], consume)
            took[consume] = cell["time_us"]
        self.assertGreater(took["timed"], took["no"])

    def test_of_several_machines_each_takes_the_ranks_that_it_has(self):
        cells = kind(recorded("--platform", "bus:2,bus:4", "--ranks", "2,4", *BROADCAST), "cell")
        self.assertEqual({(one["placement"], one["ranks"]) for one in cells},
                         {("bus:2", 2), ("bus:4", 2), ("bus:4", 4)})

    def test_what_cannot_be_is_refused_with_the_reason(self):
        for words, why in [
            (("--platform", "2x-epyc-9645"), "did you mean `2x-epyc-9654`?"),
            (("--platform", "bus:4,busss:4"), "no platform `busss:4`"),
            (("--platform", "bus:4", "--ranks", "2,8"), "bus:4 takes from 2 to 4"),
            (("--platform", "bus:4,crossbar:4", "--ranks", "8"), "bus:4 takes from 2 to 4"),
            (("--platform", "bus:4", "--ranks", "8:4"), "`8:4` is an empty range"),
            (("--platform", "bus:4", "--ranks", "all:8"), "a range begins with a number"),
            (("--platform", "bus:4", "--ranks", ","), "the list is empty"),
            (("--platform", "bus:4", "--paths", "shmem"),
             "no path `shmem`; there are: threads, mpi"),
            (("--platform", ""), "--platform: the list is empty"),
            (("--platform", "bus:4", "--patterns", ","), "--patterns: the list is empty"),
            (("--platform", "bus:4", "--patterns", "pingpong", "--protocols", "library"),
             "nothing to simulate: threads/library has no pingpong"),
            (("--platform", "bus:4", "--consume", "later"), "no consumption `later`"),
            (("--platform", "bus:4", "--engine", "smpi", "--consume", "timed"), "always `no`"),
            (("--platform", "bus:4", "--engine", "smpi", "--buffers", "cold"), "no caches"),
            (("--platform", "weland", "--engine", "coherence"), "weland: not for the engine"),
            (("--platform", "bus:4", "--engine", "cohrence"),
             "no `cohrence`; did you mean `coherence`?"),
            (("--platform", "bus:4", "--core-to-core", "m.csv"), "needs --xml, the machine"),
        ]:
            done = comops(*words, timeout=300)
            self.assertEqual((done.returncode, done.stdout), (2, ""), (words, done.stderr[-500:]))
            self.assertIn(why, done.stderr)


class Output(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.here = {"cwd": self.folder.name, "env": os.environ | {"TMPDIR": self.folder.name}}

    def test_the_terminal_has_the_times_the_verdicts_and_what_they_are_worth(self):
        done = comops("--platform", "bus:2,crossbar:4", "--ranks", "2:all", *BROADCAST, "-o", "r",
                      **self.here)
        for text in ("SIMULATED: bus:2, crossbar:4 | 2 to 4 ranks | engine coherence\n",
                     "\nOpenMP against MPI: ", "  broadcast, crossbar:4, 4 ranks ",
                     " against bus:2",
                     "\nTimes are simulated and have no interval"):
            self.assertIn(text, done.stdout)
        self.assertNotIn("?", done.stdout)
        self.assertIn("comops report r\n", done.stdout)
        self.assertEqual(done.stderr, "comops: results are in r\n")
        times = subprocess.run([COMOPS, "show", "r"], capture_output=True, text=True, check=True,
                               **self.here).stdout
        self.assertEqual(times.count(", simulated\n"), 3)
        self.assertTrue(times.endswith(done.stdout))

    def test_quiet_says_nothing_else_and_verbose_more(self):
        quiet = comops("--platform", "bus:2", *BROADCAST, "-q", "-o", "quiet", **self.here)
        self.assertEqual((quiet.returncode, quiet.stderr), (0, ""))
        self.assertIn("SIMULATED: bus:2 | 2 ranks", quiet.stdout)
        said = comops("--platform", "bus:2", *BROADCAST, "-v", "-o", "said", **self.here)
        self.assertIn("engine coherence, 8 cells", said.stderr)

    def test_a_run_that_is_killed_leaves_whole_records(self):
        for number, status in ((signal.SIGTERM, 130), (signal.SIGKILL, -9)):
            results = pathlib.Path(self.folder.name, f"{number}.jsonl")
            with subprocess.Popen([COMOPS, "simulate", "--platform", "bus:32", "--ranks", "2:all",
                                   "-o", results], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, **self.here) as process:
                while process.poll() is None and (
                        not results.exists() or results.read_text().count("\n") < 5):
                    time.sleep(0.02)
                process.send_signal(number)
                self.assertEqual(process.wait(300), status)
            first, *others = results.read_text().splitlines()
            self.assertEqual(json.loads(first)["record"], "campaign")
            self.assertEqual({json.loads(one)["record"] for one in others[:3]}, {"cell"})


if __name__ == "__main__":
    unittest.main(verbosity=2)
