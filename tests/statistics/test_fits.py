# SPDX-License-Identifier: BSD-3-Clause
"""Models of time over size, beside SciPy's, and against lines that are known."""

import itertools
import math

import numpy as np
import pytest

from comops.statistics.findings import fits_of
from comops.statistics.fits import FitPoint, fit_hockney, fit_robust
from comops.statistics.piecewise import bic_of, fit_piecewise
from comops.statistics.significance import quantile, tail

stats = pytest.importorskip("scipy.stats", reason="SciPy is missing")
optimize = pytest.importorskip("scipy.optimize", reason="SciPy is missing")

SIZES = np.array([8, 16, 32, 48, 64, 80, 512, 4096, 32768, 262144, 800000,
                  4194304])  # comops run's own
DOUBLING = 2 ** np.arange(3, 23)
# Value and interval by gsl_multifit_robust with bisquare, of GSL 2.7.1.
GSL = {"latency_us": (0.5063236861393097, 0.4685927118265175, 0.5440546604521018),
       "bandwidth_MBps": (1998.163315712662, 1891.3524404329028, 2117.760178498461),
       "half_bytes": (1011.7174155199804, 913.479551972229, 1117.862728259635)}


def points(sizes, times):
    return [FitPoint(*pair) for pair in zip(np.asarray(sizes).tolist(),
                                            np.asarray(times, float).tolist(), strict=True)]


def values(fit):
    return tuple(fit[name]["value"] for name in GSL)


def bends(fit):
    """Where the lines meet."""
    return [bend["bytes"] for bend in fit["breakpoints"]]


def inside(estimate, value):
    low, high = estimate["ci95"]
    return low <= value <= high


def noisy(times, deviation, seed, count=None):
    shape = (count, len(times)) if count else len(times)
    return times * np.exp(deviation * np.random.default_rng(seed).standard_normal(shape))


class TestHockney:
    @pytest.fixture
    def many(self):
        noise = 20 * np.random.default_rng(2).standard_normal((1000, len(SIZES)))
        return 2 + SIZES / 1000 + noise

    def test_it_is_scipy_s_linear_regression_with_its_intervals(self, many):
        t = stats.t.ppf(0.975, len(SIZES) - 2)
        for times in many[:50]:
            fit, line = fit_hockney(points(SIZES, times)), stats.linregress(SIZES, times)
            alpha = line.intercept + t * line.intercept_stderr * np.array([-1, 1])
            beta = line.slope + t * line.stderr * np.array([1, -1])
            np.testing.assert_allclose(values(fit), (
                line.intercept, 1 / line.slope, line.intercept / line.slope), rtol=1e-9)
            np.testing.assert_allclose(fit["latency_us"]["ci95"], alpha, rtol=1e-9)
            np.testing.assert_allclose(fit["bandwidth_MBps"]["ci95"], 1 / beta, rtol=1e-9)

    def test_at_the_ends_of_half_bytes_interval_student_s_t_is_just_significant(self, many):
        t = stats.t.ppf(0.975, len(SIZES) - 2)
        for times in many[:50]:
            (beta, alpha), covariance = np.polyfit(SIZES, times, 1, cov=True)
            for end in fit_hockney(points(SIZES, times))["half_bytes"]["ci95"]:
                gradient = np.array([-end, 1])
                there = (alpha - end * beta) / math.sqrt(gradient @ covariance @ gradient)
                assert abs(there) == pytest.approx(t, abs=1e-5)

    def test_its_intervals_hold_the_truth_in_95_of_100_cases(self, many):
        fits = [fit_hockney(points(SIZES, times)) for times in many]
        for name, truth in (("latency_us", 2), ("bandwidth_MBps", 1000), ("half_bytes", 2000)):
            assert 0.93 <= np.mean([inside(fit[name], truth) for fit in fits]) <= 0.97

    def test_an_end_that_the_data_leave_open_is_infinite(self):
        fit = fit_hockney(points([8, 16, 32, 64], [1, 1.2, 0.9, 1.3]))
        assert fit["bandwidth_MBps"]["ci95"][1] == math.inf
        assert fit["half_bytes"]["ci95"] == (-math.inf, math.inf)
        assert fit["sizes"] == 4 and 0.05 < fit["deviation"] < 0.3

    @pytest.mark.parametrize("intercept, times", [
        (-68.8, [10.40, 17.10, 37.48, 152.24, 274.05, 591.53, 1329.25, 2505.23, 3199.03, 5012.12,
                 6195.37]),
        (13.2, [37.88, 28.59, 40.93, 133.41, 241.02, 478.51, 1435.81, 3111.80, 4354.24, 4594.05,
                5765.33]),
        (158.4, [48.84, 78.27, 205.95, 675.51, 1217.21, 2314.92, 6066.47, 11735.70, 14334.89,
                 17333.24, 22383.49])])
    def test_a_published_table_has_what_its_formulas_give(self, intercept, times):
        """The intercepts of full least squares on Table 5.1; those that it prints are others."""
        sizes = [8, 1000, 10000, 50000, 100000, 200000, 500000, 1000000, 1200000, 1500000, 2000000]
        fit = fit_hockney(points(sizes, times))
        latency, bandwidth, half_bytes = values(fit)
        assert latency == pytest.approx(intercept, abs=0.05)
        assert half_bytes == pytest.approx(latency * bandwidth)


