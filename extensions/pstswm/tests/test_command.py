# SPDX-License-Identifier: BSD-3-Clause
"""`comops pstswm` as a user runs it.

Usage: test_command.py COMOPS WORKER SOURCE-ROOT [UNITTEST ARGUMENTS]

The worker is that of threads.
"""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import jsonschema

# Bytes of T10L1 on 2x1 ranks: 16 longitudes with half of 8 terms at 8 pairs of latitudes with both
# hemispheres; all terms.
BLOCKS = {"DTH": 16 * 32 * 16, "DR": 16 * 64 * 16}
COMOPS, WORKER, ROOT = sys.argv.pop(1), sys.argv.pop(1), Path(sys.argv.pop(1))

import forked  # noqa: E402

from comops.common.batch import batch_text  # noqa: E402
from comops.results.cell import CellRecord  # noqa: E402
from comops.results.schema import json_schema  # noqa: E402
SWAP = "pstswm", "-e", "B", "--paths", "threads"
PLAN = {"truncation": "T10", "levels": 1, "dt": 3600, "case": 2, "tilt": 0, "steps": 2,
        "columns": 2, "rows": 1, "fourier": "srtrans", "fourier_protocol": "(0,1)",
        "legendre": "exchsum", "legendre_protocol": "(0,1)"}


def call(*words: str) -> subprocess.CompletedProcess:
    return forked.comops(COMOPS, ["pstswm", *words])


def measured(*words: str) -> subprocess.CompletedProcess:
    """A call that succeeds."""
    done = call(*words)
    assert done.returncode == 0, done.stderr
    return done


def records(*words: str) -> list[dict]:
    return [json.loads(line) for line in measured(*words, "--json").stdout.splitlines()]


RANKS = "--paths threads --oversubscribe "
REFUSED = (
    ("-p T43L1", "there are T10, T21, T42, T85 and T170"), ("-p T42L0", "as in T42L16"),
    ("-p T42L", "as in T42L16"), ("-p ,", "no problem"), ("--fft gsl", "fftw"),
    ("--fft ,", "no FFT"), ("--dt 0", "a number of seconds from 1"),
    ("--dt nan", "a number of seconds from 1"), ("--steps 0", "numbers of steps, each from 1"),
    ("--steps 3 --days 1", "both say how long a run is"),
    ("--dry-run --json", "a --dry-run has none"), ("--case 5", "cases 2 and 6"),
    ("--case 6 --tilt 45", "case 2 only"), ("--tilt east", "an angle in degrees"),
    ("-e F", "there are A (serial), B (SWAP)"), ("-e B --runs 2", "without the model"),
    ("-e B --problems T10", "without the model"), ("-e B --ranks 2", "without the model"),
    ("-e B --dt 60", "without the model"), ("-e E --fft fftw", "--fft is for experiment A"),
    ("-e C --mesh 2x1", "--mesh is for experiment E"), ("-e E --mesh 2x", "`2x` is not a mesh"),
    ("-e E --mesh 2x2 --ranks 2", "has 4 ranks, not 2"), ("--ranks 2", "runs on one core"),
    (f"{RANKS}-e D --ranks 1", "two or more"), ("-e E --paths threads,thread", "no path `thread`"),
    (f"{RANKS}-e E -p T10 --mesh 33x1", "T10 has 32 longitudes, too few for 33 columns"),
    (f"{RANKS}-e E -p T10 --mesh 1x9", "T10 has 8 pairs of latitudes, too few for 9 rows"),
)


