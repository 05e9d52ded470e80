# SPDX-License-Identifier: BSD-3-Clause
"""Reading fits, crossovers and warnings."""

import pytest

import example
from example import kinds
from records.findings import MODELS
from records.read import campaign_read

SIZES = (8, 80, 4096, 65536, 262144, 800000, 4194304)


@pytest.fixture
def records() -> list[example.Record]:
    return example.campaign(("pingpong",), ("bus",), SIZES)


def test_every_fit_and_crossover_is_read(results_file, records):
    campaign = campaign_read(results_file(records))
    assert campaign.notes == []
    assert len(campaign.fits) == len(kinds(records, "fit")) > 0
    assert len(campaign.crossovers) == len(kinds(records, "crossover")) > 0
    assert {model for _, model in campaign.fits} == set(MODELS)


def test_a_fit_s_line_is_that_of_its_cells_without_bytes_and_mode(results_file, records):
    campaign = campaign_read(results_file(records))
    lines = {key._replace(bytes=0, mode="") for key in campaign.cells}
    assert {line for line, _ in campaign.fits} == lines
    for one in campaign.crossovers:
        assert {one.a, one.b} <= lines


def test_parameters_and_segments_have_the_file_s_values(results_file, records):
    campaign = campaign_read(results_file(records))
    for record in kinds(records, "fit"):
        fit = next(
            one
            for one in campaign.fits.values()
            if (one.line.protocol, one.line.path) == (record["protocol"], record["path"])
            and one.model == record["model"]
        )
        for name, parameter in fit.parameters.items():
            assert parameter == (record[name]["value"], tuple(record[name]["ci95"]))
        segments = [tuple(one.values()) for one in record.get("segments", ())]
        assert [tuple(one) for one in fit.segments] == segments


def test_open_ends_and_flat_segments_are_read(results_file, records):
    fit = next(record for record in records if record.get("model") == "piecewise")
    fit["segments"][-1]["bandwidth_MBps"] = None
    crossover = kinds(records, "crossover")[0]
    crossover["ci95"] = [None, 70000.0]
    campaign = campaign_read(results_file(records))
    assert campaign.notes == [] and campaign.crossovers[0].ci95 == (None, 70000.0)
    rates = [part.bandwidth_MBps for one in campaign.fits.values() for part in one.segments]
    assert rates.count(0) == 1


def test_of_two_fits_of_one_line_the_later_counts(results_file, records):
    fit = kinds(records, "fit")[0]
    again = {**fit, "deviation": 0.5}
    campaign = campaign_read(results_file([*records, again]))
    assert [one.deviation for one in campaign.fits.values()].count(0.5) == 1
    assert len(campaign.fits) == len(kinds(records, "fit"))


def test_the_faster_one_below_a_crossover_is_the_slower_one_above(results_file, records):
    one = campaign_read(results_file(records)).crossovers[0]
    recorded = kinds(records, "crossover")[0]
    assert one.small.protocol == recorded[recorded["below"]]["protocol"]
    assert {one.small, one.large} == {one.a, one.b} and one.between_paths


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("fit", {"latency_us": 1}),
        ("fit", {"latency_us": {"value": "1"}}),
        ("fit", {"half_bytes": {"value": 1, "ci95": [1]}}),
        ("fit", {"segments": 7}),
        ("fit", {"segments": [7]}),
        ("fit", {"segments": [{"from": 8, "to": -1, "latency_us": 1, "bandwidth_MBps": 1}]}),
        ("fit", {"model": None}),
        ("fit", {"pattern": []}),
        ("crossover", {"bytes": 0}),
        ("crossover", {"below": "c"}),
        ("crossover", {"a": "threads"}),
        ("crossover", {"ci95": [1, "2"]}),
        ("cell", {"pattern": ["reduce"]}),
        ("cell", {"pattern": "reduce", "op": 7}),
        ("cell", {"pattern": "reduce", "datatype": ["double"]}),
        ("cell", {"series_of": "partner", "series": "2"}),
        ("cell", {"series_of": "partner", "series": None}),
        ("cell", {"series_of": 7, "series": 2}),
        ("cell", {"warnings": "drifting"}),
        ("cell", {"warnings": [1]}),
        ("cell", {"launches": [-1]}),
        ("cell", {"launch_us": ["1"]}),
    ],
)
def test_a_wrong_member_is_a_damaged_line(results_file, records, kind, wrong):
    broken = {**kinds(records, kind)[0], **wrong}
    assert "1 line is damaged" in campaign_read(results_file([*records, broken])).notes[0]


def test_launches_and_warnings_of_a_cell_are_read(results_file, records):
    records[1] |= {"launches": [3, 2], "launch_us": [1.5, None],
                   "warnings": ["drifting", "two-modes"]}
    cell = next(iter(campaign_read(results_file(records)).cells.values()))
    assert (cell.launches, cell.launch_us) == ([3, 2], [1.5, None])
    assert cell.warnings == ["drifting", "two-modes"]


def test_cells_whose_pages_lie_elsewhere_are_different_cells(results_file, records):
    far = [{**record, "memory": "peer"} for record in kinds(records, "cell")]
    campaign = campaign_read(results_file([*records, *far]))
    assert len(campaign.cells) == 2 * len(far)
