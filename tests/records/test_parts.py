# SPDX-License-Identifier: BSD-3-Clause
"""Reading fits, crossovers and warnings; stamps and percentiles of a cell."""

import pytest

import example
from example import kinds
from records.findings import MODELS
from records.read import campaign_read

SIZES = (8, 80, 4096, 65536, 262144, 800000, 4194304)
STAMPS = {"unit_us": 0.5, "steps": [-2, 5, 1], "counts": [1, 3, 2]}
PERCENTILE = {"us": 1.5, "ci95": [1.0, 2.0]}
PERCENTILES = dict.fromkeys(("p50", "p90", "p99", "p99.9", "max"), PERCENTILE) | {"max_us": 9.0}
FEW = {"us": None, "ci95": None, "batch": 667, "batches": 3}


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


def test_stamps_that_cannot_be_unpacked_are_refused(campaign):
    for change in ({"steps": [1, 2]}, {"steps": [1, 2, 2.5]}, {"counts": [1, 0, 1]}):
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
