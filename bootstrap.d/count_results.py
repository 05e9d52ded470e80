# SPDX-License-Identifier: BSD-3-Clause
"""Adds up what meson counted (count_results.py FAILED FOLDER...); fails if anything failed."""

import collections
import json
import pathlib
import sys

VERDICTS = {"OK": "passed", "EXPECTEDFAIL": "passed", "SKIP": "skipped", "IGNORED": "skipped"}

count = collections.Counter()
for folder in sys.argv[2:]:
    for log in pathlib.Path(folder, "meson-logs").glob("testlog*.json"):
        for line in log.read_text(encoding="utf-8").splitlines():
            count[VERDICTS.get(json.loads(line)["result"], "failed")] += 1
if sys.argv[1] != "0" and not count["failed"]:
    count["failed"] = 1  # no test failed, so a build did
print(*(f"{count[verdict]} {verdict}" for verdict in ("passed", "failed", "skipped")), sep=", ")
sys.exit(count["failed"] > 0)
