# SPDX-License-Identifier: BSD-3-Clause
"""Two opinions on MPI: long messages over a bus and a crossbar, by coherence and by SimGrid.

Usage: test_agreement.py COMOPS [UNITTEST ARGUMENTS]
"""

import json
import pathlib
import subprocess
import sys
import unittest

COMOPS = pathlib.Path(sys.argv.pop(1)).resolve()
RANKS = (4, 16)
# By pattern: how far the engines may be apart. A rank of a shift copies its own message into the
# ring and takes another one out: where messages do not wait for each other, that is longer than the
# message by the copy in, which SimGrid does not know.
TOLERANCES = {"pingpong": 0.03, "broadcast": 0.03, "tree_broadcast": 0.2, "shift": 0.2}
TOGETHER = {"tree_broadcast", "shift"}  # several messages at a time


def simulated(engine, platform):
    """Microseconds of 1 MiB, by pattern and number of ranks."""
    words = ["--json", "-q", "--engine", engine, "--platform", platform, "--paths", "mpi",
             "--patterns", ",".join(TOLERANCES), "--protocols", "sendrecv", "--sizes", "1M",
             "--ranks", ",".join(map(str, RANKS)), "--consume", "no"]
    done = subprocess.run([COMOPS, "simulate", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {(line["pattern"], line["ranks"]): line["time_us"] for line in lines
            if line["record"] == "cell"}


class Agreement(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.times = {(engine, machine): simulated(engine, f"{machine}:{max(RANKS)}")
                     for engine in ("coherence", "smpi") for machine in ("bus", "crossbar")}

    def agree(self, pattern, one, other, *what):
        self.assertLess(abs(one / other - 1), TOLERANCES[pattern], (pattern, *what))

    def test_long_messages_take_the_same_time(self):
        for machine in ("bus", "crossbar"):
            for (pattern, ranks), time in self.times["coherence", machine].items():
                self.agree(pattern, time, self.times["smpi", machine][pattern, ranks], ranks)

    def test_a_bus_costs_as_much_more_than_a_crossbar(self):
        for pattern in TOLERANCES:
            for ranks in RANKS:
                coherence, smpi = (self.times[engine, "bus"][pattern, ranks]
                                   / self.times[engine, "crossbar"][pattern, ranks]
                                   for engine in ("coherence", "smpi"))
                self.agree(pattern, coherence, smpi, ranks)
                self.assertEqual(smpi > 1.1, pattern in TOGETHER, (pattern, ranks))


if __name__ == "__main__":
    unittest.main(verbosity=2)
