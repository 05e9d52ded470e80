# SPDX-License-Identifier: BSD-3-Clause
"""A sweep over the virtual nodes of a real Slurm, one of them drained.

Usage: test_short.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import json
import unittest

from sweeps import OPTIONS, Sweeps


class Short(Sweeps):
    nodes = 3

    def test_every_node_is_measured_but_for_one_that_is_drained_with_the_reason(self):
        self.slurm.call("scontrol", "update", "nodename=n3", "state=drain", "reason=bad DIMM")
        done = self.fleet("run", "--nodes=@all", "--window=1", "--", *OPTIONS)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("n3: not measured: drained: bad DIMM", done.stderr)
        self.assertIn("  measured         2  n[1-2]\n", done.stdout)

        plan = json.loads((self.folder / "fleet.json").read_text())
        self.assertEqual((plan["partition"], plan["nodes"]), ("all", ["n1", "n2", "n3"]))
        status = self.status()
        self.assertEqual(status["measured"], ["n1", "n2"])
        self.assertEqual(status["not_measured"], {"n3": "drained: bad DIMM"})
        for node in status["measured"]:
            campaign, *_, cell = self.records(node, "campaign", "cell")
            self.assertTrue(cell["valid"])
            self.assertEqual(campaign["facts"]["node_name"], node)
            self.assertEqual(campaign["facts"]["partition"], "all")
            self.assertEqual(campaign["seed"], plan["seed"])
        self.assertEqual(list((self.folder / "nodes").glob("*.part")), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
