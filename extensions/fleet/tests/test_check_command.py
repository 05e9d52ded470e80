# SPDX-License-Identifier: BSD-3-Clause
"""`comops fleet check` on the folder of a sweep: its formats, its exit status, what repeats."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from contextlib import closing
from pathlib import Path

import forked
import jsonschema
import numpy as np

from comops.cli.answers import schemas
from comops.results.campaign import CampaignRecord
from comops_fleet.check.answers import difference_text, nameless
from comops_fleet.check.facts import FactDifference, differences_of
from comops_fleet.check.sweep import facts_of
from comops_fleet.run.plan import Folder, Jobs, State
from folders import campaign
from synthetic import STRATA, fleet, sweep_write

FAKE = """#!/bin/sh
echo "$@" >"$ASKED"
cp -r "$AGAIN" "$3"
"""


def planted(folder: Path, slow: bool = True):
    """Twelve nodes: n02 is slow, n05 has another BIOS, n07 lost a cell, n13 was not measured."""
    small = fleet(12, 60, strata=STRATA[:1], missing=0)
    if slow:
        small.slow(1, 0.3)
    small.misconfigured(4, bios_version="2.3.9")
    small.broken(6, 9)
    small.sweep.plan["nodes"] = [*small.sweep.nodes, "n13"]
    sweep_write(folder, small.sweep)
    return small


class Reasons(unittest.TestCase):
    def test_a_node_s_name_is_left_out_of_a_reason_where_it_is_one(self):
        for node, reason, shown in (
            ("a", "nodes/a.jsonl: contains a line", "nodes/NODE.jsonl: contains a line"),
            ("n1", "ssh: host n1, not n10 or in-n1", "ssh: host NODE, not n10 or in-n1"),
            ("n1", "put the job on n2, not on n1", "put the job on n2, not on NODE"),
        ):
            self.assertEqual(nameless(node, reason), shown)

    def test_a_node_with_another_environment_is_said_to_have_it(self):
        facts = [facts_of(CampaignRecord.from_json(campaign("n1") | {"environment": variables}))
                 for variables in (
            {}, {"MPIR_CVAR_NOLOCAL": "1", "LD_LIBRARY_PATH": "/x"}, {}, {"LD_LIBRARY_PATH": "/y"})]
        differences, _ = differences_of(facts, np.arange(4))
        said = {node: list(map(difference_text, of_node)) for node, of_node in differences.items()}
        self.assertEqual(said, {1: ["environment has MPIR_CVAR_NOLOCAL=1, unlike 3 of 4 nodes"]})


class Check(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.folder = cls.temporary / "sweep"
        planted(cls.folder)
        cls.good = cls.temporary / "good"
        sweep_write(cls.good, fleet(6, 30, strata=STRATA[:1], missing=0).sweep)

    def check(self, *words, status=0, folder=None, what="check", program="comops", **variables):
        done = forked.comops(program, ["fleet", what, *map(str, [folder or self.folder, *words])],
                             os.environ | variables)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def test_text_names_each_odd_node_why_and_how_to_measure_it_again(self):
        text = self.check().stdout
        self.assertIn("12 of 13 nodes measured; 3 are odd: 1 broken, 1 misconfigured and 1 slow",
                      text)
        self.assertRegex(text, r"n02: slower by (29|30|31) % \[\d+ %, \d+ %\]\n"
                         rf" +comops fleet run {self.folder}-again --nodes n02 --engine slurm -- "
                         "--budget 5m\n")
        self.assertIn("n05: bios_version 2.3.9, on 11 of 12 nodes 2.4.1", text)
        self.assertRegex(text, "n07: 1 cell without a result: [a-z]+, ")
        self.assertRegex(text, r"n13: no results file")
        self.assertRegex(text, r"12 nodes; one that is slower by \d.\d % is found in 4 of 5 sweeps")

    def test_the_page_of_the_sweep_is_described_as_json(self):
        page = self.temporary / "page.html"
        answer = json.loads(self.check("-o", page, "--json", what="report").stdout)
        jsonschema.validate(answer, schemas()["fleet.schema.json"])
        self.assertEqual((answer["file"], answer["bytes"]), (str(page), page.stat().st_size))
        self.assertEqual((answer["measured"], answer["not_measured"]), (12, 1))
        self.assertEqual({kind: count for kind, count in answer["odd"].items() if count},
                         {"broken": 1, "misconfigured": 1, "slow": 1})
        self.assertEqual(self.check("-o", "-", "--json", status=2, what="report").stdout, "")

    def test_of_a_long_fact_only_what_differs_is_printed(self):
        for fact, value, usual, text in (
            ("mitigations", "mds: Vulnerable; tsa: Not affected", "mds: Clear; tsa: Not affected",
             "has mds: Vulnerable and lacks mds: Clear, unlike 7 of 8 nodes"),
            ("kernel_command_line", "ro quiet nosmt", "ro quiet", "has nosmt, unlike 7 of 8 nodes"),
            ("kernel_command_line", "b a", "a b", "b a, on 7 of 8 nodes a b"),
            ("mpi_library_sha256", "0123456789ab" + 52 * "c", 64 * "d",
             "0123456789ab, on 7 of 8 nodes dddddddddddd"),
        ):
            difference = FactDifference(fact, value, usual, 7, 8)
            self.assertEqual(difference_text(difference), f"{fact} {text}")

    def test_json_obeys_its_schema(self):
        schema = schemas()["fleet-check.schema.json"]
        answer = json.loads(self.check("--format", "json").stdout)
        jsonschema.Draft202012Validator(schema).validate(answer)
        self.assertEqual(answer["odd"], {"broken": ["n07"], "misconfigured": ["n05"],
                                         "slow": ["n02"], "slow in a family": [], "noisy": []})
        self.assertEqual(list(answer["not_measured"]), ["n13"])

    def test_markdown_has_a_row_for_each_verdict(self):
        rows = [line for line in self.check("--format", "md").stdout.split("\n")
                if line.startswith("| n")]
        self.assertEqual([row.split(" | ")[0] for row in rows[1:]], ["| n07", "| n05", "| n02"])

    def test_a_node_set_is_one_line_and_of_a_good_fleet_nothing(self):
        self.assertEqual(self.check("--format", "nodeset").stdout, "n[02,05,07]\n")
        self.assertEqual(self.check("--format", "nodeset", folder=self.good).stdout, "")

    def test_the_table_is_kept_until_a_results_file_changes(self):
        folder = self.temporary / "kept"
        sweep_write(folder, fleet(5, 20, strata=STRATA[:1], missing=0).sweep)
        first = self.check("--format", "json", folder=folder).stdout
        table = folder / "table.npz"
        kept = table.read_bytes()
        self.assertEqual(self.check("--format", "json", folder=folder).stdout, first)
        self.assertEqual(table.read_bytes(), kept)
        for damaged in b"", kept[:len(kept) // 2], b"\0" * len(kept):  # as after a power loss
            table.write_bytes(damaged)
            self.assertEqual(self.check("--format", "json", folder=folder).stdout, first)
            self.assertEqual(len(table.read_bytes()), len(kept))
        file = folder / "nodes/n3.jsonl"
        lines = file.read_text().splitlines(keepends=True)
        file.write_text("".join(lines[:-1]))
        self.assertIn("n3: 1 cell without a result", self.check(folder=folder).stdout)

    def test_why_a_node_is_not_measured_its_scheduler_says_or_else_its_log(self):
        folder = self.temporary / "drained"
        planted(folder)
        (folder / "nodes/n13.log").write_text("comops run: /dev/shm is full\n\n")
        self.assertRegex(self.check(folder=folder).stdout,
                         "n13: no results file: .*; the last line of its log: comops run: "
                         "/dev/shm is full\n")
        with closing(Jobs(folder / "jobs.sqlite")) as jobs:
            jobs.write("n13", State.NOT_MEASURED, reason="drained: bad fan")
        self.assertIn("n13: drained: bad fan", self.check(folder=folder).stdout)

    def test_a_broken_node_has_the_reason_of_its_records_or_else_of_its_log(self):
        self.assertIn("; reason: rank 1 died\n", self.check().stdout)
        folder = self.temporary / "silent"
        planted(folder)
        (folder / "nodes/n07.log").write_text("comops run: no memory\nresults are in n07.jsonl\n")
        file = folder / "nodes/n07.jsonl"
        file.write_text("".join(line for line in file.read_text().splitlines(keepends=True)
                                if '"valid":false' not in line))
        self.assertIn("; reason: comops run: no memory\n", self.check(folder=folder).stdout)

    def test_a_link_that_leads_nowhere_is_no_results_file(self):
        folder = self.temporary / "links"
        planted(folder)
        for node, target in (("n01", "n01.jsonl"), ("n03", "/nonexistent")):
            file = folder / f"nodes/{node}.jsonl"
            file.unlink()
            file.symlink_to(target)
        self.assertIn("n[01,03,13]: no results file", self.check(folder=folder).stdout)
        self.assertEqual(Folder(folder).measured(), {f"n{at:02}" for at in range(1, 13)}
                         - {"n01", "n03"})

    def test_the_exit_status_tells_odd_from_undecided(self):
        self.assertIn("odd: ", self.check("--fail-if", "odd", status=3).stderr)
        self.check("--fail-if", "odd", folder=self.good)
        two = self.temporary / "two"
        sweep_write(two, fleet(2, 30, strata=STRATA[:1], missing=0).sweep)
        self.assertIn("undecided", self.check("--fail-if", "odd", status=4, folder=two).stderr)
        self.check("--fail-if", "slow", status=2)
        self.check(status=2, folder=self.temporary)
        self.check("-o", self.temporary / "none/file", status=1)

    def test_the_drain_script_has_a_line_for_each_odd_node(self):
        script = self.temporary / "drain.sh"
        self.check("--drain-script", script)
        lines = script.read_text().splitlines()
        self.assertEqual([line.split()[2] for line in lines[2:]],
                         ["NodeName=n02", "NodeName=n05", "NodeName=n07"])
        self.assertIn("'Reason=COMOPS slow: slower by", lines[2])
        subprocess.run(["sh", "-n", script], check=True)

    def test_confirm_measures_suspects_and_good_nodes_and_keeps_repeaters(self):
        folder, again = self.temporary / "first", self.temporary / "second"
        planted(folder)
        planted(again, slow=False)  # n02 was slow for once
        program, asked = self.temporary / "comops", self.temporary / "asked"
        program.write_text(FAKE)
        program.chmod(0o755)
        done = self.check("--confirm", "--format", "json", folder=folder, ASKED=str(asked),
                          AGAIN=str(again), program=str(program))
        answer = json.loads(done.stdout)
        self.assertEqual((answer["odd"]["broken"], answer["odd"]["misconfigured"],
                          answer["odd"]["slow"]), (["n07"], ["n05"], []))
        self.assertIn("no longer odd: n02", done.stderr)
        words = asked.read_text().split()
        self.assertEqual(words[:4], ["fleet", "run", f"{folder}/confirm-1", "--nodes"])
        named = subprocess.run([sys.executable, "-m", "ClusterShell.CLI.Nodeset", "-e", words[4]],
                               capture_output=True, text=True, check=True).stdout.split()
        self.assertLess({"n02", "n05", "n07"}, set(named))
        self.assertEqual(len(named), 6)
        planted(again.with_name("third"))
        done = self.check("--confirm", "--format", "nodeset", folder=folder, ASKED=str(asked),
                          AGAIN=str(again.with_name("third")), program=str(program))
        self.assertEqual(done.stdout, "n[02,05,07]\n")
        self.assertTrue((folder / "confirm-2/fleet.json").exists())
