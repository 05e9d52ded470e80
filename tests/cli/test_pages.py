# SPDX-License-Identifier: BSD-3-Clause
"""Several page sizes and several places of pages in one campaign, and a rank that arrives late,
through all outputs.

Usage: test_pages.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import csv
import io
import json
import unittest

from front_end import MACHINE, TWO_CORES, Campaign, asked, comops

MEMORY = "local", "root", "peer", "interleave"
WANTED = [(memory, pages) for memory in MEMORY for pages in ("4k", "thp")]
PLAN = "run --dry-run --json -a threads -p pingpong -s 8 -r direct -n 2"


@TWO_CORES
class Pages(Campaign):
    def printed(self, line):
        done = asked(line)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def settings(self, cells):
        return [(cell["memory"], cell["pages"]) for cell in cells]

    def test_each_is_a_table_of_its_own_in_every_output(self):
        self.measure(f"--pages thp,4k --memory {','.join(MEMORY)} -a threads -p pingpong -s 8 "
                     "-r direct,barrier -n 2 -l bus --budget 0.4 --launches 1")
        self.assertEqual(self.settings(self.cells()[::2]), WANTED)
        nodes = {node["os_index"] for node in MACHINE["numa_nodes"]}
        if len(nodes) == 1:
            self.assertLessEqual({n for cell in self.cells() for n in cell["numa"]}, nodes | {None})
        shown = " ".join(self.printed(f"show {self.file}").split())
        for memory, pages in WANTED:
            place = "" if memory == "local" else f", {memory} pages"
            self.assertIn(f"consume timed{place}, page size {pages} bytes", shown)
        for pair in self.records("pair"):
            self.assertEqual(*self.settings([pair["a"], pair["b"]]))

        rows = list(csv.DictReader(io.StringIO(self.printed(f"report --format csv {self.file}"))))
        self.assertEqual(self.settings(rows[::2]), WANTED)
        summary = self.printed(f"report --format md {self.file}")
        for memory, pages in WANTED:
            self.assertIn(f"| pingpong, bus, {memory} pages, page size {pages} |", summary)
        compared = json.loads(self.printed(f"compare --format json {self.file} {self.file}"))
        self.assertEqual(compared["summary"]["compared"], 16)

        whole = self.file.read_text().splitlines(keepends=True)
        first = next(at for at, line in enumerate(whole) if json.loads(line)["record"] == "cell")
        self.file.write_text("".join(whole[:first + 2]))
        self.assertEqual(comops(f"run --resume {self.file}").returncode, 0)
        self.assertEqual(self.settings(self.cells()[::2]), WANTED)

    def test_a_delay_is_part_of_the_key_and_not_of_the_time(self):
        done = self.measure("--skew 5000 -a threads -p broadcast -s 8 -r direct -n 2 -l bus "
                            "--budget 0.2 --launches 1")
        (cell,) = self.cells()
        self.assertEqual(cell["skew"], "5000us")
        self.assertLess(cell["time_us"], 5000)  # the delay is not counted
        self.assertGreater(cell["duration_s"], 10 * 0.005)  # but there is one in every run
        self.assertIn("last rank late by 5000us", done.stdout)
        (row,) = csv.DictReader(io.StringIO(self.printed(f"report --format csv {self.file}")))
        self.assertEqual(row["skew"], "5000us")
        compared = json.loads(self.printed(f"compare --format json {self.file} {self.file}"))
        self.assertEqual(compared["summary"]["compared"], 1)

    def test_without_the_options_the_key_has_neither(self):
        planned = [json.loads(line)
                   for line in self.printed(f"{PLAN} --pages default,2m").splitlines()]
        self.assertEqual([one.get("pages") for one in planned[:2]], [None, "2m"])
        self.assertNotIn("skew", planned[0])
        self.assertIn('"skew":"5us"', self.printed(f"{PLAN} --skew 5"))


unittest.main(verbosity=2)
