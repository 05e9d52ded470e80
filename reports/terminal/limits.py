# SPDX-License-Identifier: BSD-3-Clause
"""What `comops machine --limits` says."""

from comops.common.terminal import wrapped
from comops.reports.terminal.times import TimeColumn, beside
from comops.reports.words.formats import interval_text, plural
from comops.results.machine import Limits

WAYS = {"read": "limit: read in place", "alone": "one copies", "both": "both copy one half",
        "alone_past": "one, past the caches", "both_past": "both, past the caches"}
KEY = ("Microseconds, median [95 % interval], from where rank 1 has just written a message until "
       "rank 0 has read it: in place, which is the limit of all messages that are read; or from a "
       "copy.")


def limits_text(limits: Limits, columns: int) -> str:
    place, left = limits.placement, limits.rounds - limits.used
    head = (f"{place.name}, hardware threads {place.pus[0]} and {place.pus[1]}, "
            f"{limits.handover_ns:.0f} ns apart in {plural(limits.used, 'round')}")
    if left:
        head += (f"; {plural(left, 'other')} {'is' if left == 1 else 'are'} left out, because the "
                 "cores were at another distance or moved")
    shown = [TimeColumn(WAYS[way], {size: interval_text(*value) for size, value in by_size.items()})
             for way, by_size in limits.us.items()]
    lines = beside(shown, list(limits.us["read"]), columns)
    return "".join([wrapped(head, 2, columns), wrapped(KEY, 2, columns),
                    *(f"{line}\n" for line in lines)])
