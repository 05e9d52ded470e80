# SPDX-License-Identifier: BSD-3-Clause
"""A results file of this version, read with pandas and the JSON Schema alone.

Usage: test_pandas.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import contextlib
import io
import json
import math
import re
import runpy
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

COMOPS, ROOT = Path(sys.argv.pop(1)).resolve(), Path(sys.argv.pop(1)).resolve()
SCRIPT = ROOT / "contrib/pandas/read_results.py"
try:
    import jsonschema  # noqa: F401
    import pandas  # noqa: F401
except ModuleNotFoundError as error:
    print(f"SKIP: {error.name} is missing: pip install -r {ROOT}/tests/requirements.txt")
    sys.exit(77)


class Read(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.file = cls.folder / "results.jsonl"
        for budget in (1, 4, 16):  # the longer ones for a busy machine, which may cost a cell
            cls.file.unlink(missing_ok=True)
            done = subprocess.run(
                [COMOPS, "run", "--sizes=8,4K,256K", "--launches=1", "--patterns=pingpong,distant",
                 "--ranks=2", "--placements=bus", f"--budget={budget}", "--timeout=10m",
                 f"--output={cls.file}"], capture_output=True, text=True, check=False)
            if done.returncode == 77:
                raise unittest.SkipTest(done.stderr.strip())
            if done.returncode in (0, 4):  # 4: the machine was busy
                break
        assert done.returncode in (0, 4), done.stderr
        cls.records = [json.loads(line) for line in cls.file.read_text().splitlines()]
        cls.cells = [record for record in cls.records if record["record"] == "cell"]
        for cell in cls.cells:  # as of many launches
            if "percentiles" in cell and cell["pattern"] == "pingpong":
                us = cell["time_us"]
                cell["percentiles"]["p99"] = {"us": 2 * us, "ci95": [us, 3 * us]}
        cls.file.write_text("".join(json.dumps(one) + "\n" for one in cls.records))

    def script(self, file):
        """The script's end; it runs in this process, which has pandas already."""
        with (contextlib.redirect_stdout(io.StringIO()) as out, mock.patch.object(
                sys, "argv", ["read_results.py", str(file)])):
            try:
                runpy.run_path(str(SCRIPT), run_name="__main__")
                code = None
            except SystemExit as end:
                code = end.code
        failed = isinstance(code, str)
        return subprocess.CompletedProcess(file, 1 if failed else code or 0, out.getvalue(),
                                           f"{code}\n" if failed else "")

    def refused(self, *lines):
        """What the script says of a file of these lines."""
        file = self.folder / "changed.jsonl"
        file.write_text("".join(f"{line}\n" for line in lines))
        done = self.script(file)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        return done.stderr.removeprefix(str(file))

    def test_the_snippets_of_the_how_to_guide_print_what_they_say(self):
        page = (ROOT / "docs/howto/read-results.md").read_text()
        with_pandas, with_duckdb = re.findall(r"```python\n(.*?)```", page, flags=re.S)
        for snippet, wanted in ((with_pandas, r"pingpong +8 +threads +\w+ +\d+\.\d"),
                                (with_duckdb, r"same-code\W+(faster|slower|equivalent|undecided)")):
            done = subprocess.run([sys.executable, "-c", snippet], cwd=self.folder,
                                  capture_output=True, text=True, check=False)
            if "No module named 'duckdb'" not in done.stderr:
                self.assertRegex(done.stdout, wanted, done.stderr)

    def test_the_lines_of_the_guide_give_all_cells(self):
        page = (ROOT / "docs/howto/read-results.md").read_text()
        block = re.search(r"```python\n(.*?)```", page, flags=re.S)[1]
        variables = {}
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(io.StringIO()):
            exec(block, variables)
        names = ["path", "protocol", "bytes"]
        self.assertEqual(variables["cells"][names].values.tolist(),
                         [[cell[name] for name in names] for cell in self.cells])
        for time, cell in zip(variables["cells"]["time_us"], self.cells):
            self.assertTrue(math.isclose(time, cell["time_us"]))  # pandas' own parser rounds

    @staticmethod
    def path(key):
        """What makes no call of MPI is not MPI."""
        ours = key["path"] == "mpi" and key["protocol"] in ("direct", "cma", "shared")
        return "processes" if ours else key["path"]

    def test_the_script_prints_the_fastest_of_each_path_and_their_ratios(self):
        done = self.script(self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        times, ratios, verdicts = done.stdout.split("\n\n")
        self.assertRegex(verdicts, r"(?m)^paper +\w+ +\d+$")
        printed = [row.split() for row in times.splitlines()[1:]]
        best = {}
        for cell in sorted(self.cells, key=lambda cell: -cell["time_us"]):
            best[cell["pattern"], cell["bytes"], self.path(cell)] = cell
        self.assertEqual(len(printed), len(best))
        for (pattern, size, path), cell in best.items():
            start = [pattern, "bus", "2", str(size), path, cell["protocol"]]
            self.assertIn(start, [row[:6] for row in printed])

            (row,) = [row for row in printed if row[:6] == start]
            p99 = cell.get("percentiles", {}).get("p99", {}).get("us")
            if p99 is None:
                self.assertEqual(row[7], "NaN")
            else:
                self.assertAlmostEqual(float(row[7]), p99, delta=max(0.001, p99 / 1000))

        sides = [{name: cell[name] for name in ("pattern", "bytes", "path", "protocol")}
                 for cell in best.values()]
        pairs = [record for record in self.records if record["record"] == "pair" and all(
            record[side].items() >= one.items() for side in "ab" for one in sides
            if (one["pattern"], one["bytes"], self.path(one)) == (
                record[side]["pattern"], record[side]["bytes"], self.path(record[side])))
            and self.path(record["a"]) != self.path(record["b"])]
        self.assertEqual(len(ratios.splitlines()) - 1, len(pairs))
        for pair in pairs:
            self.assertIn(f"{pair['ratio']:.6f}", ratios)

    def test_a_last_line_that_was_cut_short_is_left_out(self):
        text = self.file.read_text()
        cut = self.folder / "cut.jsonl"
        cut.write_text(text[:-20])
        self.assertEqual(self.script(cut).returncode, 0)

    def test_a_line_that_is_not_as_the_schema_says_is_named(self):
        campaign, cell = map(json.dumps, (self.records[0], {**self.cells[0], "time_us": "short"}))
        self.assertRegex(self.refused(campaign, cell), r":2: \$.time_us: 'short'")
        unknown = json.dumps({**self.records[0], "surprise": 1})
        self.assertRegex(self.refused(unknown), r":1: \$: .*'surprise' was unexpected")

    def test_a_foreign_file_a_lost_one_and_one_without_cells_get_a_clear_word(self):
        self.assertEqual(self.refused("hello"), ":1: no record of a results file\n")
        self.assertEqual(self.refused("[]"), ":1: no record of a results file\n")
        self.assertIn("no cell was measured", self.refused(json.dumps(self.records[0])))
        self.assertIn("No such file", self.script(self.folder / "none.jsonl").stderr)


unittest.main(verbosity=2)
