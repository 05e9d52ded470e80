# SPDX-License-Identifier: BSD-3-Clause
"""A program's communication over each path: its operations times what they take, added up.

Intervals come from launches that are drawn anew, all cells of a launch together, because what a
launch has in common shifts all of them (docs/program.md).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import erf, sqrt

import numpy as np

from comops.results.cell import CellRecord
from comops.results.read import Campaign
from comops.statistics.significance import quantile
from comops.statistics.verdicts import base_of, paths_in_order
from comops_programs.plan import COPIES, DIRECT, OPENMP, PUT, SHMEM, expected
from comops_programs.program import ProgramOperation, Program

DRAWS = 4000
LAUNCHES_LEAST = 6
LACKING_MOST = 0.2  # of the time: with more there is no total
IN_PLACE = DIRECT, "get"  # protocols that read where the data were written


@dataclass(frozen=True)
class Sum:
    """Seconds of the mean rank, and their interval; None with too few launches."""

    seconds: float
    ci95: tuple[float, float] | None


@dataclass(frozen=True)
class Alternative:
    """One way to communicate: a path with some of its protocols. `lacking`: operations that it
    does not have, which count as they are, and their share of the communication; with more than a
    fifth neither sum is there. `us`: of one of each operation that was measured."""

    name: str  # library, openmp, threads, processes, shmem
    path: str
    takes: Sum | None
    saves: Sum | None
    us: Mapping[ProgramOperation, float | None]
    lacking: Mapping[str, float]


@dataclass(frozen=True)
class ProgramAnswer:
    """Seconds of the mean rank. `waiting`: in operations, beyond what those take that were
    measured; None if nobody has looked. `rest`: in calls that count as they are, by name."""

    program: Program
    communication: Sum
    waiting: float | None
    rest: Mapping[str, float]
    ways: Sequence[Alternative]
    where: Sequence[tuple[ProgramOperation, float]]  # shares of it, the largest first
    us: Mapping[ProgramOperation, float]  # of one of each, as it is
    missing: Sequence[ProgramOperation]  # were to be measured, and were lost
    small: float  # the part of the expected time whose operations are too many to be measured
    later: Mapping[ProgramOperation, float | None]  # seconds for writing again, if that is known
    slower: float  # how many times as long the operations take here as they did in the program

    @property
    def refusal(self) -> str:
        """Why there is no total; "" if there are totals."""
        observed = self.program.observed
        left = sum(self.rest.values())
        if observed and left > LACKING_MOST * observed:
            return f"{100 * left / observed:.0f} % of the time in MPI"
        return ""


def tail_of(launches: int) -> float:
    """The probability beyond each end of an interval. The draws of a few values vary less than
    these, by (n-1)/n, and their percentiles take the variance as known; those farther out are as
    wide as Student's t (T. Hesterberg, "What Teachers Should Know About the Bootstrap", 2015)."""
    t = quantile(0.975, launches - 1) * sqrt(launches / (launches - 1))
    return (1 - erf(t / sqrt(2))) / 2


class Draws:
    """Medians over launches, of all and of those drawn. `cells`: all whose launches are drawn
    together."""

    def __init__(self, cells: Iterable[CellRecord], seed: int) -> None:
        self.numbers = sorted({number for cell in cells for number in numbers_of(cell)})
        many = max(len(self.numbers), 1)
        random = np.random.Generator(np.random.PCG64(seed))
        self.drawn = random.integers(0, many, (DRAWS, many))
        self.medians = cache(self.medians_of)

    def medians_of(self, cell: CellRecord) -> np.ndarray:
        """Seconds: first of all launches, then of each draw."""
        known = dict(zip(numbers_of(cell), cell.launch_us, strict=True))
        times = np.array([known.get(number) or np.nan for number in self.numbers], float)
        drawn = times[self.drawn]
        if np.isnan(times).any():
            drawn[np.isnan(drawn).all(axis=1)] = cell.time_us  # none of its launches was drawn
            medians = np.nanmedian(drawn, axis=1)
        else:
            medians = np.median(drawn, axis=1)
        return 1e-6 * np.concatenate([[cell.time_us], medians])

    def sum(self, values: np.ndarray, launches: int) -> Sum:
        """`launches`: of the cell with least."""
        if launches < LAUNCHES_LEAST:
            return Sum(float(values[0]), None)
        tail = tail_of(launches)
        low, high = np.quantile(values[1:], [tail, 1 - tail])
        return Sum(float(values[0]), (float(low), float(high)))


def numbers_of(cell: CellRecord) -> list[int]:
    return cell.launch_numbers or list(range(1, len(cell.launch_us) + 1))


