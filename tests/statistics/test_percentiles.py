# SPDX-License-Identifier: BSD-3-Clause
"""Percentiles and their intervals; how often these contain the truth is found by simulation."""

import json

import numpy as np
import pytest
from cells import add_launches, add_stamps, begun

from comops.statistics.percentiles import (percentile_batch, percentile_estimate, percentile_of,
                                           percentiles_record, stamps_record)

stats = pytest.importorskip("scipy.stats", reason="SciPy is missing")

BLOCKS, STAMPS = 3, 200


def test_a_percentile_is_that_of_numpy_s_median_unbiased_method():
    random = np.random.default_rng(1)
    for count in (1, 2, 10, 99):
        values = np.sort(random.normal(size=count))
        for p in (0.01, 0.25, 0.5, 0.9, 0.99):
            expected = np.quantile(values, p, method="median_unbiased")
            assert percentile_of(values, p) == pytest.approx(expected)


def test_half_of_the_percentiles_of_small_batches_are_too_high():
    draws = np.sort(np.random.default_rng(2).exponential(size=(4000, percentile_batch(0.99))))
    above = sum(percentile_of(row, 0.99) > stats.expon.ppf(0.99) for row in draws)
    assert 1880 < above < 2120  # 2000, and four standard deviations


def test_so_many_values_contain_a_percentile():
    assert [percentile_batch(p) for p in (0.5, 0.9, 0.99, 0.999, 1)] == [1, 7, 67, 667, 1]


def launches_of(values, counts):
    """Consecutive launches of so many values, each in ascending order."""
    return [np.sort(part) for part in np.split(np.asarray(values, float), np.cumsum(counts)[:-1])]


def test_the_longest_of_a_launch_is_the_median_of_the_launches_greatest():
    values = [us for launch in range(9) for us in (1, 10 + launch, 1)]
    longest = percentile_estimate(launches_of(values, 9 * [3]), 1)
    assert longest == {"us": 14, "ci95": [11, 17]}


def test_too_few_values_or_launches_have_no_percentile():
    six, values = [70, 70, 70, 70, 70, 66], list(range(416))
    few = percentile_estimate(launches_of(values, six), 0.99)
    assert (few["us"], few["ci95"], few["batches"]) == (None, None, 5)
    assert percentile_estimate(launches_of(values, [416]), 0.5)["batches"] == 1
    assert percentile_estimate(launches_of(values, six), 0.9)["us"] is not None


def test_launches_that_are_too_short_are_taken_together():
    values = [100 + at / 80 if at % 80 == 79 else 1 for at in range(12 * 40)]
    assert percentile_estimate(launches_of(values[:440], 11 * [40]), 0.99)["batches"] == 5
    p99 = percentile_estimate(launches_of(values, 12 * [40]), 0.99)
    assert p99["ci95"] and p99["us"] > 50  # each batch of two has one long run in 80


@pytest.mark.parametrize("p, between", [(0.5, 0), (0.5, 1), (0.9, 0), (0.9, 0.1), (0.99, 0.1),
                                        (0.99, 1), (0.999, 0)])
def test_intervals_contain_the_percentile_of_a_typical_launch_as_often_as_they_say(p, between):
    random, truth, held, trials = np.random.default_rng(3), 9 + stats.norm.ppf(p), 0, 200
    for _ in range(trials):
        values = 9 + random.normal(size=(24, 250)) + between * random.normal(size=(24, 1))
        us, (low, high) = percentile_estimate(np.sort(values), p).values()
        assert low <= us <= high
        held += low <= truth <= high
    assert held > 0.915 * trials


def made_up(launch, index):
    """A stamp of a launch, nanoseconds of a whole run."""
    return 123456789 if index == 7 else -3 if index == 9 else 60 + (index * 37 + launch) % 41


def stamped(launches, messages=1):
    """The last block of each launch is void."""
    return add_launches(begun("threads/direct"), [
        [*([made_up(launch, block * STAMPS + at) / messages / 1e3 for at in range(STAMPS)]
           for block in range(BLOCKS)), []] for launch in range(launches)], add_stamps)


def unpacked(stamps):
    return np.repeat(np.cumsum(stamps["steps"]), stamps["counts"]).tolist()


def test_every_stamp_comes_out_as_it_was_packed():
    made = sorted(made_up(launch, at) for launch in range(2) for at in range(BLOCKS * STAMPS))
    stamps = stamps_record(stamped(2, 2), 2)
    assert stamps["unit_us"] == 0.0005 and unpacked(stamps) == made


def test_a_percentile_has_an_interval_or_the_number_of_its_batches():
    many, single = percentiles_record(stamped(8)), percentiles_record(stamped(1))
    assert many["p50"]["us"] == pytest.approx(0.080, abs=0.0015) and many["p50"]["ci95"]
    assert many["p90"]["us"] == pytest.approx(0.096, abs=0.0015) and many["p99"]["ci95"]
    assert many["p99.9"] == {"us": None, "ci95": None, "batch": 667, "batches": 4}
    assert many["max"]["us"] == many["max_us"] == 123456.789 and many["max"]["ci95"]
    assert single["p50"] == {"us": None, "ci95": None, "batch": 1, "batches": 1}
    assert many["max"]["runs"] == (600, 600)


def test_no_percentile_is_negative():
    cell = add_launches(begun("threads/put"), 6 * [[10 * [-0.002]]], add_stamps)
    record = percentiles_record(cell)
    assert record["p50"] == record["p90"] == {"us": 0, "ci95": [0, 0]} and record["max_us"] == 0
    assert unpacked(stamps_record(cell, 1)) == 60 * [-2]


def test_all_stamps_of_300_cells_take_less_than_a_megabyte():
    """Three rounds of 25 launches, with blocks of 0.5 ms: 256 stamps of short runs, 10 of long
    ones; times spread by a tenth."""
    random, size = np.random.default_rng(4), 0
    for run_ns, count in ((100, 19200), (1500, 19200), (1e4, 3750), (1e6, 750)):
        cell = add_launches(begun("threads/direct"), [
            [(run_ns * random.normal(1, 0.1, count) / 1e3).tolist()]], add_stamps)
        stamps = stamps_record(cell, 1)
        size += 75 * len(json.dumps([stamps["steps"], stamps["counts"]], separators=(",", ":")))
    assert size < 1_000_000
