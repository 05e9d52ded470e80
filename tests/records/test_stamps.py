# SPDX-License-Identifier: BSD-3-Clause
"""Stamps and percentiles of a record, and what is none."""

import pytest

from records.stamps import percentiles_of, stamps_of

STAMPS = {"unit_us": 0.5, "steps": [-2, 5, 1], "counts": [1, 3, 2]}
PERCENTILE = {"us": 1.5, "ci95": [1.0, 2.0]}
PERCENTILES = dict.fromkeys(("p50", "p90", "p99", "p99.9"), PERCENTILE) | {"max_us": 9.0}


def test_times_are_sums_of_steps():
    stamps = stamps_of({"stamps": STAMPS})
    assert stamps.times_us == (-1.0, 1.5, 2.0) and stamps.counts == (1, 3, 2)


def test_without_stamps_there_are_none():
    assert stamps_of({}) is None and percentiles_of({"percentiles": None}) is None


@pytest.mark.parametrize(
    "change",
    [
        {"unit_us": "x"},
        {"steps": None},
        {"steps": [1, 2]},
        {"steps": [1, 2, 2.5]},
        {"counts": [1, 0, 1]},
        {"counts": [1, True, 1]},
        {"counts": [1, 2**60, 1]},
    ],
)
def test_stamps_that_cannot_be_unpacked_are_refused(change):
    with pytest.raises(ValueError, match=r"stamps|unit_us"):
        stamps_of({"stamps": STAMPS | change})


def test_a_percentile_without_an_interval_is_none_and_says_why():
    without = {"p99": {"us": 2, "ci95": None}, "p99.9": {"us": None, "ci95": None, "batch": 667,
                                                        "batches": 3}}
    found = percentiles_of({"percentiles": PERCENTILES | without})
    assert list(found.shares) == ["p50", "p90", "p99", "p99.9"]
    assert found.shares["p50"].ci95 == (1.0, 2.0) and found.max_us == 9.0
    old, few = found.shares["p99"], found.shares["p99.9"]
    assert old.us is None and old.lacking == "no interval was recorded"
    assert few.us is None and few.lacking == "3 of 6 batches of 667 runs"


def test_the_longest_run_of_a_launch_is_read_with_the_runs_of_a_launch():
    longest = PERCENTILE | {"runs": [20, 30]}
    found = percentiles_of({"percentiles": PERCENTILES | {"max": longest}})
    assert found.all["max"].runs == (20, 30) and found.all["max"].us == 1.5
    few = {"us": None, "ci95": None, "batch": 1, "batches": 2, "runs": [20, 30]}
    found = percentiles_of({"percentiles": PERCENTILES | {"max": few}})
    assert found.longest.lacking == "2 of 6 launches"


def test_older_files_have_no_longest_run_of_a_launch():
    found = percentiles_of({"percentiles": PERCENTILES})
    assert found.longest is None and "max" not in found.all


@pytest.mark.parametrize("value", [5, {}, PERCENTILES | {"p99": 1}, PERCENTILES | {"max_us": None},
                                   PERCENTILES | {"max": PERCENTILE | {"runs": "many"}}])
def test_what_is_no_percentiles_is_refused(value):
    with pytest.raises(ValueError):
        percentiles_of({"percentiles": value})