class Sums:
    """The cells of a campaign by the operations that they stand for."""

    def __init__(self, campaign: Campaign, program: Program) -> None:
        self.program = program
        self.cells: dict[tuple, list[CellRecord]] = {}
        for key, cell in campaign.cells.items():
            if cell.valid and cell.launch_us:
                self.cells.setdefault((key.pattern, key.series, key.bytes, key.ranks), []).append(
                    cell)
        every = [cell for cells in self.cells.values() for cell in cells]
        self.paths = paths_in_order(cell.key.path for cell in every)
        self.draws = Draws(every, campaign.record.seed)

    def of(self, operation: ProgramOperation, path: str, protocols: Sequence[str]
           ) -> list[CellRecord]:
        key = operation.pattern, operation.series, operation.bytes, operation.ranks
        return [cell for cell in self.cells.get(key, ())
                if cell.key.path == path and cell.key.protocol in protocols]

    def mine(self, operation: ProgramOperation) -> list[CellRecord]:
        """As the program does it."""
        return self.of(operation, self.program.path, [operation.protocol])

    def again(self, operation: ProgramOperation) -> np.ndarray | float:
        """Seconds by which the next writing of data takes longer if another core has read them in
        place. The writer does that outside the operation; only by a put it is inside, because the
        receiver has read what is overwritten (docs/program.md)."""
        put, direct = (self.of(operation, "threads", [name]) for name in (PUT, DIRECT))
        if not (operation.stays and put and direct):
            return 0.0
        return np.maximum(self.draws.medians(put[0]) - self.draws.medians(direct[0]), 0)

    def later(self) -> dict[ProgramOperation, float | None]:
        """Seconds of each whose data may stay; None if no put was measured."""
        return {operation: float((own * self.again(operation) / self.took(
                    operation, self.mine(operation)))[0])
                if self.of(operation, "threads", [PUT]) else None
                for operation, own in zip(self.measured, self.own, strict=True) if operation.stays}

    def took(self, operation: ProgramOperation, cells: Sequence[CellRecord]) -> np.ndarray:
        """Seconds of the fastest of these cells, with what it leaves for later."""
        again = self.again(operation)
        return np.min([self.draws.medians(cell) + (again if cell.key.protocol in IN_PLACE else 0)
                       for cell in cells], axis=0)

    @cached_property
    def measured(self) -> list[ProgramOperation]:
        """Operations whose cell over the program's own path and protocol is there."""
        return [operation for operation in self.program.operations
                if operation.measured and self.mine(operation)]

    @cached_property
    def own(self) -> list[np.ndarray]:
        """Seconds of each in the program: at most those that it was seen to take."""
        times = []
        for operation in self.measured:
            took = operation.times * self.took(operation, self.mine(operation))
            times.append(took if operation.seconds is None else np.minimum(took, operation.seconds))
        return times

    def way(self, name: str, path: str, protocols: Sequence[str]) -> Alternative:
        """`protocols`: none are those of the program."""
        whole = sum(own[0] for own in self.own)
        takes, used, us, lacking = 0.0, [], {}, Counter[str]()
        for operation, own in zip(self.measured, self.own, strict=True):
            mine = self.mine(operation)
            cells = self.of(operation, path, protocols or [operation.protocol])
            us[operation] = None
            if cells:
                took = self.took(operation, cells)
                us[operation] = 1e6 * float(took[0])
                takes = takes + own * took / self.took(operation, mine)
                used += [*cells, *mine]
            else:
                takes = takes + own
                lacking[operation.pattern] += float(own[0] / whole)
        if not used or sum(lacking.values()) > LACKING_MOST:
            return Alternative(name, path, None, None, us, lacking)
        launches = min(len(cell.launch_us) for cell in used)
        saves = self.draws.sum(sum(self.own) - takes, launches)
        return Alternative(name, path, self.draws.sum(takes, launches), saves, us, lacking)

    def ways(self) -> list[Alternative]:
        """Every way that was measured; a path's direct code is one of its own."""
        ways = [self.way("library", path, ()) for path in self.paths
                if base_of(path) == "mpi" and path != self.program.path]
        ways += [self.way("openmp", path, (*OPENMP, *COPIES)) for path in self.paths
                 if base_of(path) == "threads"]
        ways += [self.way(name, path, [DIRECT]) for name, path in (
            ("threads", "threads"), ("processes", "mpi")) if path in self.paths]
        ways += [self.way("shmem", path, SHMEM) for path in self.paths
                 if base_of(path) == "shmem"]
        return [way for way in ways if any(us is not None for us in way.us.values())]

    def answer(self) -> ProgramAnswer:
        program, measured = self.program, self.measured
        own = sum(self.own) if measured else None
        launches = [len(self.mine(operation)[0].launch_us) for operation in measured]
        communication = self.draws.sum(own, min(launches)) if measured else Sum(0.0, None)
        missing = [operation for operation in program.operations
                   if operation.measured and operation not in measured]
        small = [operation for operation in program.operations if not operation.measured]
        seconds = [operation.seconds for operation in [*measured, *small]]
        known = program.observed is not None and None not in seconds
        shares = [(operation, float(mine[0] / own[0])) for operation, mine in
                  zip(measured, self.own, strict=True)] if measured else []
        rest = {other.call: other.seconds or 0.0 for other in program.uncounted}
        rest |= {operation.text: operation.seconds or 0.0 for operation in missing}
        whole = sum(map(expected, program.operations))
        return ProgramAnswer(
            program, communication, sum(seconds) - communication.seconds if known else None, rest,
            self.ways(), sorted(shares, key=lambda share: -share[1]),
            {operation: self.mine(operation)[0].time_us for operation in measured}, missing,
            sum(map(expected, small)) / whole if whole else 0.0, self.later(),
            sum(operation.times * self.mine(operation)[0].time_us for operation in measured)
            / (1e6 * communication.seconds) if measured else 1.0)


def answers_of(campaign: Campaign) -> list[ProgramAnswer]:
    """The answers for the programs that a campaign was measured for."""
    return [Sums(campaign, program).answer() for program in campaign.further.get("program", ())]
