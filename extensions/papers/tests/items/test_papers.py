# SPDX-License-Identifier: BSD-3-Clause
"""The tables and figures of Luecke, ARSC, Worley and the thesis beside campaigns; runs of Worley's
model are those of test_printed_model.py."""

import pytest

from evident import campaign, cell
from filled import filled
from comops_papers.items.documents import PAPERS
from comops_papers.items.items import HERE, ORIGINS, PRINT, SIMULATED, Figure, Shelf, table_of
from comops_papers.items.thesis_views import OVER_RANKS, SIZES
from test_printed_model import parallel, serial

LUECKE, ARSC, THESIS, WORLEY = (PAPERS[name] for name in ("luecke", "arsc", "thesis", "worley"))
STANDS = {"stands_for": "T42L16 on 2x2", "levels": 8, "grid": "64x128x8"}
VOLUME = {"series_of": "volume", "series": 2097152}


def parts(item, *made):
    """The parts of an item, from cells and records of model runs."""
    measured = campaign(*(record for record in made if not isinstance(record, dict)))
    for record in made:
        if isinstance(record, dict):
            measured.add(filled(record))
    return item.parts(Shelf([measured]))


def tables_of(item, *made):
    return list(map(table_of, parts(item, *made)))


def values(shown, title: str) -> dict[str, str]:
    """A column by the first labels of its rows."""
    at = [column.name for column in shown.columns].index(title)
    return {row.labels[0]: row.values[at].text for row in shown.rows}


def numbers_of(line):
    return {at: value.number for at, value in line.values.items()}


def texts(table, origin=HERE):
    """By the labels of a row, the texts of its columns of an origin that has any."""
    at = [i for i, column in enumerate(table.columns) if column.origin == origin]
    return {row.labels: row_texts for row in table.rows
            if any(row_texts := tuple(row.values[i].text for i in at))}


# ---- one-sided calls ----------------------------------------------------------------------------


def get(path: str, partner: int, time: float, size: int, **changes):
    return cell("distant_get", path, "get", time, size, series_of="partner", series=partner,
                **changes)


def test_tests_2_to_5_have_a_row_for_each_number_of_processors_in_print_and_here():
    cells = [cell("tree_broadcast_printed", path, protocol, time, 8, ranks=ranks)
             for ranks in (2, 16) for path, protocol, time in (
                 ("shmem", "put", 1.0), ("mpi", "flush", 2.0), ("mpi", "put", 3.0),
                 ("threads", "put", 4.0))]
    (shown,) = tables_of(LUECKE["table-4"], *cells)
    assert [row.labels[0] for row in shown.rows] == ["2", "16", "32", "64", "128", "256"]
    assert values(shown, "Origin, MPI-2 put")["16"] == "33 ms ‡"
    for title, time in (("SHMEM", "1.000"), ("MPI-2 get", "2.000"), ("MPI-2 put", "3.000"),
                        ("threads", "4.00")):
        assert list(values(shown, title).values()) == [time, time, "", "", "", ""]
    small, *_ = tables_of(LUECKE["figure-4"], cell("shift_printed", "mpi", "get", 5.0, 8))
    assert (values(small, "Origin, SHMEM")["16"], values(small, "MPI-2 get")["2"]) == ("3.12",
                                                                                      "5.00")


def test_test_1_has_the_mean_of_the_other_ranks_and_a_curve_over_them():
    cells = [get("mpi", 0, 90.0, 10_000), get("mpi", 1, 1.0, 10_000), get("mpi", 2, 3.0, 10_000)]
    (shown,) = tables_of(LUECKE["table-1"], *cells)
    assert values(shown, "MPI-2 get") == {"8": "", "10,000": "2.00", "1,000,000": ""}
    assert values(shown, "T3E, SHMEM")["10,000"] == "0.04 ms"
    _, figure, _ = tables_of(LUECKE["figure-2"], *cells)
    assert values(figure, "MPI-2 get") == {"1": "1.000", "2": "3.000"}


