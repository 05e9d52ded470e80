# SPDX-License-Identifier: BSD-3-Clause
"""Several libraries of one path: they share a side, and are compared with one another; the page."""

from collections.abc import Sequence

import pytest

import example
from conftest import CLIPPED
from reports.answers.answer import first_side, other_side, rows_of
from reports.answers.libraries import libraries_of
from reports.page.report import report_of
from records.read import campaign_read
from reports.words.formats import base_of

OMP, LLVM, MPICH, INTEL = "threads", "threads@libomp", "mpi", "mpi@intel"
TIMES = {(OMP, "barrier"): 4.0, (LLVM, "barrier"): 2.0, (MPICH, "library"): 3.0,
         (INTEL, "library"): 5.0}
SIZES = (8, 1024, 65536)


@pytest.fixture
def measured(results_file):
    """A campaign of these times."""
    return lambda times: campaign_read(results_file(example.timed(times, (8,))))


@pytest.mark.parametrize(("paths", "first", "other"), [
    ([MPICH, LLVM, OMP, INTEL], [OMP, LLVM], [MPICH, INTEL]),
    ([LLVM, OMP], [OMP], [LLVM]),
    ([MPICH, INTEL], [MPICH], [INTEL]),
    ([MPICH, "shmem"], [MPICH], ["shmem"]),
    ([OMP], [OMP], []),
    ([], [], []),
])
def test_libraries_of_a_path_are_on_one_side(paths: Sequence[str], first, other):
    assert (first_side(paths), other_side(paths)) == (first, other)


def test_the_fastest_library_of_a_path_is_compared_with_that_of_another_path(measured):
    campaign = measured(TIMES)
    (row,) = rows_of(campaign, campaign.cells.values())
    assert (row.ours.key.path, row.other.key.path) == (LLVM, MPICH)
    assert row.ratio == pytest.approx(1.5)
    assert set(row.pairs) == {MPICH, INTEL}


def test_each_implementation_is_compared_over_the_libraries_of_its_path(measured):
    campaign = measured(TIMES)
    report = report_of([campaign])
    found = libraries_of(report.labelled, report.measured)
    assert [one.title for one in found] == ["OpenMP", "MPI"]
    for one, (winner, factor) in zip(found, [(LLVM, 2), (MPICH, 5 / 3)], strict=True):
        (line,) = one.lines
        (row,) = line.rows
        assert (row.winner, row.factor) == (winner, pytest.approx(factor, rel=1e-5))
        assert len({base_of(path) for path in row.best}) == 1
        assert "".join(phrase.text for phrase in dict(one.totals)[line.protocol]).endswith(
            "faster at 1 of 1.")


def test_a_path_with_one_library_is_left_out(measured):
    campaign = measured({one: time for one, time in TIMES.items() if one[0] in (OMP, MPICH)})
    report = report_of([campaign])
    assert libraries_of(report.labelled, report.measured) == []


def test_libraries_are_compared_where_the_path_s_own_lacks_the_implementation(measured):
    third = "mpi@other"
    campaign = measured(TIMES | {(INTEL, "put"): 5.0, (third, "put"): 2.0})
    report = report_of([campaign])
    lines = [line for one in libraries_of(report.labelled, report.measured) for line in one.lines]
    (row,) = next(line.rows for line in lines if line.protocol == "put")
    assert (set(row.best), row.winner) == ({INTEL, third}, third)


@pytest.mark.parametrize(("times", "above", "below"), [
    (TIMES, "▲ threads faster", "▼ MPI faster"),
    (dict(list(TIMES.items())[:2]), "▲ threads faster", "▼ threads (libomp) faster"),
])
def test_the_halves_of_the_ratio_chart_name_the_sides(opened, times, above, below):
    with opened(example.timed(times, SIZES)) as page:
        chart = page.locator(".chart.ratio").first
        chart.locator("svg").wait_for()
        assert {above, below} <= set(chart.locator("svg text").all_text_contents())


def test_libraries_have_a_section_and_no_table_is_clipped(opened):
    with opened(example.timed(TIMES, SIZES), 1400) as page:
        page.get_by_role("link", name="Libraries", exact=True).click()
        assert page.locator("#libraries table.map").count() == 2
        assert page.locator(".scroll:visible").evaluate_all(CLIPPED) == []
