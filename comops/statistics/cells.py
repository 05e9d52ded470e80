# SPDX-License-Identifier: BSD-3-Clause
"""One cell while it is measured: its key, its samples, and what was seen of its ranks.

Times are microseconds. A block is a row of stamps taken together; blocks belong to launches, each
one life of the workers.
"""

import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, compress
from typing import Any

from comops.results.methods import Method

UNKNOWN, MIXED = -1, -2  # NUMA node of pages: not known, several


@dataclass
class Disturbances:
    """What the kernel counted while a block was measured, the worst rank's (docs/results-file.md).

    `events`: by name, [block, rank, how much] where there is any; `unknown`: names of which the
    kernel says nothing.
    """

    watched_us: list[float] = field(default_factory=list)  # of each block
    lost_us: list[float] = field(default_factory=list)
    faults_per_run: list[float] = field(default_factory=list)
    events: dict[str, list[list[float]]] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)

    def of_blocks(self, kept: "Sequence[bool]") -> "Disturbances":
        """The same, without the other blocks."""
        numbers = dict(zip(compress(range(len(kept)), kept), range(len(kept)), strict=False))
        events = {name: [[numbers[block], *more] for block, *more in counts if block in numbers]
                  for name, counts in self.events.items()}
        return Disturbances(*(list(compress(values, kept)) for values in (
            self.watched_us, self.lost_us, self.faults_per_run)), events, self.unknown)


@dataclass(eq=False)
class Cell:
    """`key` has the members of CELL_KEY (results/keys.py) that the cell has, in that order.

    `samples` are in order; block b has blocks[b] of them, launch l launches[l] of the blocks;
    launch_numbers[l] is its number in the campaign's stage, from 1. If a block is one sample,
    `stamps` are the times of its runs, stamp_blocks[b] of block b.
    """

    key: dict[str, Any]
    method: Method
    runs: int = 1  # between two stamps
    samples: list[float] = field(default_factory=list)
    blocks: list[int] = field(default_factory=list)
    launches: list[int] = field(default_factory=lambda: [0])
    launch_numbers: list[int] = field(default_factory=lambda: [1])
    empty_us: list[float] = field(default_factory=list)  # of each block; 0: nothing subtracted
    parts: list[tuple[float, float]] = field(default_factory=list)  # exchange, computing alone; NaN
    voided: int = 0  # stamps that were void because a rank was late
    floored: int = 0  # samples too short to resolve
    clock_offset: tuple[int, int, float, float] | None = None  # ranks, us, error_us
    lead_ns: int = 0
    disturbances: Disturbances = field(default_factory=Disturbances)
    # launch_times of so many blocks (times.py), which are asked for often.
    known_times: tuple[int, list[float | None]] | None = field(default=None, init=False)
    stamps: "array[float]" = field(default_factory=lambda: array("d"))
    stamp_blocks: list[int] = field(default_factory=list)
    pus: list[int] = field(default_factory=list)  # where each rank was seen; -1: not yet
    nodes: list[int] = field(default_factory=list)  # of its pages
    node_temporary: int = UNKNOWN
    levels: int = 0  # groups of ranks (docs/method.md): L and G
    grouped: int = 0
    reading_us: float | None = None
    oversubscribed: bool = False
    started: float = field(default_factory=time.time)
    duration_s: float = 0.0
    stopped: str = ""
    counters: Any = None  # the record's member; False: not requested
    warnings: list[str] = field(default_factory=list)
    error: str = ""
    members: dict[str, Any] = field(default_factory=dict)  # further ones of its record
    whole: "Cell | None" = None  # what this one is a part of: of_rounds
    left_out: list[int] = field(default_factory=list)  # the blocks that only `whole` has
    # The same with the rounds at other distances of the ranks, which ratios may use.
    elsewhere: "Cell | None" = None

    @property
    def valid(self) -> bool:
        return bool(self.samples) and not self.error

    @property
    def exact(self) -> bool:
        """Simulated: its times repeat."""
        return "simulated" in self.members

    def begin_launch(self, number: int) -> None:
        self.launches.append(0)
        self.launch_numbers.append(number)

    def begin_block(self, empty_us: float) -> None:
        self.launches[-1] += 1
        self.blocks.append(0)
        self.stamp_blocks.append(0)
        self.empty_us.append(empty_us)

    def add_samples(self, samples: list[float]) -> None:
        """To the block that was begun last."""
        self.samples += samples
        self.blocks[-1] += len(samples)

    def of_rounds(self, kept: Sequence[bool], elsewhere: Sequence[bool] = ()) -> "Cell":
        """The same cell with the blocks of those rounds alone, and without launches that have
        none. `elsewhere`: the rounds at other distances."""
        kept = [kept[at] if at < len(kept) else False for at in range(len(self.blocks))]
        counts = self.counts_of(kept)
        return replace(
            self, whole=self, left_out=[at for at, keep in enumerate(kept) if not keep],
            samples=_of_blocks(self.samples, self.blocks, kept).tolist(),
            stamps=_of_blocks(self.stamps, self.stamp_blocks, kept),
            blocks=list(compress(self.blocks, kept)),
            stamp_blocks=list(compress(self.stamp_blocks, kept)),
            empty_us=list(compress(self.empty_us, kept)), parts=list(compress(self.parts, kept)),
            launches=[count for count in counts if count] or [0],
            launch_numbers=list(compress(self.launch_numbers, counts)) or self.launch_numbers[:1],
            disturbances=self.disturbances.of_blocks(kept),
            elsewhere=self.of_rounds(elsewhere) if any(elsewhere) else None)

    def counts_of(self, kept: Sequence[bool]) -> list[int]:
        """How many of these rounds each launch has."""
        return [sum(kept[end - count : end])
                for count, end in zip(self.launches, accumulate(self.launches), strict=True)]

    def voiding(self, voids: Callable[["Cell"], Sequence[bool]]) -> "Cell":
        """The same cell with the blocks that `voids` chooses as if they were void."""
        void = voids(self)
        kept, gone = [not is_void for is_void in void], set(self.left_out)
        at = [block for block in range(len(self.blocks) + len(gone)) if block not in gone]
        return replace(
            self, whole=self.whole or self,
            left_out=sorted([*self.left_out, *compress(at, void)]),
            samples=_of_blocks(self.samples, self.blocks, kept).tolist(),
            stamps=_of_blocks(self.stamps, self.stamp_blocks, kept),
            blocks=[count * keep for count, keep in zip(self.blocks, kept, strict=True)],
            stamp_blocks=[count * keep
                          for count, keep in zip(self.stamp_blocks, kept, strict=True)],
            elsewhere=self.elsewhere and self.elsewhere.voiding(voids))

    def forget(self) -> None:
        """The samples of its only launch."""
        for values in (self.samples, self.blocks, self.empty_us, self.parts, self.stamps,
                       self.stamp_blocks):
            del values[:]
        self.launches, self.voided, self.floored = [0], 0, 0
        self.disturbances = Disturbances()


def _of_blocks(values: Sequence[float], blocks: Sequence[int], kept: Sequence[bool]
               ) -> "array[float]":
    """Block b has blocks[b] of the values; those of the blocks that are kept."""
    import numpy as np

    chosen = np.repeat(np.array(kept, bool), blocks)
    return array("d", np.array(values, float)[chosen].tobytes())
