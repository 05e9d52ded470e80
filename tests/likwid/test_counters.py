# SPDX-License-Identifier: BSD-3-Clause
"""`comops run --counters GROUP`, with likwid and with a stand-in whose counts are known.

Usage: test_counters.py COMOPS SOURCE-ROOT STAND_IN_FOLDER BUILT_WITH [UNITTEST ARGUMENTS]
BUILT_WITH is `likwid`, or why likwid itself cannot be tried.
"""

import os
import subprocess
import sys
import unittest

from front_end import COMOPS, PATHS, TWO_CORES, Campaign, asked, measured

STAND_IN, BUILT_WITH = sys.argv.pop(1), sys.argv.pop(1)
FEW = ("-p", "pingpong,broadcast", "-r", "direct,sendrecv", "-l", "bus", "-n", "2", "--sizes",
       "8,64K", "--budget", "0.5", "--launches", "1", "--timeout", "10m")


@TWO_CORES
class Counters(Campaign):
    def run_comops(self, *words, module=STAND_IN, **environment):
        """Status, standard error; the loader looks for the module in that folder first."""
        self.file.unlink(missing_ok=True)
        inherited = dict(os.environ)
        inherited.pop("LD_LIBRARY_PATH", None)  # in which meson puts the stand-in
        if module:
            environment["LD_LIBRARY_PATH"] = str(module)
        environment["REGISTERS"] = str(self.folder)
        done = subprocess.run([COMOPS, "run", "-o", self.file, *words], capture_output=True,
                              text=True, timeout=600, check=False, env=inherited | environment)
        self.assertEqual(list(self.folder.glob("register-*")), [])  # all given back
        return measured(done.returncode), done.stderr

    def count(self, *words, **more):
        """Standard error of a campaign that counts, which must succeed; what it should record."""
        for budget in ("0.5", "2", "8"):  # the longer ones for a busy machine
            status, errors = self.run_comops("--counters", "PLACES", *FEW, "--budget", budget,
                                             *words, **more)
            if status == 0 or not self.was_too_busy():
                break
        self.assertEqual(status, 0, errors)
        self.assert_valid(self.records("campaign") + self.cells())
        self.assert_measured()
        return errors

    def assert_measured(self):
        # Direct on both paths, sendrecv on one; two patterns of two sizes.
        self.assertEqual(len(self.cells()), 4 * (1 if PATHS["mpi"]["missing"] else 3))
        self.assertTrue(all(cell["valid"] for cell in self.cells()))

    def assert_only_times(self, errors, pattern):
        """Measured all the same; the reason is in the file, and told once."""
        reason = self.records("campaign")[0]["counters"]["reason"]
        self.assertRegex(reason, pattern)
        self.assertEqual({cell["counters"] for cell in self.cells()}, {None})
        self.assertEqual(errors.count(f"no hardware counters: {reason}"), 1, errors)

    def test_each_rank_of_each_cell_has_its_own_counts_of_one_run_also_on_the_page(self):
        self.count()
        self.assertEqual(self.records("campaign")[0]["counters"],
                         {"group": "PLACES", "reason": None})
        for cell in self.cells():
            counters, name = cell["counters"], f"{cell['pattern']}/{cell['protocol']}"
            runs = cell["repeats"] if cell["mode"] == "loop" else 1  # between two markers
            self.assertEqual(counters["group"], "PLACES")
            self.assertEqual((counters["runs"] > 0, counters["runs"] % runs), (True, 0))
            for part, place, letters in (("events", [pu + 1 for pu in cell["pus"]],
                                          sum(name.encode())),
                                         ("empty", [0.25, 0.25], 0)):
                counts = counters[part]
                self.assertEqual(counts.keys(), {"PLACE:PMC0", "NAME:PMC1", "NONE:PMC2"})
                for rank in (0, 1):
                    self.assertAlmostEqual(counts["PLACE:PMC0"][rank] * runs, place[rank], 5)
                    self.assertAlmostEqual(counts["NAME:PMC1"][rank] * runs, letters, 3)
                self.assertEqual(counts["NONE:PMC2"], [None, None])
        page = self.folder / "report.html"
        self.assertEqual(asked(f"report {self.file} -o {page}").returncode, 0)
        self.assertTrue("PLACE:PMC0" in page.read_text(), "the event is not on the page")

    def test_a_campaign_that_goes_on_counts_on(self):
        self.count()
        second = next(at for at, record in enumerate(self.records())
                      if record.get("pattern") == "broadcast")
        lines = self.file.read_text().splitlines(keepends=True)
        self.file.write_text("".join(lines[:second]))
        subprocess.run([COMOPS, "run", "--resume", self.file], capture_output=True, timeout=600,
                       check=False, env=os.environ | {"LD_LIBRARY_PATH": STAND_IN,
                                                      "REGISTERS": str(self.folder)})
        self.assert_measured()
        self.assertTrue(all(cell["counters"] for cell in self.cells()))

    def test_counts_follow_the_ranks_to_other_places_and_nothing_is_counted_unasked(self):
        status, errors = self.run_comops(*FEW)
        self.assertEqual(status, 0, errors)
        self.assertEqual([record for record in self.records() if "counters" in record], [])
        first, second = self.records("campaign")[0]["placements"][0]["pus"]
        errors = self.count("-p", "broadcast", "-l", f"bus,pu:{second}+{first}")
        places = {(cell["placement"], *cell["counters"]["events"]["PLACE:PMC0"])
                  for cell in self.cells()}
        self.assertEqual(places, {("bus", first + 1, second + 1),
                                  (f"pu:{second}+{first}", second + 1, first + 1)}, errors)

    def test_a_group_that_likwid_lacks_is_wrong_usage_and_told_with_those_it_has(self):
        for more in ((), ("--dry-run",)):
            status, errors = self.run_comops("--counters", "NOTHING", *FEW, *more)
            self.assertEqual((status, self.file.exists()), (2, False))
            self.assertIn("likwid has no group `NOTHING` for this processor; "
                          "it has PLACES, OTHER",
                          errors)

    def test_where_nothing_can_be_counted_all_is_measured_and_the_reason_is_told(self):
        (self.folder / "comops-likwid.so").touch()
        for how, reason in (
            ({"STAND_IN": "unknown"},
             r"^likwid does not know this processor \(family 6, model 42\)$"),
            ({"STAND_IN": "locked"}, r"^likwid cannot reach the counters: Permission denied "
             r"\(/dev/cpu/0/msr: .+; kernel.perf_event_paranoid: .+\)$"),
            ({"module": self.folder}, "no likwid in this build, or none on this machine"),
            ({"STAND_IN": "blind"}, "likwid could count none of the group's events"),
        ):
            with self.subTest(how):
                self.assert_only_times(self.count(**how), reason)

    def test_a_cell_that_cannot_be_counted_is_told_of_and_measured(self):
        errors = self.count(STAND_IN="forgetful")
        self.assertIsNone(self.records("campaign")[0]["counters"]["reason"])
        for cell in self.cells():
            self.assertIsNone(cell["counters"])
            self.assertIn("{pattern} over {path}/{protocol}, {bytes} bytes, is not counted: likwid "
                          "did not count every run".format_map(cell), errors)

    @unittest.skipUnless(BUILT_WITH == "likwid", BUILT_WITH)
    def test_likwid_itself_counts_or_says_why_not(self):
        status, errors = self.run_comops("--counters", "PLACES", *FEW, module=None)
        if status == 2:  # it knows this processor, and no such group
            group = errors.partition("for this processor; it has ")[2].split(",")[0].strip()
            self.assertNotEqual(group, "", errors)
            status, errors = self.run_comops("--counters", group, *FEW, module=None)
        self.assertEqual(status, 0, errors)
        self.assert_valid(self.records("campaign") + self.cells())
        self.assert_measured()
        if self.records("campaign")[0]["counters"]["reason"] is None:
            self.assertTrue(all(cell["counters"] for cell in self.cells()), errors)
        else:
            self.assert_only_times(errors, "^likwid ")


unittest.main(verbosity=2)