def test_figure_1_has_the_trials_and_what_the_filter_takes_away():
    trials = [9.0, *[5.0] * 47, *[50.0] * 3]
    figure, text = tables_of(LUECKE["figure-1"], cell(
        "alltoall_printed", "mpi", "get", 5.0, 10_000, method="luecke", samples_us=trials))
    assert list(values(figure, "MPI-2 get").values())[:2] == ["9.00", "5.00"]
    assert values(text, "MPI-2 get")["removed by the filter, %"] == "6.00"
    assert values(text, "MPI-2 get")["filtered mean, µs"] == "5.00"
    assert values(text, "Origin, 32 processors, MPI-2 get")["first trial, µs"] == "20 ms"


def test_arsc_has_the_own_pe_in_its_place_and_threads_where_there_is_no_shmem():
    threads = [get("threads", partner, 0.1 + partner, 8) for partner in (0, 1)]
    (shown,) = tables_of(ARSC["table-1"], *threads)
    assert [column.title for column in shown.columns if column.origin == HERE] == ["PE 0", "PE 1"]
    assert texts(shown)["1",] == ("0.1000", "1.100") and ("2",) not in texts(shown)
    assert "Threads' copies stand for OpenSHMEM." in shown.notes
    (shown,) = tables_of(ARSC["table-1"], *threads, get("shmem", 0, 7.0, 16))
    assert [column.title for column in shown.columns if column.origin == HERE] == ["PE 0"]
    (shown,) = tables_of(ARSC["table-4"], cell("put_acknowledged_printed", "shmem", "put", 3.0, 80,
                                               series_of="partner", series=2))
    assert texts(shown)["10",] == ("3.000",)


# ---- the thesis ---------------------------------------------------------------------------------


def shelf(pattern="pingpong", protocol="sendrecv", sizes=SIZES, ranks=(2,), **how):
    """Ten microseconds and 100 MB/s here, twice the time on Weland."""
    def cells(times, **more):
        return [cell(pattern, "mpi", protocol, times * (10 + size / 100), size, method="thesis",
                     ranks=count, **more, **how) for size in sizes for count in ranks]

    return Shelf([campaign(*cells(1)), campaign(*cells(2, placement="weland", simulated=True))])


def numbers(name: str, on: Shelf, row: int) -> dict[str, list[float]]:
    """What stands in a row, by origin."""
    part, *_ = THESIS[name].parts(on)
    shown = table_of(part)
    values = [value.number for value in shown.rows[row].values]
    return {origin: [value for value, column in zip(values, shown.columns, strict=True)
                     if column.origin == origin and value is not None] for origin in ORIGINS}


@pytest.mark.parametrize(("name", "row", "here", "simulated"), [
    ("table-5.1", 1, [20], [40]),  # 1000 bytes
    ("table-5.2", 3, [0.01, 10], [0.02, 20]),  # Weland's MPI
    ("table-5.3", 2, [10, 100, 1000], [20, 50, 1000]),
    ("table-5.4", 1, [50, 50], [25, 25]),
    ("table-5.5", 1, [20], [40]),
    ("table-5.6", 2, [10, 100, 1000], []),  # Pleione's MPI
    ("figure-5.1", 1, [50], [25]),
    ("figure-5.2", 1, [50], [25]),
    ("figure-5.3", 1, [50], []),
])
def test_the_ping_pong_is_beside_what_is_printed(name, row, here, simulated):
    shown = numbers(name, shelf(), row)
    assert shown[HERE] == pytest.approx(here) and shown[SIMULATED] == pytest.approx(simulated)


@pytest.mark.parametrize(("name", "pattern", "protocol", "how", "row", "here"), [
    ("figure-4.1", "pingpong", "sendrecv", {"buffers": "cold", "sizes": (1000,)}, 0, 50),
    ("figure-5.4", "distant", "sendrecv",
     {"series_of": "partner", "series": 3, "ranks": (8,), "sizes": OVER_RANKS[:1]}, 0, 1010),
    ("figure-5.6", "naive_broadcast", "sendrecv", {"ranks": (2, 4), "sizes": OVER_RANKS[:1]}, 1,
     1010),
    ("figure-5.9", "shift_printed", "get", {"ranks": (2, 4), "sizes": OVER_RANKS[:1]}, 0, 1010),
    ("figure-5.12", "pingping", "sendrecv", {"sizes": (1000,)}, 0, 100),  # both directions
    ("figure-5.14", "reduce", "library",
     {"ranks": (2, 16), "sizes": (1000,), "op": "sum", "datatype": "int32"}, 0, 50),
    ("figure-5.15", "alltoall", "library", {"ranks": (4,), "sizes": (1000,)}, 0, 200),  # the total
    ("figure-5.17", "pingpong", "irecv", {"sizes": (1000,)}, 0, 50),
])
def test_figures_show_a_campaign_of_their_pattern(name, pattern, protocol, how, row, here):
    assert numbers(name, shelf(pattern, protocol, **how), row)[HERE] == pytest.approx([here])


