# SPDX-License-Identifier: BSD-3-Clause
"""Change points of series: where they are, and how often chance looks like one."""

import unittest

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
