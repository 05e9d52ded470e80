# SPDX-License-Identifier: BSD-3-Clause
"""MPI by curves: what files say is what is simulated, at each distance; and what has no curve is
not predicted.

Usage: test_curves.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from dataclasses import replace
from unittest import mock

from asked import ROOT, cells_of, comops, kind, recorded, refused, simulate
from busy import measured
from comops.measure.planning.names import placements_check
from comops_simulate import curve_files
from comops_simulate.bands import known
from comops_simulate.curve import Curve
from comops_simulate.curve_files import curve_read, curves_measured, places_of
from comops_simulate.descriptions.known import known_machine
from comops_simulate.platforms import CALIBRATED, MATRIX, PRINTED, PlatformError

NEAR = {1: 0.2, 8: 0.21, 64: 0.24, 1024: 0.55, 4096: 1.2, 65536: 8.4, 262144: 17.4, 1048576: 68.0}
FAR = {1: 0.5, 8: 0.5, 64: 0.7, 1024: 1.9, 4096: 3.1, 65536: 21.0, 262144: 70.0, 1048576: 311.0}
SIZES = ",".join(map(str, NEAR))
OSU = "# OSU MPI Latency Test v7.3\n# Size          Latency (us)\n"
IMB = ("# Library : Open MPI 4.1.1 vader\n#-----\n# Benchmarking PingPong\n"
       "       #bytes #repetitions      t[usec]   Mbytes/sec\n"
       "            0         1000         0.20         0.00\n")
TWO = "2x-xeon-x5650"  # sockets of six cores
MEASURED = ROOT / "extensions/simulate/benchmarks/simulated_against_measured.py"
SENDS = ("--patterns", "pingpong", "--protocols", "sendrecv", "--consume", "no", "--ranks", 2)


def osu(points):
    return OSU + "".join(f"{size:<16}{time:>10.2f}\n" for size, time in points.items())


def imb(points):
    return IMB + "".join(f"{size:13}{1000:13}{time:13.2f}{size / time:13.2f}\n"
                         for size, time in points.items())


class Curves(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def file(self, name, text):
        file = self.folder / name
        file.write_text(text)
        return file

    def assert_met(self, cells, points):
        self.assertEqual(len(cells), len(points))
        for cell in cells:
            self.assertTrue(cell["valid"], cell)
            self.assertAlmostEqual(cell["time_us"] / points[cell["bytes"]], 1, delta=0.02)

    def test_a_simulated_ping_pong_is_the_curve_of_its_file(self):
        for text in (osu(NEAR), imb(NEAR)):
            self.assert_met(cells_of("--platform", TWO, *SENDS, "--sizes", SIZES, "--curves",
                                     f"llc={self.file('near', text)}"), NEAR)

    def test_each_distance_has_the_time_of_its_own_curve(self):
        curves = f"llc={self.file('near', osu(NEAR))},far={self.file('far', osu(FAR))}"
        cells = cells_of("--platform", TWO, "--patterns", "distant", "--protocols", "sendrecv",
                         "--consume", "no", "--ranks", 12, "--sizes", SIZES, "--curves", curves)
        for partners, points in ((range(1, 6), NEAR), (range(6, 12), FAR)):
            for partner in partners:
                self.assert_met([cell for cell in cells if cell["series"] == partner], points)

    def test_a_results_file_of_comops_is_a_curve(self):
        file = self.folder / "results.jsonl"
        done = comops("run", "-q", *SENDS[:4], "--paths", "mpi", "--ranks", 2, "--sizes", "8,64K",
                      "--budget", "1s", "--oversubscribe", "-o", file)
        self.assertEqual(measured(done.returncode), 0, done.stderr)
        curve = curve_read(file)
        times = {cell["bytes"]: cell["time_us"]
                 for cell in kind(map(json.loads, file.read_text().splitlines()), "cell")}
        self.assertEqual(dict(curve.points), times)
        self.assertIn("MPI", curve.library)

    def test_a_long_message_that_follows_another_takes_what_its_acknowledgement_did(self):
        file = self.folder / "results.jsonl"
        patterns = ("--patterns", "pingpong,put_acknowledged", *SENDS[2:])
        records = recorded("--platform", "power-challenge", *patterns, "--sizes", "8,4K,64K,1M")
        for cell in kind(records, "cell"):
            if cell["pattern"] == "put_acknowledged":
                cell["time_us"] *= 3
        file.write_text("".join(json.dumps(record) + "\n" for record in records))
        cells = cells_of("--platform", TWO, *patterns, "--sizes", "4K,64K,1M", "--curves",
                         f"llc={file}")
        known = {(cell["pattern"], cell["bytes"]): cell["time_us"]
                 for cell in kind(records, "cell")}
        for cell in cells:
            time = known[cell["pattern"], cell["bytes"]]
            if (cell["pattern"], cell["bytes"]) == ("put_acknowledged", 4096):
                time = known["pingpong", 4096] + known["pingpong", 8]
            self.assertAlmostEqual(cell["time_us"] / time, 1, delta=0.02, msg=cell)

    def test_copies_and_reductions_of_a_rank_take_time(self):
        near = f"llc={self.file('near', osu(NEAR))}"
        times = {(cell["protocol"], cell["bytes"]): cell["time_us"] for cell in cells_of(
            "--platform", TWO, "--patterns", "reduce", "--protocols", "library,sendrecv",
            "--consume", "no", "--ranks", 2, "--sizes", "1K,1M", "--curves", near)}
        copy_us = {size: size / known_machine(TWO)["copy_MBps"] for size in (1024, 1 << 20)}
        for cell, parts in ((("library", 1024), 1), (("sendrecv", 1 << 20), 2)):
            self.assertAlmostEqual(times[cell], NEAR[cell[1]] + parts * copy_us[cell[1]], places=2)

    def test_ranks_at_a_distance_without_a_curve_are_not_predicted(self):
        near = f"llc={self.file('near', osu(NEAR))}"
        done = simulate("--json", "--platform", TWO, "--patterns", "broadcast", "--protocols",
                        "library,get", "--sizes", 8, "--ranks", "6,12", "--curves", near)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("mpi on 2x-xeon-x5650 is left out: no curve for the distance far",
                      " ".join(done.stderr.split()))
        cells = kind(map(json.loads, done.stdout.splitlines()), "cell")
        self.assertEqual({(cell["path"], cell["ranks"]) for cell in cells},
                         {("mpi", 6), ("threads", 6), ("threads", 12)})

    def test_the_record_has_each_point_with_its_library_and_file(self):
        file = self.file("near", imb(NEAR))
        campaign, *_ = recorded("--platform", TWO, *SENDS, "--sizes", 8, "--curves", f"llc={file}")
        (platform,) = campaign["platforms"]
        points = [parameter for parameter in platform["parameters"]
                  if parameter["name"].startswith("a message of")]
        self.assertEqual([point["value"] for point in points], list(NEAR.values()))
        self.assertEqual({point["source"] for point in points}, {f"Open MPI 4.1.1 vader; {file}"})
        self.assertIn("smpi/coll-selector:ompi", platform["models"]["two-sided"]["options"])

    def test_what_is_no_curve_is_refused_with_the_reason(self):
        near = self.file("near", osu(NEAR))
        refused(self, [
            ((near,), "write CLASS=FILE; the cores of 2x-xeon-x5650 are at the distances llc, far"),
            ((f"node={near}",), "no distance `node`; there are: llc, far"),
            ((f"llc={self.file('none', 'hello')}",), "not a text of osu_latency"),
            ((f"llc={self.folder / 'absent'}",), "absent: No such file"),
            ((f"llc={self.file('r.jsonl', '{}')}",), "r.jsonl"),
        ], "--platform", TWO, *SENDS, "--curves")
        refused(self, [(("weland",), "weland is not described core by core")], "--curves", near,
                *SENDS, "--platform")

    def test_this_machine_s_curve_is_measured_for_each_distance_of_its_cores(self):
        machine, asked = known_machine(TWO), []
        facts = {"cores": [{"usable": True, "usable_pus": [pu]} for pu in range(12)],
                 "calibration": {"pairs": [{"pus": [0, 1], "handover_ns": {"median": 50}},
                                           {"pus": [0, 6], "handover_ns": None}]}}
        hand_overs = iter((0.2, 0.06, 0.3))

        def run(words):
            asked.append(words[words.index("--placements") + 1])
            return "", None

        def campaign(file):
            return mock.Mock(canaries=[mock.Mock(handover_us=next(hand_overs))])

        with (mock.patch.object(curve_files, "result_of", run),
              mock.patch.object(curve_files, "program_folder", pathlib.Path),
              mock.patch.object(curve_files, "campaign_read", campaign),
              mock.patch.object(curve_files, "curve_read",
                                lambda file: Curve("MPICH", tuple(NEAR.items()), str(file)))):
            curves = curves_measured(machine, facts)
        self.assertEqual(asked, ["pu:0+1", "pu:0+1", "pu:0+6"])  # the first while they were moved
        placements_check(asked)
        self.assertEqual(list(curves), list(places_of(machine)))
        self.assertEqual({curve.points for curve in curves.values()}, {tuple(NEAR.items())})

    def test_a_size_between_is_on_a_power_law_and_on_its_side_of_the_library_s_switch(self):
        curve = Curve("Open MPI vader", tuple((size, time) for size, time in (
            (512, 0.5), (1024, 1.0), (2048, 2.0), (8192, 100.0), (16384, 200.0))), "")
        self.assertAlmostEqual(curve.time_us(724.08), 0.7071, places=4)
        self.assertAlmostEqual(curve.time_us(4095), 4.0, places=2)  # short ones until here
        self.assertAlmostEqual(curve.time_us(4096), 50.0)
        self.assertAlmostEqual(replace(curve, library="another").time_us(4096), 200**0.5)

    def test_most_sizes_of_public_curves_are_predicted_from_the_others(self):
        done = subprocess.run([sys.executable, MEASURED, "--left-out"], capture_output=True,
                              text=True, check=True)
        self.assertTrue(done.stdout.endswith("162 of 171 within 20 %\n"), done.stdout)


class Bands(unittest.TestCase):
    def test_each_has_a_kind_of_path_and_machine_and_includes_no_error(self):
        self.assertTrue(known())
        for name, (band, source) in known().items():
            path, _, machine = name.partition(", ")
            self.assertIn(path, ("threads", "mpi"))
            self.assertIn(machine, (CALIBRATED, PRINTED, MATRIX))
            self.assertTrue(0 < band.low < 1 < band.high, name)
            self.assertRegex(source, r"^[1-9][0-9]* cells: ")

    def test_the_record_and_the_json_have_the_band_of_a_machine(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "r.jsonl")
            done = simulate("--platform", "spp1600", *SENDS, "--sizes", 8, "-o", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            answer = json.loads(comops("report", file, "--format", "json", "-o", "-").stdout)
        band, _ = known()[f"mpi, {PRINTED}"]
        self.assertEqual(answer["simulated"]["spp1600"]["bands"]["mpi"], [band.low, band.high])
        self.assertEqual(answer["simulated"]["spp1600"]["verdicts"],
                         "simulated from printed rates")


class Refusals(unittest.TestCase):
    def test_a_results_file_without_a_ping_pong_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "r.jsonl")
            done = simulate("--platform", "bus:2", "--patterns", "broadcast", "--protocols", "get",
                            "--sizes", 8, "-o", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            with self.assertRaisesRegex(PlatformError, "has no ping-pong of two ranks"):
                curve_read(file)


unittest.main(verbosity=2)
