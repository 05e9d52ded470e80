# SPDX-License-Identifier: BSD-3-Clause
"""Reading fits, crossovers and warnings; stamps and percentiles of a cell."""

import pytest

import example
from example import kinds
from comops.results.findings import MODELS
from comops.results.read import campaign_read

SIZES = (8, 80, 4096, 65536, 262144, 800000, 4194304)
STAMPS = {"unit_us": 0.5, "steps": [-2, 5, 1], "counts": [1, 3, 2]}
PERCENTILE = {"us": 1.5, "ci95": [1.0, 2.0]}
PERCENTILES = dict.fromkeys(("p50", "p90", "p99", "p99.9", "max"), PERCENTILE) | {"max_us": 9.0}
FEW = {"us": None, "ci95": None, "batch": 667, "batches": 3}


@pytest.fixture
def records() -> list[example.Record]:
    return example.campaign(("pingpong",), ("bus",), SIZES)


def test_fits_and_crossovers_have_the_file_s_values_and_the_lines_of_its_cells(
        results_file, records):
    campaign, fits = campaign_read(results_file(records)), kinds(records, "fit")
    assert campaign.notes == []
    assert len(campaign.fits) == len(fits) > 0
    assert len(campaign.crossovers) == len(kinds(records, "crossover")) > 0
    assert {model for _, model in campaign.fits} == set(MODELS)
    lines = {(key.path, key.protocol): key._replace(bytes=0, mode="") for key in campaign.cells}
    assert {line for line, _ in campaign.fits} == set(lines.values())
    assert all({cut.a, cut.b} <= set(lines.values()) for cut in campaign.crossovers)
    for record in fits:
        fit = campaign.fits[lines[record["path"], record["protocol"]], record["model"]]
        for name, parameter in fit.parameters.items():
            assert [parameter.value, *parameter.ci95] == [
                record[name]["value"], *record[name]["ci95"]]
        segments = [tuple(part.values()) for part in record.get("segments", ())]
        assert [tuple(part) for part in fit.segments] == segments


def test_open_ends_and_flat_segments_are_read(results_file, records):
    fit = next(record for record in records if record.get("model") == "piecewise")
    fit["segments"][-1]["bandwidth_MBps"] = None
    crossover = kinds(records, "crossover")[0]
    crossover["ci95"] = [None, 70000.0]
    campaign = campaign_read(results_file(records))
    assert campaign.notes == [] and campaign.crossovers[0].ci95 == (None, 70000.0)
    rates = [part.bandwidth_MBps for fit in campaign.fits.values() for part in fit.segments]
    assert rates.count(0) == 1


def test_of_two_fits_of_one_line_the_later_counts(results_file, records):
    fit = kinds(records, "fit")[0]
    again = {**fit, "deviation": 0.5}
    campaign = campaign_read(results_file([*records, again]))
    assert [fit.deviation for fit in campaign.fits.values()].count(0.5) == 1
    assert len(campaign.fits) == len(kinds(records, "fit"))


def test_the_faster_one_below_a_crossover_is_the_slower_one_above(results_file, records):
    point = campaign_read(results_file(records)).crossovers[0]
    recorded = kinds(records, "crossover")[0]
    assert point.small.protocol == recorded[recorded["below"]]["protocol"]
    assert {point.small, point.large} == {point.a, point.b}


@pytest.mark.parametrize(("kind", "wrong"), [
    ("fit", {"half_bytes": {"value": 1, "ci95": [1]}}),
    ("fit", {"segments": [{"from": 8, "to": -1, "latency_us": 1, "bandwidth_MBps": 1}]}),
    ("crossover", {"below": "c"}),
    ("crossover", {"a": "threads"}),
    ("cell", {"pattern": ["reduce"]}),
    ("cell", {"series_of": "partner", "series": None}),
    ("cell", {"percentiles": PERCENTILES | {"max": PERCENTILE | {"runs": "many"}}}),
])
def test_a_wrong_member_is_a_damaged_line(results_file, records, kind, wrong):
    """Others are in test_schema.py."""
    broken = {**kinds(records, kind)[0], **wrong}
    assert "1 line is damaged" in campaign_read(results_file([*records, broken])).notes[0]


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


def test_members_of_a_cell_are_read(cell):
    members = {"launches": [3, 2], "launch_us": [1.5, None], "warnings": ["drifting", "two-modes"],
               "numa": [None, "mixed"], "time_us": 6.0, "median_us": 5.0}
    read = cell(**members)
    assert {name: getattr(read, name) for name in members} == members
    assert read.stamps is None and read.percentiles is None


def test_times_are_sums_of_steps_and_stamps_that_cannot_be_unpacked_are_refused(cell, campaign):
    stamps = cell(stamps=STAMPS).stamps
    assert stamps.times_us == [-1.0, 1.5, 2.0] and stamps.counts == [1, 3, 2]
    for change in ({"steps": [1, 2]}, {"steps": [1, 2, 2.5]}, {"counts": [1, 0, 1]}):
        assert "stamps" in campaign(stamps=STAMPS | change).notes[0]


def test_a_percentile_without_an_interval_has_no_value_and_says_why(cell):
    read = cell(percentiles=PERCENTILES | {
        "p99.9": FEW, "max": PERCENTILE | {"runs": [20, 30]}}).percentiles
    assert list(read.shares) == ["p50", "p90", "p99", "p99.9"]
    assert read.shares["p50"].ci95 == (1.0, 2.0) and read.max_us == 9.0
    assert (read.max.runs, read.max.us) == ([20, 30], 1.5)
    few = read.shares["p99.9"]
    assert few.us is None and few.lacking == "3 of 6 batches of 667 runs"
    few = cell(percentiles=PERCENTILES | {"max": FEW | {"batches": 2, "runs": [20, 30]}})
    assert few.percentiles.max.lacking == "2 of 6 launches"
