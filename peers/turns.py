# SPDX-License-Identifier: BSD-3-Clause
"""Programs of others beside ours, in turns: ours, theirs, ours again."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from analysis.ratios import Ratio, ratio_of_turns
from common.durations import duration_text
from peers.programs import Measured, Unavailable, complain, note
from reports.words.formats import plural

MORE = 3  # times the requested turns, if the machine is not steady
STEADY = 1.1  # ours before and after theirs differ by more only if the machine changed in between


class Turn(NamedTuple):
    """Theirs, and ours before and after it."""

    before: Measured
    theirs: Measured
    after: Measured

    def is_steady(self, size: int) -> bool:
        """Whether all measured this size, and ours hardly changed."""
        if not all(size in measured for measured in self):
            return False
        low, high = sorted((self.before[size], self.after[size]))
        return high <= STEADY * low


@dataclass
class Comparison:
    """Two measurements of the same sizes on the same hardware threads, and their turns."""

    name: str
    ours: Callable[[], Measured]
    theirs: Callable[[], Measured]
    repeats: int = 1  # how often theirs is measured in one turn
    turns: list[Turn] = field(default_factory=list)
    failed: str = ""  # why there are no further turns

    def take(self) -> None:
        """One turn; a failed one is the last."""
        try:
            before = self.ours()
            for _ in range(self.repeats):
                theirs, after = self.theirs(), self.ours()
                self.turns.append(Turn(before, theirs, after))
                before = after
        except Unavailable as error:
            self.failed = str(error)
            complain(f"{self.name}: {error}")

    def known(self) -> set[int]:
        """Sizes measured by theirs."""
        return {size for turn in self.turns for size in turn.theirs}

    def sizes(self) -> list[int]:
        """Sizes with a steady turn."""
        return sorted(size for size in self.known() if self.steady(size))

    def settled(self, turns: int) -> bool:
        """Whether each size has that many steady turns, or no more can be taken."""
        known, wanted = self.known(), turns * self.repeats
        return bool(self.failed) or (
            bool(known) and all(len(self.steady(size)) >= wanted for size in known))

    def notes(self) -> list[str]:
        """Why some of it is missing."""
        lost = sorted(self.known() - set(self.sizes()))
        return [*([f"{self.name}: {self.failed}"] if self.failed else []),
                *(f"{self.name}, {size} bytes: no steady turn" for size in lost)]

    def steady(self, size: int) -> list[tuple[float, float]]:
        """Ours, the mean of before and after, and theirs, in each steady turn."""
        return [((turn.before[size] + turn.after[size]) / 2, turn.theirs[size])
                for turn in self.turns if turn.is_steady(size)]

    def ratio(self, size: int) -> Ratio:
        """Ours over theirs."""
        ours, theirs = zip(*self.steady(size), strict=True)
        return ratio_of_turns(theirs, ours)


def turns_take(comparisons: list[Comparison], turns: int) -> None:
    """All comparisons in each turn, to spread them over the whole time, until all have settled."""
    for turn in range(MORE * turns):
        left = [comparison for comparison in comparisons if not comparison.settled(turns)]
        if not left:
            break
        note(f"turn {turn + 1} of {turns}, at most {MORE * turns}: "
             f"{plural(len(left), 'comparison')} left")
        begun = time.monotonic()
        for comparison in left:
            comparison.take()
        if turn == 0 and turns > 1:
            seconds = time.monotonic() - begun
            note(f"the remaining turns will take about {duration_text((turns - 1) * seconds)}, at "
                 f"most {duration_text((MORE * turns - 1) * seconds)} if sizes are unsteady")
