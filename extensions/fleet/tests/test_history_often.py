# SPDX-License-Identifier: BSD-3-Clause
"""How often a check of the history finds what was planted, and how often it is wrong.

`Often` plants hundreds of steps and checks a year day by day; `Seldom` is the same in a second.
"""

import unittest
from datetime import datetime, timedelta
from importlib.util import find_spec

import numpy as np

from days import Days, Year, stamp
from comops_fleet.history.series import FactChange
from synthetic import HEAVY, HEAVY_NODES, NORMAL

STEP = 0.05
WITHIN = 3  # days: the sweep of the step is the first of them
NEAR = timedelta(days=1)
NOISES = {"normal": NORMAL, "heavy tails of cells": HEAVY, "heavy tails of nodes": HEAVY_NODES}


def family(days: Days, day: int, chance: np.random.Generator) -> set[int]:
    """All nodes are slower in one pattern."""
    patterns = sorted({key["pattern"] for key in days.fleet.cells})
    days.slower(day, STEP, pattern=str(chance.choice(patterns)))
    return set(range(len(days.fleet.nodes)))


def everything(days: Days, day: int, _: np.random.Generator) -> set[int]:
    days.slower(day, STEP)
    return set(range(len(days.fleet.nodes)))


def node(days: Days, day: int, chance: np.random.Generator) -> set[int]:
    index = int(chance.integers(len(days.fleet.nodes)))
    days.slower(day, STEP, [index])
    return {index}


def some(days: Days, day: int, chance: np.random.Generator) -> set[int]:
    """A tenth of the nodes, with an update that is recorded."""
    count = len(days.fleet.nodes)
    rows = sorted(chance.choice(count, count // 10, replace=False).tolist())
    days.slower(day, STEP, rows)
    return set(rows)


PLANTED = {"family": family, "all": everything, "node": node, "update of some": some}


def is_it(alert, year: Year, nodes: set[int], day: int) -> bool:
    """Whether the alert names the day, the direction and mostly the nodes of a step."""
    named = {year.names.index(name) for name in alert.nodes}
    apart = abs(datetime.fromisoformat(alert.since)
                - datetime.fromisoformat(stamp(day)).replace(tzinfo=None))
    return (alert.verdict == "slower" and apart <= NEAR
            and 2 * len(named & nodes) >= len(named | nodes))


def found(kind: str, noise: str, seed: int, nodes: int, cells: int) -> bool:
    """Whether a step is found by the check after WITHIN sweeps."""
    chance = np.random.default_rng([1, seed])
    day, last = 57, 57 + WITHIN - 1
    days = Days(nodes, cells, seed=seed, noise=NOISES[noise])
    rows = PLANTED[kind](days, day, chance)
    year = Year(days, last + 1)
    changes = [FactChange(day, "kernel", "1", "2", 1, sorted(rows))] if "update" in kind else []
    return any(is_it(one, year, rows, day) for one in year.check(last, changes))


def drifting(nodes: int, cells: int, noise: str) -> Days:
    """A year without a step: all drift by 3 %, with the seasons by 1 %, each node by itself."""
    days = Days(nodes, cells, seed=7, noise=NOISES[noise])
    own = 0.01 * np.random.default_rng(7).standard_normal((nodes, 1))
    days.drift = lambda day: (0.03 * day / 365 + 0.01 * np.sin(2 * np.pi * day / 365)
                              + own * day / 365)
    return days


def false_alerts(noise: str, nodes: int, cells: int, count: int) -> list:
    """The different alerts of daily checks; each is acknowledged on the day it appears."""
    year = Year(drifting(nodes, cells, noise), count)
    seen: list = []
    for day in range(10, count):
        for alert in year.check(day):
            if not any(set(alert.nodes) & set(known.nodes) and alert.verdict == known.verdict
                       and abs(datetime.fromisoformat(alert.since)
                               - datetime.fromisoformat(known.since)) <= timedelta(days=3)
                       for known in seen):
                seen.append(alert)
    return seen


@unittest.skipUnless(find_spec("ruptures"), "ruptures is missing")
class Often(unittest.TestCase):
    TIMES, NODES, CELLS, DAYS = 40, 100, 60, 365

    def test_steps_of_5_percent_are_found_within_3_days(self):
        for kind in PLANTED:
            for noise in NOISES:
                hits = sum(found(kind, noise, seed, self.NODES, self.CELLS)
                           for seed in range(self.TIMES))
                print(f"{kind}, {noise}: {hits} of {self.TIMES}", flush=True)
                with self.subTest(kind=kind, noise=noise):
                    self.assertGreaterEqual(hits, 0.95 * self.TIMES)

    def test_at_most_one_alert_a_month_is_false(self):
        for noise in NOISES:
            alerts = false_alerts(noise, self.NODES, self.CELLS, self.DAYS)
            print(f"{noise}: {len(alerts)} false alerts in {self.DAYS} days", flush=True)
            with self.subTest(noise=noise):
                self.assertLessEqual(len(alerts), self.DAYS / 30)


@unittest.skipUnless(find_spec("ruptures"), "ruptures is missing")
class Seldom(unittest.TestCase):
    def test_a_step_of_each_kind_is_found(self):
        for at, kind in enumerate(PLANTED):
            with self.subTest(kind=kind):
                self.assertTrue(found(kind, "normal", at, 40, 30))

    def test_a_month_without_a_step_has_no_alert(self):
        self.assertEqual(false_alerts("normal", 40, 30, 30), [])
