# SPDX-License-Identifier: BSD-3-Clause
"""JSON on standard output is what its schema says.

Usage: test_json.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import re
import unittest

import jsonschema
from front_end import ROOT, TWO_CORES, Campaign, asked

from comops.cli.answers import schemas

SCHEMA = schemas()["commands.schema.json"]
ANSWERS = {SCHEMA["$defs"][form["$ref"].rpartition("/")[2]]["title"] for form in SCHEMA["oneOf"]}
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
MACHINES = ROOT / "tests/topology/machines"


class Answer(Campaign):
    def valid(self, text):
        answer = json.loads(text)
        VALIDATOR.validate(answer)
        return answer

    def printed(self, line):
        done = asked(line)
        self.assertEqual((done.returncode, done.stderr), (0, ""), line)
        return self.valid(done.stdout)


class Json(Answer):
    def test_what_there_is(self):
        self.assertEqual(self.printed("list --json")["schema"], "comops-list/1")
        shown = self.printed("show broadcast --json")
        self.assertEqual({row["pattern"] for row in shown["implementations"]}, {"broadcast"})
        barrier = next(row for row in shown["sources"]
                       if row["file"] == "shm_threads/barrier/broadcast.c")
        self.assertEqual("\n".join(barrier["lines"]) + "\n", (ROOT / barrier["file"]).read_text())

    def test_machines(self):
        for name in ("8intel64-4n2t-memattrs", "fakecpukinds"):
            self.printed(f"machine --json --placements all --xml {MACHINES / name}.xml")

    @TWO_CORES
    def test_a_plan_has_a_cell_a_line(self):
        done = asked("run --dry-run --json -n 2 -a threads -p pingpong,reduce,distant -s 8 "
                      "--protocols direct --memory local,interleave")
        for line in done.stdout.splitlines():
            self.assertIn("bytes", self.valid(line))
        self.assertIn('"series":', done.stdout)
        self.assertIn('"op":', done.stdout)

    def test_the_page_lists_every_answer(self):
        page = (ROOT / "docs/commands.md").read_text()
        for command in re.findall(r"comops [^,:]+", ", ".join(ANSWERS)):
            self.assertIn(f"`{command}`", page)


@TWO_CORES
class Measured(Answer):
    def test_a_report_has_verdicts_and_cells_and_a_page_says_how_many(self):
        self.measure("-a threads,mpi -p pingpong -s 8 --protocols direct,sendrecv -n 2 "
                     "--budget 0.3 --launches 1")
        report = self.printed(f"report --format json {self.file}")
        self.assertEqual(report["placements"], [])
        self.assertEqual([row["path"] for row in report["cells"]],
                         [row["path"] for row in self.cells()])
        self.assertEqual([row["name"] for row in report["verdicts"]],
                         ["paper", "best", "same-code"])
        recorded = {row["verdict"]: row["ratio"] for row in self.records("verdict")}
        for verdict in report["verdicts"]:
            self.assertEqual([row["ratio"] for row in verdict["rows"]],
                             [recorded[verdict["name"]]] if verdict["name"] in recorded else [])
        page = self.folder / "page.html"
        answer = self.printed(f"report --json {self.file} -o {page}")
        self.assertEqual((answer["file"], answer["bytes"]), (str(page), page.stat().st_size))
        self.assertEqual((answer["campaigns"], answer["cells"], answer["invalid"]),
                         (1, len(self.cells()), 0))
        self.assertEqual([row["name"] for row in answer["verdicts"]],
                         ["paper", "best", "same-code"])
        self.assertEqual(self.printed(f"report --json {self.file}")["file"], f"{self.file}.html")
        for words in ("-o -", "--format md", f"--figures {self.folder}"):
            done = asked(f"report --json {self.file} {words}")
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)


unittest.main(verbosity=2)
