# SPDX-License-Identifier: BSD-3-Clause
"""Keeps jobs on the nodes until each is measured or cannot be; the script that a job runs, and the
program that the script runs.
"""

import os
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterable

from comops.common.files import write
from comops_fleet.run.engine import JobEngine, JobRefused, JobSeen, Phase, Ready, Unreachable
from comops_fleet.run.plan import Folder, Jobs, State, SweepPlan

SCRIPT = """#!/bin/sh
# Measures one node of this sweep: `sh node.sh NODE` as a job of a scheduler; `sh node.sh NODE
# attached` ends when its standard input does; `sh node.sh NODE here` refuses another host. Written
# by `comops fleet run`.
results={nodes}/$1.jsonl
part=$results.part
attached=
[ "$2" != attached ] || attached=yes
# Whoever watches the standard output must not believe that this has ended.
[ -z "$2" ] || exec 4>&1 >>{nodes}/"$1.log" 2>&1
if [ "$2" = here ] && [ "$(uname -n)" != "$1" ] && [ "$(uname -n | cut -d . -f 1)" != "$1" ]; then
    echo "the scheduler put the job on $(uname -n), not on $1"
    exit 1
fi
[ ! -e "$results" ] || exit 0
# comops starts its ranks on this node alone: a launcher must not ask Slurm for more.
unset $(env | sed -n '/^SLURM_JOB_PARTITION=/d; s/^\\(SLURM_[A-Z0-9_]*\\)=.*/\\1/p')
if [ -e "$part" ] && [ "$(wc -l <"$part")" -gt 0 ]; then
    set -- --resume "$part"
else
    rm -f "$part"
    set -- {options} --seed={seed} --earlier=off --output="$part"
fi
exec 3<&0
# It ends with this shell, whatever ends that: 1 is PR_SET_PDEATHSIG, 15 SIGTERM.
{python} -Ic 'import ctypes, os, sys
ctypes.CDLL(None).prctl(1, 15)
os.execvp(sys.argv[1], sys.argv[1:])' {comops} run "$@" </dev/null 3<&- &
run=$!
interrupted=
trap 'interrupted=yes; kill "$run" 2>/dev/null' TERM INT HUP QUIT # not in the subshell
if [ "$attached" ]; then
    (while read -r line; do :; done; kill $$) <&3 >/dev/null 2>&1 4>&- &
fi
wait "$run" 2>/dev/null # the shell has no words for its end
status=$?
while kill -0 "$run" 2>/dev/null; do # the trap has ended the wait
    wait "$run" 2>/dev/null
    status=$?
done
[ -z "$attached" ] || kill $! 2>/dev/null
# With status 1 cells are lost or wrong, with 4 not to be used: these are results. A run that was
# cut short has a signal's status, also where the signal was for this shell.
[ -z "$interrupted" ] || exit 143
[ $status -gt 1 -a $status -ne 4 ] || [ ! -e "$part" ] || mv "$part" "$results"
exit $status
"""


def program_path() -> str:
    """The comops that started this."""
    return os.environ.get("COMOPS_PROGRAM") or shutil.which("comops") or "comops"


def script_write(folder: Folder, program: str, options: Iterable[str], seed: int) -> None:
    """Write node.sh."""
    text = SCRIPT.format(nodes=shlex.quote(str(folder.nodes)), comops=shlex.quote(program),
                         python=shlex.quote(sys.executable), options=shlex.join(options),
                         seed=shlex.quote(str(seed)))
    write(folder.script, text.encode())


INTERRUPTION = "interrupted"  # why a node is not measured whose job has ended with its `fleet run`
SHORTEST, LONGEST = 0.1, 10.0  # seconds between two polls: longer while nothing happens


