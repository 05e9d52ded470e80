# SPDX-License-Identifier: BSD-3-Clause
"""Where the wall time of a campaign went, by kind, by path and by message size."""

from collections.abc import Iterator

from comops.common.sizes import size_text
from comops.common.terminal import plain
from comops.reports.answers.account import KINDS, TIMED, SpentTime, account_of
from comops.results.read import Campaign

NONE = ("This file does not say where the time went: the campaign was simulated or killed,\n"
        "or an older comops measured it.\n")
WIDTH = 38  # of names


def _row(name: str, account: SpentTime, *seconds: float) -> str:
    """Seconds, each with its share of the wall time."""
    shares = (f"{one:9.2f} s {100 * one / account.wall:5.1f} %" for one in seconds)
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
    names = sorted(every, key=lambda one: (one is None, one))
    for one in names:
        name = ("no path" if member == "path" else "no size") if one is None else (
            size_text(one) if member == "bytes" else one)
        yield _row(name, account, every[one], timed.get(one, 0.0))


def account_text(campaign: Campaign) -> str:
    account = account_of(campaign)
    if not account:
        return NONE
    head = f"{'':<{WIDTH + 2}}{'all':>9}{'timed blocks':>20}"
    return "\n".join([
        f"Wall time {account.wall:.1f} s", *_kinds(account),
        "", f"{'path':<{WIDTH}}{head[WIDTH:]}", *_parts(account, "path"),
        "", f"{'bytes':<{WIDTH}}{head[WIDTH:]}", *_parts(account, "bytes")]) + "\n"
