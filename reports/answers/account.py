# SPDX-License-Identifier: BSD-3-Clause
"""Where the wall time of a campaign went: the sum of its records `account`, one for each part that
was resumed."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from comops.results.conditions import Spent
from comops.results.read import Campaign

TIMED = "timed"  # the kind of timed blocks
# In words; of a later version's kinds there are none.
KINDS = {
    TIMED: "timed blocks",
    "settling": "settling",
    "warm-ups": "warm-ups",
    "checks": "first runs and checks",
    "filling": "filling",
    "places": "mapping and first touch",
    "hand-overs": "hand-overs",
    "counts": "reading the kernel's counts",
    "clocks": "comparing clocks",
    "starting": "starting workers",
    "tuning": "tuning",
    "canaries": "canaries",
    "counting": "counting hardware events",
    "waiting": "waiting",
    "own": "our own program",
}


@dataclass(frozen=True)
class SpentTime:
    """`wall`, `stamps`: seconds of the campaign, and of them those in the stamps' own intervals;
    `spent`: entries with `kind`, `seconds` and, of what belongs to them, `path` and `bytes`."""

    wall: float
    stamps: float
    spent: list[Spent]

    def by(self, member: str, kinds: Iterable[str] = ()) -> dict[Any, float]:
        """Seconds by a member of the entries, most first; None where they lack it. `kinds`: of
        these alone."""
        found: defaultdict[Any, float] = defaultdict(float)
        for one in self.spent:
            if not kinds or one.kind in kinds:
                found[getattr(one, member)] += one.seconds
        return dict(sorted(found.items(), key=lambda one: -one[1]))

    @property
    def left(self) -> float:
        """Seconds that are not accounted for; negative if kinds overlap."""
        return self.wall - sum(one.seconds for one in self.spent)


def account_of(campaign: Campaign) -> SpentTime | None:
    """None if there is no record."""
    some = campaign.accounts
    return SpentTime(sum(one.wall_s for one in some), sum(one.stamps_s for one in some),
                     [entry for one in some for entry in one.spent]) if some else None
