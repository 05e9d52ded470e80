# SPDX-License-Identifier: BSD-3-Clause
"""contrib/reframe under the real ReFrame, which writes into a folder of the test alone.

Usage: test_reframe.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMOPS, ROOT = Path(sys.argv.pop(1)).resolve(), Path(sys.argv.pop(1))
REFRAME = Path(sys.executable).with_name("reframe")
if not REFRAME.exists():
    print(f"SKIP: {REFRAME} is missing: pip install -r {ROOT}/tests/requirements.txt")
    sys.exit(77)
if subprocess.run([COMOPS, "run", "--dry-run", "--paths=threads,mpi", "--ranks=2",
                   "--placements=bus"], capture_output=True, check=False).returncode:
    print("SKIP: threads and MPI cannot be compared here: comops run --dry-run says why")
    sys.exit(77)
README = (ROOT / "contrib/README.md").read_text()


class Check(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def reframe(self, *words, action="--run", references=None):
        environment = {**os.environ, "HOME": str(self.folder), "TMPDIR": str(self.folder),
                       "PATH": f"{COMOPS.parent}:{os.environ['PATH']}"}
        if references:
            (self.folder / "references.yaml").write_text(references)
            environment["RFM_REFERENCE_PREFIX"] = str(self.folder)
        return subprocess.run(
            [REFRAME, "-c", ROOT / "contrib/reframe/comops_check.py", f"--prefix={self.folder}",
             "--nocolor", "--system=generic", "-S", "patterns=pingpong", "-P", "placement=bus",
             "-S", "sizes=8,4096", "-S", "budget=1s", "--performance-report", "--warn-as-error",
             action, *words],
            env=environment, cwd=self.folder, capture_output=True, text=True, timeout=600,
            check=False)

    def ended(self, status, *words, **how):
        """What ReFrame prints as it ends with this status."""
        done = self.reframe(*words, **how)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def program(self, *lines):
        file = self.folder / "instead"
        file.write_text("\n".join(["#!/bin/sh", *lines, ""]))
        file.chmod(0o755)
        return ["-S", f"executable={file}"]

    def test_it_is_green_and_holds_the_ratios_against_their_references(self):
        printed = self.ended(0)
        for line in (r"lowest_ratio: [\d.e+-]+ mpi/threads \(r:1, l:-0.5, u:None\)",
                     r"highest_ratio: [\d.e+-]+ mpi/threads \(r:1, l:None, u:29\)"):
            self.assertRegex(printed, f"(?m)^P: {line}$")
        self.assertIn("PERFORMANCE REPORT", printed)

    def test_its_numbers_are_those_of_the_results_file(self):
        done = self.reframe()
        file = next(self.folder.glob("output/**/results.jsonl"), None)
        self.assertIsNotNone(file, done.stdout + done.stderr)
        records = [json.loads(line) for line in file.read_text().splitlines()]
        said = dict(re.findall(r"^P: (\w+): (\S+)", done.stdout, flags=re.M))
        for size in (8, 4096):
            best = {}
            for path in ("threads", "mpi"):
                best[path] = min((r for r in records if r["record"] == "cell" and r["path"] == path
                                  and r["bytes"] == size
                                  and (path, r["protocol"]) != ("mpi", "direct")),
                                 key=lambda cell: cell["time_us"])
                self.assertAlmostEqual(float(said[f"{path}_pingpong_{size}"]),
                                       best[path]["time_us"])
            ratio = next(r["ratio"] for r in records if r["record"] == "pair" and all(
                r[side][name] == best[path][name] for side, path in (("a", "threads"), ("b", "mpi"))
                for name in ("path", "protocol", "bytes")))
            self.assertAlmostEqual(float(said[f"ratio_pingpong_{size}"]), ratio)
        ratios = [float(said[f"ratio_pingpong_{size}"]) for size in (8, 4096)]
        extremes = [float(said["lowest_ratio"]), float(said["highest_ratio"])]
        self.assertEqual(extremes, sorted(ratios))

    def test_it_is_red_by_an_impossible_reference_of_ones_own_written_as_the_readme_says(self):
        own = re.search(r"```yaml\n(.*?)```", README, flags=re.S)[1]
        own = own.replace("mycluster", "generic").replace("3.2", "1000000000")
        printed = self.ended(1, references=own)
        self.assertRegex(printed, r"failed to meet reference\(s\): ratio_pingpong_8=")

    def test_references_that_cannot_be_read_stop_it(self):
        printed = self.ended(1, references="comops_check: {generic: {ratio_pingpong_8: [much]}}")
        self.assertIn("reference parse error", printed)

    def test_what_cannot_be_measured_here_is_skipped_with_the_reason(self):
        printed = self.ended(0, "-S", "ranks=1")
        self.assertRegex(printed, r"(?s)SKIP [^\n]*\[comops: .*ranks")

    def test_it_is_red_where_comops_fails(self):
        printed = self.ended(1, *self.program("echo nothing works >&2", "exit 1"))
        self.assertIn("sanity error: exit status 1: nothing works", printed)

    def test_it_is_red_where_a_cell_is_not_valid(self):
        sides = [{"path": path, "pattern": "pingpong", "protocol": "x", "bytes": size}
                 for size in (8, 4096) for path in ("threads", "mpi")]
        records = [{"record": "cell", "valid": side["bytes"] == 8, "time_us": 1, **side}
                   for side in sides]
        records += [{"record": "pair", "a": a, "b": b, "ratio": 1}
                    for a, b in zip(sides[::2], sides[1::2])]
        lines = "\n".join(map(json.dumps, records))
        printed = self.ended(1, *self.program(f"cat >results.jsonl <<'END'\n{lines}\nEND"))
        self.assertIn("sanity error: threads/x is not valid", printed)

    def test_an_mpi_over_tcp_is_red_whatever_our_own_code_takes_in_processes(self):
        sides = [{"path": path, "pattern": "pingpong", "protocol": protocol, "bytes": size}
                 for size in (8, 4096) for path, protocol in (
                     ("threads", "direct"), ("mpi", "direct"), ("mpi", "sendrecv"))]
        records = [{"record": "cell", "valid": True, "time_us": 1 + 99 * (
            side["protocol"] == "sendrecv"), **side} for side in sides]
        records += [{"record": "pair", "a": sides[at], "b": sides[at + other], "ratio": ratio}
                    for at in (0, 3) for other, ratio in ((1, 1), (2, 100))]
        lines = "\n".join(map(json.dumps, records))
        printed = self.ended(1, *self.program(f"cat >results.jsonl <<'END'\n{lines}\nEND"))
        self.assertRegex(printed, r"failed to meet reference\(s\): highest_ratio=100")

    def test_it_is_red_where_a_size_was_not_compared(self):
        printed = self.ended(1, *self.program("echo '{\"record\": \"campaign\"}' >results.jsonl"))
        self.assertIn("threads and MPI have no pair of pingpong with 8 bytes", printed)

    def test_a_dry_run_measures_nothing_and_is_green(self):
        self.ended(0, action="--dry-run")
        self.assertEqual(list(self.folder.glob("**/results.jsonl")), [])


unittest.main(verbosity=2)
