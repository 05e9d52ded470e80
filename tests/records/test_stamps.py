# SPDX-License-Identifier: BSD-3-Clause
"""Stamps and percentiles of a cell, and what is none."""

import pytest

import example
from records.read import campaign_read

STAMPS = {"unit_us": 0.5, "steps": [-2, 5, 1], "counts": [1, 3, 2]}
PERCENTILE = {"us": 1.5, "ci95": [1.0, 2.0]}
PERCENTILES = dict.fromkeys(("p50", "p90", "p99", "p99.9", "max"), PERCENTILE) | {"max_us": 9.0}
FEW = {"us": None, "ci95": None, "batch": 667, "batches": 3}


@pytest.fixture
def campaign(results_file):
    """Reads a cell with these members, and another one."""

    def read(**members):
        first, other = example.kinds(example.campaign(("reduce",), ("bus",), (8,)))[:2]
        del first["stamps"], first["percentiles"]
        return campaign_read(results_file([example.campaign_record(), other, first | members]))

    return read


@pytest.fixture
def cell(campaign):
    return lambda **members: list(campaign(**members).cells.values())[-1]


def test_times_are_sums_of_steps(cell):
    stamps = cell(stamps=STAMPS).stamps
    assert stamps.times_us == (-1.0, 1.5, 2.0) and stamps.counts == (1, 3, 2)


def test_without_stamps_there_are_none(cell):
    assert cell().stamps is None and cell().percentiles is None


@pytest.mark.parametrize(
    "change",
    [
        {"unit_us": "x"},
        {"unit_us": 0},
        {"steps": None},
        {"steps": [1, 2]},
        {"steps": [1, 2, 2.5]},
        {"counts": [1, 0, 1]},
        {"counts": [1, True, 1]},
        {"counts": [1, 2**63, 1]},
    ],
)
def test_stamps_that_cannot_be_unpacked_are_refused(campaign, change):
    assert "stamps" in campaign(stamps=STAMPS | change).notes[0]


def test_a_percentile_without_an_interval_has_no_value_and_says_why(cell):
    found = cell(percentiles=PERCENTILES | {"p99.9": FEW}).percentiles
    assert list(found.shares) == ["p50", "p90", "p99", "p99.9"]
    assert found.shares["p50"].ci95 == (1.0, 2.0) and found.max_us == 9.0
    few = found.shares["p99.9"]
    assert few.us is None and few.lacking == "3 of 6 batches of 667 runs"


def test_the_longest_run_of_a_launch_is_read_with_the_runs_of_a_launch(cell):
    found = cell(percentiles=PERCENTILES | {"max": PERCENTILE | {"runs": [20, 30]}}).percentiles
    assert found.all["max"].runs == (20, 30) and found.longest.us == 1.5
    few = cell(percentiles=PERCENTILES | {"max": FEW | {"batches": 2, "runs": [20, 30]}})
    assert few.percentiles.longest.lacking == "2 of 6 launches"


@pytest.mark.parametrize("value", [5, [], PERCENTILES | {"p99": 1}, PERCENTILES | {"max_us": None},
                                   PERCENTILES | {"max": PERCENTILE | {"runs": "many"}}])
def test_what_is_no_percentiles_is_refused(campaign, value):
    assert "1 line is damaged" in campaign(percentiles=value).notes[0]
