# SPDX-License-Identifier: BSD-3-Clause
"""Slurm: one job a node, pinned with --nodelist.

Arrays do not cover nodes, and one large allocation hangs on one dead node (docs/design.md).
Accounts, time limits and the like come from Slurm's own variables: SBATCH_ACCOUNT,
SBATCH_TIMELIMIT.
"""

import hashlib
import os
import subprocess
from collections.abc import Collection, Mapping
from datetime import timedelta

from fleet.run.engine import Engine, Phase, Ready, Refused, Seen, Unreachable
from fleet.run.plan import Folder, Plan

# sinfo's words for a node that starts no job, without the marks *~#!%$@^- after them.
GONE = {"down", "drained", "draining", "drng", "error", "fail", "failing", "inval",
        "powered_down_by_admin"}
IDLE = {"idle", "planned"}
# squeue's words.
WAITING = {"PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "SPECIAL_EXIT"}
ENDED = {"BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY",
         "PREEMPTED", "REVOKED", "TIMEOUT"}
# In messages of a controller that does not answer, or does not answer yet.
SILENT = ("contact slurm controller", "Socket timed out", "Connection refused", "Zero Bytes",
          "slow or dead", "Unable to connect", "temporarily")
LAUNCH_FAILED = "launch failed"  # then Slurm holds the job
ANSWER_SECONDS = timedelta(minutes=2).total_seconds()


def _call(*words: str) -> str:
    """The output of a program of Slurm's; Unreachable, or Refused with its message."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL, timeout=ANSWER_SECONDS)
    except subprocess.TimeoutExpired:
        raise Unreachable(f"{words[0]} does not answer") from None
    if done.returncode == 0:
        return done.stdout
    said = " ".join(done.stderr.split()) or f"{words[0]} failed"
    if any(word.lower() in said.lower() for word in SILENT):
        raise Unreachable(said)
    raise Refused(said)


class Slurm(Engine):
    survives = True

    def __init__(self, folder: Folder, plan: Plan) -> None:
        self._folder, self._plan = folder, plan
        key = hashlib.sha256(f"{folder.path} {plan.created}".encode()).hexdigest()[:8]
        self.name = f"comops.{key}"  # of all its jobs

    def conditions(self, nodes: Collection[str]) -> dict[str, str]:
        rows = _call("sinfo", "--noheader", "--Node", "--format=%N|%T|%E")
        said = {}
        for row in rows.splitlines():
            node, word, reason = row.split("|", 2)
            state = word.rstrip("*~#!%$@^-").lower()
            said[node] = (f"{state}: {reason.strip()}" if state in GONE
                          else Ready.IDLE if state in IDLE else Ready.BUSY)
        return {node: said.get(node, "Slurm knows no node of this name") for node in nodes}

    def adopt(self, jobs: Mapping[str, str]) -> dict[str, str]:
        return {node: job for job, node, phase, _ in self._jobs() if phase != Phase.ENDED}

    def submit(self, node: str) -> str:
        options = [f"--partition={self._plan.partition}"] if self._plan.partition else []
        answer = _call("sbatch", "--parsable", f"--nodelist={node}", "--nodes=1", "--exclusive",
                       "--requeue", f"--job-name={self.name}", f"--chdir={self._folder.path}",
                       f"--output={self._folder.log(node)}", "--open-mode=append", *options,
                       str(self._folder.script), node)
        return answer.strip().partition(";")[0]

    def look(self, jobs: Mapping[str, str]) -> dict[str, Seen]:
        if not jobs:
            return {}
        seen = {job: Seen(phase, reason) for job, _, phase, reason in self._jobs()}
        return {node: seen.get(job, Seen(Phase.ENDED)) for node, job in jobs.items()}

    def cancel(self, node: str, job: str) -> None:
        try:
            _call("scancel", job)
        except Refused:
            pass  # it has ended

    def _jobs(self) -> list[tuple[str, str, Phase, str]]:
        """Job, node, phase and reason of each job of this sweep that Slurm still knows."""
        rows = _call("squeue", "--noheader", "--states=all", f"--user={os.getuid()}",
                     f"--name={self.name}", "--format=%i|%n|%T|%r")
        return [(job, node, *_phase(state, reason))
                for job, node, state, reason in (row.split("|", 3) for row in rows.splitlines())]


def _phase(state: str, reason: str) -> tuple[Phase, str]:
    """What squeue's state and reason mean."""
    if state in ENDED:
        return Phase.ENDED, "" if state in ("COMPLETED", "FAILED") else state.lower()
    if state in WAITING:
        held = reason.startswith(LAUNCH_FAILED)
        return (Phase.ENDED if held else Phase.WAITING), "" if reason == "None" else reason
    return Phase.RUNNING, ""
