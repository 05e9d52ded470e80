# SPDX-License-Identifier: BSD-3-Clause
"""Which path is faster where: the rows of a verdict, its sentences, and the libraries of a path."""

import random

import pytest

import example
from page_fixtures import CLIPPED
from comops.reports.answers.answer import rows_of, tally, winner_text
from comops.reports.answers.verdict_maps import libraries_of, verdicts_of
from comops.reports.words.phrases import text_of
from comops.reports.words.sentences import NOT_COMPARED, sentence
from comops.results.findings import EQUIVALENT, UNDECIDED
from comops.statistics.verdicts import base_of, first_side, other_side

THREADS, MPI, SHMEM = ("threads", "barrier"), ("mpi", "library"), ("shmem", "put")
DIRECT = ("threads", "direct"), ("mpi", "direct")
VERDICTS = {THREADS: 4.0, DIRECT[0]: 1.0, MPI: 3.0, DIRECT[1]: 1.01}
OMP, LLVM, MPICH, INTEL = "threads", "threads@libomp", "mpi", "mpi@intel"
LIBRARIES = {(OMP, "barrier"): 4.0, (LLVM, "barrier"): 2.0, (MPICH, "library"): 3.0,
             (INTEL, "library"): 5.0}


@pytest.fixture
def rows(report_read):
    """The rows of the best of a campaign's records."""

    def read(records):
        (campaign,) = report_read(records).campaigns
        return rows_of(campaign, campaign.cells.values())["best"]

    return read


def words(rows) -> str:
    return text_of(sentence(rows, winner_text)).replace("\N{NO-BREAK SPACE}", " ")


def compared(ratios) -> list[example.Record]:
    """A campaign with these ratios and intervals by size; None: no pair was recorded."""
    chance, records = random.Random(1), [example.campaign_record()]
    for size, ratio in ratios.items():
        keys = [example.key_record("reduce", series, "bus", size) for series in (THREADS, MPI)]
        cells = [example.cell_record(key, chance) for key in keys]
        records += cells
        if ratio:
            records.append(
                example.pair_record(*cells, list(keys[0]), ratio=ratio[0], ci95=ratio[1]))
    return records


@pytest.mark.parametrize(
    ("ratios", "told"),
    [
        (  # one winner
            {8: (3.2, [3.1, 3.3]), 64: (2.0, [1.9, 2.1]), 1024: (1.8, [1.7, 1.9])},
            "Threads (barrier) faster at every size, 8 B to 1 KiB (1.80 to 3.20 times).",
        ),
        (  # a ratio below 1 is the other side's factor
            {8: (0.5, [0.4, 0.6])},
            "MPI (library) faster at 8 B (2.0 times).",
        ),
        (  # changing winners, and what is undecided or equivalent between
            {
                8: (2.0, [1.9, 2.1]),
                64: (1.01, [0.9, 1.1]),
                1024: (1.5, [1.4, 1.6]),
                2048: (1.01, [0.98, 1.04]),
                4096: (0.8, [0.7, 0.9]),
                65536: (0.5, [0.4, 0.6]),
            },
            "Threads (barrier) faster at 8 B (2.00 times); undecided at 64 B; "
            "threads (barrier) faster at 1 KiB (1.50 times); equivalent at 2 KiB; "
            "MPI (library) faster from 4 KiB to 64 KiB (1.25 to 2.0 times).",
        ),
        (  # intervals that touch 1
            {8: (1.5, [1.0, 2.0]), 64: (0.9, [0.8, 1.0])},
            "Undecided at every size, 8 B to 64 B.",
        ),
        ({8: (5.0, None)}, "Undecided at 8 B."),
        (  # a size without a pair
            {8: None, 64: (2.0, [1.9, 2.1])},
            "Not compared at 8 B; threads (barrier) faster at 64 B (2.00 times).",
        ),
    ],
)
def test_the_sentence_names_winners_sizes_factors_and_what_is_open(rows, ratios, told):
    assert words(rows(compared(ratios))) == told


@pytest.mark.parametrize(
    ("times", "size", "told"),
    [
        ({THREADS: 1, MPI: 3, SHMEM: 2}, 64, "Threads (barrier) faster at 64 B (2.00 times)."),
        ({THREADS: 2, MPI: 1.5, SHMEM: 1, ("shmem", "get"): 1.2}, 64,
         "SHMEM (put) faster at 64 B (2.00 times)."),
        # Without threads the first of the other paths takes their place; one alone has no rival.
        ({MPI: 2, SHMEM: 1}, 64, "SHMEM (put) faster at 64 B (2.00 times)."),
        ({MPI: 2}, 8, "Not compared at 8 B."),
        # A protocol in brackets gets no second brackets.
        ({THREADS: 2, ("mpi", "(0,6)"): 1}, 64, "MPI (0,6) faster at 64 B (2.00 times)."),
        ({THREADS: 1, MPI: 2}, 0, "Threads (barrier) faster (2.00 times)."),
    ],
)
def test_the_fastest_protocols_of_the_fastest_paths_are_named(rows, times, size, told):
    assert words(rows(example.timed(times, (size,), spread=0))) == told


def test_an_invalid_cell_is_on_neither_side(rows):
    lost = example.invalid_record(example.key_record("reduce", THREADS, "bus", 8), "killed")
    (row,) = rows([*example.campaign(("reduce",), ("bus",), (8,)), lost])
    assert row.ours is None and row.winner == NOT_COMPARED


def test_many_protocols_of_a_path_are_counted_instead_of_named(rows):
    rows_made = [row for at in range(3) for row in rows(
        example.timed({THREADS: 2.0, ("mpi", f"(0,{at})"): 1.0}, (8 << at,)))]
    assert words(rows_made).startswith("MPI (3 protocols) faster at every size, 8 B to 32 B")


