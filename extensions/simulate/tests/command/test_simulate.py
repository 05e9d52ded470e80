# SPDX-License-Identifier: BSD-3-Clause
"""`comops simulate --paths mpi`: each interconnect behaves as one of its kind, and nothing else
changes; the same implementation is compared between machines.

Usage: test_simulate.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
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

import jsonschema

import asked
from asked import COMOPS, ROOT, kind
from comops.results.schema import json_schema

PRINTED = ROOT / "extensions/simulate/benchmarks/simulated_against_printed.py"
SMPI = ("--paths", "mpi", "--consume", "no")
TIME = 1 << 20  # bytes of a message whose latency is negligible
DIGITS = "9" * 5000
SHIFT = ("--patterns", "shift", "--protocols", "sendrecv", "--sizes", 8)


def comops(*words, **how):
    return asked.simulate(*SMPI, *words, **how)


def recorded(*words):
    return asked.recorded(*SMPI, *words)


def simulated(*words):
    """The campaign and its cells."""
    campaign, *others = recorded(*words)
    return campaign, kind(others, "cell")


def schema_of(name):
    return jsonschema.Draft202012Validator(
        {"$ref": f"#/$defs/{name}", "$defs": json_schema()["$defs"]})


def distant(*words):
    """Simulated microseconds of 8 bytes, by partner."""
    _, cells = simulated("--patterns", "distant", "--protocols", "sendrecv", "--sizes", 8, *words)
    return {cell["series"]: cell["time_us"] for cell in cells}


class Interconnects(unittest.TestCase):
    def test_a_bus_is_shared_and_a_crossbar_is_not(self):
        """Concurrent messages take longer with more ranks on a bus alone. A tree gains nothing
        there, and on a crossbar the ranks over their logarithm."""
        _, cells = simulated("--platform", "bus:16,crossbar:16", "--patterns",
                             "shift,naive_broadcast,tree_broadcast", "--protocols", "sendrecv",
                             "--sizes", TIME, "--ranks", "4,8,16")
        took = {(cell["placement"], cell["pattern"], cell["ranks"]): cell["time_us"]
                for cell in cells}
        for platform, factor, gain in (("bus:16", 2, 1), ("crossbar:16", 1, 15 / math.log2(16))):
            for ranks in (8, 16):
                self.assertAlmostEqual(took[platform, "shift", ranks]
                                       / took[platform, "shift", ranks // 2], factor, delta=0.05)
            gained = took[platform, "naive_broadcast", 16] / took[platform, "tree_broadcast", 16]
            self.assertAlmostEqual(gained, gain, delta=0.1)

    def test_disjoint_pairs_disturb_each_other_on_a_bus_but_not_on_a_crossbar(self):
        _, cells = simulated("--platform", "bus:16,crossbar:16", "--patterns", "swap",
                             "--protocols", "(0,6)", "--sizes", "128K", "--ranks", "2,8,16")
        took = {(cell["placement"], cell["ranks"]): cell["time_us"]
                for cell in cells if cell["series"] == 131072}
        for ranks in (8, 16):
            for platform, factor, delta in (("bus:16", ranks / 2, 0.05 * ranks),
                                            ("crossbar:16", 1, 0.01)):
                self.assertAlmostEqual(took[platform, ranks] / took[platform, 2], factor,
                                       delta=delta)

    def test_time_over_partner_follows_the_hamming_distance_on_a_hypercube(self):
        took = distant("--platform", "hypercube:32", "--ranks", 32)
        self.assertEqual(len(took), 31)
        for partner, time_us in took.items():
            self.assertAlmostEqual(time_us - took[1], 0.1 * (partner.bit_count() - 1), delta=0.001)

    def test_a_message_to_another_socket_or_round_a_torus_takes_longer(self):
        for platform, far in (("numa:2x4", 4), ("torus:8x2", 4)):
            took = distant("--platform", platform)
            self.assertGreater(took[far], took[1], platform)


class Published(unittest.TestCase):
    def test_fitted_times_are_met_and_predictions_miss_as_they_did(self):
        done = subprocess.run([sys.executable, PRINTED, "16"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        errors = {"fitted": [], "predicted": []}
        for error, how in re.findall(r"([+-]\d+) % \| (fitted|predicted) \|", done.stdout):
            errors[how].append(abs(int(error)))
        self.assertEqual(len(errors["fitted"]), 33)
        self.assertLessEqual(max(errors["fitted"]), 8)
        self.assertEqual(errors["predicted"], [245, 230, 53, 70, 21, 20, 14, 8,  # the Origin
                                               42, 51, 66, 74, 9, 138, 104, 23])

    def test_every_paper_s_machine_runs_every_pattern_and_its_numbers_have_sources(self):
        names = ("power-challenge", "alphaserver-8400", "spp1600", "origin2000", "pleione",
                 "origin2000-195", "t3e", "weland", "mathwulf")
        campaign, cells = simulated("--platform", ",".join(names), "--patterns",
                                    "pingpong,alltoall", "--sizes", 8, "--ranks", 4)
        self.assertTrue(all(cell["valid"] for cell in cells))
        self.assertEqual({(cell["placement"], cell["pattern"]) for cell in cells},
                         {(name, pattern) for name in names
                          for pattern in ("pingpong", "alltoall")})
        for platform in campaign["platforms"]:
            self.assertGreater(len(platform["parameters"]), 2)
            for parameter in platform["parameters"]:
                self.assertRegex(parameter["source"], "Luo|Luecke|Worley|thesis|assumption|printed")


class Records(unittest.TestCase):
    def test_reductions_combine_what_was_asked_for(self):
        _, cells = simulated("--platform", "crossbar:4", "--patterns", "reduce,allreduce,shift",
                             "--sizes", "24", "--op", "sum", "--datatype", "all")
        self.assertTrue(all(cell["valid"] for cell in cells))
        self.assertEqual({(c["pattern"], c.get("op"), c.get("datatype")) for c in cells},
                         {("shift", None, None)} |
                         {(pattern, "sum", datatype) for pattern in ("reduce", "allreduce")
                          for datatype in ("double", "float", "int64", "int32")})
        shown = comops("--platform", "crossbar:4", "--patterns", "reduce", "--sizes", 24, "--op",
                       "all", "--protocols", "library,sendrecv", "-o", os.devnull).stdout
        self.assertIn("SIMULATED: crossbar:4 | 4 ranks\n", shown)
        self.assertIn("reduce (sum of double), processes", shown)

    def test_two_runs_give_the_same_numbers(self):
        asked = ("--platform", "numa:2x4", "--patterns", "alltoall,broadcast", "--sizes", "8,64K")
        first, second = ([cell["samples_us"] for cell in simulated(*asked)[1]] for _ in range(2))
        self.assertEqual(first, second)


class BetweenMachines(unittest.TestCase):
    ASKED = ("--patterns", "alltoall,shift", "--protocols", "sendrecv", "--sizes", "8,64K",
             "--ranks", "4")

    def test_each_cell_of_the_others_is_compared_with_that_of_the_first(self):
        every = recorded("--platform", "crossbar:4,bus:4", *self.ASKED)
        cells, ratios = kind(every, "cell"), kind(every, "placement_ratio")
        self.assertEqual(len(ratios), len(cells) / 2)
        times = {(cell["placement"], cell["pattern"], cell["bytes"]): cell["time_us"]
                 for cell in cells}
        for ratio in ratios:
            schema_of("placement_ratio").validate(ratio)
            a, b = ratio["a"], ratio["b"]
            self.assertEqual((a["placement"], b["placement"]), ("crossbar:4", "bus:4"))
            self.assertEqual(a | {"placement": ""}, b | {"placement": ""})
            self.assertAlmostEqual(ratio["ratio"], times[b["placement"], b["pattern"], b["bytes"]]
                                   / times[a["placement"], a["pattern"], a["bytes"]])
        alltoall = [ratio["decision"] for ratio in ratios if ratio["a"]["pattern"] == "alltoall"
                    and ratio["a"]["bytes"] > 8]
        self.assertEqual(alltoall, ["faster"])  # on the crossbar

    def test_one_machine_is_compared_with_none(self):
        every = recorded("--platform", "bus:4", *self.ASKED)
        self.assertEqual(kind(every, "placement_ratio"), [])

    def test_the_terminal_says_how_often_and_how_much_slower_the_others_are(self):
        shown = comops("--platform", "crossbar:4,bus:4", *self.ASKED, "-o", os.devnull).stdout
        self.assertRegex(" ".join(shown.split()),
                         r"Each implementation on bus:4 against crossbar:4: slower in 4 "
                         r"\([\d.]+ to [\d.]+ times, the most for mpi/sendrecv at 64K\) of 4")
        self.assertNotIn("not measured", shown)


class Everything(unittest.TestCase):
    def test_all_patterns_and_protocols_are_checked_and_their_records_as_the_schema_says(self):
        records = recorded("--platform", "crossbar:4", "--patterns", "all", "--sizes", "8,1K",
                           "--ranks", 4)
        cells = kind(records, "cell")
        kept = [record for record in records if record["record"] != "pair"]  # of many pairs, some
        for record in kept + records[::50]:
            schema_of(record["record"]).validate(record)
            if record["record"] in ("campaign", "cell"):
                self.assertIs(record["simulated"], True)
        self.assertTrue(all(cell["valid"] for cell in cells))
        self.assertGreater(len({(cell["pattern"], cell["protocol"]) for cell in cells}), 30)


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        self.here = {"cwd": self.folder, "env": os.environ | {"TMPDIR": self.folder}}

    def left(self):
        return sorted(os.listdir(self.folder))

    def test_a_table_goes_to_the_terminal_and_the_results_to_a_file_and_nothing_else_is_left(self):
        done = comops("--platform", "bus:4", "--quick", "-o", "results.jsonl", **self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("SIMULATED: bus:4 | 4 ranks\n", done.stdout)
        self.assertEqual(self.left(), ["results.jsonl"])
        again = comops("--platform", "bus:4", "--quick", "-o", "results.jsonl", **self.here)
        self.assertEqual((again.returncode, again.stdout), (2, ""))
        self.assertIn("exists", again.stderr)

    def test_an_interrupt_leaves_whole_records_and_nothing_else(self):
        with subprocess.Popen([COMOPS, "simulate", *SMPI, "--platform", "torus:8x8", "--ranks",
                               "64", "-p", "all", "-o", "results.jsonl"], stderr=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, **self.here) as process:
            results = pathlib.Path(self.folder, "results.jsonl")
            while process.poll() is None and not (results.exists() and results.stat().st_size):
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(300), -signal.SIGINT)
        self.assertEqual(self.left(), ["results.jsonl"])
        for line in results.read_text().splitlines():
            json.loads(line)

    def test_what_cannot_be_is_refused_with_the_reason(self):
        broken = pathlib.Path(self.folder, "broken.xml")
        broken.write_text("<platform><zone></platform>")
        asked.refused(self, [
            ((), "name a machine"),
            (("--platform", "nowhere"), "no platform `nowhere`"),
            (("--platform", "torus:3x"), "write bus:P"),
            (("--platform", "hypercube:12"), "power of two"),
            (("--platform", "bus:1"), "from 2 to"),
            (("--platform", "weland", "--ranks", 33), "takes from 2 to 32"),
            (("--platform", "bus:4", "--patterns", "dance"), "no pattern `dance`"),
            (("--platform", "bus:4", "--protocols", "pigeon"), "no protocol `pigeon`"),
            (("--platform", "bus:4", "--patterns", "swap", "--sizes", "0"), "nothing to simulate"),
            (("--platform", "bus:4", "--placements", "bus"), "--placements needs --xml"),
            (("--platform", "weland", "--coherence", "moesi"), "not simulated line by line"),
            (("--platform", "bus:4", "--op", "min"), "no operation `min`; there are: max, sum"),
            (("--platform", "bus:4", "--sizes", "8:4"), "`8:4` is an empty range"),
            (("--xml", broken), ""),
            (("--platform", f"bus:{DIGITS}"), "from 2 to"),
            (("--platform", "bus:4", "--sizes", DIGITS), "is too large"),
            (("--platform", "bus:4", "--sizes", "2G"), "`2G` is too large"),
            (("--platform", "bus:4", "--ranks", DIGITS), "whole number"),
            (("--platform", "bus:4", "--ranks", "1_0"), "whole number"),
        ], *SMPI, **self.here)

    def test_a_pipe_is_no_machine(self):
        pipe = pathlib.Path(self.folder, "pipe")
        os.mkfifo(pipe)
        asked.refused(self, [(("--xml", pipe), "not a regular file")], *SMPI)

    def test_an_output_that_cannot_be_written_exits_1_with_one_message(self):
        ours = ["--platform", "bus:2", *map(str, SHIFT)]
        for words, stream, what in [
            (["--help"], ">/dev/full", "standard output"),
            (["--json", *ours], ">/dev/full", "standard output"),
            (["--json", *ours], ">&-", "standard output"),
            (["-o", "results.jsonl", *ours], ">/dev/full", "standard output"),
            (["-o", "/dev/full", *ours], "", "to /dev/full"),
        ]:
            script = f'exec "$@" {stream} 2>errors'
            done = subprocess.run(["sh", "-c", script, "sh", COMOPS, "simulate", *SMPI, *words],
                                  check=False, stdout=subprocess.DEVNULL, **self.here)
            said = pathlib.Path(self.folder, "errors").read_text().splitlines()
            said = [line for line in said
                    if line.startswith("comops") and "results are in" not in line]
            self.assertEqual(done.returncode, 1, (words, stream, said))
            self.assertEqual(len(said), 1, said)
            self.assertIn("cannot write ", said[0])
            self.assertIn(what, said[0])

    def test_without_simgrid_it_says_how_to_get_it(self):
        done = comops("--platform", "torus:4", env={"PATH": os.path.dirname(sys.executable)})
        self.assertEqual(done.returncode, 77, done.stderr)
        self.assertIn("libsimgrid-dev", done.stderr)

    def test_a_cell_that_ends_the_simulator_costs_itself_alone(self):
        real = subprocess.run(["which", "smpirun"], capture_output=True, text=True).stdout.strip()
        fake = pathlib.Path(self.folder, "smpirun")
        fake.write_text("#!/bin/sh\n# Dies where a cell moves 1024 bytes.\n"
                        'if [ -s cells ] && head -n 1 cells | grep -q 1024; then exit 134; fi\n'
                        f"{real} \"$@\" | sed '/\"bytes\":1024/,$d'\n")
        fake.chmod(0o755)
        done = comops("--platform", "bus:4", "--patterns", "shift", "--protocols", "sendrecv",
                      "--sizes", "8,1024,64K", "--json",
                      env=os.environ | {"PATH": f"{self.folder}:{os.environ['PATH']}"})
        _, *cells, _ = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(done.returncode, 1)
        self.assertIn("1024 bytes", done.stderr)
        self.assertEqual({cell["bytes"]: cell["valid"] for cell in cells},
                         {8: True, 1024: False, 65536: True})


if __name__ == "__main__":
    unittest.main(verbosity=2)