class SweepRun:
    """One `fleet run`. It may end at any moment; the next one continues."""

    def __init__(self, folder: Folder, plan: SweepPlan, engine: JobEngine, jobs: Jobs,
                 tell: Callable[[str], None]) -> None:
        self.folder, self.plan, self.engine, self.jobs, self.tell = (
            folder, plan, engine, jobs, tell)
        self.active: dict[str, str] = {}  # node -> its job
        self.phases: dict[str, JobSeen] = {}
        self.since: dict[str, float] = {}  # when it began to wait
        self.left: list[str] = []  # nodes without a job yet
        self.measured = 0
        self.silent = False

    def run(self, now: Callable[[], float] = time.monotonic,
            pause: Callable[[float], None] | None = None) -> None:
        """Returns when no node is left."""
        pause = pause or self.engine.pause
        seconds = SHORTEST
        while not self._asked(self._begin):
            pause(LONGEST)
        while self.left or self.active:
            before = list(self.left), dict(self.phases)
            self._asked(lambda: self._step(now()))
            seconds = SHORTEST if before != (self.left, self.phases) else seconds * 1.5
            if self.left or self.active:
                pause(min(seconds, LONGEST))

    def _asked(self, what: Callable[[], None]) -> bool:
        """Whether the engine answered everything."""
        try:
            what()
        except Unreachable as silence:
            if not self.silent:
                self.tell(f"waiting for the scheduler: {silence}")
            self.silent = True
            return False
        self.silent = False
        return True

    def _begin(self) -> None:
        """Takes over the jobs of an earlier run."""
        noted = {node: job.job for node, job in self.jobs.read().items() if job.job}
        adopted = self.engine.adopt(noted)
        measured = self.folder.measured()
        unmeasured = [node for node in self.plan.nodes if node not in measured]
        self.measured = len(self.plan.nodes) - len(unmeasured)
        self.active = {node: adopted[node] for node in unmeasured if node in adopted}
        self.left = [node for node in unmeasured if node not in adopted]
        for node in noted.keys() & self.left:  # its job is gone
            self.jobs.write(node, State.WAITING)

    def interrupt(self) -> None:
        """This process ends before the sweep does."""
        self.engine.close()
        if not self.engine.survives:
            for node in self.active:
                self.jobs.write(node, State.NOT_MEASURED, reason=INTERRUPTION)

    def _step(self, now: float) -> None:
        for node, seen in self.engine.look(self.active).items():
            self._take(node, seen, now)
        waiting = [node for node in self.active if self._phase(node) == Phase.WAITING]
        if not self.left and not waiting:
            return
        conditions = self.engine.conditions([*self.left, *waiting])
        for node in waiting:
            self._give_up(node, conditions[node], now)
        for node in [node for node in self.left if conditions[node] not in list(Ready)]:
            self.left.remove(node)
            self._miss(node, conditions[node])
        self._fill(conditions, now)

    def _fill(self, conditions: dict[str, str], now: float) -> None:
        """Idle nodes first, in the order of the plan."""
        order = sorted(self.left, key=lambda node: conditions[node] != Ready.IDLE)
        for node in order[:max(0, self.plan.window - len(self.active))]:
            self._submit(node, now)

    def _submit(self, node: str, now: float) -> None:
        try:
            job = self.engine.submit(node)
        except JobRefused as refusal:
            self.left.remove(node)
            self._miss(node, str(refusal))
            return
        self.left.remove(node)
        self.active[node] = job
        self._take(node, JobSeen(Phase.WAITING), now)

    def _phase(self, node: str) -> Phase | None:
        seen = self.phases.get(node)
        return seen.phase if seen else None

    def _take(self, node: str, seen: JobSeen, now: float) -> None:
        """Notes changes of a job."""
        if self.phases.get(node) == seen:
            return
        if seen.phase != self._phase(node):
            self.since[node] = now
        self.phases[node] = seen
        if seen.phase == Phase.ENDED:
            self._end(node, seen.reason)
            return
        running = seen.phase == Phase.RUNNING
        self.jobs.write(node, State.RUNNING if running else State.WAITING, self.active[node],
                        seen.reason)
        if running:
            self.tell(f"{node}: running")

    def _end(self, node: str, reason: str) -> None:
        self._forget(node)
        if not self.folder.results(node).exists():
            self._miss(node, reason or self.folder.last_words(node) or "its job printed nothing")
            return
        self.jobs.write(node, State.MEASURED)
        self.measured += 1
        self.tell(f"{node}: measured ({self.measured} of {len(self.plan.nodes)})")

    def _give_up(self, node: str, condition: str, now: float) -> None:
        """Gives up a job that waits for a node that is gone, or that has waited too long."""
        late = self.plan.wait is not None and now - self.since[node] > self.plan.wait
        if condition in list(Ready) and not late:
            return
        seen = self.phases[node]
        self.engine.cancel(node, self.active[node])
        self._forget(node)
        self._miss(node, condition if condition not in list(Ready) else
                   f"its job waited more than {self.plan.wait:g} s: {seen.reason or condition}")

    def _forget(self, node: str) -> None:
        del self.active[node]
        self.phases.pop(node, None)

    def _miss(self, node: str, reason: str) -> None:
        self.jobs.write(node, State.NOT_MEASURED, reason=reason)
        self.tell(f"{node}: not measured: {reason}")
