# SPDX-License-Identifier: BSD-3-Clause
"""Where the wall time of a campaign goes: all of it, once."""

from collections import Counter
from types import SimpleNamespace

import pytest

from comops.measure.account import CANARIES, OF_RANKS, OWN, STARTING, WAITING, Account


class Clock:
    """The module `time`: `own` seconds pass with the processor, others while something is awaited.
    """

    def __init__(self) -> None:
        self.now, self.cpu = 1000.0, 50.0

    def monotonic(self) -> float:
        return self.now

    def thread_time(self) -> float:
        return self.cpu

    def passes(self, own: float = 0.0, awaited: float = 0.0) -> None:
        self.now += own + awaited
        self.cpu += own


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("comops.measure.account.time", clock)
    return clock


def command(account: Account, clock: Clock, size: int, spent_s: dict[str, float]) -> None:
    """A worker takes it after 1 s and reports 2 s before that is noticed; of these three seconds a
    half is the processor's."""
    begin = clock.now
    taken = begin + 1
    clock.passes(0.5, 0.5 + sum(spent_s.values()) + 2)
    account.command("mpi", size, int(begin * 1e9), int(clock.now * 1e9), 0.5, SimpleNamespace(
        taken_ns=int(taken * 1e9), ended_ns=int((clock.now - 2) * 1e9),
        spent_ns=[spent_s.get(kind, 0.0) * 1e9 for kind in OF_RANKS]))


def seconds_by(spent: list[dict], member: str) -> dict:
    totals: Counter = Counter()
    for entry in spent:
        if member in entry:
            totals[entry[member]] += entry["seconds"]
    return totals


def test_what_is_accounted_for_adds_up_to_the_wall_time(clock):
    account = Account(before=3.0)
    clock.passes(own=2)
    with account.time(STARTING, "mpi"):
        clock.passes(0.25, 4)
        with account.time(CANARIES):
            clock.passes(0.25, 1)
    clock.passes(own=1)
    command(account, clock, 8, {"timed": 5, "checks": 1})
    command(account, clock, 64, {"timed": 2, "settling": 3})
    record = account.record()
    assert sum(entry["seconds"] for entry in record["spent"]) == pytest.approx(record["wall_s"])
    kinds = seconds_by(record["spent"], "kind")
    assert {kind: kinds[kind] for kind in (STARTING, CANARIES, WAITING, OWN)} == pytest.approx({
        STARTING: 4.25, CANARIES: 1.25, WAITING: 6, OWN: 6})
    assert (kinds["timed"], kinds["checks"], kinds["settling"]) == (7, 1, 3)
    assert seconds_by(record["spent"], "bytes") == pytest.approx({8: 9, 64: 8})
    assert seconds_by(record["spent"], "path") == pytest.approx({"mpi": 21.25})


def test_commands_within_something_else_are_accounted_for_once(clock):
    account = Account()
    with account.time("tuning"):
        command(account, clock, 8, {"timed": 5})
    kinds = seconds_by(account.record()["spent"], "kind")
    assert {kind: kinds[kind] for kind in ("timed", WAITING, "tuning", OWN)} == pytest.approx(
        {"timed": 5, WAITING: 3, "tuning": 0, OWN: 0})


def test_a_command_that_a_worker_does_not_end_is_waited_for(clock):
    account = Account()
    clock.passes(0.5, 9.5)
    account.command("mpi", 8, 0, int(10e9), 0.5)
    kinds = seconds_by(account.record()["spent"], "kind")
    assert kinds == pytest.approx({WAITING: 10, OWN: 0})


def test_something_that_fails_is_accounted_for(clock):
    account = Account()
    with pytest.raises(KeyError), account.time(STARTING):
        clock.passes(awaited=7)
        raise KeyError
    assert seconds_by(account.record()["spent"], "kind") == pytest.approx({STARTING: 7, OWN: 0})
