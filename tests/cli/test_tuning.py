# SPDX-License-Identifier: BSD-3-Clause
"""comops run finds out which values are fastest here, keeps and records them, and takes others;
keeps ratios for later campaigns.

Usage: test_tuning.py COMOPS SOURCE-ROOT
"""

import json
import unittest
from hashlib import sha256

from front_end import PLAIN, TWO_CORES, Campaign, comops
from interrupted import NEEDS_MPI

from comops.statistics.handovers import same_distance

USAGE = 2
CELL = "-a threads -r direct -p pingpong -s 8 -l bus -n 2 --launches 1 --budget 0.05s"
# By these all messages of the trials take the default's ways: so there is nothing to check.
OTHER = {"lines": 12, "both_copy_from": 4096}
FOUND = {"found": "2026-11-28T12:00:00Z", "trials": []}


def values(tuning):
    return {name: tuning[name] for name in OTHER}


@TWO_CORES
class Tuning(Campaign):
    def setUp(self):
        super().setUp()
        self.cache = self.folder / "cache"
        self.env = PLAIN | {"XDG_CACHE_HOME": str(self.cache)}

    def tuning(self, words=""):
        """The tuning of the only placement, as the campaign has recorded it."""
        self.file.unlink(missing_ok=True)
        self.measure(f"{CELL} {words}", env=self.env)
        return self.recorded()

    def recorded(self):
        campaign = self.records("campaign")[0]
        self.assertEqual([row["pus"] for row in campaign["tuning"]],
                         [row["pus"] for row in campaign["placements"]])
        return campaign["tuning"][0]

    def kept(self):
        return list(self.cache.glob("comops/tuning/*"))

    def keep(self, more):
        """As if an earlier campaign had found these, after one that asked for none."""
        tuning = self.tuning("--tuning off")
        self.assertEqual((tuning["source"], tuning["lines"]), ("fixed", 10))
        self.assertEqual(self.kept(), [])
        tuning |= FOUND | more
        record = self.records("campaign")[0]
        key = {name: record[name] for name in ("version", "host", "cpu", "vectors", "machine")}
        key["pus"] = tuning["pus"]
        text = json.dumps(key, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        file = self.cache / f"comops/tuning/{sha256(text.encode()).hexdigest()}.json"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps({"key": key, "tuning": [tuning]}))
        return file

    def test_what_was_kept_is_taken_and_what_was_recorded_can_be_taken_again(self):
        file = self.keep(OTHER)
        tuning = self.tuning()
        self.assertEqual((tuning["source"], values(tuning)), ("kept", OTHER))
        file.unlink()
        earlier = self.folder / "earlier.jsonl"
        earlier.write_text(self.file.read_text().splitlines()[0] + "\n")
        tuning = self.tuning(f"--tuning {earlier}")
        self.assertEqual((tuning["source"], values(tuning)), ("file", OTHER))
        done = comops(f"run --resume {earlier}", env=self.env)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.kept(), [], "there were trials")

    def test_trials_are_made_and_recorded_even_where_nothing_can_be_kept(self):
        self.cache.write_text("no folder")
        tuning = self.tuning()
        self.assertEqual(tuning["source"], "trial")
        self.assertIn(("lines", 10), [(trial["parameter"], trial["step"])
                                      for trial in tuning["trials"]])
        self.assertIn("found 2", comops(f"show {self.file} --tuning").stdout)

    def test_what_differs_from_the_default_is_checked_and_a_file_s_values_stay(self):
        kept = self.keep({"lines": 0})
        tuning = self.tuning()
        self.assertEqual(tuning["source"] == "trial", "dropped" in tuning)
        self.assertEqual(tuning["source"] == "kept", "check" in tuning)
        earlier = self.folder / "earlier.json"
        earlier.write_text(json.dumps({"tuning": [tuning | {"lines": 0}]}))
        kept.unlink()
        tuning = self.tuning(f"--tuning {earlier}")
        self.assertEqual((tuning["source"], tuning["lines"]), ("file", 0))
        self.assertTrue(tuning["check"])
        self.assertIn("check in this campaign", comops(f"show {self.file} --tuning").stdout)

    def test_pairs_of_cores_are_measured_with_what_was_kept_for_the_first(self):
        file = self.keep(OTHER)
        done = comops("machine --pairs --json", env=self.env)
        self.assertEqual(done.returncode, 0, done.stderr)
        pairs = json.loads(done.stdout)["pairs"]
        self.assertEqual(json.loads(file.read_text())["key"]["pus"], pairs["pus"][:2])
        self.assertEqual((pairs["tuning"]["source"], values(pairs["tuning"])), ("kept", OTHER))

    def test_a_file_without_a_tuning_is_refused(self):
        file = self.folder / "foreign"
        file.write_text('{"tuning": [{"pus": [0, 1], "lines": -1}]}')
        self.refused(f"run {CELL} --tuning {file} -o {self.file}", "has no tuning", USAGE)
        self.assertFalse(self.file.exists())


@NEEDS_MPI
@TWO_CORES
class Earlier(Campaign):
    def test_the_third_campaign_records_what_holds_here_unless_it_is_not_wanted(self):
        env = PLAIN | {"XDG_STATE_HOME": str(self.folder)}
        cell = "-a threads,mpi -r direct -p pingpong -s 64K -l bus -n 2 --quick"
        for turn, words in enumerate(("", "", "--earlier off", "", "--earlier off")):
            self.file.unlink(missing_ok=True)
            self.measure(f"{cell} {words}", env=env)
            kept, = (self.folder / "comops/campaigns").iterdir()
            *others, last = [row for campaign in json.loads(kept.read_text())["campaigns"]
                             for row in campaign.values()]
            here = turn == 3 and all(same_distance(row[1:], last[1:]) for row in others)
            self.assertEqual(len(self.records("here")), here, turn)
        self.assertEqual(len(json.loads(kept.read_text())["campaigns"]), 3)


unittest.main(verbosity=2)
