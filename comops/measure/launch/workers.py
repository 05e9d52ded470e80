# SPDX-License-Identifier: BSD-3-Clause
"""A worker: started once, asleep between commands, ended when it dies or hangs."""

import contextlib
import math
import os
import select
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from comops.common.signals import signals_drain, signals_seen
from comops.measure import library
from comops.measure.facts import first_line
from comops.measure.launch.launchers import words_of
from comops.measure.launch.processes import Process, ended, processor_seconds
from comops.measure.launch.seen import TeamStamps
from comops.measure.launch.shared_files import shared_files, shared_files_remove, shared_space
from comops.results.plan import Path

# Independent of --timeout: starting MPI on a busy machine takes seconds.
_START_S, _QUIT_S = 60, 5
_POLL_MOST_S = 1e6
_WORDS_S = 1  # a launcher says why a rank died, and ends
_MIB = 1 << 20
_OOM = "/proc/vmstat", "oom_kill "  # the line that counts processes killed for lack of memory


class Outcome(Enum):
    """How a command ended."""

    DONE, DIED, HUNG, INTERRUPTED = range(4)


class NotStarted(Exception):
    """A worker does not start; the text says why."""


class NoAnswer(NotStarted):
    """It does nothing for so long that another attempt would not help."""


@dataclass(frozen=True)
class Surroundings:
    """What the workers of a campaign share. `timeout`: seconds of one command; `notify`: a pipe,
    to which the last rank to end a command writes its team's slot; `wakeup`: a descriptor that can
    be read when a signal has arrived."""

    arena: library.Arena
    timeout: float
    notify: tuple[int, int]
    wakeup: int


