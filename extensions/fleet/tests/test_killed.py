# SPDX-License-Identifier: BSD-3-Clause
"""Sweeps that are killed, and sweeps while the clock is set back.

Usage: test_killed.py COMOPS SOURCE-ROOT CLOCK_SET_BACK
"""

import json
import os
import signal
import subprocess
import sys
import time
import unittest
from importlib.util import find_spec

from front_end import COMOPS, MARK, PLAIN, listen
from interrupted import ENVIRONMENT, Campaign, marked_processes, remaining, too_busy

CLOCK_SET_BACK = sys.argv.pop(1)
CAMPAIGN = ["--paths=threads,mpi", "--protocols=direct", "--patterns=broadcast", "--sizes=8,64",
            "--ranks=2", "--placements=bus", "--launches=1", "--budget=1", "--tuning=off"]
CELLS = {(path, size) for path in ("threads", "mpi") for size in (8, 64)}


@unittest.skipUnless(find_spec("ClusterShell") and find_spec("duckdb"),
                     "needs comops_fleet/requirements.txt")
class Sweeps(Campaign):
    """`comops fleet run`, also over an ssh that starts its command here."""

    def setUp(self):
        super().setUp()
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        ssh = self.folder / "ssh"
        ssh.write_text('#!/bin/sh\nwhile [ $# -gt 2 ]; do shift; done\nexec sh -c "$2"\n')
        ssh.chmod(0o755)
        self.environment = {**ENVIRONMENT, "PATH": f"{self.folder}:{PLAIN['PATH']}",
                            "TMPDIR": str(self.temporary)}

    def begun(self, *words, **more):
        return subprocess.Popen([COMOPS, *words], env=self.environment | more, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=listen)

    def comops(self, *words, **more):
        """What it prints."""
        child = self.begun(*words, **more)
        said, errors = child.communicate(timeout=600)
        self.assertEqual(child.returncode, 0, errors)
        return said

    def text(self, sweep, node, part=""):
        file = sweep / f"nodes/{node}.jsonl{part}"
        return file.read_text() if file.exists() else ""

    def is_whole(self, sweep, nodes):
        """Each node has one campaign with all cells, and nothing else is left."""
        for node in nodes:
            records = list(map(json.loads, self.text(sweep, node).splitlines()))
            kinds = [record["record"] for record in records]
            cells = [record for record in records if record["record"] == "cell"]
            self.assertEqual(kinds.count("campaign"), 1)
            self.assertEqual({(cell["path"], cell["bytes"]) for cell in cells}, CELLS)
            self.assertTrue(all(cell["valid"] or too_busy(cell) for cell in cells))
        self.assertEqual({file.name for file in sweep.rglob("*")},
                         {"fleet.json", "jobs.sqlite", "lock", "node.sh", "nodes",
                          *(f"{node}.{end}" for node in nodes for end in ("jsonl", "log"))})

    def test_what_kills_a_sweep_over_ssh_loses_nothing_and_leaves_nothing(self):
        for number, status, nodes, kind in (
            (signal.SIGKILL, -signal.SIGKILL, "a", "cell"),
            (signal.SIGHUP, -signal.SIGHUP, "a", "campaign"),
            (signal.SIGTERM, -signal.SIGTERM, "a", "campaign"),
            (signal.SIGINT, -signal.SIGINT, "ab", "cell"),
        ):
            with self.subTest(signal=number.name):
                sweep = self.folder / number.name
                child = self.begun("fleet", "run", sweep, f"--nodes={','.join(nodes)}",
                                   "--engine=ssh", "--window=1", "--", *CAMPAIGN)
                begun = f'"record":"{kind}"'  # on the last node
                while begun not in self.text(sweep, nodes[-1], ".part") and child.poll() is None:
                    time.sleep(0.01)
                child.send_signal(number)
                _, said = child.communicate(timeout=60)
                self.assertEqual(child.returncode, status, said)
                self.assertEqual(f"interrupted; to continue: comops fleet run {sweep}" in said,
                                 number != signal.SIGKILL, said)
                self.assertEqual(remaining(lambda: marked_processes(MARK)), {})
                self.assertEqual(os.listdir(self.temporary), [])
                before = [self.text(sweep, node) or self.text(sweep, node, ".part")
                          for node in nodes]
                self.comops("fleet", "run", sweep)
                for node, text in zip(nodes, before, strict=True):
                    self.assertTrue(self.text(sweep, node).startswith(text))
                self.is_whole(sweep, nodes)

    @unittest.skipUnless(find_spec("ruptures"), "ruptures is missing")
    def test_a_clock_set_back_between_two_sweeps_turns_their_order_and_nothing_else(self):
        created = {}
        for name, more in (("first", {}), ("second", {"LD_PRELOAD": CLOCK_SET_BACK})):
            sweep = self.folder / name
            self.comops("fleet", "run", sweep, "--nodes=a", "--engine=local", "--", *CAMPAIGN,
                        **more)
            self.is_whole(sweep, "a")
            created[name] = json.loads((sweep / "fleet.json").read_text())["created"]
            self.comops("history", "add", self.folder / "store", sweep)
        self.assertLess(created["second"], created["first"])
        answer = json.loads(self.comops("history", "check", self.folder / "store", "--format=json"))
        self.assertEqual(answer["examined"], [created[name].partition("+")[0].replace("T", " ")
                                              for name in ("second", "first")])


unittest.main(verbosity=2)
