# SPDX-License-Identifier: BSD-3-Clause
"""Upper bounds of a copy by one core: how fast it reads what another core has written."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from statistics import median
from typing import NamedTuple

from reports.answers.answer import fastest
from reports.answers.panels import Operation
from reports.answers.why import cells_at, large_size
from records.read import Campaign
from reports.words.formats import plural

PATTERN = "remote_read"
REMOTE_BYTES = 800_000  # that a canary reads


class Ceiling(NamedTuple):
    """A rate, the place of the measurement, and the number of bytes read."""

    where: str
    size: int
    rate_MBps: float


def measured(operations: Iterable[Operation]) -> Iterator[Ceiling]:
    """The fastest long message of each setting of remote_read."""
    for operation in operations:
        for panel in operation.panels if operation.pattern == PATTERN else ():
            found = cells_at(panel.rows, large_size(panel.rows))
            if found:
                best = fastest(found.values())
                yield Ceiling(panel.caption, best.key.bytes, best.rate_MBps)


def before_launches(campaigns: Iterable[Campaign]) -> Iterator[Ceiling]:
    """The medians of the canaries, by placement and number of ranks."""
    rates: dict[str, list[float]] = defaultdict(list)
    for canary in (one for campaign in campaigns for one in campaign.canaries):
        if canary["remote_MBps"]:
            where = f"{canary['placement']}, {plural(canary['ranks'], 'rank')}"
            rates[where].append(canary["remote_MBps"])
    for where, some in rates.items():
        yield Ceiling(where, REMOTE_BYTES, median(some))


def ceilings_of(
    campaigns: Iterable[Campaign], operations: Iterable[Operation]
) -> list[Ceiling]:
    """Those of remote_read where it was measured, else those of the canaries."""
    return list(measured(operations)) or list(before_launches(campaigns))