class TestRobust:
    @pytest.fixture
    def many(self):
        """The first half has one size in a dozen far off."""
        drawn = noisy(0.5 + SIZES / 5000, 0.02, 3, 600)
        random = np.random.default_rng(3)
        for times in drawn[:300]:
            times[random.integers(len(SIZES))] *= 2
        return drawn

    def test_its_intervals_hold_the_truth_with_and_without_a_size_far_off(self, many):
        fits = [fit_robust(points(SIZES, times)) for times in many]
        for name, truth in (("latency_us", 0.5), ("bandwidth_MBps", 5000), ("half_bytes", 2500)):
            spoilt, clean = (np.mean([inside(fit[name], truth) for fit in chosen])
                             for chosen in (fits[:300], fits[300:]))
            assert 0.92 <= clean <= 0.98 and spoilt >= 0.92  # what is far off widens them

    def test_it_is_what_gsl_computed(self):
        times = (0.5 + DOUBLING / 2000) * (1 + 0.05 * np.sin(DOUBLING))
        times[9] *= 5
        fit = fit_robust(points(DOUBLING, times))
        for name, expected in GSL.items():
            estimate = fit[name]
            assert (estimate["value"], *estimate["ci95"]) == pytest.approx(expected, rel=1e-11)

    def test_one_size_far_off_does_not_move_it(self):
        times = noisy(0.5 + DOUBLING / 2000, 0.005, 8)
        times[9] *= 5
        times[15] *= 3
        robust, squares = (fit(points(DOUBLING, times)) for fit in (fit_robust, fit_hockney))
        assert values(robust)[:2] == pytest.approx((0.5, 2000), rel=0.02)
        assert inside(robust["latency_us"], 0.5)
        assert abs(squares["latency_us"]["value"] - 0.5) > 1

    @pytest.mark.parametrize("noise", [0, 1e-15])
    def test_times_on_a_line_are_that_line(self, noise):
        fit = fit_robust(points(DOUBLING, noisy(0.5 + DOUBLING / 2000, noise, 9)))
        assert values(fit)[:2] == pytest.approx((0.5, 2000))


def weighted(columns, times):
    """Least squares on relative residuals: the sum of their squares."""
    left = np.column_stack(columns) / times[:, None]
    solution, *_ = np.linalg.lstsq(left, np.ones(len(times)), rcond=None)
    return np.sum((left @ solution - 1) ** 2)


