# SPDX-License-Identifier: BSD-3-Clause
"""`comops run --counters GROUP`, with likwid and with a stand-in whose counts are known.

Usage: test_counters.py COMOPS STAND_IN_FOLDER BUILT_WITH SOURCE-ROOT [UNITTEST ARGUMENTS]
BUILT_WITH is `likwid`, or why likwid itself cannot be tried.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema

COMOPS, STAND_IN, BUILT_WITH, ROOT = sys.argv[1:5]
del sys.argv[1:5]
sys.path.append(ROOT)

from records.schema import json_schema  # noqa: E402
MACHINE = json.loads(subprocess.run(
    [COMOPS, "machine", "--json"], capture_output=True, text=True, check=True).stdout)
PATHS = [path["name"] for path in json.loads(subprocess.run(
    [COMOPS, "list", "--json"], capture_output=True, text=True, check=True).stdout)["paths"]
    if not path.get("missing") and path["name"] in ("threads", "mpi")]
FEW = ("-p", "pingpong,broadcast", "-r", "direct,sendrecv", "-l", "bus", "-n", "2", "--sizes",
       "8,64K", "--budget", "0.5", "--launches", "1", "--timeout", "10m")


def of_kind(records, kind):
    return [record for record in records if record["record"] == kind]


@unittest.skipUnless(MACHINE["usable_cores"] > 1, "needs two cores")
class Counters(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_comops(self, *words, module=STAND_IN, **environment):
        """Status, standard error, records; the loader looks for the module in that folder first."""
        file = self.folder / "results.jsonl"
        file.unlink(missing_ok=True)
        inherited = dict(os.environ)
        inherited.pop("LD_LIBRARY_PATH", None)  # in which meson puts the stand-in
        if module:
            environment["LD_LIBRARY_PATH"] = str(module)
        environment["REGISTERS"] = str(self.folder)
        done = subprocess.run([COMOPS, "run", "-o", file, *words], capture_output=True, text=True,
                              timeout=600, check=False, env=inherited | environment)
        self.assertEqual(list(self.folder.glob("register-*")), [])  # all given back
        lines = file.read_text().splitlines() if file.exists() else []
        return done.returncode, done.stderr, [json.loads(line) for line in lines]

    def count(self, *words, **more):
        """Standard error and records of a campaign that counts, which must succeed."""
        status, errors, records = self.run_comops("--counters", "PLACES", *FEW, *words, **more)
        self.assertEqual(status, 0, errors)
        return errors, records

    def assert_schema(self, records):
        schema = json_schema()
        for record in of_kind(records, "campaign") + of_kind(records, "cell"):
            part = {"$ref": f"#/$defs/{record['record']}", "$defs": schema["$defs"]}
            errors = jsonschema.Draft202012Validator(part).iter_errors(record)
            self.assertIsNone(jsonschema.exceptions.best_match(errors))

    def assert_measured(self, records):
        cells = of_kind(records, "cell")
        protocols = 1 + 2 * ("mpi" in PATHS)  # direct on both paths, sendrecv on one
        self.assertEqual(len(cells), 4 * protocols)
        self.assertTrue(all(cell["valid"] for cell in cells), cells)

    def assert_only_times(self, errors, records, pattern):
        """Measured all the same; the reason is in the file, and told once."""
        reason = records[0]["counters"]["reason"]
        self.assertRegex(reason, pattern)
        self.assert_schema(records)
        self.assert_measured(records)
        self.assertEqual({cell["counters"] for cell in of_kind(records, "cell")}, {None})
        self.assertEqual(errors.count(f"no hardware counters: {reason}"), 1, errors)

    def test_each_rank_of_each_cell_has_its_own_counts_of_one_run(self):
        _, records = self.count()
        self.assertEqual(records[0]["counters"], {"group": "PLACES", "reason": None})
        self.assert_schema(records)
        self.assert_measured(records)
        for cell in of_kind(records, "cell"):
            counters, name = cell["counters"], f"{cell['pattern']}/{cell['protocol']}"
            runs = cell["repeats"] if cell["mode"] == "loop" else 1  # between two markers
            self.assertEqual(counters["group"], "PLACES")
            self.assertEqual((counters["runs"] > 0, counters["runs"] % runs), (True, 0))
            for part, place, letters in (("events", [pu + 1 for pu in cell["pus"]],
                                          sum(name.encode())),
                                         ("empty", [0.25, 0.25], 0)):
                found = counters[part]
                self.assertEqual(found.keys(), {"PLACE:PMC0", "NAME:PMC1", "NONE:PMC2"})
                for rank in (0, 1):
                    self.assertAlmostEqual(found["PLACE:PMC0"][rank] * runs, place[rank], 5)
                    self.assertAlmostEqual(found["NAME:PMC1"][rank] * runs, letters, 3)
                self.assertEqual(found["NONE:PMC2"], [None, None])

    def test_counts_follow_the_ranks_to_other_seats(self):
        _, _, records = self.run_comops(*FEW)
        first, second = records[0]["placements"][0]["pus"]
        errors, records = self.count("-p", "broadcast", "--sizes", "64K",
                                     "-l", f"bus,pu:{second}+{first}")
        found = {(cell["placement"], *cell["counters"]["events"]["PLACE:PMC0"])
                 for cell in of_kind(records, "cell")}
        self.assertEqual(found, {("bus", first + 1, second + 1),
                                 (f"pu:{second}+{first}", second + 1, first + 1)}, errors)

    def test_the_report_shows_the_counts(self):
        self.count()
        page = self.folder / "report.html"
        subprocess.run([COMOPS, "report", self.folder / "results.jsonl", "-o", page],
                       capture_output=True, timeout=600, check=True, env=os.environ | {
                           "PATH": f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"})
        self.assertTrue("PLACE:PMC0" in page.read_text(), "the event is not on the page")

    def test_nothing_is_counted_unasked(self):
        status, errors, records = self.run_comops(*FEW)
        self.assertEqual(status, 0, errors)
        self.assertEqual([record for record in records if "counters" in record], [])

    def test_a_campaign_that_goes_on_counts_on(self):
        _, records = self.count()
        file = self.folder / "results.jsonl"
        lines = file.read_text().splitlines(keepends=True)
        second = next(i for i, record in enumerate(records) if record.get("pattern") == "broadcast")
        file.write_text("".join(lines[:second]))
        subprocess.run([COMOPS, "run", "--resume", file], capture_output=True, timeout=600,
                       check=True, env=os.environ | {"LD_LIBRARY_PATH": STAND_IN,
                                                     "REGISTERS": str(self.folder)})
        records = [json.loads(line) for line in file.read_text().splitlines()]
        self.assert_measured(records)
        self.assertTrue(all(cell["counters"] for cell in of_kind(records, "cell")))

    def test_a_group_that_likwid_lacks_is_wrong_usage_and_told_with_those_it_has(self):
        for more in ((), ("--dry-run",)):
            status, errors, records = self.run_comops("--counters", "NOTHING", *FEW, *more)
            self.assertEqual((status, records), (2, []))
            self.assertIn("likwid has no group `NOTHING` for this processor; "
                          "it has PLACES, OTHER",
                          errors)

    def test_a_processor_that_likwid_does_not_know_is_measured_without(self):
        self.assert_only_times(*self.count(STAND_IN="unknown"),
                               r"^likwid does not know this processor \(family 6, model 42\)$")

    def test_counters_that_may_not_be_read_are_named_with_what_the_kernel_says(self):
        self.assert_only_times(*self.count(STAND_IN="locked"),
                               r"^likwid cannot reach the counters: Permission denied "
                               r"\(/dev/cpu/0/msr: .+; kernel.perf_event_paranoid: .+\)$")

    def test_a_build_without_likwid_says_so(self):
        (self.folder / "comops-likwid.so").touch()
        self.assert_only_times(*self.count(module=self.folder),
                               "no likwid in this build, or none on this machine")

    def test_a_kernel_that_gives_likwid_nothing_is_found_out_beforehand(self):
        self.assert_only_times(*self.count(STAND_IN="blind"),
                               "likwid could count none of the group's events")

    def test_a_cell_that_cannot_be_counted_is_told_of_and_measured(self):
        errors, records = self.count(STAND_IN="forgetful")
        self.assert_measured(records)
        self.assertIsNone(records[0]["counters"]["reason"])
        for cell in of_kind(records, "cell"):
            self.assertIsNone(cell["counters"])
            self.assertIn("{pattern} over {path}/{protocol}, {bytes} bytes, is not counted: likwid "
                          "did not count every run".format_map(cell), errors)

    @unittest.skipUnless(BUILT_WITH == "likwid", BUILT_WITH)
    def test_likwid_itself_counts_or_says_why_not(self):
        status, errors, records = self.run_comops("--counters", "PLACES", *FEW, module=None)
        if status == 2:  # it knows this processor, and no such group
            group = errors.partition("for this processor; it has ")[2].split(",")[0].strip()
            self.assertNotEqual(group, "", errors)
            status, errors, records = self.run_comops("--counters", group, *FEW, module=None)
        self.assertEqual(status, 0, errors)
        self.assert_schema(records)
        self.assert_measured(records)
        if records[0]["counters"]["reason"] is None:
            self.assertTrue(all(cell["counters"] for cell in of_kind(records, "cell")), errors)
        else:
            self.assert_only_times(errors, records, "^likwid ")


unittest.main(verbosity=2)
