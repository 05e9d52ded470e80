# SPDX-License-Identifier: BSD-3-Clause
"""Several page sizes and several places of pages in one campaign, through all outputs.

Usage: test_pages.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import csv
import io
import json
import unittest

from front_end import TWO_CORES, Campaign, asked, comops

WANTED = [(memory, pages) for memory in ("local", "interleave") for pages in ("4k", "thp")]


@TWO_CORES
class Pages(Campaign):
    def printed(self, line, status=0):
        done = asked(line)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout

    def settings(self, cells):
        return [(cell["memory"], cell["pages"]) for cell in cells]

    def test_each_is_a_table_of_its_own_in_every_output(self):
        self.measure("--pages thp,4k --memory local,interleave -a threads -p pingpong -s 8 "
                     "-r direct,barrier -n 2 -l bus --budget 0.4 --launches 1")
        self.assertEqual(self.settings(self.cells()[::2]), WANTED)
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
        self.assertEqual(compared["summary"]["compared"], 8)

        whole = self.file.read_text().splitlines(keepends=True)
        first = next(at for at, line in enumerate(whole) if '"record": "cell"' in line
                     or '"record":"cell"' in line)
        self.file.write_text("".join(whole[:first + 2]))
        self.assertEqual(comops(f"run --resume {self.file}").returncode, 0)
        self.assertEqual(self.settings(self.cells()[::2]), WANTED)

    def test_without_the_option_the_key_has_no_page_size(self):
        plan = asked("run --dry-run --json -a threads -p pingpong -s 8 -r direct -n 2 "
                      "--pages default,2m").stdout.splitlines()
        self.assertEqual([json.loads(line).get("pages") for line in plan[:2]], [None, "2m"])
        self.refused("run --pages 3m", "4k, thp, 2m")


unittest.main(verbosity=2)