class Command(unittest.TestCase):
    def test_a_row_for_each_problem_with_both_ffts_and_a_rate_where_flops_are_printed(self):
        done = measured("--problems", "T10L2,T42L1", "--steps", "3", "--runs", "2")
        head, names, *rows = done.stdout.splitlines()
        self.assertIn("Mflop/s", head)
        self.assertIn("blocked", names)
        self.assertEqual([row.split()[0] for row in rows], ["T10L2", "T42L1"])
        self.assertEqual([row.split()[5] != "-" for row in rows], [False, True])

    def test_a_record_for_each_run_fits_the_schema_and_the_rate_its_time(self):
        runs = records("--problems", "T42L2", "--steps", "4", "--runs", "2", "--fft", "blocked")
        schema = json_schema()
        self.assertEqual([record["run"] for record in runs], [1, 2])
        for record in runs:
            jsonschema.validate(record, schema)
            self.assertEqual((record["truncation"], record["levels"], record["steps"]),
                             ("T42", 2, 4))
            self.assertAlmostEqual(record["mflops"] * record["seconds"], 2 * 4 * 4.129859, 5)
            self.assertLessEqual(4 * record["step_min_us"], 1e6 * record["seconds"])
            self.assertLess(record["errors"]["depth"]["l2"], 1e-12)

    def test_steps_are_those_that_are_printed(self):
        for words, wanted in (((), [241, 481]), (("--steps", "3,5"), [3, 5]),
                              (("--days", "0.5"), [12]), (("--days", "1", "--dt", "7000"), [12])):
            runs = records("--problems", "T10", "--fft", "blocked", "--runs", "1", *words)
            self.assertEqual([record["steps"] for record in runs], wanted)

    def test_the_wave_is_another_case(self):
        words = ("--problems", "T21", "--fft", "blocked", "--runs", "1", "--days", "1", "--case",
                 "6")
        record, = records(*words)
        self.assertGreater(record["errors"]["depth"]["l2"], 1e-3)
        self.assertLess(abs(record["drift"]["mass"]), 1e-13)
        least, most = record["depth_m"]["least"], record["depth_m"]["greatest"]
        self.assertTrue(8000 < least < 8300 and 10400 < most < 10600, (least, most))
        table = call(*words).stdout
        self.assertIn("change of", table)
        self.assertIn(f"{least:.0f}", table.split())
        self.assertNotIn("error of", table)

    def test_a_dry_run_shows_the_grids(self):
        done = measured("--dry-run")
        rows = [line.split() for line in done.stdout.splitlines()]
        self.assertIn("T42L16 64x128 64x64 946 4129859 1800 241, 481".split(), rows)
        self.assertRegex(done.stdout, "(?m)^About .* s|min|h")

    def test_a_run_that_blows_up_says_in_which_step(self):
        done = call("--problems", "T42", "--fft", "blocked", "--case", "6", "--dt", "7200")
        self.assertEqual(done.returncode, 2)
        step = re.search(r"T42 blew up in step (\d+) of 241\b", done.stderr)
        self.assertIsNotNone(step, done.stderr)
        self.assertLess(int(step.group(1)), 100)
        self.assertIn("--dt", done.stderr)

    def test_what_does_not_exist_or_fit_is_refused_with_what_does(self):
        for words, because in REFUSED:
            done = call(*words.split())
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(because, done.stderr)


class Ranks(unittest.TestCase):
    """Two threads."""

    def test_the_full_simulation_has_a_record_for_each_run_of_each_variant(self):
        runs = records("-e", "E", "-p", "T10", "--steps", "4", "--runs", "2", "--mesh", "2x1",
                       *RANKS.split())
        schema = json_schema()
        for record in runs:
            jsonschema.validate(record, schema)
            self.assertEqual((record["columns"], record["rows"], record["steps"]), (2, 1, 4))
            self.assertAlmostEqual(sum(record["shares"].values()), 1)
            self.assertGreater(record["shares"]["rows"], 0)
            self.assertEqual(record["block_bytes"], BLOCKS[record["variant"].split()[0]])
            self.assertEqual(record["shares"]["columns"], 0)
            self.assertLess(record["errors"]["depth"]["l2"], 1e-12)
        variants = ["DTH best", "DTH GEN", "DR best", "DR GEN", "DTH COL"]
        self.assertEqual([(record["variant"], record["run"]) for record in runs],
                         [(variant, run) for run in (1, 2) for variant in variants])

    def test_the_sets_have_each_algorithm_with_its_best_protocol(self):
        done = measured("-e", "D", "-p", "T10L2", "--steps", "2", "--runs", "1", "--ranks", "2",
                        *RANKS.split())
        rows = [line.split() for line in done.stdout.splitlines() if line.startswith("threads ")]
        self.assertEqual([row[1] for row in rows],
                         ["srtrans", "swtrans", "logtrans", "alltoallv", "dfft", "generic",
                          "exchsum", "halfsum", "ringsum", "allreduce", "ringpipe", "srtrans",
                          "swtrans", "logtrans", "alltoallv", "generic"])
        for group in rows[:6], rows[6:]:
            self.assertEqual(min(float(row[-2]) for row in group), 0)
            self.assertTrue(all(float(row[3]) <= float(row[4]) for row in group))

    def test_a_block_is_what_one_rank_has_for_another(self):
        runs = records("-e", "C", "-p", "T10L2", "--steps", "1", "--runs", "1", "--ranks", "2",
                       *RANKS.split())
        columns = {(record["legendre"], record["block_bytes"]) for record in runs
                   if record["rows"] == 2}
        blocks = dict(columns)
        self.assertEqual(len(blocks), len(columns), "any protocol has the same")
        coefficient = 2 * 3 * 16  # levels, fields, a complex number
        for name in "exchsum", "halfsum", "ringsum", "allreduce":
            self.assertEqual(blocks[name], 66 * coefficient)
        # Orders 0 and 10, 1 and 9, 2 and 8: 12 coefficients a pair.
        self.assertEqual(blocks["ringpipe"], 36 * coefficient)
        # Six orders, four pairs of latitudes, two levels, eight terms, two hemispheres.
        for name in "srtrans", "swtrans", "logtrans", "alltoallv":
            self.assertEqual(blocks[name], 6 * 4 * 2 * 8 * 2 * 16)

    def test_sets_of_many_ranks_are_planned_and_those_that_do_not_fit_left_out(self):
        for ranks, planned, refused in (
            (32, ["T10L16", "T42L1", "T21L32", "T85L2"], []),
            (64, ["T21L4", "T42L1", "T21L32", "T85L2"],
             ["T42 has 32 pairs of latitudes, too few for 64 rows"]),
            (128, ["T42L1", "T42L1", "T42L8", "T85L2"],
             ["T42 has 32 pairs of latitudes, too few for 128 rows",
              "T85 has 64 pairs of latitudes, too few for 128 rows"]),
        ):
            done = measured("-e", "D", "--paths", "threads", "--ranks", str(ranks), "--dry-run")
            self.assertEqual(re.findall(r"(?m)^(\w+), \w+ transforms", done.stdout), planned)
            self.assertEqual(re.findall("left out: (.*)", done.stdout), refused)

    def test_what_does_not_fit_is_left_out_with_the_reason(self):
        done = measured("-e", "C", "-p", "T10L1", "--steps", "1", "--runs", "1", "--ranks", "9",
                        *RANKS.split())
        self.assertIn("T10L1 on 9x1, left out: dfft needs a power of two of columns", done.stderr)
        self.assertIn("T10L1 on 1x9, left out: T10 has 8 pairs of latitudes", done.stderr)
        self.assertIn("Fourier transforms in parallel, mesh 9x1", done.stdout)
        self.assertNotIn("Legendre", done.stdout)

    def test_a_run_that_blows_up_does_so_in_the_step_of_a_serial_one(self):
        words = "-p", "T21", "--case", "6", "--dt", "15000", "--steps", "60"
        step = re.search(r"blew up in step \d+", call(*words).stderr)
        self.assertIsNotNone(step)
        done = call(*words, "-e", "E", "--mesh", "1x2", *RANKS.split())
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(f"T21L1 over threads {step.group()} of", done.stderr)

    def test_plans_may_come_through_a_pipe(self):
        plans = [PLAN, PLAN | {"fourier": "dfft"}, PLAN | {"fourier": "none"}]
        done = subprocess.run([WORKER, "--ranks", "2", "--plans", "/dev/stdin"], text=True,
                              input=batch_text(plans), capture_output=True, check=True, timeout=100)
        *good, refused = map(json.loads, done.stdout.splitlines())
        self.assertEqual([record["seconds"] > 0 for record in good], [True, True])
        self.assertIn("there is no algorithm `none`", refused["refused"])

    def test_a_file_of_plans_that_cannot_be_read_ends_all_ranks(self):
        done = subprocess.run([WORKER, "--ranks", "2", "--plans", "/nowhere"], text=True,
                              capture_output=True, check=False, timeout=100)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot read /nowhere", done.stderr)


