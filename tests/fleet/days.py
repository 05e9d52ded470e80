# SPDX-License-Identifier: BSD-3-Clause
"""Sweeps of many days, made from a synthetic fleet, with changes planted at known days."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import numpy as np

import synthetic
from fleet.read.sweep import Sweep

FIRST = datetime(2026, 1, 1, 3, tzinfo=UTC)


def stamp(day: int) -> str:
    return (FIRST + timedelta(days=day)).isoformat()


class Days:
    """A fleet measured daily. What is planted holds from its day on."""

    def __init__(self, nodes: int, cells: int = 60, seed: int = 1,
                 noise: synthetic.Noise = synthetic.NORMAL) -> None:
        self.fleet = synthetic.fleet(nodes, cells, seed=seed, noise=noise).sweep
        self.noise, self.seed = noise, seed
        self.planted: list[tuple[int, Callable[[Sweep], None]]] = []
        self.drift: Callable[[int], float | np.ndarray] = lambda day: 0.0  # of logarithms

    def plant(self, day: int, change: Callable[[Sweep], None]) -> None:
        self.planted.append((day, change))

    def slower(self, day: int, by: float, nodes: slice | list[int] = slice(None),
               **key: str) -> None:
        chosen = np.array([all(one[name] == value for name, value in key.items())
                           for one in self.fleet.cells])
        rows = np.arange(len(self.fleet.nodes))[nodes]

        def change(sweep: Sweep) -> None:
            sweep.times[np.ix_(rows, chosen)] *= 1 + by

        self.plant(day, change)

    def fact(self, day: int, name: str, value: str, nodes: slice | list[int] = slice(None)) -> None:
        rows = np.arange(len(self.fleet.nodes))[nodes]

        def change(sweep: Sweep) -> None:
            for row in rows:
                sweep.facts[row] = sweep.facts[row] | {name: value}

        self.plant(day, change)

    def sweep(self, day: int) -> Sweep:
        """That day's sweep, with noise of a node, of a node's pattern, and of each cell."""
        chance = np.random.default_rng([self.seed, day])
        nodes, cells = self.fleet.times.shape
        logs = np.log(self.fleet.times)
        draw, noise = synthetic.draw, self.noise
        logs = logs + noise.node * draw(chance, noise.node_freedom, nodes, 1)
        logs += noise.cell * 0.01 * draw(chance, noise.freedom, nodes, cells)
        logs += self.drift(day)
        found = Sweep(
            nodes=self.fleet.nodes, cells=self.fleet.cells, times=np.exp(logs),
            valid=self.fleet.valid, facts=list(self.fleet.facts),
            started=[stamp(day)] * nodes, plan={"created": stamp(day), "seed": day})
        for since, change in self.planted:
            if day >= since:
                change(found)
        return found

    def sweeps(self, days: int) -> Iterator[Sweep]:
        return map(self.sweep, range(days))
