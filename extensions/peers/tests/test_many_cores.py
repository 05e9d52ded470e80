# SPDX-License-Identifier: BSD-3-Clause
"""The campaign for machines with many cores: its plan, and its table of results by hand.

Usage: test_many_cores.py COMOPS SOURCE
"""

import contextlib
import io
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COMOPS, SOURCE = sys.argv.pop(1), Path(sys.argv.pop(1))
SCRIPT = SOURCE / "extensions/peers/benchmarks/many_cores.py"
sys.path.insert(0, str(SCRIPT.parent))

import many_cores  # noqa: E402

CORES = json.loads(subprocess.run([COMOPS, "machine", "--json"], capture_output=True,
                                  check=True).stdout)["usable_cores"]


def campaign(*words):
    return subprocess.run([sys.executable, SCRIPT, "--comops", COMOPS, *words],
                          capture_output=True, text=True, check=False)


def cell(path, protocol, ranks, time):
    return json.dumps({"record": "cell", "valid": True, "pattern": "reduce", "bytes": 8,
                       "path": path, "protocol": protocol, "ranks": ranks, "time_us": time})


class ManyCores(unittest.TestCase):
    @unittest.skipIf(CORES >= many_cores.CORES_LEAST, "this machine has enough cores")
    def test_too_few_cores_are_told(self):
        done = campaign("--dry-run")
        self.assertEqual(done.returncode, many_cores.CANNOT_RUN)
        self.assertIn("the campaign needs 4", done.stderr)

    @unittest.skipIf(CORES < 2, "two ranks need two cores")
    def test_the_plan_has_every_operation(self):
        done = campaign("--dry-run", "--ranks", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        for pattern in many_cores.PATTERNS.split(","):
            self.assertRegex(done.stdout, rf"(?m)^{pattern} +threads +direct +2 ranks")

    def test_the_file_is_named_after_the_machine(self):
        for model, name in (("AMD EPYC 9654 96-Core Processor", "amd-epyc-9654"),
                            ("Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz", "intel-xeon-e5-2680-v4"),
                            ("Neoverse-V1", "neoverse-v1")):
            machine = {"summary": f"{model}, 8 cores", "usable_cores": 8}
            self.assertEqual(many_cores.file_name(machine), f"many-cores-{name}-8.jsonl")

    def test_the_table_has_the_fastest_mpi_over_direct(self):
        cells = [cell("threads", "direct", 2, 0.5), cell("threads", "barrier", 2, 0.1),
                 cell("mpi", "direct", 2, 0.1), cell("mpi", "library", 2, 2),
                 cell("mpi@impi", "sendrecv", 2, 1), cell("mpi", "library", 4, 3)]
        with tempfile.NamedTemporaryFile("w") as file, \
                contextlib.redirect_stdout(io.StringIO()) as said:
            file.write("\n".join(cells) + "\n")
            file.flush()
            many_cores.print_table(Path(file.name), [2, 4])
        self.assertEqual(said.getvalue().splitlines()[2:], ["| reduce | 8 | 2.00 |  |"])


unittest.main(verbosity=2)
