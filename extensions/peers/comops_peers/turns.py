# SPDX-License-Identifier: BSD-3-Clause
"""Programs of others beside ours, in turns."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from comops.common.durations import duration_text
from comops.statistics.ratios import Ratio, ratio_of_turns
from comops_peers.programs import Measured, Unavailable, complain, note


@dataclass
class PeerComparison:
    """Two measurements of the same sizes on the same hardware threads, and their turns."""

    name: str
    ours: Callable[[], Measured]
    theirs: Callable[[], Measured]
    turns: list[tuple[Measured, Measured]] = field(default_factory=list)  # ours, theirs
    failed: str = ""  # why there are no further turns

    def take(self, theirs_first: bool) -> None:
        """One turn, one side after the other; a failed one is the last."""
        try:
            if theirs_first:
                theirs, ours = self.theirs(), self.ours()
            else:
                ours, theirs = self.ours(), self.theirs()
            self.turns.append((ours, theirs))
        except Unavailable as error:
            self.failed = str(error)
            complain(f"{self.name}: {error}")

    def sizes(self) -> list[int]:
        """What both sides measured in any turn."""
        return sorted({size for ours, theirs in self.turns for size in ours.keys() & theirs.keys()})

    def times(self, size: int) -> tuple[Sequence[float], Sequence[float]]:
        """Ours and theirs, in the turns that have both."""
        both = [(ours[size], theirs[size]) for ours, theirs in self.turns
                if size in ours and size in theirs]
        ours, theirs = zip(*both, strict=True)
        return ours, theirs

    def ratio(self, size: int) -> Ratio:
        """Theirs over ours."""
        return ratio_of_turns(*self.times(size))

    def notes(self) -> list[str]:
        """Why some of it is missing."""
        few = [f"{self.name}, {size} bytes: too few turns for an interval"
               for size in self.sizes() if not self.ratio(size).ci95]
        return [f"{self.name}: {self.failed}"] * bool(self.failed) + few


def turns_take(comparisons: Sequence[PeerComparison], turns: int) -> None:
    """All comparisons in each turn, to spread them over the whole time. Which side comes first
    alternates."""
    begun = time.monotonic()
    for turn in range(turns):
        left = [comparison for comparison in comparisons if not comparison.failed]
        if not left:
            break
        seconds = (turns - turn) * (time.monotonic() - begun) / max(turn, 1)
        note(f"turn {turn + 1} of {turns}" + (f": {duration_text(seconds)} left" if turn else ""))
        for comparison in left:
            comparison.take(theirs_first=turn % 2 > 0)
