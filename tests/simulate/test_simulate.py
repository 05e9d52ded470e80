# SPDX-License-Identifier: BSD-3-Clause
"""`comops simulate --engine smpi`: each interconnect behaves as one of its kind, and nothing else
changes.

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

COMOPS, ROOT = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1))
sys.path.append(str(ROOT))

from records.schema import json_schema  # noqa: E402
ENGINE = ("--engine", "smpi")
TIME = 1 << 20  # bytes of a message whose latency is negligible
DIGITS = "9" * 5000
SHIFT = ("--patterns", "shift", "--protocols", "sendrecv", "--sizes", 8)


def comops(*words, **how):
    return subprocess.run([COMOPS, "simulate", *ENGINE, *map(str, words)], capture_output=True,
                          text=True, check=False, **how)


def recorded(*words):
    done = comops("--json", *words)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def simulated(*words):
    """The campaign and its cells."""
    campaign, *others = recorded(*words)
    return campaign, [one for one in others if one["record"] == "cell"]


def times(platform, patterns, size, ranks, protocol="sendrecv"):
    """Simulated microseconds, by pattern."""
    _, cells = simulated("--platform", platform, "--patterns", patterns, "--protocols", protocol,
                         "--sizes", size, "--ranks", ranks)
    return {cell["pattern"]: cell["time_us"] for cell in cells}


def platform_text(body):
    """A platform file of SimGrid's with one host."""
    return ('<?xml version="1.0"?>\n'
            '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
            '<platform version="4.1"><zone id="all" routing="Full">'
            f'<host id="node" speed="1Gf" core="4"/>{body}</zone></platform>')


def distant(*words):
    """Simulated microseconds of 8 bytes, by partner."""
    _, cells = simulated("--patterns", "distant", "--protocols", "sendrecv", "--sizes", 8, *words)
    return {cell["series"]: cell["time_us"] for cell in cells}


class Interconnects(unittest.TestCase):
    def test_concurrent_messages_scale_with_the_ranks_on_a_bus_but_not_on_a_crossbar(self):
        for platform, factor in (("bus:16", 2), ("crossbar:16", 1)):
            took = [times(platform, "shift", TIME, ranks)["shift"] for ranks in (4, 8, 16)]
            for before, after in zip(took, took[1:]):
                self.assertAlmostEqual(after / before, factor, delta=0.05)

    def test_disjoint_pairs_disturb_each_other_on_a_bus_but_not_on_a_crossbar(self):
        def swap(platform, ranks):
            _, cells = simulated("--platform", platform, "--patterns", "swap", "--protocols",
                                 "(0,6)", "--sizes", "128K", "--ranks", ranks)
            (took,) = [cell["time_us"] for cell in cells if cell["series"] == 131072]
            return took

        for ranks in (8, 16):
            for platform, factor, delta in (("bus:16", ranks / 2, 0.05 * ranks),
                                            ("crossbar:16", 1, 0.01)):
                ratio = swap(platform, ranks) / swap(platform, 2)
                self.assertAlmostEqual(ratio, factor, delta=delta)

    def test_a_tree_gains_nothing_on_a_bus_and_ranks_over_their_logarithm_on_a_crossbar(self):
        for platform, gain in (("bus:16", 1), ("crossbar:16", 15 / math.log2(16))):
            took = times(platform, "naive_broadcast,tree_broadcast", TIME, 16)
            gained = took["naive_broadcast"] / took["tree_broadcast"]
            self.assertAlmostEqual(gained, gain, delta=0.1)

    def test_time_over_partner_follows_the_hamming_distance_on_a_hypercube(self):
        took = distant("--platform", "hypercube:32", "--ranks", 32)
        self.assertEqual(len(took), 31)
        for partner, time_us in took.items():
            self.assertAlmostEqual(time_us - took[1], 0.1 * (partner.bit_count() - 1), delta=0.001)

    def test_a_message_to_another_socket_or_round_a_torus_takes_longer(self):
        for platform, far in (("numa:2x4", 4), ("torus:8x2", 4)):
            took = distant("--platform", platform)
            self.assertGreater(took[far], took[1], platform)

    def test_on_a_machine_of_hwlocs_cores_that_share_less_are_slower(self):
        file = ROOT / "tests/topology/machines/16amd64-4distances.xml"
        took = distant("--xml", file)
        self.assertLess(took[1], took[2])
        self.assertIn("<topology", simulated("--xml", file, *SHIFT)[0]["topology_xml"])

