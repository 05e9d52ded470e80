# SPDX-License-Identifier: BSD-3-Clause
"""The publications' tables and figures, with this machine's values."""

from reports.claims.evidence import Evidence
from common.published_values import table
from evident import campaign, cell
from reports.history.printed_figures import drawable, printed_figures
from reports.history.printed_tables import printed_tables
from reports.page.report import report_of
from reports.page.sections import printed as build


def tables(*cells):
    return {one.name: one for one in printed_tables([Evidence(campaign(*cells))])}


def test_every_printed_table_is_whole_and_nothing_is_here_without_a_campaign():
    for one in tables().values():
        assert not one.measured
        assert {len(row) for row in one.rows} <= {len(one.head)}
        assert one.command.startswith("comops run")
    printed = tables()
    times = [text for row in printed["arsc-1"].rows for text in row[1:]]
    assert len(times) == len(table("arsc1995-table1"))
    assert printed["arsc-1"].rows[0][:3] == ("0", "70.0", "5.00")
    assert "" in printed["arsc-4"].rows[0], "NaN is nothing"


def test_of_each_partner_there_is_a_column_with_the_sizes_that_were_measured():
    def get(partner: int, time: float, size: int):
        return cell("distant_get", "shmem", "get", time, size, series_of="partner", series=partner)

    one = tables(get(0, 0.1, 8), get(1, 0.2, 8), get(1, 0.3, 80))["arsc-1"]
    assert one.head[-2:] == ("here, rank 0", "here, rank 1") and one.measured
    found = {row[0]: row[-2:] for row in one.rows}
    assert found["1"] == ("0.100", "0.200") and found["10"] == ("", "0.300")


def test_a_figure_over_ranks_has_one_size_and_at_least_two_numbers_of_ranks():
    def shift(ranks: int, time: float, size: int = 8):
        return cell("shift_printed", "mpi", "get", time, size, ranks=ranks)

    seen = Evidence(campaign(shift(2, 1), shift(4, 3), shift(2, 9, 800000)))
    found = {one.name: one for one in printed_figures([seen])}
    assert found["luecke-shift_printed-8"].curves[0].points == ((2, 1), (4, 3))
    printed = {one.label: one.points for one in found["luecke-shift_printed-8"].curves[1:]}
    assert printed["printed: SGI Origin 2000, SHMEM"][0] == (16, 3.12) and len(printed) == 4
    assert not found["luecke-shift_printed-1000000"].curves
    assert "--ranks 2,4,8" in found["luecke-shift_printed-1000000"].command


def test_trials_are_drawn_in_their_order():
    trials = cell("alltoall_printed", "mpi", "get", 5, 10000, method="luecke",
                  trials_us=(9.0, 5.0, 6.0))
    section = build(report_of([campaign(trials)]))
    drawn = {one.name: (one, svg) for one, _, svg in section["drawn"]}
    assert drawn["luecke-trials"][0].curves[0].points == ((1, 9.0), (2, 5.0), (3, 6.0))
    assert all(drawable(one) for one, _ in drawn.values())
    assert sum("figures 4 to 9" in name for name in section["missing"].values()) == 1
