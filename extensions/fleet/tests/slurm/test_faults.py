# SPDX-License-Identifier: BSD-3-Clause
"""What happens to a sweep over a real Slurm in its course: nothing measured is lost, nothing is
measured twice, and what is not measured has a reason.

Usage: test_faults.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import os
import signal
import unittest
from pathlib import Path

from sweeps import LONG, OPTIONS, Sweeps
from virtual_slurm import until


class Faults(Sweeps):
    nodes = 3

    def part(self, node):
        return self.folder / f"nodes/{node}.jsonl.part"

    def has_begun(self, node, cells=1):
        """Waits until the node has measured some cells."""
        part = self.part(node)
        until(lambda: part.exists() and part.read_text().count('"record":"cell"') >= cells)

    def ends(self, child, status):
        """What a `fleet run` has said."""
        said, _ = child.communicate(timeout=300)
        self.assertEqual(child.returncode, status, said)
        return said

    def is_whole(self, node):
        """One campaign, each cell once, all valid."""
        campaigns = self.records(node, "campaign")
        cells = self.records(node, "cell")
        keys = {(cell["protocol"], cell["pattern"], cell["bytes"]) for cell in cells}
        self.assertEqual(len(campaigns), 1)
        self.assertEqual(len(keys), len(cells))
        self.assertTrue(all(cell["valid"] or "too busy" in cell["error"] for cell in cells))
        return keys

    def processes_of(self, node):
        """The processes that its daemon has started for jobs."""
        configuration = f"SLURM_CONF={self.slurm.folder}/slurm.conf\0".encode()
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                environment = Path(f"/proc/{name}/environ").read_bytes()
                words = Path(f"/proc/{name}/cmdline").read_bytes()
            except OSError:
                continue
            step = words.startswith(b"slurmstepd") and configuration in environment
            if step or f"SLURMD_NODENAME={node}\0".encode() in environment:
                yield int(name)

    def kill_node(self, node):
        """As when it loses power. No other node has a job."""
        self.slurm.end(node, signal.SIGKILL)
        for process in self.processes_of(node):
            os.kill(process, signal.SIGKILL)

    def test_a_node_that_dies_in_mid_run_is_not_measured_and_goes_on_later_where_it_was(self):
        child = self.begun("--nodes=n[1-3]", "--window=1", "--", *LONG)
        self.has_begun("n1", 4)
        self.kill_node("n1")
        said = self.ends(child, 1)
        self.assertRegex(said, "n1: not measured: (down|node_fail)")
        self.assertEqual(self.status()["measured"], ["n2", "n3"])
        before = self.part("n1").read_text()

        self.slurm.start_node("n1")
        until(lambda: self.slurm.states().get("n1") == "idle")
        done = self.fleet("run")
        self.assertEqual(done.returncode, 0, done.stderr)
        whole = (self.folder / "nodes/n1.jsonl").read_text()
        self.assertTrue(whole.startswith(before.rpartition("\n")[0]))
        self.assertEqual(len(self.records("n1", "campaign")), 1)

    def test_a_busy_node_comes_last_and_is_not_measured_where_it_stays_busy(self):
        busy = self.slurm.call("sbatch", "--parsable", "-w", "n1", "-N1", "--exclusive",
                               "--output=/dev/null", "--wrap", "sleep 600").strip()
        until(lambda: self.slurm.states().get("n1") == "allocated")
        done = self.fleet("run", "--nodes=@all", "--window=1", "--wait=3s", "--", *OPTIONS)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, r"(?s)n2: measured.*n3: measured.*n1: not measured: its job "
                         r"waited more than 3 s: Resources")
        self.assertEqual(self.slurm.call("squeue", "-h", "-o", "%i").split(), [busy])
        self.slurm.call("scancel", busy)
        self.assertEqual(self.fleet("run").returncode, 0)
        self.assertEqual(self.status()["measured"], ["n1", "n2", "n3"])

    def test_the_controller_may_go_and_come_back(self):
        child = self.begun("--nodes=n[1-2]", "--window=1", "--", *LONG)
        self.has_begun("n1")
        self.slurm.end("slurmctld")
        while "waiting for the scheduler: " not in child.stdout.readline():
            self.assertIsNone(child.poll())
        self.slurm.start_controller()
        self.ends(child, 0)
        self.assertEqual(self.is_whole("n1"), self.is_whole("n2"))

    def test_jobs_of_a_run_that_was_interrupted_are_adopted(self):
        for number in (signal.SIGINT, signal.SIGKILL):
            with self.subTest(signal=number):
                self.folder = self.folder.with_name(f"sweep{number}")
                child = self.begun("--nodes=n1", "--", *LONG)
                self.has_begun("n1")
                child.send_signal(number)
                said = self.ends(child, -number)
                if number == signal.SIGINT:
                    self.assertIn("1 jobs continue without it; to continue: comops fleet run", said)
                done = self.fleet("run")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertNotEqual(self.is_whole("n1"), set())
                log = (self.folder / "nodes/n1.log").read_text()
                self.assertEqual(log.count("results are in"), 1)  # one job measured all


if __name__ == "__main__":
    unittest.main(verbosity=2)
