# SPDX-License-Identifier: BSD-3-Clause
"""Programs that know nothing of each other, in turns: ours, theirs, then theirs, ours, and so on."""

from collections.abc import Callable
from dataclasses import dataclass, field

from programs import Unavailable, complain
from ratios import Ratio, ratio_of

Measured = dict[int, float]  # by bytes: microseconds or 10^6 bytes/s


@dataclass
class Comparison:
    """Two measurements of the same sizes and what the turns brought."""

    name: str
    ours: Callable[[], Measured]
    theirs: Callable[[], Measured]
    turns: list[tuple[Measured, Measured]] = field(default_factory=list)
    failed: str = ""  # why there is no more of it

    def take(self, ours_first: bool) -> None:
        """One turn; one that fails is the last."""
        try:
            if ours_first:
                ours = self.ours()
                self.turns.append((ours, self.theirs()))
            else:
                theirs = self.theirs()
                self.turns.append((self.ours(), theirs))
        except Unavailable as error:
            self.failed = str(error)
            complain(f"{self.name}: {error}")

    def sizes(self) -> list[int]:
        """Those that both measured in every turn."""
        common = [set(ours) & set(theirs) for ours, theirs in self.turns]
        return sorted(set.intersection(*common)) if common else []

    def side(self, index: int, size: int) -> list[float]:
        """What ours (0) or theirs (1) came to in each turn."""
        return [turn[index][size] for turn in self.turns]

    def ratio(self, size: int) -> Ratio:
        """Ours over theirs."""
        return ratio_of(self.side(0, size), self.side(1, size))


def turns_take(comparisons: list[Comparison], turns: int) -> None:
    """All comparisons in each turn, so that each is spread over the whole time."""
    for turn in range(turns):
        complain(f"turn {turn + 1} of {turns}")
        for comparison in comparisons:
            if not comparison.failed:
                comparison.take(turn % 2 == 0)
