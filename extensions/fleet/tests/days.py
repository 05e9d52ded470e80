# SPDX-License-Identifier: BSD-3-Clause
"""Sweeps of many days, made from a synthetic fleet, with changes planted at known days; their
series without a store, and the alerts of a check on some day."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from unittest import mock

import numpy as np

from comops.results.keys import CellKey
from comops.statistics.rows import medians
from comops_fleet.check.sweep import SweepTimes
from comops_fleet.history import alerts
from comops_fleet.history.alerts import LEAD, Alert, alert_of
from comops_fleet.history.series import FactChange, StoreSeries, candidates_of
from comops_fleet.history.sweeps import SweepEntry, summary_of
import synthetic

SINCE = 30  # days that a check examines
FIRST = datetime(2026, 1, 1, 3, tzinfo=UTC)


def stamp(day: int) -> str:
    return (FIRST + timedelta(days=day)).isoformat()


class Days:
    """A fleet measured daily. What is planted holds from its day on."""

    def __init__(self, nodes: int, cells: int = 60, seed: int = 1,
                 noise: synthetic.Noise = synthetic.NORMAL) -> None:
        self.fleet = synthetic.fleet(nodes, cells, seed=seed, noise=noise).sweep
        self.noise, self.seed = noise, seed
        self.planted: list[tuple[int, Callable[[SweepTimes], None]]] = []
        self.drift: Callable[[int], float | np.ndarray] = lambda day: 0.0  # of logarithms

    def plant(self, day: int, change: Callable[[SweepTimes], None]) -> None:
        self.planted.append((day, change))

    def slower(self, day: int, by: float, nodes: slice | list[int] = slice(None),
               **key: str) -> None:
        chosen = np.array([all(cell[name] == value for name, value in key.items())
                           for cell in self.fleet.cells])
        rows = np.arange(len(self.fleet.nodes))[nodes]

        def change(sweep: SweepTimes) -> None:
            sweep.times[np.ix_(rows, chosen)] *= 1 + by

        self.plant(day, change)

    def fact(self, day: int, name: str, value: str, nodes: slice | list[int] = slice(None)) -> None:
        rows = np.arange(len(self.fleet.nodes))[nodes]

        def change(sweep: SweepTimes) -> None:
            for row in rows:
                sweep.facts[row] = sweep.facts[row] | {name: value}

        self.plant(day, change)

    def sweep(self, day: int) -> SweepTimes:
        """That day's sweep, with noise of a node, of a node's pattern, and of each cell."""
        chance = np.random.default_rng([self.seed, day])
        nodes, cells = self.fleet.times.shape
        logs = np.log(self.fleet.times)
        draw, noise = synthetic.draw, self.noise
        logs = logs + noise.node * draw(chance, noise.node_freedom, nodes, 1)
        logs += noise.cell * 0.01 * draw(chance, noise.freedom, nodes, cells)
        logs += self.drift(day)
        times = SweepTimes(
            nodes=self.fleet.nodes, cells=self.fleet.cells, times=np.exp(logs),
            valid=self.fleet.valid, facts=list(self.fleet.facts),
            started=[stamp(day)] * nodes, errors=[""] * nodes,
            plan={"created": stamp(day), "seed": day})
        for since, change in self.planted:
            if day >= since:
                change(times)
        return times

    def sweeps(self, days: int) -> Iterator[SweepTimes]:
        return map(self.sweep, range(days))


class Year:
    """Days of a fleet, as a store would give them."""

    def __init__(self, days: Days, count: int) -> None:
        sweeps = list(days.sweeps(count))
        self.times = np.array([sweep.times for sweep in sweeps])
        summaries = [summary_of(sweep) for sweep in sweeps]
        self.keys = [CellKey(**key) for key in days.fleet.cells]
        self.names, self.strata = days.fleet.nodes, summaries[0].strata
        self.logs = np.array([summary.logs for summary in summaries])
        self.shifts = np.array([summary.shifts for summary in summaries])
        self.stratum = np.array([summary.stratum for summary in summaries])
        self.entries = [SweepEntry(day, f"id{day}", stamp(day)[:19].replace("T", " "), "",
                                   len(self.names), 0) for day in range(count)]

    def series(self, start: int, end: int) -> StoreSeries:
        part = slice(start, end)
        logs = [self.logs[part, at] for at in range(len(self.strata))]
        return StoreSeries(self.entries[part], self.keys, self.names, self.strata, logs,
                           self.shifts[part], self.stratum[part])

    def check(self, day: int, changes: Sequence[FactChange] = ()) -> list[Alert]:
        """The alerts of a check after this day's sweep, as of `comops history check`."""
        start = max(0, day + 1 - SINCE - LEAD)
        series = self.series(start, day + 1)
        moved = [change._replace(sweep=change.sweep - start) for change in changes
                 if change.sweep > start]
        candidates = candidates_of(series, moved)

        def times_of_nodes(_, __, nodes):
            logs = np.log(self.times[start:day + 1, list(nodes)])
            return np.array([medians(np.ascontiguousarray(log.T)).value for log in logs])

        with mock.patch.object(alerts, "times_of_nodes", times_of_nodes):
            made = [alert_of(None, series, candidates, at)
                    for at, candidate in enumerate(candidates)
                    if candidate.sweep >= max(day + 1 - SINCE - start, 1)]
        return [alert for alert in made if alert]