class Published(unittest.TestCase):
    def test_fitted_times_are_met_and_predictions_miss_as_they_did(self):
        done = comops("--published", "--ranks", 16)
        self.assertEqual(done.returncode, 0, done.stderr)
        errors = {"fitted": [], "predicted": []}
        for error, kind in re.findall(r"([+-]\d+) % \| (fitted|predicted) \|", done.stdout):
            errors[kind].append(abs(int(error)))
        self.assertEqual(len(errors["fitted"]), 33)
        self.assertLessEqual(max(errors["fitted"]), 8)
        self.assertEqual(errors["predicted"], [245, 230, 53, 70, 42, 51, 66, 74])

    def test_every_paper_s_machine_runs_every_pattern_and_its_numbers_have_sources(self):
        for name in ("power-challenge", "alphaserver-8400", "spp1600", "origin2000", "t3e",
                     "weland", "mathwulf"):
            campaign, cells = simulated("--platform", name, "--patterns", "pingpong,alltoall",
                                        "--sizes", 8, "--ranks", 4)
            self.assertTrue(all(cell["valid"] for cell in cells), name)
            self.assertGreater(len(campaign["platforms"][0]["parameters"]), 2)
            for parameter in campaign["platforms"][0]["parameters"]:
                self.assertRegex(parameter["source"], "Luo|Luecke|Worley|thesis|assumption")


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
                       "all", "-o", os.devnull).stdout
        self.assertIn("SIMULATED: crossbar:4 | 4 ranks | engine smpi", shown)
        self.assertIn("reduce (sum of double), MPI", shown)

    def test_two_runs_give_the_same_numbers(self):
        asked = ("--platform", "numa:2x4", "--patterns", "alltoall,broadcast", "--sizes", "8,64K")
        first, second = ([cell["samples_us"] for cell in simulated(*asked)[1]] for _ in range(2))
        self.assertEqual(first, second)

    def test_a_file_of_simgrids_own_is_a_platform(self):
        campaign, _ = simulated("--platform", "crossbar:4", *SHIFT)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "mine.xml")
            file.write_text(campaign["platforms"][0]["models"]["two-sided"]["xml"])
            again, cells = simulated("--platform", file, *SHIFT)
        self.assertEqual(again["platforms"][0]["hosts"], campaign["platforms"][0]["hosts"])
        self.assertEqual(cells[0]["ranks"], 4)


