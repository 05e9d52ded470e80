# SPDX-License-Identifier: BSD-3-Clause
"""The sentences: who is faster where, and what they must not claim."""

import random
from collections.abc import Callable

import pytest

import example
from answer import TIE, UNKNOWN, rows_of, sentence
from results import campaign_read

THREADS, MPI = ("threads", "barrier"), ("mpi", "library")
Ratio = tuple[float, list[float] | None]


@pytest.fixture
def answer(results_file) -> Callable[[dict[int, Ratio | None]], str]:
    """The sentence for {size: (ratio, interval)}; None: no pair was recorded."""

    def text(ratios: dict[int, Ratio | None]) -> str:
        chance, records = random.Random(1), [example.campaign_record()]
        for size, ratio in ratios.items():
            keys = [example.key_record("reduce", series, "bus", size) for series in (THREADS, MPI)]
            cells = [example.cell_record(key, chance) for key in keys]
            records += cells
            if ratio:
                records.append(
                    example.pair_record(*cells, list(keys[0]), ratio=ratio[0], ci95=ratio[1])
                )
        campaign = campaign_read(results_file(records))
        phrases = sentence(rows_of(campaign, campaign.cells.values()))
        return "".join(phrase.text for phrase in phrases).replace("\N{NO-BREAK SPACE}", " ")

    return text


def test_one_winner_is_named_with_its_sizes_and_factors(answer):
    ratios = {8: (3.2, [3.1, 3.3]), 64: (2.0, [1.9, 2.1]), 1024: (1.8, [1.7, 1.9])}
    assert answer(ratios) == "Threads are faster from 8 B to 1 KiB, by factors of 1.80 to 3.20."


def test_a_ratio_below_one_is_told_as_the_other_side_s_factor(answer):
    assert answer({8: (0.5, [0.4, 0.6])}) == "MPI is faster at 8 B, by a factor of 2.00."


def test_the_winner_changes_and_ties_are_set_apart(answer):
    ratios = {
        8: (2.0, [1.9, 2.1]),
        64: (1.01, [0.9, 1.1]),
        1024: (1.5, [1.4, 1.6]),
        4096: (0.8, [0.7, 0.9]),
        65536: (0.5, [0.4, 0.6]),
    }
    assert answer(ratios) == (
        "Threads are faster from 8 B to 1 KiB, by factors of 1.50 to 2.00; "
        "MPI is faster from 4 KiB to 64 KiB, by factors of 1.25 to 2.00; "
        "but no difference can be shown at 64 B."
    )


def test_an_interval_that_touches_one_is_no_difference(answer):
    ratios = {8: (1.5, [1.0, 2.0]), 64: (0.9, [0.8, 1.0])}
    assert answer(ratios) == "No difference can be shown from 8 B to 64 B."


def test_a_winner_that_keeps_changing_is_told_by_path(answer):
    ratios = {8 << i: (2.0, [1.9, 2.1]) if i % 2 else (0.5, [0.4, 0.6]) for i in range(8)}
    assert answer(ratios) == (
        "MPI is faster at 4 sizes between 8 B and 512 B, by a factor of 2.00; "
        "threads are faster at 4 sizes between 16 B and 1 KiB, by a factor of 2.00."
    )


def test_without_an_interval_nobody_wins(answer):
    assert answer({8: (5.0, None)}) == "No interval, so no winner, at 8 B."


def test_without_a_pair_record_nothing_is_compared(answer):
    assert answer({8: None, 64: (2.0, [1.9, 2.1])}) == (
        "Threads are faster at 64 B, by a factor of 2.00; not compared at 8 B."
    )


def test_one_path_alone_is_not_compared(results_file):
    chance = random.Random(1)
    cell = example.cell_record(example.key_record("reduce", MPI, "bus", 8), chance)
    campaign = campaign_read(results_file([example.campaign_record(), cell]))
    phrases = sentence(rows_of(campaign, campaign.cells.values()))
    assert "".join(p.text for p in phrases) == "Only MPI measured, nothing to compare."


def test_each_row_sets_the_fastest_protocols_against_each_other(results_file):
    records = example.campaign(("pingpong",), ("bus",))
    campaign = campaign_read(results_file(records))
    for row in rows_of(campaign, campaign.cells.values()):
        cells = [r for r in records if r["record"] == "cell" and r["bytes"] == row.size]
        best = min((c for c in cells if c["path"] == "threads"), key=lambda c: c["median_us"])
        assert row.ours.key.protocol == best["protocol"]
        pair = next(
            r
            for r in records
            if r["record"] == "pair"
            and r["a"]["bytes"] == row.size
            and r["a"]["protocol"] == row.ours.key.protocol
            and r["b"]["path"] == "mpi"
        )
        assert row.ratio == pair["ratio"]
        assert row.winner not in (TIE, UNKNOWN) or pair["ci95"][0] <= 1 <= pair["ci95"][1]


def test_an_invalid_cell_stands_on_no_side(results_file):
    records = example.campaign(("reduce",), ("bus",), (8,))
    key = example.key_record("reduce", THREADS, "bus", 8)
    records.append(example.invalid_record(key, "killed"))
    campaign = campaign_read(results_file(records))
    (row,) = rows_of(campaign, campaign.cells.values())
    assert row.ours is None and row.winner == UNKNOWN
