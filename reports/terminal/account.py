# SPDX-License-Identifier: BSD-3-Clause
"""Where the wall time of a campaign went, by kind, by path and by message size: the sum of its
records `account`, one for each part that was resumed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from comops.common.sizes import size_text
from comops.common.terminal import plain
from comops.results.conditions import Spent
from comops.results.read import Campaign

NONE = ("This file does not say where the time went: the campaign was simulated or killed,\n"
        "or an older comops measured it.\n")
WIDTH = 38  # of names
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
        seconds: defaultdict[Any, float] = defaultdict(float)
        for entry in self.spent:
            if not kinds or entry.kind in kinds:
                seconds[getattr(entry, member)] += entry.seconds
        return dict(sorted(seconds.items(), key=lambda item: -item[1]))

    @property
    def left(self) -> float:
        """Seconds that are not accounted for; negative if kinds overlap."""
        return self.wall - sum(entry.seconds for entry in self.spent)


def account_of(campaign: Campaign) -> SpentTime | None:
    """None if there is no record."""
    parts = campaign.accounts
    return SpentTime(sum(part.wall_s for part in parts), sum(part.stamps_s for part in parts),
                     [entry for part in parts for entry in part.spent]) if parts else None


def _row(name: str, account: SpentTime, *seconds: float) -> str:
    """Seconds, each with its share of the wall time."""
    shares = (f"{spent:9.2f} s {100 * spent / account.wall:5.1f} %" for spent in seconds)
    return f"{plain(name):<{WIDTH}}{''.join(shares)}"


def _kinds(account: SpentTime) -> Iterator[str]:
    for kind, seconds in account.by("kind").items():
        yield _row(KINDS.get(kind, kind), account, seconds)
        if kind == TIMED:
            yield _row("  of it in the stamps' own intervals", account, account.stamps)
    yield _row("not accounted for", account, account.left)


def _parts(account: SpentTime, member: str) -> Iterator[str]:
    """By path or by size, and how much of that in timed blocks."""
    timed, every = account.by(member, [TIMED]), account.by(member)
    for value in sorted(every, key=lambda value: (value is None, value)):
        name = ("no path" if member == "path" else "no size") if value is None else (
            size_text(value) if member == "bytes" else value)
        yield _row(name, account, every[value], timed.get(value, 0.0))


def account_text(campaign: Campaign) -> str:
    account = account_of(campaign)
    if not account:
        return NONE
    head = f"{'':<{WIDTH + 2}}{'all':>9}{'timed blocks':>20}"
    return "\n".join([
        f"Wall time {account.wall:.1f} s", *_kinds(account),
        "", f"{'path':<{WIDTH}}{head[WIDTH:]}", *_parts(account, "path"),
        "", f"{'bytes':<{WIDTH}}{head[WIDTH:]}", *_parts(account, "bytes")]) + "\n"
