# SPDX-License-Identifier: BSD-3-Clause
"""The table, the sentences and the conclusion, against what a person should read."""

from dataclasses import replace

import pytest

from analysis.percentiles import Percentile
from compared import CROWDED, comparison, group, nothing, replace_best, table
from reports.terminal.conclusion import conclusion_text
from reports.terminal.below import percentiles_text
from reports.terminal.tables import BEST, Side, table_text
from reports.words.groups import group_title
from reports.words.phrases import text_of
from reports.words.verdicts import sentence

WON = (8, 0.4, 0.2, (0.49, 0.51))
EQUAL = (4096, 1, 1.01, (0.99, 1.03))
OPEN = (65536, 10, 9.9, (0.90, 1.08))
LOST = (4194304, 100, 150, (1.4, 1.6))
RUNTIMES = {
    "threads": "libgomp.so.1.0.0 (GNU), compiled for OpenMP 201511",
    "mpi": "MPICH Version: 3.4.3 MPICH Release date: Thu MPICH Device: ch3:nemesis MPICH CC",
    "mpi@intel": "Intel(R) MPI Library 2021.18 for Linux* OS"}


def test_the_table_is_sorted_by_size_and_names_the_faster_one():
    text = table_text(table(LOST, WON, EQUAL, OPEN))
    assert text == """\
broadcast, 2 ranks, bus: L3 #0 (32 MiB), cores 0-1, rewrite buffers, consume no
     bytes  threads us how            mpi us how        mpi/threads  95 % interval    faster
         8      0.400  barrier        0.200  library         0.500   [0.490, 0.510]   mpi 2.00x
      4096      1.00   barrier        1.01   library         1.010   [0.990, 1.030]   equivalent
     65536     10.0    barrier        9.90   library         0.99    [0.90, 1.08]     undecided
   4194304    100      barrier      150      library         1.50    [1.40, 1.60]     threads 1.50x

"""
    assert max(map(len, text.splitlines())) <= 100


def test_columns_are_as_wide_as_the_names_of_libraries():
    made = table(WON, (4096, 0.4, 0.2, (0.49, 0.51)))
    sides = Side("threads@libomp", "barrier", 0.4, 0), Side("shmem", "library", 0.2, 0)
    assert table_text(replace_best(made, sides=sides)).splitlines()[1:] == """\
     bytes  threads us how                 mpi us how            mpi/threads  95 % interval    \
faster
         8      0.400  libomp/barrier      0.200  shmem/library       0.500   [0.490, 0.510]   \
shmem 2.00x
      4096      0.400  barrier             0.200  library             0.500   [0.490, 0.510]   \
mpi 2.00x
""".splitlines() + [""]


def test_the_winner_has_the_colour_of_its_column_where_colour_is_wanted():
    lines = table_text(table(WON, EQUAL, LOST), colour=True).splitlines()
    assert [line.count("\033") for line in lines[2:]] == [2, 0, 2, 0]
    assert lines[2].endswith("\033[33mmpi 2.00x\033[0m")
    assert lines[4].endswith("\033[34mthreads 1.50x\033[0m")


def test_a_ratio_without_an_interval_names_no_winner_and_a_missing_side_is_a_dash():
    made = table((8, 0.4, 0.2, None))
    assert table_text(made).splitlines()[2].endswith(" no interval")
    size, row = made.rows[0]
    made.rows[0] = size, row | {BEST: replace(nothing(8), sides=(row[BEST].sides[0], None))}
    assert table_text(made).splitlines()[2].split() == ["8", "0.400", "barrier", "-", "-"]


def test_simulated_times_are_decided_without_an_interval():
    made = table((8, 0.4, 0.2, None), (64, 1, 1, None))
    for at, decision in enumerate(("slower", "equivalent")):
        size, row = made.rows[at]
        made.rows[at] = size, row | {BEST: replace(row[BEST], decision=decision)}
    assert [line.split()[-1] for line in table_text(made).splitlines()[2:4]] == [
        "2.00x", "equivalent"]


def test_percentiles_have_the_digits_of_their_intervals_and_a_dash_where_there_is_none():
    shares = {"p50": Percentile(0.4, (0.39, 0.41), 6), "p90": Percentile(1.25, (1.1, 1.4), 6),
              "p99": Percentile(None, None, 2), "max": Percentile(1234567, (1e6, 2e6), 6)}
    sides = Side("threads", "barrier", 0.4, 0, shares), Side("mpi", "library", 0.2, 0)
    assert percentiles_text(replace_best(table(WON), sides=sides)) == """\
single runs of a typical launch, us: threads, then mpi
     bytes      p50      p90      p99    p99.9      max      p50      p90      p99    p99.9      max
         8    0.400     1.25        -        -  1234567        -        -        -        -        -

"""