class Worker:
    """One worker: its program, and its ranks if they are processes.

    `slots`, `starts`: what the last command left in the arena (library.py), in nanoseconds
    of the clock, and `times` of its stamps (Stamps.times); `lasted`: when it was given and when it
    ended, and the processor time meanwhile; `why`: why it failed.
    """

    def __init__(self, shared: Surroundings, path: Path, ranks: int, slot: int) -> None:
        arena = shared.arena
        self.path, self.ranks, self.slot, self.why = path, ranks, slot, ""
        self.alive = False
        self.start_sleeps = False  # its ranks mostly slept while it started, the last time
        self.lasted = 0, 0, 0.0
        self.slots = arena.ranks(slot, ranks)
        self.starts = arena.team(slot)["starts"].view("i8")
        stamps = arena.stamps(slot, ranks).view("i8").reshape(ranks, -1, 2)
        self.times = TeamStamps(self.starts, stamps).times
        self._shared, self._arena = shared, arena
        self._pus, self._nodes = self.slots["pu_wanted"], self.slots["node_wanted"]
        self._reports = memoryview(self.slots.view("u1"))
        error, step = self.slots.dtype.fields["error"][1], self.slots.itemsize
        # The first byte of each error: not 0 if there is one.
        self._errors = range(error, ranks * step, step)
        self._handles: dict[int, int] = {}  # rank -> pidfd, if the ranks are processes

    @property
    def runtime(self) -> str:
        """The library's own description."""
        return self._arena.team(self.slot)["runtime"].decode(errors="surrogateescape")

    @property
    def shared_ranks(self) -> int:
        """How many ranks share memory by the library's own answer; 0: it was not asked."""
        return int(self._arena.team(self.slot)["shared_ranks"])

    @property
    def pid(self) -> int:
        """The process id of rank 0."""
        return int(self.slots["pid"][0])

    def in_time(self, stamps: int) -> list[float]:
        """From the common start to the end of the last rank, ns, without the stamps for which a
        rank was late."""
        times = self.times(0, stamps, False, math.inf)
        return times[~np.isnan(times)].tolist()

    def reports(self) -> bytes:
        """What the ranks report of the last command: seen_by reads it."""
        return bytes(self._reports)

    def error(self) -> str:
        """The error of the first rank that has one, or ""."""
        rank = self._failed()
        return "" if rank is None else self._error_of(rank)

    def start(self, oversubscribed: bool) -> None:
        """NotStarted if that fails. `oversubscribed`: more ranks than cores."""
        self.begin(oversubscribed)
        self.await_start()

    def begin(self, oversubscribed: bool) -> None:
        """Starts the program and does not wait for its ranks; NotStarted."""
        self._begun = time.monotonic()
        self._arena.reset(self.slot, self.ranks, oversubscribed)
        self._wanted: tuple[Sequence[int], Sequence[int]] | None = None  # where in the arena
        self._start_program()

    def await_start(self) -> None:
        """NotStarted if it fails."""
        # Its notification may have come while another worker was awaited.
        outcome = (Outcome.DONE if self._arena.all_done(self.slot)
                   else self._await_or_end(_START_S, ""))
        if outcome != Outcome.DONE:
            raise (NoAnswer if outcome == Outcome.HUNG else NotStarted)(self.why)
        seconds = time.monotonic() - self._begun
        self.start_sleeps = sum(map(processor_seconds, self.slots["pid"].tolist())) < seconds / 2
        self._hold_ranks()
        if (rank := self._failed()) is not None:
            self.why = f"rank {rank}: {self._error_of(rank)}"
            self.end()
            raise NotStarted(self.why)

    def command(self, command: np.ndarray, pus: Sequence[int], nodes: Sequence[int]) -> Outcome:
        """Gives the command and sleeps until it is done.

        pus[rank]: OS index of the hardware thread; nodes[rank]: NUMA node of its pages. Anything
        but DONE ends the worker, with the reason in `why`.
        """
        if (pus, nodes) != self._wanted:
            self._wanted = pus, nodes
            self._pus[:] = pus
            self._nodes[:] = nodes
        cpu, begin = time.thread_time(), time.monotonic_ns()
        self._arena.command(self.slot, command)
        outcome = self._await_or_end(self._shared.timeout, " (--timeout)")
        self.lasted = begin, time.monotonic_ns(), time.thread_time() - cpu
        return outcome

    def gone(self) -> bool:
        """Whether its program or a rank has ended."""
        return bool(self._lives.poll(0))

    def quit(self) -> None:
        """Tells a live worker to quit."""
        if self.alive:
            self._arena.command(self.slot, library.new_command(quit=1))

    def await_quit(self) -> None:
        if self.alive and ended(self._process.handle, _QUIT_S):
            self._process.reap()
        self.end()

    def end(self) -> None:
        """No rank may outlive its slot in the arena."""
        if not self.alive:
            return
        self.alive = False
        self._process.kill()
        for handle in self._handles.values():
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(handle, signal.SIGKILL)
            ended(handle, _QUIT_S)
            os.close(handle)
        self._handles.clear()
        shared_files_remove(self._shared_before, self._process.pid)
        self._process.close()

    def _failed(self) -> int | None:
        """The first rank that has an error."""
        for rank, at in enumerate(self._errors):
            if self._reports[at]:
                return rank
        return None

    def _error_of(self, rank: int) -> str:
        return self.slots["error"][rank].decode(errors="surrogateescape")

    def _start_program(self) -> None:
        here = f"/proc/{os.getpid()}/fd"
        words = [*words_of(self.path, self.ranks), f"--ranks={self.ranks}",
                 f"--arena={here}/{self._arena.fd}",
                 f"--notify={here}/{self._shared.notify[1]}", f"--team={self.slot}"]
        self._shared_before, self._killed = shared_files(), first_line(*_OOM)
        try:
            self._process = Process(words)
        except OSError as error:
            self.why = f"cannot start {words[0]}: {error.strerror}"
            raise NotStarted(self.why) from None
        self.alive = True
        self._watch()

    def _watch(self) -> None:
        """What a wait ends by: the notification first."""
        handles = (self._process.handle, *self._handles.values())
        self._events, self._lives = select.poll(), select.poll()
        for descriptor in (self._shared.notify[0], *handles, self._shared.wakeup):
            self._events.register(descriptor, select.POLLIN)
        for descriptor in handles:
            self._lives.register(descriptor, select.POLLIN)

    def _hold_ranks(self) -> None:
        """A pidfd for each rank that is a process: its death is noticed at once, and its process id
        cannot be reused."""
        if not self.path.launcher:
            return
        for rank, pid in enumerate(self.slots["pid"].tolist()):
            with contextlib.suppress(OSError):  # gone already: then its launcher ends too
                self._handles[rank] = os.pidfd_open(pid)
        self._watch()

    def _await(self, seconds: float) -> Outcome:
        """Sleeps until the team has finished, a process died, a signal arrived, or the time is up.
        """
        deadline = time.monotonic() + seconds
        while not signals_seen():
            left = max(deadline - time.monotonic(), 0)
            ready = self._events.poll(min(left, _POLL_MOST_S) * 1000)
            if not ready and left < _POLL_MOST_S:
                return Outcome.INTERRUPTED if signals_seen() else Outcome.HUNG
            first = ready[0][0] if ready else self._shared.wakeup
            if first == self._shared.wakeup:
                signals_drain()
            elif first != self._shared.notify[0]:
                return Outcome.INTERRUPTED if signals_seen() else Outcome.DIED
            # The byte may be from a worker that has since died, even one in the same slot.
            elif (os.read(first, 1)[0] == self.slot and self._arena.all_done(self.slot)
                  and not signals_seen()):
                return Outcome.DONE
        return Outcome.INTERRUPTED

    def _await_or_end(self, seconds: float, limit: str) -> Outcome:
        """Ends the worker unless it finishes its command within so many seconds."""
        outcome = self._await(seconds)
        if outcome == Outcome.DONE:
            return outcome
        if outcome == Outcome.DIED:
            self.why = self._death()
        elif outcome == Outcome.HUNG:
            words = self._process.last_words()
            self.why = (f"no answer within {seconds:g} s{limit}; the worker was killed"
                        f"{': ' if words else ''}{words}")
        else:
            self.why = "interrupted"
        self.end()
        return outcome

    def _death(self) -> str:
        """Which rank or program has ended, and its last words."""
        rank = next((rank for rank, handle in self._handles.items() if ended(handle, 0)), None)
        ended(self._process.handle, _WORDS_S)
        words, space = self._process.last_words(), shared_space()
        if "Bus error" in words and space:  # a page that the system cannot provide
            words = (f"bus error, probably because /dev/shm ({space / _MIB:.3g} MiB) is too small; "
                     "in a container, enlarge it by --shm-size")
        if first_line(*_OOM) != self._killed:
            words = "the kernel killed it, or another program, because memory was short"
        who = self.path.program if rank is None else (
            f"rank {rank} of {self.path.program} (process {int(self.slots['pid'][rank])})")
        return f"{who} died{': ' if words else ''}{words}"
