# SPDX-License-Identifier: BSD-3-Clause
"""`comops simulate` of several machines: the same implementation is compared between them.

Usage: test_between_machines.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import os
import pathlib
import subprocess
import sys
import unittest

import jsonschema

COMOPS, ROOT = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1))
sys.path.append(str(ROOT))

from records.schema import json_schema  # noqa: E402

PART = jsonschema.Draft202012Validator(
    {"$ref": "#/$defs/placement_ratio", "$defs": json_schema()["$defs"]})
ASKED = ("--engine", "smpi", "--patterns", "alltoall,shift", "--protocols", "sendrecv",
         "--sizes", "8,64K", "--ranks", "4")


def simulated(*words):
    done = subprocess.run([COMOPS, "simulate", *ASKED, *words], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def records(*words):
    return [json.loads(line) for line in simulated("--json", *words).splitlines()]


class BetweenMachines(unittest.TestCase):
    def test_each_cell_of_the_others_is_compared_with_that_of_the_first(self):
        every = records("--platform", "crossbar:4,bus:4")
        cells = [one for one in every if one["record"] == "cell"]
        ratios = [one for one in every if one["record"] == "placement_ratio"]
        self.assertEqual(len(ratios), len(cells) / 2)
        times = {(one["placement"], one["pattern"], one["bytes"]): one["time_us"] for one in cells}
        for one in ratios:
            PART.validate(one)
            a, b = one["a"], one["b"]
            self.assertEqual((a["placement"], b["placement"]), ("crossbar:4", "bus:4"))
            self.assertEqual(a | {"placement": ""}, b | {"placement": ""})
            self.assertAlmostEqual(one["ratio"], times[b["placement"], b["pattern"], b["bytes"]]
                                   / times[a["placement"], a["pattern"], a["bytes"]])
        alltoall = [one["decision"] for one in ratios if one["a"]["pattern"] == "alltoall"
                    and one["a"]["bytes"] > 8]
        self.assertEqual(alltoall, ["faster"])  # on the crossbar

    def test_one_machine_is_compared_with_none(self):
        self.assertNotIn("placement_ratio", {one["record"]
                                             for one in records("--platform", "bus:4")})

    def test_the_terminal_says_how_often_and_how_much_slower_the_others_are(self):
        shown = simulated("--platform", "crossbar:4,bus:4", "-o", os.devnull)
        self.assertRegex(" ".join(shown.split()),
                         r"Each implementation on bus:4 against crossbar:4: slower in 4 "
                         r"\([\d.]+ to [\d.]+ times, the most for mpi/sendrecv at 64K\) of 4")
        self.assertNotIn("not measured", shown)


unittest.main(verbosity=2)
