# SPDX-License-Identifier: BSD-3-Clause
"""Small messages many times in a row under the thread sanitizer: long enough that whatever is used
in turn (slots, sets of flags) is used again, which the few runs of check_cells.py do not reach.

Usage: test_loops.py WORKER
"""

import sys
import unittest

import batch

WORKER = sys.argv.pop()
PLANTED = ("omission", "fenced", "unfenced")  # for test_omission.py
RUNS = 40  # more than twice round a ring of 16


def repeats(pattern: dict) -> int:
    """Runs in a row; a volume is some 80 messages in a row by itself."""
    if pattern["isolated"]:
        return 1
    return 2 if pattern["series_of"] == "volume" else RUNS


def cells(ranks: int) -> list[dict]:
    patterns = {p["name"]: p for p in batch.ask([WORKER], "--patterns")}
    listed = []
    for implementation in batch.ask([WORKER], "--list"):
        if "pattern" not in implementation or implementation["protocol"] in PLANTED:
            continue
        pattern = patterns[implementation["pattern"]]
        values = {"partner": ranks - 1, "volume": 8192, "pairs": ranks // 2, "dimensions": 2}
        series = values.get(pattern["series_of"], 0)
        listed.append({"pattern": pattern["name"], "protocol": implementation["protocol"],
                       "bytes": 104 if pattern["unit"] else 0, "series": series,
                       "buffers": "rewrite", "repeats": repeats(pattern),
                       "samples": RUNS if pattern["isolated"] else 1})
    return listed


class Loops(unittest.TestCase):
    def quiet(self, ranks: int) -> None:
        wanted = cells(ranks)
        done, records = batch.run([WORKER, "--ranks", "%d"], ranks, wanted)
        self.assertNotIn("ThreadSanitizer", done.stderr)
        self.assertEqual(len(records), len(wanted), done.stderr)
        for record in records:  # some patterns want a power of two of ranks
            self.assertTrue(record["valid"] or "power of two" in record["error"], record)

    def test_no_race_among_2_ranks_in_long_loops(self):
        self.quiet(2)

    def test_no_race_among_3_ranks_in_long_loops(self):
        self.quiet(3)

    def test_no_race_among_4_ranks_in_long_loops(self):
        self.quiet(4)


unittest.main(verbosity=2)