def test_figure_4_2_has_single_readings_and_the_share_of_outliers():
    readings = [5.0] * 150 + [50.0] * 50
    figure, told = tables_of(THESIS["figure-4.2"], cell(
        "pingpong", "mpi", "sendrecv", 5.0, 8, method="thesis", samples_us=readings))
    assert list(values(figure, "MPI").values()) == ["5.00"] * 100
    assert values(told, "MPI")["above 1.5 times the median, %"] == "25.0"


def test_patterns_over_processes_have_the_printed_size_first_and_four_others():
    shown = [table_of(part) for part in THESIS["figure-5.8"].parts(
        shelf("shift", sizes=OVER_RANKS, ranks=(2, 4)))]
    assert [table.title.partition(", ")[2] for table in shown] == [
        f"{size:,} bytes" for size in OVER_RANKS]
    assert [table.rows[0].values[-1].number for table in shown] == [
        10 + size / 100 for size in OVER_RANKS]


def test_numbers_in_running_text_are_looked_up_in_several_campaigns():
    campaigns = [*shelf("pingping").campaigns, *shelf().campaigns,
                 *shelf("pingpong", sizes=(16384,)).campaigns,
                 *shelf("broadcast", "library", (16384,), (16,)).campaigns]
    shown = {name: numbers("prose", Shelf(campaigns), row)
             for name, row in (("peak", 0), ("part", 4), ("steps", 8))}
    assert shown["part"][SIMULATED] == pytest.approx([100 * 2e6 / 40020 / 125])
    assert shown["peak"][HERE] == pytest.approx([2e6 / 20010])
    assert shown["steps"][HERE] == shown["steps"][SIMULATED] == [1]


# ---- Worley -------------------------------------------------------------------------------------


def test_serial_rates_are_beside_the_printed_ones():
    runs = (serial("T42L1", "fftw", 1, 5000), serial("T42L1", "fftw", 2, 2500),
            serial("T85L16", "blocked", 1, 4000))
    (table,) = parts(WORLEY["table-4"], *runs)
    assert texts(table) == {("T42L1", "with math library"): ("5,000",),
                            ("T85L16", "without math library"): ("4,000",)}
    assert texts(table, PRINT)["T42L1", "with math library"] == ("13.9", "112.3", "148.8", "153.1")
    lines = {line.machine: numbers_of(line) for figure in parts(
        WORLEY["figure-1"], *runs, serial("T170L1", "fftw", 1, 4000)) for line in figure.lines}
    assert lines[""] == {4129859: 5000, 153014243: 4000, 24235477 * 16: 4000}
    assert lines["T3E-900"][4129859] == 112.3 and len(lines["T3E-900"]) == 5
    (grids,) = parts(WORLEY["section-5"], *runs)
    assert texts(grids)["T42", "fourier grid"] == ("64x64",)
    assert texts(grids)["T42", "spectral coefficients"] == ("946",)
    assert ("T170", "physical grid") not in texts(grids)


def test_the_machines_are_beside_this_one():
    (table,) = parts(WORLEY["table-3"], cell("pingpong", "mpi", "sendrecv", 1))
    assert texts(table, PRINT)[("clock",)][-1] == "195 MHz" and texts(table)[("measured",)]


