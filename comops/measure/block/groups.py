# SPDX-License-Identifier: BSD-3-Clause
"""A group of cells while it is measured."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from comops.results.keys import implementation_of
from comops.results.methods import Method
from comops.results.plan import Candidate, Group, key_of
from comops.statistics.cells import Cell
from comops.statistics.handovers import Handovers
from comops.statistics.looks import starved
from comops.statistics.random import Random

_LEAD_FIRST_NS = 1000  # as MEETING_LEAD_FIRST
_SHOWN = 3  # launches


@dataclass
class Sampled:
    """A cell being measured; changed by sampler.py alone. The first members say how a stamp of it
    is taken (sampling.py)."""

    cell: Cell
    candidate: Candidate
    loop: bool = False  # several runs between two stamps: cell.runs
    barrier_each: bool = False  # each run after the runtime's barrier, timed by each rank
    block_is_sample: bool = False  # the midmean of its stamps, which are kept
    less_empty: bool = False  # the empty runs among the stamps are subtracted
    warmups: int = 0  # untimed runs before the first stamp
    unprepared: bool = False  # the first stamp's run is the cell's first: arena/arena.h
    block_samples: int = 0  # stamps of one block; 0: as many as fit its time
    within_budget: bool = False  # fewer stamps if block_samples do not fit the block's time
    repetition: int = 0
    layout: int = 0  # of the next block: arena/arena.h
    handovers: int = 0  # those that its next block measures: arena/arena.h
    run_ns: float = 0.0  # one run, as calibrated
    computing_ns: float = 0.0  # in each run of a pattern that computes; 0: none
    computing_alone: bool = False  # its next block only computes
    settle_ns: int = 0  # in a launch, at most so long until its times are steady
    slow: list[bool] = field(default_factory=list)  # whether each launch began slowly
    launches_begun: int = 0  # in which it has had a block
    launch_s: float = 0.0  # what its launches took before its first block was timed
    around_ns: float = 0.0  # from one stamp to the next, without the runs
    cut: bool = False  # some of its method's trials did not fit the budget
    counters: str = ""  # the group to be read instead of times
    command: np.ndarray | None = None  # of its last block
    prescribed: tuple = ()  # the members of that command that seldom change

    @property
    def begins(self) -> bool:
        """Whether its next block is its first of a launch."""
        return self.launches_begun < len(self.cell.launches)

    @property
    def settles(self) -> bool:
        """Whether it runs until its times are steady where a launch begins: if most of the last
        launches began slowly."""
        return 2 * sum(self.slow[-_SHOWN:]) > _SHOWN

    @property
    def stamp_ns(self) -> float:
        """From one stamp to the next; an estimate."""
        return max(self.around_ns + self.run_ns * self.cell.runs, 1.0)


class GroupState:
    """A turn is a launch or, with a single launch, a round."""

    def __init__(self, group: Group, method: Method, counting: bool = False) -> None:
        """`counting`: hardware counters are requested."""
        self.group, ranks = group, group.ranks
        self.cells = [
            Cell(key_of(group, candidate, method.name), method, lead_ns=_LEAD_FIRST_NS,
                 pus=[-1] * ranks, nodes=[-1] * ranks, members={"huge_bytes": [0] * ranks},
                 oversubscribed=group.placement.oversubscribed,
                 counters=None if counting else False)
            for candidate in group.candidates]
        self.sampled = [Sampled(cell, candidate)
                        for cell, candidate in zip(self.cells, group.candidates, strict=True)]
        self.handovers: list[Handovers] = []  # of each round
        self.begun = self.ended = False
        self.turns = 0  # so far
        self.rounds = 1  # of its next turn
        self.rounds_taken = 0  # in all turns
        self.seconds = 0.0  # for all turns
        self.calibration_seconds = 0.0  # of these, before the first round
        self.levels_ratio: float | None = None  # at the last look that planned its rounds
        self.next_look = 0  # the number of turns after which it is due
        self.precise_looks = 0  # since all shown intervals were narrow enough, that one included

    def next_launch(self, number: int) -> None:
        """The next blocks belong to a new launch of the workers, the stage's number-th."""
        for cell in self.cells:
            cell.begin_launch(number)

    def order(self, random: Random) -> list[Sampled]:
        """A new order of the cells, in which those follow each other that are compared most
        closely: the same protocol over several paths, the same cell of two builds."""
        shuffled = list(self.sampled)
        random.shuffle(shuffled)
        return [sampled for alike in _together(shuffled, _protocol_of)
                for partners in _together(alike) for sampled in partners]

    def align_partners(self) -> None:
        """The same cells of two builds are measured alike, whatever their calibration says."""
        for partners in _together(self.sampled):
            mean = sum(sampled.run_ns for sampled in partners) / len(partners)
            for sampled in partners:
                sampled.run_ns = mean

    @property
    def launch_seconds(self) -> float:
        """The part of `seconds` that the cells took to begin in all launches."""
        return sum(sampled.launch_s for sampled in self.sampled)

    @property
    def cut(self) -> bool:
        """A cell has had fewer trials than its method asks for."""
        return any(sampled.cut for sampled in self.sampled)

    @property
    def starved(self) -> bool:
        return starved(self.cells)


def _protocol_of(key: dict[str, Any]) -> str:
    return key["protocol"]


def _together(cells: Sequence[Sampled],
              what: Callable[[dict[str, Any]], Any] = implementation_of) -> list[list[Sampled]]:
    """Lists of cells with the same `what`: by default of an implementation, in one build or both.
    """
    groups: dict[Any, list[Sampled]] = {}
    for sampled in cells:
        groups.setdefault(what(sampled.cell.key), []).append(sampled)
    return list(groups.values())
