# SPDX-License-Identifier: BSD-3-Clause
"""What answers "a block of this cell, please": this machine's workers (sampler.py), or a simulated
machine (simulate/)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from campaign.groups import GroupState


class Engine(Protocol):
    """`exact`: its times repeat, so that one block of each cell says all: scheduler.run_exact.
    Another engine, for scheduler.Scheduler, also has `options`, `random`, and `clock`: the step of
    its clock and the cost of a reading, ns."""

    exact: bool

    def rounds(self, state: "GroupState", rounds: int, block_ns: float) -> None:
        """Adds `rounds` blocks of about `block_ns` to each cell of the group that has no error
        (Cell.begin_block, add_samples); a cell that cannot be measured gets its `error`. Raises
        groups.Interrupted."""

    def begin_launch(self, groups: "Sequence[GroupState]", first: bool) -> None:
        """Starts what the groups need anew; an exact engine is never asked."""
