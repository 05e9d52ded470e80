# SPDX-License-Identifier: BSD-3-Clause
"""Luecke's and ARSC's tables and figures."""

import pytest

from common.published_values import table
from evident import campaign, cell
from reports.history.items import HERE, PRINT, Shelf, table_of
from reports.history.papers import PAPERS

LUECKE, ARSC = PAPERS["luecke"], PAPERS["arsc"]


def tables_of(item, *cells):
    return [table_of(part) for part in item.parts(Shelf([campaign(*cells)] if cells else []))]


def values(shown, title: str) -> dict[str, str]:
    """A column by the first labels of its rows."""
    at = [one.title for one in shown.columns].index(title)
    return {row.labels[0]: row.values[at].text for row in shown.rows}


def get(path: str, partner: int, time: float, size: int, **changes):
    return cell("distant_get", path, "get", time, size, series_of="partner", series=partner,
                **changes)


@pytest.mark.parametrize(("item", "name"), [
    *((LUECKE[f"table-{number}"], f"luecke2004-table{number}") for number in range(1, 6)),
    *((ARSC[f"table-{number}"], f"arsc1995-table{number}") for number in range(1, 5))])
def test_a_table_has_all_printed_values(item, name):
    (shown,) = tables_of(item)
    assert shown.count(PRINT) == sum(row["value"] != "NaN" for row in table(name))


def test_tests_2_to_5_have_a_row_for_each_number_of_processors_in_print_and_here():
    cells = [cell("tree_broadcast_printed", path, protocol, time, 8, ranks=ranks)
             for ranks in (2, 16) for path, protocol, time in (
                 ("shmem", "put", 1.0), ("mpi", "flush", 2.0), ("mpi", "put", 3.0),
                 ("threads", "put", 4.0))]
    (shown,) = tables_of(LUECKE["table-4"], *cells)
    assert [row.labels[0] for row in shown.rows] == ["2", "16", "32", "64", "128", "256"]
    assert values(shown, "Origin, MPI-2 put")["16"] == "33,000"
    for title, time in (("SHMEM", "1.00"), ("MPI-2 get", "2.00"), ("MPI-2 put", "3.00"),
                        ("threads", "4.00")):
        assert list(values(shown, title).values()) == [time, time, "", "", "", ""]
    small, *_ = tables_of(LUECKE["figure-4"], cell("shift_printed", "mpi", "get", 5.0, 8))
    assert (values(small, "Origin, SHMEM")["16"], values(small, "MPI-2 get")["2"]) == ("3.12",
                                                                                      "5.00")


def test_test_1_has_the_mean_of_the_other_ranks_and_a_curve_over_them():
    cells = [get("mpi", 0, 90.0, 10_000), get("mpi", 1, 1.0, 10_000), get("mpi", 2, 3.0, 10_000)]
    (shown,) = tables_of(LUECKE["table-1"], *cells)
    assert values(shown, "MPI-2 get") == {"8": "", "10,000": "2.00", "1,000,000": ""}
    assert values(shown, "T3E, SHMEM")["10,000"] == "40.0"
    _, figure, _ = tables_of(LUECKE["figure-2"], *cells)
    assert values(figure, "MPI-2 get") == {"1": "1.00", "2": "3.00"}


def test_figure_1_has_the_trials_and_what_the_filter_takes_away():
    trials = (9.0, *(5.0,) * 47, *(50.0,) * 3)
    figure, text = tables_of(LUECKE["figure-1"], cell(
        "alltoall_printed", "mpi", "get", 5.0, 10_000, method="luecke", samples_us=trials))
    assert list(values(figure, "MPI-2 get").values())[:2] == ["9.00", "5.00"]
    assert values(text, "MPI-2 get")["removed by the filter, %"] == "6.00"
    assert values(text, "MPI-2 get")["filtered mean, µs"] == "5.00"
    assert values(text, "Origin, MPI-2 get, 32 processors")["first trial, µs"] == "20,000"


def test_arsc_has_the_own_pe_in_its_place_and_threads_where_there_is_no_shmem():
    threads = [get("threads", partner, 0.1 + partner, 8) for partner in (0, 1)]
    (shown,) = tables_of(ARSC["table-1"], *threads)
    assert [one.title for one in shown.columns if one.origin == HERE] == ["thread 0", "thread 1"]
    assert values(shown, "thread 1")["1"] == "1.10" and values(shown, "thread 1")["2"] == ""
    (shown,) = tables_of(ARSC["table-1"], *threads, get("shmem", 0, 7.0, 16))
    assert [one.title for one in shown.columns if one.origin == HERE] == ["PE 0"]
    (shown,) = tables_of(ARSC["table-4"], cell("put_acknowledged_printed", "shmem", "put", 3.0, 80,
                                               series_of="partner", series=2))
    (at,) = [at for at, one in enumerate(shown.columns) if one.origin == HERE]
    assert {row.labels[0]: row.values[at].text for row in shown.rows}["10"] == "3.00"
