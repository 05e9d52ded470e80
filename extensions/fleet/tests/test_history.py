# SPDX-License-Identifier: BSD-3-Clause
"""`comops history` as it is typed: what is added, found, acknowledged and asked."""

import io
import json
import re
import shlex
import shutil
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import jsonschema

from comops.cli.answers import schemas
from comops.common.command import command_run
from days import Days
from comops_fleet.history import command
from comops_fleet.history.store import store_make
from comops_fleet.history.sweeps import sweep_add
from folders import node_text, sweep_write

ROOT = Path(__file__).parents[3]
RUPTURES = find_spec("ruptures")
DAYS, NODES, CELLS = 20, 12, 24


def history(name, *words, status=0):
    """The command in this process; its output and messages."""
    if name in ("check", "report") and not RUPTURES:
        raise unittest.SkipTest("ruptures is missing")
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2)]
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        ended = command_run("comops", lambda: getattr(command, name)(list(map(str, words))))
    out, err = (stream.buffer.getvalue().decode() for stream in streams)
    assert ended == status, (words, ended, out, err)
    return SimpleNamespace(stdout=out, stderr=err)


def planted() -> Days:
    """Day 12: a kernel that slows broadcast by 8 %. Day 16: a slow node."""
    days = Days(NODES, CELLS)
    days.fact(12, "kernel", "6.1.0-33")
    days.slower(12, 0.08, pattern="broadcast")
    days.fact(14, "microcode", "0xff")
    days.slower(16, 0.10, [3])
    return days


