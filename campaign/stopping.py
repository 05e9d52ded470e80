# SPDX-License-Identifier: BSD-3-Clause
"""When a group has been measured enough, and what its cells say of that."""

from dataclasses import dataclass
from enum import Enum

# Times its share, where it is too slow for an interval; where that is of a budget.
_OVERTIME, _OVERTIME_STRICT = 6, 1.05
_PATIENCE_S = 3  # beyond that, for a cell without a sample


class Stop(Enum):
    """LAUNCHES: the maximum number was taken; METHOD: the method's number of trials."""

    NOT, PRECISE, BUDGET, LAUNCHES, INTERRUPTED, METHOD = range(6)


@dataclass
class StopState:
    """A group after some launches of its workers; without launches, after some rounds of blocks.

    Over launches one more look is needed after the first precise one: otherwise an interval that
    happens to be narrow would end the measurement, and such intervals miss the truth more often
    (docs/statistics.md, "Coverage"). Until there is an interval, or while a cell is starved, the
    share of time may be exceeded, within limits, but not where a budget was given.
    """

    most: int  # launches, or rounds
    looks_needed: int  # of precise_looks
    least: int = 0  # required for an interval
    taken: int = 0
    method_rounds: int = 0  # of Method
    # Looks since all its intervals were narrow enough, that one included; 0: they were not.
    precise_looks: int = 0
    cut: bool = False  # a cell had fewer trials than the method asks for
    starved: bool = False  # a cell has no sample yet because a rank was late for every start
    interrupted: bool = False
    spent: float = 0.0  # seconds, as its share
    share: float = 0.0
    strict: bool = False  # the share is part of a budget that was given

    def reason(self) -> Stop:
        enough, last = self.taken >= self.least, self.taken >= self.most
        overtime = _OVERTIME_STRICT if self.strict else _OVERTIME
        waiting = (self.starved and not last and not self.strict
                   and self.spent <= overtime * self.share + _PATIENCE_S)
        if self.interrupted:
            return Stop.INTERRUPTED
        if self.method_rounds:
            if self.taken < self.method_rounds or waiting:
                return Stop.NOT
            return Stop.BUDGET if self.cut else Stop.METHOD
        if enough and self.precise_looks >= self.looks_needed:
            return Stop.PRECISE
        if last:
            return Stop.LAUNCHES
        late = self.spent > self.share * (1 if enough else overtime)
        return Stop.BUDGET if late and not waiting else Stop.NOT


def stop_word(reason: Stop, failed: bool, precise: bool) -> str:
    """The results file's word for a cell of that group: `failed` if it has an error, `precise` if
    its own interval is narrow enough."""
    if failed:
        return "error"
    if reason == Stop.METHOD:
        return "method"
    if precise:
        return "precise"
    return "interrupted" if reason == Stop.INTERRUPTED else "budget"
