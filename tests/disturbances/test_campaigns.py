# SPDX-License-Identifier: BSD-3-Clause
"""What disturbs the ranks is recorded, and what it does to a campaign is said.

Usage: test_campaigns.py COMOPS SOURCE-ROOT [UNITTEST ARGUMENTS]
"""

import contextlib
import multiprocessing
import os
import re
import subprocess
import time
import unittest

from front_end import COMOPS, CORES, TWO_CORES, Campaign, measured

KINDS = {"waited_us", "stolen_us", "involuntary_switches", "migrations", "page_faults"}


def busy(core):
    os.sched_setaffinity(0, {core})
    while True:
        pass


@TWO_CORES
class Disturbances(Campaign):
    def start(self, *words):
        return subprocess.Popen(
            [COMOPS, "run", "--patterns", "broadcast", "--protocols", "direct", "--launches", "1",
             "--budget", "1", "-o", self.file, *words], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)

    def test_a_program_on_the_cores_of_the_ranks_is_seen_and_blamed(self):
        cores = sorted(os.sched_getaffinity(0))[:CORES]
        burners = [multiprocessing.Process(target=busy, args=(core,), daemon=True)
                   for core in cores]
        for burner in burners:
            burner.start()
        # Short blocks may lie between two turns of the other program.
        for budget in (8, 16, 32):
            run = self.start("--paths", "threads", "--sizes", "16M", "--budget", str(budget))
            output = run.communicate(timeout=600)[0]
            cell, = self.cells()
            # A kernel without schedule statistics tells only how often the ranks were switched.
            waits_known = cell["disturbances"]["waited_us"] is not None
            seen = cell["disturbances"]["waited_us" if waits_known else "involuntary_switches"]
            if seen and (not waits_known or "noisy-neighbour" in cell["warnings"]):
                break
            self.file.unlink()
        for burner in burners:
            burner.terminate()
        self.assertEqual({"watched_us", *KINDS}, set(cell["disturbances"]))
        self.assertGreater(len(seen), 0)
        self.assertLess(max(block for block, _, _ in seen), len(cell["blocks"]))
        if waits_known:
            self.assertIn("noisy-neighbour", cell["warnings"])
            self.assertIn("noisy-neighbour in ", output)

    def test_the_last_word_of_a_dead_worker_is_not_the_next_one_s(self):
        """A byte of a worker in the same slot may still be in the pipe."""
        run = self.start("--paths", "threads", "--sizes", "8,64")
        pipe = None
        while run.poll() is None:
            if not pipe:
                children = subprocess.run(["pgrep", "-a", "-P", str(run.pid)], text=True,
                                          capture_output=True, check=False).stdout
                path = re.search(r"--notify=(\S+)", children)
                pipe = path and os.open(path[1], os.O_WRONLY)
            else:
                with contextlib.suppress(BrokenPipeError):  # it is over
                    os.write(pipe, b"\0")
            time.sleep(0.001)
        os.close(pipe)
        errors = [cell.get("error", "") for cell in self.cells()]
        self.assertEqual(measured(run.returncode), int(any(errors)), run.stderr.read())
        self.assertEqual(len(errors), 2)
        self.assertEqual([error for error in errors if error and "too busy" not in error], [])
        run.stderr.close()


if __name__ == "__main__":
    unittest.main()
