# SPDX-License-Identifier: BSD-3-Clause
"""The series of simulated days without a store, and the alerts of a check on some day."""

from collections.abc import Sequence
from unittest import mock

import numpy as np

from days import Days, stamp
from fleet.change import alerts
from fleet.change.alerts import LEAD, Alert, alert_of
from fleet.change.candidates import candidates_of
from analysis.rows import medians
from fleet.store.medians import summary_of
from fleet.store.series import FactChange, Series
from fleet.store.sweeps import Entry
from records.keys import CellKey

SINCE = 30  # days that a check examines


class Year:
    """Days of a fleet, as a store would give them."""

    def __init__(self, days: Days, count: int) -> None:
        sweeps = list(days.sweeps(count))
        self.times = np.array([sweep.times for sweep in sweeps])
        found = [summary_of(sweep) for sweep in sweeps]
        self.keys = [CellKey(**key) for key in days.fleet.cells]
        self.names, self.strata = days.fleet.nodes, found[0].strata
        self.logs = np.array([one.logs for one in found])
        self.shifts = np.array([one.shifts for one in found])
        self.stratum = np.array([one.stratum for one in found])
        self.entries = [Entry(day, f"id{day}", stamp(day)[:19].replace("T", " "), "",
                              len(self.names), 0) for day in range(count)]

    def series(self, start: int, end: int) -> Series:
        part = slice(start, end)
        logs = [self.logs[part, at] for at in range(len(self.strata))]
        return Series(self.entries[part], self.keys, self.names, self.strata, logs,
                      self.shifts[part], self.stratum[part],
                      np.ones(self.shifts[part].shape, dtype=np.int64))

    def check(self, day: int, changes: Sequence[FactChange] = ()) -> list[Alert]:
        """The alerts of a check after this day's sweep, as of `comops history check`."""
        start = max(0, day + 1 - SINCE - LEAD)
        series = self.series(start, day + 1)
        moved = [one._replace(sweep=one.sweep - start) for one in changes if one.sweep > start]
        candidates = candidates_of(series, moved)

        def times_of_nodes(_, __, nodes):
            logs = np.log(self.times[start:day + 1, list(nodes)])
            return np.array([medians(np.ascontiguousarray(one.T)).value for one in logs])

        with mock.patch.object(alerts, "times_of_nodes", times_of_nodes):
            found = [alert_of(None, series, candidates, at) for at, one in enumerate(candidates)
                     if one.sweep >= max(day + 1 - SINCE - start, 1)]
        return [one for one in found if one]
