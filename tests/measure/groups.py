# SPDX-License-Identifier: BSD-3-Clause
"""Groups of a plan that no machine measures, and campaigns by an engine whose times are made up."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from types import SimpleNamespace

import numpy as np
import pytest

from comops.measure import library
from comops.measure.account import Account
from comops.measure.block.groups import GroupState
from comops.measure.launch.kernel import KernelSetting
from comops.measure.launch.supervisor import Supervisor
from comops.measure.planning.options import Options
from comops.measure.planning.patterns import PATTERNS
from comops.measure.recording import Recorder
from comops.measure.schedule.costs import TurnCosts
from comops.measure.schedule.schedule import plan_measure
from comops.results.methods import DEFAULT
from comops.results.plan import Candidate, Group, Offer, Pages, Path, Plan
from comops.results.topology import Placement
from comops.results.write import ResultsError
from comops.statistics.random import Random

BUS = Placement("bus", 2, (0, 1), "cores 0-1", "")
LOCAL = Pages("local", (0, 0), False)
MACHINE = SimpleNamespace(model="a processor", summary="a machine", core_cache=0)
BLOCK_S, LAUNCH_S = 0.01, 0.1  # that they take of the clock that these tests have


def offer(protocol: str, pattern: str) -> Offer:
    return Offer(protocol, pattern, "", f"{protocol}/{pattern}.c")


def group_of(size: int, candidates: int, placement: Placement = BUS, pattern: str = "pingpong",
             **more: object) -> Group:
    paths = [Path("threads", "comops-threads"), Path("mpi", "comops-mpi")]
    cells = [Candidate(paths[at % 2], offer("direct" if at < 2 else f"other{at}", pattern))
             for at in range(candidates)]
    return Group(PATTERNS[pattern], placement, LOCAL, placement.ranks, size, 0, 0, "rewrite",
                 "default", 0, "timed", cells, **more)


def state_of(group: Group, **members: object) -> GroupState:
    """A group that has been measured so far."""
    state = GroupState(group, DEFAULT)
    for name, value in members.items():
        setattr(state, name, value)
    return state


def supervisor_of(workers: dict, kernel: KernelSetting | None = None) -> Supervisor:
    """Has these workers, and no arena."""
    supervisor = Supervisor.__new__(Supervisor)
    shared = SimpleNamespace(notify=(), arena=SimpleNamespace(close=lambda: None))
    vars(supervisor).update(_workers=workers, _launch=0, _launches=1, account=Account(),
                            kernel=kernel, _shared=shared)
    return supervisor


class Reporter:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, message: str) -> None:
        self.said.append(message)

    detail = note = say


class Clock:
    """Passes when something is measured."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        clock = SimpleNamespace(monotonic=lambda: self.now, time=lambda: self.now)
        for module in ("schedule.turns", "schedule.schedule", "schedule.group_recorder",
                       "block.counting"):
            monkeypatch.setattr(f"comops.measure.{module}.time", clock)


class Engine:
    """Times vary by `noise` from block to block; `fails`: what happens with a block; `after`: what
    happens after each round."""

    def __init__(self, options: Options, clock: Clock, noise: float = 0.001) -> None:
        self.options, self.time, self.noise = options, clock, noise
        self.random, self.clock, self.account = Random(1), (1.0, 20.0), Account()
        self.chance = np.random.default_rng(1)
        self.launches: list[list[Group]] = []
        self.living: list[int] = []  # how many others live when each launch begins
        self.rounds_of: dict[int, list[int]] = defaultdict(list)  # by bytes: of each turn
        self.fails: Callable[[int], None] = lambda block: None
        self.after: Callable[[GroupState], None] = lambda state: None
        self.blocks = 0

    def begin_launch(self, groups: Sequence[GroupState], launches: int, first: bool) -> bool:
        assert first or self.launches
        self.launches.append([state.group for state in groups])
        lives = not first and self.living[-1] > 0
        self.living.append(self.living[-1] - 1 if lives else launches - 1)
        self.time.now += 0 if lives else LAUNCH_S * launches
        return not lives

    def rounds(self, state: GroupState, rounds: int, block_ns: float) -> None:
        state.begun = True
        self.rounds_of[state.group.bytes].append(rounds)
        for _ in range(rounds):
            for at, cell in enumerate(state.cells):
                self.blocks += 1
                self.fails(self.blocks)
                self.time.now += BLOCK_S
                cell.begin_block(0.0)
                cell.add_samples([(1 + at) * (1 + self.noise * self.chance.standard_normal())])
            self.after(state)


class Told:
    """A reporter and a results file that keep what they are told."""

    name = "results.jsonl"

    def __init__(self) -> None:
        self.records: list[dict] = []
        self.lost: list[str] = []
        self.room = 10**6

    def append(self, record: dict) -> None:
        if len(self.records) == self.room:
            raise ResultsError("full")
        self.records.append(record)

    def kinds(self) -> Counter:
        return Counter(record["record"] for record in self.records)

    def of(self, kind: str) -> list[dict]:
        return [record for record in self.records if record["record"] == kind]

    def cell_lost(self, cell: object) -> None:
        self.lost.append(cell.error)

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


class Campaign:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, groups: list[Group], seconds: float = 60,
                 **options: object) -> None:
        monkeypatch.setattr(library, "canary", lambda pus: (1.0, 2.0, 0.0, 4.0, 5.0))
        monkeypatch.setattr(library, "limits", lambda pus, way, sizes: [1.0] * len(sizes))
        self.plan, self.told = Plan(groups), Told()
        self.engine = Engine(Options(**{"launches": 6, **options}), Clock(monkeypatch))
        self.seconds = seconds

    def run(self, done: set[str] | None = None, trial_s: float = 0.0) -> Told:
        """`trial_s`: what a block took in the trial."""
        costs = TurnCosts(self.engine.options, LAUNCH_S, turn=(trial_s or BLOCK_S, 0.0))
        self.recorder = Recorder(self.told, self.told, {})
        plan_measure(self.plan, self.engine, costs, self.recorder, self.seconds, done or set())
        return self.told