def test_swap_has_the_peak_of_its_best_protocol_and_what_one_more_message_takes():
    def swap(protocol, size, time):
        return cell("swap_printed", "mpi", protocol, time, size, series_of="volume", series=8192)

    (table,) = parts(WORLEY["table-5"], swap("(0,6)", 8192, 4), swap("(0,6)", 8, 103.0 + 4 - 0.7),
                     swap("(0,2)", 8192, 5), swap("(1,0)", 8192, 8), swap("(2,2)", 8192, 1))
    here = {labels[1:]: row_texts[0] for labels, row_texts in texts(table).items()}
    assert here == {("unordered", "MB/s"): "4,096 (0,6)", ("unordered", "latency, µs"): "0.100",
                    ("ordered", "MB/s"): "2,048 (1,0)",
                    ("unordered, overlapped", "MB/s"): "16,384 (2,2)"}
    assert texts(table, PRINT)["2\N{NO-BREAK SPACE}MiB", "unordered", "MB/s"][0] == "73 (0,6) ‡"


def test_the_default_protocol_is_beside_the_best_over_sizes():
    swaps = [cell("swap_printed", "mpi", protocol, time, size, **VOLUME)
             for size, protocol, time in ((2048, "(0,6)", 400), (2048, "(0,3)", 200),
                                          (8192, "(0,6)", 300), (8192, "(2,2)", 1))]
    (figure,) = parts(WORLEY["figure-3"], *swaps)
    best, default = (list(numbers_of(line).values()) for line in figure.lines)
    assert best == [2 * default[0], default[1]]
    (figure,) = parts(WORLEY["figure-2"], *swaps)
    assert [line.title for line in figure.lines] == ["MPI, 2\N{NO-BREAK SPACE}MiB"]
    (table,) = parts(WORLEY["table-1"], *swaps)
    assert {protocol for _, protocol in texts(table)} == {"(0,3)", "(0,6)"}
    prints = texts(table, PRINT)
    assert prints["ordered", "(1,2)"] == ("IRECV SEND", "RECV SEND")
    assert prints["unordered", "(0,4)"] == ("IRECV IRSEND ‡", "IRECV IRSEND ‡")
    assert not any(word in code for codes in prints.values() for code in codes
                   for word in ("wait", "go"))
    (table,) = parts(WORLEY["table-2"], *swaps)
    assert texts(table, PRINT)["unordered", "(0,2)"][0] == "put address; wait; put"


def test_losses_are_against_the_fastest_and_good_protocols_are_near_it():
    best = {"protocol": "(2,2)", **STANDS}
    loss, against, good = parts(
        WORLEY["table-8"], parallel(1.2, **STANDS), parallel(1.0, **best),
        parallel(0.5, "shmem", protocol="(0,1)", **STANDS), parallel(9, variant="DTH best"))
    assert texts(loss) == {("srtrans", "T42", "2"): ("20.0",)}
    assert texts(against) == {("srtrans", "T42", "2"): ("100",)}
    assert texts(good) == {("srtrans",): ("(2,2)",)}
    assert texts(good, PRINT)[("dfft",)][0] == "(0,6)"
    assert texts(loss, PRINT)["dfft", "T42", "8"][0] == "1"
    for second, shown in ((1.3, "20.0 [9.09, 30.0]"), (1.05, "noise")):
        loss, *_ = parts(WORLEY["table-8"], parallel(1.2, **STANDS), parallel(second, **STANDS),
                         parallel(1.0, **best), parallel(1.1, **best))
        assert texts(loss) == {("srtrans", "T42", "2"): (shown,)}
    loss, _ = parts(WORLEY["table-7"], parallel(1.0, "shmem", protocol="(0,1)", **STANDS))
    assert not texts(loss), "one protocol"


def test_a_way_is_chosen_over_the_default_only_if_its_interval_says_so():
    def ways(path, pattern, protocol, time, size):
        return cell(pattern, path, protocol, time, size, spread=0.01)

    cells = [ways("mpi", "srtrans", "(0,6)", 4.0, 8), ways("mpi", "swtrans", "(0,2)", 3.98, 8),
             ways("threads", "logtrans", "(2,1)", 2.0, 8),
             ways("threads", "srtrans", "direct", 1.0, 8),
             ways("mpi", "exchsum", "(0,1)", 1.0, 8)]
    (table,) = parts(WORLEY["choice"], *cells)
    ((labels, chosen),) = texts(table).items()
    assert labels == ("transpose", "2", "8\N{NO-BREAK SPACE}B"), "no default, no choice of a sum"
    assert chosen[0] == "logtrans (2,1), threads" and chosen[1].startswith("2.0")
    assert chosen[2] == "the default" and "[0.98" in chosen[3]


