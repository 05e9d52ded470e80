# SPDX-License-Identifier: BSD-3-Clause
"""Our statistics beside those of NumPy and SciPy, and against known truths: test_scipy.py DRIVER"""

import itertools
import json
import math
import subprocess
import sys
import unittest

try:
    import numpy as np
    from scipy import optimize, stats
except ImportError as missing:
    print(f"{missing}; pip install -r tests/statistics/requirements.txt")
    sys.exit(77)

DRIVER = sys.argv.pop()
SIZES = np.array([8, 16, 32, 48, 64, 80, 512, 4096, 32768, 262144, 800000,
                  4194304.0])  # comops run's own
DOUBLING = 2.0 ** np.arange(3, 23)


def ask(what, sets):
    """What the driver answers to each set of numbers."""
    text = "".join(" ".join(repr(float(x)) for x in np.ravel(numbers)) + "\n" for numbers in sets)
    done = subprocess.run([DRIVER, what], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def fits_of(sizes, many_times):
    answers = ask("fits", [np.column_stack([sizes, times]) for times in many_times])
    return [{record["model"]: record for record in records} for records in answers]


def inside(interval, value):
    low, high = interval
    return (low is None or low <= value) and (high is None or value <= high)


class Medians(unittest.TestCase):
    def setUp(self):
        random = np.random.default_rng(1)
        self.sets = [random.lognormal(size=count) for count in range(1, 250)]
        self.answers = ask("median", self.sets)

    def test_the_median_is_numpy_s(self):
        for values, answer in zip(self.sets, self.answers):
            self.assertAlmostEqual(answer["median"], np.median(values), places=12)

    def test_the_interval_is_that_of_scipy_s_quantile_test(self):
        for values, answer in zip(self.sets, self.answers):
            low, high = stats.quantile_test(values, p=0.5).confidence_interval(0.95)
            if math.isnan(low):
                self.assertIsNone(answer["ci95"])
            else:
                np.testing.assert_allclose(answer["ci95"], [low, high], rtol=1e-12)

    def test_it_covers_with_95_percent_or_more_and_is_close_where_that_is_97_or_less(self):
        for values, answer in zip(self.sets, self.answers):
            if answer["ci95"] is None:
                self.assertLess(len(values), 6)
                continue
            cut = np.searchsorted(np.sort(values), answer["ci95"][0] * (1 + 1e-12))
            covers = 1 - 2 * stats.binom.cdf(cut - 1, len(values), 0.5)
            self.assertGreaterEqual(covers, 0.95)
            self.assertEqual(answer["close"], covers <= 0.97 + 1e-12, len(values))


class Hockney(unittest.TestCase):
    def setUp(self):
        random = np.random.default_rng(2)
        self.many = [2 + SIZES / 1000 + 20 * random.standard_normal(len(SIZES))
                     for _ in range(1000)]
        self.fits = [fits["hockney"] for fits in fits_of(SIZES, self.many)]

    def test_it_is_scipy_s_linear_regression_with_its_intervals(self):
        t = stats.t.ppf(0.975, len(SIZES) - 2)
        for times, fit in zip(self.many[:50], self.fits):
            line = stats.linregress(SIZES, times)
            beta = np.array([line.slope + t * line.stderr, line.slope - t * line.stderr])
            alpha = [line.intercept - t * line.intercept_stderr, line.intercept
                     + t * line.intercept_stderr]
            np.testing.assert_allclose(fit["latency_us"]["value"], line.intercept, rtol=1e-9)
            np.testing.assert_allclose(fit["latency_us"]["ci95"], alpha, rtol=1e-9)
            np.testing.assert_allclose(fit["bandwidth_MBps"]["value"], 1 / line.slope, rtol=1e-9)
            np.testing.assert_allclose(fit["bandwidth_MBps"]["ci95"], 1 / beta, rtol=1e-9)
            np.testing.assert_allclose(fit["half_bytes"]["value"], line.intercept / line.slope,
                                       rtol=1e-9)

    def test_at_the_ends_of_n_half_s_interval_student_s_t_is_just_significant(self):
        t = stats.t.ppf(0.975, len(SIZES) - 2)
        for times, fit in zip(self.many[:50], self.fits):
            (beta, alpha), covariance = np.polyfit(SIZES, times, 1, cov=True)
            for end in fit["half_bytes"]["ci95"]:
                gradient = np.array([-end, 1])
                there = (alpha - end * beta) / math.sqrt(gradient @ covariance @ gradient)
                self.assertAlmostEqual(abs(there), t, places=5)

    def test_its_intervals_hold_the_truth_in_95_of_100_cases(self):
        for name, truth in (("latency_us", 2), ("bandwidth_MBps", 1000), ("half_bytes", 2000)):
            held = np.mean([inside(fit[name]["ci95"], truth) for fit in self.fits])
            self.assertTrue(0.93 <= held <= 0.97, (name, held))


class Robust(unittest.TestCase):
    def setUp(self):
        random = np.random.default_rng(3)
        self.many = (0.5 + SIZES / 5000) * np.exp(0.02 * random.standard_normal((1000, len(SIZES))))
        for times in self.many[:500]:  # one size in a dozen far off
            times[random.integers(len(SIZES))] *= 2
        self.fits = [fits["hockney-robust"] for fits in fits_of(SIZES, self.many)]

    def test_it_is_near_scipy_s_least_squares_with_tukey_s_loss(self):
        def tukey(z):
            far = z > 1
            rho = np.where(far, 1 / 3, (1 - (1 - z) ** 3) / 3)
            first, second = np.where(far, 0, (1 - z) ** 2), np.where(far, 0, -2 * (1 - z))
            return np.array([rho, first, second])

        for times, fit in zip(self.many[:100], self.fits):
            def residuals(x):
                return (x[0] + SIZES * x[1] / 1000) / times - 1
            soft = optimize.least_squares(residuals, [1, 1], loss="soft_l1", f_scale=0.02)
            hard = optimize.least_squares(residuals, soft.x, loss=tukey, f_scale=4.685 * 0.02)
            alpha, beta = hard.x
            for name, value in (("latency_us", alpha), ("bandwidth_MBps", 1000 / beta)):
                # Their scales of a residual differ: a third of the interval's half is near enough.
                low, high = fit[name]["ci95"]
                self.assertLess(abs(fit[name]["value"] - value), (high - low) / 6, name)

    def test_its_intervals_hold_the_truth_with_and_without_a_size_far_off(self):
        for name, truth in (("latency_us", 0.5), ("bandwidth_MBps", 5000), ("half_bytes", 2500)):
            spoilt, clean = (np.mean([inside(fit[name]["ci95"], truth) for fit in fits])
                             for fits in (self.fits[:500], self.fits[500:]))
            self.assertTrue(0.92 <= clean <= 0.98, (name, clean))
            self.assertGreaterEqual(spoilt, 0.92, name)  # GSL lets what is far off widen them


def weighted(columns, times):
    """Least squares on relative residuals: the sum of their squares."""
    left = np.column_stack(columns) / times[:, None]
    solution, *_ = np.linalg.lstsq(left, np.ones(len(times)), rcond=None)
    return np.sum((left @ solution - 1) ** 2), solution


def criterion(squares, count, parameters):
    rest = count - parameters - 2
    return count * (math.log(squares / count + 1e-8)
                    + parameters * math.log(count) / rest) if rest > 0 else math.inf


class Piecewise(unittest.TestCase):
    def test_the_best_jumps_are_those_of_trying_all(self):
        random = np.random.default_rng(4)
        truth = np.where(DOUBLING <= 32768, 0.5 + DOUBLING / 2000, 20 + DOUBLING / 4000)
        truth = np.where(DOUBLING <= 1024, 0.4 + DOUBLING / 1500, truth)
        for times in truth * np.exp(0.01 * random.standard_normal((5, len(truth)))):
            best = math.inf, ()
            for cuts in itertools.chain(*(itertools.combinations(range(3, 18), k)
                                          for k in range(4))):
                ends = [0, *cuts, len(times)]
                if min(np.diff(ends)) < 3:
                    continue
                parts = [slice(a, b) for a, b in itertools.pairwise(ends)]
                squares = sum(weighted([np.ones(p.stop - p.start), DOUBLING[p]], times[p])[0]
                              for p in parts)
                best = min(best, (criterion(squares, len(times), 3 * len(cuts) + 2), cuts))
            (fit,) = [fits["piecewise"] for fits in fits_of(DOUBLING, [times])]
            self.assertFalse(fit["continuous"])
            self.assertAlmostEqual(fit["bic"], best[0], places=5)
            self.assertEqual([b["between"] for b in fit["breakpoints"]],
                             [[DOUBLING[c - 1], DOUBLING[c]] for c in best[1]])

    def test_a_bend_is_where_scipy_finds_it(self):
        random = np.random.default_rng(5)
        truth = 0.5 + np.minimum(DOUBLING, 200000) / 8000 + np.maximum(DOUBLING - 200000, 0) / 1000
        for times in truth * np.exp(0.005 * random.standard_normal((10, len(truth)))):
            def squares(knot):
                return weighted([np.ones(len(times)), np.minimum(DOUBLING, math.exp(knot)),
                                 np.maximum(DOUBLING - math.exp(knot), 0)], times)[0]
            found = min((optimize.minimize_scalar(squares, bounds=np.log([a, 2 * a]),
                                                  method="bounded",
                                                  options={"xatol": 1e-6}) for a in DOUBLING[2:-3]),
                        key=lambda result: result.fun)
            (fit,) = [fits["piecewise"] for fits in fits_of(DOUBLING, [times])]
            self.assertTrue(fit["continuous"])
            if len(fit["breakpoints"]) == 1:
                self.assertAlmostEqual(math.log(fit["breakpoints"][0]["bytes"]), found.x,
                                       delta=0.002)
                self.assertAlmostEqual(fit["bic"], criterion(found.fun, len(times), 4), delta=1e-3)
            else:  # noise looks like another: then that must be the better one
                self.assertLess(fit["bic"], criterion(found.fun, len(times), 4))

    def test_a_straight_line_is_broken_in_less_than_10_of_100_cases(self):
        random = np.random.default_rng(6)
        for sizes in (SIZES, DOUBLING):
            times = (0.1 + sizes / 10000) * np.exp(0.01 * random.standard_normal((500, len(sizes))))
            broken = np.mean([len(fits["piecewise"]["breakpoints"]) > 0
                              for fits in fits_of(sizes, times)])
            self.assertLess(broken, 0.1)


class Crossovers(unittest.TestCase):
    def test_their_intervals_hold_the_truth_in_at_least_95_of_100_cases(self):
        random = np.random.default_rng(7)
        spread = 0.05
        sets = []
        for _ in range(1000):
            noise = np.exp(spread * random.standard_normal(len(DOUBLING)))
            ratio = (DOUBLING / 3000) ** 0.2 * noise
            bounds = np.exp(1.96 * spread)
            sets.append(np.column_stack([DOUBLING, ratio, ratio / bounds, ratio * bounds]))
        found = ask("crossovers", sets)
        self.assertGreater(sum(len(crossovers) == 1 for crossovers in found), 900)
        held = np.mean([any(inside(c["ci95"], 3000) for c in crossovers) for crossovers in found])
        self.assertGreaterEqual(held, 0.95)


unittest.main(verbosity=2)