class Everything(unittest.TestCase):
    def test_every_machine_of_the_tests_can_be_simulated(self):
        for file in sorted((ROOT / "tests/topology/machines").glob("*.xml")):
            self.assertTrue(simulated("--xml", file, *SHIFT)[1], file)

    def test_all_patterns_and_protocols_are_checked_and_their_records_as_the_schema_says(self):
        records = recorded("--platform", "crossbar:4", "--patterns", "all", "--sizes", "8,1K",
                           "--ranks", 4)
        cells = [one for one in records if one["record"] == "cell"]
        schema = json_schema()
        kept = [one for one in records if one["record"] != "pair"]  # of the many pairs, some
        for record in kept + records[::50]:
            part = {"$ref": f"#/$defs/{record['record']}", "$defs": schema["$defs"]}
            jsonschema.Draft202012Validator(part).validate(record)
            if record["record"] in ("campaign", "cell"):
                self.assertIs(record["simulated"], True)
        self.assertTrue(all(cell["valid"] for cell in cells))
        self.assertGreater(len({(cell["pattern"], cell["protocol"]) for cell in cells}), 30)


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.here = {"cwd": self.folder.name, "env": os.environ | {"TMPDIR": self.folder.name}}

    def left(self):
        return sorted(os.listdir(self.folder.name))

    def test_a_table_goes_to_the_terminal_and_the_results_to_a_file_and_nothing_else_is_left(self):
        done = comops("--platform", "bus:4", "--quick", "-o", "results.jsonl", **self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("SIMULATED: bus:4 | 4 ranks | engine smpi", done.stdout)
        self.assertEqual(self.left(), ["results.jsonl"])
        again = comops("--platform", "bus:4", "--quick", "-o", "results.jsonl", **self.here)
        self.assertEqual((again.returncode, again.stdout), (2, ""))
        self.assertIn("exists", again.stderr)

    def test_an_interrupt_leaves_whole_records_and_nothing_else(self):
        with subprocess.Popen([COMOPS, "simulate", *ENGINE, "--platform", "torus:8x8", "--ranks",
                               "64", "-p", "all", "-o", "results.jsonl"], stderr=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, **self.here) as process:
            results = pathlib.Path(self.folder.name, "results.jsonl")
            while process.poll() is None and not (results.exists() and results.stat().st_size):
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(300), 130)
        self.assertEqual(self.left(), ["results.jsonl"])
        for line in results.read_text().splitlines():
            json.loads(line)

    def test_what_cannot_be_is_refused_with_the_reason(self):
        broken = pathlib.Path(self.folder.name, "broken.xml")
        broken.write_text("<platform><zone></platform>")
        for words, why in [
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
            (("--platform", "bus:4", "--coherence", "moesi"), "smpi has no caches"),
            (("--platform", "bus:4", "--op", "min"), "no operation `min`; there are: max, sum"),
            (("--platform", "bus:4", "--sizes", "8:4"), "`8:4` is an empty range"),
            (("--platform", broken), "not a SimGrid platform file"),
            (("--xml", broken), ""),
            (("--platform", f"bus:{DIGITS}"), "from 2 to"),
            (("--platform", "bus:4", "--sizes", DIGITS), "is too large"),
            (("--platform", "bus:4", "--sizes", "2G"), "`2G` is too large"),
            (("--platform", "bus:4", "--ranks", DIGITS), "whole number"),
            (("--platform", "bus:4", "--ranks", "1_0"), "whole number"),
            (("--published", "--ranks", 0), "whole number"),
            (("--published", "--ranks", -5), "whole number"),
            (("--published", "--ranks", 1), "at least 2"),
            (("--published", "--platform", "t3e"), "--published can only be combined with --ranks"),
        ]:
            self.refused(words, why)

    def refused(self, words, why):
        done = comops(*words, **self.here, timeout=300)
        self.assertEqual((done.returncode, done.stdout), (2, ""), (why, done.stderr[-500:]))
        self.assertIn(why, done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_a_platform_file_with_a_number_out_of_range_is_refused(self):
        file = pathlib.Path(self.folder.name, "mine.xml")
        link = {"bandwidth": "1GBps", "latency": "1us"}
        for words, why in [
            ({"core": "2000000000"}, "more than 65536 cores"),
            ({"core": DIGITS}, "core is not a whole number"),
            ({"radical": "0-2000000000"}, "more than 65536 cores"),
            ({"radical": f"0-{DIGITS}"}, "radical is not a whole number"),
            ({"latency": "1e30s"}, "latency is more than 1000 s"),
            ({"latency": "nan"}, "latency is not a time"),
            ({"latency": "-1us"}, "latency is not a time"),
            ({"bandwidth": "nanBps"}, "bandwidth is not a rate"),
            ({"bandwidth": "0Bps"}, "bandwidth is not a rate"),
        ]:
            tag = "cluster" if "radical" in words else "host" if "core" in words else "link"
            values = (link if tag == "link" else {}) | {"id": "it"} | words
            text = " ".join(f'{name}="{value}"' for name, value in values.items())
            file.write_text(platform_text(f"<{tag} {text}/>"))
            self.refused(("--platform", file), why)

    def test_a_pipe_is_no_platform(self):
        pipe = pathlib.Path(self.folder.name, "pipe")
        os.mkfifo(pipe)
        for option in ("--platform", "--xml"):
            self.refused((option, pipe), "not a regular file")

    def test_a_cell_without_simulated_time_is_wrong(self):
        file = pathlib.Path(self.folder.name, "mine.xml")
        file.write_text(platform_text(
            '<link id="bus" bandwidth="1e300Bps" latency="0"/>'
            '<route src="node" dst="node" symmetrical="NO"><link_ctn id="bus"/></route>'))
        done = comops("--json", "--platform", file, *SHIFT)
        _, cell = map(json.loads, done.stdout.splitlines())
        self.assertEqual((done.returncode, cell["valid"]), (1, False))
        self.assertIn("the simulated time is 0 us", cell["error"])
        self.assertNotIn("Traceback", done.stderr)

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
            done = subprocess.run(["sh", "-c", script, "sh", COMOPS, "simulate", *ENGINE, *words],
                                  check=False, stdout=subprocess.DEVNULL, **self.here)
            said = pathlib.Path(self.folder.name, "errors").read_text().splitlines()
            said = [line for line in said
                    if line.startswith("comops") and "results are in" not in line]
            self.assertEqual(done.returncode, 1, (words, stream, said))
            self.assertEqual(len(said), 1, said)
            self.assertIn("cannot write ", said[0])
            self.assertIn(what, said[0])

    def test_without_simgrid_it_says_how_to_get_it(self):
        done = comops("--platform", "bus:4", env={"PATH": os.path.dirname(sys.executable)})
        self.assertEqual(done.returncode, 77, done.stderr)
        self.assertIn("libsimgrid-dev", done.stderr)

    def test_a_cell_that_ends_the_simulator_costs_itself_alone(self):
        real = subprocess.run(["which", "smpirun"], capture_output=True, text=True).stdout.strip()
        fake = pathlib.Path(self.folder.name, "smpirun")
        fake.write_text("#!/bin/sh\n# Dies where a cell moves 1024 bytes.\n"
                        'if [ -s cells ] && head -n 1 cells | grep -q 1024; then exit 134; fi\n'
                        f"{real} \"$@\" | sed '/\"bytes\":1024/,$d'\n")
        fake.chmod(0o755)
        done = comops("--platform", "bus:4", "--patterns", "shift", "--protocols", "sendrecv",
                      "--sizes", "8,1024,64K", "--json",
                      env=os.environ | {"PATH": f"{self.folder.name}:{os.environ['PATH']}"})
        _, *cells = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(done.returncode, 1)
        self.assertIn("1024 bytes", done.stderr)
        self.assertEqual({cell["bytes"]: cell["valid"] for cell in cells},
                         {8: True, 1024: False, 65536: True})


if __name__ == "__main__":
    unittest.main(verbosity=2)
