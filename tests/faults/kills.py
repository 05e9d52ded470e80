# SPDX-License-Identifier: BSD-3-Clause
"""Kills, stops, terminates or crashes random processes of campaigns at random moments.

A campaign must lose at most one cell, leave no process and no shared memory, exit with the status
that docs/commands.md gives, and keep a results file that --resume completes.

Usage: kills.py COMOPS [--trials N] [--seed N]
Prints a table in Markdown: what was done to which process, how often, and what was lost. Lists
violations, and exits with 1 if there are any.
"""

import argparse
import collections
import contextlib
import itertools
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from leftovers import abandoned_segments, marked_processes, remaining

SIGNALS = [signal.SIGKILL, signal.SIGSTOP, signal.SIGSEGV, signal.SIGTERM]
PATHS = {"threads", "mpi", "shmem"}
ASAN = os.environ.get("ASAN_OPTIONS", "") + ":handle_segv=0"  # which would make it an exit status
LASTS = 4  # seconds that the undisturbed campaign takes, about
PATIENCE = 300  # seconds: on a busy machine it takes twenty times as long
KEY = "pattern", "path", "protocol", "placement", "memory", "ranks", "bytes"


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


class Trial:
    """One campaign, and what is wrong with how it ended."""

    def __init__(self, comops, words, folder, number):
        self.comops, self.words = comops, words
        self.file = pathlib.Path(folder, f"{number}.jsonl")
        self.mark = f"COMOPS_TRIAL={os.getpid()}.{number}"
        self.segments = abandoned_segments()
        self.violations = []

    def start(self, *words):
        return subprocess.Popen(
            [self.comops, "run", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True, env={**os.environ, "NO_COLOR": "1", "ASAN_OPTIONS": ASAN,
                            **dict([self.mark.split("=")])},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))

    def expect(self, holds, what):
        if not holds:
            self.violations.append(what)

    def cells(self):
        """Key -> the last record of each cell; a line that is not JSON is a violation."""
        found = {}
        for line in self.file.read_text().splitlines() if self.file.exists() else []:
            try:
                record = json.loads(line)
            except ValueError:
                self.violations.append(f"a line of the results file is cut: {line[-40:]!r}")
                continue
            if record["record"] == "cell":
                found[tuple(str(record.get(name)) for name in KEY)] = record
        return found

    def end(self, run, wanted):
        """Waits for the campaign; its exit status must be one of those wanted."""
        try:
            errors = run.communicate(timeout=PATIENCE)[1]
        except subprocess.TimeoutExpired:
            run.kill()
            errors = run.communicate()[1]
            self.violations.append("the campaign hangs")
        self.expect(run.returncode in wanted, f"exit status {run.returncode}: {errors[-300:]}")
        left = remaining(lambda: marked_processes(self.mark))
        self.expect(not left, f"processes left behind: {left}")
        left = remaining(lambda: abandoned_segments() - self.segments)
        self.expect(not left, f"shared memory left behind: {left}")

    def disturb(self, run, chance):
        """(name of the process, name of the signal) or None if the campaign was over before."""
        time.sleep(chance.uniform(0, LASTS))
        by_name = collections.defaultdict(list)
        for pid, (name, _) in marked_processes(self.mark).items():
            by_name[name].append(pid)
        if not by_name or run.poll() is not None:
            return None
        name = chance.choice(sorted(by_name))
        number = chance.choice(SIGNALS)
        pid = chance.choice(by_name[name])
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            return None
        if pid == run.pid and number == signal.SIGSTOP:
            time.sleep(1)
            os.kill(pid, signal.SIGCONT)
        return name, number.name

    def run(self, chance, all_keys):
        """(process, signal) or None, the exit status, and the number of lost cells."""
        run = self.start("-o", str(self.file), *self.words)
        done = self.disturb(run, chance)
        fatal = done and done[0] == "comops" and done[1] != "SIGSTOP"
        wanted = {0, 1}
        if fatal:
            wanted = {0, -getattr(signal, done[1])}  # 0: it may have just ended
            wanted |= {1} if done[1] == "SIGTERM" else set()
        self.end(run, wanted)
        before = self.cells()
        self.expect(run.returncode != -signal.SIGTERM or not before,
                    "SIGTERM was not caught although cells had been measured")
        lost = {key: cell["error"] for key, cell in before.items()
                if not cell["valid"] and not too_busy(cell, done)}
        self.expect(len(lost) <= 1, f"lost {len(lost)} cells: {set(lost.values())}")
        self.expect(fatal or before.keys() == all_keys, "cells without a record")
        self.expect(fatal or (run.returncode == 0) == all(c["valid"] for c in before.values()),
                    f"exit status {run.returncode} although {len(lost)} cells are lost")
        if before.keys() != all_keys and self.file.exists() and self.file.stat().st_size:
            self.resume(before, all_keys)
        return done, run.returncode, len(lost)

    def resume(self, before, all_keys):
        """What was cut short is completed; what had been measured stays as it was."""
        text = self.file.read_bytes()
        self.end(self.start("--resume", str(self.file)), {0, 1})  # 1: a busy machine
        self.expect(self.file.read_bytes().startswith(text), "--resume changed what was there")
        after = self.cells()
        self.expect(after.keys() == all_keys, "--resume does not complete the campaign")
        self.expect(all(after[key] == before[key] for key in whole_tables(before, all_keys)),
                    "--resume measured valid cells again")


def table(rows):
    print("| process | signal | trials | cells lost, at most | in all | exit status |")
    print("|---|---|---:|---:|---:|---|")
    for (name, number), ends in sorted(rows.items()):
        status = collections.Counter(status for status, _ in ends)
        lost = [count for _, count in ends]
        print(f"| {name} | {number} | {len(ends)} | {max(lost)} | {sum(lost)} | "
              + ", ".join(f"{value} ({count})" for value, count in sorted(status.items())) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("comops")
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    listed = json.loads(subprocess.run([asked.comops, "list", "--json"], capture_output=True,
                                       check=True).stdout)
    paths = [path["name"] for path in listed["paths"] if path["name"] in PATHS]
    words = ["--paths", ",".join(paths), "--patterns", "broadcast,gather", "--sizes", "8,64K",
             "--protocols", "direct,library,put", "--budget", str(LASTS), "--launches", "1",
             "--timeout", "10s"]
    rows, failed = collections.defaultdict(list), 0
    # After Ctrl-C the table has what was tried until then.
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(KeyboardInterrupt):
        undisturbed = Trial(asked.comops, words, folder, "undisturbed")
        undisturbed.end(undisturbed.start("-o", str(undisturbed.file), *words), {0, 1})
        all_keys = undisturbed.cells().keys()
        if undisturbed.violations:
            sys.exit(f"the undisturbed campaign fails: {undisturbed.violations}")
        count = 0
        for number in itertools.count():
            if count == asked.trials:
                break
            trial = Trial(asked.comops, words, folder, number)
            done, status, lost = trial.run(chance, all_keys)
            if done:
                count += 1
                rows[done].append((status, lost))
            for what in trial.violations:
                failed += 1
                print(f"trial {number}, {done}: {what}", file=sys.stderr)
    table(rows)
    sys.exit(f"{failed} violations" if failed else 0)


if __name__ == "__main__":
    main()
