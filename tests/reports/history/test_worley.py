# SPDX-License-Identifier: BSD-3-Clause
"""Worley's tables and figures beside runs here; runs are those of test_printed_model.py."""

from evident import campaign, cell
from filled import filled
from reports.history.items import HERE, PRINT, Figure, Shelf
from reports.history.papers import PAPERS
from test_printed_model import parallel, serial

ITEMS = PAPERS["worley"]
STANDS = {"stands_for": "T42L16 on 2x2", "levels": 8, "grid": "64x128x8"}
VOLUME = {"series_of": "volume", "series": 2097152}


def parts(name, *made):
    """Of an item, from cells and records of model runs."""
    one = campaign(*(some for some in made if not isinstance(some, dict)))
    for record in made:
        if isinstance(record, dict):
            one.add(filled(record))
    return ITEMS[name].parts(Shelf([one]))


def texts(table, origin=HERE):
    """By the labels of a row, the texts of its columns of an origin that has any."""
    at = [i for i, column in enumerate(table.columns) if column.origin == origin]
    return {row.labels: found for row in table.rows
            if any(found := tuple(row.values[i].text for i in at))}


def test_serial_rates_are_beside_the_printed_ones():
    runs = (serial("T42L1", "fftw", 1, 5000), serial("T42L1", "fftw", 2, 2500),
            serial("T85L16", "blocked", 1, 4000))
    (table,) = parts("table-4", *runs)
    assert texts(table) == {("T42L1", "with math library"): ("5,000",),
                            ("T85L16", "without math library"): ("4,000",)}
    assert texts(table, PRINT)["T42L1", "with math library"] == ("13.9", "112.3", "148.8", "153.1")
    (figure,) = parts("figure-1", *runs, serial("T170L1", "fftw", 1, 4000))
    curves = {one.label: [point[:2] for point in one.points] for one in figure.curves}
    assert curves["this machine"] == [(4129859, 5000), (153014243, 4000), (24235477 * 16, 4000)]
    assert curves["T3E-900"][0] == (4129859, 112.3) and len(curves["T3E-900"]) == 5
    (grids,) = parts("section-5", *runs)
    assert texts(grids)["T42", "fourier grid"] == ("64x64",)
    assert texts(grids)["T42", "spectral coefficients"] == ("946",)
    assert ("T170", "physical grid") not in texts(grids)


def test_the_machines_are_beside_this_one():
    (table,) = parts("table-3", cell("pingpong", "mpi", "sendrecv", 1))
    assert texts(table, PRINT)[("clock",)][-1] == "195 MHz" and texts(table)[("measured",)]


def test_swap_has_the_peak_of_its_best_protocol_and_what_one_more_message_takes():
    def swap(protocol, size, time):
        return cell("swap_printed", "mpi", protocol, time, size, series_of="volume", series=8192)

    (table,) = parts("table-5", swap("(0,6)", 8192, 4), swap("(0,6)", 8, 103.0 + 4 - 0.7),
                     swap("(0,2)", 8192, 5), swap("(1,0)", 8192, 8), swap("(2,2)", 8192, 1))
    here = {labels[1:]: found[0] for labels, found in texts(table).items()}
    assert here == {("unordered", "MB/s"): "4,096 (0,6)", ("unordered", "latency, µs"): "0.100",
                    ("ordered", "MB/s"): "2,048 (1,0)"}
    assert texts(table, PRINT)["2\N{NO-BREAK SPACE}MiB", "unordered", "MB/s"][0] == "73 (0,6)"


def test_the_default_protocol_is_beside_the_best_over_sizes():
    swaps = [cell("swap_printed", "mpi", protocol, time, size, **VOLUME)
             for size, protocol, time in ((2048, "(0,6)", 400), (2048, "(0,3)", 200),
                                          (8192, "(0,6)", 300), (8192, "(2,2)", 1))]
    (figure,) = parts("figure-3", *swaps)
    best, default = ([point.value for point in one.points] for one in figure.curves)
    assert best == [2 * default[0], default[1]]
    (figure,) = parts("figure-2", *swaps)
    assert [one.label for one in figure.curves] == ["MPI, 2\N{NO-BREAK SPACE}MiB"]
    (table,) = parts("table-1", *swaps)
    assert texts(table).keys() == {("(0,3)",), ("(0,6)",)}


def test_losses_are_against_the_fastest_and_good_protocols_are_near_it():
    loss, against, good = parts(
        "table-8", parallel(1.2, **STANDS), parallel(1.0, protocol="(2,2)", **STANDS),
        parallel(0.5, "shmem", protocol="(0,1)", **STANDS), parallel(9, variant="DTH best"))
    assert texts(loss) == {("srtrans", "T42", "2"): ("20.0",)}
    assert texts(against) == {("srtrans", "T42", "2"): ("100",)}
    assert texts(good) == {("srtrans",): ("(2,2)",)}
    assert texts(good, PRINT)[("dfft",)][0] == "(0,6)"
    assert texts(loss, PRINT)["dfft", "T42", "8"][0] == "1"
    loss, _ = parts("table-7", parallel(1.0, "shmem", protocol="(0,1)", **STANDS))
    assert not texts(loss), "one protocol"


def test_table_6_has_the_printed_problems_and_those_that_ran_here():
    (table,) = parts("table-6", parallel(1, oversubscribed=True, **STANDS), parallel(1))
    assert texts(table) == {("Fourier", "T42", "2"): ("T42L16", "2x2", "T42L8", "64x128x8", "2x1")}
    assert texts(table, PRINT)["Fourier", "T85", "32"] == (
        "T85L32", "32x16", "T21L32", "32x64x32", "32x1")


def test_algorithms_are_beside_the_best_of_their_path_and_of_all():
    tables = parts("figure-4", parallel(1.5, **STANDS),
                   parallel(1.2, protocol="(0,0)", **STANDS),
                   parallel(1.0, algorithm="swtrans", **STANDS),
                   parallel(3.0, algorithm="alltoallv", **STANDS),
                   parallel(1.0, algorithm="dfft", **STANDS),
                   parallel(0.5, "shmem", protocol="(0,1)", oversubscribed=True, **STANDS))
    mpi, shmem, both = map(texts, tables)
    assert {name: found[0] for (_, name), found in mpi.items()} == {
        "srtrans": "20.0 †", "swtrans": "0 †", "alltoallv": "200 †", "generic": "50.0 †"}
    assert shmem == {("SHMEM", "srtrans"): ("0 †",), ("SHMEM", "generic"): ("0 †",)}
    assert both["MPI", "swtrans"] == ("100 †",)
    assert not parts("figure-5", parallel(1.0, **STANDS))


def test_figures_6_and_7_have_the_rate_of_a_rank_of_the_fastest_mesh():
    runs = (parallel(1, variant="DTH best", mflops=6000),
            parallel(1, variant="DTH best", mflops=7000, columns=1, rows=2),
            parallel(1, "shmem", variant="DR best", mflops=5000))
    (curve,), none = (one.curves for one in parts("figure-6", *runs) if isinstance(one, Figure))
    assert (curve.label, curve.points) == ("MPI, best", ((2, 3500, False),)) and not none
    (curve,), _ = (one.curves for one in parts("figure-7", *runs))
    assert (curve.label, curve.points) == ("SHMEM, best", ((2, 2500, False),))