def test_ratios_of_the_text_are_taken_with_the_most_processors():
    shift = [cell("shift_printed", path, "get", time, 8, ranks=ranks)
             for path, ranks, time in (("mpi", 2, 9), ("mpi", 4, 6), ("shmem", 2, 1),
                                       ("shmem", 4, 2), ("threads", 2, 1))]
    ratios, _ = tables_of(LUECKE["prose"], *shift)
    assert texts(ratios) == {("T3E", "MPI-2 get / SHMEM", "time, test 2, 8 bytes"): ("3.00",)}
    assert len(ratios.rows) == 20


def test_arsc_and_worley_s_numbers_of_the_text_are_beside_those_of_the_pattern():
    (shown,) = tables_of(ARSC["prose"], get("shmem", 1, 1000, 16_000_000),
                         cell("put_acknowledged_printed", "shmem", "put", 500, 16_000_000,
                              series_of="partner", series=1))
    assert [text for (text,) in texts(shown).values()] == ["16,000", "32,000", "2.000"]
    (shown,) = tables_of(WORLEY["prose"], *(
        cell("swap_printed", "shmem", protocol, time, 2048, **VOLUME)
        for protocol, time in (("(0,1)", 300), ("(0,2)", 200))),
        parallel(1, variant="DTH best", mflops=6000), parallel(1, variant="DR best", mflops=4000))
    assert [text for (text,) in texts(shown).values()] == ["1.50", "2,000", "3,000"]


def test_table_6_has_the_printed_problems_and_those_that_ran_here():
    (table,) = parts(WORLEY["table-6"], parallel(1, oversubscribed=True, **STANDS), parallel(1))
    assert texts(table) == {("Fourier", "T42", "2"): ("T42L16", "2x2", "T42L8", "64x128x8", "2x1")}
    assert texts(table, PRINT)["Fourier", "T85", "32"] == (
        "T85L32", "32x16", "T21L32", "32x64x32", "32x1")


def test_algorithms_are_beside_the_best_of_their_path_and_of_all():
    tables = parts(WORLEY["figure-4"], parallel(1.5, **STANDS),
                   parallel(1.2, protocol="(0,0)", **STANDS),
                   parallel(1.0, algorithm="swtrans", **STANDS),
                   parallel(3.0, algorithm="alltoallv", **STANDS),
                   parallel(1.0, algorithm="dfft", **STANDS),
                   parallel(0.5, "shmem", protocol="(0,1)", oversubscribed=True, **STANDS))
    mpi, shmem, both = map(texts, tables)
    assert {name: row_texts[0] for (_, name), row_texts in mpi.items()} == {
        "srtrans": "20.0 †", "swtrans": "0 †", "alltoallv": "200 †", "generic": "50.0 †"}
    assert shmem == {("SHMEM", "srtrans"): ("0 †",), ("SHMEM", "generic"): ("0 †",)}
    assert both["MPI", "swtrans"] == ("100 †",)
    assert not parts(WORLEY["figure-5"], parallel(1.0, **STANDS))


def test_figures_6_and_7_have_the_rate_of_a_rank_of_the_fastest_mesh():
    runs = (parallel(1, variant="DTH best", mflops=6000),
            parallel(1, variant="DTH best", mflops=7000, columns=1, rows=2),
            parallel(1, "shmem", variant="DR best", mflops=5000))
    (line,), none = (figure.lines for figure in parts(WORLEY["figure-6"], *runs)
                     if isinstance(figure, Figure))
    assert (line.title, numbers_of(line)) == ("MPI, best", {2: 3500}) and not none
    (line,), _ = (figure.lines for figure in parts(WORLEY["figure-7"], *runs))
    assert (line.title, numbers_of(line)) == ("SHMEM, best", {2: 2500})
