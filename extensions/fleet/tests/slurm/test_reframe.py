# SPDX-License-Identifier: BSD-3-Clause
"""contrib/reframe over the virtual nodes of a real Slurm: all patterns in one job a node.

Usage: test_reframe.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import subprocess
import sys
import unittest
from pathlib import Path

from sweeps import COMOPS, ROOT, Sweeps

REFRAME = Path(sys.executable).with_name("reframe")
if not REFRAME.exists():
    print(f"SKIP: {REFRAME} is missing: pip install -r {ROOT}/tests/requirements.txt")
    sys.exit(77)
SITE = {"systems": [{"name": "virtual", "hostnames": [".*"], "partitions": [
    {"name": "all", "scheduler": "squeue", "launcher": "local", "environs": ["builtin"]}]}],
    "environments": [{"name": "builtin"}]}
PATTERNS = {"pingpong", "reduce"}


class Distributed(Sweeps):
    nodes = 2

    def test_each_node_measures_all_patterns_in_one_job(self):
        self.folder.mkdir()
        site = self.folder / "site.json"
        site.write_text(json.dumps(SITE))
        done = subprocess.run(
            [REFRAME, "-C", site, "-c", ROOT / "contrib/reframe/comops_check.py", "--nocolor",
             f"--prefix={self.folder}", "--system=virtual", "--distribute=all", "-P",
             "placement=bus", "-S", f"patterns={','.join(PATTERNS)}", "-S", "sizes=8", "-S",
             "protocols=direct,library", "-S", "budget=1s", "--exec-policy=serial", "--run"],
            env={**self.environment, "HOME": str(self.folder),
                 "PATH": f"{COMOPS.parent}:{self.environment['PATH']}"},
            cwd=self.folder, capture_output=True, text=True, timeout=600, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        measured = {}
        for file in self.folder.glob("output/**/results.jsonl"):
            campaign, *records = map(json.loads, file.read_text().splitlines())
            measured[campaign["facts"]["node_name"]] = {
                line["pattern"] for line in records if line["record"] == "cell" and line["valid"]}
        self.assertEqual(measured, {"n1": PATTERNS, "n2": PATTERNS})


if __name__ == "__main__":
    unittest.main(verbosity=2)
