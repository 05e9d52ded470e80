# SPDX-License-Identifier: BSD-3-Clause
"""How claims are decided: each kind of test reaches each verdict, by intervals alone."""

from dataclasses import replace

import pytest

from evident import campaign, cell
from comops_papers.claims.changes import (Changed, Peak, Steeper, Within, flat, follows,
                                          grows)
from comops_papers.claims.claim import BEST_MPI, BEST_THREADS
from comops_papers.claims.compared import (Crossing, Ever, Mostly, Narrowing, about, equal, faster,
                                           levels, near_optimal, others)
from comops_papers.claims.evidence import LARGE, SMALL, Evidence, Side
from comops_papers.claims.finding import FAILS, HOLDS, UNDECIDED, Both, Typically

A, B = Side("threads", ("barrier",)), Side("mpi", ("library",))
FIELD = Side("mpi", ("put", "get", "library"))
SIZES = (8, 4096, 1 << 20)
WIDE = 0.6


def evidence(*cells):
    return Evidence(campaign(*cells))


def two(a, b, spread=0.01, pattern="gather", **how):
    """Side a's times and side b's, one at each size."""
    cells = []
    for size, first, second in zip(SIZES, a, b, strict=True):
        cells.append(cell(pattern, "threads", "barrier", first, size, spread, **how))
        cells.append(cell(pattern, "mpi", "library", second, size, spread, **how))
    return cells


def library(*times, **changes):
    """Cells of MPI's library: a time for each value of what changes."""
    return [cell(**{"pattern": "gather", "path": "mpi", "protocol": "library", "time": time} | {
        name: value[at] if isinstance(value, tuple) else value for name, value in changes.items()})
            for at, time in enumerate(times)]


def partners(*times):
    return library(*times, series_of="partner", series=(1, 2, 3))


def with_ranks(mpi, threads):
    return library(*mpi, ranks=(2, 4)) + library(*threads, ranks=(2, 4), path="threads",
                                                 protocol="barrier")


