# SPDX-License-Identifier: BSD-3-Clause
"""Which cells each verdict compares, and that what was recorded is what is said."""

import pytest

import example
from reports.answers.answer import rows_of
from reports.answers.panels import operations_of
from reports.answers.series import series_of
from reports.answers.verdicts import verdicts_of
from records.decisions import EQUIVALENT, UNDECIDED
from records.read import campaign_read

TIMES = {
    ("threads", "barrier"): 4.0,
    ("threads", "direct"): 1.0,
    ("mpi", "library"): 3.0,
    ("mpi", "direct"): 1.01,
}


def verdict_record(records, name, a, b, **changes):
    pair = next(
        r
        for r in records
        if r["record"] == "pair"
        and (r["a"]["path"], r["a"]["protocol"]) == a
        and (r["b"]["path"], r["b"]["protocol"]) == b
    )
    libraries = {"libraries": ["libgomp 1", "MPICH 3.4.3"]}
    return pair | {"record": "verdict", "verdict": name} | libraries | changes


@pytest.fixture
def verdicts(results_file):
    def read(records):
        campaign = campaign_read(results_file(records))
        operations = operations_of([campaign], series_of(campaign.cells.values()))
        return {one.name: one for one in verdicts_of(operations)}

    return read


def test_each_verdict_compares_its_own_protocols(results_file):
    campaign = campaign_read(results_file(example.timed(TIMES)))
    compared = {
        name: [(row.ours.key.protocol, row.other.key.protocol, row.winner) for row in rows]
        for name in ("paper", "best", "same-code")
        for rows in [rows_of(campaign, campaign.cells.values(), name)]
    }
    assert compared["paper"] == [("barrier", "library", "mpi")]
    assert compared["best"] == compared["same-code"] == [("direct", "direct", EQUIVALENT)]


def test_what_was_recorded_is_said_and_its_libraries_are_named(verdicts):
    records = example.timed(TIMES)
    direct = ("threads", "direct"), ("mpi", "direct")
    records.append(verdict_record(records, "best", *direct, ci95=[0.9, 1.2], decision="undecided"))
    found = verdicts(records)
    assert found["best"].counts == {UNDECIDED: 1} and found["same-code"].counts == {EQUIVALENT: 1}
    assert found["best"].what == (
        "the fastest protocol over threads (libgomp 1) against "
        "the fastest protocol over MPI or SHMEM (MPICH 3.4.3)"
    )


def test_the_page_has_what_holds_here_beside_now(page_of):
    records = example.timed(TIMES)
    html = page_of(records)
    assert "Here, on this machine: known from the third campaign on" in html
    assert ">here</abbr>" not in html
    html = page_of([*records, *example.here_records(records, 0.85, 1.25)])
    assert ">here</abbr>" in html and "0.850 – 1.25</abbr>" in html
    assert "Here (4 campaigns): " in html


def test_a_verdict_that_was_not_measured_says_what_measures_it(verdicts, page_of):
    records = example.timed({k: v for k, v in TIMES.items() if k != ("mpi", "direct")})
    same = verdicts(records)["same-code"]
    assert not same.counts and not same.compared
    assert same.kind.command == "comops run --paths threads,mpi --protocols direct"
    html = page_of(records)
    section = html.split('id="verdict-same-code"')[1].split('<ul class="map-key"')[0]
    assert "Not measured" in section and "<span>direct</span>" in section
    assert 'class="total"' in html.split('id="verdict-paper"')[1].split('id="verdict-best"')[0]


def test_the_page_names_the_rows_of_a_warning(page_of):
    records = example.timed(TIMES)
    for record in records:
        if record["record"] == "cell":
            drifts = record["path"] == "mpi" and record["protocol"] == "library"
            record["warnings"] = ["drifting"] if drifts else []
    html = page_of(records)
    assert "MPI (library) 64\N{NO-BREAK SPACE}B" in html.split('id="warnings"')[1]
