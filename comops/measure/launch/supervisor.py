# SPDX-License-Identifier: BSD-3-Clause
"""The workers of a campaign: which of them live, and the arena that they share."""

import contextlib
import os
from collections.abc import Collection, Iterable, Mapping, Sequence

from comops.common.signals import signals_catch, signals_seen
from comops.measure import library
from comops.measure.account import STARTING, Account
from comops.measure.launch.kernel import KernelSetting
from comops.measure.launch.workers import NoAnswer, NotStarted, Surroundings, Worker
from comops.results.plan import Path


class Supervisor:
    """The workers of a campaign, and the arena that they share."""

    def __init__(self, ranks_most: int, timeout: float, account: Account | None = None,
                 kernel: KernelSetting | None = None) -> None:
        """`timeout` in seconds is the watchdog of one command; `kernel`: what old paths differ in.
        OSError if there is no memory.

        From now on SIGINT, SIGTERM and SIGHUP are only noticed while waiting for a worker.
        """
        self.account, self.kernel = account or Account(), kernel
        self._shared = Surroundings(library.Arena(ranks_most), timeout, os.pipe(), signals_catch())
        # By path, ranks, and which of the launches that live at the same time.
        self._workers: dict[tuple[Path, int, int], Worker] = {}
        self._launch, self._launches = 0, 1  # that is used, of so many

    def worker(self, path: Path, ranks: int, oversubscribed: bool = False) -> Worker:
        """The one of the launch used now; started if necessary, and the kernel set as its path
        wants. NotStarted if two attempts fail. `oversubscribed`: more ranks than cores."""
        if self.kernel:
            self.kernel.use(path.is_old)
        worker = self._worker(path, ranks, self._launch)
        if worker.alive and worker.gone():
            worker.end()  # between two commands: no cell is lost
        if not worker.alive:
            with self.account.time(STARTING, path.label):
                self._start(worker, oversubscribed)
        return worker

    def _worker(self, path: Path, ranks: int, launch: int) -> Worker:
        where = path, ranks, launch
        if where not in self._workers:
            taken = {worker.slot for worker in self._workers.values()}
            free = next((slot for slot in range(library.constant("ARENA_TEAMS"))
                         if slot not in taken), None)
            if free is None:
                raise NotStarted("too many numbers of ranks in one campaign")
            self._workers[where] = Worker(self._shared, path, ranks, free)
        return self._workers[where]

    def _start(self, worker: Worker, oversubscribed: bool) -> None:
        try:
            worker.start(oversubscribed)
        except NotStarted as why:
            if signals_seen() or isinstance(why, NoAnswer):
                raise
            worker.start(oversubscribed)  # one start may be disturbed

    def end(self, wanted: Iterable[tuple[Path, int]]) -> None:
        """Ends these workers of all launches that live."""
        with self.account.time(STARTING):
            self._quit_all([worker for worker in self._workers.values()
                            if (worker.path, worker.ranks) in wanted])

    def begin(self, wanted: Mapping[tuple[Path, int], bool], launches: int) -> None:
        """Starts the workers of so many launches, or of as many as the arena has places for; the
        first one is used now. `wanted`: by path and ranks whether there are more ranks than cores.

        Launches of a worker start at the same time if its ranks mostly sleep meanwhile, as under a
        launcher that takes long, and otherwise one after the other: ranks that poll while they wait
        for each other would take each other's cores."""
        others = {where[:2] for where in self._workers} - wanted.keys()
        places = library.constant("ARENA_TEAMS") - len(others)
        self._launches, self._launch = max(min(launches, places // max(len(wanted), 1)), 1), 0
        with self.account.time(STARTING):
            self._give_back(others)
            for (path, ranks), oversubscribed in wanted.items() if not self.kernel else ():
                with contextlib.suppress(NotStarted):
                    self._start_launches([self._worker(path, ranks, launch)
                                          for launch in range(self._launches)], oversubscribed)

    def next_launch(self) -> bool:
        """Uses the next of the launches that have begun; False if there is none."""
        if self._launch + 1 == self._launches:
            return False
        self._launch += 1
        return True

    def _give_back(self, others: Collection[tuple[Path, int]]) -> None:
        """Ends the launches that nobody uses any more: all but the first one of these."""
        ended = [where for where in self._workers
                 if where[2] >= (1 if where[:2] in others else self._launches)]
        self._quit_all([self._workers.pop(where) for where in ended])

    def _start_launches(self, workers: Sequence[Worker], oversubscribed: bool) -> None:
        together = any(worker.start_sleeps for worker in workers)
        for workers_started in [workers] if together else zip(workers, strict=True):
            self._start_all(workers_started, oversubscribed)

    def _start_all(self, workers: Iterable[Worker], oversubscribed: bool) -> None:
        """What fails is tried again when it is needed."""
        begun = []
        for worker in workers:
            if not worker.alive:
                with contextlib.suppress(NotStarted):
                    worker.begin(oversubscribed)
                    begun.append(worker)
        for worker in begun:
            with contextlib.suppress(NotStarted):
                worker.await_start()

    def _quit_all(self, workers: Collection[Worker]) -> None:
        for worker in workers:
            worker.quit()
        for worker in workers:
            worker.await_quit()

    def restart(self, path: Path, ranks: int) -> None:
        """Ends that worker if there is one, so that the next request starts a new one."""
        if worker := self._workers.get((path, ranks, self._launch)):
            with self.account.time(STARTING, path.label):
                self._quit_all([worker])

    def exchange(self, path: Path, other: Path, ranks: int) -> None:
        """Two workers that have ended get each other's place in the arena."""
        here, there = (path, ranks, self._launch), (other, ranks, self._launch)
        first, second = self._workers.get(here), self._workers.get(there)
        if first and second:
            first.path, second.path = other, path
            self._workers[here], self._workers[there] = second, first

    def close(self) -> None:
        """Ends all workers; no process and no shared memory remains."""
        self._quit_all(self._workers.values())
        if self.kernel:
            self.kernel.close()
        for descriptor in self._shared.notify:
            os.close(descriptor)
        self._shared.arena.close()