INF = float("inf")
RANKS = (2, 3, 4)
CASES = {  # the test; cells of which it holds, does not hold, and is undecided
    "faster": (faster(A, B, "gather"), two((1, 2, 3), (2, 3, 4)), two((1, 2, 3), (2, 1, 4)),
               two((1, 2, 3), (2, 2.02, 4))),
    "faster by a factor": (
        faster(A, B, "gather", by=2),
        *(two((1, 1, 1), times) for times in ((3, 3, 3), (3, 1.5, 3), (3, 2, 3)))),
    "as slow as the levels of a tree": (
        equal(A, B, "gather", ranks=3, law=levels),
        *(two((1, 1, 1), times, ranks=4) for times in ((1.8, 2, 2.2), (1.8, 2, 1), (1.8, 2, 2.5)))),
    "equal": (
        equal(A, B, "gather"),
        *(two((1, 1, 1), times) for times in ((0.9, 1, 1.1), (0.9, 1, 1.4), (0.9, 1, 1.25)))),
    "near the fastest": (near_optimal(B, "gather", among=FIELD),
                         library(1.05, 1, protocol=("library", "put")),
                         library(1.3, 1, protocol=("library", "put")), library(1)),
    "slower when large": (
        Crossing(A, B, ("gather",)),
        *(two((1, 2, 3), times) for times in ((2, 2, 1), (2, 4, 9), (2, 2, 3)))),
    "a narrowing lead": (
        Narrowing(A, B, ("gather",)),
        *(two((1, 1, 1), times) for times in ((9, 3, 1), (2, 3, 4), (2, 3, 2)))),
    "mostly": (
        Mostly(A, B, ("gather",)),
        *(two((1, 1, 1), times) for times in ((2, 2, 0.5), (2, 2, 2), (2, 2, 1)))),
    "ever": (
        Ever(A, B, ("gather",)),
        *(two((1, 1, 1), times) for times in ((0.5, 0.5, 2), (0.5, 0.5, 0.5), (0.5, 0.5, 1)))),
    "grows with ranks": (grows(B, "gather"), library(1, 2, 3, ranks=RANKS),
                         library(1, 0.5, 3, ranks=RANKS),
                         library(1, 2, 3, ranks=RANKS, spread=WIDE)),
    "flat over ranks": (flat(B, "gather"), library(1, 1.1, ranks=(2, 4)),
                        library(1, 1.5, ranks=(2, 4)), library(1, ranks=(2,))),
    "in proportion to the other ranks": (
        follows(others, B, "gather"),
        *(library(*times, ranks=RANKS) for times in ((1, 2.1, 2.9), (1, 1.2, 1.3), (1, 2.5, 2.9)))),
    "in proportion to the levels of a tree": (
        follows(levels, B, "gather"), library(1, 2, 2, ranks=RANKS), library(1, 2, 3, ranks=RANKS),
        library(3, ranks=(4,))),
    "slower across the link": (
        Changed(B, ("gather",), "placement", ("bus", "crossbar"), low=1, high=INF),
        library(1, 2, placement=("bus", "crossbar")), library(2, 1, placement=("bus", "crossbar")),
        library(1, 2, placement=("bus", "smt"))),
    "slower from cold caches": (
        Changed(B, ("gather",), "buffers", ("reuse", "cold"), low=1, high=INF),
        library(2, 1, buffers=("cold", "reuse")), library(1, 2, buffers=("cold", "reuse")),
        library(2, 1, buffers=("cold", "rewrite"))),
    "the same for each partner": (Changed(B, ("gather",), "series"), partners(1, 1, 1),
                                  partners(1, 2, 3), partners(1)),
    "steeper": (Steeper(B, A, ("gather",)), with_ranks((1, 4), (1, 2)),
                with_ranks((1, 2), (1, 4)), with_ranks((1, 2), (1, 2))),
    "a peak": (Peak(B, ("gather",)), library(1, 2, 2000, size=SIZES),
               library(1, 2, 20, size=SIZES), library(1, 2, size=SIZES[:2])),
    "within a bound": (Within(B, ("gather",), SMALL, 4), *(library(time) for time in (3, 5, 4))),
    "near the fastest in all operations but one": (
        near_optimal(B, "gather", "scatter", among=FIELD, few=1),
        *([*library(1.3, 1, protocol=("library", "put")),
           *library(time, 1, protocol=("library", "put"), pattern="scatter")]
          for time in (1.05, 1.3, 1.1))),
    "about a factor": (
        about(3, A, B, "gather"),
        *(two((1, 1, 1), times) for times in ((2, 3, 5), (2, 3, 7), (1.5, 3, 5)))),
    "a rate within a bound": (Within(B, ("gather",), SMALL, 4, rate=True),
                              *(library(time) for time in (4, 1, 2))),
    "typically": (
        Typically(faster(A, B, "gather"), faster(A, B, "scatter")),
        two((1, 1, 1), (2, 2, 2)) + two((1, 1, 1), (2, 0.5, 1), pattern="scatter"),
        two((1, 1, 1), (0.5, 2, 2)) + two((1, 1, 1), (2, 0.5, 0.5), pattern="scatter"),
        two((1, 1, 1), (2, 2, 1)) + two((1, 1, 1), (2, 0.5, 1), pattern="scatter")),
    "both": (
        Both(faster(A, B, "gather"), faster(A, B, "scatter")),
        two((1, 1, 1), (2, 2, 2)) + two((1, 1, 1), (2, 2, 2), pattern="scatter"),
        two((1, 1, 1), (2, 2, 2)) + two((1, 1, 1), (2, 0.5, 2), pattern="scatter"),
        two((1, 1, 1), (2, 2, 2))),
}


@pytest.mark.parametrize("name", CASES)
def test_each_kind_of_test_reaches_each_verdict(name):
    test, *campaigns = CASES[name]
    findings = [test.find(evidence(*cells)) for cells in campaigns]
    assert [finding.verdict for finding in findings] == [HOLDS, FAILS, UNDECIDED]
    holds, fails, unsure = findings
    assert holds.words and not holds.reason and not holds.command
    assert fails.words and not fails.reason
    assert unsure.reason and unsure.command.startswith("comops run --patterns ")