class Stored(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = Path(cls.enterClassContext(tempfile.TemporaryDirectory())) / "store"
        store = store_make(cls.made)
        for sweep in planted().sweeps(DAYS):
            sweep_add(store, sweep)

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.store = self.folder / "store"
        shutil.copytree(self.made, self.store)

    def ids(self, text: str) -> list[str]:
        return re.findall(r"(?m)^([0-9a-f]{8})  2026", text)


class History(Stored):
    def test_an_alert_names_when_what_where_and_the_fact_that_changed(self):
        text = history("check", self.store).stdout
        kernel, node = sorted(re.split(r"\n\n", text)[1:3], key=lambda part: "n04" in part)
        self.assertRegex(kernel, r"2026-01-13 03:00 slower on all 12 nodes")
        self.assertRegex(kernel, r"broadcast.*: slower by (7\.[5-9]|8\.[0-5]) %")
        self.assertIn("with kernel from 6.1.0-32-amd64 to 6.1.0-33", kernel)
        self.assertRegex(node, r"2026-01-17 03:00 slower on n04\n")
        self.assertRegex(node, r": slower by (9\.\d|10\.\d) %")
        self.assertIn("no recorded fact changed then", node)
        self.assertEqual(len(self.ids(text)), 2, text)  # the microcode changed nothing

    def test_without_ruptures_the_extra_that_has_it_is_named(self):
        with mock.patch.dict(sys.modules, {"ruptures": None}):
            done = history("check", self.store, status=77)
        self.assertRegex(done.stderr, r"^comops history: the Python module ruptures is missing; "
                         r"install comops\[fleet\] with: .*fleet/comops_fleet/requirements.txt\n$")

    def test_rules_decide_the_exit_status(self):
        done = history("check", self.store, "--fail-if", "slower:5%", status=3)
        self.assertRegex(done.stdout, r"(?m)^FAIL: --fail-if slower:5% is violated: 2 alerts")
        done = history("check", self.store, "--fail-if", "faster:5%", "--fail-if", "slower:50%")
        self.assertEqual(re.findall(r"(?m)^(PASS|FAIL|UNDECIDED)", done.stdout), ["PASS"] * 2)
        done = history("check", self.store, "--fail-if", "slower:8%", "--since", "10d", status=3)
        self.assertRegex(done.stdout, "(?m)^FAIL")
        history("check", self.store, "--fail-if", "slow", status=2)

    def test_an_acknowledged_alert_is_silent_until_its_nodes_change_again(self):
        first = history("check", self.store).stdout
        for name in self.ids(first):
            history("ack", self.store, name, "ticket 7")
        text = history("check", self.store, "--fail-if", "slower:5%").stdout
        self.assertEqual(self.ids(text), [])
        self.assertEqual(len(re.findall(r"(?m)^acknowledged \w{8} of \S+: ticket 7$", text)), 2)
        days = planted()
        days.slower(DAYS, 0.10, [3])
        store = store_make(self.store)
        for day in range(DAYS, DAYS + 4):
            sweep_add(store, days.sweep(day))
        text = history("check", self.store, "--fail-if", "slower:5%", status=3).stdout
        self.assertRegex(text, r"2026-01-21 03:00 slower on n04\n")
        self.assertEqual(len(self.ids(text)), 1, text)

    def test_edited_lists_of_alerts_with_wrong_members_are_refused(self):
        name = self.ids(history("check", self.store).stdout)[0]
        history("ack", self.store, name, "ticket 7")
        for words, file, changes in (
            (["check"], "acknowledged.json",
             ({"since": "yesterday"}, {"since": None}, {"nodes": "n04"}, {"why": 7})),
            (["ack", name, "x"], "alerts.json", ({"id": 7}, {"verdict": []}, {"nodes": [4]})),
        ):
            whole = json.loads((self.store / file).read_text())
            for wrong in ({}, 7, [7], [{}], *([whole[0] | change] for change in changes)):
                with self.subTest(file=file, wrong=wrong):
                    (self.store / file).write_text(json.dumps(wrong))
                    done = history(words[0], self.store, *words[1:], status=2)
                    self.assertIn(f"{file}: cannot be read: ", done.stderr)
                    self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_what_is_typed_becomes_a_store_that_sql_can_ask(self):
        store = self.folder / "typed"
        folder = sweep_write(self.folder / "sweep", {
            "n1": node_text("n1", {8: 0.5}), "n2": node_text("n2", {8: 0.75}), "n3": None})
        single = self.folder / "single.jsonl"
        single.write_text(node_text("n9", {8: 2.0}))
        done = history("add", store, folder, single)
        self.assertIn("added: 2 nodes, 1 cell", done.stdout)
        self.assertIn("n3: no results file", done.stderr)
        self.assertIn("already there", history("add", store, single).stdout)
        done = history("sql", store, "SELECT name, us FROM results ORDER BY name")
        self.assertEqual(done.stdout, "name,us\nn1,0.5\nn2,0.75\nn9,2.0\n")
        self.assertRegex(history("sql", store, "SELECT nothing", status=2).stderr,
                         "^comops history sql: .*Error.*nothing.*\n$")

    def test_answers_in_json_obey_their_schema(self):
        schema = schemas()["fleet.schema.json"]

        def answer(name, *words, status=0):
            record = json.loads(history(name, *words, "--format", "json", status=status).stdout)
            jsonschema.Draft202012Validator(schema).validate(record)
            self.assertEqual(record["schema"], f"comops-history-{name}/1")
            return record

        folder = sweep_write(self.folder / "sweep", {"n1": node_text("n1", {8: 0.5})})
        added = answer("add", self.folder / "typed", folder)
        self.assertEqual([sweep["nodes"] for sweep in added["sweeps"]], [1])
        given = answer("check", self.store, "--fail-if", "slower:5%", status=3)
        self.assertEqual(given["rules"][0]["outcome"], "violated")
        name = given["alerts"][0]["id"]
        self.assertEqual(answer("ack", self.store, name, "ticket 7")["why"], "ticket 7")
        given = answer("check", self.store)
        self.assertEqual([alert["id"] for alert in given["acknowledged"]], [name])
        rows = answer("sql", self.store, "SELECT started, us, us > 0, NULL FROM results LIMIT 2")
        self.assertEqual([[type(value) for value in row] for row in rows["rows"]],
                         [[str, float, bool, type(None)]] * 2)
        self.assertEqual(answer("compact", self.store)["months"], 0)  # all of one

    def test_a_file_that_cannot_be_read_is_named_and_the_others_are_added(self):
        bad, good = self.folder / "bad.jsonl", self.folder / "good.jsonl"
        bad.write_text("hello\n")
        undated = self.folder / "undated.jsonl"
        undated.write_text(node_text("n1", {8: 0.5}, "yesterday"))
        good.write_text(node_text("n1", {8: 0.5}))
        done = history("add", self.folder / "typed", bad, undated, good, status=2)
        self.assertIn("bad.jsonl: not a comops results file", done.stderr)
        self.assertIn("undated.jsonl: `yesterday` is not the time", done.stderr)
        self.assertIn("good.jsonl: added", done.stdout)

    def test_the_lines_of_the_documents_read_the_store_without_comops(self):
        lines = re.findall(r"(?m)^    python3 -c '(import duckdb.*)'$",
                           (ROOT / "extensions/fleet/docs/fleet.md").read_text())
        self.assertEqual(len(lines), 2)
        for text in lines:
            out = io.StringIO()
            with redirect_stdout(out):
                exec(text.replace("STORE", str(self.store)))
            rows = re.findall(r"(?m)^(?:│ +)?\d+ +(?:│ +)?-?\d+\.\d+", out.getvalue())
            self.assertGreaterEqual(len(rows), min(NODES, DAYS, CELLS), out.getvalue())


class More(Stored):
    def test_only_what_changed_since_is_told(self):
        self.assertEqual(len(self.ids(history("check", self.store, "--since", "5d").stdout)), 1)
        self.assertEqual(self.ids(history("check", self.store, "--since", "1d").stdout), [])

    def test_a_store_without_sweeps_has_no_alerts_and_a_page(self):
        store_make(self.folder / "empty")
        self.assertIn("No new alerts", history("check", self.folder / "empty").stdout)
        history("report", self.folder / "empty", "-o", self.folder / "page.html")
        self.assertIn("no sweeps in this time", (self.folder / "page.html").read_text())

    def test_the_page_has_the_alerts_of_the_check_and_is_described_as_json(self):
        file = self.folder / "page.html"
        answer = json.loads(history("report", self.store, "-o", file, "--json").stdout)
        jsonschema.validate(answer, schemas()["fleet.schema.json"])
        self.assertEqual((answer["file"], answer["bytes"]), (str(file), file.stat().st_size))
        names = self.ids(history("check", self.store, "--since", "365d").stdout)
        self.assertEqual((answer["sweeps"], answer["alerts"], answer["acknowledged"]),
                         (DAYS, len(names), 0))
        page = file.read_text()
        for name in names:
            self.assertIn(f"<code>{name}</code>", page)
        self.assertIn("kernel from 6.1.0-32-amd64 to 6.1.0-33", page)
        self.assertEqual(history("report", self.store, "-o", "-").stdout, page)
        history("report", self.store, "-o", "-", "--json", status=2)

    def test_too_few_sweeps_are_undecided(self):
        store = store_make(self.folder / "few")
        for sweep in planted().sweeps(3):
            sweep_add(store, sweep)
        done = history("check", self.folder / "few", "--fail-if", "slower:5%", status=4)
        self.assertIn("too few sweeps", done.stdout)

    def test_a_command_gets_new_alerts_as_json(self):
        seen = self.folder / "seen.json"
        command = f"cat > {shlex.quote(str(seen))}"
        history("check", self.store, "--alert", command)
        record = json.loads(seen.read_text())
        self.assertEqual(record["schema"], "comops-history-alerts/1")
        node = next(alert for alert in record["alerts"] if alert["nodes"] == ["n04"])
        self.assertAlmostEqual(node["ratio"], 1.10, delta=0.01)
        for alert in record["alerts"]:
            history("ack", self.store, alert["id"], "known")
        seen.unlink()
        history("check", self.store, "--alert", command)
        self.assertFalse(seen.exists())

    def test_a_command_that_fails_is_named(self):
        done = history("check", self.store, "--alert", "exit 9", status=1)
        self.assertIn("failed with status 9", done.stderr)

    def test_compacted_sweeps_have_the_same_alerts(self):
        before = history("check", self.store).stdout
        days = planted()
        sweep_add(store_make(self.store), days.sweep(40))
        self.assertIn("1 month made one file", history("compact", self.store).stdout)
        after = history("check", self.store, "--since", "50d").stdout
        self.assertEqual(self.ids(before), self.ids(after)[:2])

    def test_a_file_that_is_damaged_is_named(self):
        file = sorted(self.store.glob("cells/month=*/*"))[0]
        file.write_bytes(b"")
        for words in (["check"], ["report"], ["sql", "SELECT 1"]):
            done = history(words[0], self.store, *words[1:], status=2)
            self.assertIn(file.name, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_without_a_store_or_an_alert_of_that_name_it_says_what_makes_one(self):
        for words in (["check"], ["compact"], ["sql", "SELECT 1"], ["ack", "1", "x"]):
            done = history(words[0], self.folder / "nowhere", *words[1:], status=2)
            self.assertIn("comops history add", done.stderr)
        self.assertIn("no alert 12345678", history("ack", self.store, "12345678", "x",
                                                    status=2).stderr)
