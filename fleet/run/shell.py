# SPDX-License-Identifier: BSD-3-Clause
"""ssh to each node, or all nodes on this machine, by ClusterShell.

Its configuration counts: ssh's options, user and path (clush.conf, defaults.conf). A job ends with
the process that started it, because its standard input does (program.py).
"""

import shlex
from collections.abc import Mapping
from threading import Thread
from typing import Any

from ClusterShell.Event import EventHandler
from ClusterShell.Task import Task

from fleet.run.engine import Engine, Phase, Seen
from fleet.run.plan import Folder

SSH_FAILED = 255


class _Job(EventHandler):
    """One command, in a task of its own: ClusterShell runs each task in a thread.

    That of a daemon thread is one too, so nothing keeps this process from ending.
    """

    def __init__(self, command: str, **where: str) -> None:
        self.ended, self.status, self.printed = False, 0, ""
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


class Shell(Engine):
    """Without `ssh` the nodes are names, all on this machine."""

    def __init__(self, folder: Folder, ssh: bool) -> None:
        self._folder, self._ssh = folder, ssh
        self._jobs: dict[str, _Job] = {}

    def submit(self, node: str) -> str:
        command = f"exec {shlex.join(['sh', str(self._folder.script), node, 'attached'])}"
        job = f"{node}.{len(self._jobs)}"
        self._jobs[job] = _Job(command, **{"nodes" if self._ssh else "key": node})
        return job

    def look(self, jobs: Mapping[str, str]) -> dict[str, Seen]:
        return {node: self._seen(self._jobs.get(job)) for node, job in jobs.items()}

    def _seen(self, job: _Job | None) -> Seen:
        if not job:
            return Seen(Phase.ENDED)  # that of an earlier run has ended with it
        if not job.ended:
            return Seen(Phase.RUNNING)
        lost = self._ssh and job.status == SSH_FAILED
        return Seen(Phase.ENDED, (job.printed or "ssh failed") if lost else "")

    def cancel(self, node: str, job: str) -> None:
        self._jobs[job].task.abort()