@pytest.mark.parametrize("name", CASES)
def test_nothing_is_decided_without_intervals_or_cells(name):
    test, cells, *_ = CASES[name]
    bare = [replace(cell, ci95_us=None) for cell in cells]
    for given in (bare, []):
        finding = test.find(evidence(*given))
        assert finding.verdict == UNDECIDED and finding.reason and finding.command


def test_a_sentence_has_the_figures_and_where_they_are_from():
    test, cells, *_ = CASES["faster"]
    words = test.find(evidence(*cells)).words.replace("\N{NO-BREAK SPACE}", " ")
    assert words == (
        "MPI (library) takes 1.333 [1.320, 1.347] to 2.000 [1.980, 2.020] "
        "times as long as threads (barrier) at 3 sizes, 8 B to 1 MiB (bus, 2 ranks)."
    )
    cells = two((1, 2, 3), (2, 1, 3))
    assert "as claimed in 1, otherwise in 1, undecided in 1" in test.find(evidence(*cells)).words


def test_the_pair_counts_and_not_the_cells_intervals_where_there_is_one():
    wide = two((1, 1, 1), (1.1, 1.1, 1.1), WIDE)
    seen = evidence(*wide)
    assert faster(A, B, "gather").find(seen).verdict == UNDECIDED
    for key, pair in seen.campaign.pairs.items():
        seen.campaign.pairs[key] = replace(pair, ci95=(1.05, 1.15))
    assert faster(A, B, "gather").find(seen).verdict == HOLDS


def test_only_the_sizes_of_the_claim_count():
    cells = two((1, 1, 1), (0.5, 0.5, 2))
    assert faster(A, B, "gather", sizes=LARGE).find(evidence(*cells)).verdict == HOLDS
    assert faster(A, B, "gather", sizes=SMALL).find(evidence(*cells)).verdict == FAILS


def test_cells_with_more_ranks_than_cores_and_invalid_ones_do_not_count():
    cells = [
        cell("gather", "threads", "barrier", 1, oversubscribed=True),
        cell("gather", "mpi", "library", 2, oversubscribed=True),
        cell("gather", "threads", "barrier", 1, 16),
        cell("gather", "mpi", "library", 2, 16, valid=False),
    ]
    finding = faster(A, B, "gather").find(evidence(*cells))
    assert finding.verdict == UNDECIDED and not finding.words
    assert "MPI (library) in gather" in finding.reason
    assert "more ranks than cores" in finding.reason


def test_a_default_campaign_s_condition_is_preferred_and_most_ranks():
    cells = []
    for placement, ranks, buffers, memory, time in (
        ("bus", 2, "rewrite", "local", 0.5),
        ("bus", 4, "rewrite", "local", 3),
        ("bus", 4, "rewrite", "root", 0.5),
        ("crossbar", 4, "rewrite", "local", 0.5),
        ("bus", 4, "cold", "local", 0.5),
    ):
        changes = {"placement": placement, "ranks": ranks, "buffers": buffers, "memory": memory}
        cells += [cell("gather", "threads", "barrier", 1, **changes),
                  cell("gather", "mpi", "library", time, **changes)]
    finding = faster(A, B, "gather").find(evidence(*cells))
    assert finding.verdict == HOLDS and "(bus, 4 ranks)" in finding.words


def test_the_best_message_size_of_a_volume_represents_a_protocol():
    volume = {"series_of": "volume", "series": 1 << 20}
    cells = [
        cell("swap", "mpi", name, time, size, **volume)
        for name, size, time in (("put", 64, 9), ("put", 4096, 4), ("get", 64, 5), ("get", 4096, 8))
    ]
    put, get = Side("mpi", ("put",)), Side("mpi", ("get",))
    finding = faster(put, get, "swap").find(evidence(*cells))
    assert finding.verdict == HOLDS and " times as long" in finding.words
    assert "volume 1\N{NO-BREAK SPACE}MiB" in finding.words


def test_processes_that_run_the_threads_code_are_not_what_a_paper_says_of_mpi():
    cells = [
        cell("gather", "threads", "direct", 1),
        cell("gather", "mpi", "library", 2),
        cell("gather", "mpi", "direct", 0.5),
    ]
    assert faster(BEST_THREADS, BEST_MPI, "gather").find(evidence(*cells)).verdict == HOLDS
