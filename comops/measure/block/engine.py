# SPDX-License-Identifier: BSD-3-Clause
"""What answers "a block of this cell, please": this machine's workers (sampler.py), or a simulated
machine."""

from collections.abc import Sequence
from typing import Protocol

from comops.measure.account import Account
from comops.measure.block.groups import GroupState
from comops.measure.planning.options import Options
from comops.statistics.random import Random


class Interrupted(Exception):
    """A signal has arrived; what has been measured is valid."""


class Engine(Protocol):
    """Without more its times repeat: plan_measure_exact."""

    def rounds(self, state: GroupState, rounds: int, block_ns: float) -> None:
        """Adds `rounds` blocks of about `block_ns` to each cell of the group that has no error
        (Cell.begin_block, add_samples); a cell that cannot be measured gets its `error`. Raises
        Interrupted."""


class LaunchedEngine(Engine, Protocol):
    """Times vary, also from launch to launch: plan_measure. `clock`: its step and the cost of a
    reading, ns."""

    options: Options
    random: Random
    account: Account
    clock: tuple[float, float]

    def begin_launch(self, groups: Sequence[GroupState], launches: int, first: bool) -> bool:
        """Another launch of what the groups need: one that lives already, or the first of so many
        that are started at the same time. False if nothing was started."""
