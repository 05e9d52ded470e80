# SPDX-License-Identifier: BSD-3-Clause
"""The engines, which start the nodes' jobs: their interface, Slurm, ssh and this machine."""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from importlib.util import find_spec
from threading import Event, Thread
from typing import Any

from ClusterShell.Event import EventHandler
from ClusterShell.Task import Task

from comops_fleet.run.plan import Folder, PlanError, SweepPlan

PROGRAMS = {"slurm": "sbatch", "ssh": "ssh"}  # that an engine starts
PSIJ = ("pbs", "lsf")  # by PSI/J
ATTACHED = ("ssh", "local")  # jobs end with the process that started them
ENGINES = ("slurm", *ATTACHED, *PSIJ)
DEFAULT = "slurm"


class NoEngine(Exception):
    """An engine is missing; one line says what it needs."""


class Unreachable(Exception):
    """The scheduler does not answer now; the request may be repeated."""


class JobRefused(Exception):
    """The engine takes no job for this node; one line says why."""


class Phase(StrEnum):
    """What a job does."""

    WAITING = "waiting"
    RUNNING = "running"
    ENDED = "ended"


@dataclass(frozen=True)
class JobSeen:
    """A job as the engine sees it. The reason says why it waits, or why it has failed."""

    phase: Phase
    reason: str = ""


class Ready(StrEnum):
    """How soon a node can get a job."""

    IDLE = "idle"
    BUSY = "busy"


class JobEngine(ABC):
    """Every method may raise Unreachable."""

    survives = False  # whether jobs go on when this process ends

    def conditions(self, nodes: Collection[str]) -> dict[str, str]:
        """A Ready for each node, or why it cannot be measured."""
        return dict.fromkeys(nodes, Ready.IDLE)

    def adopt(self, jobs: Mapping[str, str]) -> dict[str, str]:
        """Node -> job that an earlier run has started and noted, and that still runs."""
        return {}

    @abstractmethod
    def submit(self, node: str) -> str:
        """The new job; Refused if it cannot be started."""

    @abstractmethod
    def look(self, jobs: Mapping[str, str]) -> dict[str, JobSeen]:
        """Node -> its job as it is now, of node -> job."""

    @abstractmethod
    def cancel(self, node: str, job: str) -> None:
        """Ends the job, if it has not ended."""

    def pause(self, seconds: float) -> None:
        """Waits so long, or until a job changes, where that is known at once."""
        time.sleep(seconds)

    def close(self) -> None:
        """Called when this process ends; jobs that do not survive it end now or with it."""


def engine_check(name: str) -> None:
    """Missing if the engine cannot work here; PlanError if there is none of this name."""
    if name not in ENGINES:
        raise PlanError(f"`{name}` is not an engine: {', '.join(ENGINES)}")
    program = PROGRAMS.get(name)
    if program and not shutil.which(program):
        raise NoEngine(f"--engine {name} needs {program}, which is not in PATH; --engine may be "
                       f"{', '.join(ENGINES)}")
    if name in PSIJ and not find_spec("psij"):
        raise NoEngine(f"--engine {name} needs PSI/J: {sys.executable} -m pip install psij-python")


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
    raise JobRefused(said)


class Slurm(JobEngine):
    """One job a node, pinned with --nodelist: arrays do not cover nodes, and one large allocation
    hangs on one dead node (docs/design.md).

    Accounts, time limits and the like come from Slurm's own variables: SBATCH_ACCOUNT,
    SBATCH_TIMELIMIT.
    """

    survives = True

    def __init__(self, folder: Folder, plan: SweepPlan) -> None:
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

    def look(self, jobs: Mapping[str, str]) -> dict[str, JobSeen]:
        if not jobs:
            return {}
        seen = {job: JobSeen(phase, reason) for job, _, phase, reason in self._jobs()}
        return {node: seen.get(job, JobSeen(Phase.ENDED)) for node, job in jobs.items()}

    def cancel(self, node: str, job: str) -> None:
        try:
            _call("scancel", job)
        except JobRefused:
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


SSH_FAILED = 255


class _Job(EventHandler):
    """One command, in a task of its own: ClusterShell runs each task in a thread.

    That of a daemon thread is one too, so nothing keeps this process from ending.
    """

    def __init__(self, command: str, changed: Event, **where: str) -> None:
        self.ended, self.status, self.printed, self.changed = False, 0, "", changed
        starter = Thread(target=self._start, args=(command, where), daemon=True)
        starter.start()
        starter.join()

    def _start(self, command: str, where: dict[str, str]) -> None:
        self.task = Task()
        self.task.shell(command, handler=self, **where)
        self.task.resume()

    def ev_read(self, worker: Any, node: str, sname: str, msg: bytes) -> None:
        self.printed = msg.decode("utf-8", errors="replace")

    def ev_hup(self, worker: Any, node: str, rc: int) -> None:
        self.status = rc

    def ev_close(self, worker: Any, timedout: bool) -> None:
        self.ended = True
        self.changed.set()


class Shell(JobEngine):
    """ssh to each node by ClusterShell; without `ssh` the nodes are names, all on this machine.

    ClusterShell's configuration counts: ssh's options, user and path (clush.conf, defaults.conf). A
    job ends with the process that started it, because its standard input does (sweep.py).
    """

    def __init__(self, folder: Folder, ssh: bool) -> None:
        self._folder, self._ssh = folder, ssh
        self._jobs: dict[str, _Job] = {}
        self._changed = Event()

    def submit(self, node: str) -> str:
        command = f"exec {shlex.join(['sh', str(self._folder.script), node, 'attached'])}"
        job = f"{node}.{len(self._jobs)}"
        self._jobs[job] = _Job(command, self._changed, **{"nodes" if self._ssh else "key": node})
        return job

    def look(self, jobs: Mapping[str, str]) -> dict[str, JobSeen]:
        return {node: self._seen(self._jobs.get(job)) for node, job in jobs.items()}

    def _seen(self, job: _Job | None) -> JobSeen:
        if not job:
            return JobSeen(Phase.ENDED)  # that of an earlier run has ended with it
        if not job.ended:
            return JobSeen(Phase.RUNNING)
        lost = self._ssh and job.status == SSH_FAILED
        return JobSeen(Phase.ENDED, (job.printed or "ssh failed") if lost else "")

    def cancel(self, node: str, job: str) -> None:
        self._jobs[job].task.abort()

    def pause(self, seconds: float) -> None:
        self._changed.wait(seconds)
        self._changed.clear()
