# SPDX-License-Identifier: BSD-3-Clause
"""Workers of several launches that live at the same time."""

from types import SimpleNamespace

import pytest
from groups import supervisor_of

from comops.measure import library
from comops.measure.launch.supervisor import Supervisor
from comops.measure.launch.workers import NoAnswer, NotStarted, Outcome, Worker as RealWorker
from comops.results.plan import Path

THREADS, MPI = Path("threads"), Path("mpi")


class Worker:
    """Writes down when it is started and ended; `fails`: so often."""

    events: list[str]

    def __init__(self, path: Path, slot: int) -> None:
        self.path, self.ranks, self.slot, self.name = path, 2, slot, f"{path.label}{slot}"
        self.alive, self.start_sleeps, self.fails = False, path is MPI, 0

    def start(self, oversubscribed: bool) -> None:
        self.begin(oversubscribed)
        self.await_start()

    def begin(self, _oversubscribed: bool) -> None:
        self.events.append(f"begin {self.name}")

    def await_start(self) -> None:
        self.events.append(f"await {self.name}")
        if self.fails:
            self.fails -= 1
            raise NotStarted(self.name)
        self.alive = True

    def gone(self) -> bool:
        return False

    def quit(self) -> None:
        if self.alive:
            self.events.append(f"quit {self.name}")

    def await_quit(self) -> None:
        self.alive = False


@pytest.fixture
def supervisor(monkeypatch):
    """Without an arena, with places for six workers."""
    monkeypatch.setattr("comops.measure.launch.supervisor.Worker",
                        lambda _shared, path, _ranks, slot: Worker(path, slot))
    monkeypatch.setattr(library, "constant", {"ARENA_TEAMS": 6}.__getitem__)
    Worker.events = []
    return supervisor_of({})


def wanted(*paths: Path) -> dict:
    return {(path, 2): False for path in paths}


def used(supervisor: Supervisor, *paths: Path) -> list[str]:
    return [supervisor.worker(path, 2).name for path in paths]


def test_launches_that_live_at_the_same_time_are_used_one_after_the_other(supervisor):
    supervisor.begin(wanted(THREADS, MPI), 3)
    launches = [used(supervisor, THREADS, MPI)]
    while supervisor.next_launch():
        launches.append(used(supervisor, THREADS, MPI))
    assert launches == [["threads0", "mpi3"], ["threads1", "mpi4"], ["threads2", "mpi5"]]
    assert sum(event.startswith("begin") for event in Worker.events) == 6


def test_those_whose_ranks_sleep_while_they_start_are_started_at_once(supervisor):
    supervisor.begin(wanted(THREADS, MPI), 2)
    assert Worker.events == ["begin threads0", "await threads0", "begin threads1",
                             "await threads1", "begin mpi2", "begin mpi3", "await mpi2",
                             "await mpi3"]


def test_there_are_no_more_launches_than_places_for_them(supervisor):
    supervisor.begin(wanted(THREADS, MPI), 6)
    assert len(Worker.events) == 2 * 6
    many = [Path(f"mpi@{at}") for at in range(7)]
    supervisor.begin(wanted(*many), 6)
    assert not supervisor.next_launch()
    assert len(set(used(supervisor, *many[:4]))) == 4
    with pytest.raises(NotStarted, match="too many"):
        supervisor.worker(many[6], 2)


def test_launches_that_nobody_uses_any_more_give_their_places_back(supervisor):
    supervisor.begin(wanted(THREADS), 6)
    supervisor.next_launch()
    Worker.events.clear()
    supervisor.begin(wanted(MPI), 6)
    assert Worker.events[:5] == [f"quit threads{at}" for at in range(1, 6)]
    assert sum(event.startswith("begin mpi") for event in Worker.events) == 5
    supervisor.end(wanted(MPI))
    supervisor.begin(wanted(MPI), 2)
    assert sum(worker.alive for worker in supervisor._workers.values()) == 3


def test_new_launches_end_all_that_live_and_use_their_places(supervisor):
    supervisor.begin(wanted(MPI), 2)
    assert supervisor.next_launch()
    Worker.events.clear()
    supervisor.end(wanted(MPI))
    supervisor.begin(wanted(MPI), 2)
    assert Worker.events == ["quit mpi0", "quit mpi1", "begin mpi0", "begin mpi1", "await mpi0",
                             "await mpi1"]
    assert used(supervisor, MPI) == ["mpi0"] and supervisor.next_launch()


def test_those_that_live_are_left_for_a_first_launch(supervisor):
    supervisor.worker(MPI, 2)
    Worker.events.clear()
    supervisor.begin(wanted(MPI), 2)
    assert Worker.events == ["begin mpi1", "await mpi1"]


def test_a_start_that_fails_is_repeated_when_the_worker_is_needed(supervisor):
    supervisor._worker(MPI, 2, 0).fails = 2
    supervisor.begin(wanted(MPI), 1)
    assert used(supervisor, MPI) == ["mpi0"]
    assert Worker.events == ["begin mpi0", "await mpi0"] * 3


def test_only_the_launch_that_is_used_is_restarted_and_all_end(supervisor):
    supervisor.begin(wanted(MPI), 2)
    supervisor.next_launch()
    Worker.events.clear()
    supervisor.restart(MPI, 2)
    assert Worker.events == ["quit mpi1"]
    supervisor.close()
    assert Worker.events == ["quit mpi1", "quit mpi0"]


def test_a_worker_that_does_not_answer_is_not_started_again_and_its_words_are_kept(supervisor):
    worker = RealWorker.__new__(RealWorker)
    vars(worker).update(alive=True, slot=0, path=MPI, _begun=0.0,
                        _await=lambda _seconds: Outcome.HUNG, end=lambda: None,
                        _arena=SimpleNamespace(all_done=lambda _slot: False),
                        _process=SimpleNamespace(last_words=lambda: "cannot resolve node17"))
    with pytest.raises(NoAnswer, match="no answer within .*: cannot resolve node17"):
        worker.await_start()
    tried = []
    worker.start = lambda _oversubscribed: (tried.append(1), worker.await_start())
    with pytest.raises(NoAnswer):
        supervisor._start(worker, False)
    assert len(tried) == 1
