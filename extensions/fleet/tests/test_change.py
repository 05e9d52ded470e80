# SPDX-License-Identifier: BSD-3-Clause
"""Change points of series: where they are, and how often chance looks like one."""

import unittest
from importlib.util import find_spec

import numpy as np

from comops_fleet.history.points import LEAST, change_points

NAN = float("nan")
DAYS, SERIES = 60, 40


def noise(seed: int, freedom: float = np.inf) -> np.ndarray:
    """Logarithms that scatter by half a percent."""
    chance = np.random.default_rng(seed)
    shape = DAYS, SERIES
    if np.isinf(freedom):
        return 0.005 * chance.standard_normal(shape)
    return 0.005 * chance.standard_t(freedom, shape)


@unittest.skipUnless(find_spec("ruptures"), "ruptures is missing")
class Points(unittest.TestCase):
    def test_a_side_of_too_few_values_is_no_side(self):
        self.assertEqual(change_points(noise(2)[:2 * LEAST - 1], 0.05, 0.0), [])
        self.assertEqual(change_points(np.full((DAYS, 4), NAN), 0.05, 0.0), [])

    def test_a_step_is_found_where_it_is(self):
        for freedom in (np.inf, 4):
            values = noise(4, freedom)
            values[30:, 7] += 0.05
            values[57:, 9] -= 0.05
            points = {point.series: point for point in change_points(values, 0.01, 0.02)}
            self.assertEqual({row: point.split for row, point in points.items()}, {7: 30, 9: 57})
            self.assertAlmostEqual(points[7].effect, 0.05, delta=0.005)
            self.assertAlmostEqual(points[9].effect, -0.05, delta=0.015)

    def test_several_steps_of_a_series_are_all_found(self):
        values = noise(5)
        values[20:, 3] += 0.05
        values[40:, 3] -= 0.08
        points = change_points(values, 0.01, 0.02)
        self.assertEqual([(point.series, point.split) for point in points], [(3, 20), (3, 40)])
        self.assertAlmostEqual(points[1].effect, -0.08, delta=0.005)

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
