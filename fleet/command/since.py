# SPDX-License-Identifier: BSD-3-Clause
"""--since: a period before the last sweep of a store."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from fleet.store.sweeps import Entry


def since_of(sweeps: Sequence[Entry], seconds: float) -> str:
    """The time stamp so long before the last sweep; empty, which is before all, without sweeps."""
    if not sweeps:
        return ""
    try:
        return str(datetime.fromisoformat(sweeps[-1].started) - timedelta(seconds=seconds))
    except OverflowError:
        return ""
