# SPDX-License-Identifier: BSD-3-Clause
"""Change points of series: where they are, how often chance looks like one, and what Apache Otava
says of the same series.

Otava has an environment of its own, since it needs an older NumPy: COMOPS_OTAVA names a Python that
has it; without it, one is made in a temporary folder.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
import venv
from pathlib import Path

import numpy as np
import scipy.stats

from fleet.history.points import (
    LEAST, NO_SPLIT, best_splits, change_points, energies, sign_test, student)

NAN = float("nan")
DAYS, SERIES = 60, 40


def noise(seed: int, freedom: float = np.inf, series: int = SERIES) -> np.ndarray:
    """Logarithms that scatter by half a percent."""
    chance = np.random.default_rng(seed)
    shape = DAYS, series
    if np.isinf(freedom):
        return 0.005 * chance.standard_normal(shape)
    return 0.005 * chance.standard_t(freedom, shape)


def energy_by_definition(values: np.ndarray, split: int) -> float:
    """Matteson and James (2014), equations 5 and 6 with alpha 1."""
    x, y = (side[~np.isnan(side)] for side in (values[:split], values[split:]))
    n, m = len(x), len(y)
    between = np.abs(x[:, None] - y).sum()
    inside = [np.abs(one[:, None] - one)[np.triu_indices(len(one), 1)].sum() for one in (x, y)]
    energy = 2 / (n * m) * between - inside[0] / (n * (n - 1) / 2) - inside[1] / (m * (m - 1) / 2)
    return n * m / (n + m) * energy


class Points(unittest.TestCase):
    def test_the_statistic_is_the_one_of_the_paper(self):
        values = noise(1, 4)[:20, :3]
        values[5, 1] = values[12, 1] = NAN
        found = energies(values)
        for series in range(3):
            for split in range(LEAST, 15):
                want = energy_by_definition(values[:, series], split)
                if split >= LEAST + 2:
                    self.assertAlmostEqual(found[split, series], want, 12)

    def test_a_side_of_too_few_values_is_no_side(self):
        values = noise(2)[:2 * LEAST - 1]
        self.assertTrue((best_splits(values) == NO_SPLIT).all())
        self.assertEqual(change_points(values, 0.05, 0.0), [])
        self.assertEqual(change_points(np.full((DAYS, 4), NAN), 0.05, 0.0), [])

    def test_student_is_scipys(self):
        values, splits = noise(3, 4), np.full(SERIES, 20)
        values[:4, 0] = NAN
        t, freedom = student(values, splits)
        want = scipy.stats.ttest_ind(values[20:], values[:20], nan_policy="omit")
        np.testing.assert_allclose(t, want.statistic, rtol=1e-6)
        np.testing.assert_allclose(2 * scipy.stats.t.sf(np.abs(t), freedom), want.pvalue,
                                   rtol=1e-6)

    def test_the_sign_test_is_a_binomial_tail(self):
        for count in (3, 4, 7, 30):
            for beyond in (0.001, 0.1, 0.3):
                want = 2 * scipy.stats.binom.sf((count + 1) // 2 - 1, count, beyond)
                self.assertAlmostEqual(sign_test(count, beyond), min(1, want), 12)

    def test_a_step_is_found_where_it_is(self):
        for freedom in (np.inf, 4):
            values = noise(4, freedom)
            values[30:, 7] += 0.05
            values[57:, 9] -= 0.05
            points = {point.series: point for point in change_points(values, 0.01, 0.02)}
            self.assertEqual({one: point.split for one, point in points.items()}, {7: 30, 9: 57})
            self.assertAlmostEqual(points[7].effect, 0.05, delta=0.005)
            self.assertAlmostEqual(points[9].effect, -0.05, delta=0.015)

    def test_several_steps_of_a_series_are_all_found(self):
        values = noise(5)
        values[20:, 3] += 0.05
        values[40:, 3] -= 0.08
        found = change_points(values, 0.01, 0.02)
        self.assertEqual([(point.series, point.split) for point in found], [(3, 20), (3, 40)])
        self.assertAlmostEqual(found[1].effect, -0.08, delta=0.005)

    def test_a_step_smaller_than_what_counts_is_left_out(self):
        values = noise(6)
        values[30:, 3] += 0.015
        self.assertEqual(change_points(values, 0.01, 0.02), [])
        self.assertEqual([point.series for point in change_points(values, 0.01, 0.0)], [3])

    def test_single_values_far_off_are_no_change(self):
        values = noise(7)
        values[58, 3] += 0.5
        values[30:32, 5] += 0.2
        self.assertEqual(change_points(values, 0.01, 0.02), [])

    def test_missing_values_hide_no_step(self):
        values = noise(8)
        values[45:, 3] += 0.05
        values[np.random.default_rng(8).random(values.shape) < 0.2] = NAN
        (point,) = change_points(values, 0.01, 0.02)
        self.assertEqual(point.series, 3)
        self.assertLessEqual(abs(point.split - 45), 2)

    def test_chance_alone_is_hardly_ever_a_change(self):
        for freedom in (np.inf, 4, 3):
            alarms = sum(len(change_points(noise(100 + seed, freedom), 0.01, 0.0)) > 0
                         for seed in range(40))
            self.assertLessEqual(alarms, 3, freedom)  # expected: 0.4 of 40


OTAVA = "apache-otava==0.8.0"
STEPPED = 20  # series
SMALLEST, P = 0.02, 0.001  # as Otava's default
ASK = """
import json, sys
from otava.analysis import compute_change_points
for values in json.load(sys.stdin):
    found, _ = compute_change_points(values, window_len=60, max_pvalue=%g, min_magnitude=%g)
    print(json.dumps([int(point.index) for point in found]))