def test_the_sentence_says_who_wins_where_and_by_how_much():
    rows = [comparison(*row) for row in (
        WON, (16, 0.4, 0.3, (0.74, 0.76)), EQUAL, OPEN, (1048576, 1, 1.5, (1.4, 1.6)))]
    assert text_of(sentence(rows)) == (
        "mpi faster from 8 to 16 (1.333 to 2.00 times); equivalent at 4K; undecided at 64K; "
        "threads faster at 1M (1.50 times).")
    assert text_of(sentence(rows[:2])) == (
        "mpi faster at every size, 8 to 16 (1.333 to 2.00 times).")
    assert text_of(sentence([comparison(0, *WON[1:])])) == "mpi faster (2.00 times)."


def test_the_conclusion_has_each_verdict_with_its_libraries_and_how_often_which_side_won():
    text = conclusion_text([table((8, 0.4, 0.2, (0.491, 0.509)), EQUAL, LOST)], RUNTIMES, 0.02)
    assert (
        "As in the paper: OpenMP barrier, critical section and lock (libgomp.so.1.0.0 (GNU)) "
        "against MPI collectives and sends (MPICH 3.4.3, ch3:nemesis): mpi faster at 1, "
        "equivalent at 1, threads faster at 1 of 3.\n"
        "  broadcast on bus, 2 ranks, rewrite buffers, consume no: mpi faster at 8 (2.00 times); "
        "equivalent at 4K; threads faster at 4M (1.50 times).\n") in text
    assert "Best against best: " in text
    assert ("The same code: direct over threads against the same files over MPI: not measured; "
            "`comops run --paths threads,mpi --protocols direct` measures it.\n") in text
    assert text.endswith("A precision of 2 % is reached in 2 of 3 ratios of the tables.\n")
    assert conclusion_text([table()], RUNTIMES, 0.02) == ""


def test_libraries_of_one_path_are_compared_in_the_words_of_the_verdicts_with_intervals():
    made = table(WON, EQUAL, LOST)
    for size, row in made.rows:
        of = next(one for one in (WON, EQUAL, LOST) if one[0] == size)
        row["mpi"] = comparison(*of, paths=("mpi", "mpi@intel"))
    text = conclusion_text([made], RUNTIMES, 0.02)
    assert (
        "MPI libraries, each with its fastest protocol other than direct (mpi: MPICH 3.4.3, "
        "ch3:nemesis; mpi@intel: Intel(R) MPI Library 2021.18 for Linux* OS): mpi@intel faster at "
        "1, equivalent at 1, mpi faster at 1 of 3.\n"
        "  broadcast on bus, 2 ranks, rewrite buffers, consume no: mpi@intel faster at 8 (2.00 "
        "[1.96, 2.04] times); equivalent at 4K; mpi faster at 4M (1.50 [1.40, 1.60] times).\n"
    ) in text
    assert "OpenMP libraries" not in text


def test_oversubscribed_comparisons_are_told_but_not_counted():
    made = table(WON, placement=CROWDED)
    text = conclusion_text([made], RUNTIMES, 0.02)
    assert "(OVERSUBSCRIBED): mpi faster at 8" in text and " of 1" not in text
    assert table_text(made).splitlines()[1].startswith("OVERSUBSCRIBED: more ranks than cores")


@pytest.mark.parametrize(("others", "title"), [
    ({}, "broadcast"),
    ({"series_of": "partner", "series": 2}, "broadcast (partner 2)"),
    ({"series_of": "volume", "series": 131072}, "broadcast (volume 128K)"),
    ({"reduces": True}, "broadcast (sum of float)"),
    ({"reduces": True, "reduction_names": lambda _: ("max", "double")}, "broadcast"),
])
def test_a_title_has_the_series_or_the_reduction(others, title):
    assert group_title(group(**others)) == title


def test_a_heading_says_what_is_not_as_usual():
    text = table_text(table(WON, page_size="2m", skew_us=100,
                            pages=type("Pages", (), {"name": "root", "bound": True})))
    assert text.splitlines()[0].endswith(
        "root memory, 2m pages, rewrite buffers, consume no, last rank late by 100us")
