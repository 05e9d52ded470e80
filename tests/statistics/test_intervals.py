# SPDX-License-Identifier: BSD-3-Clause
"""Medians and what intervals allow to be said, beside NumPy's and SciPy's."""

import math

import numpy as np
import pytest

from comops.statistics.decisions import MARGIN, decision_exact, decision_of
from comops.statistics.intervals import (dropped, filtered_mean, median, median_interval, midmean,
                                         next_interval, rank_of, relative_half_width)
from comops.statistics.random import Random
from comops.statistics.rows import medians, spreads

stats = pytest.importorskip("scipy.stats", reason="SciPy is missing")


@pytest.fixture
def samples() -> list[np.ndarray]:
    random = np.random.default_rng(1)
    return [random.lognormal(size=count) for count in range(1, 250)]


def test_means_of_the_middle_half_are_scipy_s(samples):
    for values in samples:
        assert midmean(values) == pytest.approx(stats.trim_mean(values, 0.25), rel=1e-12)


def test_the_next_campaign_s_interval_is_student_s_of_the_logarithms(samples):
    for values in samples[2:30]:
        logs = np.log(values)
        half = stats.t.ppf(0.975, len(logs) - 1) * logs.std(ddof=1) * (1 + 1 / len(logs)) ** 0.5
        limits = next_interval(values.tolist())
        assert limits == pytest.approx(np.exp([logs.mean() - half, logs.mean() + half]), rel=1e-6)
        low, high = next_interval((1 / values).tolist())
        assert limits == pytest.approx((1 / high, 1 / low), rel=1e-9)
    assert next_interval([1.0, 1.1]) is None


def test_the_interval_is_that_of_scipy_s_quantile_test(samples):
    for values in samples:
        low, high = stats.quantile_test(values, p=0.5).confidence_interval(0.95)
        expected = None if math.isnan(low) else (low, high)
        assert median_interval(values) == expected
    assert median_interval([]) is None


@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_it_is_the_narrowest_that_covers_so_often(confidence):
    for count in [*range(1, 2000), 9999, 10000]:
        rank = rank_of(count, confidence)
        outside = stats.binom.cdf([rank - 1, rank], count, 0.5)
        assert 2 * outside[0] <= 1 - confidence + 1e-12 and 2 * outside[1] > 1 - confidence


def test_rows_with_missing_values_have_what_their_values_have():
    random = np.random.default_rng(2)
    rows = random.normal(size=(40, 31))
    rows[random.random(rows.shape) < 0.3] = np.nan
    rows[3] = np.nan
    rows[4, 5:] = np.nan
    known = [row[~np.isnan(row)] for row in rows]
    value, low, high, count = medians(rows)
    assert count.tolist() == [len(row) for row in known]
    for at, row in enumerate(known):
        if len(row):
            assert value[at] == median(row)
        else:
            assert math.isnan(value[at])
        interval = median_interval(row)
        assert math.isnan(low[at]) if interval is None else (low[at], high[at]) == interval
    expected = stats.median_abs_deviation(known[0]) * 1.4826
    assert spreads(rows, value)[0] == pytest.approx(expected)


def test_half_width_is_relative_to_the_centre():
    assert relative_half_width((9, 11), 10) == 0.1


@pytest.mark.parametrize("trials, without, mean", [
    # The first, and what is above 1.8 times the median,
    ([1000.0] + 6 * [10.0] + [18.0, 19.0] + 42 * [10.0], [0, 8], (48 * 10 + 18) / 49),
    # but at most a tenth.
    ([10.0 if at <= 40 else 100.0 + at for at in range(51)], [0, 46, 47, 48, 49, 50],
     (40 * 10 + 141 + 142 + 143 + 144 + 145) / 45),
    ([7.0], [], 7)])
def test_the_filter_drops_what_is_far_above_the_median(trials, without, mean):
    assert (dropped(trials), filtered_mean(trials)) == (without, mean)


@pytest.mark.parametrize("ci95, ci90, decision", [
    ((1.001, 1.5), (1.01, 1.4), "faster"),
    ((0.5, 0.999), (0.6, 0.99), "slower"),
    ((1, 1.5), (1.01, 1.4), "undecided"),
    ((0.94, 1.06), (1 / MARGIN, MARGIN), "equivalent"),
    ((0.94, 1.06), (0.96, 1.051), "undecided"),
    ((0.94, 1.06), (0.95, 1.04), "undecided"),
    ((1.01, 1.03), (1.011, 1.029), "equivalent"),  # though one of them is faster
    ((1.01, 1.06), (1.011, 1.051), "faster"),
    (None, None, "undecided"),
])
def test_four_words_each_have_their_test(ci95, ci90, decision):
    assert decision_of(ci95, ci90) == decision


def test_times_that_repeat_are_equivalent_within_the_margin():
    assert [decision_exact(ratio) for ratio in (0.9, 1 / MARGIN, 1, MARGIN, 1.06)] == [
        "slower", "equivalent", "equivalent", "equivalent", "faster"]


def test_random_numbers_are_those_of_splitmix64():
    """Vigna's reference, from seed 1234567."""
    random = Random(1234567)
    assert [random.next() for _ in range(3)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_a_shuffle_keeps_every_index():
    order = list(range(100))
    Random(3).shuffle(order)
    assert order != sorted(order) and sorted(order) == list(range(100))