""" % (P, SMALLEST)


def python_with_otava(folder: Path) -> str:
    """A Python that has it; exits 77 where it cannot be installed."""
    named = os.environ.get("COMOPS_OTAVA")
    if named:
        return named
    venv.create(folder, with_pip=True)
    python = str(folder / "bin/python")
    done = subprocess.run([python, "-m", "pip", "install", "-q", OTAVA], capture_output=True,
                          text=True, check=False, timeout=600)
    if done.returncode:
        why = (done.stderr.strip() or "pip failed").splitlines()[-1]
        print(f"skipped: {OTAVA} cannot be installed: {why}")
        sys.exit(77)
    return python


def series() -> tuple[np.ndarray, list[list[int]]]:
    """Logarithms with one or two steps of 5 % or more, or none, and where these are."""
    chance = np.random.default_rng(5)
    values = 0.005 * chance.standard_normal((DAYS, SERIES))
    steps: list[list[int]] = [[] for _ in range(SERIES)]
    for at in range(STEPPED):
        places = sorted({int(chance.integers(5, 28)), int(chance.integers(33, 56))}
                        if at % 2 else {int(chance.integers(5, 56))})
        for place in places:
            values[place:, at] += float(chance.choice([-1, 1])) * chance.uniform(0.05, 0.1)
        steps[at] = places
    return values, steps


def same(some: list[int], others: list[int]) -> bool:
    """Whether both are the same places, or next to them."""
    return len(some) == len(others) and all(
        abs(one - other) <= 1 for one, other in zip(some, others, strict=True))


class Otava(unittest.TestCase):
    def test_all_steps_are_found_and_otava_mostly_finds_the_same(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory())) / "otava"
        values, steps = series()
        done = subprocess.run([python_with_otava(folder), "-I", "-c", ASK],
                              input=json.dumps(np.exp(values).T.tolist()), capture_output=True,
                              text=True, check=True, timeout=600)
        theirs = list(map(json.loads, done.stdout.splitlines()))
        ours: list[list[int]] = [[] for _ in range(SERIES)]
        for point in change_points(values, P, np.log1p(SMALLEST)):
            ours[point.series].append(point.split)
        self.assertTrue(all(map(same, ours, steps)), (ours, steps))
        agreed = sum(map(same, ours, theirs))
        print(f"Otava finds the same in {agreed} of {SERIES} series")
        self.assertGreaterEqual(agreed, 0.9 * SERIES, (ours, theirs))
