# SPDX-License-Identifier: BSD-3-Clause
"""Campaigns that are interrupted, and what nothing may be left of."""

import contextlib
import os
import signal
import subprocess
import time
import unittest

import front_end
from front_end import COMOPS, CORES, MARK, PATHS, PLAIN, measured
from leftovers import abandoned_segments, marked_processes, remaining

NEEDS_MPI = unittest.skipIf(CORES < 2 or PATHS["mpi"]["missing"], "needs MPI and two cores")
BUDGETS = (2, 8, 64)  # seconds; the longer ones for a busy machine
PATIENCE = 300  # seconds
ASAN = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"  # it comes after preloads
ENVIRONMENT = PLAIN | {"ASAN_OPTIONS": ASAN}


def too_busy(cell):
    """Whether a cell was lost to other programs on this machine."""
    return "too busy" in cell["error"] or "no answer" in cell["error"]


def until(done, seconds):
    """Waits for what `done` returns to be true; returns the last."""
    for _ in range(20 * seconds):
        if result := done():
            return result
        time.sleep(0.05)
    return done()


class Campaign(front_end.Campaign):
    """Afterwards no process and no segment may be left."""

    def setUp(self):
        super().setUp()
        self.before = abandoned_segments()

    def tearDown(self):
        self.assert_nothing_left()

    def assert_nothing_left(self):
        self.assertEqual(remaining(lambda: marked_processes(MARK)), {}, "processes left behind")
        self.assertEqual(remaining(lambda: abandoned_segments() - self.before), set(),
                         "shared memory left behind")

    def start(self, line, ignored=(), stdout=subprocess.PIPE):
        """A campaign with three cells in each group, which ignores some signals."""
        def signals_set():
            front_end.listen()
            for number in ignored:
                signal.signal(number, signal.SIG_IGN)

        run = subprocess.Popen([COMOPS, "run", "-o", self.file, "--paths", "threads,mpi",
                                "--protocols", "barrier,library,sendrecv", "--timeout", "10m",
                                *line.split()],
                               text=True, stdout=stdout, stderr=subprocess.PIPE, env=PLAIN,
                               preexec_fn=signals_set)
        self.addCleanup(run.kill)  # of a test that failed
        return run

    def interrupted(self, line, ready):
        """What a campaign says that is interrupted once it is `ready`. Where a busy machine lets
        it end before, another one has a longer budget."""
        for budget in BUDGETS:
            self.file.unlink(missing_ok=True)
            run = self.start(f"{line} --budget {budget}")
            ready()
            run.send_signal(signal.SIGINT)
            _, errors = run.communicate(timeout=PATIENCE)
            if measured(run.returncode):
                break
        self.assertEqual(run.returncode, -signal.SIGINT, errors)
        return errors

    def wait_for_cells(self, count):
        def enough():
            with contextlib.suppress(OSError, ValueError):
                return len(self.cells()) >= count

        self.assertTrue(until(enough, PATIENCE), "no cell was recorded")

    def signal_worker(self, name, number, run, wait=0.0):
        """To the latest of that name, once there is one; whether it came before the campaign
        ended. One that is gone by then may only have been asked what it has."""
        while run.poll() is None:
            if mine := [pid for pid, (own, _) in marked_processes(MARK).items() if own == name]:
                time.sleep(wait)
                with contextlib.suppress(ProcessLookupError):
                    os.kill(max(mine), number)
                    return True
            time.sleep(0.05)
        return False