def test_winners_are_counted_and_what_has_none_last(rows):
    rows_made = [row for times in ({THREADS: 3.0, MPI: 2.0, SHMEM: 1.0}, {THREADS: 1.0, MPI: 1.0},
                                   {THREADS: 1.0, MPI: 2.0}) for row in rows(example.timed(times))]
    assert list(tally(rows_made).items()) == [("threads", 1), ("shmem", 1), (EQUIVALENT, 1)]


# ---- three verdicts ---------------------------------------------------------------------------


def test_without_threads_the_best_are_compared_and_nothing_as_in_the_paper(report_read):
    times = {MPI: 2.0, (INTEL, "library"): 3.0, SHMEM: 1.0}
    kinds = {kind.name: kind for kind in verdicts_of(report_read(example.timed(times)).operations)}
    assert kinds["best"].counts == {"shmem": 1}
    assert not kinds["paper"].counts and not kinds["paper"].compared


def test_what_was_recorded_is_said_and_its_libraries_are_named(report_read):
    records = example.timed(VERDICTS)
    pair = next(record for record in example.kinds(records, "pair")
                if record["a"]["protocol"] == record["b"]["protocol"] == "direct")
    records.append(pair | {"record": "verdict", "verdict": "best", "ci95": [0.9, 1.2],
                           "decision": "undecided", "libraries": ["libgomp 1", "MPICH 3.4.3"]})
    kinds = {kind.name: kind for kind in verdicts_of(report_read(records).operations)}
    assert kinds["best"].counts == {UNDECIDED: 1} and kinds["same-code"].counts == {EQUIVALENT: 1}
    assert kinds["best"].what == (
        "the fastest protocol in threads (libgomp 1) against "
        "the fastest protocol in processes (MPICH 3.4.3)"
    )


def test_a_verdict_that_was_not_measured_says_what_measures_it(report_read, page_of):
    records = example.timed({line: time for line, time in VERDICTS.items() if line != DIRECT[1]})
    same = {kind.name: kind for kind in verdicts_of(report_read(records).operations)}["same-code"]
    assert not same.counts and not same.compared
    assert same.kind.command == "comops run --paths threads,mpi --protocols direct"
    html = page_of(records)
    section = html.split('id="verdict-same-code"')[1].split('<ul class="map-key"')[0]
    assert "Not measured" in section and "<span>direct</span>" in section
    assert 'class="total"' in html.split('id="verdict-paper"')[1].split('id="verdict-best"')[0]


# ---- several libraries of a path: they share a side, and are compared with one another ---------


@pytest.mark.parametrize(("paths", "first", "other"), [
    ([MPICH, LLVM, OMP, INTEL], [OMP, LLVM], [MPICH, INTEL]),
    ([LLVM, OMP], [OMP], [LLVM]),
    ([MPICH, INTEL], [MPICH], [INTEL]),
    ([MPICH, "shmem"], [MPICH], ["shmem"]),
    ([OMP], [OMP], []),
    ([], [], []),
])
def test_libraries_of_a_path_are_on_one_side(paths, first, other):
    assert (first_side(paths), other_side(paths)) == (first, other)


def test_the_fastest_library_of_a_path_is_compared_with_that_of_another_path(rows):
    (row,) = rows(example.timed(LIBRARIES, (8,)))
    assert (row.ours.key.path, row.other.key.path) == (LLVM, MPICH)
    assert row.ratio == pytest.approx(1.5)
    assert set(row.pairs) == {MPICH, INTEL}


@pytest.fixture
def libraries(report_read):
    def read(times):
        report = report_read(example.timed(times, (8,)))
        return libraries_of(report.campaigns, report.measured)

    return read


def test_each_implementation_is_compared_over_the_libraries_of_its_path(libraries):
    parts = libraries(LIBRARIES)
    assert [part.title for part in parts] == ["OpenMP", "MPI"]
    for part, (winner, factor) in zip(parts, [(LLVM, 2), (MPICH, 5 / 3)], strict=True):
        (line,) = part.lines
        (row,) = line.rows
        assert (row.winner, row.factor) == (winner, pytest.approx(factor, rel=1e-5))
        assert len({base_of(path) for path in row.best}) == 1
        assert text_of(dict(part.totals)[line.protocol]).endswith("faster at 1 of 1.")


def test_a_path_with_one_library_is_left_out(libraries):
    times = {line: time for line, time in LIBRARIES.items() if line[0] in (OMP, MPICH)}
    assert libraries(times) == []


def test_libraries_are_compared_where_the_path_s_own_lacks_the_implementation(libraries):
    third = "mpi@other"
    parts = libraries(LIBRARIES | {(INTEL, "put"): 5.0, (third, "put"): 2.0})
    (row,) = next(line.rows for part in parts for line in part.lines if line.protocol == "put")
    assert (set(row.best), row.winner) == ({INTEL, third}, third)


@pytest.mark.parametrize(("times", "above", "below"), [
    (LIBRARIES, "▲ threads faster", "▼ MPI faster"),
    (dict(list(LIBRARIES.items())[:2]), "▲ threads faster", "▼ threads (libomp) faster"),
])
def test_libraries_have_a_section_and_the_ratio_chart_names_the_sides(opened, times, above, below):
    with opened(example.timed(times, (8, 1024, 65536)), 1400, drawn=True) as page:
        words = page.locator(".chart.ratio").first.locator("svg text").all_text_contents()
        assert {above, below} <= set(words)
        assert page.locator("#libraries table.map").count() == len(times) // 2
        assert page.locator(".scroll:visible").evaluate_all(CLIPPED) == []