class Measured(unittest.TestCase):
    """What an experiment adds to, or takes from, a campaign of `comops run`."""

    def test_swap_has_a_row_for_each_path_and_order_and_its_file_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([Path(COMOPS).resolve(), *SWAP], cwd=folder,
                                  capture_output=True, text=True, check=False)
            self.assertIn(done.returncode, (0, 1), done.stderr)  # 1: a busy machine lost a cell
            (file,) = Path(folder).iterdir()
            records = [json.loads(line) for line in file.read_text().splitlines()]
        rows = {tuple(row[:2]): row[2:] for row in map(str.split, done.stdout.splitlines())
                if row[:1] == ["threads"] and row[1:2] in (["unordered"], ["ordered"])}
        for order, name in ("(0,", "unordered"), ("(1,", "ordered"):
            rates = [2 * 2097152 / CellRecord.from_json(row).fastest_us for row in records
                     if row["record"] == "cell" and row["valid"] and row["series"] == 2097152
                     and row["protocol"].startswith(order)]
            self.assertAlmostEqual(float(rows["threads", name][0]), max(rates), delta=1)

    def test_it_is_said_whether_the_ping_pong_predicted_the_winner(self):
        done = measured("-e", "E", "-p", "T10", "--steps", "4", "--runs", "6", "--mesh", "2x1",
                        "--paths", "threads,mpi")
        rows = [line for line in done.stdout.splitlines() if line.startswith("threads, mpi ")]
        self.assertEqual([" ".join(row.split()[2:4]) for row in rows],
                         ["DTH best", "DTH GEN", "DR best", "DR GEN", "DTH COL"])
        for row in rows:
            self.assertRegex(row, r"(?:(?: +[\d.]+ \[.*\]| +-)){2}  "
                             "(predicted|did not predict|undecided)$")
            ends = [map(float, pair) for pair in re.findall(r"\[([\d.]+), ([\d.]+)\]", row)]
            # Nearer to 1 the words may be "equivalent".
            sides = [(low > 1.06) - (high < 1 / 1.06) for low, high in ends]
            if len(sides) == 2 and 0 not in sides:
                self.assertEqual(row.endswith("]  predicted"), sides[0] == sides[1], row)


unittest.main(verbosity=2)
