# SPDX-License-Identifier: BSD-3-Clause
"""`comops simulate`: shared memory and MPI on simulated machines, as a user asks for them; among
them one of --xml FILE --core-to-core FILE.

What makes a matrix bad is tested in test_descriptions.py.

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

from asked import COMOPS, ROOT, cells_of, comops, kind, recorded, refused, simulate
from comops.results.schema import json_schema
from comops_simulate.plan import NAMED_ONLY

BROADCAST = ("--patterns", "broadcast", "--protocols", "barrier,direct,library", "--sizes", "8,4K")
NO_SMPIRUN = os.environ | {"PATH": os.path.dirname(sys.executable)}


class Records(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.records = recorded("--platform", "power-challenge,spp1600", "--ranks", "2:all",
                               *BROADCAST)
        cls.cells = kind(cls.records, "cell")

    def test_every_record_is_as_the_schema_says(self):
        schema = json_schema()
        for record in self.records:
            part = {"$ref": f"#/$defs/{record['record']}", "$defs": schema["$defs"]}
            jsonschema.Draft202012Validator(part).validate(record)

    def test_each_machine_is_a_placement_with_both_paths_at_each_number_of_ranks(self):
        self.assertEqual([platform["name"] for platform in self.records[0]["platforms"]],
                         ["power-challenge", "spp1600"])
        simulated = {(cell["placement"], cell["ranks"], cell["path"]) for cell in self.cells}
        machines = "power-challenge", "spp1600"
        self.assertEqual(simulated, {(machine, ranks, path) for machine in machines
                                     for ranks in (2, 4, 8) for path in ("threads", "mpi")})

    def test_where_the_time_went_adds_up_to_the_mean_of_the_runs(self):
        for cell in self.cells:
            if cell["model"] != "coherence":
                self.assertNotIn("where", cell)
                continue
            where = cell["where"]
            parts = [us for value in where.values()
                     for us in (value.values() if isinstance(value, dict) else [value])]
            self.assertTrue(math.isclose(sum(parts), fmean(cell["samples_us"]), rel_tol=0.02), cell)
            unused = "port" if cell["placement"] == "power-challenge" else "bus"
            self.assertEqual(where["queue_us"][unused], 0)

    def test_cells_that_differ_in_path_or_protocol_are_pairs_without_an_interval(self):
        times = {json.dumps({name: cell.get(name) for name in ("placement", "ranks", "bytes",
                             "path", "protocol")}): cell["time_us"] for cell in self.cells}
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
            mine = [cell["time_us"] for cell in self.cells if cell["path"] == "threads" and all(
                cell[name] == verdict["a"][name] for name in ("placement", "ranks", "bytes"))]
            if verdict["verdict"] == "best":
                chosen = next(cell["time_us"] for cell in self.cells if all(
                    cell[name] == value for name, value in verdict["a"].items()))
                self.assertEqual(chosen, min(mine))
        self.assertEqual({verdict["verdict"] for verdict in kind(self.records, "verdict")},
                         {"paper", "best", "same-code", "ours"})

    def test_a_group_s_pairs_follow_its_cells(self):
        kinds = [record["record"] for record in self.records[1:19]]
        self.assertEqual(kinds, ["cell"] * 4 + ["pair"] * 6 + ["verdict"] * 4 + ["cell"] * 4)


class Addresses(unittest.TestCase):
    def test_too_few_addresses_are_said_in_a_sentence(self):
        done = subprocess.run(
            ["sh", "-c", 'ulimit -v 33554432 && exec "$0" simulate -q --platform bus:4',
             str(COMOPS)], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (77, ""))
        self.assertRegex(done.stderr, "64 GiB of addresses .* ulimit -v unlimited")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)


class Verdicts(unittest.TestCase):
    """Threads and MPI are different models: only where both were calibrated or printed are they
    compared."""

    @classmethod
    def setUpClass(cls):
        cls.records = recorded("--platform", "bus:4,power-challenge", "--ranks", 4, *BROADCAST)

    def sides(self, machine, name="pair"):
        return {tuple((pair[side]["path"], pair[side]["protocol"]) for side in "ab")
                for pair in kind(self.records, name) if pair["a"]["placement"] == machine}

    def test_models_are_compared_on_a_paper_s_machine_alone(self):
        own = {(("threads", "barrier"), ("threads", "direct")),
               (("threads", "barrier"), ("mpi", "direct")),
               (("threads", "direct"), ("mpi", "direct"))}
        across = {(("threads", "barrier"), ("mpi", "library")),
                  (("threads", "direct"), ("mpi", "library")),
                  (("mpi", "direct"), ("mpi", "library"))}
        self.assertEqual(self.sides("bus:4"), own)
        self.assertEqual(self.sides("power-challenge"), own | across)
        self.assertNotIn("library", str(self.sides("bus:4", "verdict")))

    def test_the_screen_says_which_and_how_far_times_may_be_off(self):
        done = simulate("--platform", "bus:4,power-challenge", "--ranks", 4, *BROADCAST, "-o",
                        os.devnull)
        said = " ".join(done.stdout.split())
        self.assertIn("bus:4: simulated times may be off: threads by an unknown factor, "
                      "MPI by an unknown factor; no verdict between simulated threads and "
                      "simulated MPI", said)
        self.assertRegex(said, r"power-challenge: simulated times may be off: .*MPI x [\d.]+ to "
                         r"[\d.]+; verdicts are simulated from printed rates\.")


class Algorithms(unittest.TestCase):
    """direct beside the published algorithms."""

    @classmethod
    def setUpClass(cls):
        cls.cells = cells_of(
            "--platform", "graviton3,2x-epyc-7601,2x-xeon-8358", "--ranks", "2,8,64", "--paths",
            "threads", "--patterns", "barrier,allreduce,reduce,broadcast,gather", "--sizes", 8,
            "--protocols", "direct,dissemination,tournament,recursive_doubling,binomial_tree,xhc")

    def times(self, machine, pattern, ranks):
        """By protocol."""
        return {cell["protocol"]: cell["time_us"] for cell in self.cells if (
            cell["placement"], cell["pattern"], cell["ranks"]) == (machine, pattern, ranks)}

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
        for machine, most in (("graviton3", 2.5), ("2x-epyc-7601", 4.5), ("2x-xeon-8358", 3.4)):
            for pattern in ("barrier", "allreduce"):
                with self.subTest(machine=machine, pattern=pattern):
                    few, many = (self.times(machine, pattern, ranks) for ranks in (8, 64))
                    self.assertLess(many["direct"], most * few["direct"])
                    self.assertLess(many["direct"], 1.3 * min(many.values()))

    def test_a_cell_says_in_which_groups_its_ranks_met(self):
        """32 cores on a cache are 6 blocks of 6 at most; XHC divides none."""
        groups = {cell["protocol"]: cell.get("groups") for cell in self.cells if (
            cell["placement"], cell["pattern"], cell["ranks"]) == ("2x-xeon-8358", "barrier", 64)}
        self.assertEqual(groups["direct"], {"levels": 3, "ranks": 6 + 6 + 2})
        self.assertEqual(groups["xhc"], {"levels": 2, "ranks": 32 + 2})
        self.assertIsNone(groups["dissemination"])


class Variants(unittest.TestCase):
    def test_those_of_a_broadcast_are_simulated_only_if_they_are_named(self):
        words = ("--platform", "icx-48", "--ranks", 2, "--patterns", "broadcast", "--paths",
                 "threads", "--sizes", 8, "--protocols")
        self.assertFalse(NAMED_ONLY & {cell["protocol"] for cell in cells_of(*words, "all")})
        self.assertEqual(NAMED_ONLY, {cell["protocol"] for cell in cells_of(
            *words, ",".join(sorted(NAMED_ONLY)))})


class Choices(unittest.TestCase):
    def test_each_path_has_its_engine(self):
        """Threads, and their code in processes, by memory; MPI by messages."""
        models = {(cell["path"], cell["protocol"]): cell["model"] for cell in cells_of(
            "--platform", "bus:2", "--patterns", "broadcast", "--sizes", 8,
            "--protocols", "direct,library,get")}
        self.assertEqual(models, {("threads", "direct"): "coherence",
                                  ("threads", "get"): "coherence", ("mpi", "direct"): "coherence",
                                  ("mpi", "library"): "two-sided", ("mpi", "get"): "two-sided"})

    def test_what_cannot_be_simulated_is_left_out_and_said_and_the_rest_runs(self):
        for words, said, paths in (
            (("2x-xeon-x5650",), "mpi on 2x-xeon-x5650 is left out: no curve", {"threads"}),
            (("weland",), "threads on weland is left out: nothing is known of its caches", {"mpi"}),
            (("bus:2", "--buffers", "cold"), "mpi: messages know no caches", {"threads"}),
        ):
            done = simulate("--json", "--platform", *words, "--ranks", 2, "--patterns", "broadcast",
                            "--protocols", "get,barrier,library", "--sizes", 8)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(said, " ".join(done.stderr.split()))
            cells = kind(map(json.loads, done.stdout.splitlines()), "cell")
            self.assertEqual({cell["path"] for cell in cells}, paths)

    def test_without_simgrid_threads_are_simulated_and_clusters_are_not(self):
        done = simulate("--platform", "bus:2", *BROADCAST, "--json", env=NO_SMPIRUN)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("mpi on bus:2 is left out: smpirun is missing", done.stderr)
        self.assertEqual(simulate("--platform", "weland", env=NO_SMPIRUN).returncode, 77)

    def test_data_are_used_within_the_time_unless_it_is_asked_otherwise(self):
        took = {}
        for consume in ("timed", "no"):
            words = [] if consume == "timed" else ["--consume", consume]
            (cell,) = cells_of("--platform", "bus:2", "--patterns", "broadcast", "--sizes", "64K",
                               "--protocols", "direct", *words, "--paths", "threads")
            self.assertEqual(cell["consume"], consume)
            took[consume] = cell["time_us"]
        self.assertGreater(took["timed"], took["no"])

    def test_each_machine_takes_the_ranks_that_it_has_and_the_paths_that_were_named(self):
        cells = cells_of("--platform", "bus:2,bus:4", "--ranks", "2,4", "--paths", "threads",
                         *BROADCAST)
        self.assertEqual({(cell["placement"], cell["ranks"], cell["path"]) for cell in cells},
                         {("bus:2", 2, "threads"), ("bus:4", 2, "threads"),
                          ("bus:4", 4, "threads")})

    def test_what_cannot_be_is_refused_with_the_reason(self):
        refused(self, [
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
            (("--platform", "graviton3", "--patterns", "pingpong", "--protocols", "sendrecv"),
             "nothing to simulate: mpi on graviton3 is left out: no curve"),
            (("--platform", "bus:4", "--core-to-core", "m.csv"), "needs --xml, the machine"),
        ])


class Output(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.here = {"cwd": self.folder, "env": os.environ | {"TMPDIR": self.folder}}

    def test_the_terminal_has_the_times_the_verdicts_and_what_they_are_worth(self):
        done = simulate("--platform", "bus:2,crossbar:4", "--ranks", "2:all", *BROADCAST, "-o", "r",
                      **self.here)
        for text in ("SIMULATED: bus:2, crossbar:4 | 2 to 4 ranks\n",
                     "\nSimulated: The same code in threads and in processes: ",
                     "  broadcast, crossbar:4, 4 ranks ",
                     " against bus:2",
                     "\nTimes are simulated and have no interval"):
            self.assertIn(text, done.stdout)
        said = re.split(r"\n\n", done.stdout)[1]  # below the heading
        self.assertRegex(said, r"\A(Simulated: .*(\n  .*)*(\n|\Z))+\Z")
        self.assertNotIn("?", done.stdout)
        self.assertIn("comops report r\n", done.stdout)
        self.assertEqual(done.stderr, "comops: results are in r\n")
        times = comops("show", "r", **self.here).stdout
        self.assertEqual(times.count(", simulated\n"), 3)
        self.assertTrue(times.endswith(done.stdout))

    def test_quiet_says_nothing_else_and_verbose_more(self):
        quiet = simulate("--platform", "bus:2", *BROADCAST, "-q", "-o", "quiet", **self.here)
        self.assertEqual((quiet.returncode, quiet.stderr), (0, ""))
        self.assertIn("SIMULATED: bus:2 | 2 ranks", quiet.stdout)
        said = simulate("--platform", "bus:2", *BROADCAST, "-v", "-o", "said", **self.here)
        self.assertIn("8 cells", said.stderr)

    def test_a_run_that_is_killed_leaves_whole_records(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            results = pathlib.Path(self.folder, f"{number}.jsonl")
            with subprocess.Popen([COMOPS, "simulate", "--platform", "bus:32", "--ranks", "2:all",
                                   "-o", results], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, **self.here) as process:
                while process.poll() is None and (
                        not results.exists() or results.read_text().count("\n") < 5):
                    time.sleep(0.02)
                process.send_signal(number)
                self.assertEqual(process.wait(300), -number)
            first, *others = results.read_text().splitlines()
            self.assertEqual(json.loads(first)["record"], "campaign")
            self.assertEqual({json.loads(line)["record"] for line in others[:3]}, {"cell"})


XML = ROOT / "tests/topology/machines/32em64t-2n8c2t-pci-noio.xml"  # two sockets, 16 cores
CORES = 16
NEAR, FAR = 50, 120  # ns


def matrix(size, time):
    """A lower triangle."""
    return "\n".join(",".join(str(time(i, j)) for j in range(i)) for i in range(size)) + "\n"


def sockets(i, j):
    return NEAR if (i < CORES // 2) == (j < CORES // 2) else FAR


DIRECT = ("--patterns", "pingpong", "--protocols", "direct", "--paths", "threads", "--sizes", 8,
          "--json")


def of_matrix(file, *words):
    return simulate("--xml", XML, "--core-to-core", file, *DIRECT, *words)


class MatrixFiles(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def file(self, text):
        file = self.folder / "matrix.csv"
        file.write_text(text)
        return file

    def refused(self, file, words, why):
        refused(self, [(words, why)], "--xml", XML, "--core-to-core", file, *DIRECT)

    def test_a_matrix_of_the_cores_decides_the_times(self):
        def took(time):
            done = of_matrix(self.file(matrix(CORES, time)), "--ranks", "2")
            self.assertEqual(done.returncode, 0, done.stderr)
            (cell,) = [record for record in map(json.loads, done.stdout.splitlines())
                       if record["record"] == "cell"]
            return cell["time_us"]

        self.assertLess(took(sockets), took(lambda i, j: 3 * sockets(i, j)))

    def test_the_engine_takes_every_machine_that_is_known_by_a_matrix(self):
        self.assertEqual(len(cells_of("--platform", "all", "--ranks", 2, *DIRECT)), 26)

    def test_a_bad_matrix_is_one_error_and_exit_2(self):
        good = matrix(CORES, sockets)
        for text, why in (
            (matrix(5, sockets), "5 rows, but the machine has 32 hardware threads and 16 cores"),
            (good.replace("50", "-50", 1), "row 2, column 1: -50"),
            ("\n".join(",".join(str(i * 100 + j + 10) for j in range(CORES)) for i in range(CORES)),
             "not symmetric: row 2, column 1 is 110, row 1, column 2 is 11"),
        ):
            self.refused(self.file(text), (), why)

    def test_placements_are_those_that_the_policies_give_on_this_machine(self):
        """`bus` and `pu:0-1` are on one socket, `crossbar` is on both; siblings share a core."""
        file = self.file(matrix(CORES, sockets))
        done = of_matrix(file, "--ranks", "2", "--placements", "bus,crossbar,pu:0-1,smt")
        self.assertEqual(done.returncode, 0, done.stderr)
        campaign, *others = map(json.loads, done.stdout.splitlines())
        took = {record["placement"]: record["time_us"] for record in others
                if record["record"] == "cell"}
        self.assertEqual(list(took), ["bus", "crossbar"])
        self.assertLess(1.5 * took["bus"], took["crossbar"])
        self.assertIn("equals", done.stderr)
        self.assertIn("two ranks share a core, which is not simulated", done.stderr)
        self.assertEqual([place["name"] for place in campaign["placements"]], list(took))
        planned = json.loads(comops("machine", "--xml", XML, "--json", "--ranks", 2).stdout)
        self.assertEqual({place["name"]: place["pus"] for place in campaign["placements"]},
                         {place["name"]: place["pus"] for place in planned["placements"]
                          if place["name"] in took})
        for name, why in (("buss", "bus"), ("smt", "nothing to simulate")):
            self.refused(file, ("--ranks", "2", "--placements", name), why)

    def test_the_coherence_protocol_is_said_and_can_be_set(self):
        file = self.file(matrix(CORES, sockets).replace("50", ""))
        for words, said in (([], "coherence protocol mesif: the processor's name; Intel's"),
                            (["--coherence", "moesi"], "coherence protocol moesi: --coherence")):
            results = self.folder / f"{len(words)}.jsonl"
            done = simulate("--xml", XML, "--core-to-core", file, "-p", "pingpong", "-r", "direct",
                            "-s", 8, "-n", 2, *words, "-o", results)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(said, done.stdout)
            self.assertIn("pairs of cores are blank", done.stderr)
            page = comops("report", results, "-o", "-").stdout
            self.assertIn("coherence protocol</th>", page)
            self.assertIn("pairs of cores are blank", page)

    def test_a_rank_too_many_and_a_file_that_is_not_there_are_errors(self):
        self.refused(self.file(matrix(CORES, sockets)), ("--ranks", CORES + 1),
                     f"{XML.stem} takes from 2 to {CORES}")
        self.refused("/no/such/matrix.csv", (), "/no/such/matrix.csv: no such file")

    def test_an_output_that_was_removed_meanwhile_is_an_error(self):
        results = self.folder / "results.jsonl"
        with subprocess.Popen([COMOPS, "simulate", "--xml", XML, "-p", "broadcast", "-s", "8:64K",
                               "-n", "16", "-o", results], stderr=subprocess.PIPE, text=True,
                              stdout=subprocess.DEVNULL) as process:
            while process.poll() is None and not (results.exists() and results.stat().st_size):
                time.sleep(0.01)
            results.unlink()
            _, errors = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 1, errors)
        self.assertIn("results.jsonl was removed or replaced", errors)


if __name__ == "__main__":
    unittest.main(verbosity=2)