class TestPiecewise:
    def test_the_best_jumps_are_those_of_trying_all(self):
        truth = np.where(DOUBLING <= 32768, 0.5 + DOUBLING / 2000, 20 + DOUBLING / 4000)
        truth = np.where(DOUBLING <= 1024, 0.4 + DOUBLING / 1500, truth)
        squares = {}
        for times in noisy(truth, 0.01, 4, 3):
            squares = {(a, b): weighted([np.ones(b - a), DOUBLING[a:b]], times[a:b])
                       for a in range(20) for b in range(a + 3, 21)}
            best = math.inf, ()
            for cuts in itertools.chain(*(itertools.combinations(range(3, 18), k)
                                          for k in range(4))):
                parts = list(itertools.pairwise([0, *cuts, len(times)]))
                if min(b - a for a, b in parts) >= 3:
                    whole = sum(squares[part] for part in parts)
                    best = min(best, (bic_of(whole, len(times), 3 * len(cuts) + 2), cuts))
            fit = fit_piecewise(points(DOUBLING, times))
            assert not fit["continuous"] and fit["bic"] == pytest.approx(best[0], abs=1e-5)
            firsts = [part["from"] for part in fit["segments"][1:]]
            assert firsts == [DOUBLING[cut] for cut in best[1]]

    def test_a_bend_is_where_scipy_finds_it(self):
        truth = 0.5 + np.minimum(DOUBLING, 200000) / 8000 + np.maximum(DOUBLING - 200000, 0) / 1000
        for times in noisy(truth, 0.005, 5, 5):
            def squares(knot, times=times):
                return weighted([np.ones(len(times)), np.minimum(DOUBLING, math.exp(knot)),
                                 np.maximum(DOUBLING - math.exp(knot), 0)], times)

            best = min((optimize.minimize_scalar(squares, bounds=np.log([a, 2 * a]),
                                                 method="bounded", options={"xatol": 1e-6})
                        for a in DOUBLING[2:-3]), key=lambda result: result.fun)
            fit = fit_piecewise(points(DOUBLING, times))
            bic = bic_of(best.fun, len(times), 4)
            assert fit["continuous"]
            if len(bends(fit)) == 1:
                assert math.log(bends(fit)[0]) == pytest.approx(best.x, abs=0.002)
                assert fit["bic"] == pytest.approx(bic, abs=1e-3)
            else:  # noise looks like another: then that must be the better one
                assert fit["bic"] < bic

    @pytest.mark.parametrize("sizes", [SIZES, DOUBLING], ids=["usual", "doubling"])
    def test_a_straight_line_is_broken_in_less_than_10_of_100_cases(self, sizes):
        fits = [fit_piecewise(points(sizes, times))
                for times in noisy(0.1 + sizes / 10000, 0.01, 6, 50)]
        assert np.mean([len(bends(fit)) > 0 for fit in fits]) < 0.1

    def test_a_rendezvous_is_a_jump_between_the_sizes_around_it(self):
        truth = np.where(DOUBLING <= 32768, 0.5 + DOUBLING / 2000, 20.5 + DOUBLING / 4000)
        fit = fit_piecewise(points(DOUBLING, noisy(truth, 0.005, 7)))
        first, second = fit["segments"]
        assert (first["to"], second["from"], bends(fit)) == (32768, 65536, [None])
        assert first["latency_us"] == pytest.approx(0.5, rel=0.05)
        assert second["bandwidth_MBps"] == pytest.approx(4000, rel=0.05)

    def test_small_messages_that_take_the_same_time_are_a_level_segment(self):
        truth = np.where(DOUBLING <= 1024, 0.5, 0.5 + (DOUBLING - 1024) / 1000)
        fit = fit_piecewise(points(DOUBLING, noisy(truth, 0.002, 8)))
        assert bends(fit) == pytest.approx([1024], rel=0.1)
        assert fit["segments"][0]["bandwidth_MBps"] > 100000

    def test_times_that_do_not_rise_are_level(self):
        falling = points([8, 16, 32, 64, 128, 256], [3, 2, 2, 2, 2, 1])
        fit = fit_piecewise(falling)
        assert fit_hockney(falling) is None and fit_robust(falling) is None
        level = fit["segments"][0]
        assert level["bandwidth_MBps"] == math.inf and level["latency_us"] > 1


def test_too_few_sizes_have_fewer_fits():
    line = points(DOUBLING[:8], noisy(0.5 + DOUBLING[:8] / 2000, 0.01, 1))
    assert [len(fits_of(line[:count])) for count in range(1, 8)] == [0, 0, 1, 1, 2, 3, 3]


def test_student_s_t_is_scipy_s():
    for freedom in (1, 1.3, 2, 4.5, 7, 30, 250.5, 2999.9, 3000, 1e6, 1e9):
        for t in (0, 1e-6, 0.1, 8, 30, 300):
            assert tail(t, freedom) == pytest.approx(stats.t.sf(t, freedom), rel=1e-9, abs=1e-100)
        for probability in (0.6, 0.75, 0.9, 0.975, 0.999, 1 - 1e-9):
            t = quantile(probability, freedom)
            assert t == pytest.approx(stats.t.ppf(probability, freedom), rel=1e-6)
            assert tail(t, freedom) == pytest.approx(stats.t.sf(t, freedom), rel=1e-9)
    for freedom in range(1, 40):  # of fits
        assert quantile(0.975, freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-10)
