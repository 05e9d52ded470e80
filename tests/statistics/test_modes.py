# SPDX-License-Identifier: BSD-3-Clause
"""Ratios with two modes are reported as such, and ratios with one are not."""

import math

import numpy as np
import pytest
from cells import cell_of

from comops.statistics.modes import modes_of_ratios
from comops.statistics.ratios import ratio_of

LOW, HIGH = 0.8, 1.3


def planted(low, high, launches=20, share=0.4):
    """The ratio of launches of which this share are around `high`; they scatter by 1 %."""
    random = np.random.default_rng(1)
    times = [(high if at < share * launches else low) * math.exp(0.01 * random.standard_normal())
             for at in range(launches)]
    return ratio_of(cell_of("threads/direct", [1] * launches), cell_of("mpi/direct", times))


def test_a_ratio_with_two_modes_has_both_and_how_many_launches_each():
    ratio = planted(LOW, HIGH)
    assert ratio.modes == pytest.approx((LOW, HIGH, 0.4), rel=0.02)
    assert ratio.ci95[0] <= ratio.modes.low < ratio.value < ratio.modes.high <= ratio.ci95[1]


@pytest.mark.parametrize("low, high, share, decision", [
    (0.8, 1.3, 0.4, "undecided"), (0.8, 1.3, 0.15, "undecided"), (1.2, 1.5, 0.4, "faster"),
    (0.5, 0.8, 0.4, "slower"), (0.97, 1.03, 0.4, "equivalent"), (0.99, 1.2, 0.2, "undecided")])
def test_a_ratio_with_two_modes_is_decided_only_where_both_say_the_same(
        low, high, share, decision):
    assert planted(low, high, share=share).decision == decision


def test_two_launches_of_another_mode_and_modes_within_the_margin_are_none():
    assert planted(LOW, HIGH, share=0.1).modes is None
    assert planted(1, 1.04).modes is None


@pytest.mark.parametrize("draw", [
    "standard_normal", "exponential", "standard_cauchy", "laplace", "lognormal"])
def test_launches_of_one_mode_seldom_seem_to_have_two(draw):
    random, repetitions = np.random.default_rng(1), 500
    for count in (6, 7, 8, 10, 12, 15, 20, 30, 60):
        count_two = sum(modes_of_ratios(getattr(random, draw)(size=count)) is not None
                        for _ in range(repetitions))
        assert count_two <= 0.05 * repetitions, count
