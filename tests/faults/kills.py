# SPDX-License-Identifier: BSD-3-Clause
"""Kills, stops, terminates or crashes random processes of campaigns at random moments.

A campaign must lose at most one cell, leave no process and no shared memory, exit with the status
that docs/commands.md gives, and keep a results file that --resume completes.

Usage: kills.py COMOPS SOURCE-ROOT [--trials N] [--seed N]
"""

import argparse
import collections
import itertools
import os
import random
import resource
import signal
import subprocess
import sys
import time
import unittest

from front_end import COMOPS, MARK, PATHS, PLAIN, measured
from interrupted import PATIENCE, Campaign, marked_processes

SIGNALS = [signal.SIGKILL, signal.SIGSTOP, signal.SIGSEGV, signal.SIGTERM]
ASAN = os.environ.get("ASAN_OPTIONS", "") + ":handle_segv=0"  # which would make it an exit status
LASTS = 4  # seconds that the undisturbed campaign takes, about
KEY = "pattern", "path", "protocol", "placement", "memory", "ranks", "bytes"
WORDS = ["--paths", ",".join(name for name in ("threads", "mpi", "shmem") if name in PATHS),
         "--patterns", "broadcast,gather", "--sizes", "8,64K", "--protocols", "direct,library,put",
         "--budget", str(LASTS), "--launches", "1", "--timeout", "10s"]


def too_busy(cell, done):
    """Whether other programs on this machine cost the cell."""
    stopped = done and done[1] == "SIGSTOP"
    return "too busy" in cell["error"] or ("no answer" in cell["error"] and not stopped)


def whole_tables(cells, all_keys):
    """The keys of the tables of which every cell was measured: --resume leaves those alone."""
    done = {key for key, cell in cells.items()
            if cell["valid"] and cell["stopped"] != "interrupted"}
    begun = {key[0] for key in all_keys - done}  # patterns: each is one table here
    return {key for key in done if key[0] not in begun}


class Kills(Campaign):
    def begin(self, *words):
        return subprocess.Popen(
            [COMOPS, "run", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env=PLAIN | {"ASAN_OPTIONS": ASAN},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))

    def keyed(self):
        """Key -> the last record of each cell."""
        return {tuple(str(cell.get(name)) for name in KEY): cell
                for cell in (self.cells() if self.file.exists() else [])}

    def end(self, run, wanted):
        """Waits for the campaign; its exit status must be one of those wanted."""
        self.addCleanup(run.kill)
        errors = run.communicate(timeout=PATIENCE)[1]
        self.assertIn(measured(run.returncode), wanted, errors[-300:])
        self.assert_nothing_left()

    def disturb(self, run):
        """(name of the process, name of the signal) or None if the campaign was over before."""
        time.sleep(CHANCE.uniform(0, LASTS))
        by_name = collections.defaultdict(list)
        for pid, (name, _) in marked_processes(MARK).items():
            by_name[name].append(pid)
        if not by_name or run.poll() is not None:
            return None
        name, number = CHANCE.choice(sorted(by_name)), CHANCE.choice(SIGNALS)
        pid = CHANCE.choice(by_name[name])
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            return None
        if pid == run.pid and number == signal.SIGSTOP:
            time.sleep(1)
            os.kill(pid, signal.SIGCONT)
        return name, number.name

    def judge(self, run, done, all_keys):
        """What must hold of a campaign after something was done to it."""
        fatal = done and done[0] == "comops" and done[1] != "SIGSTOP"
        wanted = {0, 1}
        if fatal:
            wanted = {0, -getattr(signal, done[1])}  # 0: it may have just ended
        self.end(run, wanted)
        before = self.keyed()
        lost = [cell["error"] for cell in before.values()
                if not cell["valid"] and not too_busy(cell, done)]
        self.assertLessEqual(len(lost), 1, lost)
        if not fatal:
            self.assertEqual(before.keys(), all_keys, "cells without a record")
            self.assertEqual(measured(run.returncode) == 0,
                             all(c["valid"] for c in before.values()), lost)
        if before.keys() != all_keys and self.file.exists() and self.file.stat().st_size:
            self.resume(before, all_keys)

    def resume(self, before, all_keys):
        """What was cut short is completed; what had been measured stays as it was."""
        text = self.file.read_bytes()
        self.end(self.begin("--resume", str(self.file)), {0, 1})  # 1: a busy machine
        self.assertTrue(self.file.read_bytes().startswith(text), "--resume changed what was there")
        after = self.keyed()
        self.assertEqual(after.keys(), all_keys, "--resume does not complete the campaign")
        for key in whole_tables(before, all_keys):
            self.assertEqual(after[key], before[key], "--resume measured valid cells again")

    def test_a_campaign_loses_at_most_one_cell_and_leaves_nothing(self):
        self.end(self.begin("-o", str(self.file), *WORDS), {0, 1})
        all_keys, count = self.keyed().keys(), 0
        for number in itertools.count():
            if count == ASKED.trials:
                break
            self.file = self.folder / f"{number}.jsonl"
            run = self.begin("-o", str(self.file), *WORDS)
            done = self.disturb(run)
            count += done is not None
            with self.subTest(trial=number, done=done):
                self.judge(run, done, all_keys)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    ASKED, words = parser.parse_known_args()
    CHANCE = random.Random(ASKED.seed)
    unittest.main(argv=[sys.argv[0], *words])
